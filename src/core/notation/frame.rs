//! Frames: how a client numbers squares in positions and moves. Begin with [`Frame`].
//!
//! Kamen's own frame is the plain one. pydraughts since 0.6.0 writes positions of its 8x8 games as
//! on its internal board, where the side that begins is White, and moves in the numbers of its PDN
//! reader, which for algebraic boards begin at a1. Verified against release 0.6.7 for every square,
//! man and king.

use crate::rules::{PydraughtsFrame, Variant};
use kamen_protocol::{Cell, HubPosition, Side};
use std::fmt;
use std::str::FromStr;

/// The frame of positions and moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Frame {
    /// The numbers of the variant, in positions and moves.
    #[default]
    Plain,
    /// The frame of pydraughts 0.6; equals the plain one except on 8x8 boards.
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

    /// The square numbers in its moves.
    pub fn numbers(self, variant: Variant) -> Numbers {
        let is_turned = variant.facts().pydraughts == PydraughtsFrame::RowsTurned;
        if self == Frame::Plain || !is_turned {
            return Numbers::PLAIN;
        }
        let shape = variant.shape();
        Numbers(Some((shape.height as u16, shape.per_row() as u16)))
    }

    /// Converts a position from this frame to the plain one, or back: the conversion is its own
    /// inverse.
    #[must_use]
    pub fn turn(self, variant: Variant, position: HubPosition) -> HubPosition {
        let is_exchanged = variant.facts().pydraughts == PydraughtsFrame::ColorsExchanged;
        if self == Frame::Plain || !is_exchanged {
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

/// Square numbers in moves: those of the variant, or those with the rows reversed (number of rows
/// and their length).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Numbers(Option<(u16, u16)>);

impl Numbers {
    /// The numbers of the variant.
    pub const PLAIN: Numbers = Numbers(None);

    /// Converts a number to the variant's own, or back: the conversion is its own inverse. A number
    /// of no square is returned unchanged.
    #[must_use]
    pub fn turn(self, number: u16) -> u16 {
        match (self.0, number.checked_sub(1)) {
            (Some((rows, width)), Some(place)) if place < rows * width => {
                (rows - 1 - place / width) * width + place % width + 1
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

/// An unknown frame name.
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
    use crate::game::AnyPosition;
    use Variant::{Brazilian, English, Italian, Russian, Turkish};

    #[test]
    fn names_lead_to_their_frames() {
        for (frame, name) in Frame::ALL.into_iter().zip(["plain", "pydraughts"]) {
            assert_eq!(frame.name(), name);
            assert_eq!(name.parse::<Frame>().ok(), Some(frame));
        }
    }

    const START: &str = "bbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";

    /// Observed from pydraughts 0.6.7: position, moves played from it, then legal moves, all as
    /// sent, and their plain equivalents.
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
            let sent = HubPosition::parse(&text).unwrap();
            let plain = Frame::Pydraughts.turn(variant, sent.clone());
            assert_eq!(Frame::Pydraughts.turn(variant, plain.clone()), sent);
            let mut position = AnyPosition::from_hub(variant, &plain).unwrap();
            for text in played.split_whitespace() {
                let m = position.parse_move_in(numbers, text).unwrap();
                assert_eq!(m.hub_in(numbers), text, "{variant}");
                position = position.after(&m).unwrap();
            }
            for &(here, there) in legal {
                let m = position.parse_move_in(numbers, here).unwrap();
                assert_eq!(m.hub_in(numbers), here, "{variant}");
                assert_eq!(m.to_string(), there, "{variant}");
            }
        }
    }

    #[test]
    fn other_variants_are_plain_in_every_frame() {
        for variant in Variant::ALL {
            if [English, Russian, Brazilian, Turkish].contains(&variant) {
                continue;
            }
            let start = AnyPosition::start(variant).hub();
            assert_eq!(Frame::Pydraughts.turn(variant, start.clone()), start);
            assert_eq!(Frame::Pydraughts.numbers(variant), Numbers::PLAIN);
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
