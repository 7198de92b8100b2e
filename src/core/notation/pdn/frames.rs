//! Replays a game in each way in which its squares may be named. Begin with [`replay`].

use super::replay::{Replay, replay_on, replay_with};
use super::square_converter::{SquareConverter, usual_board};
use super::warning::{ReplaySlip, ReplayWarning};
use crate::notation::to_color;
use crate::rules::Variant;
use kamen_protocol::pdn::{BoardType, Corner, Element, Game, GameType};
use kamen_protocol::{Side, SquareName};

/// The plies that a game must be legal for longer, to be read on a board that nothing in it names, if it has a fault
/// there as well.
const LONGER: usize = 6;

/// Replays a game of a file by the rules, variations included.
///
/// An ambiguous capture is resolved by the moves that follow: the reading is taken that keeps them
/// legal for longest. It is a fault if several do. `x` and `-` are read for each other, and a capture that is written
/// hop by hop as one move, with a warning.
///
/// Squares are named as the board of the tag GameType says. If the game has a fault then and is legal for longer in the
/// usual numbering of the variant, the tag is wrong: it is read by the usual numbering, with a warning. A game with a fault
/// may also name squares from another corner than usual, or number them from 0; it is read so, with a warning, if that leaves no
/// fault.
pub fn replay(variant: Variant, game: &Game) -> Replay {
    let told = game.game_type().ok().flatten();
    let board = told.and_then(|found| Some((found, found.board?)));
    let by_tag = board.filter(|(_, board)| !is_usual(variant, board));
    let is_possible = |board: &BoardType| SquareConverter::new(variant, board).is_some();
    let best = match by_tag {
        Some((found, board)) => {
            let by_tag = is_possible(&board).then(|| replay_on(variant, game, Some(&board)));
            or_usual(by_tag, variant, game, found)
        }
        None => replay_on(variant, game, None),
    };
    if best.faults.is_empty() && best.remarks.is_empty() {
        return best;
    }
    if let Some((board, letters)) = turned(variant, game) {
        let other = replay_on(variant, game, Some(&board));
        let is_longer = other.played.len() >= best.played.len() + LONGER;
        if is_longer || other.faults.is_empty() && other.played.len() > best.played.len() {
            return warned(other, game, ReplaySlip::Turned { letters });
        }
    }
    match from_zero(variant, game) {
        Some(other) if other.played.len() > best.played.len() => {
            warned(other, game, ReplaySlip::FromZero)
        }
        _ => best,
    }
}

/// A game with the squares of its moves numbered from 0, if all of it is legal so.
fn from_zero(variant: Variant, game: &Game) -> Option<Replay> {
    let squares = variant.shape().squares as u16;
    let is_from_zero =
        |name: &SquareName| matches!(name, SquareName::Number(number) if *number < squares);
    let mut texts = game.main_line().filter_map(|played| played.text.as_ref());
    let may_be = texts.all(|text| text.squares.iter().all(is_from_zero));
    let converter = SquareConverter::from_zero(variant).filter(|_| may_be)?;
    let replay = replay_with(variant, game, Some(converter), variant.facts().first);
    (replay.faults.is_empty() && replay.remarks.is_empty()).then_some(replay)
}

/// A game read by the board of its tag, or as usual if that is impossible, or has faults and is legal for longer so.
fn or_usual(by_tag: Option<Replay>, variant: Variant, game: &Game, found: GameType) -> Replay {
    match by_tag {
        Some(by_tag) if by_tag.faults.is_empty() => by_tag,
        by_tag => {
            let usual = replay_on(variant, game, None);
            match by_tag {
                Some(by_tag) if usual.fitness() <= by_tag.fitness() => by_tag,
                _ => warned(usual, game, ReplaySlip::Board { found, variant }),
            }
        }
    }
}

/// Whether a board names squares and begins as the variant usually does.
pub(super) fn is_usual(variant: Variant, board: &BoardType) -> bool {
    let converter = SquareConverter::new(variant, board);
    converter.is_some_and(|converter| converter.is_usual())
        && to_color(board.first) == variant.facts().first
}

/// The other boards that a game without a word about it may have, and whether they name squares by letters.
fn turned(variant: Variant, game: &Game) -> Option<(BoardType, bool)> {
    let facts = variant.facts();
    let letters = game.main_line().find_map(|played| {
        let text = played.text.as_ref()?;
        Some(text.squares.first()?.is_letters())
    })?;
    let board = BoardType {
        corner: Corner::BottomLeft,
        ..usual_board(variant, letters)
    };
    // Letters where Black begins: a1 at the left of Black. Numbers where letters are usual: 1 for a1.
    let is_possible = if letters {
        board.first == Side::Black
    } else {
        facts.algebraic
    };
    is_possible.then_some((board, letters))
}

/// A replay with a slip of the board, at its tag GameType or its first move.
fn warned(replay: Replay, game: &Game, slip: ReplaySlip) -> Replay {
    let of_tag = game.find_tag("GameType").map(|tag| tag.place);
    let of_move = game.body.iter().find_map(|element| match element {
        Element::Move(played) => Some(played.place),
        _ => None,
    });
    let place = match slip {
        ReplaySlip::Turned { .. } | ReplaySlip::FromZero => of_move,
        _ => of_tag,
    };
    let warning = ReplayWarning {
        place: place.unwrap_or_default(),
        times: 1,
        slip,
    };
    let warnings = [warning].into_iter().chain(replay.warnings).collect();
    Replay { warnings, ..replay }
}
