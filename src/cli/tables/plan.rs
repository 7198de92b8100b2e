//! `kamen tables plan`.

use super::FolderArgument;
use super::make::{memory_parser, pieces_parser};
use crate::json::print_json;
use crate::{CliError, variant_parser};
use clap::ValueEnum;
use kamen_core::rules::Variant;
use kamen_tables::{Content, MakeError, Material, PlanSettings, Step, Units, Work, plan};
use serde::Serialize;
use std::io::{self, Write};

/// The examples of `kamen tables plan --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen tables plan czech 4 > czech.mk && make -j 2 -f czech.mk
  kamen tables plan czech 4 --format snakefile > Snakefile && snakemake --cores 2
  kamen tables plan czech 7 --memory 2 --format list";

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The variant (see `kamen variants`)
    #[arg(value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    variant: Variant,
    /// The most pieces on the board, of both sides together
    #[arg(value_parser = pieces_parser())]
    pieces: u8,
    /// Keep the distance to the win in plies too
    #[arg(long)]
    dtw: bool,
    /// What to print
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Format::Makefile)]
    format: Format,
    /// The most memory of a process, in GB; a plan that takes more is refused
    #[arg(long, value_name = "GB", value_parser = memory_parser)]
    memory: Option<f64>,
    /// Make a material with more positions than this unit by unit
    #[arg(long, value_name = "POSITIONS", default_value_t = 8_000_000)]
    unit_size: u64,
    #[command(flatten)]
    folder: FolderArgument,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// For `make -j`
    Makefile,
    /// For Snakemake
    Snakefile,
    /// A line for each step: its level, positions, MB of memory, and words for `kamen tables make`
    List,
    /// An object a line, with what each step needs
    Json,
}

/// A step, as JSON.
#[derive(Serialize)]
struct Row {
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    join: Option<String>,
    level: usize,
    positions: u64,
    /// Positions of the units that it needs.
    reads: u64,
    /// In bytes.
    memory: u64,
    needs: Vec<String>,
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    let settings = PlanSettings {
        pieces: arguments.pieces.into(),
        distances: arguments.dtw,
        most: arguments.unit_size,
    };
    let steps = plan(arguments.variant, &settings);
    if let Some(gigabytes) = arguments.memory {
        let allowed = (gigabytes * 1e9) as u64;
        let largest = steps.iter().max_by_key(|step| step.memory);
        if let Some(step) = largest.filter(|step| step.memory > allowed) {
            return Err(CliError::Tables(MakeError::Memory {
                what: name(step),
                needed: step.memory,
                allowed,
            }));
        }
    }
    match arguments.format {
        Format::Makefile => makefile(arguments, &steps, out)?,
        Format::Snakefile => snakefile(arguments, &steps, out)?,
        Format::List => {
            for step in &steps {
                let Step {
                    level, positions, ..
                } = step;
                writeln!(
                    out,
                    "{level} {positions} {} {}",
                    megabytes(step),
                    words(step)
                )?;
            }
        }
        Format::Json => {
            for step in &steps {
                print_json(&row(step), out)?;
            }
        }
    }
    Ok(())
}

/// The name of the units, or of the material.
fn name(step: &Step) -> String {
    match step.work {
        Work::Make(units) => units.to_string(),
        Work::Join(material) => material.to_string(),
    }
}

/// The words for `kamen tables make`.
fn words(step: &Step) -> String {
    match step.work {
        Work::Make(units) => format!("--unit {units}"),
        Work::Join(material) => format!("--join {material}"),
    }
}

/// What the program takes besides the tables, in bytes.
const BESIDE: u64 = 60_000_000;

/// The memory of its process.
fn megabytes(step: &Step) -> u64 {
    (step.memory + BESIDE).div_ceil(1_000_000)
}

fn row(step: &Step) -> Row {
    let (unit, join) = match step.work {
        Work::Make(units) => (Some(units.to_string()), None),
        Work::Join(material) => (None, Some(material.to_string())),
    };
    Row {
        unit,
        join,
        level: step.level,
        positions: step.positions,
        reads: step.reads,
        memory: step.memory,
        needs: step.needs.iter().map(Units::to_string).collect(),
    }
}

/// The options of all commands of a plan.
fn options(arguments: &Arguments) -> String {
    let dtw = if arguments.dtw { " --dtw" } else { "" };
    let memory = arguments.memory.map(|memory| format!(" --memory {memory}"));
    format!("{dtw}{} --quiet", memory.unwrap_or_default())
}

/// The file of a material that is there when all of it is.
fn ending(arguments: &Arguments) -> &'static str {
    match arguments.dtw {
        true => Content::Distances.extension(),
        false => Content::Values.extension(),
    }
}

fn listed(names: impl Iterator<Item = String>) -> String {
    names.map(|name| format!(" {name}")).collect()
}

