//! `kamen tables embed`.

use super::FolderArgument;
use crate::{CliError, variant_parser};
use kamen_core::rules::Variant;
use kamen_tables::{Material, embed};
use std::io::Write;
use std::path::PathBuf;

/// The examples of `kamen tables embed --help`.
pub(super) const EXAMPLES: &str = "\
Example:
  kamen tables embed czech -o embedded";

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The variant (see `kamen variants`)
    #[arg(value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    variant: Variant,
    /// The most bytes of the files that are taken
    #[arg(long, value_name = "BYTES", default_value_t = 400_000)]
    limit: u64,
    /// The folder for a file of values and one of distances
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    folder: FolderArgument,
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    let variant = arguments.variant;
    let folder = arguments.folder.of(variant);
    let done = embed(variant, &folder, arguments.limit, &arguments.out)?;
    if done.values.is_empty() {
        return Err(arguments.folder.none(variant, ""));
    }
    let listed = |materials: &[Material]| {
        let names = materials.iter().map(Material::to_string);
        names.collect::<Vec<_>>().join(" ")
    };
    writeln!(out, "values: {}", listed(&done.values))?;
    writeln!(out, "distances: {}", listed(&done.distances))?;
    writeln!(out, "{variant}: {} bytes", done.bytes)?;
    Ok(())
}
