//! What is wrong with a suite.

use thiserror::Error;

/// A line of a suite that cannot be used.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("line {line}: expected {expected}, found `{found}`")]
pub struct SuiteError {
    /// Line number, from 1.
    pub line: usize,
    /// What would have been right.
    pub expected: &'static str,
    /// What is there.
    pub found: String,
}
