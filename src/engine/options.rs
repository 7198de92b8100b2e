//! The options that a client may set. Begin with [`Options`].

mod files;

use kamen_core::notation::Frame;
use kamen_core::rules::{UnknownVariant, Variant};
use kamen_eval::{Choice, UnknownGroup};
use kamen_files::{memory, processors};
use kamen_players::{BuiltIn, PlayerError};
use kamen_search::{
    NUMBERS, Number, Params, SKILLS, Style, TranspositionTable, elos, skill_of_elo,
};
use kamen_tables::MOST_PIECES;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::num::IntErrorKind;

/// The values an option can take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Domain {
    /// `true` or `false`.
    Bool,
    /// An integer in this inclusive range.
    Int(i64, i64),
    /// One of these words.
    Enum(Vec<String>),
    /// Any text.
    Text,
}

/// The declaration of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionFacts {
    /// Its name.
    pub name: &'static str,
    /// Its current value.
    pub value: String,
    /// Its possible values.
    pub domain: Domain,
}

/// The values of all options.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The variant.
    pub variant: Variant,
    /// The square numbering of positions and moves.
    pub frame: Frame,
    /// Binary logarithm of the number of entries of the transposition table, 16 bytes each.
    pub tt_size: u32,
    /// Number of search threads.
    pub threads: usize,
    /// The evaluation; takes effect with `init`.
    pub eval: Choice,
    /// A built-in player that plays instead of the engine; takes effect with `init`.
    pub player: Option<BuiltIn>,
    /// Whether to report the expected reply with the move.
    pub ponder: bool,
    /// The playing strength, one of [`SKILLS`]; it counts where there is no [`Options::elo`].
    pub skill: u32,
    /// The playing strength in Elo, one of [`elos`]; 0 for none.
    pub elo: u32,
    /// Whether the search prunes and reduces by judgement; without it searches everything.
    pub pruning: bool,
    /// What a piece that leaves the board is worth to the engine, in centi-men.
    pub exchanges: i32,
    /// Numbers of the search that are not the usual ones, by their names, each within its range.
    pub(super) numbers: BTreeMap<&'static str, i32>,
    /// Whether the numbers of the search are declared.
    pub is_tunable: bool,
    /// The seed of the random errors of lower skills.
    pub seed: u64,
    /// How many moves are reported with a line of their own.
    pub multi_pv: u32,
    /// Whether the chances to win, draw and lose are reported with each score.
    pub wdl: bool,
    /// Whether it is reported what the search has gone through.
    pub statistics: bool,
    /// The file of the engine's experience; empty for none; takes effect with `init`.
    pub experience: String,
    /// Whether games are added to it; takes effect with `init`.
    pub learns: bool,
    /// Whether moves are played from the opening book.
    pub book: bool,
    /// A file with the book; empty for that which the program carries; takes effect with `init`.
    pub book_file: String,
    /// The plies from the start of the game in which moves of the book may be worse than its best.
    pub book_ply: u32,
    /// How much worse, in centi-men.
    pub book_margin: u32,
    /// The most pieces of the endgame tables that are used, 0 for none; takes effect with `init`.
    pub bb_size: usize,
    /// The folder of all endgame tables; takes effect with `init`.
    pub bb_path: String,
    /// MiB of unpacked tables that are kept in memory; takes effect with `init`.
    pub bb_cache: usize,
    /// Whether a client may name files and folders; it is told that it may not where it does.
    pub opens_files: bool,
    /// The most search threads that a client may ask for; `None` for as many as the machine has.
    pub most_threads: Option<usize>,
    /// The largest [`Options::tt_size`] that a client may ask for; `None` for as much as the machine has.
    pub most_tt_size: Option<u32>,
    /// Milliseconds of every limit of time that are kept back for the way to the user interface and back.
    pub move_overhead: u32,
}

/// The name of the engine among the players.
const ENGINE: &str = "kamen";

/// The range of seeds.
const SEEDS: (i64, i64) = (0, i32::MAX as i64);

/// The range of table sizes: 64 KiB to 4 GiB, and less than this much memory, in bytes.
fn tt_sizes(memory: Option<u64>) -> (i64, i64) {
    const LEAST: u32 = 12;
    let fits = |size: &u32| memory.is_none_or(|memory| TranspositionTable::bytes(*size) < memory);
    let most = (LEAST..=28).rev().find(fits).unwrap_or(LEAST);
    (LEAST.into(), most.into())
}

