//! `kamen-naive`: counts the perft suites again, by a plain and slow generator of moves.
//!
//! The exit status is 0 if all counts and lists of moves are the same, 1 if one differs, 2 if the
//! command line or a file is at fault.

use kamen_naive::suite::Suite;
use std::error::Error;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

const USAGE: &str = "usage: kamen-naive [--max-nodes N] [FILE...]";

/// What was looked at.
#[derive(Default)]
struct Total {
    counts: usize,
    skipped: usize,
    lists: usize,
    different: usize,
}

fn main() -> ExitCode {
    match run(std::env::args().skip(1)) {
        Ok(total) => ExitCode::from(u8::from(total.different > 0)),
        Err(error) => {
            let _ = writeln!(io::stderr(), "kamen-naive: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(mut args: impl Iterator<Item = String>) -> Result<Total, Box<dyn Error>> {
    let (mut max_nodes, mut files) = (u64::MAX, Vec::new());
    while let Some(arg) = args.next() {
        if arg == "--max-nodes" {
            let number = args.next().and_then(|text| text.parse().ok());
            max_nodes = number.ok_or(USAGE)?;
        } else if arg.starts_with('-') {
            return Err(USAGE.into());
        } else {
            files.push(PathBuf::from(arg));
        }
    }
    if files.is_empty() {
        files = suites()?;
    }
    let mut total = Total::default();
    let mut out = io::stdout();
    for file in &files {
        check(file, max_nodes, &mut total, &mut out)?;
    }
    let Total {
        counts,
        skipped,
        lists,
        different,
    } = total;
    writeln!(
        out,
        "{counts} counts and {lists} lists of moves, {skipped} counts skipped, {different} different"
    )?;
    Ok(total)
}

/// The files of `perft/suites` by name.
fn suites() -> io::Result<Vec<PathBuf>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../perft/suites");
    let files = folder.read_dir()?.map(|entry| Ok(entry?.path()));
    let mut files: Vec<PathBuf> = files.collect::<io::Result<_>>()?;
    files.sort();
    Ok(files)
}

/// Counts a file again and prints a line for each position.
fn check(
    file: &Path,
    max_nodes: u64,
    total: &mut Total,
    out: &mut impl Write,
) -> Result<(), Box<dyn Error>> {
    let name = file
        .file_name()
        .unwrap_or(file.as_os_str())
        .to_string_lossy();
    let text =
        std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let suite = Suite::parse(&text).map_err(|error| format!("{}: {error}", file.display()))?;
    for entry in &suite.entries {
        let start = Instant::now();
        let differences = entry.differences(&suite.naive, max_nodes);
        let seconds = start.elapsed().as_secs_f64();
        let counts = entry.counts_up_to(max_nodes).count();
        total.counts += counts;
        total.skipped += entry.counts.len() - counts;
        total.lists += usize::from(entry.moves.is_some());
        total.different += differences.len();
        let verdict = if differences.is_empty() {
            "ok"
        } else {
            "DIFFERENT"
        };
        writeln!(out, "{verdict} {name} {} {seconds:.1} s", entry.id)?;
        for difference in differences {
            writeln!(out, "    {difference}")?;
        }
        out.flush()?;
    }
    Ok(())
}
