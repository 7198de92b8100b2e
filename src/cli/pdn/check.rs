//! `kamen pdn check`: replays the games of PDN files and reports faults.

use super::file::Check;
use super::read::open;
use super::reading::EncodingArgument;
use super::{PdnError, count};
use crate::json::print_json;
use crate::{CliError, variant_parser};
use kamen_core::rules::Variant;
use kamen_files::note;
use std::io::Write;
use std::path::PathBuf;

/// The examples of `kamen pdn check --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen pdn check games.pdn                  one line per file; faults go to standard error
  kamen pdn check --variant czech *.pdn      for games whose tags do not name the variant
  kamen pdn check --json games.pdn           one JSON object per file
  kamen pdn check --lenient games.pdn        for problems, which may have men on their crowning row
  unzip -p games.zip | kamen pdn check -     standard input

Exit status: 0 without faults, 1 with faults, 2 if a file cannot be read, 3 with --lenient if all \
faults are men on their crowning row.";

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// PDN files; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Variant of games whose tags do not name it [default: guessed from the moves]
    #[arg(long, value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    variant: Option<Variant>,
    #[command(flatten)]
    encoding: EncodingArgument,
    /// Exit with status 3 instead of 1 if all faults are men on their crowning row
    #[arg(long)]
    lenient: bool,
    /// Show at most N faults and warnings per file; all are counted
    #[arg(long, value_name = "N", default_value_t = 100)]
    show: usize,
    /// Print one JSON object per file and line, with the faults and warnings shown
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    let (mut faults, mut crowned, mut unread) = (0, 0, 0);
    for path in &arguments.files {
        let mut check = Check::new(
            path,
            arguments.variant,
            arguments.encoding.into(),
            arguments.show,
        );
        match open(path).and_then(|input| check.read(input)) {
            Ok(()) if arguments.json => print_json(&check.entry(), out)?,
            Ok(()) => writeln!(out, "{}", check.summary())?,
            Err(error) => {
                note(format_args!("{}: cannot be read: {error}", path.display()));
                unread += 1;
            }
        }
        faults += check.faults();
        crowned += check.crowned();
    }
    if unread > 0 {
        Err(PdnError::Unread(count(unread, "file")).into())
    } else if faults > 0 && faults == crowned && arguments.lenient {
        Err(PdnError::Lenient(count(faults, "fault")).into())
    } else if faults > 0 {
        Err(PdnError::Faults(count(faults, "fault")).into())
    } else {
        Ok(())
    }
}
