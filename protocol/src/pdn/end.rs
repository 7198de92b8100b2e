//! How games end: `*` and the results.

use std::fmt;

pub(super) use loose::result as loose_result;

/// What stands behind the last move of a game (PDN 3.0, "GameSeparator").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameEnd {
    /// `*`: the game ends here, and the tag `Result` says how, if anything does.
    Asterisk,
    /// A result, as files had it before PDN 3.0.
    Result(GameResult),
}

/// A result (PDN 3.0, "Result tag"). The first number belongs to the side that begins: in English
/// checkers `1-0` is a win for Black (PDN 2.0, 6.1.1.1.1.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `1-0`
    Win1,
    /// `1/2-1/2`
    Draw1,
    /// `0-1`
    Loss1,
    /// `2-0`, in games that give two points for a win.
    Win2,
    /// `1-1`
    Draw2,
    /// `0-2`
    Loss2,
    /// `0-0`: both lose.
    BothLose,
}

impl GameResult {
    /// All results.
    pub const ALL: [Self; 7] = [
        Self::Win1,
        Self::Draw1,
        Self::Loss1,
        Self::Win2,
        Self::Draw2,
        Self::Loss2,
        Self::BothLose,
    ];

    /// How it is written.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Win1 => "1-0",
            Self::Draw1 => "1/2-1/2",
            Self::Loss1 => "0-1",
            Self::Win2 => "2-0",
            Self::Draw2 => "1-1",
            Self::Loss2 => "0-2",
            Self::BothLose => "0-0",
        }
    }

    /// The result that is written so: as the standard has it, or in other signs that mean the same,
    /// `1:1`, `½-½`, `1/2 - 1/2`, `0.5-0.5`, `1+ - 1-`, any of them with blanks and dashes of print.
    /// `None` for any other text, as the tag `Result` may have it.
    ///
    /// ```
    /// use kamen_protocol::pdn::GameResult;
    ///
    /// assert_eq!(GameResult::parse("2-0"), Some(GameResult::Win2));
    /// assert_eq!(GameResult::parse("½ – ½"), Some(GameResult::Draw1));
    /// assert_eq!(GameResult::parse("6-4"), None);
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let known = Self::ALL.into_iter().find(|result| result.text() == text);
        known.or_else(|| match loose::result(text.trim())? {
            (result, "") => Some(result),
            _ => None,
        })
    }

    /// Whether the text of a result says more than the standard can: a draw in which one side stood better, `1+ - 1-`, or
    /// other points for a win, `12-0`.
    #[must_use]
    pub fn is_detailed(text: &str) -> bool {
        let numbers = text.split(|c: char| !c.is_ascii_digit());
        let has_points = numbers
            .clone()
            .any(|part| part.parse().is_ok_and(|points: u32| points > 2));
        text.contains('+') || has_points && !text.contains(['.', ',', '/'])
    }

    /// The same result where a win gives one point.
    #[must_use]
    pub const fn with_one_point(self) -> Self {
        match self {
            Self::Win2 => Self::Win1,
            Self::Draw2 => Self::Draw1,
            Self::Loss2 => Self::Loss1,
            same => same,
        }
    }

    /// The same result where a win gives two points.
    #[must_use]
    pub const fn with_two_points(self) -> Self {
        match self {
            Self::Win1 => Self::Win2,
            Self::Draw1 => Self::Draw2,
            Self::Loss1 => Self::Loss2,
            same => same,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl fmt::Display for GameEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Asterisk => f.write_str("*"),
            Self::Result(result) => result.fmt(f),
        }
    }
}

/// Results in other signs than those of the standard.
mod loose {
    use super::GameResult;
    use crate::text::{is_dash, is_space};

    /// The points of one side, doubled.
    type Points = u8;

    /// The result that a text begins with, and what comes behind it.
    pub(in super::super) fn result(text: &str) -> Option<(GameResult, &str)> {
        if let Some(found) = pair(text) {
            return Some(found);
        }
        if let Some(found) = other_points(text) {
            return Some(found);
        }
        // A half alone.
        let (1, rest) = points(text)? else {
            return None;
        };
        ends(rest).then_some((GameResult::Draw1, rest))
    }

    fn pair(text: &str) -> Option<(GameResult, &str)> {
        let (first, rest) = points(text)?;
        // `1+ - 1-`: a draw in which one side stood better.
        let plain = second(rest).filter(|(.., rest)| ends(rest));
        let signed = || second(rest.strip_prefix(is_sign)?).filter(|(.., rest)| ends(rest));
        let (other, rest) = plain.or_else(signed)?;
        let result = match (first, other) {
            (2, 0) => GameResult::Win1,
            (1, 1) => GameResult::Draw1,
            (0, 2) => GameResult::Loss1,
            (4, 0) => GameResult::Win2,
            (2, 2) => GameResult::Draw2,
            (0, 4) => GameResult::Loss2,
            (0, 0) => GameResult::BothLose,
            _ => return None,
        };
        // `2-0F`: by forfeit.
        Some((result, rest.strip_prefix(['F', 'f']).unwrap_or(rest)))
    }

