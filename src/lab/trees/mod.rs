//! `kamen-lab trees`: counts the nodes of minimax by depth, with and without what makes its tree smaller.

mod plot;

use crate::LabError;
use kamen_cli::arguments::variant_parser;
use kamen_cli::json::print_json;
use kamen_cli::paths::file_parser;
use kamen_cli::report::Report;
use kamen_core::game::AnyPosition;
use kamen_core::rules::Variant;
use kamen_files::can_write_whole;
use kamen_players::{MAX_DEPTH, Techniques, TreeCount};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

/// The examples of `kamen-lab trees --help`.
pub(crate) const EXAMPLES: &str = "\
Examples:
  kamen-lab trees czech --depth 8 --svg trees.svg       what alpha-beta and ordering save
  kamen-lab trees english --depth 6 --json";

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The variant, whose start position is searched (see `kamen variants`)
    #[arg(value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    variant: Variant,
    /// The greatest depth, in plies
    #[arg(long, value_name = "PLIES", default_value_t = 9, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    depth: u32,
    /// Draw the counts as SVG
    #[arg(long, value_name = "FILE", value_parser = file_parser())]
    svg: Option<PathBuf>,
    /// Print the results as JSON, one object per line
    #[arg(long)]
    json: bool,
}

/// A search of the start position to a fixed depth, as JSON.
#[derive(Serialize)]
struct Event<'a> {
    event: &'a str,
    variant: Variant,
    depth: u32,
    /// What makes its tree smaller.
    search: &'a str,
    nodes: u64,
    cut_offs: u64,
    /// Cut-offs by the first move.
    first_cut_offs: u64,
    seconds: f64,
}

/// The counts of one combination of techniques at one depth.
pub(crate) struct Row {
    pub(crate) depth: u32,
    pub(crate) techniques: &'static str,
    pub(crate) count: TreeCount,
    seconds: f64,
}

/// Searches the start position to every depth with every combination of techniques; prints and draws the counts.
///
/// # Errors
/// The output or the drawing cannot be written.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), LabError> {
    if let Some(path) = &arguments.svg {
        let cannot = |error| LabError::Usage(format!("cannot write {}: {error}", path.display()));
        can_write_whole(path).map_err(cannot)?;
        return count(arguments, &mut Report::new(out));
    }
    count(arguments, out)
}

fn count(arguments: &Arguments, out: &mut impl Write) -> Result<(), LabError> {
    let &Arguments { variant, depth, .. } = arguments;
    if !arguments.json {
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
            row.print(arguments, out)?;
            rows.push(row);
        }
    }
    if let Some(path) = &arguments.svg {
        plot::write(path, variant, &rows)?;
    }
    Ok(())
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

    fn print(&self, arguments: &Arguments, out: &mut impl Write) -> Result<(), LabError> {
        let count = &self.count;
        if arguments.json {
            let event = Event {
                event: "tree",
                variant: arguments.variant,
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