/// The range of the worth of exchanges, in centi-men a piece.
const EXCHANGES: (i64, i64) = (-20, 20);

/// The range of the numbers of lines.
const MULTI_PVS: (i64, i64) = (1, 100);

/// The range of the plies in which moves of the book vary.
const BOOK_PLIES: (i64, i64) = (0, 100);

/// The range of how much they may lose, in centi-men.
const BOOK_MARGINS: (i64, i64) = (0, 100);

/// The range of the pieces of tables; there are none with one piece.
const BB_SIZES: (i64, i64) = (0, MOST_PIECES as i64);

/// The folder of tables if nobody names another.
pub(super) const BB_PATH: &str = "tables";

/// The range of their cache, in MiB, with this much memory, in bytes.
fn bb_caches(memory: Option<u64>) -> (i64, i64) {
    let most = memory.map_or(i64::MAX, |bytes| (bytes >> 20) as i64);
    (1, most.clamp(1, 1 << 16))
}

/// The range of what is kept back of a limit of time, in milliseconds.
const MOVE_OVERHEADS: (i64, i64) = (0, 10_000);

/// The range of playing strengths.
fn skills() -> (i64, i64) {
    ((*SKILLS.start()).into(), (*SKILLS.end()).into())
}

/// The Elo by which no strength is asked for.
const NO_ELO: u32 = 0;

/// The range of strengths in Elo.
fn elo_range(variant: Variant) -> (i64, i64) {
    let (least, most) = elos(variant).into_inner();
    (least.into(), most.into())
}

/// The names of all variants in Hub.
fn hub_names() -> Vec<&'static str> {
    Variant::built().map(Variant::hub_name).collect()
}

fn range((least, most): (i64, i64)) -> Domain {
    Domain::Int(least, most)
}

fn option(name: &'static str, value: &dyn Display, domain: Domain) -> OptionFacts {
    OptionFacts {
        name,
        value: value.to_string(),
        domain,
    }
}

/// Why an option rejects a value.
#[derive(Debug, thiserror::Error)]
pub enum OptionError {
    /// No variant has that name; told with the names that Hub has for variants.
    #[error("unknown variant '{}', expected one of: {}", .0.found, hub_names().join(" "))]
    Variant(UnknownVariant),
    /// The hand-made evaluation has no such terms.
    #[error(transparent)]
    Terms(#[from] UnknownGroup),
    /// The player is unknown, or its file cannot be used.
    #[error("{0}; `{ENGINE}` is the engine itself")]
    Player(#[from] PlayerError),
    /// The client may not name files.
    #[error(
        "{name}={found} names a file or a folder, expected none: this engine opens no files for its clients"
    )]
    File {
        /// The option.
        name: String,
        /// The value as written.
        found: String,
    },
    /// The value is not in the option's domain.
    #[error("bad value '{found}' of {name}, expected {expected}")]
    Value {
        /// The option.
        name: String,
        /// The value as written.
        found: String,
        /// The values allowed.
        expected: String,
    },
}

/// A number beyond the range of an option, which takes the nearest that it has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}: {taken} is taken for {found}, expected a whole number from {least} to {most}")]
pub struct Clamped {
    /// The option.
    pub name: String,
    /// The value as written.
    pub found: String,
    /// The value that is set.
    pub taken: i64,
    /// The smallest value of the option.
    pub least: i64,
    /// Its greatest value here.
    pub most: i64,
}

impl Default for Options {
    /// International draughts with a table of 64 MiB.
    fn default() -> Options {
        Options {
            variant: Variant::USUAL,
            frame: Frame::Plain,
            tt_size: 22,
            threads: 1,
            eval: Choice::Learned,
            player: None,
            ponder: true,
            skill: *SKILLS.end(),
            elo: NO_ELO,
            pruning: true,
            exchanges: 0,
            numbers: BTreeMap::new(),
            is_tunable: false,
            seed: 0,
            multi_pv: 1,
            wdl: false,
            statistics: false,
            experience: String::new(),
            learns: true,
            book: true,
            book_file: String::new(),
            book_ply: 4,
            book_margin: 4,
            bb_size: MOST_PIECES,
            bb_path: BB_PATH.to_owned(),
            bb_cache: 64,
            opens_files: true,
            most_threads: None,
            most_tt_size: None,
            move_overhead: 0,
        }
    }
}

