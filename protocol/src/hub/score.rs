//! Scores and how Hub writes them.

use std::fmt;

use crate::ParseError;
use crate::hub::number::real;

/// The largest score that is not a known win, in hundredths of a man.
const MAX_HUNDREDTHS: i32 = 7999;
/// The longest win with a number of plies.
const MAX_WIN: u32 = 999;
/// The longest way to a table.
const MAX_TABLE: u32 = 1000;

/// A score of the side to move (Scan `protocol.txt`, command `info`).
///
/// On the wire all of them are men: a win in `n` plies is `100 - n/100`, a win that only a table
/// without distances knows is `90 - n/100` with `n` plies until the table is reached, a loss is
/// the negative of that. So the hundredths are limited to -7999..=7999, the plies of a win to 999
/// and those of a table to 1000; what lies beyond is written as the limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Score {
    /// An estimate in hundredths of a man.
    Hundredths(i32),
    /// A win in this number of plies.
    Win(u32),
    /// A loss in this number of plies.
    Loss(u32),
    /// A win by an endgame table that is reached in this number of plies.
    TableWin(u32),
    /// A loss by an endgame table that is reached in this number of plies.
    TableLoss(u32),
}

impl Default for Score {
    fn default() -> Self {
        Self::Hundredths(0)
    }
}

impl Score {
    /// Reads a score in men, `-0.07`, `99.87` (Scan `protocol.txt`, `info`), rounded to
    /// hundredths; beyond 100 it is a win in 0 plies.
    ///
    /// # Errors
    /// Anything but a finite number.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let men = real(text).ok_or_else(|| ParseError::new(text, 0, "a score in men"))?;
        let hundredths = (men * 100.0).round().clamp(-10_000.0, 10_000.0) as i32;
        let size = hundredths.unsigned_abs();
        Ok(match (size, hundredths > 0) {
            (9001.., true) => Self::Win(10_000 - size),
            (9001.., false) => Self::Loss(10_000 - size),
            (8000.., true) => Self::TableWin(9000 - size),
            (8000.., false) => Self::TableLoss(9000 - size),
            _ => Self::Hundredths(hundredths),
        })
    }

    /// The number on the wire, in hundredths of a man.
    fn wire(self) -> i32 {
        let win = |plies: u32| 10_000 - plies.min(MAX_WIN) as i32;
        let table = |plies: u32| 9000 - plies.min(MAX_TABLE) as i32;
        match self {
            Self::Hundredths(score) => score.clamp(-MAX_HUNDREDTHS, MAX_HUNDREDTHS),
            Self::Win(plies) => win(plies),
            Self::Loss(plies) => -win(plies),
            Self::TableWin(plies) => table(plies),
            Self::TableLoss(plies) => -table(plies),
        }
    }
}

/// Writes men with two decimals.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wire = self.wire();
        let sign = if wire < 0 { "-" } else { "" };
        let size = wire.unsigned_abs();
        write!(f, "{sign}{}.{:02}", size / 100, size % 100)
    }
}

#[cfg(test)]
mod tests {
    use super::Score::{Hundredths, Loss, TableLoss, TableWin, Win};
    use super::*;

    const SAME: &[(Score, &str)] = &[
        (Hundredths(0), "0.00"),
        (Hundredths(7), "0.07"),
        (Hundredths(-7), "-0.07"),
        (Hundredths(-123), "-1.23"),
        (Hundredths(7999), "79.99"),
        (Hundredths(-7999), "-79.99"),
        (Win(13), "99.87"),
        (Win(0), "100.00"),
        (Win(999), "90.01"),
        (Loss(4), "-99.96"),
        (Loss(0), "-100.00"),
        (TableWin(0), "90.00"),
        (TableWin(25), "89.75"),
        (TableWin(1000), "80.00"),
        (TableLoss(1), "-89.99"),
    ];

    const LIMITED: &[(Score, &str)] = &[
        (Hundredths(i32::MAX), "79.99"),
        (Hundredths(i32::MIN), "-79.99"),
        (Win(1000), "90.01"),
        (Loss(u32::MAX), "-90.01"),
        (TableWin(u32::MAX), "80.00"),
    ];

    const READ: &[(&str, Option<Score>)] = &[
        ("1", Some(Hundredths(100))),
        ("0.074", Some(Hundredths(7))),
        ("-0.0", Some(Hundredths(0))),
        ("+1.5", Some(Hundredths(150))),
        ("1e-05", Some(Hundredths(0))),
        ("100.5", Some(Win(0))),
        ("-1e300", Some(Loss(0))),
        ("inf", None),
        ("nan", None),
        ("mate", None),
        ("", None),
    ];

    #[test]
    fn printed_and_read_back() {
        for (score, text) in SAME {
            assert_eq!(score.to_string(), *text);
            assert_eq!(Score::parse(text), Ok(*score), "{text}");
        }
    }

    #[test]
    fn limits() {
        for (score, text) in LIMITED {
            assert_eq!(score.to_string(), *text, "{score:?}");
        }
    }

    #[test]
    fn other_spellings() {
        for (text, score) in READ {
            assert_eq!(Score::parse(text).ok(), *score, "{text}");
        }
    }
}
