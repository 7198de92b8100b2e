//! Why a piece cannot go to a square where there is nothing to capture. Begin with [`Barrier::of`].

use super::named;
use crate::board::{Color, Kind};
use crate::game::AnyPosition;
use crate::geometry::Square;
use crate::rules::Lines;
use kamen_protocol::MoveKind;
use std::fmt;

/// What keeps a piece from a square; nobody can capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barrier {
    /// A piece stands there.
    Occupied,
    /// The piece moves along other lines.
    OffLine(Kind, Lines),
    /// Men move forward, and in Turkish draughts sideways.
    ManGoesBack,
    /// The piece moves one square at a time.
    TooFar(Kind),
    /// Another piece stands between.
    InTheWay,
    /// A capture is written, and there is none.
    NothingToCapture,
    /// Men capture no kings.
    ManTakesKing,
    /// Men do not capture backward.
    ManCapturesBack,
    /// The king has moved three times in a row.
    KingRests,
}

impl Barrier {
    /// What keeps the piece on the first square of a path from the others.
    pub(super) fn of(position: &AnyPosition, path: &[Square], kind: MoveKind) -> Barrier {
        let (&[from, ..], Some(&to)) = (path, path.last()) else {
            return Barrier::NothingToCapture;
        };
        let Some((color, piece)) = position.at(from) else {
            return Barrier::NothingToCapture;
        };
        let way = Way::new(position, from, to);
        if path.len() > 2 || kind == MoveKind::Capture || way.is_jump(position) {
            return of_jump(position, color, piece, &way);
        }
        let rules = position.variant().rules();
        let is_straight = way.rows == 0 || way.files == 0;
        let is_on_line = match rules.moves {
            Lines::Diagonal => way.rows.abs() == way.files.abs(),
            Lines::Straight => is_straight,
            Lines::All => is_straight || way.rows.abs() == way.files.abs(),
        };
        let is_short = piece == Kind::Man || !rules.long_king;
        if position.at(to).is_some() {
            Barrier::Occupied
        } else if !is_on_line {
            Barrier::OffLine(piece, rules.moves)
        } else if piece == Kind::Man && way.is_back(color) {
            Barrier::ManGoesBack
        } else if is_short && way.length() > 1 {
            Barrier::TooFar(piece)
        } else if way.between().any(|square| position.at(square).is_some()) {
            Barrier::InTheWay
        } else if position.limits_king_moves() && piece == Kind::King {
            Barrier::KingRests
        } else {
            Barrier::OffLine(piece, rules.moves)
        }
    }
}

/// What keeps a piece from a capture.
fn of_jump(position: &AnyPosition, color: Color, piece: Kind, way: &Way) -> Barrier {
    let rules = position.variant().rules();
    let victim = way.middle().and_then(|middle| position.at(middle));
    match victim {
        _ if piece == Kind::King || !way.is_jump(position) => Barrier::NothingToCapture,
        Some((_, Kind::King)) if !rules.man_captures_kings => Barrier::ManTakesKing,
        _ if way.is_back(color) && !rules.man_captures_backward => Barrier::ManCapturesBack,
        _ => Barrier::NothingToCapture,
    }
}

/// The way from one square to another, in rows (downward) and files of the board.
struct Way {
    from: (usize, usize),
    rows: isize,
    files: isize,
    position: AnyPosition,
    to: Square,
}

impl Way {
    fn new(position: &AnyPosition, from: Square, to: Square) -> Way {
        let shape = position.variant().shape();
        let (from, end) = (shape.row_file(from), shape.row_file(to));
        Way {
            from,
            rows: end.0 as isize - from.0 as isize,
            files: end.1 as isize - from.1 as isize,
            position: *position,
            to,
        }
    }

    /// The steps of a straight or diagonal way.
    fn length(&self) -> isize {
        self.rows.abs().max(self.files.abs())
    }

    /// Whether it leads towards the own side.
    fn is_back(&self, color: Color) -> bool {
        match color {
            Color::White => self.rows > 0,
            Color::Black => self.rows < 0,
        }
    }

    /// The square at a place between.
    fn at(&self, step: isize) -> Option<Square> {
        let row = self.from.0.checked_add_signed(step * self.rows.signum())?;
        let file = self.from.1.checked_add_signed(step * self.files.signum())?;
        self.position.variant().shape().square_at(row, file)
    }

    fn between(&self) -> impl Iterator<Item = Square> {
        (1..self.length()).filter_map(|step| self.at(step))
    }

    /// The square that a piece of a short move jumps over.
    fn middle(&self) -> Option<Square> {
        let is_line = self.rows == 0 || self.files == 0 || self.rows.abs() == self.files.abs();
        (is_line && self.length() == 2)
            .then(|| self.at(1))
            .flatten()
    }

    /// Whether it leads over the next square, with a piece of the other side, to an empty one.
    fn is_jump(&self, position: &AnyPosition) -> bool {
        let victim = self.middle().and_then(|middle| position.at(middle));
        let is_other = victim.is_some_and(|(color, _)| color != position.turn());
        is_other && position.at(self.to).is_none()
    }
}

impl fmt::Display for Barrier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Barrier::Occupied => "a piece stands there",
            Barrier::OffLine(kind, lines) => {
                let lines = match lines {
                    Lines::Diagonal => "along the diagonals",
                    Lines::Straight => "along rows and files",
                    Lines::All => "along the lines",
                };
                return write!(f, "a {} moves {lines}", named(*kind));
            }
            Barrier::ManGoesBack => "a man does not move backward",
            Barrier::TooFar(kind) => return write!(f, "a {} moves one square", named(*kind)),
            Barrier::InTheWay => "a piece is in the way",
            Barrier::NothingToCapture => "there is nothing to capture",
            Barrier::ManTakesKing => "a man captures no king",
            Barrier::ManCapturesBack => "a man does not capture backward",
            Barrier::KingRests => "that king has moved three times in a row",
        };
        f.write_str(text)
    }
}
