//! Frames: which square a number or a place in a position string means to a client.
//!
//! Kamen's own is the plain one. pydraughts from 0.6.0 on writes the positions of its 8x8 games as
//! its inner board has them, on which the beginner is White, and their moves in the numbers of its
//! PDN reader, which for boards with letters begin at a1. Checked against its release 0.6.7 for
//! every square, man and king.

use crate::rules::Variant;
use kamen_protocol::{Cell, HubPosition, Side};
use std::fmt;
use std::str::FromStr;

/// In whose frame positions and moves are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Frame {
    /// The numbers of the variant, for positions and moves alike.
    #[default]
    Plain,
    /// That of pydraughts 0.6; for boards other than its 8x8 the same as the plain one.
    Pydraughts,
}

impl Frame {
    /// All frames.
    pub const ALL: [Frame; 2] = [Frame::Plain, Frame::Pydraughts];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Frame::Plain => "plain",
            Frame::Pydraughts => "pydraughts",
        }
    }

    /// The numbers in its moves.
    pub fn numbers(self, variant: Variant) -> Numbers {
        let row = match (self, variant) {
            (Frame::Pydraughts, Variant::Russian | Variant::Brazilian) => Some(4),
            (Frame::Pydraughts, Variant::Turkish) => Some(8),
            _ => None,
        };
        Numbers(row)
    }

    /// A position out of this frame in the plain one, and the other way round.
    #[must_use]
    pub fn turn(self, variant: Variant, position: HubPosition) -> HubPosition {
        if (self, variant) != (Frame::Pydraughts, Variant::English) {
            return position;
        }
        let exchange = |cell: &Cell| match *cell {
            Cell::Empty => Cell::Empty,
            Cell::Man(side) => Cell::Man(other(side)),
            Cell::King(side) => Cell::King(other(side)),
        };
        HubPosition {
            turn: other(position.turn),
            squares: position.squares.iter().rev().map(exchange).collect(),
        }
    }
}

fn other(side: Side) -> Side {
    match side {
        Side::White => Side::Black,
        Side::Black => Side::White,
    }
}

/// The numbers of squares in moves: those of the variant, or those with the rows turned over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Numbers(Option<u16>);

impl Numbers {
    /// The numbers of the variant.
    pub const PLAIN: Numbers = Numbers(None);

    /// The variant's number of a square for the number here, and the other way round. What is no
    /// square remains.
    #[must_use]
    pub fn turn(self, number: u16) -> u16 {
        const ROWS: u16 = 8;
        match (self.0, number.checked_sub(1)) {
            (Some(width), Some(place)) if place < ROWS * width => {
                (ROWS - 1 - place / width) * width + place % width + 1
            }
            _ => number,
        }
    }
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no frame has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected plain or pydraughts")]
pub struct UnknownFrame;

impl FromStr for Frame {
    type Err = UnknownFrame;

    fn from_str(text: &str) -> Result<Frame, UnknownFrame> {
        let found = Frame::ALL.into_iter().find(|frame| frame.name() == text);
        found.ok_or(UnknownFrame)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{hub_move_in, parse_hub_position, parse_move_in, write_hub_position};
    use crate::rules::Position;
    use crate::with_rules;
    use Variant::{Brazilian, English, Italian, Russian, Turkish};

    const START: &str = "bbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";

    /// Observed of pydraughts 0.6.7: position, moves played from it, then legal moves, all as it
    /// sends them, and their plain texts.
    type Case = (
        Variant,
        &'static str,
        &'static str,
        &'static [(&'static str, &'static str)],
    );

    const CASES: &[Case] = &[
        (English, "W", "11-15 22-18", &[("15x22x18", "15x22x18")]),
        (
            English,
            "BeeeeeeeeeeeeeebeeweeeeeeeeweeeeB",
            "",
            &[("18x11x15", "18x11x15"), ("1x19x6x15", "1x19x6x15")],
        ),
        (Italian, "W", "", &[("22-18", "22-18")]),
        (
            Italian,
            "WWeeeeeeeeeeeeeeeeeeeBBBeeeeWBeee",
            "",
            &[("28x17x21x22x23", "28x17x21x22x23")],
        ),
        (Russian, "W", "10-14 23-19", &[("14x23x19", "18x11x15")]),
        (
            Russian,
            "WeeeeeeeeeebeeeeeebeeeweeeeeWeeee",
            "",
            &[("10x28x14x23", "22x8x11x18")],
        ),
        (Brazilian, "W", "9-13 22-18", &[("13x22x18", "17x10x14")]),
        (
            Brazilian,
            "WeeeeeeeeebbeeeeeebeeeweeeeeWeeee",
            "",
            &[("10x26x14x22", "22x6x10x18"), ("10x28x14x23", "22x8x11x18")],
        ),
        (
            Turkish,
            "WeeeeeeeeeeeeeeeeeebeeeeeeeeeeeeebeeeeeeeeeeeeeeeeeeeeeeeWeeeeeee",
            "",
            &[("1x44x25x43", "57x20x19x33"), ("1x48x25x43", "57x24x19x33")],
        ),
    ];

    #[test]
    fn what_pydraughts_sends_is_understood() {
        for &(variant, text, played, legal) in CASES {
            let text = if text == "W" {
                format!("W{START}")
            } else {
                text.to_owned()
            };
            let numbers = Frame::Pydraughts.numbers(variant);
            with_rules!(variant, R => {
                let sent = HubPosition::parse(&text).unwrap();
                let plain = Frame::Pydraughts.turn(variant, sent.clone());
                assert_eq!(Frame::Pydraughts.turn(variant, plain.clone()), sent);
                let mut position = parse_hub_position::<R>(variant, &plain.to_string()).unwrap();
                for text in played.split_whitespace() {
                    let m = parse_move_in(numbers, &position, text).unwrap();
                    assert_eq!(hub_move_in::<R>(numbers, &m), text, "{variant}");
                    position = position.after(&m);
                }
                for &(here, there) in legal {
                    let m = parse_move_in(numbers, &position, here).unwrap();
                    assert_eq!(hub_move_in::<R>(numbers, &m), here, "{variant}");
                    assert_eq!(hub_move_in::<R>(Numbers::PLAIN, &m), there, "{variant}");
                }
            });
        }
    }

    #[test]
    fn other_variants_are_plain_in_every_frame() {
        for variant in Variant::ALL {
            if [English, Russian, Brazilian, Turkish].contains(&variant) {
                continue;
            }
            with_rules!(variant, R => {
                let start = write_hub_position(&Position::<R>::start(variant));
                let start = HubPosition::parse(&start).unwrap();
                assert_eq!(Frame::Pydraughts.turn(variant, start.clone()), start);
                assert_eq!(Frame::Pydraughts.numbers(variant), Numbers::PLAIN);
            });
        }
    }

    #[test]
    fn numbers_turn_there_and_back() {
        for (variant, count) in [(Russian, 32), (Brazilian, 32), (Turkish, 64)] {
            let numbers = Frame::Pydraughts.numbers(variant);
            for n in 1..=count {
                assert!((1..=count).contains(&numbers.turn(n)));
                assert_eq!(numbers.turn(numbers.turn(n)), n);
            }
            assert_eq!(
                [0, count + 1, 99].map(|n| numbers.turn(n)),
                [0, count + 1, 99]
            );
        }
        // a1, c1, b2 and h8.
        let russian = Frame::Pydraughts.numbers(Russian);
        assert_eq!([29, 30, 25, 4].map(|n| russian.turn(n)), [1, 2, 5, 32]);
    }
}
