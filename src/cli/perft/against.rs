//! `kamen perft --against`.

use super::{Arguments, Bar, PerftError};
use crate::CliError;
use crate::json::print_json;
use kamen_core::game::AnyPosition;
use kamen_perft::against::{AgainstError, Difference, DifferenceKind, Divide, Partner, find};
use serde::Serialize;
use std::io::{self, Write};
use std::time::Duration;

/// The object that `--json` prints.
#[derive(Serialize)]
struct Answer {
    agreed: Vec<Agreed>,
    difference: Option<Difference>,
}

#[derive(Serialize)]
struct Agreed {
    depth: u32,
    nodes: u128,
}

pub(super) fn run(
    arguments: &Arguments,
    position: &AnyPosition,
    depth: u32,
    command: &str,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let (mut agreed, mut printed) = (Vec::new(), Ok(()));
    let bar = Bar::new();
    let agree = |depth, nodes| {
        if arguments.json {
            agreed.push(Agreed { depth, nodes });
        } else if printed.is_ok() {
            bar.clear();
            printed = writeln!(out, "agree {depth} {nodes}");
        }
    };
    let difference = find_for(arguments, position, depth, command, &bar, agree)?;
    bar.clear();
    printed?;
    let differs = difference.is_some();
    if arguments.json {
        print_json(&Answer { agreed, difference }, out)?;
    } else if let Some(difference) = &difference {
        print(difference, out)?;
    }
    if differs {
        return Err(PerftError::Differs(command.to_owned()).into());
    }
    Ok(())
}

fn find_for(
    arguments: &Arguments,
    position: &AnyPosition,
    depth: u32,
    command: &str,
    bar: &Bar,
    agree: impl FnMut(u32, u128),
) -> Result<Option<Difference>, CliError> {
    let counter = arguments.counter(position.variant())?;
    let timeout = Duration::from_secs(arguments.timeout.into());
    let partner = Partner::start(command, timeout);
    let difference = partner
        .map_err(AgainstError::from)
        .and_then(|mut partner| find(&mut partner, &counter, position, depth, bar, agree));
    Ok(difference.map_err(PerftError::from)?)
}

fn print(difference: &Difference, out: &mut impl Write) -> io::Result<()> {
    let Difference { path, fen, kind } = difference;
    let path = if path.is_empty() {
        "no move".to_owned()
    } else {
        path.join(" ")
    };
    writeln!(out, "differ after {path}\nposition {fen}")?;
    match kind {
        DifferenceKind::Moves { ours, theirs } => {
            print_list("ours", ours, |_| true, out)?;
            print_list("theirs", theirs, |_| true, out)?;
            let missing = |name: &str| times(ours, name) > times(theirs, name);
            let extra = |name: &str| times(theirs, name) > times(ours, name);
            print_list("only ours", ours, missing, out)?;
            print_list("only theirs", theirs, extra, out)
        }
        DifferenceKind::Made {
            name,
            after,
            nodes,
            made,
        } => writeln!(
            out,
            "the partner makes the move {name} differently: it counts {made} after it, and {nodes} \
             for the position there\nposition after it {after}"
        ),
    }
}

fn times(divide: &Divide, name: &str) -> usize {
    divide.get(name).map_or(0, |listed| listed.times)
}

/// Prints the `wanted` moves of a list, each as often as it is listed.
fn print_list(
    title: &str,
    divide: &Divide,
    wanted: impl Fn(&str) -> bool,
    out: &mut impl Write,
) -> io::Result<()> {
    let wanted = divide.iter().filter(|(name, _)| wanted(name));
    let names = wanted.flat_map(|(name, listed)| vec![name.as_str(); listed.times]);
    let names: Vec<&str> = names.collect();
    writeln!(out, "{title} ({}): {}", names.len(), names.join(" "))
}
