//! `kamen perft --split`, `--positions` and `--sum`: one count on many machines.

use super::results::Results;
use super::{Arguments, Bar, PerftError};
use crate::CliError;
use crate::paths::check_outputs;
use kamen_core::game::AnyPosition;
use kamen_core::rules::Variant;
use kamen_files::{LineSeal, Unsealed, note, write_whole_by};
use kamen_perft::CountError;
use kamen_perft::split::Sum;
use kamen_perft::split::format::{self, CountsHead, Line, SplitHead};
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

/// Writes the distinct positions after `plies` moves.
pub(super) fn split(
    arguments: &Arguments,
    position: &AnyPosition,
    plies: u32,
    out: &mut impl Write,
) -> Result<(), CliError> {
    check_outputs([arguments.out.as_deref()])?;
    let lines = split_lines(arguments, position, plies)?;
    match &arguments.out {
        None => write_lines(out, &lines)?,
        Some(path) => {
            let written = write_whole_by(path, |out| write_lines(out, &lines));
            written.map_err(|error| PerftError::Write {
                path: path.clone(),
                error,
            })?;
        }
    }
    Ok(())
}

fn split_lines(
    arguments: &Arguments,
    position: &AnyPosition,
    plies: u32,
) -> Result<Vec<String>, CliError> {
    let counter = arguments.counter(position.variant())?;
    let parts = counter.split(position, plies).map_err(PerftError::from)?;
    let add = |sum: u128, (_, times): &(AnyPosition, u128)| sum.checked_add(*times);
    let overflow = PerftError::Count(CountError::Overflow { depth: plies });
    let sequences = parts.iter().try_fold(0, add).ok_or(overflow)?;
    let head = SplitHead {
        variant: position.variant(),
        counting: arguments.count,
        plies,
        positions: parts.len(),
        sequences,
        fen: position.fen(),
    };
    let line = |(position, times): &(AnyPosition, u128)| (position.fen(), *times);
    let mut parts: Vec<(String, u128)> = parts.iter().map(line).collect();
    // The same split always gives the same file.
    parts.sort();
    let parts = parts.iter().map(|(fen, times)| format!("{times} {fen}"));
    Ok(std::iter::once(head.to_string()).chain(parts).collect())
}

fn write_lines(out: &mut dyn Write, lines: &[String]) -> io::Result<()> {
    let mut out = io::BufWriter::new(out);
    for line in lines {
        writeln!(out, "{}", LineSeal::TEXT.seal(line))?;
    }
    out.flush()
}

/// Runs perft from each position of a file.
pub(super) fn count(
    arguments: &Arguments,
    variant: Variant,
    depth: u32,
    input: &Path,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let counts = CountsHead {
        variant,
        counting: arguments.count,
        depth,
    };
    let (split, parts) = read_parts(input, &counts)?;
    let positions = parse_parts(input, variant, &parts)?;
    let counter = arguments.counter(variant)?;
    let mut results = match &arguments.out {
        None => Results::new(out),
        Some(path) => Results::open(path, &counts)?,
    };
    results.begin(split.as_ref(), &counts)?;
    let bar = Bar::new();
    for (index, (times, position)) in positions.iter().enumerate() {
        let fen = position.fen();
        if results.holds(&fen) {
            continue;
        }
        bar.show(format!("position {} of {}", index + 1, positions.len()));
        let nodes = counter
            .count(position, depth, &bar)
            .map_err(PerftError::from)?;
        bar.clear();
        results.add(*times, nodes, &fen)?;
    }
    Ok(())
}

/// A line of a split: line number, multiplicity, FEN.
type Part = (usize, u128, String);

