//! Games that several machines analyse: the part of one (`--shard`), and `kamen analyze merge`.

use super::Arguments;
use super::outputs::{Identity, OWNER, Outputs, Texts, wanted};
use crate::pdn::{PdnError, count};
use crate::{CliError, file_parser, output_parser};
use kamen_eval::Choice;
use kamen_eval::weights::Weights;
use kamen_files::{PartFile, checksum_of, merge_parts, note};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The examples of `kamen analyze merge --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen analyze games.pdn --nodes 20000 --shard 1/2 --journal a1.jsonl       on one machine
  kamen analyze games.pdn --nodes 20000 --shard 2/2 --journal a2.jsonl       on another
  kamen analyze merge a1.jsonl a2.jsonl -o annotated.pdn --html games.html

With --nodes or --depth the files are those of one run without --shard.

Exit status: 0, 1 if games are missing without --partial, 2 if the journals do not belong together, 3 if games were left out.";

#[derive(Debug, clap::Args)]
pub(super) struct MergeArguments {
    /// Journals of the parts
    #[arg(value_name = "JOURNAL", required = true)]
    journals: Vec<PathBuf>,
    /// Write what there is, though games are missing
    #[arg(long)]
    partial: bool,
    /// Write the annotated games
    #[arg(long, short, value_name = "FILE", value_parser = file_parser())]
    out: Option<PathBuf>,
    /// Write a page that shows the games on a board
    #[arg(long, value_name = "FILE", value_parser = file_parser())]
    html: Option<PathBuf>,
    /// Print JSON, one object a game, or write it to FILE
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    #[arg(value_parser = output_parser())]
    json: Option<PathBuf>,
}

/// What came of a game of a part.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Done {
    /// It is analysed.
    Game(Identity, Texts),
    /// It was left out, for this fault.
    Left(String),
}

/// Where the games of an analysis go.
pub(super) enum Sink<'a> {
    /// All of them to the outputs.
    Outputs(Outputs<'a>),
    /// Those of a part to its journal.
    Part(PartFile),
}

impl<'a> Sink<'a> {
    pub(super) fn open(arguments: &'a Arguments, out: &'a mut dyn Write) -> Result<Self, CliError> {
        let (Some(shard), Some(journal)) = (arguments.shard, &arguments.journal) else {
            let outputs = Outputs::open(&arguments.outputs(), out, &arguments.settings())?;
            return Ok(Sink::Outputs(outputs));
        };
        let label = label(arguments)?;
        Ok(Sink::Part(PartFile::open(journal, OWNER, &label, shard)?))
    }

    /// Whether another run of the same command goes on from here.
    pub(super) fn resumes(&self) -> bool {
        match self {
            Sink::Outputs(outputs) => outputs.resumes(),
            Sink::Part(_) => true,
        }
    }

    /// Games from an earlier run.
    pub(super) fn kept(&self) -> usize {
        match self {
            Sink::Outputs(outputs) => outputs.kept(),
            Sink::Part(part) => part.count(),
        }
    }

    /// Whether the game of this number, from 0, is one for us.
    pub(super) fn takes(&self, number: u64) -> bool {
        match self {
            Sink::Outputs(_) => true,
            Sink::Part(part) => part.shard().has(number),
        }
    }

    /// Whether a game is there from an earlier run.
    pub(super) fn has(&mut self, number: u64, identity: &Identity) -> Result<bool, CliError> {
        match self {
            Sink::Outputs(outputs) => outputs.has(identity),
            Sink::Part(part) => Ok(!part.wants(number)),
        }
    }

    /// Writes a game.
    pub(super) fn add(
        &mut self,
        number: u64,
        identity: Identity,
        texts: Texts,
    ) -> Result<(), CliError> {
        match self {
            Sink::Outputs(outputs) => outputs.add(identity, &texts),
            Sink::Part(part) => Ok(part.add(number, &Done::Game(identity, texts))?),
        }
    }

    /// A game is left out.
    pub(super) fn leave_out(&mut self, number: u64, fault: &str) -> Result<(), CliError> {
        match self {
            Sink::Part(part) if part.wants(number) => {
                Ok(part.add(number, &Done::Left(fault.to_owned()))?)
            }
            _ => Ok(()),
        }
    }

    /// All games were met, so many.
    pub(super) fn finish(self, games: u64) -> Result<(), CliError> {
        match self {
            Sink::Outputs(outputs) => outputs.finish(),
            Sink::Part(mut part) => Ok(part.end(games)?),
        }
    }
}

/// All that the games of a part follow from. Files are known by their content: they may be elsewhere on other machines.
fn label(arguments: &Arguments) -> Result<Value, CliError> {
    let file = arguments.file();
    if file == Path::new("-") {
        let message = "found standard input, expected a file for --shard";
        return Err(CliError::Usage(message.to_owned()));
    }
    let checksum = |path: &Path| {
        let sum = checksum_of(path).map_err(|error| PdnError::file(path, error))?;
        Ok::<_, CliError>(format!("{sum:08x}"))
    };
    let mut label = arguments.settings();
    label["file"] = checksum(file)?.into();
    if let Choice::File(path) = &arguments.eval.choice {
        // A checksum of the file, which ends with its own, would be the same for all.
        label["weights"] = Weights::read(path)?.name().into();
    }
    if let Some(path) = &arguments.book {
        label["book"] = checksum(path)?.into();
    }
    label["tables"] = tables(&arguments.tables).into();
    if let Some(label) = label.as_object_mut() {
        label.remove("outputs");
    }
    Ok(label)
}

/// A folder of tables: how many files it has, and a checksum of their names and lengths. `None` if there is none.
fn tables(folder: &Path) -> Option<String> {
    let mut files = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).ok()?.filter_map(Result::ok) {
            let path = entry.path();
            match entry.metadata() {
                Ok(found) if found.is_dir() => open.push(path),
                Ok(found) if found.is_file() => {
                    let name = path.strip_prefix(folder).unwrap_or(&path).to_owned();
                    files.push(format!("{} {}\n", name.display(), found.len()));
                }
                _ => (),
            }
        }
    }
    files.sort_unstable();
    let sum = crc32fast::hash(files.concat().as_bytes());
    Some(format!("{}, {sum:08x}", count(files.len(), "file")))
}

/// Writes what the parts come to.
pub(super) fn merge(arguments: &MergeArguments, out: &mut dyn Write) -> Result<(), CliError> {
    let merged = merge_parts::<Done>(&arguments.journals, OWNER)?;
    for line in &merged.missing {
        note(format_args!("{line}"));
    }
    if !merged.missing.is_empty() && !arguments.partial {
        return Err(CliError::Stopped(format!(
            "games are missing, {} are there: wait for them, or take these with --partial",
            merged.results.len()
        )));
    }
    let files = [&arguments.out, &arguments.html, &arguments.json].map(Option::as_deref);
    let outputs = wanted(files);
    let paths: Vec<_> = outputs.iter().filter_map(|&(_, path)| path).collect();
    let settings = json!({ "merged": merged.settings, "outputs": paths });
    let mut outputs = Outputs::open(&outputs, out, &settings)?;
    let mut left_out = 0;
    for done in merged.results.into_values() {
        match done {
            Done::Left(fault) => {
                note(format_args!("{fault}"));
                left_out += 1;
            }
            Done::Game(identity, texts) => {
                if !outputs.has(&identity)? {
                    outputs.add(identity, &texts)?;
                }
            }
        }
    }
    outputs.finish()?;
    match left_out {
        0 => Ok(()),
        left => Err(PdnError::LeftOut(count(left, "game")).into()),
    }
}
