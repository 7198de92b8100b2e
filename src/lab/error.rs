//! Why a command failed, and the exit status that tells a script what to do about it, as `kamen` has it.

use kamen_cli::CliError;
use kamen_cli::status::{FAILED, USAGE, file, ledger, lock, parts, run};
use kamen_core::notation::PositionError;
use kamen_eval::weights::WeightsError;
use kamen_files::LockError;
use kamen_players::rated::RatedFileError;
use kamen_search::EngineError;
use kamen_tournament::{LedgerError, OpeningError};
use kamen_training::dataset::DatasetError;
use kamen_training::evolve::EvolveError;
use kamen_training::learn::LearnError;
use kamen_training::record::RecordError;
use kamen_training::selfplay::SelfPlayError;
use kamen_training::td::TdError;
use kamen_training::tune::TuneError;
use kamen_training::{DuelsError, FolderError};
use std::io;

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LabError {
    /// What commands of `kamen` fail for, too.
    #[error(transparent)]
    Cli(Box<CliError>),
    /// Arguments contradict each other.
    #[error("{0}")]
    Usage(String),
    /// The user stopped the work.
    #[error("{0}")]
    Stopped(String),
    /// The evolution failed.
    #[error(transparent)]
    Evolve(#[from] EvolveError),
    /// Self-play failed.
    #[error(transparent)]
    SelfPlay(#[from] SelfPlayError),
    /// The training data cannot be used.
    #[error(transparent)]
    Dataset(#[from] DatasetError),
    /// The learning loop failed.
    #[error(transparent)]
    Learn(#[from] LearnError),
    /// Tuning failed.
    #[error(transparent)]
    Tune(#[from] TuneError),
    /// Rated positions cannot be used.
    #[error(transparent)]
    Td(#[from] TdError),
    /// A file of games cannot be read.
    #[error(transparent)]
    Record(#[from] RecordError),
}

impl From<CliError> for LabError {
    fn from(error: CliError) -> LabError {
        LabError::Cli(Box::new(error))
    }
}

/// Errors that both programs know.
macro_rules! shared {
    ($($error:ty),*) => {$(
        impl From<$error> for LabError {
            fn from(error: $error) -> LabError {
                CliError::from(error).into()
            }
        }
    )*};
}

shared!(
    io::Error,
    LockError,
    WeightsError,
    PositionError,
    EngineError,
    LedgerError,
    OpeningError
);

impl LabError {
    /// The exit status, as [`kamen_cli::status`] explains it.
    pub(crate) fn status(&self) -> u8 {
        match self {
            LabError::Cli(error) => error.status(),
            LabError::Usage(_) => USAGE,
            LabError::Stopped(_) => FAILED,
            LabError::Evolve(error) => match error {
                EvolveError::Folder(error) => folder(error),
                EvolveError::Network(_) => FAILED,
                EvolveError::Games(error) => duels(error),
            },
            LabError::Tune(error) => match error {
                TuneError::NoParameters(_) => USAGE,
                TuneError::Folder(error) => folder(error),
                TuneError::Games(error) => duels(error),
            },
            LabError::Td(error) => match error {
                TdError::Game => FAILED,
                TdError::File(RatedFileError::File { error, .. }) => file(error),
                TdError::File(_) | TdError::Games { .. } | TdError::History(_) => USAGE,
                TdError::Lock(error) => lock(error),
                TdError::Parts(error) => parts(error),
            },
            LabError::SelfPlay(error) => selfplay(error),
            LabError::Dataset(error) => dataset(error),
            LabError::Learn(error) => learn(error),
            LabError::Record(error) => record(error),
        }
    }
}

fn duels(error: &DuelsError) -> u8 {
    match error {
        DuelsError::Run(error) => run(error),
        DuelsError::Parts(error) => parts(error),
    }
}

fn folder(error: &FolderError) -> u8 {
    match error {
        FolderError::Open { error, .. } => file(error),
        FolderError::InUse { .. } | FolderError::Settings { .. } => USAGE,
        FolderError::File { .. }
        | FolderError::Seal { .. }
        | FolderError::Checkpoint { .. }
        | FolderError::Weights(_)
        | FolderError::Json(_) => FAILED,
    }
}

fn record(error: &RecordError) -> u8 {
    match error {
        RecordError::File { error, .. } => file(error),
        RecordError::InUse { .. }
        | RecordError::Foreign { .. }
        | RecordError::Version { .. }
        | RecordError::Variant { .. }
        | RecordError::Settings { .. }
        | RecordError::Overlap { .. }
        | RecordError::Missing { .. } => USAGE,
        RecordError::Damaged { .. }
        | RecordError::Encode(_)
        | RecordError::Json(_)
        | RecordError::Truncated { .. }
        | RecordError::Move { .. } => FAILED,
    }
}

fn selfplay(error: &SelfPlayError) -> u8 {
    match error {
        SelfPlayError::File(error) => record(error),
        SelfPlayError::NoOpening { .. } => USAGE,
        SelfPlayError::Memory | SelfPlayError::Thread(_) | SelfPlayError::Failed => FAILED,
    }
}

fn dataset(error: &DatasetError) -> u8 {
    match error {
        DatasetError::Record(error) => record(error),
        DatasetError::Keep { error, .. } => file(error),
        DatasetError::TooFew { .. } => USAGE,
    }
}

fn learn(error: &LearnError) -> u8 {
    match error {
        LearnError::Folder(error) => folder(error),
        LearnError::SelfPlay(error) => selfplay(error),
        LearnError::Dataset(error) => dataset(error),
        LearnError::Ledger(error) => ledger(error),
        LearnError::Match(error) => run(error),
        LearnError::Learned(_)
        | LearnError::Stale { .. }
        | LearnError::Weights(_)
        | LearnError::Threads(_) => FAILED,
    }
}
