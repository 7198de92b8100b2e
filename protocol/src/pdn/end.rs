//! How games end: `*` and the results.

use std::fmt;

/// What stands behind the last move of a game (PDN 3.0, "GameSeparator").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameEnd {
    /// `*`: the game ends here, and the tag `Result` says how, if anything does.
    Asterisk,
    /// A result, as files had it before PDN 3.0.
    Result(GameResult),
}

/// A result (PDN 3.0, "Result tag"). The first number belongs to the side that begins: in English
/// checkers `1-0` is a win for Black (PDN 2.0, 6.1.1.1.1.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `1-0`
    Win1,
    /// `1/2-1/2`
    Draw1,
    /// `0-1`
    Loss1,
    /// `2-0`, in games that give two points for a win.
    Win2,
    /// `1-1`
    Draw2,
    /// `0-2`
    Loss2,
    /// `0-0`: both lose.
    BothLose,
}

impl GameResult {
    /// All results.
    pub const ALL: [Self; 7] = [
        Self::Win1,
        Self::Draw1,
        Self::Loss1,
        Self::Win2,
        Self::Draw2,
        Self::Loss2,
        Self::BothLose,
    ];

    /// How it is written.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Win1 => "1-0",
            Self::Draw1 => "1/2-1/2",
            Self::Loss1 => "0-1",
            Self::Win2 => "2-0",
            Self::Draw2 => "1-1",
            Self::Loss2 => "0-2",
            Self::BothLose => "0-0",
        }
    }

    /// The result that is written so; `None` for any other text, as the tag `Result` may have it.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|result| result.text() == text)
    }

    /// The same result where a win gives one point.
    #[must_use]
    pub const fn with_one_point(self) -> Self {
        match self {
            Self::Win2 => Self::Win1,
            Self::Draw2 => Self::Draw1,
            Self::Loss2 => Self::Loss1,
            same => same,
        }
    }

    /// The same result where a win gives two points.
    #[must_use]
    pub const fn with_two_points(self) -> Self {
        match self {
            Self::Win1 => Self::Win2,
            Self::Draw1 => Self::Draw2,
            Self::Loss1 => Self::Loss2,
            same => same,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl fmt::Display for GameEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Asterisk => f.write_str("*"),
            Self::Result(result) => result.fmt(f),
        }
    }
}
