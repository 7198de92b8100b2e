//! What rated positions were learned with and from. Begin with [`History::go_on`].

use super::{Style, TdRule};
use kamen_files::{Shard, first_difference};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// What the files of a learner keep of earlier runs, so that another one goes on as they did.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct History {
    /// How ratings change.
    rule: Value,
    /// How games were played; null if none were.
    games: Value,
    /// The checksums (CRC-32) of the PDN files that were read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pdn: Vec<u32>,
    /// Which games they are, where several processes share them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) part: Option<Part>,
}

/// The part of some games that a process learns from. It has both games of a pair, so that both sides learn from every part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// Which part.
    pub shard: Shard,
    /// The games of all parts.
    pub games: u64,
}

impl Part {
    /// How many games it has.
    pub fn count(self) -> u64 {
        let pairs = self.games / 2;
        let odd = u64::from(!self.games.is_multiple_of(2) && self.shard.has(pairs));
        2 * self.shard.count(pairs) + odd
    }

    /// The number of its game `own` among those of all parts, both from 0.
    pub fn number(self, own: u64) -> u64 {
        let (part, parts) = (u64::from(self.shard.part), u64::from(self.shard.parts));
        2 * (own / 2 * parts + part) + own % 2
    }
}

/// Where the games are from that are learned from next.
#[derive(Clone, Copy, Debug)]
pub enum Lessons<'a> {
    /// They are played.
    Played,
    /// PDN files, each with its checksum (CRC-32).
    Pdn(&'a [(PathBuf, u32)]),
}

/// Why learning cannot go on in a file.
#[derive(Debug, thiserror::Error)]
pub enum HistoryError {
    /// It has learned with other settings.
    #[error(
        "{} was learned with other settings: {what} was {found}, now it is {expected}; give the same command again or \
         another file, or --force to go on with the new settings", path.display()
    )]
    Settings {
        /// The file.
        path: PathBuf,
        /// What differs.
        what: String,
        /// What it was.
        found: String,
        /// What it is now.
        expected: String,
    },
    /// It has learned from other games of those that several processes share.
    #[error(
        "{} was learned from {found} of the games, now it is {expected}; a part begins with a new file, and goes on as the same \
         part", path.display()
    )]
    Part {
        /// The file.
        path: PathBuf,
        /// What it was.
        found: String,
        /// What it is now.
        expected: String,
    },
    /// It has learned from a PDN file before.
    #[error("{} has learned from {} already; --force learns from it once more", path.display(), pdn.display())]
    Again {
        /// The file.
        path: PathBuf,
        /// The PDN file.
        pdn: PathBuf,
    },
    /// The settings cannot be written.
    #[error("cannot write the settings: {0}")]
    Json(#[from] serde_json::Error),
}

/// The settings of played games.
#[derive(Serialize)]
struct Played<'a> {
    #[serde(flatten)]
    style: &'a Style,
    batch: u64,
}

impl History {
    /// That of some positions; an empty one if they have none that is known here.
    pub(super) fn of(kept: Option<&Value>) -> History {
        kept.and_then(|kept| History::deserialize(kept).ok())
            .unwrap_or_default()
    }

    /// Adds what is learned next, in a file at `path`.
    ///
    /// # Errors
    /// It contradicts what was learned before, and that is not `forced`.
    pub(super) fn go_on(
        mut self,
        path: &Path,
        rule: &TdRule,
        (style, batch): (&Style, u64),
        lessons: Lessons<'_>,
        forced: bool,
    ) -> Result<History, HistoryError> {
        let path = || path.to_owned();
        let mut now = vec![(&mut self.rule, serde_json::to_value(rule)?)];
        if matches!(lessons, Lessons::Played) {
            let played = serde_json::to_value(Played { style, batch })?;
            now.push((&mut self.games, played));
        }
        for (before, now) in now {
            let is_known = !before.is_null() && !forced;
            if is_known && let Some([what, found, expected]) = first_difference(before, &now)? {
                return Err(HistoryError::Settings {
                    path: path(),
                    what,
                    found,
                    expected,
                });
            }
            *before = now;
        }
        if let Lessons::Pdn(files) = lessons {
            for (pdn, checksum) in files {
                match self.pdn.contains(checksum) {
                    true if !forced => {
                        let (path, pdn) = (path(), pdn.clone());
                        return Err(HistoryError::Again { path, pdn });
                    }
                    true => (),
                    false => self.pdn.push(*checksum),
                }
            }
        }
        Ok(self)
    }

    /// Says which games are learned from next, in a file at `path` that has learned before, or has not; a part goes on with more games.
    ///
    /// # Errors
    /// It was learned from another part.
    pub(super) fn of_part(
        mut self,
        path: &Path,
        part: Option<Part>,
        has_learned: bool,
    ) -> Result<History, HistoryError> {
        let [before, now] = [self.part, part].map(|part| part.map(|part| part.shard));
        let name = |shard: Option<Shard>| {
            shard.map_or_else(|| "all".to_owned(), |shard| format!("part {shard}"))
        };
        if has_learned && before != now {
            return Err(HistoryError::Part {
                path: path.to_owned(),
                found: name(before),
                expected: name(now),
            });
        }
        self.part = part;
        Ok(self)
    }

