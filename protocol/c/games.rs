//! Games of files in PDN.

use super::game::GameHandle;
use super::status::{Error, Out, Status, borrowed, free, guarded, handle};
use super::text::{give, optional_text, text};
use super::variants::variant_of;
use kamen_core::pdn::{self, Game, ReadError, Reader, Record};
use kamen_core::{AnyGame, Variant};
use std::ffi::c_char;
use std::slice;

/// The games of a file.
pub struct GamesHandle {
    games: Vec<Read>,
}

/// A game, and what could not be read of it.
struct Read {
    game: Game,
    fault: Option<String>,
}

/// Reads games in PDN, in whatever encoding, out of `length` bytes. Games with faults are read as far as they go. Free the games
/// with `kamen_games_free`.
///
/// # Safety
/// `bytes` is null or `length` bytes long; `games` is null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kamen_games_read(
    bytes: *const c_char,
    length: usize,
    games: *mut *mut GamesHandle,
) -> Status {
    guarded(|| {
        let place = Out::new(games, "games")?;
        if bytes.is_null() {
            return Err(Error::Null("bytes"));
        }
        // SAFETY: so long, as the caller promises.
        let bytes = unsafe { slice::from_raw_parts(bytes.cast::<u8>(), length) };
        let games = Reader::new(bytes).map(|read| match read {
            Ok(game) => Ok(Read { game, fault: None }),
            Err(ReadError::Faulty(faulty)) => Ok(Read {
                fault: Some(faulty.to_string()),
                game: faulty.game,
            }),
            Err(error @ ReadError::Io(_)) => Err(Error::File(error.to_string())),
        });
        let games = games.collect::<Result<Vec<Read>, Error>>()?;
        // SAFETY: valid for a write, as the caller promises.
        unsafe { place.write(handle(GamesHandle { games })) };
        Ok(())
    })
}

/// The number of games; 0 for a null pointer.
///
/// # Safety
/// `games` is null or games of a file.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kamen_games_count(games: *const GamesHandle) -> usize {
    // SAFETY: as the caller promises.
    unsafe { games.as_ref() }.map_or(0, |games| games.games.len())
}

/// The value of a tag of a game, such as `White`. Free the text.
///
/// # Safety
/// `games` is null or games of a file; `tag` is null or a text; `value` is null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kamen_games_tag(
    games: *const GamesHandle,
    index: usize,
    tag: *const c_char,
    value: *mut *mut c_char,
) -> Status {
    guarded(|| {
        let place = Out::new(value, "value")?;
        // SAFETY: games and a text, as the caller promises.
        let (games, tag) = unsafe { (borrowed(games, "games")?, text(tag, "tag")?) };
        let found = games.at(index)?.game.tag(tag);
        let value = found.ok_or_else(|| Error::Absent(format!("no tag {tag}")))?;
        // SAFETY: valid for a write, as the caller promises.
        unsafe { give(place, value) };
        Ok(())
    })
}

/// A game with its moves. `variant` is that of games whose tags do not name it, or null for international draughts. Where a move or
/// the text has a fault the answer is `KAMEN_STATUS_FAULT`, and `game` is nevertheless the game as far as it goes; only if nothing can be
/// made of it, it is null. Free it with `kamen_game_free`.
///
/// # Safety
/// `games` is null or games of a file; `variant` is null or a text; `game` is null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kamen_games_game(
    games: *const GamesHandle,
    index: usize,
    variant: *const c_char,
    game: *mut *mut GameHandle,
) -> Status {
    guarded(|| {
        let place = Out::new(game, "game")?;
        // SAFETY: games and a text, as the caller promises.
        let (games, named) = unsafe {
            (
                borrowed(games, "games")?,
                optional_text(variant, "variant")?,
            )
        };
        let read = games.at(index)?;
        let usual = named.map_or(Ok(Variant::International), variant_of)?;
        let (played, fault) = read.replayed(usual);
        let played = played.map_or(std::ptr::null_mut(), |game| handle(GameHandle { game }));
        // SAFETY: valid for a write, as the caller promises.
        unsafe { place.write(played) };
        fault.map_or(Ok(()), |fault| Err(Error::Fault(fault)))
    })
}

/// Frees the games of a file.
///
/// # Safety
/// `games` is null or games of a file that nobody uses any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kamen_games_free(games: *mut GamesHandle) {
    // SAFETY: as the caller promises.
    unsafe { free(games) }
}

/// A game as PDN, with the names of the players, or without those that are null. Free the text.
///
/// # Safety
/// `game` is null or a game; `white` and `black` are null or texts; `pdn` is null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kamen_game_pdn(
    game: *const GameHandle,
    white: *const c_char,
    black: *const c_char,
    pdn: *mut *mut c_char,
) -> Status {
    guarded(|| {
        let place = Out::new(pdn, "pdn")?;
        // SAFETY: texts and a game, as the caller promises.
        let (white, black, game) = unsafe {
            (
                optional_text(white, "white")?,
                optional_text(black, "black")?,
                borrowed(game, "game")?,
            )
        };
        let mut record = Record::from(&game.game);
        for (tag, name) in [("White", white), ("Black", black)] {
            record
                .tags
                .extend(name.map(|name| (tag.to_owned(), name.to_owned())));
        }
        let written = pdn::write_game(&record).map_err(|error| Error::Fault(error.to_string()))?;
        // SAFETY: valid for a write, as the caller promises.
        unsafe { give(place, &written.to_string()) };
        Ok(())
    })
}

impl GamesHandle {
    fn at(&self, index: usize) -> Result<&Read, Error> {
        let all = self.games.len();
        let none = || Error::Absent(format!("no game {index} of {all}, counted from 0"));
        self.games.get(index).ok_or_else(none)
    }
}

impl Read {
    /// The game as far as it goes, and the first fault.
    fn replayed(&self, usual: Variant) -> (Option<AnyGame>, Option<String>) {
        let variant = match pdn::variant_of(&self.game) {
            Ok(variant) => variant.unwrap_or(usual),
            Err(error) => return (None, Some(error.to_string())),
        };
        let replay = pdn::replay(variant, &self.game);
        let of_move = replay.faults.first().map(ToString::to_string);
        (replay.game(), self.fault.clone().or(of_move))
    }
}
