//! `kamen tables make` and `verify`.

use super::FolderArgument;
use crate::{CliError, variant_parser};
use kamen_core::rules::Variant;
use kamen_files::{memory, note, processors};
use kamen_tables::{MOST_PIECES, Made, Material, Settings, Units, any_maker};
use std::io::{self, Write};
use std::time::Instant;

/// The examples of `kamen tables make --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen tables make czech 4
  kamen tables make international 4 --dtw
  kamen tables make russian 3 --dtw
  kamen tables make russian --material kkk-k --dtw
  kamen tables make russian --unit k-k
  kamen tables make russian --join k-k";

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The variant (see `kamen variants`)
    #[arg(value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    variant: Variant,
    /// The most pieces on the board, of both sides together
    #[arg(value_parser = pieces_parser(), required_unless_present_any = ["material", "unit", "join"])]
    pieces: Option<u8>,
    /// Only this material, such as kkm-k (kings k and men m of both sides); the tables it needs must be there
    #[arg(long, value_name = "MATERIAL", conflicts_with = "pieces")]
    material: Option<Material>,
    /// Only the complete tables of this unit, such as mk-k-2, or of all units of a material, such as mk-k, from which others are made
    /// (see `kamen tables plan`); the units it needs must be there
    #[arg(long, value_name = "UNIT", conflicts_with_all = ["pieces", "material"])]
    unit: Option<Units>,
    /// Join the units of this material into its files
    #[arg(long, value_name = "MATERIAL", conflicts_with_all = ["pieces", "material", "unit"])]
    join: Option<Material>,
    #[command(flatten)]
    how: HowArguments,
    #[command(flatten)]
    folder: FolderArgument,
    /// Do not report progress
    #[arg(long, short)]
    quiet: bool,
}

/// How to make tables.
#[derive(Debug, clap::Args)]
struct HowArguments {
    /// Keep the distance to the win in plies too
    #[arg(long)]
    dtw: bool,
    /// Threads [default: all processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The most memory to use, in GB [default: three quarters of the machine's]
    #[arg(long, value_name = "GB", value_parser = memory_parser)]
    memory: Option<f64>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct VerifyArguments {
    /// The variant (see `kamen variants`)
    #[arg(value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    variant: Variant,
    /// Verify the distances too
    #[arg(long)]
    dtw: bool,
    #[command(flatten)]
    folder: FolderArgument,
}

pub(super) fn pieces_parser() -> clap::builder::RangedI64ValueParser<u8> {
    clap::value_parser!(u8).range(2..=MOST_PIECES as i64)
}

pub(super) fn memory_parser(text: &str) -> Result<f64, String> {
    let gigabytes = text.parse().ok().filter(|gb: &f64| *gb > 0.0 && *gb < 1e6);
    gigabytes.ok_or_else(|| "expected a number above 0".to_owned())
}

impl HowArguments {
    /// # Errors
    /// If the machine has less memory.
    fn settings(&self) -> Result<Settings, CliError> {
        let present = memory();
        let allowed = match (self.memory, present) {
            (Some(asked), present) => {
                let asked = (asked * 1e9) as u64;
                if present.is_some_and(|present| asked > present) {
                    return Err(CliError::Usage(format!(
                        "--memory asks for {:.1} GB, expected at most the {:.1} GB of this machine",
                        asked as f64 / 1e9,
                        present.unwrap_or(0) as f64 / 1e9
                    )));
                }
                asked
            }
            (None, Some(present)) => present / 4 * 3,
            (None, None) => u64::MAX,
        };
        Ok(Settings {
            distances: self.dtw,
            memory: allowed,
        })
    }
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    let settings = arguments.how.settings()?;
    let threads = arguments.how.threads.map_or_else(processors, usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| CliError::Thread(io::Error::other(error)))?;
    let unit = arguments.unit.map(Units::material);
    if let Some(material) = arguments.material.or(arguments.join).or(unit)
        && !material.is_told_in(arguments.variant)
    {
        return Err(CliError::Usage(format!(
            "tables of {} cannot tell of {material}: a king beside men may not always move",
            arguments.variant
        )));
    }
    if let Some(units) = arguments.unit {
        return make_units(arguments, units, &settings, &pool, out);
    }
    let folder = arguments.folder.of(arguments.variant);
    let materials = match (arguments.material.or(arguments.join), arguments.pieces) {
        (Some(material), _) => vec![material.unit()],
        (None, pieces) => Material::units_in(arguments.variant, pieces.unwrap_or(2).into()),
    };
    let start = Instant::now();
    let mut all = Vec::new();
    let mut done = |made: &Made| {
        if !arguments.quiet && made.units != [0, 0] {
            note(format_args!("{}", line(made, start)));
        }
        all.push(made.clone());
    };
    pool.install(|| match arguments.join {
        Some(material) => folder.join(material, &settings).map(|made| done(&made)),
        None => folder.make(&materials, &settings, &mut done),
    })?;
    let positions: u64 = all.iter().flat_map(|made| made.counts).sum();
    let bytes: u64 = all.iter().map(|made| made.bytes).sum();
    writeln!(
        out,
        "{}: {} files, {positions} positions, {bytes} bytes, verified",
        folder.path().display(),
        all.len()
    )?;
    Ok(())
}

/// Makes the complete tables of units.
fn make_units(
    arguments: &Arguments,
    units: Units,
    settings: &Settings,
    pool: &rayon::ThreadPool,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let folder = arguments.folder.of(arguments.variant);
    let made = pool.install(|| folder.make_units(units, settings))?;
    let positions: u64 = made.counts.iter().sum();
    let (path, bytes) = (made.path.display(), made.bytes);
    writeln!(
        out,
        "{path}: {positions} positions, {bytes} bytes, verified"
    )?;
    Ok(())
}

/// What is told of a material.
fn line(made: &Made, start: Instant) -> String {
    let [wins, draws, losses] = made.counts;
    let longest = match made.longest {
        0 => String::new(),
        longest => format!(", longest {longest} plies"),
    };
    format!(
        "{}: {wins} won, {draws} drawn, {losses} lost{longest}, {} bytes, {:.1} s",
        made.material,
        made.bytes,
        start.elapsed().as_secs_f64()
    )
}

pub(super) fn verify(arguments: &VerifyArguments, out: &mut impl Write) -> Result<(), CliError> {
    let folder = arguments.folder.of(arguments.variant);
    let there = |material: &Material| folder.has(*material, arguments.dtw);
    let materials = Material::units_in(arguments.variant, MOST_PIECES).into_iter();
    let materials: Vec<Material> = materials.filter(there).collect();
    if materials.is_empty() {
        let how = if arguments.dtw { " --dtw" } else { "" };
        return Err(arguments.folder.none(arguments.variant, how));
    }
    let mut maker = any_maker(arguments.variant, arguments.dtw);
    for &material in &materials {
        folder.load(&mut *maker, material)?;
        folder.verify(&*maker, material)?;
        writeln!(out, "{material}: right")?;
    }
    Ok(())
}
