//! `kamen status`: how far long jobs are, from the files that they write.

mod page;
mod text;

use super::json::print_json;
use super::{CliError, arguments::seconds_parser, file_parser};
use kamen_files::{can_write_whole, write_whole};
use kamen_progress::{Job, Survey, survey};
use kamen_tournament::LedgerError;
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

/// The examples of `kamen status --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen status                                       all jobs in this folder and those below it
  kamen status part*.jsonl                           a match of several parts
  kamen status . --html status.html --every 30       a page that follows them
  kamen status --total 20000                         20,000 games of self-play in all
  kamen status --json | jq '.jobs[] | {what, done, seconds_to_go}'

Exit status: 0, 1 if a file is damaged or does not fit to the others of its job, 2 if a path cannot be read.";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Journals, counts, games, checkpoints, and folders that have such files in them or below
    #[arg(value_name = "PATH", default_value = ".")]
    paths: Vec<PathBuf>,
    /// Print one JSON object, in which each part of a job is told
    #[arg(long)]
    json: bool,
    /// Write a page, too; with --every it shows itself anew
    #[arg(long, value_name = "FILE", value_parser = file_parser())]
    html: Option<PathBuf>,
    /// How much there is to do where files do not say: games of selfplay and td, generations of learn and evolve
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    total: Option<u64>,
    /// Look again after so many seconds, until it is interrupted or all jobs are done
    #[arg(long, value_name = "SECONDS", value_parser = seconds_parser)]
    every: Option<f64>,
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    if let Some(path) = &arguments.html {
        can_write_whole(path).map_err(|error| LedgerError::of(path, error))?;
    }
    loop {
        let mut found = survey(&arguments.paths)?;
        if let Some(total) = arguments.total {
            found.expect(total);
        }
        // The page itself is none of the files that are told of.
        let is_own = |path: &Path| {
            arguments
                .html
                .as_deref()
                .is_some_and(|own| is_same(own, path))
        };
        found.unread.retain(|unread| !is_own(&unread.path));
        show(arguments, &found, out)?;
        let is_over = !found.jobs.is_empty() && found.jobs.iter().all(Job::is_complete);
        match arguments.every.filter(|_| !is_over) {
            Some(seconds) => sleep(Duration::from_secs_f64(seconds)),
            None => return judged(&found),
        }
    }
}

fn is_same(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

fn show(arguments: &Arguments, found: &Survey, out: &mut impl Write) -> Result<(), CliError> {
    if arguments.json {
        print_json(&document(found), out)?;
    } else {
        write!(out, "{}", text::text(found))?;
    }
    out.flush()?;
    if let Some(path) = &arguments.html {
        let page = page::page(found, arguments.every);
        write_whole(path, page.as_bytes()).map_err(|error| LedgerError::of(path, error))?;
    }
    Ok(())
}

/// Fails if a file that was looked at is damaged.
fn judged(found: &Survey) -> Result<(), CliError> {
    match found
        .unread
        .iter()
        .filter(|unread| unread.damage.is_some())
        .count()
    {
        0 => Ok(()),
        1 => Err(CliError::Stopped("1 file does not count".to_owned())),
        many => Err(CliError::Stopped(format!("{many} files do not count"))),
    }
}

/// What `--json` prints.
fn document(found: &Survey) -> Value {
    let job = |job: &Job| {
        let mut value = json!(job);
        if let Some(fields) = value.as_object_mut() {
            fields.insert("done".to_owned(), job.done().into());
            fields.insert("running".to_owned(), job.running().into());
            fields.insert("per_second".to_owned(), job.rate().into());
            fields.insert("seconds_to_go".to_owned(), job.to_go().into());
        }
        value
    };
    let jobs: Vec<Value> = found.jobs.iter().map(job).collect();
    json!({ "jobs": jobs, "unread": found.unread })
}
