//! Whether routes of a capture count, [`Counting`], and the names of it.

use std::fmt;
use std::str::FromStr;

/// How to count captures with the same start, end and captured pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Counting {
    /// Once, as in the rules.
    #[default]
    Unique,
    /// Once per route, as in many published perft tables.
    Paths,
}

/// An unknown name of [`Counting`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown way of counting '{found}', expected 'unique' or 'paths'")]
pub struct UnknownCounting {
    /// The name as written.
    pub found: String,
}

impl Counting {
    /// The name used on the command line and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Counting::Unique => "unique",
            Counting::Paths => "paths",
        }
    }
}

impl fmt::Display for Counting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Counting {
    type Err = UnknownCounting;

    fn from_str(text: &str) -> Result<Counting, UnknownCounting> {
        let all = [Counting::Unique, Counting::Paths];
        let found = all.into_iter().find(|counting| counting.name() == text);
        found.ok_or_else(|| UnknownCounting {
            found: text.to_owned(),
        })
    }
}
