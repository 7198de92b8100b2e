//! Journals of the parts of a tournament, put together.

use super::{Line, OWNER, PdnNames, text_of};
use crate::game::{GameId, GameRecord};
use crate::opening::{Opening, Openings};
use crate::run::{Settings, Tournament};
use crate::schedule::{Format, Part, pairings};
use crate::standings::Standings;
use crate::statistics::{Sprt, Verdict};
use kamen_files::{Journal, JournalError, first_difference};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The games of one or several journals.
pub struct Merged {
    /// What was played; its openings are not known, only where they came from.
    pub tournament: Tournament,
    /// What the games that count come to.
    pub standings: Standings,
    /// The parts, in the order of their journals.
    pub parts: Vec<MergedPart>,
    /// How many games there are in all; `None` for a tournament that is not shared out, whose journal does not tell.
    pub all: Option<u64>,
    /// What is not there, in words: parts without a journal, and those that are not finished.
    pub missing: Vec<String>,
    /// Games of the journals that do not count: those behind the verdict of the test, or behind a game that is missing.
    pub left_out: u64,
    /// What the test says of the games that count.
    pub verdict: Option<Verdict>,
    identity: Value,
    /// The games that count, with their dates, in the order of the schedule.
    games: Vec<(GameRecord, Option<String>)>,
}

/// The journal of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergedPart {
    /// The journal.
    pub path: PathBuf,
    /// Its games.
    pub games: u64,
    /// How many it is to have.
    pub all: Option<u64>,
}

/// Why journals cannot be put together.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// A journal cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// No journal has a first line.
    #[error("the journals are empty, nothing was played yet")]
    Empty,
    /// The first line of a journal identifies no tournament.
    #[error("{}: cannot read what was played: {error}", path.display())]
    Settings {
        /// The journal.
        path: PathBuf,
        /// What is wrong.
        error: serde_json::Error,
    },
    /// Two journals are of different tournaments.
    #[error(
        "{} is of another tournament than {}: {what} is {found}, expected {expected}",
        path.display(), first.display()
    )]
    Other {
        /// The journal.
        path: PathBuf,
        /// The one before it.
        first: PathBuf,
        /// What differs.
        what: String,
        /// In the journal.
        found: String,
        /// In the one before it.
        expected: String,
    },
    /// Two journals have the same game.
    #[error("{} and {} both have game {game}", first.display(), path.display())]
    Overlap {
        /// The one.
        first: PathBuf,
        /// The other.
        path: PathBuf,
        /// Which game, from 1, in the order of the schedule.
        game: u64,
    },
    /// A journal has a game that is not of its part.
    #[error("{} has game {game}, which is not of its part {part}", path.display())]
    Foreign {
        /// The journal.
        path: PathBuf,
        /// Which game, from 1, in the order of the schedule.
        game: u64,
        /// Its part.
        part: Part,
    },
    /// Of a knockout there are no parts.
    #[error("{} is of a knockout, of which there is one journal", path.display())]
    Knockout {
        /// The journal.
        path: PathBuf,
    },
}

/// A journal.
struct Source<'a> {
    path: &'a Path,
    settings: Settings,
    games: u64,
}

impl Source<'_> {
    fn part(&self) -> MergedPart {
        let pairs = self.settings.games_in_all().map(|games| games / 2);
        MergedPart {
            path: self.path.to_owned(),
            games: self.games,
            all: pairs.map(|pairs| 2 * self.settings.part().pairs_of(pairs)),
        }
    }
}

/// Reads the journals, which may be written to meanwhile. With `sprt` those games count that one machine would have played in turn up
/// to the verdict: in the order of the schedule, and none behind one that is missing, so that it does not matter which games are quick.
///
/// # Errors
/// They cannot be read or do not belong together.
pub fn merge(paths: &[PathBuf], sprt: Option<Sprt>) -> Result<Merged, MergeError> {
    let mut sources: Vec<Source<'_>> = Vec::new();
    let mut games = BTreeMap::new();
    for path in paths {
        read(path, &mut sources, &mut games)?;
    }
    let first = sources.first().ok_or(MergeError::Empty)?;
    let tournament = tournament(&first.settings, sprt);
    let mut merged = Merged {
        standings: Standings::new(tournament.contestants.len()),
        parts: sources.iter().map(Source::part).collect(),
        all: first.settings.games_in_all(),
        missing: missing(&sources),
        left_out: 0,
        verdict: None,
        identity: serde_json::to_value(first.settings.whole()).unwrap_or_default(),
        games: Vec::new(),
        tournament,
    };
    for (expected, (number, (_, line))) in (0..).zip(games) {
        let is_next = sprt.is_none() || expected == number;
        if !is_next || merged.verdict.is_some() {
            merged.left_out += 1;
            continue;
        }
        merged.standings.add(&line.game);
        merged.games.push((line.game, line.date));
        merged.verdict = merged.verdict();
    }
    Ok(merged)
}

impl Merged {
    fn verdict(&self) -> Option<Verdict> {
        let (_, pairs) = self.standings.meeting(0, 1)?;
        self.tournament.sprt?.verdict(pairs)
    }

    /// What identifies the tournament, whatever the part.
    pub fn identity(&self) -> String {
        self.identity.to_string()
    }

