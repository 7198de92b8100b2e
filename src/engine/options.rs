//! The options that a client may set. Begin with [`Options`].

use crate::eval::{Choice, UnknownGroup};
use crate::notation::Frame;
use crate::players::{BuiltIn, PlayerError};
use crate::rules::{UnknownVariant, Variant};
use crate::search::{NUMBERS, Number, Params, SKILLS, Style, TranspositionTable};
use crate::tables::MOST_PIECES;
use crate::util::{memory, processors};
use std::collections::BTreeMap;
use std::fmt::Display;

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
    /// The playing strength, one of [`SKILLS`].
    pub skill: u32,
    /// Whether the search prunes and reduces by judgement; without it searches everything.
    pub pruning: bool,
    /// What a piece that leaves the board is worth to the engine, in centi-men.
    pub exchanges: i32,
    /// Numbers of the search that are not the usual ones, by their names.
    pub numbers: BTreeMap<&'static str, i32>,
    /// Whether the numbers of the search are declared.
    pub is_tunable: bool,
    /// The seed of the random errors of lower skills.
    pub seed: u64,
    /// How many moves are reported with a line of their own.
    pub multi_pv: u32,
    /// Whether the chances to win, draw and lose are reported with each score.
    pub wdl: bool,
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
    /// Milliseconds of every limit of time that are kept back for the way to the user interface and back.
    pub move_overhead: u32,
}

/// The name of the engine among the players.
const ENGINE: &str = "kamen";

/// The range of seeds.
const SEEDS: (i64, i64) = (0, i32::MAX as i64);

/// The range of table sizes: 64 KiB to 4 GiB.
const TT_SIZES: (i64, i64) = (12, 28);

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

/// The range of their cache, in MiB.
const BB_CACHES: (i64, i64) = (1, 1 << 16);

/// The range of what is kept back of a limit of time, in milliseconds.
const MOVE_OVERHEADS: (i64, i64) = (0, 10_000);

/// The range of the number of search threads.
fn threads() -> (i64, i64) {
    (1, processors() as i64)
}