impl Options {
    /// The options with their values, as declared to a user interface.
    pub fn describe(&self) -> Vec<OptionFacts> {
        let frames = Frame::ALL.map(|frame| frame.name().to_owned());
        let player: &dyn Display = match &self.player {
            None => &ENGINE,
            Some(player) => player,
        };
        let memory = memory();
        let mut facts = vec![
            option(
                "variant",
                &self.variant.hub_name(),
                Domain::Enum(hub_names().into_iter().map(str::to_owned).collect()),
            ),
            option("frame", &self.frame, Domain::Enum(frames.to_vec())),
            option("tt-size", &self.tt_size, range(self.tt_sizes(memory))),
            option("threads", &self.threads, range(self.threads())),
            option("eval", &self.eval, Domain::Text),
            option("player", player, Domain::Text),
            option("ponder", &self.ponder, Domain::Bool),
            option("skill", &self.skill, range(skills())),
            option(
                "elo",
                &self.elo,
                range((NO_ELO.into(), elo_range(self.variant).1)),
            ),
            option("pruning", &self.pruning, Domain::Bool),
            option("exchanges", &self.exchanges, range(EXCHANGES)),
            option("seed", &self.seed, range(SEEDS)),
            option("multi-pv", &self.multi_pv, range(MULTI_PVS)),
            option("wdl", &self.wdl, Domain::Bool),
            option("statistics", &self.statistics, Domain::Bool),
            option("experience", &self.experience, Domain::Text),
            option("experience-learn", &self.learns, Domain::Bool),
            option("book", &self.book, Domain::Bool),
            option("book-file", &self.book_file, Domain::Text),
            option("book-ply", &self.book_ply, range(BOOK_PLIES)),
            option("book-margin", &self.book_margin, range(BOOK_MARGINS)),
            option("bb-size", &self.bb_size, range(BB_SIZES)),
            option("bb-path", &self.bb_path, Domain::Text),
            option("bb-cache", &self.bb_cache, range(bb_caches(memory))),
            option("move-overhead", &self.move_overhead, range(MOVE_OVERHEADS)),
        ];
        if !self.opens_files {
            facts.retain(|option| !files::OPTIONS.contains(&option.name));
        }
        if self.is_tunable {
            let params = self.all_params();
            facts.extend(NUMBERS.iter().map(|number| {
                let Number {
                    name, least, most, ..
                } = *number;
                option(
                    name,
                    &params.get(number),
                    range((least.into(), most.into())),
                )
            }));
        }
        facts
    }

    /// The range of table sizes.
    fn tt_sizes(&self, memory: Option<u64>) -> (i64, i64) {
        let (least, most) = tt_sizes(memory);
        let own = self.most_tt_size.map_or(most, i64::from);
        (least, most.min(own).max(least))
    }

    /// The range of the number of search threads.
    fn threads(&self) -> (i64, i64) {
        let own = self.most_threads.unwrap_or(usize::MAX);
        (1, processors().min(own).max(1) as i64)
    }

    /// The numbers of the search.
    fn all_params(&self) -> Params {
        let mut params = Params::of(self.variant.facts().objective);
        for (name, value) in &self.numbers {
            let set = params.set(name, *value);
            debug_assert_eq!(set, Ok(()));
        }
        params
    }

    /// The numbers of the search, if they are not the usual ones.
    pub(super) fn params(&self) -> Option<Params> {
        (!self.numbers.is_empty()).then(|| self.all_params())
    }

    /// The skill that the engine plays with: the one of its Elo where that is set.
    pub(super) fn skill_in(&self, variant: Variant) -> f64 {
        match self.elo {
            NO_ELO => self.skill.into(),
            elo => skill_of_elo(variant, elo),
        }
    }

    /// How the engine plays.
    pub(super) fn style(&self) -> Style {
        Style {
            full_width: !self.pruning,
            exchanges: self.exchanges,
        }
    }