    /// The games that count as PDN.
    pub fn pdn(&self, names: &PdnNames) -> String {
        let games = self.games.iter();
        games
            .map(|(game, date)| text_of(names, game, date.as_deref()))
            .collect()
    }
}

/// The games of all journals by their number in the schedule, each with the number of its journal.
type Games = BTreeMap<u64, (usize, Line<GameRecord>)>;

fn read<'a>(
    path: &'a Path,
    sources: &mut Vec<Source<'a>>,
    games: &mut Games,
) -> Result<(), MergeError> {
    let (mut found, mut lines) = (Value::Null, Vec::new());
    let settings = |settings| {
        found = settings;
        Ok(())
    };
    let line = |line: Line<GameRecord>| lines.push(line);
    if !Journal::read(path, OWNER, settings, line)? {
        // Its writer has not finished a game yet.
        return Ok(());
    }
    let settings: Settings =
        serde_json::from_value(found).map_err(|error| MergeError::Settings {
            path: path.to_owned(),
            error,
        })?;
    if let Some(first) = sources.first() {
        belongs(first, path, &settings)?;
        if settings.format == Format::Knockout {
            let path = path.to_owned();
            return Err(MergeError::Knockout { path });
        }
    }
    let order = Order::new(&settings);
    for (place, line) in (0..).zip(&lines) {
        let number = order.number(line.game.id).unwrap_or(place);
        if !settings.part().has(number / 2) {
            return Err(MergeError::Foreign {
                path: path.to_owned(),
                game: number + 1,
                part: settings.part().clone(),
            });
        }
        if let Some((other, _)) = games.get(&number) {
            let other = sources.get(*other).map_or(path, |source| source.path);
            return Err(MergeError::Overlap {
                first: other.to_owned(),
                path: path.to_owned(),
                game: number + 1,
            });
        }
        games.insert(number, (sources.len(), line.clone()));
    }
    sources.push(Source {
        path,
        settings,
        games: lines.len() as u64,
    });
    Ok(())
}

/// Whether a journal is of the same tournament as the first.
fn belongs(first: &Source<'_>, path: &Path, settings: &Settings) -> Result<(), MergeError> {
    let difference = first_difference(&settings.whole(), &first.settings.whole());
    match difference {
        Ok(None) => Ok(()),
        Ok(Some([what, found, expected])) => Err(MergeError::Other {
            path: path.to_owned(),
            first: first.path.to_owned(),
            what,
            found,
            expected,
        }),
        Err(error) => Err(MergeError::Settings {
            path: path.to_owned(),
            error,
        }),
    }
}

/// The numbers of games in the schedule.
struct Order {
    /// The place of each pairing in its round; empty for a knockout, whose games have no order beforehand.
    places: BTreeMap<(usize, usize), u64>,
}

impl Order {
    fn new(settings: &Settings) -> Order {
        let pairings = pairings(settings.format, settings.contestants.len());
        Order {
            places: pairings.into_iter().zip(0..).collect(),
        }
    }

    fn number(&self, id: GameId) -> Option<u64> {
        let place = self.places.get(&(id.first, id.second))?;
        let pair = u64::from(id.pair()) * self.places.len() as u64 + place;
        Some(2 * pair + u64::from(id.number % 2))
    }
}

/// What the journals do not have, in words. How many games there are is only known of parts.
fn missing(sources: &[Source<'_>]) -> Vec<String> {
    let Some((all, of)) = sources.first().and_then(|first| {
        let games = first.settings.games_in_all()?;
        Some((games / 2, first.settings.part()))
    }) else {
        return Vec::new();
    };
    let mut missing = Vec::new();
    for source in sources {
        let (games, path) = (source.games, source.path.display());
        let expected = source.part().all.unwrap_or_default();
        if games < expected {
            let part = source.settings.part();
            missing.push(format!(
                "{path}: part {part} has {games} of {expected} games"
            ));
        }
    }
    let is_had = |pair: &u64| {
        sources
            .iter()
            .any(|source| source.settings.part().has(*pair))
    };
    match of {
        Part::Shard(shard) => {
            let parts = u64::from(shard.parts).min(all);
            let lacking = (0..parts).filter(|pair| !is_had(pair));
            missing.extend(lacking.map(|part| format!("no journal of part {}/{parts}", part + 1)));
        }
        _ => {
            let mut pairs = (0..all).filter(|pair| !is_had(pair)).peekable();
            while let Some(from) = pairs.next() {
                let mut to = from;
                while let Some(next) = pairs.next_if_eq(&(to + 1)) {
                    to = next;
                }
                missing.push(format!("no journal of part {}..{}", from + 1, to + 1));
            }
        }
    }
    missing
}

/// As far as a journal tells it.
fn tournament(settings: &Settings, sprt: Option<Sprt>) -> Tournament {
    Tournament {
        variant: settings.variant,
        contestants: settings.contestants.clone(),
        format: settings.format,
        games: settings.games.unwrap_or_default(),
        part: Part::All,
        openings: Openings {
            source: settings.openings.clone(),
            list: vec![Opening::default()],
        },
        draws: settings.draws,
        max_plies: settings.max_plies,
        adjudication: settings.adjudication,
        sprt,
        until: None,
        pause: None,
        concurrency: 1,
        seed: settings.seed,
    }
}
