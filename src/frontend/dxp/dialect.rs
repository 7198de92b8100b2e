//! Positions and moves as the partner writes them, and as the engine does.

use kamen_core::board::Color;
use kamen_core::notation::{Frame, to_color, to_side};
use kamen_core::rules::Variant;
use kamen_protocol::dxp::{MoveMade, Start};
use kamen_protocol::{HubPosition, MoveKind, MoveText, Side, SquareName};
use std::time::Duration;

/// The variant and the frame that both sides have agreed on outside of DXP.
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    /// What is played.
    pub variant: Variant,
    /// Whose square numbers the partner uses.
    pub frame: Frame,
}

impl Dialect {
    /// Where a game begins; `None` is the start position of the variant.
    pub fn start(self, start: &Start) -> Option<HubPosition> {
        match start {
            Start::Normal => None,
            Start::Position(position) => Some(self.turned(position)),
        }
    }

    /// How to say where a game begins.
    pub fn write_start(self, start: Option<&HubPosition>) -> Start {
        start.map_or(Start::Normal, |position| {
            Start::Position(self.turned(position))
        })
    }

    /// A position in the other frame. The colour to move is the real one in both.
    fn turned(self, position: &HubPosition) -> HubPosition {
        HubPosition {
            turn: position.turn,
            ..self.frame.turn(self.variant, position.clone())
        }
    }

    /// A colour in a request to take moves back, in the other frame.
    pub fn color(self, side: Side) -> Color {
        let squares = Vec::new();
        let position = HubPosition {
            turn: side,
            squares,
        };
        to_color(self.frame.turn(self.variant, position).turn)
    }

    /// The same the other way round.
    pub fn write_color(self, color: Color) -> Side {
        to_side(self.color(to_side(color)))
    }

    /// A move in Hub notation.
    pub fn move_text(self, made: &MoveMade) -> String {
        let numbers = self.frame.numbers(self.variant);
        let squares = [made.from, made.to]
            .into_iter()
            .chain(made.captured.iter().copied());
        let kind = if made.captured.is_empty() {
            MoveKind::Quiet
        } else {
            MoveKind::Capture
        };
        let name = |square: u8| SquareName::Number(numbers.turn(u16::from(square)));
        let squares = squares.map(name).collect();
        MoveText { kind, squares }.to_string()
    }

    /// A move in Hub notation as a message, with the time that it took; `None` if it has letters or
    /// squares above 99.
    pub fn write_move(self, text: &str, time: Duration) -> Option<MoveMade> {
        let numbers = self.frame.numbers(self.variant);
        let square = |name: &SquareName| match *name {
            SquareName::Number(number) => {
                let number = u8::try_from(numbers.turn(number)).ok()?;
                (1..=99).contains(&number).then_some(number)
            }
            SquareName::Letters { .. } => None,
        };
        let read = MoveText::parse(text).ok()?;
        let squares: Vec<u8> = read.squares.iter().map(square).collect::<Option<_>>()?;
        let (&[from, to], captured) = squares.split_first_chunk()?;
        Some(MoveMade {
            seconds: time.as_secs_f64().round().min(9999.0) as u16,
            from,
            to,
            captured: captured.to_vec(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(from: u8, to: u8, captured: &[u8]) -> MoveMade {
        let captured = captured.to_vec();
        MoveMade {
            seconds: 2,
            from,
            to,
            captured,
        }
    }

    #[test]
    fn moves_are_read_and_written() {
        use Variant::{English, International, Russian, Turkish};
        let cases = [
            (International, Frame::Plain, made(32, 28, &[]), "32-28"),
            (
                International,
                Frame::Plain,
                made(5, 25, &[12, 20, 22, 23]),
                "5x25x12x20x22x23",
            ),
            (International, Frame::Pydraughts, made(32, 28, &[]), "32-28"),
            (Russian, Frame::Plain, made(22, 18, &[]), "22-18"),
            (Russian, Frame::Pydraughts, made(14, 23, &[19]), "18x11x15"),
            (
                Turkish,
                Frame::Pydraughts,
                made(1, 44, &[25, 43]),
                "57x20x33x19",
            ),
            (English, Frame::Pydraughts, made(11, 15, &[]), "11-15"),
        ];
        for (variant, frame, message, text) in cases {
            let dialect = Dialect { variant, frame };
            assert_eq!(dialect.move_text(&message), text);
            let time = Duration::from_millis(1700);
            assert_eq!(dialect.write_move(text, time), Some(message));
        }
        let dialect = Dialect {
            variant: International,
            frame: Frame::Plain,
        };
        assert_eq!(dialect.write_move("c3-d4", Duration::ZERO), None);
        assert_eq!(dialect.write_move("99-100", Duration::ZERO), None);
    }

    #[test]
    fn the_colours_of_a_position_are_the_real_ones() {
        let dialect = Dialect {
            variant: Variant::English,
            frame: Frame::Pydraughts,
        };
        let theirs = HubPosition::parse("WbbbbbbbbbbbbeeeeeeeewwwwwwwwwwwB").unwrap();
        let ours = dialect.start(&Start::Position(theirs.clone())).unwrap();
        assert_eq!(ours.to_string(), "WWbbbbbbbbbbbeeeeeeeewwwwwwwwwwww");
        assert_eq!(dialect.write_start(Some(&ours)), Start::Position(theirs));
        assert_eq!(dialect.start(&Start::Normal), None);
        assert_eq!(dialect.color(Side::White), Color::Black);
        assert_eq!(dialect.write_color(Color::Black), Side::White);
    }
}
