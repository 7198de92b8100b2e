//! What blocks come to.

use crate::health::Trend;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// What is counted in a block.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Games.
    pub games: u64,
    /// Moves of the engines, each found legal.
    pub moves: u64,
    /// Games by variant.
    pub variants: BTreeMap<String, u64>,
    /// What happened beside games: searches that were stopped, guesses that were right, and so on.
    pub events: BTreeMap<String, u64>,
    /// The slowest answers to a `stop`, in seconds.
    pub stop: Slowest,
    /// By how much moves with a limit of time came late, in seconds.
    pub late: Slowest,
    /// What went wrong.
    pub faults: Vec<String>,
}

/// The largest of some durations.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Slowest {
    /// How many there were.
    pub count: u64,
    /// How many were longer than 5 ms.
    pub long: u64,
    /// The longest, in seconds.
    pub worst: f64,
}

impl Slowest {
    /// Takes one in.
    pub fn add(&mut self, time: Duration) {
        self.count += 1;
        self.long += u64::from(time > Duration::from_millis(5));
        self.worst = self.worst.max(time.as_secs_f64());
    }

    fn merge(&mut self, other: Slowest) {
        self.count += other.count;
        self.long += other.long;
        self.worst = self.worst.max(other.worst);
    }
}

impl fmt::Display for Slowest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Slowest { count, long, worst } = self;
        write!(
            f,
            "{long} of {count} above 5 ms, the worst {:.1} ms",
            1000.0 * worst
        )
    }
}

/// The most faults that are told in full.
const FAULTS: usize = 100;

impl Tally {
    /// Counts something.
    pub fn event(&mut self, name: &str) {
        *self.events.entry(name.to_owned()).or_default() += 1;
    }

    /// Notes what went wrong.
    pub fn fault(&mut self, fault: String) {
        eprintln!("FAULT: {fault}");
        if self.faults.len() < FAULTS {
            self.faults.push(fault);
        }
    }
}

/// A finished block.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BlockReport {
    /// From 0.
    pub block: u64,
    /// `hub` or `dxp`.
    pub protocol: String,
    /// What was counted.
    pub tally: Tally,
    /// The process, or the first of two.
    pub health: Trend,
    /// How long it took.
    pub seconds: f64,
}

impl fmt::Display for BlockReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (
            Tally {
                games,
                moves,
                faults,
                ..
            },
            health,
        ) = (&self.tally, &self.health);
        write!(
            f,
            "block {} ({}): {games} games, {moves} moves, {} faults; memory {} to {} KiB, {:+.0} bytes a game; \
             descriptors {} to {}; {:.0} s",
            self.block,
            self.protocol,
            faults.len(),
            health.resident[0],
            health.resident[1],
            health.slope,
            health.descriptors[0],
            health.descriptors[1],
            self.seconds
        )
    }
}

/// All blocks together.
#[derive(Debug)]
pub struct Summary {
    tally: Tally,
    hub: [f64; 2],
    dxp: [f64; 2],
    descriptors: u64,
}

impl Summary {
    /// What blocks come to.
    pub fn of(reports: &[BlockReport]) -> Summary {
        let mut tally = Tally::default();
        for report in reports {
            let one = &report.tally;
            tally.games += one.games;
            tally.moves += one.moves;
            for (total, part) in [
                (&mut tally.variants, &one.variants),
                (&mut tally.events, &one.events),
            ] {
                for (name, count) in part {
                    *total.entry(name.clone()).or_default() += count;
                }
            }
            tally.stop.merge(one.stop);
            tally.late.merge(one.late);
            tally.faults.extend(one.faults.iter().cloned());
        }
        let slopes = |protocol: &str| {
            let of = reports.iter().filter(|report| report.protocol == protocol);
            let slopes: Vec<f64> = of.map(|report| report.health.slope).collect();
            let mean = slopes.iter().sum::<f64>() / slopes.len().max(1) as f64;
            [mean, slopes.iter().copied().fold(0.0, f64::max)]
        };
        let spread =
            |report: &BlockReport| report.health.descriptors[1] - report.health.descriptors[0];
        Summary {
            tally,
            hub: slopes("hub"),
            dxp: slopes("dxp"),
            descriptors: reports.iter().map(spread).max().unwrap_or(0),
        }
    }

    /// Whether nothing went wrong.
    pub fn is_clean(&self) -> bool {
        self.tally.faults.is_empty()
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally {
            games,
            moves,
            variants,
            events,
            stop,
            late,
            faults,
        } = &self.tally;
        writeln!(
            f,
            "{games} games of {} variants, {moves} moves of the engines",
            variants.len()
        )?;
        for (name, count) in events {
            writeln!(f, "  {name}: {count}")?;
        }
        writeln!(f, "stop: {stop}")?;
        writeln!(f, "moves with a limit of time: {late}")?;
        for (name, [mean, most]) in [("hub", self.hub), ("dxp", self.dxp)] {
            writeln!(
                f,
                "memory by {name}: {mean:+.0} bytes a game, at most {most:+.0}"
            )?;
        }
        writeln!(f, "descriptors: {} more at most", self.descriptors)?;
        for fault in faults {
            writeln!(f, "FAULT: {fault}")?;
        }
        write!(f, "{} faults", faults.len())
    }
}
