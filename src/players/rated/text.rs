//! The text of rated positions.
//!
//! It begins with `kamen-rated 2 VARIANT GAMES POSITIONS`, where the games that were played follow if there are any
//! ([`RatedPositions::played`]), and the history as JSON if there is one ([`RatedPositions::history`]). Then comes a line for each position, in the order of the keys: `KEY VALUE VISITS KIND`
//! ([`Pieces::digits`], [`Kind::letter`]). Each line ends with its checksum ([`LineSeal::TEXT`]). Version 1 has none, and no
//! number of positions.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use super::{KeyError, Kind, MOST_VISITS, Pieces, Played, RatedPositions, Rating};
use kamen_core::rules::Variant;
use kamen_files::{LineDamage, LineSeal, Unsealed};
use std::io::{self, Write};

const MAGIC: &str = "kamen-rated";
const VERSION: &str = "2";
const OLD_VERSION: &str = "1";

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RatedLineError {
    /// The first line says something else.
    #[error(
        "no rated positions, expected a first line '{MAGIC} {VERSION} VARIANT GAMES POSITIONS'"
    )]
    Foreign,
    /// A version that is not known here.
    #[error("version {found}, expected {VERSION} or {OLD_VERSION}")]
    Version {
        /// As written.
        found: String,
    },
    /// A line with too few or too many words.
    #[error("found {found} words, expected KEY VALUE VISITS KIND")]
    Words {
        /// How many.
        found: usize,
    },
    /// The key is none.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// The value is no number from -1 to 1.
    #[error("bad value '{found}', expected a number from -1 to 1")]
    Value {
        /// As written.
        found: String,
    },
    /// The visits are no number.
    #[error("bad number of visits '{found}', expected one from 1 to {MOST_VISITS}")]
    Visits {
        /// As written.
        found: String,
    },
    /// The kind is unknown.
    #[error("bad kind '{found}', expected N, E or D")]
    Kind {
        /// As written.
        found: String,
    },
    /// The line is not what was written.
    #[error(transparent)]
    Damage(#[from] LineDamage),
    /// The last line has no end.
    #[error("the line has no end: the file is not whole")]
    NotWhole,
    /// There are more or fewer positions than the first line says.
    #[error(
        "found {found} positions, but line 1 says {expected}: the file is not whole, or was changed by hand; if the change \
         is right, write {found} into line 1 and remove its `crc=..`"
    )]
    Count {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// A position that was there before.
    #[error("this position was there before")]
    Twice,
}

impl RatedPositions {
    /// Writes the text.
    pub(super) fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let (variant, games, count) = (self.variant(), self.games, self.len());
        let history = self.history.as_ref();
        let history = history.map_or_else(String::new, |history| format!(" {history}"));
        let played = played_word(&self.played);
        let head = format!("{MAGIC} {VERSION} {variant} {games} {count}{played}{history}");
        writeln!(out, "{}", LineSeal::TEXT.seal(&head))?;
        for (pieces, rating) in self.sorted() {
            let Rating { value, visits, .. } = rating;
            let (key, kind) = (pieces.digits(variant), rating.kind.letter());
            let line = format!("{key} {value} {visits} {kind}");
            writeln!(out, "{}", LineSeal::TEXT.seal(&line))?;
        }
        out.flush()
    }
}

/// Parses the text; an error comes with the number of its line.
pub(super) fn from_text(text: &str) -> Result<(RatedPositions, Unsealed), (usize, RatedLineError)> {
    let mut unsealed = Unsealed::default();
    let mut lines = text.split_inclusive('\n').zip(1..);
    let first = lines.next().map_or("", |(line, _)| line);
    let (mut positions, expected) = opened(first, 1, &mut unsealed)
        .and_then(header)
        .map_err(|error| (1, error))?;
    let mut last = 1;
    for (line, number) in lines {
        let line = opened(line, number, &mut unsealed).map_err(|error| (number, error))?;
        let (pieces, rating) = entry(positions.variant(), line).map_err(|error| (number, error))?;
        if positions.get(&pieces).is_some() {
            return Err((number, RatedLineError::Twice));
        }
        positions.put(pieces, rating);
        last = number;
    }
    let found = positions.len();
    match expected {
        Some(expected) if expected != found => {
            Err((last, RatedLineError::Count { found, expected }))
        }
        _ => Ok((positions, unsealed)),
    }
}

