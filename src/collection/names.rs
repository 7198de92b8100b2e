//! How openings are called. Begin with [`Names::of`].

use super::key;
use hashbrown::HashMap;
use kamen_core::game::AnyPosition;
use kamen_core::notation::MoveError;
use kamen_core::notation::pdn::{Replay, parse_move};
use kamen_core::rules::Variant;
use std::fmt;
use std::sync::OnceLock;

/// The tables that the library carries, one for a variant: names, and ballots. The names and moves are facts; each table says where
/// they are from.
const TABLES: &[(Variant, &str, &str)] = &[
    (
        Variant::English,
        include_str!("names/english.txt"),
        include_str!("names/english_ballots.txt"),
    ),
    (
        Variant::International,
        include_str!("names/international.txt"),
        "",
    ),
    (Variant::Russian, include_str!("names/russian.txt"), ""),
];

/// The name of an opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name, in the language of its source.
    pub name: String,
    /// The moves that lead to its position, as PDN writes them.
    pub moves: String,
    /// Where the name is from.
    pub source: String,
    /// The position that has it.
    pub position: AnyPosition,
}

/// How an opening is called: by its name, by the ballot that it was drawn by, or by both: `Cross (ACF 120)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening<'a> {
    /// Its name, if it has one of its own.
    pub name: Option<&'a Name>,
    /// The ballot, as its list numbers it.
    pub ballot: Option<&'a Name>,
}

impl fmt::Display for Opening<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.name, self.ballot) {
            (Some(name), Some(ballot)) => write!(f, "{} ({})", name.name, ballot.name),
            (Some(one), None) | (None, Some(one)) => f.write_str(&one.name),
            (None, None) => Ok(()),
        }
    }
}

/// The openings of a variant that have a name or a number, by the positions that they lead to.
#[derive(Clone, Debug, Default)]
pub struct Names {
    names: Table,
    ballots: Table,
}

/// Names by the positions that have them.
#[derive(Clone, Debug, Default)]
struct Table {
    list: Vec<Name>,
    by_key: HashMap<u64, usize>,
    /// Plies of the longest.
    longest: usize,
}

/// What is wrong with a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct NamesError {
    /// The line, from 1.
    pub line: usize,
    /// The fault.
    fault: Fault,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum Fault {
    #[error("expected a name, a colon and moves, as in 'Cross: 11-15 23-18'")]
    Line,
    #[error("{0}")]
    Move(MoveError),
    #[error("no source, expected '# source: ...' above the first name")]
    Source,
    #[error("'{name}' leads to the same position as '{other}'")]
    Twice { name: String, other: String },
}

impl Names {
    /// The names of the openings of a variant; none where no source gives them.
    pub fn of(variant: Variant) -> &'static Names {
        static NONE: OnceLock<Names> = OnceLock::new();
        static ALL: [OnceLock<Names>; TABLES.len()] = [const { OnceLock::new() }; TABLES.len()];
        let table = TABLES.iter().zip(&ALL).find(|((of, ..), _)| *of == variant);
        match table {
            None => NONE.get_or_init(Names::default),
            Some(((_, names, ballots), known)) => known.get_or_init(|| {
                let read = Names::parse(variant, names, ballots);
                // A test reads them all.
                read.unwrap_or_else(|error| {
                    log::error!("names of {variant} openings: {error}");
                    Names::default()
                })
            }),
        }
    }

    /// Reads a table of names and one of ballots: on each line a name, a colon and the moves from the start position on, which have
    /// to be legal. A line `# source: ...` tells where the names below it are from; other lines with `#` are comments.
    ///
    /// # Errors
    /// A line is none of these, a move is illegal, or two names of a table have one position.
    pub fn parse(variant: Variant, names: &str, ballots: &str) -> Result<Names, NamesError> {
        Ok(Names {
            names: Table::parse(variant, names)?,
            ballots: Table::parse(variant, ballots)?,
        })
    }

    /// All names, in the order of the table.
    pub fn list(&self) -> &[Name] {
        &self.names.list
    }

    /// All ballots, in the order of their numbers.
    pub fn ballots(&self) -> &[Name] {
        &self.ballots.list
    }

    /// How a position is called.
    pub fn find(&self, position: &AnyPosition) -> Option<Opening<'_>> {
        self.last(std::iter::once(*position))
    }

    /// The opening of a game: what the last of its positions that has a name is called, and the ballot that it comes to.
    pub fn opening(&self, replay: &Replay) -> Option<Opening<'_>> {
        let longest = self.names.longest.max(self.ballots.longest);
        let plies = replay.played.len().min(longest);
        self.last((0..=plies).filter_map(|ply| replay.position_after(ply)))
    }

    /// The last name and the last ballot of positions that follow each other.
    pub fn last(
        &self,
        positions: impl DoubleEndedIterator<Item = AnyPosition>,
    ) -> Option<Opening<'_>> {
        if self.names.list.is_empty() && self.ballots.list.is_empty() {
            return None;
        }
        let (mut name, mut ballot) = (None, None);
        for key in positions.rev().map(|position| key(&position)) {
            name = name.or_else(|| self.names.find(key));
            ballot = ballot.or_else(|| self.ballots.find(key));
            if name.is_some() && (ballot.is_some() || self.ballots.list.is_empty()) {
                break;
            }
        }
        (name.is_some() || ballot.is_some()).then_some(Opening { name, ballot })
    }
}

