//! What `kamen-lab university` prints.

use super::Arguments;
use super::cell::{Compared, Content};
use super::published::{BASIC, NOT_COMPARED, PROGRESSIVE};
use crate::LabError;
use kamen_cli::json::print_json;
use std::collections::BTreeMap;
use std::io::Write;

/// Below this a sample differs by more than chance.
const RARE: f64 = 0.01;

/// Prints the cells, table by table, then what they come to.
pub(super) fn print(
    arguments: &Arguments,
    cells: &[Compared],
    out: &mut impl Write,
) -> Result<(), LabError> {
    if arguments.json {
        for cell in cells {
            print_json(cell, out)?;
        }
        return Ok(());
    }
    let mut heading = None;
    for cell in cells {
        let place = &cell.place;
        if heading != Some((&place.table, &place.row)) {
            writeln!(out, "{}", title(&place.table, &place.row))?;
            heading = Some((&place.table, &place.row));
        }
        let published = published(cell);
        let (column, found, difference) = (
            &place.column,
            cell.found.content.to_string(),
            cell.difference(),
        );
        writeln!(
            out,
            "  {column:<18} published {published:<13} here {found:<13} {difference}"
        )?;
    }
    for line in scores(cells) {
        writeln!(out, "{line}")?;
    }
    for line in sums(arguments, cells) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

pub(super) fn published(cell: &Compared) -> String {
    cell.published
        .as_ref()
        .map_or_else(|| "?".to_owned(), Content::to_string)
}

/// The heading of a row.
pub(super) fn title(table: &str, row: &str) -> String {
    let is_number = table.starts_with(|first: char| first.is_ascii_digit());
    let table = if is_number {
        format!("table {table}")
    } else {
        table.to_owned()
    };
    format!("{table}: {row}")
}

/// Table 4.15, if all of 4.14 is there: two points for a win, one for a draw.
fn scores(cells: &[Compared]) -> Vec<String> {
    let published = [
        (BASIC, 2225),
        (PROGRESSIVE, 3416),
        ("01", 3740),
        ("07", 2619),
    ];
    let mut points: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
    for cell in cells.iter().filter(|cell| cell.place.table == "4.14") {
        if let (Content::Wins([wins, losses, draws]), Some((first, second))) =
            (&cell.found.content, cell.place.row.split_once(" v. "))
        {
            for (player, won) in [(first, wins), (second, losses)] {
                let place = points.entry(player).or_default();
                *place = (place.0 + 2 * won + draws, place.1 + 1);
            }
        }
    }
    let complete = published
        .iter()
        .all(|(name, _)| points.get(name).is_some_and(|p| p.1 == 3));
    let line = |(name, published): (&str, u32)| {
        let found = points.get(name).map_or(0, |points| points.0);
        format!("  {name:<18} published {published:<13} here {found}")
    };
    match complete {
        true => std::iter::once("table 4.15: 2 for a win, 1 for a draw".to_owned())
            .chain(published.map(line))
            .collect(),
        false => Vec::new(),
    }
}

/// What the cells of each table come to, and what is not compared.
pub(super) fn sums(arguments: &Arguments, cells: &[Compared]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut tables: Vec<&str> = cells.iter().map(|cell| cell.place.table.as_str()).collect();
    tables.dedup();
    for table in tables {
        let of = || cells.iter().filter(|cell| cell.place.table == table);
        let exact = of().filter(|cell| cell.equal.is_some()).count();
        let equal = of().filter(|cell| cell.equal == Some(true)).count();
        let samples = of().filter_map(|cell| cell.p).count();
        let rare = of().filter_map(|cell| cell.p).filter(|p| *p < RARE).count();
        let name = title(table, "");
        if exact > 0 {
            lines.push(format!("{name}{equal} of {exact} cells equal"));
        }
        if samples > 0 {
            lines.push(format!(
                "{name}{rare} of {samples} cells differ with p below {RARE}"
            ));
        }
    }
    let left_out = [
        (
            "8",
            arguments.rated.is_empty(),
            "needs --rated VARIANT=FILE",
        ),
        (
            "4.10 to 4.15",
            arguments.networks.is_none(),
            "need --networks DIR",
        ),
        (
            "graph 3",
            true,
            "seconds of another machine; `kamen td graphs` prints ours",
        ),
    ];
    let left_out = left_out.iter().filter(|(_, is_so, _)| *is_so);
    let left_out = left_out.map(|(table, _, why)| (*table, *why));
    for (table, why) in left_out.chain(NOT_COMPARED) {
        let first = table.split(" to ").next().unwrap_or(table);
        if arguments.wants(table) || arguments.wants(first) {
            lines.push(format!("{}not compared, {why}", title(table, "")));
        }
    }
    lines
}
