//! What stands among the moves of a line and is none, or more than one.

use crate::game::AnyPosition;
use crate::notation::squares;
use kamen_protocol::pdn::{Comment, Element, PlayedMove};
use kamen_protocol::{MoveKind, MoveText, SquareName};

/// The most points that both sides have together in the result of a tournament.
const MAX_POINTS: u16 = 24;

/// The number that reads as the first square of a move, and the move without it: `1-32-28`, `2:28x19`.
pub(super) fn unnumbered(text: &MoveText) -> Option<(usize, MoveText)> {
    let [SquareName::Number(number), squares @ ..] = text.squares.as_slice() else {
        return None;
    };
    let kind = match (text.kind, squares) {
        (MoveKind::Unknown, [_, _]) => MoveKind::Quiet,
        (kind, _) => kind,
    };
    let squares = squares.to_vec();
    (squares.len() >= 2).then_some((usize::from(*number), MoveText { kind, squares }))
}

/// Whether an element says nothing of the moves.
pub(super) fn is_aside(element: &Element) -> bool {
    matches!(
        element,
        Element::Comment(_) | Element::Line(_) | Element::Nag(_)
    )
}

/// Whether a text is the points of a tournament, `12-8`, rather than a move of the side whose turn it is: that has no piece on
/// the first square.
pub(super) fn are_points(now: &AnyPosition, text: &MoveText, renamed: &MoveText) -> bool {
    let ([SquareName::Number(one), SquareName::Number(other)], MoveKind::Quiet) =
        (text.squares.as_slice(), text.kind)
    else {
        return false;
    };
    let from = renamed.squares.first().copied();
    let from = from.and_then(|name| squares::by_name(now.variant(), name));
    let piece = from.and_then(|square| now.at(square));
    one + other <= MAX_POINTS && piece.is_none_or(|(color, _)| color != now.turn())
}

/// A text that is no move as a comment, as it was written.
pub(in crate::notation) fn remark(played: &PlayedMove) -> Comment {
    let text = played.text.as_ref().map(ToString::to_string);
    Comment::new(
        played
            .doubt
            .as_deref()
            .or(text.as_deref())
            .unwrap_or_default(),
    )
}
