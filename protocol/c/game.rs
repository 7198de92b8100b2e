//! A game: a position with the moves that led there.

use super::moves::MovesHandle;
use super::status::{Error, Out, Status, borrowed, changed, free, guarded, handle};
use super::text::{give, optional_text, text};
use super::variants::{square_of, variant_of};
use kamen_core::notation::Diagram;
use kamen_core::rules::GameResult;
use kamen_core::{AnyGame, AnyPosition, Color, Kind};
use kamen_perft::{Counter, Method};
use std::ffi::c_char;

/// A game of one variant, at the end of its moves.
pub struct GameHandle {
    pub(crate) game: AnyGame,
}

/// How a game stands.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It goes on.
    Unfinished = 0,
    /// White has won.
    White = 1,
    /// Black has won.
    Black = 2,
    /// By a rule of draws.
    Draw = 3,
}

/// Begins a game of `variant` in the position `fen`, or in the initial one if `fen` is null. Free it with `kamen_game_free`.
///
/// # Safety
/// `variant` and `fen` are null or texts; `game` is null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kamen_game_new(
    variant: *const c_char,
    fen: *const c_char,
    game: *mut *mut GameHandle,
) -> Status {
    guarded(|| {
        let place = Out::new(game, "game")?;
        // SAFETY: texts, as the caller promises.
        let (variant, fen) = unsafe { (text(variant, "variant")?, optional_text(fen, "fen")?) };
        let variant = variant_of(variant)?;
        let start = match fen {
            Some(fen) => AnyPosition::parse_fen(variant, fen)?,
            None => AnyPosition::start(variant),
        };
        let game = AnyGame::new(start);
        // SAFETY: valid for a write, as the caller promises.
        unsafe { place.write(handle(GameHandle { game })) };
        Ok(())
    })
}

/// A second game equal to the first, with its moves.
///
/// # Safety
/// `game` is null or a game; `copy` is null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kamen_game_copy(
    game: *const GameHandle,
    copy: *mut *mut GameHandle,
) -> Status {
    guarded(|| {
        let place = Out::new(copy, "copy")?;
        // SAFETY: a game, as the caller promises.
        let game = unsafe { borrowed(game, "game") }?.game.clone();
        // SAFETY: valid for a write, as the caller promises.
        unsafe { place.write(handle(GameHandle { game })) };
        Ok(())
    })
}

/// Frees a game.
///
/// # Safety
/// `game` is null or a game that nobody uses any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kamen_game_free(game: *mut GameHandle) {
    // SAFETY: as the caller promises.
    unsafe { free(game) }
}

/// The legal moves of the position; none if the game is over by its position. Free them with `kamen_moves_free`.
///
/// # Safety
/// `game` is null or a game; `moves` is null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kamen_game_moves(
    game: *const GameHandle,
    moves: *mut *mut MovesHandle,
) -> Status {
    guarded(|| {
        let place = Out::new(moves, "moves")?;
        // SAFETY: a game, as the caller promises.
        let game = &unsafe { borrowed(game, "game") }?.game;
        let moves = MovesHandle::new(game.position(), &game.legal_moves());
        // SAFETY: valid for a write, as the caller promises.
        unsafe { place.write(handle(moves)) };
        Ok(())
    })
}

/// Plays a move, in the notation of the variant (`c3-d4`, `32-28`) or in that of Hub. Moves may be played after the rules have
/// ended a game as a draw.
///
/// # Safety
/// `game` is null or a game; `played` is null or a text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kamen_game_play(game: *mut GameHandle, played: *const c_char) -> Status {
    guarded(|| {
        // SAFETY: a text, and a game that nobody else uses, as the caller promises.
        let (played, game) = unsafe { (text(played, "played")?, changed(game, "game")?) };
        game.game.play_text(played)?;
        Ok(())
    })
}

/// Takes the last move back.
///
/// # Safety
/// `game` is null or a game.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kamen_game_undo(game: *mut GameHandle) -> Status {
    guarded(|| {
        // SAFETY: a game that nobody else uses, as the caller promises.
        let game = unsafe { changed(game, "game") }?;
        match game.game.undo() {
            Some(_) => Ok(()),
            None => Err(Error::Absent("no move to take back".to_owned())),
        }
    })
}

/// The number of moves played, of both sides.
///
/// # Safety
/// `game` is null or a game; `plies` is null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kamen_game_plies(game: *const GameHandle, plies: *mut usize) -> Status {
    guarded(|| {
        let place = Out::new(plies, "plies")?;
        // SAFETY: a game, and a place for the number, as the caller promises.
        unsafe { place.write(borrowed(game, "game")?.game.plies()) };
        Ok(())
    })
}

/// Whether White is to move.
///
/// # Safety
/// `game` is null or a game; `is_white` is null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kamen_game_turn(game: *const GameHandle, is_white: *mut bool) -> Status {
    guarded(|| {
        let place = Out::new(is_white, "is_white")?;
        // SAFETY: a game, and a place for the answer, as the caller promises.
        unsafe { place.write(borrowed(game, "game")?.game.turn() == Color::White) };
        Ok(())
    })
}

