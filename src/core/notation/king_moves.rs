//! Parses and prints the counts of consecutive king moves in Frisian draughts: `wolf="W28=1 B5=2"`
//! beside a Hub position (lidraughts' web client), and `:+1+0` after a FEN (lidraughts).
//!
//! The FEN of lidraughts names no king, so its count applies to a side's only king. Our own field
//! after a FEN names it, `:+W28=1+B5=2`; other programs skip unknown fields.

use super::{PositionError, squares};
use crate::board::Color;
use crate::game::AnyPosition;
use crate::geometry::{Bits, Square};
use kamen_protocol::SquareName;

const BOTH: [Color; 2] = [Color::White, Color::Black];

impl AnyPosition {
    /// Parses Hub's argument `wolf`: the counts of moves of the kings on the named squares.
    ///
    /// # Errors
    /// The text is malformed, names a square without such a king, or has a count above 3. In
    /// variants without the limit the argument is ignored like any unknown one.
    pub fn set_wolf(&mut self, text: &str) -> Result<(), PositionError> {
        if !self.limits_king_moves() {
            return Ok(());
        }
        for word in text.split_whitespace() {
            let error = |expected| PositionError::KingMoves {
                found: word.chars().take(20).collect(),
                expected,
            };
            let form = "like W28=1: a colour, the square of a king, and at most 3";
            let (king, count) = word.split_once('=').ok_or(error(form))?;
            let count: u8 = count.parse().map_err(|_| error(form))?;
            let (color, square) = if let Some(square) = king.strip_prefix('W') {
                (Color::White, square)
            } else if let Some(square) = king.strip_prefix('B') {
                (Color::Black, square)
            } else {
                return Err(error(form));
            };
            let square = SquareName::parse(square).map_err(|_| error(form))?;
            let square =
                squares::by_name(self.variant(), square).ok_or(error("a square of the board"))?;
            set(self, color, square, count).map_err(error)?;
        }
        Ok(())
    }

    /// Formats Hub's argument `wolf`; empty without counts.
    pub fn wolf(&self) -> String {
        let word = |color: Color| {
            let (king, count) = self.king_moves(color)?;
            let letter = if color == Color::White { 'W' } else { 'B' };
            Some(format!(
                "{letter}{}={count}",
                squares::number(self.variant(), king)
            ))
        };
        let words: Vec<String> = BOTH.into_iter().filter_map(word).collect();
        words.join(" ")
    }
}

/// Parses the counts in the fields after a FEN: `+1+0`, or our own `+W28=1`.
pub(super) fn parse_fields(
    position: &mut AnyPosition,
    fields: &[String],
) -> Result<(), PositionError> {
    if !position.limits_king_moves() {
        return Ok(());
    }
    for field in fields.iter().filter_map(|field| field.strip_prefix('+')) {
        if field.contains('=') {
            position.set_wolf(&field.replace('+', " "))?;
        } else if let Some((white, black)) = field.split_once('+') {
            for (color, count) in BOTH.into_iter().zip([white, black]) {
                only_king(position, color, count, field)?;
            }
        }
    }
    Ok(())
}

/// The field with the counts after a FEN; `None` without counts.
pub(super) fn write_field(position: &AnyPosition) -> Option<String> {
    let wolf = position.wolf();
    (!wolf.is_empty()).then(|| format!("+{}", wolf.replace(' ', "+")))
}

/// Sets the count of a side's only king; a side with several kings keeps none.
fn only_king(
    position: &mut AnyPosition,
    color: Color,
    count: &str,
    field: &str,
) -> Result<(), PositionError> {
    let error = |expected| PositionError::KingMoves {
        found: field.chars().take(20).collect(),
        expected,
    };
    let count: u8 = count
        .parse()
        .map_err(|_| error("like +1+0, with numbers of at most 3"))?;
    let kings = position.kings(color);
    if count > 0 && !kings.several() && kings.any() {
        set(position, color, kings.lowest(), count).map_err(error)?;
    }
    Ok(())
}

fn set(
    position: &mut AnyPosition,
    color: Color,
    king: Square,
    count: u8,
) -> Result<(), &'static str> {
    if count > 3 {
        return Err("at most 3");
    }
    if !position.kings(color).has(king) {
        return Err("the square of a king of that colour");
    }
    // A side without men is not limited.
    if position.census(color)[0] > 0 {
        position.count_king_moves(color, king, count);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::game::AnyPosition;
    use crate::rules::Variant;

    #[test]
    fn counts_are_read_and_written() {
        let read = |fen: &str| AnyPosition::parse_fen(Variant::Frisian, fen);
        let mut position = read("W:WK28,40:BK5,12").unwrap();
        position.set_wolf("W28=1 B5=3").unwrap();
        assert_eq!(position.wolf(), "W28=1 B5=3");
        assert_eq!(read(&position.fen()), Ok(position));
        assert_eq!(read("W:WK28,40:BK5,12:H0:F1:+1+3"), Ok(position));
        assert_ne!(position.key(), read("W:WK28,40:BK5,12").unwrap().key());
        // No man, so no limit; two kings, so the count is ambiguous.
        assert_eq!(read("W:WK28:BK5,K6,12:+1+3").unwrap().wolf(), "");
        for bad in [
            "W28", "W28=4", "W27=1", "X28=1", "W=1", "W99=1", "W28=x", "B40=1",
        ] {
            let mut position = read("W:WK28,40:BK5,12").unwrap();
            assert!(position.set_wolf(bad).is_err(), "{bad}");
        }
    }
}
