//! Files of openings: ballots, FEN or PDN.

use super::{Opening, OpeningFault, pdn};
use kamen_core::rules::Variant;
use std::io;
use std::path::{Path, PathBuf};

/// Why there are no openings.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// The file cannot be read.
    #[error("cannot read the openings of {}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// One of them is none of the variant.
    #[error("{}, line {line}: {fault} (openings of {variant})", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        fault: Box<OpeningFault>,
        /// The variant.
        variant: Variant,
    },
    /// No table of ballots has that name.
    #[error("no table of ballots is called '{name}' in {variant}, expected one of: {known}")]
    NoBallots {
        /// The name.
        name: String,
        /// The variant.
        variant: Variant,
        /// The names of the tables of the variant.
        known: String,
    },
    /// A game of PDN is none.
    #[error("{}, {message}", path.display())]
    Game {
        /// The file.
        path: PathBuf,
        /// Where, and what is wrong.
        message: String,
    },
    /// The file has none.
    #[error(
        "no openings in {}, expected on each line a FEN, moves from the start position, or both \
         with | between them; or games in PDN", path.display()
    )]
    Empty {
        /// The file.
        path: PathBuf,
    },
}

/// What comes before the name of a table that the program carries.
const BALLOTS: &str = "ballots:";

/// The tables of ballots that the program carries: name, variant, text.
const TABLES: &[(&str, Variant, &str)] = &[
    (
        "english-3",
        Variant::English,
        include_str!("ballots/english-3.txt"),
    ),
    (
        "russian",
        Variant::Russian,
        include_str!("ballots/russian.txt"),
    ),
    (
        "brazilian",
        Variant::Brazilian,
        include_str!("ballots/brazilian.txt"),
    ),
    (
        "international-2",
        Variant::International,
        include_str!("ballots/international-2.txt"),
    ),
];

/// The table of a variant with this name.
fn ballots(name: &str, variant: Variant) -> Result<&'static str, OpeningError> {
    let matching = || TABLES.iter().filter(|table| table.1 == variant);
    let named = matching().find(|table| table.0 == name);
    let names = || matching().map(|table| table.0).collect::<Vec<_>>();
    named
        .map(|table| table.2)
        .ok_or_else(|| OpeningError::NoBallots {
            name: name.to_owned(),
            variant,
            known: match names().join(" ") {
                none if none.is_empty() => "none is there".to_owned(),
                names => names,
            },
        })
}

/// See [`Openings::read`](super::Openings::read).
pub(super) fn read_openings(
    path: &Path,
    variant: Variant,
    plies: Option<usize>,
) -> Result<Vec<Opening>, OpeningError> {
    if let Some(name) = path.to_str().and_then(|text| text.strip_prefix(BALLOTS)) {
        return read_lines(path, ballots(name, variant)?, variant);
    }
    let bytes = std::fs::read(path).map_err(|error| OpeningError::Read {
        path: path.to_owned(),
        error,
    })?;
    let text = String::from_utf8_lossy(&bytes);
    let openings = if pdn::is_pdn(&bytes) {
        let openings = pdn::openings(&bytes, variant, plies);
        openings.map_err(|message| OpeningError::Game {
            path: path.to_owned(),
            message,
        })?
    } else {
        read_lines(path, &text, variant)?
    };
    if openings.is_empty() {
        let path = path.to_owned();
        return Err(OpeningError::Empty { path });
    }
    Ok(openings)
}

fn read_lines(path: &Path, text: &str, variant: Variant) -> Result<Vec<Opening>, OpeningError> {
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let Some(opening) = parse_line(line) else {
            continue;
        };
        let checked = opening.checked(variant);
        openings.push(checked.map_err(|fault| OpeningError::Line {
            path: path.to_owned(),
            line: index + 1,
            fault: Box::new(fault),
            variant,
        })?);
    }
    Ok(openings)
}

/// The opening of a line; `None` for an empty one.
fn parse_line(line: &str) -> Option<Opening> {
    let line = line.trim_start_matches('\u{feff}');
    let line = line.split_once('#').map_or(line, |(text, _)| text).trim();
    if line.is_empty() {
        return None;
    }
    let (fen, moves) = match line.split_once('|') {
        Some((fen, moves)) => (Some(fen.trim()), moves),
        None if line.contains(':') && !is_moves(line) => (Some(line), ""),
        None => (None, line),
    };
    Some(Opening {
        fen: fen.filter(|fen| !fen.is_empty()).map(str::to_owned),
        moves: words(moves),
    })
}

/// Whether a line with a colon is moves all the same, with `c3:e5` among them.
fn is_moves(line: &str) -> bool {
    let first = line.trim_start().chars().next();
    first.is_some_and(|c| c.is_ascii_digit() || c.is_ascii_lowercase())
        && !line.starts_with("w:")
        && !line.starts_with("b:")
}

