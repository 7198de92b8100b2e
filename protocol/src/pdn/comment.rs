//! Comments and the commands inside them.

use std::fmt;
use std::time::Duration;

/// A comment, `{ ... }`.
///
/// Its words are separated by single blanks whatever the file has, so that lines can be broken
/// anew, and it holds no `}`, which would end it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Comment(String);

impl Comment {
    /// A comment of these words; `}` becomes `)`, controls become blanks.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let mut comment = String::with_capacity(text.len());
        for word in text.split(|c: char| c.is_whitespace() || c.is_control()) {
            if !word.is_empty() {
                if !comment.is_empty() {
                    comment.push(' ');
                }
                comment.push_str(word);
            }
        }
        if comment.contains('}') {
            comment = comment.replace('}', ")");
        }
        Self(comment)
    }

    /// Adds words behind those it has.
    pub(super) fn push(&mut self, words: &str) {
        let gap = if words.starts_with(' ') { " " } else { "" };
        let more = Self::new(words);
        self.0.push_str(gap);
        self.0.push_str(&more.0);
    }

    /// The words.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }

    /// The commands inside, `[%clk 0:55:21]` (PDN 3.0, "Embedded commands"), known or not.
    pub fn commands(&self) -> impl Iterator<Item = Command<'_>> {
        self.0.split("[%").skip(1).filter_map(|rest| {
            let (command, _) = rest.split_once(']')?;
            let (name, value) = command.split_once(' ').unwrap_or((command, ""));
            Some(Command { name, value })
        })
    }

    /// The value of the first command of that name.
    #[must_use]
    pub fn command(&self, name: &str) -> Option<Command<'_>> {
        self.commands().find(|command| command.name == name)
    }
}

impl fmt::Display for Comment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A line comment, `% ...` up to the end of the line (PDN 3.0, "Line comment").
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct LineComment(String);

impl LineComment {
    /// A line comment of this text; controls become blanks, and blanks at its end are left out.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let text = text.chars().map(|c| if c.is_control() { ' ' } else { c });
        Self(text.collect::<String>().trim_end().to_owned())
    }

    /// The text behind the `%`.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }
}

/// A command inside a comment, `[%name value]`.
///
/// ```
/// use kamen_protocol::pdn::{AnnotatedScore, Comment};
/// use std::time::Duration;
///
/// let comment = Comment::new("[%clk 0:55:21] a trap [%eval #-3]");
/// let clock = comment.command("clk").and_then(|clk| clk.time());
/// assert_eq!(clock, Some(Duration::from_secs(3321)));
/// let score = comment.command("eval").and_then(|eval| eval.score());
/// assert_eq!(score, Some(AnnotatedScore::Win(-3)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Command<'a> {
    /// `clk`, `mct` (time left on a digital and a mechanical clock), `emt`, `egt` (time used for
    /// the move and for the game), `clock`, `eval`, or something else.
    pub name: &'a str,
    /// What follows the name.
    pub value: &'a str,
}

impl Command<'_> {
    /// The time that `clk`, `mct`, `emt` and `egt` give: `h:mm:ss`, seconds possibly with
    /// decimals.
    #[must_use]
    pub fn time(&self) -> Option<Duration> {
        time(self.value)
    }

    /// The times of `clock`, `[%clock w0:10:00 B0:09:58]`: White's and Black's.
    #[must_use]
    pub fn clocks(&self) -> [Option<Duration>; 2] {
        let of = |side: char| {
            let mut words = self.value.split_whitespace();
            words.find_map(|word| time(word.strip_prefix([side, side.to_ascii_uppercase()])?))
        };
        [of('w'), of('b')]
    }

    /// The score of `eval`, as lidraughts writes it.
    #[must_use]
    pub fn score(&self) -> Option<AnnotatedScore> {
        let value = self.value.trim();
        if let Some(moves) = value.strip_prefix('#') {
            return moves.parse().ok().map(AnnotatedScore::Win);
        }
        let men: f64 = value.parse().ok()?;
        let hundredths = (men * 100.0).round();
        (hundredths.abs() <= 1e6).then_some(AnnotatedScore::Hundredths(hundredths as i32))
    }
}

/// The score of a position in an annotation, from White's perspective.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AnnotatedScore {
    /// Hundredths of a man.
    Hundredths(i32),
    /// A win in this number of moves; negative for Black.
    Win(i32),
}

fn time(text: &str) -> Option<Duration> {
    let (hours, rest) = text.trim().split_once(':')?;
    let (minutes, seconds) = rest.split_once(':')?;
    let (hours, minutes): (u32, u32) = (hours.parse().ok()?, minutes.parse().ok()?);
    let seconds: f64 = seconds.parse().ok()?;
    let whole = u64::from(hours) * 3600 + u64::from(minutes) * 60;
    let valid = minutes < 60 && (0.0..60.0).contains(&seconds);
    valid.then(|| Duration::from_secs(whole) + Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_is_one_that_can_be_written() {
        let cases = [
            ("", ""),
            ("  a\r\n\tb  c ", "a b c"),
            ("a } b", "a ) b"),
            ("\u{0}a\u{7f}b\u{a0}c", "a b c"),
            ("é 文", "é 文"),
        ];
        for (text, expected) in cases {
            assert_eq!(Comment::new(text).text(), expected, "{text:?}");
        }
    }

    #[test]
    fn times_are_read() {
        let cases = [
            ("1:55:21", Some(6921.0)),
            ("0:00:01.5", Some(1.5)),
            ("10:00:00", Some(36000.0)),
            ("0:60:00", None),
            ("0:00:60", None),
            ("0:00:-1", None),
            ("0:00:nan", None),
            ("1:55", None),
            ("", None),
            ("99999999999:00:00", None),
        ];
        for (text, seconds) in cases {
            assert_eq!(time(text), seconds.map(Duration::from_secs_f64), "{text}");
        }
    }

    #[test]
    fn commands_are_found() {
        let comment = Comment::new("x [%clock w0:10:00 B0:09:58] [%foo] [%eval 0.17] [%cut 1");
        let names: Vec<_> = comment.commands().map(|command| command.name).collect();
        assert_eq!(names, ["clock", "foo", "eval"]);
        let clocks = comment.command("clock").unwrap().clocks();
        assert_eq!(clocks, [600, 598].map(|s| Some(Duration::from_secs(s))));
        let eval = comment.command("eval").unwrap().score();
        assert_eq!(eval, Some(AnnotatedScore::Hundredths(17)));
        for bad in ["#", "", "x", "nan", "inf", "1e300"] {
            let name = "eval";
            assert_eq!(Command { name, value: bad }.score(), None, "{bad}");
        }
    }
}
