//! Where variations fit, which some programs and people write before the move that they replace. Begin with [`fit`].

use super::hops::{MAX_AHEAD, moves_of, reach, read, renamed};
use super::square_converter::SquareConverter;
use crate::game::AnyPosition;
use kamen_protocol::pdn::{Element, PlayedMove};

/// Where a variation fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// It goes on instead of the last move before it, as the standard has it.
    Last,
    /// It goes on instead of the next move behind it.
    Next,
    /// Its first move is legal at neither place, so it is no variation.
    Nowhere,
}

/// Where a variation fits: at the position before the last move, `last`, or else at that before the next, which has to be in `rest`;
/// the whole variation has to be legal then.
pub(super) fn fit(
    inside: &[Element],
    last: Option<AnyPosition>,
    next: Option<AnyPosition>,
    rest: &[Element],
    converter: Option<&SquareConverter>,
) -> Fit {
    let begins_with_position = matches!(inside.first(), Some(Element::Setup(_)));
    let has_move = moves_of(inside).next().is_some();
    if begins_with_position
        || !has_move
        || last.is_some_and(|last| begins(inside, &last, converter))
    {
        return Fit::Last;
    }
    // Behind a fault nothing is known.
    let Some(next) = next else { return Fit::Last };
    if !begins(inside, &next, converter) {
        return Fit::Nowhere;
    }
    let is_legal = reach(next, inside, converter) >= known(inside).min(MAX_AHEAD);
    let is_followed = || {
        let mut later = (0..rest.len())
            .take(MAX_AHEAD)
            .filter_map(|from| rest.get(from..));
        later.any(|later| begins(later, &next, converter))
    };
    match last {
        _ if is_legal && is_followed() => Fit::Next,
        // There is no move but those of the variation.
        None => Fit::Last,
        Some(_) => Fit::Nowhere,
    }
}

/// Whether the first move of a line is legal.
fn begins(line: &[Element], position: &AnyPosition, converter: Option<&SquareConverter>) -> bool {
    let mut moves = moves_of(line);
    let first = moves.next().and_then(|first| first.text.as_ref());
    first.is_some_and(|text| {
        let text = renamed(text, converter);
        read(position, &text, moves, converter, None).is_ok()
    })
}

/// The number of moves of a line up to the last that is known.
fn known(line: &[Element]) -> usize {
    let is_known = |(_, played): &(usize, &PlayedMove)| played.text.is_some();
    let last = moves_of(line).enumerate().filter(is_known).last();
    last.map_or(0, |(index, _)| index + 1)
}