    /// Sets an option; an unknown name is ignored, as Hub requires. Of a number beyond the range the nearest within it is
    /// taken, and returned: how many threads and how much memory there are, a profile for several machines cannot know.
    ///
    /// # Errors
    /// The value is invalid; the message says what was expected.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Option<Clamped>, OptionError> {
        if !self.opens_files && files::leads_to_one(name, value) {
            let (name, found) = (name.to_owned(), shown(value));
            return Err(OptionError::File { name, found });
        }
        let mut clamped = None;
        let mut int = |range| {
            let (number, beyond) = int(name, value, range)?;
            clamped = beyond;
            Ok::<i64, OptionError>(number)
        };
        match name {
            "variant" => {
                self.variant = value.parse().map_err(OptionError::Variant)?;
                // The scale of another variant may end before.
                if self.elo != NO_ELO {
                    return self.set("elo", &self.elo.to_string());
                }
            }
            "frame" => {
                self.frame =
                    (value.parse()).map_err(|_| wrong(name, value, "plain or pydraughts"))?;
            }
            "tt-size" => self.tt_size = int(self.tt_sizes(memory()))? as u32,
            "threads" => self.threads = int(self.threads())? as usize,
            "skill" => {
                self.skill = int(skills())? as u32;
                self.elo = NO_ELO;
            }
            "elo" if value == "0" => self.elo = NO_ELO,
            "elo" => self.elo = int(elo_range(self.variant))? as u32,
            "pruning" => self.pruning = bool(name, value)?,
            "exchanges" => self.exchanges = int(EXCHANGES)? as i32,
            "seed" => self.seed = int(SEEDS)? as u64,
            "eval" => self.eval = value.parse()?,
            "player" if value.eq_ignore_ascii_case(ENGINE) => self.player = None,
            "player" => self.player = Some(value.parse()?),
            "ponder" => self.ponder = bool(name, value)?,
            "multi-pv" => self.multi_pv = int(MULTI_PVS)? as u32,
            "wdl" => self.wdl = bool(name, value)?,
            "statistics" => self.statistics = bool(name, value)?,
            "experience" => value.clone_into(&mut self.experience),
            "experience-learn" => self.learns = bool(name, value)?,
            "book" => self.book = bool(name, value)?,
            "book-file" => value.clone_into(&mut self.book_file),
            "book-ply" => self.book_ply = int(BOOK_PLIES)? as u32,
            "book-margin" => self.book_margin = int(BOOK_MARGINS)? as u32,
            "bb-size" => self.bb_size = int(BB_SIZES)? as usize,
            "bb-path" => value.clone_into(&mut self.bb_path),
            "bb-cache" => self.bb_cache = int(bb_caches(memory()))? as usize,
            "move-overhead" => self.move_overhead = int(MOVE_OVERHEADS)? as u32,
            _ if let Some(number) = NUMBERS.iter().find(|number| number.name == name) => {
                let Number { least, most, .. } = *number;
                let value = int((least.into(), most.into()))? as i32;
                self.numbers.insert(number.name, value);
            }
            _ => {
                let known = self.describe().into_iter().map(|option| option.name);
                let known = known.collect::<Vec<_>>().join(" ");
                let found: String = name.chars().filter(|c| !c.is_control()).take(40).collect();
                log::warn!("unknown parameter '{found}' is ignored, expected one of: {known}");
            }
        }
        Ok(clamped)
    }
}

/// The whole number that is written, or the nearest of the range with what there is to say of it.
fn int(
    name: &str,
    value: &str,
    (least, most): (i64, i64),
) -> Result<(i64, Option<Clamped>), OptionError> {
    let found = match value.parse::<i64>().map_err(|error| *error.kind()) {
        Ok(number) => number,
        Err(IntErrorKind::PosOverflow) => i64::MAX,
        Err(IntErrorKind::NegOverflow) => i64::MIN,
        Err(_) => {
            let expected = format!("a whole number from {least} to {most}");
            return Err(wrong(name, value, &expected));
        }
    };
    let taken = found.clamp(least, most);
    let clamped = (taken != found).then(|| Clamped {
        name: name.to_owned(),
        found: shown(value),
        taken,
        least,
        most,
    });
    Ok((taken, clamped))
}

fn bool(name: &str, value: &str) -> Result<bool, OptionError> {
    match value {
        "true" | "on" | "yes" | "1" => Ok(true),
        "false" | "off" | "no" | "0" => Ok(false),
        _ => Err(wrong(name, value, "true or false")),
    }
}

/// A value for messages.
fn shown(value: &str) -> String {
    value.chars().take(40).collect()
}

fn wrong(name: &str, value: &str, expected: &str) -> OptionError {
    OptionError::Value {
        name: name.to_owned(),
        found: shown(value),
        expected: expected.to_owned(),
    }
}

#[cfg(test)]
mod tests;