/// What a plan is, and what it takes.
fn head(arguments: &Arguments, steps: &[Step], out: &mut impl Write) -> io::Result<()> {
    let makes = |step: &&Step| matches!(step.work, Work::Make(_));
    writeln!(
        out,
        "# Endgame tables of {} with {} pieces or fewer: {} units and {} materials, {} MB of memory for the largest.",
        arguments.variant,
        arguments.pieces,
        steps.iter().filter(makes).count(),
        steps.iter().filter(|step| !makes(step)).count(),
        steps.iter().map(megabytes).max().unwrap_or(0)
    )
}

fn makefile(arguments: &Arguments, steps: &[Step], out: &mut impl Write) -> io::Result<()> {
    let variant = arguments.variant;
    let ending = ending(arguments);
    let material = |material: Material| format!("$T/{material}.{ending}");
    let unit = |units: &Units| format!("$U/{units}.complete");
    head(arguments, steps, out)?;
    let all = steps.iter().filter_map(|step| match step.work {
        Work::Join(joined) => Some(material(joined)),
        Work::Make(_) => None,
    });
    writeln!(
        out,
        "KAMEN ?= kamen\n\
         DIR ?= {}\n\
         THREADS ?= 1\n\
         MAKE_TABLES = $(KAMEN) tables make {variant} --threads $(THREADS) --dir $(DIR){}\n\
         T = $(DIR)/{variant}\n\
         U = $T/units\n\n\
         all:{}\n",
        arguments.folder.dir.display(),
        options(arguments),
        listed(all)
    )?;
    for step in steps {
        let target = match step.work {
            Work::Make(units) => unit(&units),
            Work::Join(joined) => material(joined),
        };
        let needs = listed(step.needs.iter().map(unit));
        writeln!(out, "{target}:{needs}\n\t$(MAKE_TABLES) {}\n", words(step))?;
    }
    Ok(())
}

fn snakefile(arguments: &Arguments, steps: &[Step], out: &mut impl Write) -> io::Result<()> {
    let variant = arguments.variant;
    head(arguments, steps, out)?;
    let entries = |is_of: &dyn Fn(Work) -> bool| -> String {
        let steps = steps.iter().filter(|step| is_of(step.work));
        let entry = |step: &Step| {
            let needs = listed(step.needs.iter().map(Units::to_string));
            format!(
                "    \"{}\": ({}, \"{}\"),\n",
                name(step),
                megabytes(step),
                needs.trim_start()
            )
        };
        steps.map(entry).collect()
    };
    write!(
        out,
        "KAMEN = config.get(\"kamen\", \"kamen\")\n\
         DIR = config.get(\"dir\", {dir:?})\n\
         THREADS = int(config.get(\"threads\", 1))\n\
         MAKE_TABLES = f\"{{KAMEN}} tables make {variant} --threads {{THREADS}} --dir '{{DIR}}'{options}\"\n\n\
         # By unit: MB of memory, and the units that it needs.\n\
         UNITS = {{\n{units}}}\n\n\
         # By material: MB of memory, and its units.\n\
         MATERIALS = {{\n{materials}}}\n\n\
         wildcard_constraints:\n    \
             name=\"[mk0-9-]+\"\n\n\
         def complete(units):\n    \
             return [f\"{{DIR}}/{variant}/units/{{unit}}.complete\" for unit in units.split()]\n\n\
         rule all:\n    \
             input: [f\"{{DIR}}/{variant}/{{name}}.{ending}\" for name in MATERIALS]\n\n\
         rule unit:\n    \
             input: lambda wildcards: complete(UNITS[wildcards.name][1])\n    \
             output: f\"{{DIR}}/{variant}/units/{{{{name}}}}.complete\"\n    \
             threads: THREADS\n    \
             resources: mem_mb=lambda wildcards: UNITS[wildcards.name][0]\n    \
             shell: \"{{MAKE_TABLES}} --unit {{wildcards.name}}\"\n\n\
         rule material:\n    \
             input: lambda wildcards: complete(MATERIALS[wildcards.name][1])\n    \
             output: {outputs}\n    \
             threads: THREADS\n    \
             resources: mem_mb=lambda wildcards: MATERIALS[wildcards.name][0]\n    \
             shell: \"{{MAKE_TABLES}} --join {{wildcards.name}}\"\n",
        dir = arguments.folder.dir.display().to_string(),
        options = options(arguments),
        units = entries(&|work| matches!(work, Work::Make(_))),
        materials = entries(&|work| matches!(work, Work::Join(_))),
        ending = ending(arguments),
        outputs = outputs(arguments),
    )
}

/// The files of a material, as Snakemake has them.
fn outputs(arguments: &Arguments) -> String {
    let mut contents = vec![Content::Values];
    contents.extend(arguments.dtw.then_some(Content::Distances));
    let files = contents.into_iter().map(|content| {
        let (variant, ending) = (arguments.variant, content.extension());
        format!("f\"{{DIR}}/{variant}/{{{{name}}}}.{ending}\"")
    });
    files.collect::<Vec<_>>().join(", ")
}
