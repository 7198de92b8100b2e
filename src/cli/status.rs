//! The exit status that tells a script what to do about an error.
//!
//! | Status | Meaning |
//! | --- | --- |
//! | 0 | success, also if the reader closed the output |
//! | 1 | the work or a check failed |
//! | 2 | the command line is at fault: its words, or a file it names cannot be opened or has the wrong content |
//! | 3 | `kamen pdn` with `--lenient`: the work is done, but for games at fault |

use super::{BoardError, BookFailure, CliError, PdnError, PerftError};
use kamen_book::BookError;
use kamen_collection::index::IndexError;
use kamen_eval::weights::{WeightsError, WeightsFormatError};
use kamen_files::{JournalError, LockError, PartsError};
use kamen_frontend::StartError;
use kamen_frontend::dxp::DxpError;
use kamen_perft::against::{AgainstError, PartnerError};
use kamen_perft::split::SumError;
use kamen_search::EngineError;
use kamen_tables::{MakeError, Unusable};
use kamen_tournament::{LedgerError, MergeError, RunError};
use std::io::{self, ErrorKind};

/// The work or a check failed.
pub const FAILED: u8 = 1;
/// The command line is at fault.
pub const USAGE: u8 = 2;
const LENIENT: u8 = 3;

fn index(error: &IndexError) -> u8 {
    match error {
        IndexError::Io { error, .. } | IndexError::Source { error, .. } => file(error),
        IndexError::Lock(error) => lock(error),
        IndexError::Header { .. } | IndexError::Damaged { .. } | IndexError::Changed { .. } => {
            USAGE
        }
    }
}

/// Files that are not there are the command line's fault; damaged ones are what a check finds.
fn tables(error: &MakeError) -> u8 {
    match error {
        MakeError::File(error) => match &error.why {
            Unusable::Io(error) => match error.kind() {
                ErrorKind::NotFound | ErrorKind::PermissionDenied => USAGE,
                _ => FAILED,
            },
            _ => FAILED,
        },
        MakeError::Folder { .. }
        | MakeError::Memory { .. }
        | MakeError::NoUnits(_)
        | MakeError::Missing { .. } => USAGE,
        MakeError::Lock(error) => lock(error),
        MakeError::Refused { .. } | MakeError::Wrong(_) => FAILED,
    }
}

/// The exit status for an error.
pub fn status(error: &CliError) -> u8 {
    match error {
        CliError::Position(_) | CliError::Suite(_) | CliError::Usage(_) | CliError::Opening(_) => {
            USAGE
        }
        CliError::Ledger(error) => ledger(error),
        CliError::Merge(MergeError::Journal(error)) | CliError::Journal(error) => journal(error),
        CliError::Merge(_) => USAGE,
        CliError::Parts(error) => parts(error),
        CliError::Lock(error) => lock(error),
        CliError::Survey(error) => file(&error.error),
        CliError::Tournament(error) => run(error),
        CliError::Dxp(error) => match error {
            DxpError::Start(error) => start(error),
            _ => FAILED,
        },
        #[cfg(feature = "serve")]
        CliError::Serve(error) => match error {
            kamen_serve::ServeError::Listen { .. } | kamen_serve::ServeError::Origin { .. } => {
                USAGE
            }
            kamen_serve::ServeError::Lost(_) => FAILED,
        },
        CliError::Perft(error) => perft(error),
        CliError::Board(error) => match error {
            BoardError::Move(_) | BoardError::NoLetters(_) => USAGE,
            BoardError::File { error, .. } => file(error),
        },
        CliError::Pdn(error) => match error {
            // An archive or a picture.
            PdnError::File { error, .. } if error.kind() == ErrorKind::InvalidData => USAGE,
            PdnError::File { error, .. } => file(error),
            PdnError::NoGame { .. } | PdnError::NoPly { .. } | PdnError::NoLetters { .. } => USAGE,
            PdnError::Game { .. } | PdnError::NoneChosen | PdnError::NoneCounted(_) => FAILED,
            PdnError::Faults(_) | PdnError::NoneFound(_) | PdnError::NoPlayer(_) => FAILED,
            PdnError::Query(_) => USAGE,
            PdnError::Index(error) => index(error),
            PdnError::Lenient(_) | PdnError::LeftOut(_) => LENIENT,
            PdnError::Unread(_) => USAGE,
        },
        CliError::Weights(error) => weights(error),
        CliError::Book(error) => book(error),
        CliError::Engine(error) => engine(error),
        CliError::Start(error) => start(error),
        CliError::Tables(error) => tables(error),
        CliError::Problem(_) | CliError::Stopped(_) | CliError::Memory(_) | CliError::Thread(_) => {
            FAILED
        }
        CliError::Remembered(error) => error.status(),
        CliError::Other(status) => *status,
        CliError::Output(error) => output(error),
    }
}