/// How the game stands by the rules, those of draws included.
///
/// # Safety
/// `game` is null or a game; `result` is null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kamen_game_result(
    game: *const GameHandle,
    result: *mut Outcome,
) -> Status {
    guarded(|| {
        let place = Out::new(result, "result")?;
        // SAFETY: a game, as the caller promises.
        let game = unsafe { borrowed(game, "game") }?;
        let outcome = match game.game.over().map(|over| over.result()) {
            None => Outcome::Unfinished,
            Some(GameResult::Draw) => Outcome::Draw,
            Some(result) if result.winner() == Some(Color::White) => Outcome::White,
            Some(_) => Outcome::Black,
        };
        // SAFETY: valid for a write, as the caller promises.
        unsafe { place.write(outcome) };
        Ok(())
    })
}

/// The position as FEN. Free the text.
///
/// # Safety
/// `game` is null or a game; `fen` is null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kamen_game_fen(game: *const GameHandle, fen: *mut *mut c_char) -> Status {
    // SAFETY: as the caller promises.
    unsafe { give_of(game, fen, |game| game.position().fen()) }
}

/// The position as Hub writes it, to be sent to an engine: `pos pos=` and this text. Free the text.
///
/// # Safety
/// `game` is null or a game; `hub` is null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kamen_game_hub(game: *const GameHandle, hub: *mut *mut c_char) -> Status {
    // SAFETY: as the caller promises.
    unsafe { give_of(game, hub, |game| game.position().hub().to_string()) }
}

/// The moves of the game in the notation of Hub with spaces between them, to be sent to an engine behind the position from which
/// it began. Free the text.
///
/// # Safety
/// `game` is null or a game; `moves` is null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kamen_game_hub_moves(
    game: *const GameHandle,
    moves: *mut *mut c_char,
) -> Status {
    let written = |game: &AnyGame| {
        let moves: Vec<String> = game.moves().iter().map(ToString::to_string).collect();
        moves.join(" ")
    };
    // SAFETY: as the caller promises.
    unsafe { give_of(game, moves, written) }
}

/// The board as an image, SVG, from the side of White, or turned so that Black is below. Free the text.
///
/// # Safety
/// `game` is null or a game; `svg` is null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kamen_game_svg(
    game: *const GameHandle,
    is_turned: bool,
    svg: *mut *mut c_char,
) -> Status {
    let drawn = |game: &AnyGame| Diagram::new(*game.position()).turned(is_turned).svg();
    // SAFETY: as the caller promises.
    unsafe { give_of(game, svg, drawn) }
}

/// What stands on a square, named by its number or its letters: `w` and `b` a man, `W` and `B` a king, `e` nothing.
///
/// # Safety
/// `game` is null or a game; `square` is null or a text; `piece` is null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kamen_game_piece(
    game: *const GameHandle,
    square: *const c_char,
    piece: *mut c_char,
) -> Status {
    guarded(|| {
        let place = Out::new(piece, "piece")?;
        // SAFETY: a text and a game, as the caller promises.
        let (square, game) = unsafe { (text(square, "square")?, borrowed(game, "game")?) };
        let position = game.game.position();
        let (name, _) = square_of(position.variant(), square)?;
        let letter = match position.piece(name) {
            Some((Color::White, Kind::Man)) => b'w',
            Some((Color::White, Kind::King)) => b'W',
            Some((Color::Black, Kind::Man)) => b'b',
            Some((Color::Black, Kind::King)) => b'B',
            None => b'e',
        };
        // SAFETY: valid for a write, as the caller promises.
        unsafe { place.write(letter.cast_signed() as c_char) };
        Ok(())
    })
}

/// The number of sequences of `depth` legal moves from the position: perft, with `threads` threads; 0 counts as 1.
///
/// # Safety
/// `game` is null or a game; `count` is null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kamen_game_perft(
    game: *const GameHandle,
    depth: u32,
    threads: usize,
    count: *mut u64,
) -> Status {
    guarded(|| {
        let place = Out::new(count, "count")?;
        // SAFETY: a game, as the caller promises.
        let position = *unsafe { borrowed(game, "game") }?.game.position();
        let method = Method {
            threads,
            ..Method::PLAIN
        };
        let overflow = |why: String| Error::Overflow(why);
        let found = Counter::new(position.variant(), method)
            .count(&position, depth, &())
            .map_err(|error| overflow(error.to_string()))?;
        let found = u64::try_from(found)
            .map_err(|_| overflow(format!("{found} sequences do not fit into 64 bits")))?;
        // SAFETY: valid for a write, as the caller promises.
        unsafe { place.write(found) };
        Ok(())
    })
}

/// Gives a text about a game.
///
/// # Safety
/// `game` is null or a game; `place` is null or valid for a write.
pub(crate) unsafe fn give_of(
    game: *const GameHandle,
    place: *mut *mut c_char,
    written: impl FnOnce(&AnyGame) -> String,
) -> Status {
    guarded(|| {
        let place = Out::new(place, "the text")?;
        // SAFETY: as the caller promises.
        unsafe { give(place, &written(&borrowed(game, "game")?.game)) };
        Ok(())
    })
}
