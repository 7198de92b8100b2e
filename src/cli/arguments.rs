//! Arguments that several commands take, of this program and of `kamen-lab`.

use super::CliError;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Args, Command};
use kamen_core::board::Color;
use kamen_core::game::AnyPosition;
use kamen_core::notation::PositionError;
use kamen_core::rules::Variant;
use kamen_eval::weights::{Kind, WeightsError};
use kamen_eval::{Choice, Evaluation};
use kamen_files::{Shard, Team};
use kamen_search::Engine;
use kamen_tables::{Folder, MOST_PIECES, Tables};
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::sync::Arc;

/// Which evaluation to use.
#[derive(Debug, Args)]
pub struct EvalArgument {
    /// The evaluation: a file of weights, `learned` (inside the program) or `hand-made`
    #[arg(
        long = "weights",
        alias = "eval",
        value_name = "FILE",
        default_value = "learned"
    )]
    pub choice: Choice,
}

impl EvalArgument {
    /// The evaluation as the engine's parameter `eval`, unless it is the one that the engine has without it.
    pub fn option(&self) -> impl Iterator<Item = (String, String)> + use<> {
        let chosen = (self.choice != Choice::default()).then(|| self.choice.to_string());
        chosen.map(|choice| ("eval".to_owned(), choice)).into_iter()
    }

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

/// Which part of work in rounds a process does, and whether it waits for the others.
#[derive(Clone, Copy, Debug, Args)]
pub struct TeamArguments {
    /// Process I of N that share each round of the work, all with the same command in one folder; the first puts the parts together
    #[arg(long, value_name = "I/N|auto[/N]")]
    shard: Option<Shard>,
    /// Do not wait for the other processes but end when there is nothing to do without them: for folders that something else
    /// copies to and fro
    #[arg(long, requires = "shard")]
    no_wait: bool,
}

impl TeamArguments {
    /// The process among the others.
    pub fn team(self) -> Team {
        Team {
            shard: self.shard.unwrap_or(Shard::WHOLE),
            waits: !self.no_wait,
        }
    }
}

/// A position, as an argument or as `--fen`.
#[derive(Debug, Args)]
pub struct FenArgument {
    /// The position, as with --fen
    #[arg(value_name = "FEN", conflicts_with = "fen")]
    fen_argument: Option<String>,
    /// The position [default: the start position]
    #[arg(long)]
    fen: Option<String>,
}

impl FenArgument {
    /// Clap's names of both forms, for commands that refuse a position in some of their modes.
    pub const IDS: [&str; 2] = ["fen", "fen_argument"];

    /// The FEN, if one is given.
    pub fn text(&self) -> Option<&str> {
        self.fen_argument.as_deref().or(self.fen.as_deref())
    }