/// The range of playing strengths.
fn skills() -> (i64, i64) {
    ((*SKILLS.start()).into(), (*SKILLS.end()).into())
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
    /// No variant has that name.
    #[error(transparent)]
    Variant(#[from] UnknownVariant),
    /// The hand-made evaluation has no such terms.
    #[error(transparent)]
    Terms(#[from] UnknownGroup),
    /// The player is unknown, or its file cannot be used.
    #[error("{0}; `{ENGINE}` is the engine itself")]
    Player(#[from] PlayerError),
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
    /// The machine lacks the memory.
    #[error(
        "tt-size {size} takes {needed} MiB, expected at most the {present} MiB of this machine"
    )]
    Memory {
        /// The size of the table, as an exponent of 2.
        size: u32,
        /// MiB required.
        needed: u64,
        /// MiB of the machine.
        present: u64,
    },
}

/// Checks that this machine has the memory for a table of this size.
fn fitting(size: u32) -> Result<u32, OptionError> {
    let bytes = TranspositionTable::bytes(size);
    match memory() {
        Some(memory) if bytes > memory => Err(OptionError::Memory {
            size,
            needed: bytes >> 20,
            present: memory >> 20,
        }),
        _ => Ok(size),
    }
}

impl Default for Options {
    /// International draughts with a table of 64 MiB.
    fn default() -> Options {
        Options {
            variant: Variant::International,
            frame: Frame::Plain,
            tt_size: 22,
            threads: 1,
            eval: Choice::Learned,
            player: None,
            ponder: true,
            skill: *SKILLS.end(),
            pruning: true,
            exchanges: 0,
            numbers: BTreeMap::new(),
            is_tunable: false,
            seed: 0,
            multi_pv: 1,
            wdl: false,
            experience: String::new(),
            learns: true,
            book: true,
            book_file: String::new(),
            book_ply: 4,
            book_margin: 4,
            bb_size: MOST_PIECES,
            bb_path: "tables".to_owned(),
            bb_cache: 64,
            move_overhead: 0,
        }
    }
}

impl Options {
    /// The options with their values, as declared to a user interface.
    pub fn describe(&self) -> Vec<OptionFacts> {
        let names = Variant::ALL.iter().map(|v| v.hub_name().to_owned());
        let frames = Frame::ALL.map(|frame| frame.name().to_owned());
        let player: &dyn Display = match &self.player {
            None => &ENGINE,
            Some(player) => player,
        };
        let mut facts = vec![
            option(
                "variant",
                &self.variant.hub_name(),
                Domain::Enum(names.collect()),
            ),
            option("frame", &self.frame, Domain::Enum(frames.to_vec())),
            option("tt-size", &self.tt_size, range(TT_SIZES)),
            option("threads", &self.threads, range(threads())),
            option("eval", &self.eval, Domain::Text),
            option("player", player, Domain::Text),
            option("ponder", &self.ponder, Domain::Bool),
            option("skill", &self.skill, range(skills())),
            option("pruning", &self.pruning, Domain::Bool),
            option("exchanges", &self.exchanges, range(EXCHANGES)),
            option("seed", &self.seed, range(SEEDS)),
            option("multi-pv", &self.multi_pv, range(MULTI_PVS)),
            option("wdl", &self.wdl, Domain::Bool),
            option("experience", &self.experience, Domain::Text),
            option("experience-learn", &self.learns, Domain::Bool),
            option("book", &self.book, Domain::Bool),
            option("book-file", &self.book_file, Domain::Text),
            option("book-ply", &self.book_ply, range(BOOK_PLIES)),
            option("book-margin", &self.book_margin, range(BOOK_MARGINS)),
            option("bb-size", &self.bb_size, range(BB_SIZES)),
            option("bb-path", &self.bb_path, Domain::Text),
            option("bb-cache", &self.bb_cache, range(BB_CACHES)),
            option("move-overhead", &self.move_overhead, range(MOVE_OVERHEADS)),
        ];
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

    /// The numbers of the search.
    fn all_params(&self) -> Params {
        let mut params = Params::of(self.variant.facts().objective);
        for (name, value) in &self.numbers {
            params.set(name, *value);
        }
        params
    }

    /// The numbers of the search, if they are not the usual ones.
    pub(super) fn params(&self) -> Option<Params> {
        (!self.numbers.is_empty()).then(|| self.all_params())
    }

    /// How the engine plays.
    pub(super) fn style(&self) -> Style {
        Style {
            full_width: !self.pruning,
            exchanges: self.exchanges,
        }
    }

    /// Sets an option; an unknown name is ignored, as Hub requires.
    ///
    /// # Errors
    /// The value is invalid; the message says what was expected.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        match name {
            "variant" => self.variant = value.parse()?,
            "frame" => {
                self.frame =
                    (value.parse()).map_err(|_| wrong(name, value, "plain or pydraughts"))?;
            }
            "tt-size" => self.tt_size = fitting(int(name, value, TT_SIZES)? as u32)?,
            "threads" => self.threads = int(name, value, threads())? as usize,
            "skill" => self.skill = int(name, value, skills())? as u32,
            "pruning" => self.pruning = bool(name, value)?,
            "exchanges" => self.exchanges = int(name, value, EXCHANGES)? as i32,
            "seed" => self.seed = int(name, value, SEEDS)? as u64,
            "eval" => self.eval = value.parse()?,
            "player" if value.eq_ignore_ascii_case(ENGINE) => self.player = None,
            "player" => self.player = Some(value.parse()?),
            "ponder" => self.ponder = bool(name, value)?,
            "multi-pv" => self.multi_pv = int(name, value, MULTI_PVS)? as u32,
            "wdl" => self.wdl = bool(name, value)?,
            "experience" => value.clone_into(&mut self.experience),
            "experience-learn" => self.learns = bool(name, value)?,
            "book" => self.book = bool(name, value)?,
            "book-file" => value.clone_into(&mut self.book_file),
            "book-ply" => self.book_ply = int(name, value, BOOK_PLIES)? as u32,
            "book-margin" => self.book_margin = int(name, value, BOOK_MARGINS)? as u32,
            "bb-size" => self.bb_size = int(name, value, BB_SIZES)? as usize,
            "bb-path" => value.clone_into(&mut self.bb_path),
            "bb-cache" => {
                let most = memory().map_or(BB_CACHES.1, |bytes| (bytes >> 20) as i64);
                let range = (BB_CACHES.0, most.min(BB_CACHES.1));
                self.bb_cache = int(name, value, range)? as usize;
            }
            "move-overhead" => self.move_overhead = int(name, value, MOVE_OVERHEADS)? as u32,
            _ if let Some(number) = NUMBERS.iter().find(|number| number.name == name) => {
                let Number { least, most, .. } = *number;
                let value = int(name, value, (least.into(), most.into()))?;
                self.numbers.insert(number.name, value as i32);
            }
            _ => {
                let known = self.describe().into_iter().map(|option| option.name);
                let known = known.collect::<Vec<_>>().join(" ");
                let found: String = name.chars().filter(|c| !c.is_control()).take(40).collect();
                log::warn!("unknown parameter '{found}' is ignored, expected one of: {known}");
            }
        }
        Ok(())
    }
}

