//! `kamen-lab university`: every table that the university's texts publish, with what comes out here beside it.
//!
//! The experiments are those of other commands; this one only lists them ([`tasks`]), fills their cells, several at a time, and
//! reports ([`report`]). Finished cells stand in a journal, from which an interrupted run goes on.

mod cell;
mod games;
mod page;
mod published;
mod report;
mod significance;
mod tasks;

use crate::LabError;
use cell::{Compared, Found, Place};
use kamen_cli::CliError;
use kamen_cli::paths::{check_outputs, file_parser};
use kamen_cli::stop::stop_on_signals;
use kamen_core::rules::Variant;
use kamen_files::{Journal, Owner, Stop, write_whole};
use kamen_players::MAX_DEPTH;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use tasks::Task;

/// The examples of `kamen-lab university --help`.
pub(crate) const EXAMPLES: &str = "\
Examples:
  kamen-lab university --quick                        what is the same in every run, in seconds
  kamen-lab university 4.1 4.5 --games 100 --threads 2
  kamen-lab university --networks evolved --rated czech=w.cdb --journal all.jsonl
                                                      all of it

The same command with --journal goes on after an interruption. Tables are 5 to 8, graph1, graph2, \
maze and trees; 4.1 to 4.8 and 4.10 to 4.15 are those of the thesis with networks.";

/// Whose journals they are.
const OWNER: Owner = Owner {
    command: "university",
    work: "set of experiments",
};

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The tables, such as 5, 4.13, graph1, maze or trees [default: all]
    #[arg(value_name = "TABLE")]
    tables: Vec<String>,
    /// Games of each cell that was published with 1,000
    #[arg(long, value_name = "N", default_value_t = 1000)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Only the cells that come out the same every time, and in a second or so
    #[arg(long)]
    quick: bool,
    /// The greatest depth
    #[arg(long, value_name = "PLIES", default_value_t = 8)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=MAX_DEPTH as i64))]
    depth: u32,
    /// A folder with the networks of tables 4.10 to 4.15: 01.json, 02.json, 06.json, 07.json
    #[arg(long, value_name = "DIR")]
    networks: Option<PathBuf>,
    /// Rated positions for table 8
    #[arg(long, value_name = "VARIANT=FILE", value_parser = rated)]
    rated: Vec<(Variant, PathBuf)>,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Cells filled at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// Keep finished cells in this file, and go on from it
    #[arg(long, value_name = "FILE", value_parser = file_parser())]
    journal: Option<PathBuf>,
    /// Write a page
    #[arg(long, value_name = "FILE", value_parser = file_parser())]
    html: Option<PathBuf>,
    /// Print each cell as a JSON object
    #[arg(long)]
    json: bool,
}

/// Parses a variant and a file.
fn rated(text: &str) -> Result<(Variant, PathBuf), String> {
    let bad = || "expected VARIANT=FILE".to_owned();
    let (variant, file) = text.split_once('=').ok_or_else(bad)?;
    let variant = variant.parse().map_err(|_| bad())?;
    Ok((variant, PathBuf::from(file)))
}

impl Arguments {
    fn rated_of(&self, variant: Variant) -> Option<PathBuf> {
        let mut all = self.rated.iter();
        all.find(|(found, _)| *found == variant)
            .map(|(_, path)| path.clone())
    }

    /// The name of a player at a depth; `None` if its network is not given.
    fn player(&self, name: &str, depth: u32) -> Option<String> {
        if name.parse::<u32>().is_err() {
            return Some(name.replace('N', &depth.to_string()));
        }
        let path = self.networks.as_ref()?.join(format!("{name}.json"));
        path.exists()
            .then(|| format!("minimax:{depth}:network:{}", path.display()))
    }

    /// Whether a table is wanted. Table 4.15 follows from 4.14.
    fn wants(&self, table: &str) -> bool {
        let same = |wanted: &String| {
            let wanted = wanted.to_lowercase();
            wanted == table
                || wanted == table.replace(' ', "")
                || (wanted == "4.15" && table == "4.14")
        };
        self.tables.is_empty() || self.tables.iter().any(same)
    }

