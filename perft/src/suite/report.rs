//! Prints results of the runner: a line per position, a table of the suites, a summary. Begin with
//! [`SuiteReport`].

use super::runner::{Failure, PositionCheck};
use std::io::{self, Write};
use std::time::Duration;

/// Totals over several positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SuiteTotal {
    /// Positions checked.
    pub positions: usize,
    /// Node counts compared.
    pub counts: usize,
    /// Node counts skipped as too large.
    pub skipped: usize,
    /// Counts and move lists that are wrong, and lines that cannot be used.
    pub failed: usize,
    /// Nodes of all counts.
    pub nodes: u128,
    /// Time spent counting.
    pub time: Duration,
}

/// Prints results as they arrive and totals them.
#[derive(Debug)]
pub struct SuiteReport<W> {
    out: W,
    suites: Vec<(String, SuiteTotal)>,
}

impl<W: Write> SuiteReport<W> {
    /// Creates an empty report that prints to `out`.
    pub fn new(out: W) -> SuiteReport<W> {
        let suites = Vec::new();
        SuiteReport { out, suites }
    }

    /// Begins a suite; `broken` lists its faulty lines.
    ///
    /// # Errors
    /// `out` cannot be written to.
    pub fn suite(&mut self, name: &str, broken: &[Failure]) -> io::Result<()> {
        let failed = broken.len();
        let total = SuiteTotal {
            failed,
            ..SuiteTotal::default()
        };
        self.suites.push((name.to_owned(), total));
        for failure in broken {
            writeln!(self.out, "FAIL  {name} {failure}")?;
        }
        Ok(())
    }

    /// Prints the outcome of a position of the suite begun last.
    ///
    /// # Errors
    /// As in [`SuiteReport::suite`].
    pub fn position(&mut self, id: &str, outcome: &PositionCheck) -> io::Result<()> {
        let Some((suite, total)) = self.suites.last_mut() else {
            return Ok(());
        };
        total.positions += 1;
        total.counts += outcome.counts;
        total.skipped += outcome.skipped;
        total.failed += outcome.failures.len();
        total.nodes += outcome.all_nodes;
        total.time += outcome.time;
        let is_left_out = outcome.counts == 0 && outcome.skipped > 0;
        let word = match outcome.failures.is_empty() {
            false => "FAIL",
            true if is_left_out => "skip",
            true => "ok",
        };
        writeln!(
            self.out,
            "{word:<5} {suite:<25} {id:<12} depth {:>2} {:>12} nodes {:>7} Mnps",
            outcome.depth,
            outcome.nodes,
            speed(outcome.all_nodes, outcome.time)
        )?;
        for failure in &outcome.failures {
            writeln!(self.out, "      {failure}")?;
        }
        Ok(())
    }

    /// Prints the table and the summary, which is the last line.
    ///
    /// # Errors
    /// As in [`SuiteReport::suite`].
    pub fn finish(mut self) -> io::Result<SuiteTotal> {
        let mut all = SuiteTotal::default();
        let (name, positions, counts) = ("suite", "positions", "counts");
        let (failed, nodes, seconds) = ("failed", "nodes", "seconds");
        writeln!(
            self.out,
            "\n{name:<25} {positions:>9} {counts:>6} {failed:>6} {nodes:>12} {seconds:>8}    Mnps"
        )?;
        for (name, total) in &self.suites {
            writeln!(
                self.out,
                "{name:<25} {:>9} {:>6} {:>6} {:>12} {:>8.2} {:>7}",
                total.positions,
                total.counts,
                total.failed,
                total.nodes,
                total.time.as_secs_f64(),
                speed(total.nodes, total.time)
            )?;
            all.positions += total.positions;
            all.counts += total.counts;
            all.skipped += total.skipped;
            all.failed += total.failed;
            all.nodes += total.nodes;
            all.time += total.time;
        }
        if all.skipped > 0 {
            writeln!(self.out, "\n{} larger counts left out", all.skipped)?;
        }
        let (positions, counts, failed) = (all.positions, all.counts, all.failed);
        writeln!(
            self.out,
            "\n{positions} positions, {counts} counts, {failed} failed"
        )?;
        self.out.flush()?;
        Ok(all)
    }
}

/// Millions of nodes per second; a dash if the time was too short to measure.
fn speed(nodes: u128, time: Duration) -> String {
    if time < Duration::from_millis(1) {
        return "-".to_owned();
    }
    format!("{:.1}", nodes as f64 / time.as_secs_f64() / 1e6)
}