/// The text of a line, which must have its end.
fn opened<'a>(
    line: &'a str,
    number: usize,
    unsealed: &mut Unsealed,
) -> Result<&'a str, RatedLineError> {
    let whole = line.strip_suffix('\n');
    let whole = whole.map(|whole| whole.strip_suffix('\r').unwrap_or(whole));
    // What is no such file at all is told as that.
    let is_cut = whole.is_none() && (number > 1 || line.starts_with(MAGIC));
    if is_cut {
        return Err(RatedLineError::NotWhole);
    }
    let opened = LineSeal::TEXT.open(whole.unwrap_or(line))?;
    Ok(unsealed.see(number, opened))
}

/// No positions yet, and how many there should be, if the first line says so.
fn header(line: &str) -> Result<(RatedPositions, Option<usize>), RatedLineError> {
    let mut words = line.splitn(6, ' ');
    if words.next() != Some(MAGIC) {
        return Err(RatedLineError::Foreign);
    }
    let has_count = match words.next() {
        Some(VERSION) => true,
        Some(OLD_VERSION) => false,
        found => {
            let found = found.unwrap_or_default().chars().take(20).collect();
            return Err(RatedLineError::Version { found });
        }
    };
    let variant = words.next().and_then(|name| name.parse::<Variant>().ok());
    let games = words.next().and_then(|games| games.parse().ok());
    let (Some(variant), Some(games)) = (variant, games) else {
        return Err(RatedLineError::Foreign);
    };
    let mut positions = RatedPositions::new(variant);
    positions.games = games;
    let count = match (has_count, words.next()) {
        (false, None) => None,
        (true, Some(count)) => Some(count.parse().map_err(|_| RatedLineError::Foreign)?),
        _ => return Err(RatedLineError::Foreign),
    };
    let mut rest = words.next();
    if let Some((played, behind)) = rest.and_then(read_played) {
        positions.played = played;
        rest = behind;
    }
    if let Some(history) = rest {
        let history = serde_json::from_str(history).map_err(|_| RatedLineError::Foreign)?;
        positions.history = Some(history);
    }
    Ok((positions, count))
}

/// What begins the word for the games that were played.
const PLAYED: &str = "played=";

/// The word for the games that were played, with a blank before it: ` played=GAMES` and their names, each behind a comma.
fn played_word(played: &Played) -> String {
    if played.is_none() {
        return String::new();
    }
    let names = played.names.iter().map(|name| format!(",{name:08x}"));
    format!(" {PLAYED}{}{}", played.games, names.collect::<String>())
}

/// Reads that word, and what follows it.
fn read_played(text: &str) -> Option<(Played, Option<&str>)> {
    let text = text.strip_prefix(PLAYED)?;
    let (word, rest) = match text.split_once(' ') {
        Some((word, rest)) => (word, Some(rest)),
        None => (text, None),
    };
    let mut parts = word.split(',');
    let games = parts.next()?.parse().ok()?;
    let names = parts.map(|name| u32::from_str_radix(name, 16));
    let names = names.collect::<Result<Vec<u32>, _>>().ok()?;
    Some((Played { games, names }, rest))
}

fn entry(variant: Variant, line: &str) -> Result<(Pieces, Rating), RatedLineError> {
    let words: Vec<&str> = line.split(' ').collect();
    let [key, value, visits, kind] = words[..] else {
        return Err(RatedLineError::Words { found: words.len() });
    };
    let short = |text: &str| text.chars().take(20).collect();
    let number = value.parse().ok().filter(|value| is_value(*value));
    let visited = visits.parse().ok();
    let visited = visited.filter(|visits| (1..=MOST_VISITS).contains(visits));
    let rating = Rating {
        value: number.ok_or_else(|| RatedLineError::Value {
            found: short(value),
        })?,
        visits: visited.ok_or_else(|| RatedLineError::Visits {
            found: short(visits),
        })?,
        kind: kind_of(kind).ok_or_else(|| RatedLineError::Kind { found: short(kind) })?,
    };
    Ok((Pieces::parse(variant, key)?, rating))
}

