//! The error of a suite line.

use thiserror::Error;

/// A line of a suite that cannot be used.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("line {line}: expected {expected}, found `{found}`")]
pub struct SuiteError {
    /// Line number, from 1.
    pub line: usize,
    /// What was expected.
    pub expected: &'static str,
    /// What was found.
    pub found: String,
}
