//! Why `kamen perft` failed.

use kamen_files::LockError;
use kamen_perft::CountError;
use kamen_perft::against::AgainstError;
use kamen_perft::split::SumError;
use std::io;
use std::path::PathBuf;

/// Why `kamen perft` failed.
#[derive(Debug, thiserror::Error)]
pub enum PerftError {
    /// The count failed.
    #[error(transparent)]
    Count(#[from] CountError),
    /// A suite check failed.
    #[error("{0} failed")]
    Suite(usize),
    /// Another program counts differently.
    #[error("`{0}` differs")]
    Differs(String),
    /// The comparison with another program failed.
    #[error(transparent)]
    Against(#[from] AgainstError),
    /// A file cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The cause.
        error: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write {}: {error}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The cause.
        error: io::Error,
    },
    /// Another process counts into a file.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// The output cannot be written.
    #[error("cannot write the output: {0}")]
    Output(io::Error),
    /// A line of a file cannot be used.
    #[error("{}, line {line}: {message}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The fault.
        message: String,
    },
    /// A line of a file contradicts earlier ones.
    #[error("{}, line {line}: {error}", path.display())]
    SumLine {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The fault.
        error: SumError,
    },
    /// The files together do not make a complete sum.
    #[error(transparent)]
    Sum(#[from] SumError),
}