    /// A win that gives other points than the standard has, `12-0`.
    fn other_points(text: &str) -> Option<(GameResult, &str)> {
        let number = |text: &'_ str| {
            let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            text.get(..digits)?
                .parse::<u8>()
                .ok()
                .map(|points| (points, digits))
        };
        let (first, length) = number(text)?;
        let rest = text.get(length..)?.strip_prefix(is_dash)?;
        let (second, length) = number(rest)?;
        let rest = rest.get(length..).filter(|rest| ends(rest))?;
        match (first, second) {
            (3.., 0) => Some((GameResult::Win1, rest)),
            (0, 3..) => Some((GameResult::Loss1, rest)),
            _ => None,
        }
    }

    /// The sign between the points, and those of the other side.
    fn second(text: &str) -> Option<(Points, &str)> {
        let rest = text.trim_start_matches(is_space);
        let rest = rest.strip_prefix(|c| is_dash(c) || matches!(c, ':' | '∶' | '='))?;
        let (points, rest) = points(rest.trim_start_matches(is_space))?;
        let without = rest.strip_prefix(is_sign).filter(|rest| ends(rest));
        Some((points, without.unwrap_or(rest)))
    }

    /// Points that a result may have.
    fn points(text: &str) -> Option<(Points, &str)> {
        const FORMS: [(&str, Points); 14] = [
            ("1.0", 2),
            ("1,0", 2),
            ("2.0", 4),
            ("2,0", 4),
            ("0.0", 0),
            ("0,0", 0),
            ("1/2", 1),
            ("½", 1),
            ("0.5", 1),
            ("0,5", 1),
            (".5", 1),
            ("0", 0),
            ("1", 2),
            ("2", 4),
        ];
        FORMS
            .iter()
            .find_map(|&(form, points)| Some((points, text.strip_prefix(form)?)))
    }

    fn is_sign(c: char) -> bool {
        c == '+' || is_dash(c)
    }

    /// Whether a result may end before this.
    fn ends(rest: &str) -> bool {
        let mut chars = rest.chars();
        match chars.next() {
            None => true,
            Some('.' | ',' | '/') => !chars.next().is_some_and(|c| c.is_ascii_digit()),
            Some('F' | 'f') => !chars.next().is_some_and(char::is_alphanumeric),
            Some(c) => !(c.is_alphanumeric() || is_sign(c) || matches!(c, ':' | '½' | '×')),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::GameResult::{self, *};

    #[test]
    fn results_are_read_in_many_forms() {
        let cases = [
            ("12-0", Some(Win1)),
            ("2-0F", Some(Win2)),
            ("0:2f", Some(Loss2)),
            ("2-0f4", None),
            ("2-0G", None),
            ("0-3", Some(Loss1)),
            ("12-1", None),
            ("1-0", Some(Win1)),
            ("0-1", Some(Loss1)),
            ("1/2-1/2", Some(Draw1)),
            ("2-0", Some(Win2)),
            ("0-2", Some(Loss2)),
            ("1-1", Some(Draw2)),
            ("0-0", Some(BothLose)),
            (" 1 : 1 ", Some(Draw2)),
            ("2:0", Some(Win2)),
            ("0:2", Some(Loss2)),
            ("1:0", Some(Win1)),
            ("2 – 0", Some(Win2)),
            ("0\u{2011}2", Some(Loss2)),
            ("½-½", Some(Draw1)),
            ("½ : ½", Some(Draw1)),
            ("½", Some(Draw1)),
            ("1/2", Some(Draw1)),
            ("1/2 - 1/2", Some(Draw1)),
            ("1/2:1/2", Some(Draw1)),
            ("0.5-0.5", Some(Draw1)),
            ("0,5 - 0,5", Some(Draw1)),
            (".5-.5", Some(Draw1)),
            ("1.0-0.0", Some(Win1)),
            ("2,0 - 0,0", Some(Win2)),
            ("1.0-1.0", Some(Draw2)),
            ("1.05", None),
            ("1=1", Some(Draw2)),
            ("1+ - 1-", Some(Draw2)),
            ("1- - 1+", Some(Draw2)),
            ("1+-1-", Some(Draw2)),
            ("1--1+", Some(Draw2)),
            ("6-4", None),
            ("10-00", Some(Win1)),
            ("1-2", None),
            ("1-10", None),
            ("1-1-1", None),
            ("0.5", Some(Draw1)),
            ("0.5.3", None),
            ("-", None),
            ("", None),
        ];
        for (text, expected) in cases {
            assert_eq!(GameResult::parse(text), expected, "{text}");
        }
    }
}
