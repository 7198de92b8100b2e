//! What `kamen perft` could not do.

use crate::perft::CountError;
use crate::perft::against::AgainstError;
use crate::perft::split::SumError;
use std::io;
use std::path::PathBuf;

/// What `kamen perft` could not do, or found to be wrong.
#[derive(Debug, thiserror::Error)]
pub enum PerftError {
    /// There is no count.
    #[error(transparent)]
    Count(#[from] CountError),
    /// A suite holds something that is not so.
    #[error("{0} failed")]
    Suite(usize),
    /// Another program counts otherwise.
    #[error("`{0}` differs")]
    Differs(String),
    /// Another program cannot be compared with.
    #[error(transparent)]
    Against(#[from] AgainstError),
    /// A file cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write {}: {error}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// Nobody takes the output.
    #[error("cannot write the output: {0}")]
    Output(io::Error),
    /// A line of a file is of no use.
    #[error("{}, line {line}: {message}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// A line of a file does not fit to others.
    #[error("{}, line {line}: {error}", path.display())]
    SumLine {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: SumError,
    },
    /// The lines of all files do not fit together.
    #[error(transparent)]
    Sum(#[from] SumError),
}