impl Table {
    fn parse(variant: Variant, text: &str) -> Result<Table, NamesError> {
        let mut table = Table::default();
        let mut source = None;
        for (line, text) in (1..).zip(text.lines().map(str::trim)) {
            let fault = |fault| NamesError { line, fault };
            if let Some(comment) = text.strip_prefix('#') {
                if let Some(found) = comment.trim().strip_prefix("source:") {
                    source = Some(found.trim().to_owned());
                }
            } else if !text.is_empty() {
                let source = source.clone().ok_or_else(|| fault(Fault::Source))?;
                table.add(variant, text, source).map_err(fault)?;
            }
        }
        Ok(table)
    }

    fn add(&mut self, variant: Variant, line: &str, source: String) -> Result<(), Fault> {
        let (name, moves) = line.split_once(':').ok_or(Fault::Line)?;
        let (name, moves) = (name.trim(), moves.split_whitespace());
        let mut position = AnyPosition::start(variant);
        let mut played = Vec::new();
        for text in moves {
            let m = parse_move(&position, text).map_err(Fault::Move)?;
            position = position.after_legal(&m);
            played.push(m);
        }
        if name.is_empty() || played.is_empty() {
            return Err(Fault::Line);
        }
        let place = self.list.len();
        if let Some(other) = self.by_key.insert(key(&position), place) {
            let other = self.list.get(other).map(|other| other.name.clone());
            return Err(Fault::Twice {
                name: name.to_owned(),
                other: other.unwrap_or_default(),
            });
        }
        self.longest = self.longest.max(played.len());
        self.list.push(Name {
            name: name.to_owned(),
            moves: AnyPosition::start(variant).write_line(&played),
            source,
            position,
        });
        Ok(())
    }

    fn find(&self, key: u64) -> Option<&Name> {
        self.list.get(*self.by_key.get(&key)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kamen_core::notation::pdn::{Reader, replay};

    #[test]
    fn the_tables_are_sound() {
        for (variant, names, ballots) in TABLES {
            let names = Names::parse(*variant, names, ballots)
                .unwrap_or_else(|error| panic!("{variant}: {error}"));
            assert!(!names.list().is_empty(), "{variant}");
            assert_eq!(names.list().len(), Names::of(*variant).list().len());
            for name in names.list().iter().chain(names.ballots()) {
                assert!(name.source.len() > 10, "{variant}: {}", name.name);
            }
        }
        assert!(Names::of(Variant::Thai).list().is_empty());
        let start = AnyPosition::start(Variant::Thai);
        assert_eq!(Names::of(Variant::Thai).find(&start), None);
    }

    #[test]
    fn every_line_is_checked() {
        let cases = [
            (
                "# source: us\nCross 11-15",
                "line 2: expected a name, a colon",
            ),
            ("# source: us\n: 11-15", "line 2: expected a name, a colon"),
            ("# source: us\nCross:", "line 2: expected a name, a colon"),
            ("Cross: 11-15", "line 1: no source"),
            (
                "# source: us\nCross: 11-15 23-18 18-14",
                "line 2: illegal move '18-14'",
            ),
            (
                "# source: us\nA: 9-13 22-18 12-16\n\nB: 12-16 22-18 9-13",
                "line 4: 'B' leads to the same position as 'A'",
            ),
        ];
        for (text, expected) in cases {
            let found = Names::parse(Variant::English, text, "").map(|names| names.list().len());
            let error = found.unwrap_err().to_string();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }

    #[test]
    fn ballots_are_what_three_moves_lead_to() {
        let start = AnyPosition::start(Variant::English);
        // All positions after three plies, however they are reached.
        let mut all: Vec<AnyPosition> = vec![start];
        for _ in 0..3 {
            let after = |position: &AnyPosition| -> Vec<AnyPosition> {
                let moves = position.legal_moves();
                moves.iter().map(|m| position.after_legal(m)).collect()
            };
            all = all.iter().flat_map(after).collect();
        }
        let ballots = Names::of(Variant::English).ballots();
        assert_eq!(ballots.len(), 174);
        for (number, ballot) in (1..).zip(ballots) {
            assert_eq!(ballot.name, format!("ACF {number}"));
            assert!(all.contains(&ballot.position), "{}", ballot.name);
        }
    }

    #[test]
    fn the_last_name_of_a_game_is_its_opening() {
        let table = "# source: us\nA: 12-16\nB: 9-13 22-18 12-16\n";
        let ballots = "# source: us\n1: 9-13 22-18 12-16\n2: 9-13 22-18 11-16\n3: 12-16 24-20 8-12";
        let names = Names::parse(Variant::English, table, ballots).unwrap();
        for (moves, expected) in [
            ("12-16", Some("A")),
            ("12-16 22-18", Some("A")),
            ("12-16 22-18 9-13 25-22", Some("B (1)")),
            ("11-16 22-18 9-13", Some("2")),
            ("12-16 24-20 8-12 28-24", Some("A (3)")),
            ("9-13", None),
        ] {
            let text = format!("{moves} *");
            let game = Reader::new(text.as_bytes()).next().unwrap().unwrap();
            let replay = replay(Variant::English, &game);
            let found = names.opening(&replay).map(|opening| opening.to_string());
            assert_eq!(found.as_deref(), expected, "{moves}");
        }
    }
}
