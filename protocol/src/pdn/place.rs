//! Places in files.

use std::fmt;

/// A place in a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line, from 1; 0 in what was not read from a file.
    pub line: u32,
    /// The character in the line, from 1; 0 in what was not read from a file.
    pub column: u32,
}

impl Place {
    /// The place this number of characters further on in the line.
    #[must_use]
    pub const fn right(self, characters: usize) -> Self {
        let characters = if characters > u32::MAX as usize {
            u32::MAX
        } else {
            characters as u32
        };
        Self {
            line: self.line,
            column: self.column.saturating_add(characters),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}