    /// The cells that are wanted.
    fn tasks(&self) -> Result<Vec<Task>, LabError> {
        if let Some(folder) = self.networks.as_ref().filter(|folder| !folder.is_dir()) {
            let folder = folder.display();
            return Err(LabError::Usage(format!("there is no folder {folder}")));
        }
        let all = tasks::tasks(self);
        let known = |wanted: &&String| {
            let alone = Arguments {
                tables: vec![(*wanted).clone()],
                ..self.without_files()
            };
            let named = published::NOT_COMPARED.iter().map(|(name, _)| *name);
            let mut tables = published::MATCHES.iter().map(|table| table.id).chain(named);
            let others = [
                "5", "6", "7", "8", "4.14", "maze", "trees", "graph 1", "graph 2", "graph 3",
            ];
            tables.any(|table| alone.wants(table)) || others.iter().any(|table| alone.wants(table))
        };
        if let Some(unknown) = self.tables.iter().find(|wanted| !known(wanted)) {
            return Err(LabError::Usage(format!(
                "unknown table '{unknown}', expected one of 4 to 8, 4.1 to 4.15, graph1 to graph3, maze or trees"
            )));
        }
        let wanted = |task: &Task| self.wants(&task.place.table) && (task.is_quick || !self.quick);
        Ok(all.into_iter().filter(wanted).collect())
    }

    /// The same for other tables, with what it takes to name them.
    fn without_files(&self) -> Arguments {
        Arguments {
            tables: Vec::new(),
            networks: None,
            rated: Vec::new(),
            journal: None,
            html: None,
            ..*self
        }
    }

    /// What identifies the work: which tables are filled may change.
    fn settings(&self) -> serde_json::Value {
        let rated = self
            .rated
            .iter()
            .map(|(variant, path)| (variant.name(), path));
        json!({
            "games": self.games,
            "seed": self.seed,
            "networks": self.networks,
            "rated": rated.collect::<BTreeMap<_, _>>(),
        })
    }
}

/// A line of the journal.
#[derive(Serialize, Deserialize)]
struct Line {
    #[serde(flatten)]
    place: Place,
    #[serde(flatten)]
    found: Found,
}

/// Fills the tables and reports.
///
/// # Errors
/// A file cannot be used, a player is unusable, or the user has stopped the work.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), LabError> {
    let tasks = arguments.tasks()?;
    let outputs = [&arguments.journal, &arguments.html];
    check_outputs(outputs.map(Option::as_deref))?;
    let mut known: BTreeMap<String, Found> = BTreeMap::new();
    let mut journal = match &arguments.journal {
        Some(path) => {
            let settings = arguments.settings();
            let resumed = |line: Line, _| {
                known.insert(key(&line.place), line.found);
            };
            let opened = Journal::open(path, OWNER, &settings, resumed);
            Some(opened.map_err(CliError::from)?)
        }
        None => None,
    };
    let stop = stop_on_signals();
    let missing: Vec<&Task> = (tasks.iter())
        .filter(|task| !known.contains_key(&key(&task.place)))
        .collect();
    fill(
        &missing,
        arguments.threads as usize,
        &stop,
        |place, found| {
            if let Some(journal) = &mut journal {
                let line = Line {
                    place: place.clone(),
                    found: found.clone(),
                };
                journal.append(&line).map_err(CliError::from)?;
            }
            known.insert(key(place), found);
            Ok(())
        },
    )?;
    let cells: Vec<Compared> = (tasks.iter())
        .filter_map(|task| {
            let found = known.get(&key(&task.place))?.clone();
            Some(Compared::new(
                task.place.clone(),
                task.published.clone(),
                found,
            ))
        })
        .collect();
    // Before what is printed, which nobody may read to the end.
    if let Some(path) = &arguments.html {
        write_whole(path, page::page(arguments, &cells).as_bytes())?;
    }
    report::print(arguments, &cells, out)?;
    match tasks.len() - cells.len() {
        0 => Ok(()),
        left => Err(LabError::Stopped(format!(
            "stopped with {left} cells to go; the same command with --journal goes on"
        ))),
    }
}

/// What a cell is known by.
fn key(place: &Place) -> String {
    format!("{}|{}|{}", place.table, place.row, place.column)
}

/// Fills cells, several at a time, and hands each on.
fn fill(
    tasks: &[&Task],
    threads: usize,
    stop: &Stop,
    mut filled: impl FnMut(&Place, Found) -> Result<(), LabError>,
) -> Result<(), LabError> {
    let next = AtomicUsize::new(0);
    let (sender, results) = channel();
    let halt = Stop::default();
    let work = |sender: Sender<_>| {
        while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            if stop.is_wanted() || halt.is_wanted() {
                return;
            }
            if sender.send((&task.place, (task.fill)(stop))).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..threads.min(tasks.len()) {
            let (sender, work) = (sender.clone(), &work);
            thread::Builder::new().spawn_scoped(scope, move || work(sender))?;
        }
        drop(sender);
        for (place, found) in results {
            let kept = found.and_then(|found| match found {
                Some(found) => filled(place, found),
                None => Ok(()),
            });
            if kept.is_err() {
                halt.now();
                return kept;
            }
        }
        Ok(())
    })
}
