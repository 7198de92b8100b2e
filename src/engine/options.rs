//! The options that a user may set.

use super::machine;
use crate::eval::Choice;
use crate::notation::Frame;
use crate::rules::Variant;
use crate::search::{SKILLS, TranspositionTable};
use crate::util::processors;

/// What values an option can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Domain {
    /// `true` or `false`.
    Bool,
    /// A whole number from the first to the second.
    Int(i64, i64),
    /// One of these words.
    Enum(Vec<String>),
    /// Any text.
    Text,
}

/// An option as it is declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionFacts {
    /// Its name.
    pub name: &'static str,
    /// Its present value.
    pub value: String,
    /// Its possible values.
    pub domain: Domain,
}

/// The values of all options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// What is played.
    pub variant: Variant,
    /// How positions and moves are written.
    pub frame: Frame,
    /// The transposition table has 2 to the power of this entries, of 16 bytes each.
    pub tt_size: u32,
    /// How many threads search.
    pub threads: usize,
    /// What judges positions; takes effect with `init`.
    pub eval: Choice,
    /// Whether a move comes with the answer that is expected.
    pub ponder: bool,
    /// How well it plays, one of [`SKILLS`].
    pub skill: u32,
    /// What the misjudgements of a lower skill depend on.
    pub seed: u64,
}

/// Seeds that a user may give.
const SEEDS: (i64, i64) = (0, i32::MAX as i64);

/// 64 KiB to 4 GiB.
const TT_SIZES: (i64, i64) = (12, 28);

/// The size of a table that this machine has the memory for.
fn fitting(tt_size: u32) -> Result<u32, String> {
    let bytes = TranspositionTable::bytes(tt_size);
    match machine::memory() {
        Some(memory) if bytes > memory => Err(format!(
            "tt-size {tt_size} takes {} MiB, expected at most the {} MiB of this machine",
            bytes >> 20,
            memory >> 20
        )),
        _ => Ok(tt_size),
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
            ponder: true,
            skill: *SKILLS.end(),
            seed: 0,
        }
    }
}

impl Options {
    /// The options with their values, as they are declared to a user interface.
    pub fn describe(&self) -> Vec<OptionFacts> {
        let names = Variant::ALL.iter().map(|v| v.hub_name().to_owned());
        let frames = Frame::ALL.map(|frame| frame.name().to_owned());
        vec![
            OptionFacts {
                name: "variant",
                value: self.variant.hub_name().to_owned(),
                domain: Domain::Enum(names.collect()),
            },
            OptionFacts {
                name: "frame",
                value: self.frame.to_string(),
                domain: Domain::Enum(frames.to_vec()),
            },
            OptionFacts {
                name: "tt-size",
                value: self.tt_size.to_string(),
                domain: Domain::Int(TT_SIZES.0, TT_SIZES.1),
            },
            OptionFacts {
                name: "threads",
                value: self.threads.to_string(),
                domain: Domain::Int(1, processors() as i64),
            },
            OptionFacts {
                name: "eval",
                value: self.eval.to_string(),
                domain: Domain::Text,
            },
            OptionFacts {
                name: "ponder",
                value: self.ponder.to_string(),
                domain: Domain::Bool,
            },
            OptionFacts {
                name: "skill",
                value: self.skill.to_string(),
                domain: Domain::Int((*SKILLS.start()).into(), (*SKILLS.end()).into()),
            },
            OptionFacts {
                name: "seed",
                value: self.seed.to_string(),
                domain: Domain::Int(SEEDS.0, SEEDS.1),
            },
        ]
    }

    /// Sets an option; a name that is not known is ignored, as Hub asks.
    ///
    /// # Errors
    /// What the value could have been.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "variant" => self.variant = value.parse().map_err(|e| format!("{e}"))?,
            "frame" => {
                self.frame =
                    (value.parse()).map_err(|_| wrong(name, value, "plain or pydraughts"))?;
            }
            "tt-size" => self.tt_size = fitting(int(name, value, TT_SIZES)? as u32)?,
            "threads" => {
                self.threads = int(name, value, (1, processors() as i64))? as usize;
            }
            "skill" => {
                let range = ((*SKILLS.start()).into(), (*SKILLS.end()).into());
                self.skill = int(name, value, range)? as u32;
            }
            "seed" => self.seed = int(name, value, SEEDS)? as u64,
            "eval" => {
                let Ok(choice) = value.parse();
                self.eval = choice;
            }
            "ponder" => self.ponder = bool(name, value)?,
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

fn int(name: &str, value: &str, (min, max): (i64, i64)) -> Result<i64, String> {
    (value.parse().ok())
        .filter(|number| (min..=max).contains(number))
        .ok_or_else(|| wrong(name, value, &format!("a whole number from {min} to {max}")))
}

fn bool(name: &str, value: &str) -> Result<bool, String> {
    match value {
        "true" | "on" | "yes" | "1" => Ok(true),
        "false" | "off" | "no" | "0" => Ok(false),
        _ => Err(wrong(name, value, "true or false")),
    }
}

fn wrong(name: &str, value: &str, expected: &str) -> String {
    let shown: String = value.chars().take(40).collect();
    format!("bad value '{shown}' of {name}, expected {expected}")
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
            ("threads", "1", true),
            ("threads", "0", false),
            ("threads", "100000", false),
            ("skill", "1", true),
            ("skill", "20", true),
            ("skill", "0", false),
            ("skill", "21", false),
            ("seed", "2147483647", true),
            ("seed", "-1", false),
            ("bb-size", "anything", true),
        ];
        for (name, value, good) in cases {
            let mut options = Options::default();
            let result = options.set(name, value);
            assert_eq!(result.is_ok(), good, "{name}={value}");
            if let Err(message) = result {
                assert_eq!(options, Options::default(), "{name}={value}");
                assert!(message.contains("expected"), "{message}");
            }
        }
        let mut options = Options::default();
        options.set("variant", "czech").unwrap();
        options.set("tt-size", "16").unwrap();
        let values: Vec<String> = options.describe().into_iter().map(|o| o.value).collect();
        assert_eq!(
            values,
            ["czech", "plain", "16", "1", "learned", "true", "20", "0"]
        );
    }
}
