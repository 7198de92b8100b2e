//! The counts of consecutive king moves in Frisian draughts: `wolf="W28=1 B5=2"` beside a Hub
//! position (lidraughts' web client), and `:+1+0` behind a FEN (lidraughts).
//!
//! The FEN of lidraughts names no king, so its count is that of a side's only king. What we write
//! behind a FEN does, `:+W28=1+B5=2`; others skip what they do not know.

use super::{PositionError, squares};
use crate::board::Color;
use crate::geometry::{Bits, Square};
use crate::rules::{KingMoves, Position, Rules};
use kamen_protocol::SquareName;

const BOTH: [Color; 2] = [Color::White, Color::Black];

/// Reads the argument `wolf` of Hub: counts of moves by the kings on the squares named.
///
/// # Errors
/// A text of another form, a square without such a king, or a count above 3. Where nothing is
/// limited, the argument is ignored like any other that is not known.
pub fn parse_wolf<R: Rules>(position: &mut Position<R>, text: &str) -> Result<(), PositionError> {
    if !R::KingMoves::LIMITED {
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
        let square = squares::by_name::<R>(square).ok_or(error("a square of the board"))?;
        set(position, color, square, count).map_err(error)?;
    }
    Ok(())
}

/// Writes the argument `wolf` of Hub; empty when nothing is counted.
pub fn write_wolf<R: Rules>(position: &Position<R>) -> String {
    let word = |color: Color| {
        let (king, count) = position.king_moves.count(color)?;
        let letter = if color == Color::White { 'W' } else { 'B' };
        Some(format!("{letter}{}={count}", squares::number::<R>(king)))
    };
    let words: Vec<String> = BOTH.into_iter().filter_map(word).collect();
    words.join(" ")
}

/// Takes the counts out of the fields behind a FEN: `+1+0`, and `+W28=1` as we write it.
pub(super) fn parse_fields<R: Rules>(
    position: &mut Position<R>,
    fields: &[String],
) -> Result<(), PositionError> {
    if !R::KingMoves::LIMITED {
        return Ok(());
    }
    for field in fields.iter().filter_map(|field| field.strip_prefix('+')) {
        if field.contains('=') {
            parse_wolf(position, &field.replace('+', " "))?;
        } else if let Some((white, black)) = field.split_once('+') {
            for (color, count) in BOTH.into_iter().zip([white, black]) {
                only_king(position, color, count, field)?;
            }
        }
    }
    Ok(())
}

/// The field behind a FEN with the counts; empty when nothing is counted.
pub(super) fn write_field<R: Rules>(position: &Position<R>) -> Option<String> {
    let wolf = write_wolf(position);
    (!wolf.is_empty()).then(|| format!("+{}", wolf.replace(' ', "+")))
}

/// Counts for the side's only king; more kings than one leave it open which is meant.
fn only_king<R: Rules>(
    position: &mut Position<R>,
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
    let kings = position.board.kings(color);
    if count > 0 && !kings.several() && kings.any() {
        set(position, color, kings.lowest(), count).map_err(error)?;
    }
    Ok(())
}

fn set<R: Rules>(
    position: &mut Position<R>,
    color: Color,
    king: Square,
    count: u8,
) -> Result<(), &'static str> {
    if count > 3 {
        return Err("at most 3");
    }
    if !position.board.kings(color).has(king) {
        return Err("the square of a king of that colour");
    }
    // A side without men is not limited.
    if position.board.men(color).any() {
        position.king_moves = position.king_moves.with_count(color, king, count);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::notation::{parse_fen, parse_wolf, write_fen, write_wolf};
    use crate::rules::{Frisian, Variant};

    #[test]
    fn counts_are_read_and_written() {
        let read = |fen: &str| parse_fen::<Frisian>(Variant::Frisian, fen);
        let mut position = read("W:WK28,40:BK5,12").unwrap();
        parse_wolf(&mut position, "W28=1 B5=3").unwrap();
        assert_eq!(write_wolf(&position), "W28=1 B5=3");
        assert_eq!(read(&write_fen(&position)), Ok(position));
        assert_eq!(read("W:WK28,40:BK5,12:H0:F1:+1+3"), Ok(position));
        assert_ne!(position.key(), read("W:WK28,40:BK5,12").unwrap().key());
        // No man, no limit; two kings, and nobody says which.
        assert_eq!(write_wolf(&read("W:WK28:BK5,K6,12:+1+3").unwrap()), "");
        for bad in [
            "W28", "W28=4", "W27=1", "X28=1", "W=1", "W99=1", "W28=x", "B40=1",
        ] {
            let mut position = read("W:WK28,40:BK5,12").unwrap();
            assert!(parse_wolf(&mut position, bad).is_err(), "{bad}");
        }
    }
}