/// A reader that closes the pipe, as `head` does, is not an error.
fn output(error: &io::Error) -> u8 {
    match error.kind() {
        ErrorKind::BrokenPipe => 0,
        _ => FAILED,
    }
}

/// For a file named on the command line: 2 if another name would help, otherwise 1.
pub fn file(error: &io::Error) -> u8 {
    match error.kind() {
        ErrorKind::NotFound
        | ErrorKind::AlreadyExists
        | ErrorKind::PermissionDenied
        | ErrorKind::IsADirectory
        | ErrorKind::NotADirectory
        | ErrorKind::InvalidFilename
        | ErrorKind::ReadOnlyFilesystem => USAGE,
        _ => FAILED,
    }
}

fn start(error: &StartError) -> u8 {
    match error {
        StartError::Thread { .. } | StartError::Machine { .. } => FAILED,
        _ => USAGE,
    }
}

fn book(error: &BookFailure) -> u8 {
    match error {
        BookFailure::File(BookError::Io { error, .. }) => file(error),
        BookFailure::File(BookError::Faulty { .. })
        | BookFailure::None(_)
        | BookFailure::NoGame(_) => USAGE,
        BookFailure::Check(_) => FAILED,
    }
}

fn engine(error: &EngineError) -> u8 {
    match error {
        EngineError::Weights(error) => weights(error),
        EngineError::Variant { .. } | EngineError::Tables { .. } => USAGE,
        EngineError::Memory { .. } | EngineError::Thread(_) => FAILED,
    }
}

fn perft(error: &PerftError) -> u8 {
    match error {
        PerftError::Output(error) => output(error),
        PerftError::Lock(error) => lock(error),
        PerftError::Read { error, .. } | PerftError::Write { error, .. } => file(error),
        PerftError::Line { .. }
        | PerftError::SumLine {
            error: SumError::Line { .. } | SumError::Damage(_),
            ..
        }
        | PerftError::Against(AgainstError::Partner(
            PartnerError::Command { .. } | PartnerError::Start { .. },
        )) => USAGE,
        PerftError::Count(_)
        | PerftError::Suite(_)
        | PerftError::Differs(_)
        | PerftError::Against(_)
        | PerftError::SumLine { .. }
        | PerftError::Sum(_) => FAILED,
    }
}

/// The exit status for a fault of a file of games.
pub fn ledger(error: &LedgerError) -> u8 {
    match error {
        LedgerError::File { error, .. } => file(error),
        LedgerError::InUse { .. } | LedgerError::Shorter { .. } => USAGE,
        LedgerError::Journal(error) => journal(error),
    }
}

/// The exit status for a file that cannot be locked.
pub fn lock(error: &LockError) -> u8 {
    match error {
        LockError::InUse { .. } => USAGE,
        LockError::File { error, .. } => file(error),
    }
}

/// The exit status for parts that cannot be put together.
pub fn parts(error: &PartsError) -> u8 {
    match error {
        PartsError::Journal(error) => journal(error),
        _ => USAGE,
    }
}

/// The exit status for a journal that cannot be used.
pub fn journal(error: &JournalError) -> u8 {
    match error {
        JournalError::File { error, .. } => file(error),
        JournalError::InUse { .. }
        | JournalError::Foreign { .. }
        | JournalError::Other { .. }
        | JournalError::Line { .. }
        | JournalError::Damaged { .. } => USAGE,
        JournalError::Encode { .. } => FAILED,
    }
}

/// The exit status for a match that ends early.
pub fn run(error: &RunError) -> u8 {
    match error {
        RunError::Start { .. } => USAGE,
        RunError::KeepsFailing { .. }
        | RunError::Ledger(_)
        | RunError::Opening(_)
        | RunError::Thread(_)
        | RunError::Panic
        | RunError::Deserted => FAILED,
    }
}

/// The exit status for weights that cannot be used.
pub fn weights(error: &WeightsError) -> u8 {
    match error {
        WeightsError::File { error, .. } => file(error),
        WeightsError::Content { error, .. } => match error {
            WeightsFormatError::Compression(error) => match error.kind() {
                ErrorKind::OutOfMemory => FAILED,
                _ => USAGE,
            },
            _ => USAGE,
        },
    }
}
