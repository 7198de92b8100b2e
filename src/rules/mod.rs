//! The rules of every variant, as data.
//!
//! A variant is one file here. Facts that move generation branches on are a [`RuleSet`], reached
//! through a type ([`Rules`]) so that the compiler removes the branches; everything else (names,
//! start position, drawing rules) is a [`Facts`] value reached through [`Variant`]. Variants that
//! differ in facts only share one `Rules` type. To add a variant: write its file, then name it in
//! [`Variant`] (one enum line, one arm of `facts`, one of [`with_rules!`](crate::with_rules)) and
//! put its perft suite into `perft/suites`.

mod czech;
mod draw;
mod english;
mod game;
mod international;
mod position;
mod variant;

pub use czech::Czech;
pub use draw::{Counters, DrawRules, EndingRule};
pub use english::English;
pub use game::Game;
pub use international::International;
pub use position::{Position, crowning_row};
pub use variant::{Facts, UnknownVariant, Variant};

use crate::geometry::Geometry;

/// What decides between several captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precedence {
    /// Any capture may be chosen.
    Free,
    /// The most pieces must be taken.
    Most,
    /// If a king can capture, a king must; otherwise any man may.
    KingFirst,
}

/// The facts that move generation branches on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleSet {
    /// Kings move and capture over any distance.
    pub long_king: bool,
    /// Men capture backward too.
    pub man_captures_backward: bool,
    /// What decides between several captures.
    pub precedence: Precedence,
}

/// A way of moving, as a type.
pub trait Rules: Copy + std::fmt::Debug + Default + PartialEq + Eq + Send + Sync + 'static {
    /// The board.
    type Geometry: Geometry;
    /// The facts of movement and capture.
    const RULES: RuleSet;
}

/// The set of squares of the board of `R`.
pub type BitsOf<R> = <<R as Rules>::Geometry as Geometry>::Bits;

/// A move under `R`.
pub type MoveOf<R> = crate::board::Move<BitsOf<R>>;

/// A board under `R`.
pub type BoardOf<R> = crate::board::Board<BitsOf<R>>;

/// Crosses from a [`Variant`] known at run time to its [`Rules`] type: `with_rules!(variant, R =>
/// expression)` evaluates the expression with `R` naming that type. Once a game, never once a node.
#[macro_export]
macro_rules! with_rules {
    ($variant:expr, $R:ident => $body:expr) => {
        match $variant {
            $crate::rules::Variant::International => {
                type $R = $crate::rules::International;
                $body
            }
            $crate::rules::Variant::Czech => {
                type $R = $crate::rules::Czech;
                $body
            }
            $crate::rules::Variant::English => {
                type $R = $crate::rules::English;
                $body
            }
        }
    };
}
