//! Arguments that several commands take, of this program and of `kamen-lab`.

use super::CliError;
use clap::Args;
use clap::builder::{PathBufValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use kamen_core::board::Color;
use kamen_core::game::AnyPosition;
use kamen_core::notation::PositionError;
use kamen_core::rules::Variant;
use kamen_eval::weights::{Kind, WeightsError};
use kamen_eval::{Choice, Evaluation};
use kamen_search::Engine;
use kamen_tables::{Folder, MOST_PIECES, Tables};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Which evaluation to use.
#[derive(Debug, Args)]
pub struct EvalArgument {
    /// The evaluation: a file of weights, `learned` (those that come with the program) or `hand-made`
    #[arg(
        long = "weights",
        alias = "eval",
        value_name = "FILE",
        default_value = "learned"
    )]
    pub choice: Choice,
}

impl EvalArgument {
    /// Reads the evaluation.
    ///
    /// # Errors
    /// The file of weights cannot be used.
    pub fn load(&self, variant: Variant) -> Result<Evaluation, WeightsError> {
        Evaluation::load(variant, &self.choice)
    }

    /// An engine with that evaluation, the endgame tables that the program carries and those of a folder, and a
    /// transposition table of 2 to the power of `tt_size` entries.
    pub fn engine(
        &self,
        variant: Variant,
        tables: &Path,
        tt_size: u32,
    ) -> Result<Engine, CliError> {
        let engine = Engine::with(variant, &self.choice, tt_size)?;
        let mut found = Tables::embedded(variant);
        let folder = Folder::new(tables, variant);
        if let Some(problem) = found.add_folder(folder.path(), MOST_PIECES).pop() {
            return Err(CliError::Tables(problem.into()));
        }
        Ok(engine.with_tables(Arc::new(found))?)
    }
}

/// A position of a variant.
#[derive(Debug, Args)]
pub struct PositionArguments {
    /// The variant (see `kamen variants`)
    #[arg(value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    pub variant: Variant,
    /// The position [default: the start position]
    #[arg(long)]
    pub fen: Option<String>,
}

impl PositionArguments {
    /// The position of `--fen`, or the start position.
    ///
    /// # Errors
    /// The FEN cannot be read.
    pub fn position(&self) -> Result<AnyPosition, PositionError> {
        match &self.fen {
            Some(fen) => AnyPosition::parse_fen(self.variant, fen),
            None => Ok(AnyPosition::start(self.variant)),
        }
    }
}

/// Parses the name of a file that is appended to, renamed or reread, so not standard output.
pub fn file_parser() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path.to_str() {
        Some("-") => Err("standard output cannot be used, expected a file (./- has that name)"),
        _ => Ok(path),
    })
}

/// Parses a [`Variant`]; for an unknown name it suggests the most similar one.
pub fn variant_parser() -> impl TypedValueParser<Value = Variant> {
    let value = |variant: Variant| {
        let aliases = variant.facts().hub_names.iter().copied();
        PossibleValue::new(variant.name()).aliases(aliases)
    };
    PossibleValuesParser::new(Variant::ALL.map(value)).try_map(|name| name.parse::<Variant>())
}

/// Parses a number of seconds, at most a day.
///
/// # Errors
/// It is none.
pub fn seconds_parser(text: &str) -> Result<f64, String> {
    let seconds = text
        .parse()
        .ok()
        .filter(|s: &f64| *s > 0.0 && *s <= 86_400.0);
    seconds.ok_or_else(|| "expected seconds, above 0 and at most 86400".to_owned())
}

/// Parses `white` or `black`.
pub fn color_parser() -> impl TypedValueParser<Value = Color> {
    PossibleValuesParser::new(["white", "black"]).map(|name| match name.as_str() {
        "black" => Color::Black,
        _ => Color::White,
    })
}

/// Parses an engine option, as Hub's `set-param` takes it.
pub fn option_parser(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

/// Parses the kind of an evaluation that can be trained.
pub fn kind_parser() -> impl TypedValueParser<Value = Kind> {
    PossibleValuesParser::new(Kind::ALL.map(Kind::name)).try_map(|name| name.parse::<Kind>())
}