/// Reads a split or a part of it; its head must match the count requested.
fn read_parts(
    path: &Path,
    counts: &CountsHead,
) -> Result<(Option<SplitHead>, Vec<Part>), CliError> {
    let (mut head, mut parts) = (None, Vec::new());
    for_lines(path, |line, text| {
        let fault = |message: String| PerftError::Line {
            path: path.to_owned(),
            line,
            message,
        };
        let opened = LineSeal::TEXT.open(text.trim_end());
        let text = opened.map_err(|damage| fault(damage.to_string()))?.text;
        let expected = |what: &str| fault(format!("expected {what}, found `{}`", text.trim()));
        match format::line(text) {
            Some(Line::Comment) => (),
            Some(Line::Split(found)) => {
                if (found.variant, found.counting) != (counts.variant, counts.counting) {
                    let wanted = format!("variant={} count={}", counts.variant, counts.counting);
                    return Err(expected(&wanted));
                }
                head = Some(found);
            }
            Some(Line::Text(part)) => {
                let (times, fen) =
                    format::part(part).ok_or_else(|| expected("`<multiplicity> <fen>`"))?;
                parts.push((line, times, fen.to_owned()));
            }
            Some(Line::Counts(_)) | None => return Err(expected("what --split writes")),
        }
        Ok(())
    })?;
    Ok((head, parts))
}

fn parse_parts(
    path: &Path,
    variant: Variant,
    parts: &[Part],
) -> Result<Vec<(u128, AnyPosition)>, PerftError> {
    let parse = |(line, times, fen): &Part| {
        let position = AnyPosition::parse_fen(variant, fen).map_err(|error| PerftError::Line {
            path: path.to_owned(),
            line: *line,
            message: error.to_string(),
        })?;
        Ok((*times, position))
    };
    parts.iter().map(parse).collect()
}

/// Sums the counts of files.
pub(super) fn sum(files: &[PathBuf], out: &mut impl Write) -> Result<(), CliError> {
    let mut sum = Sum::default();
    let standard_input = [PathBuf::from("-")];
    let files = if files.is_empty() {
        &standard_input
    } else {
        files
    };
    for path in files {
        for_lines(path, |line, text| {
            sum.add(text).map_err(|error| PerftError::SumLine {
                path: path.clone(),
                line,
                error,
            })
        })?;
    }
    let total = sum.finish().map_err(PerftError::from)?;
    if total.split.is_none() {
        note(format_args!(
            "kamen: no line `# split ..` among them, so missing positions go unnoticed"
        ));
    }
    match total.depth() {
        Some(depth) => writeln!(out, "perft {depth} {}", total.nodes)?,
        None => writeln!(out, "sum {}", total.nodes)?,
    }
    Ok(())
}

/// Calls `f` with the number and text of each line of a file; `-` is standard input. Says if lines have no checksum.
fn for_lines(
    path: &Path,
    mut f: impl FnMut(usize, &str) -> Result<(), PerftError>,
) -> Result<(), PerftError> {
    let failed = |error| PerftError::Read {
        path: path.to_owned(),
        error,
    };
    let mut input: Box<dyn BufRead> = if path == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        let file = std::fs::File::open(path).map_err(failed)?;
        Box::new(io::BufReader::new(file))
    };
    let (mut bytes, mut unsealed) = (Vec::new(), Unsealed::default());
    for line in 1.. {
        bytes.clear();
        if input.read_until(b'\n', &mut bytes).map_err(failed)? == 0 {
            break;
        }
        if bytes.pop_if(|last| *last == b'\n').is_none() {
            let message = "the line has no end: the file is not whole".to_owned();
            let path = path.to_owned();
            return Err(PerftError::Line {
                path,
                line,
                message,
            });
        }
        // Invalid UTF-8 spoils its line, not the file.
        let text = String::from_utf8_lossy(&bytes);
        f(line, &text)?;
        let opened = LineSeal::TEXT.open(text.trim_end()).ok();
        if let Some(opened) = opened.filter(|line| format::line(line.text) != Some(Line::Comment)) {
            unsealed.see(line, opened);
        }
    }
    unsealed.tell(path);
    Ok(())
}
