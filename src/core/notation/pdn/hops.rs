//! What the texts of moves mean at a position, where a capture may be written as several. Begin with [`read`].

use super::moves::{Meant, meant};
use super::remarks::unnumbered;
use super::square_converter::SquareConverter;
use crate::game::AnyPosition;
use crate::notation::MoveError;
use kamen_protocol::pdn::{Element, PlayedMove};
use kamen_protocol::{MoveKind, MoveText, SquareName};
use std::borrow::Cow;

/// Most hops of one capture.
const MAX_HOPS: usize = 30;
/// Most moves tried after an ambiguous one.
pub(super) const MAX_AHEAD: usize = 60;
/// Most positions kept while trying.
const MAX_POSITIONS: usize = 64;

/// The legal moves that a text means.
pub(super) struct Reading {
    pub(super) meant: Meant,
    /// The number of texts behind it that belong to the same move.
    pub(super) hops: usize,
    /// The number of the move, if its first square is read as that.
    pub(super) number: Option<usize>,
}

impl Reading {
    fn plain(meant: Meant, number: Option<usize>) -> Reading {
        Reading {
            meant,
            hops: 0,
            number,
        }
    }
}

/// Finds the legal moves that a text and those behind it mean: a capture that is none by itself may go on in the next
/// texts (`22x13 13x4`), also behind dots for the move of the other side, and the first square may be the number of the move
/// (`1-32-28`), which is `due`, if that is known.
pub(super) fn read<'a>(
    now: &AnyPosition,
    text: &MoveText,
    rest: impl Iterator<Item = &'a PlayedMove>,
    converter: Option<&SquareConverter>,
    due: Option<usize>,
) -> Result<Reading, MoveError> {
    let error = match meant(now, text) {
        Ok(meant) => return Ok(Reading::plain(meant, None)),
        Err(error) => error,
    };
    if let Some(reading) = hop_by_hop(now, text, rest, converter) {
        return Ok(reading);
    }
    let numbered = unnumbered(text).filter(|(number, _)| due.is_none_or(|due| due == *number));
    match numbered.map(|(number, bare)| (number, meant(now, &bare))) {
        Some((number, Ok(meant))) => Ok(Reading::plain(meant, Some(number))),
        _ => Err(error),
    }
}

/// A capture that goes on in the next texts.
fn hop_by_hop<'a>(
    now: &AnyPosition,
    text: &MoveText,
    rest: impl Iterator<Item = &'a PlayedMove>,
    converter: Option<&SquareConverter>,
) -> Option<Reading> {
    let mut whole = text.clone();
    whole.kind = MoveKind::Capture;
    for (index, played) in rest.take(MAX_HOPS).enumerate() {
        let Some(next) = &played.text else { continue };
        let next = renamed(next, converter);
        let [from, further @ ..] = next.squares.as_slice() else {
            break;
        };
        let goes_on = match (whole.squares.last(), from) {
            (
                Some(SquareName::Letters { file, .. }),
                SquareName::Letters {
                    file: next,
                    rank: 0,
                },
            ) => file == next,
            (last, from) => last == Some(from),
        };
        if !goes_on {
            break;
        }
        whole.squares.extend(further);
        let captures = |meant: &Meant| meant.moves.iter().all(|m| m.is_capture());
        if let Some(meant) = meant(now, &whole).ok().filter(captures) {
            let hops = index + 1;
            let number = None;
            return Some(Reading {
                meant,
                hops,
                number,
            });
        }
    }
    None
}

/// The number of texts that are legal from `position`, over all ways to read them.
pub(super) fn reach(
    position: AnyPosition,
    rest: &[Element],
    converter: Option<&SquareConverter>,
) -> usize {
    let texts: Vec<&PlayedMove> = moves_of(rest).take(MAX_AHEAD).collect();
    // Positions with the number of texts before them; those behind a capture in hops are further on.
    let mut positions = vec![(0, position)];
    for (done, played) in texts.iter().enumerate() {
        let here: Vec<AnyPosition> = positions
            .iter()
            .filter(|(at, _)| *at == done)
            .map(|&(_, position)| position)
            .collect();
        positions.retain(|(at, _)| *at > done);
        for position in here {
            let behind = texts.iter().skip(done + 1).copied();
            let Some(text) = &played.text else { continue };
            let text = renamed(text, converter);
            let Ok(reading) = read(&position, &text, behind, converter, None) else {
                continue;
            };
            for m in &reading.meant.moves {
                let next = (done + 1 + reading.hops, position.after_legal(m));
                if positions.len() < MAX_POSITIONS && !positions.contains(&next) {
                    positions.push(next);
                }
            }
        }
        if positions.is_empty() {
            return done;
        }
    }
    texts.len()
}

/// A text with the usual names of squares.
pub(super) fn renamed<'a>(
    text: &'a MoveText,
    converter: Option<&SquareConverter>,
) -> Cow<'a, MoveText> {
    match converter {
        Some(converter) => Cow::Owned(converter.rename_move(text)),
        None => Cow::Borrowed(text),
    }
}

/// The moves of a line, up to a setup, without its variations.
pub(super) fn moves_of(elements: &[Element]) -> impl Iterator<Item = &PlayedMove> + Clone {
    elements
        .iter()
        .take_while(|element| !matches!(element, Element::Setup(_)))
        .filter_map(|element| match element {
            Element::Move(played) => Some(played),
            _ => None,
        })
}
