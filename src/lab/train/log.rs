//! The log that `kamen train` prints, as text or as JSON.

use kamen_cli::json::print_json;
use kamen_training::fit::{Bin, Epoch, Validation};
use kamen_training::trainer::TrainingStage;
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

/// The log of a training run.
pub(super) struct Log<'a, W> {
    out: &'a mut W,
    is_json: bool,
    /// When the current stage began.
    began: Instant,
}

/// A line of JSON.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum Event<'a> {
    Games {
        games: u64,
        scale: f64,
    },
    Positions {
        training: u64,
        validation: u64,
        seconds: f64,
    },
    Epoch {
        epoch: u32,
        training_loss: f64,
        validation_loss: f64,
        positions: u64,
        seconds: f64,
    },
    Weights {
        file: &'a Path,
        bytes: u64,
        epoch: u32,
        is_stopped: bool,
        pieces: Vec<BinEntry>,
        chances: Vec<BinEntry>,
    },
}

/// One bin of positions, by pieces or predicted chance, with its bounds in per cent; means are
/// `None` without positions.
#[derive(Serialize)]
struct BinEntry {
    from: usize,
    to: usize,
    positions: u64,
    loss: Option<f64>,
    chance: Option<f64>,
    result: Option<f64>,
}

impl BinEntry {
    fn all(bins: &[Bin]) -> Vec<BinEntry> {
        let entry = |(i, bin): (usize, &Bin)| {
            let [from, to] = share(i, bins.len());
            BinEntry {
                from,
                to,
                positions: bin.positions,
                loss: bin.mean_loss(),
                chance: bin.mean_prediction(),
                result: bin.mean_result(),
            }
        };
        bins.iter().enumerate().map(entry).collect()
    }
}

/// The bounds of a bin, in per cent.
fn share(i: usize, of: usize) -> [usize; 2] {
    [100 * i / of, 100 * (i + 1) / of]
}

impl<'a, W: Write> Log<'a, W> {
    pub(super) fn new(out: &'a mut W, is_json: bool) -> Self {
        let began = Instant::now();
        Log {
            out,
            is_json,
            began,
        }
    }

    /// Logs a stage of the training.
    pub(super) fn stage(&mut self, stage: &TrainingStage<'_>) -> io::Result<()> {
        let seconds = self.began.elapsed().as_secs_f64();
        self.began = Instant::now();
        if self.is_json {
            return print_json(&Event::of(stage, seconds), self.out);
        }
        match stage {
            TrainingStage::Counted(census) => writeln!(
                self.out,
                "{} games; a score of {:.0} centi-men is a chance of 73%",
                census.games, census.scale
            ),
            TrainingStage::Collected(shards) => writeln!(
                self.out,
                "{} quiet positions and {} held back, taken out in {seconds:.1} s",
                shards.training_positions(),
                shards.validation_positions(),
            ),
            TrainingStage::Epoch(epoch) => writeln!(
                self.out,
                "epoch {:>2}: loss {:.5} learning, {:.5} held back; {:.2} million positions a second",
                epoch.number,
                epoch.training_loss,
                epoch.validation.loss,
                epoch.positions as f64 / seconds.max(1e-9) / 1e6
            ),
        }
    }

    /// Logs the weights written, and their epoch's validation results.
    pub(super) fn weights(
        &mut self,
        file: &Path,
        epoch: Option<&Epoch>,
        is_stopped: bool,
    ) -> io::Result<()> {
        let bytes = std::fs::metadata(file)?.len();
        let validation = epoch.map(|epoch| &epoch.validation);
        let epoch = epoch.map_or(0, |epoch| epoch.number);
        if self.is_json {
            let event = Event::Weights {
                file,
                bytes,
                epoch,
                is_stopped,
                pieces: validation
                    .map_or(Vec::new(), |validation| BinEntry::all(&validation.phases)),
                chances: validation.map_or(Vec::new(), |validation| {
                    BinEntry::all(&validation.calibration)
                }),
            };
            return print_json(&event, self.out);
        }
        if let Some(validation) = validation {
            self.tables(validation)?;
        }
        let file = file.display();
        writeln!(self.out, "{file}: epoch {epoch}, {bytes} bytes")
    }

    fn tables(&mut self, validation: &Validation) -> io::Result<()> {
        let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        writeln!(self.out, "\npieces on the board   positions      loss")?;
        for (i, bin) in validation.phases.iter().enumerate() {
            let [from, to] = share(i, Validation::PHASES);
            let loss = or_dash(bin.mean_loss().map(|loss| format!("{loss:.5}")));
            let positions = bin.positions;
            writeln!(
                self.out,
                "{from:>3} to {to:>3}%         {positions:>12}   {loss:>7}"
            )?;
        }
        writeln!(
            self.out,
            "\nchance given   positions   mean chance   mean result"
        )?;
        let per_cent =
            |mean: Option<f64>| or_dash(mean.map(|mean| format!("{:.1}%", 100.0 * mean)));
        for (i, bin) in validation.calibration.iter().enumerate() {
            let [from, to] = share(i, Validation::STEPS);
            let [chance, result] = [bin.mean_prediction(), bin.mean_result()].map(per_cent);
            let positions = bin.positions;
            writeln!(
                self.out,
                "{from:>3} to {to:>3}% {positions:>12}        {chance:>6}        {result:>6}"
            )?;
        }
        writeln!(self.out)
    }
}

impl Event<'_> {
    fn of(stage: &TrainingStage<'_>, seconds: f64) -> Self {
        match stage {
            TrainingStage::Counted(census) => Event::Games {
                games: census.games,
                scale: census.scale,
            },
            TrainingStage::Collected(shards) => Event::Positions {
                training: shards.training_positions(),
                validation: shards.validation_positions(),
                seconds,
            },
            TrainingStage::Epoch(epoch) => Event::Epoch {
                epoch: epoch.number,
                training_loss: epoch.training_loss,
                validation_loss: epoch.validation.loss,
                positions: epoch.positions,
                seconds,
            },
        }
    }
}
