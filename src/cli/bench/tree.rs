//! Counts the nodes of minimax by depth, with and without what makes its tree smaller. Begin with [`run`].

use super::event::Event;
use crate::cli::CliError;
use crate::cli::json::print_json;
use crate::game::AnyPosition;
use crate::players::{MAX_DEPTH, Techniques, TreeCount};
use crate::rules::Variant;
use std::io::Write;
use std::time::Instant;

/// What to count.
#[derive(Clone, Copy)]
pub(super) struct Comparison {
    pub(super) variant: Variant,
    /// The greatest depth, in plies.
    pub(super) depth: u32,
    pub(super) json: bool,
}

/// The counts of one combination of techniques at one depth.
pub(super) struct Row {
    pub(super) depth: u32,
    pub(super) techniques: &'static str,
    pub(super) count: TreeCount,
    seconds: f64,
}

/// Searches the start position to every depth with every combination of techniques; prints and returns the counts.
///
/// # Errors
/// The depth is out of range, or the output cannot be written.
pub(super) fn run(comparison: Comparison, out: &mut impl Write) -> Result<Vec<Row>, CliError> {
    let Comparison { variant, depth, .. } = comparison;
    if depth > MAX_DEPTH {
        let message = format!("found --depth {depth}, expected 1 to {MAX_DEPTH} for --tree");
        return Err(CliError::Usage(message));
    }
    if !comparison.json {
        writeln!(
            out,
            "{variant}, start position, minimax:N:progressive:first"
        )?;
        writeln!(
            out,
            "depth  {:<28}  {:>12}  cut-offs  first",
            "search", "nodes"
        )?;
    }
    let mut rows = Vec::new();
    for depth in 1..=depth {
        for (name, techniques) in Techniques::COMPARED {
            let row = Row::new(variant, depth, name, techniques);
            row.print(comparison, out)?;
            rows.push(row);
        }
    }
    Ok(rows)
}

impl Row {
    fn new(variant: Variant, depth: u32, name: &'static str, techniques: Techniques) -> Row {
        let start = Instant::now();
        let count = TreeCount::of(&AnyPosition::start(variant), depth, techniques);
        Row {
            depth,
            techniques: name,
            count,
            seconds: start.elapsed().as_secs_f64(),
        }
    }

    fn print(&self, comparison: Comparison, out: &mut impl Write) -> Result<(), CliError> {
        let count = &self.count;
        if comparison.json {
            let event = Event::Tree {
                variant: comparison.variant,
                depth: self.depth,
                search: self.techniques,
                nodes: count.nodes,
                cut_offs: count.cut_offs,
                first_cut_offs: count.first_cut_offs,
                seconds: self.seconds,
            };
            print_json(&event, out)?;
            return Ok(());
        }
        let share = count.first_share();
        let share = share.map_or_else(|| "-".to_owned(), |share| format!("{:.1}%", 100.0 * share));
        let (depth, name) = (self.depth, self.techniques);
        let (nodes, cut_offs) = (count.nodes, count.cut_offs);
        writeln!(
            out,
            "{depth:>5}  {name:<28}  {nodes:>12}  {cut_offs:>8}  {share:>5}"
        )?;
        Ok(())
    }
}