    /// The position, or the start position.
    ///
    /// # Errors
    /// The FEN cannot be read.
    pub fn position(&self, variant: Variant) -> Result<AnyPosition, PositionError> {
        match self.text() {
            Some(fen) => AnyPosition::parse_fen(variant, fen),
            None => Ok(AnyPosition::start(variant)),
        }
    }
}

/// A position of a variant.
#[derive(Debug, Args)]
pub struct PositionArguments {
    /// The variant (see `kamen variants`)
    #[arg(value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    pub variant: Variant,
    /// The position.
    #[command(flatten)]
    pub fen: FenArgument,
}

impl PositionArguments {
    /// The position that is given, or the start position.
    ///
    /// # Errors
    /// The FEN cannot be read.
    pub fn position(&self) -> Result<AnyPosition, PositionError> {
        self.fen.position(self.variant)
    }
}

/// The words of a command line, with the variant as the first argument of the subcommand where an older script gives it as
/// `--variant`. What does not look like that stays for clap to refuse.
pub fn variant_first(program: &Command, words: Vec<OsString>) -> Vec<OsString> {
    let mut words = words;
    let (mut command, mut first) = (program, 0);
    while let Some(next) = words
        .get(first)
        .and_then(|word| command.find_subcommand(word))
    {
        (command, first) = (next, first + 1);
    }
    let is_positional = |arg: &Arg| arg.get_id() == "variant" && arg.is_positional();
    if !command.get_arguments().any(is_positional) {
        return words;
    }
    let value = |word: &OsString| Some(word.to_str()?.strip_prefix("--variant=")?.to_owned());
    let found = words.iter().position(|word| word == "--variant");
    let variant = match (found, words.iter().position(|word| value(word).is_some())) {
        (Some(at), _) if at + 1 < words.len() => words.drain(at..at + 2).nth(1),
        (_, Some(at)) => value(&words.remove(at)).map(OsString::from),
        _ => None,
    };
    if let Some(variant) = variant {
        words.insert(first, variant);
    }
    words
}

/// Parses a [`Variant`]; for an unknown name it suggests the most similar one.
pub fn variant_parser() -> impl TypedValueParser<Value = Variant> {
    let value = |variant: Variant| {
        let aliases = variant.facts().hub_names.iter().copied();
        PossibleValue::new(variant.name()).aliases(aliases)
    };
    VariantParser(PossibleValuesParser::new(Variant::ALL.map(value)))
}

/// Parses names of variants, and says where a position belongs that stands in their place.
#[derive(Clone)]
struct VariantParser(PossibleValuesParser);

impl TypedValueParser for VariantParser {
    type Value = Variant;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Variant, clap::Error> {
        let text = value.to_string_lossy();
        if is_like_a_fen(&text) {
            let message = format!(
                "'{text}' is a position, expected the variant before it, such as: {} czech '{text}'\n",
                command.get_bin_name().unwrap_or_default()
            );
            return Err(clap::Error::raw(ErrorKind::ValueValidation, message).with_cmd(command));
        }
        let name = self.0.parse_ref(command, arg, value)?;
        // The name is one of those that a variant has.
        let unknown = |_| clap::Error::new(ErrorKind::InvalidValue).with_cmd(command);
        name.parse().map_err(unknown)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.0.possible_values()
    }
}

/// Whether a word begins as a FEN does: a colour, a colon and a colour.
pub fn is_like_a_fen(text: &str) -> bool {
    let is_color = |part: &str| part.starts_with(['W', 'B', 'w', 'b']);
    let (color, rest) = text.split_once(':').unwrap_or_default();
    color.len() == 1 && is_color(color) && is_color(rest)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn the_variant_of_older_scripts_comes_first() {
        let program = crate::command();
        let cases = [
            ("moves --variant czech", "moves czech"),
            (
                "moves --letters --variant=czech --json",
                "moves czech --letters --json",
            ),
            ("tables make 3 --variant czech", "tables make czech 3"),
            ("perft 5 --variant czech", "perft czech 5"),
            ("moves czech", "moves czech"),
            ("moves --variant", "moves --variant"),
            // Their files may name the variant, or they have none.
            (
                "pdn check --variant czech a.pdn",
                "pdn check --variant czech a.pdn",
            ),
            ("tables list --variant czech", "tables list --variant czech"),
            ("--variant czech", "--variant czech"),
            ("", ""),
        ];
        for (given, expected) in cases {
            assert_eq!(
                variant_first(&program, words(given)),
                words(expected),
                "{given}"
            );
        }
    }

    #[test]
    fn what_is_misplaced_is_told() {
        let cases = [
            (
                "moves W:Wc3:Bd4",
                "is a position, expected the variant before it, such as: kamen moves",
            ),
            (
                "perft czech W:Wc3:Bd4 3",
                "a position comes after the depth",
            ),
            ("moves chess", "[possible values: "),
            ("moves czec", "'czech'"),
            (
                "moves czech W:Wc3:Bd4 --fen W:Wc3:Bd4",
                "cannot be used with",
            ),
        ];
        for (given, expected) in cases {
            let given = [words("kamen"), words(given)].concat();
            let error = crate::command()
                .try_get_matches_from(&given)
                .unwrap_err()
                .to_string();
            assert!(error.contains(expected), "{given:?}: {error}");
        }
    }

    #[test]
    fn a_position_is_an_argument_or_an_option() {
        for text in ["moves czech W:Wc3:Bd4", "moves czech --fen W:Wc3:Bd4"] {
            let given = [words("kamen"), words(text)].concat();
            let matches = crate::command().get_matches_from(given);
            let (_, matches) = matches.subcommand().unwrap();
            let position = <PositionArguments as clap::FromArgMatches>::from_arg_matches(matches);
            let position = position.unwrap().position().unwrap();
            assert_eq!(position.fen(), "W:W22:B18", "{text}");
        }
    }
}
