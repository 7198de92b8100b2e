//! What belongs to the last move of a game, or turns out to be none.

use super::super::slip::SlipKind;
use super::super::{Element, GameEnd, GameResult, Place, PlayedMove};
use super::Draft;
use crate::{MoveKind, SquareName};

impl Draft {
    /// Squares that the last move captures.
    pub(super) fn captured(&mut self, place: Place, squares: &[SquareName]) {
        match self.open.last_mut() {
            Some(Element::Move(PlayedMove {
                text: Some(text), ..
            })) if text.kind == MoveKind::Capture && text.squares.len() == 2 => {
                text.squares.extend(squares);
            }
            _ => self.slip(SlipKind::Signs, place, "<"),
        }
    }

    /// Adds squares with the sign of captures before each, `x14`, to the capture behind which they stand; whether they are
    /// such.
    pub(super) fn goes_on_capturing(&mut self, text: &str) -> bool {
        let Some(Element::Move(PlayedMove {
            text: Some(last),
            strength,
            ..
        })) = self.open.last_mut()
        else {
            return false;
        };
        let Some(squares) = text.strip_prefix(['x', 'X', ':', '×']) else {
            return false;
        };
        let squares: Result<Vec<SquareName>, _> = squares
            .split(['x', 'X', ':', '×'])
            .map(SquareName::parse)
            .collect();
        let is_open = last.kind == MoveKind::Capture && strength.marks().is_empty();
        match squares {
            Ok(squares) if is_open => {
                last.squares.extend(squares);
                true
            }
            _ => false,
        }
    }

    /// Takes points such as `4-6` behind the moves, which look like a move, for the end, if the tag `Result` has the same.
    pub(super) fn points(&mut self) -> Option<GameEnd> {
        let is_remark =
            |element: &Element| matches!(element, Element::Comment(_) | Element::Line(_));
        let last = self.open.iter().rposition(|element| !is_remark(element))?;
        let Some(Element::Move(PlayedMove {
            text: Some(text),
            place,
            ..
        })) = self.open.get(last)
        else {
            return None;
        };
        // `5-5`
        let is_draw = text.kind == MoveKind::Quiet
            && matches!(text.squares[..], [from, to] if from == to && !from.is_letters());
        let (text, place) = (text.to_string(), *place);
        let told = self.game.tag("Result").map(str::trim);
        let is_told = told == Some(text.as_str());
        (is_told || is_draw).then(|| {
            self.open.remove(last);
            self.slip(SlipKind::ResultForm, place, &text);
            match is_told {
                true => GameEnd::Asterisk,
                false => GameEnd::Result(GameResult::Draw1),
            }
        })
    }
}