fn int(name: &str, value: &str, (min, max): (i64, i64)) -> Result<i64, OptionError> {
    (value.parse().ok())
        .filter(|number| (min..=max).contains(number))
        .ok_or_else(|| wrong(name, value, &format!("a whole number from {min} to {max}")))
}

fn bool(name: &str, value: &str) -> Result<bool, OptionError> {
    match value {
        "true" | "on" | "yes" | "1" => Ok(true),
        "false" | "off" | "no" | "0" => Ok(false),
        _ => Err(wrong(name, value, "true or false")),
    }
}

fn wrong(name: &str, value: &str, expected: &str) -> OptionError {
    OptionError::Value {
        name: name.to_owned(),
        found: value.chars().take(40).collect(),
        expected: expected.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_checked_and_bad_ones_change_nothing() {
        let cases = [
            ("variant", "czech", true),
            ("variant", "normal", true),
            ("variant", "chess", false),
            ("frame", "pydraughts", true),
            ("frame", "plain", true),
            ("frame", "Plain", false),
            ("frame", "", false),
            ("tt-size", "12", true),
            ("tt-size", "11", false),
            ("tt-size", "29", false),
            ("tt-size", "20.5", false),
            ("tt-size", "99999999999999999999", false),
            ("tt-size", "", false),
            ("ponder", "false", true),
            ("ponder", "perhaps", false),
            ("player", "easy", true),
            ("player", "Kamen", true),
            ("player", "minimax:4:basic", true),
            ("player", "minimax:0:basic", false),
            ("player", "grandmaster", false),
            ("player", "minimax:3:network:missing", false),
            ("threads", "1", true),
            ("threads", "0", false),
            ("threads", "100000", false),
            ("skill", "1", true),
            ("skill", "20", true),
            ("skill", "0", false),
            ("skill", "21", false),
            ("pruning", "false", true),
            ("pruning", "none", false),
            ("exchanges", "-20", true),
            ("exchanges", "21", false),
            ("exchanges", "0.5", false),
            ("eval", "hand-made:material+dynamic", true),
            ("eval", "hand-made:everything", false),
            ("search-futility", "70", true),
            ("search-futility", "-1", false),
            ("search-futility", "70.5", false),
            ("seed", "2147483647", true),
            ("seed", "-1", false),
            ("multi-pv", "1", true),
            ("multi-pv", "100", true),
            ("multi-pv", "0", false),
            ("multi-pv", "101", false),
            ("wdl", "true", true),
            ("wdl", "1 2 3", false),
            ("experience", "", true),
            ("experience", "games.memory", true),
            ("experience-learn", "off", true),
            ("experience-learn", "", false),
            ("bb-size", "0", true),
            ("bb-size", "9", false),
            ("bb-size", "anything", false),
            ("bb-path", "", true),
            ("bb-path", "/opt/tables", true),
            ("bb-cache", "1", true),
            ("bb-cache", "0", false),
            ("bb-cache", "99999999", false),
            ("book", "false", true),
            ("book", "anything", false),
            ("book-file", "", true),
            ("book-file", "my.book", true),
            ("book-ply", "0", true),
            ("book-ply", "101", false),
            ("book-margin", "100", true),
            ("book-margin", "-1", false),
            ("move-overhead", "0", true),
            ("move-overhead", "10000", true),
            ("move-overhead", "10001", false),
            ("move-overhead", "-1", false),
            ("move-overhead", "0.5", false),
            ("unknown", "anything", true),
        ];
        for (name, value, good) in cases {
            let mut options = Options::default();
            let result = options.set(name, value);
            assert_eq!(result.is_ok(), good, "{name}={value}");
            if let Err(error) = result {
                let message = error.to_string();
                assert_eq!(options, Options::default(), "{name}={value}");
                let says_why = message.contains("expected") || message.contains("cannot use");
                assert!(says_why, "{message}");
            }
        }
        let mut options = Options::default();
        options.set("variant", "czech").unwrap();
        options.set("tt-size", "16").unwrap();
        let values: Vec<String> = options.describe().into_iter().map(|o| o.value).collect();
        assert_eq!(
            values,
            [
                "czech", "plain", "16", "1", "learned", "kamen", "true", "20", "true", "0", "0",
                "1", "false", "", "true", "true", "", "4", "4", "8", "tables", "64", "0"
            ]
        );
    }
}
