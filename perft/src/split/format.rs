//! Parses and prints the lines of split and count files, described in `perft/DISTRIBUTED.md`. Begin
//! with [`line()`].
//!
//! ```text
//! # split variant=czech count=unique plies=2 positions=49 sequences=49 fen=W:W..:B..
//! 1 W:W..:B..                        <multiplicity> <fen>
//! # counts variant=czech count=unique depth=6
//! 1 37102 W:W..:B..                  <multiplicity> <nodes> <fen>
//! ```
//!
//! In files each line ends with its checksum ([`LineSeal::TEXT`]); the functions here take and give it without.
//!
//! Other lines that begin with `#`, and empty lines, are comments.
//!
//! [`LineSeal::TEXT`]: kamen_files::LineSeal::TEXT

use crate::Counting;
use kamen_core::rules::Variant;
use std::fmt;
use std::str::FromStr;

/// A line by its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line<'a> {
    /// An empty line or a comment.
    Comment,
    /// The head of a split.
    Split(SplitHead),
    /// The head of the counts that follow.
    Counts(CountsHead),
    /// Any other line, to be parsed by [`part`] or [`counted`].
    Text(&'a str),
}

/// The first line of a split.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitHead {
    /// The variant.
    pub variant: Variant,
    /// What counts as one move: unique captures or routes.
    pub counting: Counting,
    /// Plies from the root to the positions.
    pub plies: u32,
    /// Number of distinct positions, one per line.
    pub positions: usize,
    /// Number of sequences to them: the sum of the multiplicities.
    pub sequences: u128,
    /// The root position.
    pub fen: String,
}

/// The first line of counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountsHead {
    /// The variant.
    pub variant: Variant,
    /// What counts as one move: unique captures or routes.
    pub counting: Counting,
    /// Depth counted below each position, in plies.
    pub depth: u32,
}

impl fmt::Display for SplitHead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (variant, counting, fen) = (self.variant, self.counting, &self.fen);
        let (plies, positions, sequences) = (self.plies, self.positions, self.sequences);
        write!(
            f,
            "# split variant={variant} count={counting} plies={plies} positions={positions} \
             sequences={sequences} fen={fen}"
        )
    }
}

impl fmt::Display for CountsHead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (variant, counting, depth) = (self.variant, self.counting, self.depth);
        write!(
            f,
            "# counts variant={variant} count={counting} depth={depth}"
        )
    }
}

/// Classifies a line; `None` if it is a malformed head.
pub fn line(text: &str) -> Option<Line<'_>> {
    let text = text.trim();
    let Some(comment) = text.strip_prefix('#') else {
        return Some(if text.is_empty() {
            Line::Comment
        } else {
            Line::Text(text)
        });
    };
    let mut words = comment.split_whitespace();
    let line = match words.next() {
        Some("split") => Line::Split(SplitHead {
            variant: value(words.next(), "variant")?,
            counting: value(words.next(), "count")?,
            plies: value(words.next(), "plies")?,
            positions: value(words.next(), "positions")?,
            sequences: value(words.next(), "sequences")?,
            fen: value(words.next(), "fen")?,
        }),
        Some("counts") => Line::Counts(CountsHead {
            variant: value(words.next(), "variant")?,
            counting: value(words.next(), "count")?,
            depth: value(words.next(), "depth")?,
        }),
        _ => return Some(Line::Comment),
    };
    words.next().is_none().then_some(line)
}

/// The value of `word`, which is `key=value`.
fn value<T: FromStr>(word: Option<&str>, key: &str) -> Option<T> {
    let value = word?.strip_prefix(key)?.strip_prefix('=')?;
    value.parse().ok()
}

/// Multiplicity and FEN of a line of a split; `None` if malformed.
pub fn part(text: &str) -> Option<(u128, &str)> {
    let (times, fen) = text.split_once(char::is_whitespace)?;
    let fen = fen.trim();
    let is_fen = !fen.is_empty() && !fen.contains(char::is_whitespace);
    Some((times.parse().ok()?, fen)).filter(|_| is_fen)
}

/// Multiplicity, nodes and FEN of a line of counts; `None` if malformed.
pub fn counted(text: &str) -> Option<(u128, u128, &str)> {
    let (times, rest) = text.split_once(char::is_whitespace)?;
    let (nodes, fen) = part(rest.trim_start())?;
    Some((times.parse().ok()?, nodes, fen))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_read_as_written() {
        let split = SplitHead {
            variant: Variant::Frisian,
            counting: Counting::Paths,
            plies: 4,
            positions: 3000,
            sequences: 1 << 90,
            fen: "W:W1:B2:H0:F1:+1+0".to_owned(),
        };
        assert_eq!(line(&split.to_string()), Some(Line::Split(split)));
        let counts = CountsHead {
            variant: Variant::Czech,
            counting: Counting::Unique,
            depth: 7,
        };
        assert_eq!(line(&counts.to_string()), Some(Line::Counts(counts)));
        for comment in ["", "  ", "#", "# of a split", "#!"] {
            assert_eq!(line(comment), Some(Line::Comment), "{comment}");
        }
        for broken in [
            "# split",
            "# split variant=chess count=unique plies=2 positions=4 sequences=4 fen=F",
            "# split variant=czech count=unique plies=2 positions=4 sequences=4",
            "# counts variant=czech count=both depth=1",
            "# counts variant=czech count=unique depth=-1",
            "# counts variant=czech count=unique depth=1 more",
        ] {
            assert_eq!(line(broken), None, "{broken}");
        }
    }

    #[test]
    fn lines_have_as_many_words_as_they_should() {
        assert_eq!(part("12 W:W1:B2"), Some((12, "W:W1:B2")));
        assert_eq!(counted(" 12  3 W:W1:B2"), None, "not trimmed");
        assert_eq!(counted("12  3 W:W1:B2"), Some((12, 3, "W:W1:B2")));
        for broken in ["", "12", "12 ", "x W:W1:B2", "-1 W:W1", "1 2 W:W1"] {
            assert_eq!(part(broken), None, "{broken}");
        }
        for broken in ["12 W:W1", "1 2", "1 2 3 W:W1", "1 2 "] {
            assert_eq!(counted(broken), None, "{broken}");
        }
    }
}
