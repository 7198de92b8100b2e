//! `kamen train`: learns the weights of an evaluation from games.

mod plot;

use super::{CliError, kind_parser, variant_parser};
use crate::eval::weights::{Kind, Weights, WeightsError};
use crate::rules::Variant;
use crate::training::fit::{FitSettings, Report};
use crate::training::lesson::{Lesson, Stage};
use crate::util::Stop;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The examples of `kamen train --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen train --variant czech --data czech.games --out czech.weights --plot czech.svg
  kamen train --variant czech --data *.games --lambda 0.9 --start old.weights --out new.weights
  kamen match czech --each movetime=0.1 --engine kamen name=learned param.eval=czech.weights \\
      --engine kamen name=hand-made param.eval=hand-made";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The variant (see `kamen variants`)
    #[arg(long, value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    variant: Variant,
    /// Files of games that kamen selfplay has written
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    data: Vec<PathBuf>,
    /// The file of weights
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// What is learned: what stands in regions of the board, or a network [default: as --start, or
    /// patterns]
    #[arg(long, value_name = "KIND", value_parser = kind_parser())]
    kind: Option<Kind>,
    /// Weights of the same kind to go on from, instead of the worth of pieces alone
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// What is learned of a position: 1 the result of its game, 0 the score of the next position, in
    /// between TD(lambda)
    #[arg(long, value_name = "X", default_value_t = 0.9, value_parser = part)]
    lambda: f64,
    /// The most times to go through all positions
    #[arg(long, value_name = "N", default_value_t = FitSettings::default().epochs)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    epochs: u32,
    /// The length of the first steps
    /// [default: 0.06 for patterns, 0.002 for a network]
    #[arg(long, value_name = "X", value_parser = part)]
    rate: Option<f64>,
    /// What is taken off a weight wherever it counts
    #[arg(long, value_name = "X", default_value_t = FitSettings::default().decay, value_parser = part)]
    decay: f64,
    /// Where the order of positions comes from
    #[arg(long, value_name = "N", default_value_t = FitSettings::default().seed)]
    seed: u64,
    /// Threads; they change nothing but the time [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// A picture of the losses and of the calibration, as SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

pub(super) fn part(text: &str) -> Result<f64, String> {
    let read = text.parse().ok();
    let read = read.filter(|part| (0.0..=1.0).contains(part));
    read.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

pub(super) fn run(arguments: &Arguments, out: &mut (impl Write + Send)) -> Result<(), CliError> {
    let threads = usize::from(arguments.threads.unwrap_or(0));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| CliError::Output(io::Error::other(error)))?;
    pool.install(|| train(arguments, out))
}

fn train(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    let start = arguments.start.as_deref();
    let start = start
        .map(|path| Weights::read_for(arguments.variant, path))
        .transpose()?;
    let kind = kind(arguments, start.as_ref())?;
    let path = &arguments.out;
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let lesson = Lesson {
        variant: arguments.variant,
        kind,
        games: &arguments.data,
        lambda: arguments.lambda,
        start: start.as_ref(),
        generation: start.as_ref().map_or(0, |s| s.origin.run.generation) + 1,
        fit: FitSettings {
            epochs: arguments.epochs,
            rate: arguments.rate,
            decay: arguments.decay,
            seed: arguments.seed,
        },
        folder: folder.unwrap_or(Path::new(".")),
    };
    let mut epochs = Vec::new();
    let mut written = Ok(());
    let mut began = Instant::now();
    let learned = lesson.learn(&Stop::default(), &mut |stage| {
        if written.is_ok() {
            written = write_stage(&stage, began.elapsed(), out);
        }
        began = Instant::now();
        if let Stage::Learned(epoch) = stage {
            epochs.push(epoch.clone());
        }
    })?;
    written?;
    let Some(weights) = learned else {
        return Ok(());
    };
    weights.write(path)?;
    let epoch = weights.origin.run.epochs;
    if let Some(last) = epochs.get(epoch.saturating_sub(1) as usize) {
        write_report(&last.report, out)?;
    }
    if let Some(path) = &arguments.plot {
        plot::write(path, &epochs)?;
    }
    let size = std::fs::metadata(path)?.len();
    writeln!(out, "{}: epoch {epoch}, {size} bytes", path.display())?;
    Ok(())
}

/// What is to be learned.
fn kind(arguments: &Arguments, start: Option<&Weights>) -> Result<Kind, CliError> {
    let of_start = start.map(|start| start.origin.form.kind());
    let kind = arguments.kind.or(of_start).unwrap_or_default();
    match (&arguments.start, of_start) {
        (Some(path), Some(found)) if found != kind => Err(CliError::from(WeightsError::Bad {
            path: path.clone(),
            what: format!("found {found}, expected weights of the same kind, {kind}"),
        })),
        _ => Ok(kind),
    }
}

fn write_stage(stage: &Stage<'_>, took: Duration, out: &mut impl Write) -> io::Result<()> {
    let seconds = took.as_secs_f64();
    match stage {
        Stage::Counted(census) => writeln!(
            out,
            "{} games; a score of {:.0} centi-men is a chance of 73%",
            census.games, census.scale
        ),
        Stage::Collected(shards) => writeln!(
            out,
            "{} quiet positions and {} held back, taken out in {seconds:.1} s",
            shards.learned_from(),
            shards.held_back(),
        ),
        Stage::Learned(epoch) => writeln!(
            out,
            "epoch {:>2}: loss {:.5} learning, {:.5} held back; {:.2} million positions a second",
            epoch.number,
            epoch.learned,
            epoch.report.loss,
            epoch.positions as f64 / seconds.max(1e-9) / 1e6
        ),
    }
}

/// The tables of the report.
fn write_report(report: &Report, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\npieces on the board   positions      loss")?;
    let share = |i: usize, of: usize| (100 * i / of, 100 * (i + 1) / of);
    for (i, bin) in report.phases.iter().enumerate() {
        let (from, to) = share(i, Report::PHASES);
        let loss = bin.mean(bin.loss);
        writeln!(
            out,
            "{from:>3} to {to:>3}%         {:>12}   {loss:.5}",
            bin.positions
        )?;
    }
    writeln!(
        out,
        "\nchance given   positions   mean chance   mean result"
    )?;
    for (i, bin) in report.calibration.iter().enumerate() {
        let (from, to) = share(i, Report::STEPS);
        let (chance, result) = (100.0 * bin.mean(bin.chance), 100.0 * bin.mean(bin.result));
        writeln!(
            out,
            "{from:>3} to {to:>3}% {:>12}        {chance:>5.1}%        {result:>5.1}%",
            bin.positions
        )?;
    }
    writeln!(out)
}
