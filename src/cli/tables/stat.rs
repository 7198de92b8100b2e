//! `kamen tables stat` and `list`.

use super::FolderArgument;
use crate::cli::json::print_json;
use crate::cli::{CliError, variant_parser};
use crate::rules::Variant;
use crate::tables::TableFile;
use serde::Serialize;
use std::io::Write;

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Arguments {
    /// The variant (see `kamen variants`)
    #[arg(value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    variant: Variant,
    #[command(flatten)]
    folder: FolderArgument,
    /// Print a JSON object for each file
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct ListArguments {
    #[command(flatten)]
    folder: FolderArgument,
}

/// What is told of the files of a material.
#[derive(Serialize)]
struct Row {
    material: String,
    won: u64,
    drawn: u64,
    lost: u64,
    /// The longest win or loss, in plies; 0 without distances.
    longest: u16,
    bytes: u64,
    /// Of values, by position.
    bits: f64,
    distance_bytes: u64,
}

impl Row {
    fn new(values: &TableFile, distances: Option<&TableFile>) -> Row {
        let [won, drawn, lost] = values.counts();
        let bytes = values.bytes();
        Row {
            material: (values.path().file_stem())
                .map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
            won,
            drawn,
            lost,
            longest: values.longest(),
            bytes,
            bits: 8.0 * bytes as f64 / (won + drawn + lost).max(1) as f64,
            distance_bytes: distances.map_or(0, TableFile::bytes),
        }
    }
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    let tables = arguments.folder.tables(arguments.variant)?;
    let [values, _] = tables.files();
    if !arguments.json {
        writeln!(
            out,
            "{:10} {:>12} {:>12} {:>12} {:>7} {:>11} {:>7} {:>11}",
            "material", "won", "drawn", "lost", "longest", "bytes", "bits", "distances"
        )?;
    }
    for file in values {
        let row = Row::new(file, tables.distances_of(file));
        if arguments.json {
            print_json(&row, out)?;
        } else {
            let Row {
                won, drawn, lost, ..
            } = row;
            writeln!(
                out,
                "{:10} {won:12} {drawn:12} {lost:12} {:7} {:11} {:7.4} {:11}",
                row.material, row.longest, row.bytes, row.bits, row.distance_bytes
            )?;
        }
    }
    Ok(())
}

pub(super) fn list(arguments: &ListArguments, out: &mut impl Write) -> Result<(), CliError> {
    for variant in Variant::ALL {
        let tables = arguments.folder.tables(variant)?;
        let [values, distances] = tables.files();
        if !values.is_empty() {
            let bytes: u64 = values.iter().chain(distances).map(TableFile::bytes).sum();
            writeln!(
                out,
                "{:16} complete to {} pieces, {} files, {} with distances, {bytes} bytes",
                variant.name(),
                tables.pieces(),
                values.len(),
                distances.len()
            )?;
        }
    }
    Ok(())
}
