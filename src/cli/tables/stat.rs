//! `kamen tables stat` and `list`.

use super::FolderArgument;
use crate::json::print_json;
use crate::{CliError, variant_parser};
use kamen_core::rules::Variant;
use kamen_tables::{Codings, Folder, MOST_PIECES, Material, Slice, TableFile, Tables, any_maker};
use serde::Serialize;
use std::io::Write;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The variant (see `kamen variants`)
    #[arg(value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    variant: Variant,
    #[command(flatten)]
    folder: FolderArgument,
    /// Print a JSON object for each file
    #[arg(long)]
    json: bool,
    /// Compare codings instead: the bits that a position takes under each
    #[arg(long)]
    codings: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ListArguments {
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

/// Bits of a position under each coding.
#[derive(Serialize)]
struct CodingRow {
    material: String,
    positions: u64,
    run_bytes: f64,
    zstd: f64,
    zstd_dictionary: f64,
    huffman_runs: f64,
}

impl CodingRow {
    fn new(material: String, bytes: &Codings) -> CodingRow {
        let bits = |count: u64| 8.0 * count as f64 / bytes.positions.max(1) as f64;
        CodingRow {
            material,
            positions: bytes.positions,
            run_bytes: bits(bytes.run_bytes),
            zstd: bits(bytes.zstd),
            zstd_dictionary: bits(bytes.zstd_dictionary),
            huffman_runs: bits(bytes.huffman_runs),
        }
    }

    fn print(&self, json: bool, out: &mut impl Write) -> Result<(), CliError> {
        if json {
            return Ok(print_json(self, out)?);
        }
        writeln!(
            out,
            "{:10} {:12} {:9.4} {:9.4} {:9.4} {:9.4}",
            self.material,
            self.positions,
            self.run_bytes,
            self.zstd,
            self.zstd_dictionary,
            self.huffman_runs
        )?;
        Ok(())
    }
}

/// Compares codings on all tables of a variant.
fn codings(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    let folder = arguments.folder.of(arguments.variant);
    let mut maker = any_maker(arguments.variant, false);
    let mut codings_of = |material| -> Result<Codings, CliError> {
        folder.load(&mut *maker, material)?;
        let slices = Slice::units_of(material, &arguments.variant.shape()).into_iter();
        let slices: Vec<Slice> = slices.flat_map(Slice::both).collect();
        Ok(maker.codings(&slices)?)
    };
    print_codings(arguments, &folder, &mut codings_of, out)
}

fn print_codings(
    arguments: &Arguments,
    folder: &Folder,
    codings_of: &mut dyn FnMut(Material) -> Result<Codings, CliError>,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let mut all = Codings::default();
    if !arguments.json {
        writeln!(
            out,
            "{:10} {:>12} {:>9} {:>9} {:>9} {:>9}",
            "material", "positions", "run bytes", "zstd", "trained", "here"
        )?;
    }
    for material in Material::units_in(arguments.variant, MOST_PIECES) {
        if !folder.has(material, false) {
            continue;
        }
        let bytes = codings_of(material)?;
        all += bytes;
        CodingRow::new(material.to_string(), &bytes).print(arguments.json, out)?;
    }
    CodingRow::new("all".to_owned(), &all).print(arguments.json, out)
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    if arguments.codings {
        return codings(arguments, out);
    }
    let tables = arguments.folder.add_to(Tables::new(arguments.variant))?;
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
    let mut is_empty = true;
    for variant in Variant::ALL {
        let tables = arguments.folder.add_to(Tables::new(variant))?;
        let [values, distances] = tables.files();
        if !values.is_empty() {
            is_empty = false;
            let bytes: u64 = values.iter().chain(distances).map(TableFile::bytes).sum();
            writeln!(
                out,
                "{:16} {} materials, {} with distances, {bytes} bytes: {}",
                variant.name(),
                values.len(),
                distances.len(),
                tables.coverage()
            )?;
        }
    }
    if is_empty {
        writeln!(
            out,
            "no tables in {}; `kamen tables make czech 4` makes those of Czech draughts of up to 4 pieces",
            arguments.folder.dir.display()
        )?;
    }
    Ok(())
}