/// The moves of a text without their numbers, `1.` or `1. ...`.
fn words(text: &str) -> Vec<String> {
    let words = text
        .split_whitespace()
        .map(|word| match word.rsplit_once('.') {
            Some((_, m)) => m,
            None => word,
        });
    words
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn read(variant: Variant, text: &str) -> Result<Vec<Opening>, String> {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        read_openings(file.path(), variant, None).map_err(|error| error.to_string())
    }

    #[test]
    fn lines_are_fens_moves_or_both() {
        let opening = |fen: Option<&str>, moves: &[&str]| Opening {
            fen: fen.map(str::to_owned),
            moves: moves.iter().map(|m| (*m).to_owned()).collect(),
        };
        let text = "# remark\n\n9-13 21-17 5-9 # ballot\r\n1. 9-13 22-17 2. 13x22\nW:W32:B1,2\n\
                    B:W32,31:B1 | 1-6 31-27\n";
        let expected = [
            opening(None, &["9-13", "21-17", "5-9"]),
            opening(None, &["9-13", "22-17", "13x22x17"]),
            opening(Some("W:W32:B1,2"), &[]),
            opening(Some("B:W32,31:B1"), &["1-6", "31-27"]),
        ];
        assert_eq!(read(Variant::English, text).unwrap(), expected);
        let letters = read(Variant::Russian, "c3-d4 f6-g5 1.d4-e5 d6:f4\nw:Wa1:Bh8").unwrap();
        assert_eq!(letters[0].moves[3], "10x19x15");
        assert_eq!(letters[1].fen.as_deref(), Some("w:Wa1:Bh8"));
    }

    #[test]
    fn tables_of_ballots_are_carried() {
        let read = |variant, name| read_openings(Path::new(name), variant, None);
        let counts = [
            (Variant::English, "ballots:english-3", 157),
            (Variant::Russian, "ballots:russian", 148),
            (Variant::Brazilian, "ballots:brazilian", 148),
            (Variant::International, "ballots:international-2", 79),
        ];
        for (variant, name, count) in counts {
            let openings = read(variant, name).unwrap();
            assert_eq!(openings.len(), count, "{name}");
            let distinct: std::collections::HashSet<_> = openings.iter().collect();
            assert_eq!(distinct.len(), count, "{name}");
            assert!(
                openings
                    .iter()
                    .all(|opening| (1..=3).contains(&opening.moves.len()))
            );
        }
        for (variant, known) in [
            (Variant::English, "english-3"),
            (Variant::Czech, "none is there"),
        ] {
            let error = read(variant, "ballots:russian").unwrap_err().to_string();
            assert!(
                error.ends_with(&format!("expected one of: {known}")),
                "{error}"
            );
        }
    }

    #[test]
    fn games_of_pdn_are_openings_up_to_a_ply() {
        let text = "[Event \"one\"]\n[GameType \"21\"]\n\n1. 9-13 22-17 2. 13x22 25x18 *\n\n\
                    [Event \"two\"]\n[FEN \"B:W32,31:B1\"]\n\n1. 1-6 31-27 1-0\n\n\
                    [FEN \"W:W32:B1\"]\n\n*\n";
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        let read = |variant, plies| {
            read_openings(file.path(), variant, plies).map_err(|error| error.to_string())
        };
        let all = read(Variant::English, None).unwrap();
        assert_eq!(all[0].moves, ["9-13", "22-17", "13x22x17", "25x18x22"]);
        assert_eq!(all[1].fen.as_deref(), Some("B:W31,32:B1"));
        assert_eq!(
            (all[2].fen.as_deref(), all[2].moves.len()),
            (Some("W:W32:B1"), 0)
        );
        let short = read(Variant::English, Some(1)).unwrap();
        assert_eq!(
            (&short[0].moves[..], &short[1].moves[..]),
            (&all[0].moves[..1], &all[1].moves[..1])
        );
        let error = read(Variant::Russian, None).unwrap_err();
        assert!(
            error.contains("line 2, column 12: a game of english, expected russian"),
            "{error}"
        );
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let cases = [
            ("9-13\n9-14 21-18", "line 2: move 2: illegal move '21-18'"),
            ("W:W33:B1", "line 1: bad position at column 4: no square 33"),
            ("W:W:B1", "line 1: the game is over"),
            ("rubbish", "line 1: move 1: bad move 'rubbish'"),
            ("\n# nothing\n", "no openings in"),
            (
                "[Event \"x\"]\n1. 9-13 21-18",
                "line 2, column 9: illegal move '21-18'",
            ),
            (
                "[Event \"x\"]\n1. 9-13 21@18",
                "found '@18', expected -, x or :",
            ),
        ];
        for (text, expected) in cases {
            let error = read(Variant::English, text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
        let missing = read_openings(Path::new("/no/such/file"), Variant::Czech, None).unwrap_err();
        assert!(
            missing
                .to_string()
                .contains("cannot read the openings of /no/such/file")
        );
    }
}
