//! The rules of every variant, as data.
//!
//! A variant is one file here. Facts that move generation branches on are a [`RuleSet`], reached
//! through a type ([`Rules`]) so that the compiler removes the branches; everything else (names,
//! start position, drawing rules) is a [`Facts`] value reached through [`Variant`]. Variants that
//! differ in facts only share one `Rules` type. To add a variant: write its file, then name it in
//! [`Variant`] (one enum line, one arm of `facts`, one of [`with_rules!`](crate::with_rules)) and
//! put its perft suite into `perft/suites`.

mod brazilian;
mod breakthrough;
mod canadian;
mod czech;
mod draw;
mod english;
mod frisian;
mod game;
mod international;
mod italian;
mod killer;
mod king_moves;
mod pool;
mod position;
mod result;
mod russian;
mod spanish;
mod spantsireti;
mod thai;
mod turkish;
mod variant;

pub use brazilian::Brazilian;
pub use breakthrough::Breakthrough;
pub use canadian::Canadian;
pub use czech::Czech;
pub use draw::{Counters, Draw, DrawRules, Ending, EndingRule};
pub use english::English;
pub use frisian::Frisian;
pub use game::Game;
pub use international::International;
pub use italian::Italian;
pub use killer::Killer;
pub use king_moves::{KingMoveCounts, KingMoves};
pub use pool::Pool;
pub use position::{Position, crowning_row};
pub use result::GameResult;
pub use russian::Russian;
pub use spanish::Spanish;
pub use spantsireti::Spantsireti;
pub use thai::Thai;
pub use turkish::Turkish;
pub use variant::{Facts, Objective, UnknownVariant, Variant};

use crate::geometry::{Direction, Geometry};

/// What decides between several captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precedence {
    /// Any capture may be chosen.
    Free,
    /// The most pieces must be taken.
    Most,
    /// The most pieces, among those the most kings.
    MostThenKings,
    /// If a king can capture, a king must; otherwise any man may.
    KingFirst,
    /// The highest value, a king counting just under two men; at equal value a king must capture.
    Value,
    /// Most pieces; with a king; most kings; kings as early as possible.
    Italian,
}

/// Lines that pieces go along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lines {
    /// The diagonals.
    Diagonal,
    /// Rows and files.
    Straight,
    /// Both.
    All,
}

impl Lines {
    /// Whether a direction is one of these lines.
    #[inline(always)]
    pub const fn contain(self, direction: Direction) -> bool {
        match self {
            Lines::Diagonal => direction.is_diagonal(),
            Lines::Straight => !direction.is_diagonal(),
            Lines::All => true,
        }
    }
}

/// When captured pieces leave the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// When the move is complete: they block until then, and none is jumped twice.
    AfterMove,
    /// Each at once; `may_turn_back` says whether the next jump may go back by 180 degrees.
    AtOnce {
        /// Whether a king may turn back.
        may_turn_back: bool,
    },
}

/// The facts that move generation branches on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleSet {
    /// Lines of moves without capture.
    pub moves: Lines,
    /// Lines of captures.
    pub captures: Lines,
    /// Kings move and capture over any distance.
    pub long_king: bool,
    /// A long king lands directly behind every piece that it captures.
    pub lands_behind: bool,
    /// A long king lands directly behind a king that it captures last.
    pub halts_behind_king: bool,
    /// Men move and capture sideways too.
    pub man_goes_sideways: bool,
    /// Men capture backward too.
    pub man_captures_backward: bool,
    /// Men may capture kings.
    pub man_captures_kings: bool,
    /// A man that touches the last row in mid-capture goes on as a king.
    pub crowned_in_passing: bool,
    /// When captured pieces leave the board.
    pub removal: Removal,
    /// What decides between several captures.
    pub precedence: Precedence,
    /// The first king on the board ends the game.
    pub first_king_wins: bool,
}

/// A way of moving, as a type.
pub trait Rules: Copy + std::fmt::Debug + Default + PartialEq + Eq + Send + Sync + 'static {
    /// The board.
    type Geometry: Geometry;
    /// What limits moves of kings, beside the rules that every position shows.
    type KingMoves: KingMoves;
    /// The facts of movement and capture.
    const RULES: RuleSet;
    /// How squares are numbered.
    const NUMBERING: Numbering = Numbering::TopLeft;
}

/// Where square 1 lies, seen from White, and where the double corner is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbering {
    /// Top left; the lower left corner is played on.
    TopLeft,
    /// Bottom right; the lower left corner is played on.
    BottomRight,
    /// Top left of the mirrored board, whose lower right corner is played on.
    MirroredTopLeft,
    /// Bottom right of the mirrored board, whose lower right corner is played on.
    MirroredBottomRight,
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
            $crate::rules::Variant::International | $crate::rules::Variant::Losing => {
                type $R = $crate::rules::International;
                $body
            }
            $crate::rules::Variant::Killer => {
                type $R = $crate::rules::Killer;
                $body
            }
            $crate::rules::Variant::Breakthrough => {
                type $R = $crate::rules::Breakthrough;
                $body
            }
            $crate::rules::Variant::Frisian | $crate::rules::Variant::Frysk => {
                type $R = $crate::rules::Frisian;
                $body
            }
            $crate::rules::Variant::Canadian => {
                type $R = $crate::rules::Canadian;
                $body
            }
            $crate::rules::Variant::Brazilian => {
                type $R = $crate::rules::Brazilian;
                $body
            }
            $crate::rules::Variant::Russian | $crate::rules::Variant::RussianGiveaway => {
                type $R = $crate::rules::Russian;
                $body
            }
            $crate::rules::Variant::Spantsireti => {
                type $R = $crate::rules::Spantsireti;
                $body
            }
            $crate::rules::Variant::Czech
            | $crate::rules::Variant::CzechZapletal
            | $crate::rules::Variant::CzechGiveaway => {
                type $R = $crate::rules::Czech;
                $body
            }
            $crate::rules::Variant::English | $crate::rules::Variant::EnglishGiveaway => {
                type $R = $crate::rules::English;
                $body
            }
            $crate::rules::Variant::Pool => {
                type $R = $crate::rules::Pool;
                $body
            }
            $crate::rules::Variant::Italian => {
                type $R = $crate::rules::Italian;
                $body
            }
            $crate::rules::Variant::Spanish | $crate::rules::Variant::Portuguese => {
                type $R = $crate::rules::Spanish;
                $body
            }
            $crate::rules::Variant::Thai => {
                type $R = $crate::rules::Thai;
                $body
            }
            $crate::rules::Variant::Turkish => {
                type $R = $crate::rules::Turkish;
                $body
            }
        }
    };
}