fn is_value(value: f64) -> bool {
    (-1.0..=1.0).contains(&value)
}

/// The kind of a letter.
pub(super) fn kind_of(letter: &str) -> Option<Kind> {
    let is_meant = |kind: &Kind| letter.chars().eq([kind.letter()]);
    Kind::ALL.into_iter().find(is_meant)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kamen_core::game::AnyPosition;

    /// A line for the start position of Czech draughts.
    fn good() -> String {
        let start = AnyPosition::start(Variant::Czech);
        format!("{} 0.25 3 N", Pieces::of_any(&start).digits(Variant::Czech))
    }

    #[test]
    fn damage_is_told_with_its_line() {
        let good = good();
        let cases = [
            (String::new(), 1, "no rated positions"),
            ("[Event]".to_owned(), 1, "no rated positions"),
            (
                "kamen-rated 3 czech 0".to_owned(),
                1,
                "version 3, expected 2 or 1",
            ),
            ("kamen-rated 1 chess 0".to_owned(), 1, "no rated positions"),
            (
                "kamen-rated 1 czech 0 0".to_owned(),
                1,
                "no rated positions",
            ),
            ("kamen-rated 2 czech 0".to_owned(), 1, "no rated positions"),
            (
                "kamen-rated 2 czech 0 0 {]".to_owned(),
                1,
                "no rated positions",
            ),
            (
                format!("kamen-rated 1 czech 5\n{}", good.replace(" 3", "")),
                2,
                "found 3 words",
            ),
            (
                format!("kamen-rated 1 czech 5\n{good}\n5{good}"),
                3,
                "a key of 33 digits",
            ),
            (
                format!("kamen-rated 1 czech 5\n{}", good.replace("0.25", "nan")),
                2,
                "bad value 'nan'",
            ),
            (
                format!("kamen-rated 1 czech 5\n{}", good.replace("0.25", "1.01")),
                2,
                "bad value '1.01'",
            ),
            (
                format!("kamen-rated 1 czech 5\n{}", good.replace("3 N", "0 N")),
                2,
                "bad number of visits '0'",
            ),
            (
                format!("kamen-rated 1 czech 5\n{}", good.replace('N', "X")),
                2,
                "bad kind 'X'",
            ),
            (
                format!("kamen-rated 1 czech 5\n{good}\n{good}"),
                3,
                "there before",
            ),
            (
                format!("kamen-rated 2 czech 5 2\n{good}"),
                2,
                "found 1 positions, but line 1 says 2",
            ),
        ];
        for (text, line, expected) in cases {
            let (found, error) = from_text(&format!("{text}\n")).unwrap_err();
            assert!(error.to_string().contains(expected), "{error}: {text}");
            assert_eq!(found, line, "{text}");
        }
    }

    #[test]
    fn older_texts_and_those_changed_by_hand_are_read_and_told_from_others() {
        let good = good();
        let sealed = |line: &str| LineSeal::TEXT.seal(line);
        let new = sealed("kamen-rated 2 czech 5 1");
        let cases = [
            (format!("kamen-rated 1 czech 5\n{good}\n"), false),
            (format!("kamen-rated 1 czech 5\r\n{good}\r\n"), false),
            (format!("{new}\n{}\n", sealed(&good)), true),
            (format!("{new}\n{good}\n"), false),
        ];
        for (text, is_sealed) in cases {
            let (positions, unsealed) = from_text(&text).unwrap();
            assert_eq!((positions.games, positions.len()), (5, 1));
            assert_eq!(unsealed == Unsealed::default(), is_sealed, "{text}");
            let (line, error) = from_text(text.trim_end_matches('\n')).unwrap_err();
            assert_eq!((line, error), (2, RatedLineError::NotWhole));
        }
        let changed = format!("{new}\n{}\n", sealed(&good).replace("0.25", "0.26"));
        let (line, error) = from_text(&changed).unwrap_err();
        assert!(matches!((line, error), (2, RatedLineError::Damage(_))));
    }
}
