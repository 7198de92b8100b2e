//! The rules of every variant, as data. Begin with [`Variant`] and [`Rules`].
//!
//! The facts that move generation branches on form a [`RuleSet`], a constant of a type ([`Rules`]),
//! so that the compiler removes the branches; everything else (names, start position, drawing
//! rules) is a [`Facts`] value of a [`Variant`]. Variants that differ only in facts share one
//! `Rules` type. A [`VariantOf`] is a variant typed by its rules.
//!
//! # A new variant
//!
//! On an existing board, a new variant needs
//!
//! 1. its file here, with a `Rules` type and its `FACTS`, each citing the article it follows, and
//!    the `mod` and `pub use` lines of that file below; a variant that moves as another is
//!    another `Facts` value in the file of that one;
//! 2. its line in the table of `variant.rs`; it plays with the hand-made evaluation until
//!    `kamen learn` has trained weights, `src/data/weights-8x8/NAME.weights` or `weights-larger`;
//! 3. `perft/suites/NAME.perft` and `NAME.moves`, which tests find by name, and a line of
//!    `tests/naive/src/table.rs`, by which the second, naive move generator checks it;
//! 4. seven positions in `src/search/bench/positions.txt` and a suite of shots
//!    `tests/data/tactics/NAME.txt`, which `tests/data/tactics/README.md` tells how to mine.
//!
//! Nothing else names a variant. A new board is one `board!` line in [`geometry`](crate::geometry).

mod brazilian;
mod breakthrough;
mod canadian;
mod czech;
mod draw;
mod english;
mod facts;
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
#[macro_use]
mod variant;

pub use brazilian::Brazilian;
pub use breakthrough::Breakthrough;
pub use canadian::Canadian;
pub use czech::Czech;
pub use draw::{Counters, Draw, DrawRules, Ending, EndingRule};
pub use english::English;
pub use facts::{BoardColors, Facts, Objective, PdnFacts, PydraughtsFrame};
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
#[doc(hidden)]
pub use variant::left_out;
pub use variant::{UnknownVariant, Variant, VariantOf};

use crate::geometry::{Direction, Geometry};

/// The precedence of captures.
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

/// Calls a macro with the names of all types of rules: for what is compiled once for each of them.
#[macro_export]
macro_rules! each_rules {
    ($callback:ident) => {
        $callback! {
            Brazilian Breakthrough Canadian Czech English Frisian International Italian Killer Pool Russian Spanish
            Spantsireti Thai Turkish
        }
    };
}

/// The lines that pieces move along.
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

/// When captured pieces are removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// After the move: captured pieces block until then, and none may be jumped twice.
    AfterMove,
    /// Immediately; `may_turn_back` says whether the next jump may reverse direction.
    AtOnce {
        /// Whether a king may reverse direction.
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
    /// A long king lands directly behind each piece it captures.
    pub lands_behind: bool,
    /// A long king lands directly behind a king that it captures last.
    pub halts_behind_king: bool,
    /// Men move and capture sideways too.
    pub man_goes_sideways: bool,
    /// Men capture backward too.
    pub man_captures_backward: bool,
    /// Men may capture kings.
    pub man_captures_kings: bool,
    /// A man that reaches the back row during a capture continues as a king.
    pub crowned_in_passing: bool,
    /// When captured pieces are removed.
    pub removal: Removal,
    /// The precedence of captures.
    pub precedence: Precedence,
    /// The first king on the board ends the game.
    pub first_king_wins: bool,
}

/// The rules of movement and capture, as a type.
pub trait Rules:
    crate::movegen::Compiled + Copy + std::fmt::Debug + Default + PartialEq + Eq + Send + Sync + 'static
{
    /// The board.
    type Geometry: Geometry;
    /// The counts of consecutive king moves; `()` without the limit.
    type KingMoves: KingMoves;
    /// The facts of movement and capture.
    const RULES: RuleSet;
    /// How squares are numbered.
    const NUMBERING: Numbering = Numbering::TopLeft;
}

/// Where square 1 lies, as White sees it, and which corner is a playing square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbering {
    /// Top left; the lower left corner is a playing square.
    TopLeft,
    /// Bottom right; the lower left corner is a playing square.
    BottomRight,
    /// Top left of the mirrored board, whose lower right corner is a playing square.
    MirroredTopLeft,
    /// Bottom right of the mirrored board, whose lower right corner is a playing square.
    MirroredBottomRight,
}

/// The set of squares of the board of `R`.
pub type BitsOf<R> = <<R as Rules>::Geometry as Geometry>::Bits;

/// A move under `R`.
pub type MoveOf<R> = crate::board::Move<BitsOf<R>>;

/// A board under `R`.
pub type BoardOf<R> = crate::board::Board<BitsOf<R>>;