    /// As positions keep it.
    pub(super) fn kept(&self) -> serde_json::Result<Value> {
        serde_json::to_value(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::td::{Learners, Rate};
    use kamen_core::rules::Variant;
    use kamen_players::RowFactor;

    const STYLE: Style = Style {
        variant: Variant::Czech,
        depth: [2, 3],
        rows: RowFactor {
            start: 1.0,
            slope: 1.0,
        },
        learners: Learners::Both,
        random: 0.5,
        max_plies: 100,
        seed: 1,
    };

    /// Goes on with what is written in between; an error is its words.
    fn go_on(
        history: &History,
        (rule, style, batch): (TdRule, Style, u64),
        lessons: Lessons<'_>,
        forced: bool,
    ) -> Result<History, String> {
        let kept = history.kept().unwrap();
        let kept = serde_json::from_str(&kept.to_string()).unwrap();
        let history = History::of(Some(&kept));
        let path = Path::new("w.cdb");
        let next = history.go_on(path, &rule, (&style, batch), lessons, forced);
        next.map_err(|error| error.to_string())
    }

    #[test]
    fn other_settings_are_told_by_their_names() {
        let rule = TdRule {
            rate: Rate::Power(0.5),
            ..TdRule::default()
        };
        let first = (rule, STYLE, 8);
        let learned = go_on(&History::default(), first, Lessons::Played, false).unwrap();
        let again = go_on(&learned, first, Lessons::Played, false);
        assert_eq!(again, Ok(learned.clone()));
        let gamma = TdRule { gamma: 0.8, ..rule };
        let rate = TdRule {
            rate: Rate::Harmonic,
            ..rule
        };
        let depth = Style {
            depth: [2, 4],
            ..STYLE
        };
        let seed = Style { seed: 2, ..STYLE };
        let slope = RowFactor {
            slope: 0.5,
            ..STYLE.rows
        };
        let rows = Style {
            rows: slope,
            ..STYLE
        };
        let cases = [
            ((gamma, STYLE, 8), "gamma was 0.9, now it is 0.8;"),
            ((rate, STYLE, 8), "rate was \"n^-0.5\", now it is \"1/n\";"),
            ((rule, depth, 8), "depth number 2 was 3, now it is 4;"),
            ((rule, seed, 8), "seed was 1, now it is 2;"),
            ((rule, rows, 8), "rows.slope was 1.0, now it is 0.5;"),
            ((rule, STYLE, 1), "batch was 8, now it is 1;"),
        ];
        for (other, expected) in cases {
            let told = go_on(&learned, other, Lessons::Played, false).unwrap_err();
            let begin = "w.cdb was learned with other settings: ";
            assert!(told.starts_with(&format!("{begin}{expected}")), "{told}");
            let changed = go_on(&learned, other, Lessons::Played, true).unwrap();
            let again = go_on(&changed, other, Lessons::Played, false);
            assert_eq!(again, Ok(changed));
        }
        // How games are played is nothing to those that others have played.
        let pdn = [("a.pdn".into(), 7)];
        assert!(go_on(&learned, (rule, depth, 8), Lessons::Pdn(&pdn), false).is_ok());
        assert!(go_on(&learned, (gamma, STYLE, 8), Lessons::Pdn(&pdn), false).is_err());
    }

    #[test]
    fn games_are_learned_from_once() {
        let read = |history: &History, checksums: &[u32], forced| {
            let files = checksums
                .iter()
                .map(|sum| (format!("{sum}.pdn").into(), *sum));
            let files: Vec<(PathBuf, u32)> = files.collect();
            let settings = (TdRule::default(), STYLE, 8);
            go_on(history, settings, Lessons::Pdn(&files), forced)
        };
        let learned = read(&History::default(), &[7, 8], false).unwrap();
        for (files, twice) in [([9, 8], 8), ([9, 9], 9)] {
            let told = read(&learned, &files, false).unwrap_err();
            let begin = format!("w.cdb has learned from {twice}.pdn already;");
            assert!(told.starts_with(&begin), "{told}");
        }
        assert_eq!(read(&learned, &[7, 8], true), Ok(learned.clone()));
        assert_eq!(read(&learned, &[9], false).unwrap().pdn, [7, 8, 9]);
    }

    #[test]
    fn parts_have_all_games_in_pairs() {
        for games in 0..12 {
            let mut all: Vec<u64> = (0..3)
                .map(|part| Part {
                    shard: Shard { part, parts: 3 },
                    games,
                })
                .flat_map(|part| (0..part.count()).map(move |own| part.number(own)))
                .collect();
            all.sort_unstable();
            assert_eq!(all, (0..games).collect::<Vec<_>>());
        }
        let part = |text: &str| Part {
            shard: text.parse().unwrap(),
            games: 12,
        };
        let numbers: Vec<u64> = (0..4).map(|own| part("2/3").number(own)).collect();
        assert_eq!(numbers, [2, 3, 8, 9]);
        // A file goes on as the part that it is.
        let path = Path::new("w.cdb");
        let go_on = |history: &History, part, has_learned| {
            let next = history.clone().of_part(path, part, has_learned);
            next.map_err(|error| error.to_string())
        };
        let whole = History::default();
        let second = go_on(&whole, Some(part("2/3")), false).unwrap();
        let more = Part {
            games: 30,
            ..part("2/3")
        };
        assert_eq!(go_on(&second, Some(more), true).unwrap().part, Some(more));
        for (before, now, expected) in [
            (
                &second,
                None,
                "was learned from part 2/3 of the games, now it is all;",
            ),
            (
                &second,
                Some(part("3/3")),
                "from part 2/3 of the games, now it is part 3/3;",
            ),
            (
                &whole,
                Some(part("2/3")),
                "from all of the games, now it is part 2/3;",
            ),
        ] {
            let told = go_on(before, now, true).unwrap_err();
            assert!(told.contains(expected), "{told}");
        }
    }

    #[test]
    fn what_is_not_known_forbids_nothing() {
        for kept in [None, Some(Value::Null), Some(Value::from("other"))] {
            assert_eq!(History::of(kept.as_ref()), History::default());
        }
    }
}
