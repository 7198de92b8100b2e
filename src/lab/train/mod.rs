//! `kamen train`: trains the weights of an evaluation on self-play games.

mod log;
mod plot;

use crate::LabError;
use kamen_cli::CliError;
use kamen_cli::arguments::{kind_parser, variant_parser};
use kamen_cli::paths::{check_outputs, file_parser};
use kamen_cli::stop::stop_on_signals;
use kamen_core::rules::Variant;
use kamen_eval::weights::{Kind, Weights, WeightsError, WeightsFormatError};
use kamen_files::Lock;
use kamen_training::fit::{Epoch, FitSettings, Fitted};
use kamen_training::trainer::{Trainer, TrainingStage};
use log::Log;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The examples of `kamen train --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen train czech --data czech.games --out czech.weights --plot czech.svg
  kamen train czech --data *.games --lambda 0.9 --start old.weights --out new.weights
  kamen match czech --each movetime=0.1 --engine kamen name=learned param.eval=czech.weights \\
      --engine kamen name=hand-made param.eval=hand-made

The first Ctrl-C stops with the weights of the best epoch so far; continue from them with --start.";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The variant (see `kamen variants`)
    #[arg(value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    variant: Variant,
    /// Files of games written by kamen selfplay
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    data: Vec<PathBuf>,
    /// Output file of weights
    #[arg(long, short, value_name = "FILE", value_parser = file_parser())]
    out: PathBuf,
    /// Model to train: patterns of men in regions of the board, the same and patterns of all pieces
    /// around kings, or a network [default: as --start, or patterns]
    #[arg(long, value_name = "KIND", value_parser = kind_parser())]
    kind: Option<Kind>,
    /// Initial weights of the same kind (king-patterns also go on from patterns), instead of
    /// material values alone
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Training target of a position: 1 the game result, 0 the score of the next position, in
    /// between TD(lambda)
    #[arg(long, value_name = "X", default_value_t = 0.9, value_parser = part)]
    lambda: f64,
    /// Maximum number of epochs
    #[arg(long, value_name = "N", default_value_t = FitSettings::default().epochs)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    epochs: u32,
    /// Initial learning rate [default: 0.06 for patterns, 0.002 for a network]
    #[arg(long, value_name = "X", value_parser = part)]
    rate: Option<f64>,
    /// Weight decay, applied to a weight whenever its feature occurs
    #[arg(long, value_name = "X", default_value_t = FitSettings::default().weight_decay, value_parser = part)]
    decay: f64,
    /// Seed of the order of positions
    #[arg(long, value_name = "N", default_value_t = FitSettings::default().seed)]
    seed: u64,
    /// Number of threads; does not affect the result [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Plot of the losses and the calibration, as SVG
    #[arg(long, value_name = "FILE", value_parser = file_parser())]
    plot: Option<PathBuf>,
    /// Print the log as JSON, one object per line
    #[arg(long)]
    json: bool,
}

pub(super) fn part(text: &str) -> Result<f64, String> {
    let read = text.parse().ok();
    let read = read.filter(|part| (0.0..=1.0).contains(part));
    read.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

pub(super) fn run(arguments: &Arguments, out: &mut (impl Write + Send)) -> Result<(), LabError> {
    let threads = usize::from(arguments.threads.unwrap_or(0));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| CliError::Thread(io::Error::other(error)))?;
    pool.install(|| train(arguments, out))
}

fn train(arguments: &Arguments, out: &mut impl Write) -> Result<(), LabError> {
    let start = arguments.start.as_deref();
    let start = start
        .map(|path| Weights::read_for(arguments.variant, path))
        .transpose()?;
    let kind = kind(arguments, start.as_ref())?;
    let path = &arguments.out;
    check_outputs([Some(path.as_path()), arguments.plot.as_deref()])?;
    let _lock = Lock::on(path, "training")?;
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let trainer = Trainer {
        variant: arguments.variant,
        kind,
        games: &arguments.data,
        lambda: arguments.lambda,
        start: start.as_ref(),
        generation: start.as_ref().map_or(0, |s| s.origin.run.generation) + 1,
        fit: FitSettings {
            epochs: arguments.epochs,
            learning_rate: arguments.rate,
            weight_decay: arguments.decay,
            seed: arguments.seed,
        },
        folder: folder.unwrap_or(Path::new(".")),
    };
    let mut log = Log::new(out, arguments.json);
    let mut epochs = Vec::new();
    let mut logged = Ok(());
    let fitted = trainer.train(&stop_on_signals(), &mut |stage| {
        if logged.is_ok() {
            logged = log.stage(&stage);
        }
        if let TrainingStage::Epoch(epoch) = stage {
            epochs.push(epoch.clone());
        }
    })?;
    logged?;
    match fitted {
        Fitted::Complete(weights) => {
            write(arguments, &weights, &epochs, false, &mut log)?;
            Ok(())
        }
        Fitted::Stopped(Some(weights)) => {
            let epoch = write(arguments, &weights, &epochs, true, &mut log)?;
            let (next, path) = (epochs.len() + 1, path.display());
            Err(LabError::Stopped(format!(
                "stopped in epoch {next}; {path} holds the weights of epoch {epoch}"
            )))
        }
        Fitted::Stopped(None) => Err(LabError::Stopped(
            "stopped before the end of the first epoch; no weights were written".to_owned(),
        )),
    }
}

/// Writes the weights and the plot. Returns the epoch of the weights.
fn write(
    arguments: &Arguments,
    weights: &Weights,
    epochs: &[Epoch],
    is_stopped: bool,
    log: &mut Log<'_, impl Write>,
) -> Result<u32, LabError> {
    weights.write(&arguments.out)?;
    if let Some(path) = &arguments.plot {
        plot::write(path, epochs)?;
    }
    let number = weights.origin.run.epochs;
    let epoch = epochs.iter().find(|epoch| epoch.number == number);
    log.weights(&arguments.out, epoch, is_stopped)?;
    Ok(number)
}

/// The kind of model to train.
fn kind(arguments: &Arguments, start: Option<&Weights>) -> Result<Kind, LabError> {
    let of_start = start.map(|start| start.origin.form.kind());
    let kind = arguments.kind.or(of_start).unwrap_or_default();
    match (&arguments.start, of_start) {
        (Some(path), Some(found)) if !kind.continues(found) => {
            let expected = kind;
            let error = WeightsFormatError::Kind { found, expected };
            Err(WeightsError::content(path, error).into())
        }
        _ => Ok(kind),
    }
}
