//! The syntax of every line: a command and its arguments.

use std::borrow::Cow;
use std::fmt;

use nom::Parser;
use nom::bytes::complete::{take_while, take_while1};
use nom::character::complete::char;
use nom::sequence::{delimited, preceded};

use crate::ParseError;
use crate::hub::write;
use crate::lex::{Fail, Parsed, Span, blanks, expect, fail};
use crate::text::is_blank;

/// One argument of a [`Line`] (Scan `protocol.txt`, "Syntax").
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Argument {
    /// The word before `=`.
    pub name: String,
    /// The value without its quotes; empty for a bare name.
    pub value: String,
}

/// A line of Hub, in either direction (Scan `protocol.txt`, "Syntax").
///
/// ```
/// use kamen_protocol::hub::Line;
///
/// let line = Line::parse("pos start moves=\"32-28 17-22\"")?;
/// assert_eq!((line.get("start"), line.get("moves")), (Some(""), Some("32-28 17-22")));
/// # Ok::<(), kamen_protocol::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Line {
    /// The first word.
    pub command: String,
    /// The arguments in the order of the text.
    pub arguments: Vec<Argument>,
}

impl Line {
    /// Reads a line with or without its line ending (Scan `protocol.txt`, "Syntax"): blanks
    /// (space, tab) separate the arguments and may stand around `=`. A value may be missing
    /// after `=` at the end of the line, because pydraughts writes empty values so, and a quote inside
    /// quotes may be written `\"`, as the GWD GUI does; Hub has neither.
    ///
    /// # Errors
    /// An empty line, a control character outside quotes, a stray `=` or `"`, an open quote.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        Span::new(text.trim_end_matches(['\r', '\n'])).parse("a blank or the end of the line", line)
    }

    /// The value of the argument `name`, empty for a bare one; of several, the last.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.find(name).map(|argument| argument.value.as_str())
    }

    pub(crate) fn find(&self, name: &str) -> Option<&Argument> {
        self.arguments.iter().rfind(|a| a.name == name)
    }
}

fn line(input: &str) -> Parsed<'_, Line> {
    let (mut rest, command) = preceded(blanks, expect("a command", word)).parse(input)?;
    let mut arguments = Vec::new();
    loop {
        let (next, blank) = blanks(rest)?;
        if next.is_empty() || blank.is_empty() {
            let command = command.to_owned();
            return Ok((next, Line { command, arguments }));
        }
        let (after, argument) = argument(next)?;
        arguments.push(argument);
        rest = after;
    }
}

fn argument(input: &str) -> Parsed<'_, Argument> {
    let (after_name, name) = expect("the name of an argument", word).parse(input)?;
    let sign = delimited(blanks, char::<_, Fail<'_>>('='), blanks).parse(after_name);
    let (rest, value) = match sign {
        Ok((rest, _)) => value(rest)?,
        Err(_) => (after_name, Cow::Borrowed("")),
    };
    let (name, value) = (name.to_owned(), value.into_owned());
    Ok((rest, Argument { name, value }))
}

fn value(input: &str) -> Parsed<'_, Cow<'_, str>> {
    match input.chars().next() {
        None => Ok((input, Cow::Borrowed(""))),
        Some('"') => escaped(input).map_or_else(|| quoted(input), Ok),
        Some(_) => expect("a value", word.map(Cow::Borrowed)).parse(input),
    }
}

fn quoted(input: &str) -> Parsed<'_, Cow<'_, str>> {
    let (rest, value) = preceded(char('"'), take_while(|c| c != '"')).parse(input)?;
    if rest.is_empty() {
        return fail(rest, "a closing quote");
    }
    let (rest, _) = char('"').parse(rest)?;
    Ok((rest, Cow::Borrowed(value)))
}

/// A value with quotes inside, written `\"`. There are none where nothing closes the value behind them, or where the next quote
/// begins another value, so that a folder may end with a backslash.
fn escaped(input: &str) -> Option<(&str, Cow<'_, str>)> {
    let inside = input.strip_prefix('"')?;
    let closes = |at: &usize| {
        let (before, behind) = inside.split_at(*at);
        let behind = behind.get(1..).unwrap_or_default();
        let (between, _) = behind.split_once('"').unwrap_or_default();
        let is_next = between.starts_with(is_blank) && between.trim_end().ends_with('=');
        !before.ends_with('\\') || is_next
    };
    let mut quotes = inside.match_indices('"').map(|(at, _)| at);
    let (value, rest) = inside.split_at_checked(quotes.find(closes)?)?;
    let rest = rest.strip_prefix('"')?;
    let is_closed = rest.is_empty() || rest.starts_with(is_blank);
    (is_closed && value.contains('"')).then(|| (rest, Cow::Owned(value.replace("\\\"", "\""))))
}

fn word(input: &str) -> Parsed<'_, &str> {
    take_while1(write::is_word).parse(input)
}

/// Writes the line without a line feed. An empty value becomes a bare name, others are quoted
/// where the syntax asks for it. What cannot be written at all is changed: in values a double
/// quote to a single one and a control character to a blank, in names either to `_`.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write::word(&self.command))?;
        for Argument { name, value } in &self.arguments {
            if value.is_empty() {
                write!(f, " {}", write::word(name))?;
            } else {
                write::argument(f, name, value)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Case = (
        &'static str,
        &'static str,
        &'static [(&'static str, &'static str)],
    );

    const GOOD: &[Case] = &[
        ("hub", "hub", &[]),
        ("  quit \t\r\n", "quit", &[]),
        ("go\tthink", "go", &[("think", "")]),
        (
            "set-param name = a  value\t=\"b c\"",
            "set-param",
            &[("name", "a"), ("value", "b c")],
        ),
        ("a b=\"\" c", "a", &[("b", ""), ("c", "")]),
        ("a b=\"x=y\"", "a", &[("b", "x=y")]),
        ("a b=", "a", &[("b", "")]),
        ("a b= \r\n", "a", &[("b", "")]),
        ("a b =c d", "a", &[("b", "c"), ("d", "")]),
        ("a b=1 b=2", "a", &[("b", "1"), ("b", "2")]),
        ("a b=\" \u{1} \"", "a", &[("b", " \u{1} ")]),
        ("a é=ü", "a", &[("é", "ü")]),
        (
            r#"a b="c \"d\" e" f=g"#,
            "a",
            &[("b", "c \"d\" e"), ("f", "g")],
        ),
        (r#"a b="\"""#, "a", &[("b", "\"")]),
        (r#"a b="\"c\"""#, "a", &[("b", "\"c\"")]),
        // Backslashes that stand for themselves.
        (r#"a b="C:\dir\""#, "a", &[("b", r"C:\dir\")]),
        (
            r#"a b="C:\dir\" c=d"#,
            "a",
            &[("b", r"C:\dir\"), ("c", "d")],
        ),
        (
            r#"a b="C:\dir\" c="d""#,
            "a",
            &[("b", r"C:\dir\"), ("c", "d")],
        ),
        (
            r#"a b="C:\my dir\" c d = "e f\" g="h i""#,
            "a",
            &[
                ("b", r"C:\my dir\"),
                ("c", ""),
                ("d", r"e f\"),
                ("g", "h i"),
            ],
        ),
        (r#"a b=" \" c=" ""#, "a", &[("b", r" \"), ("c", " ")]),
        (r#"a b="c\d" e"#, "a", &[("b", r"c\d"), ("e", "")]),
        (r"a b=c\d", "a", &[("b", r"c\d")]),
    ];

    const BAD: &[(&str, usize, &str)] = &[
        ("", 0, "a command"),
        (" \r\n", 1, "a command"),
        ("=a", 0, "a command"),
        ("\"a\"", 0, "a command"),
        ("a=b", 1, "a blank or the end of the line"),
        ("a =b", 2, "the name of an argument"),
        ("a \"b\"", 2, "the name of an argument"),
        ("a b=c=d", 5, "a blank or the end of the line"),
        ("a b==c", 4, "a value"),
        ("a b=\"c", 6, "a closing quote"),
        (r#"a b="c \"d\" e"#, 9, "a blank or the end of the line"),
        ("a b=\"c\"d", 7, "a blank or the end of the line"),
        ("a b\u{7}", 3, "a blank or the end of the line"),
        ("a \n b", 2, "the name of an argument"),
        ("\u{0}", 0, "a command"),
    ];

    #[test]
    fn good_lines() {
        for (text, command, arguments) in GOOD {
            let argument = |(name, value): &(&str, &str)| Argument {
                name: (*name).to_owned(),
                value: (*value).to_owned(),
            };
            let expected = Line {
                command: (*command).to_owned(),
                arguments: arguments.iter().map(argument).collect(),
            };
            assert_eq!(Line::parse(text), Ok(expected), "{text:?}");
        }
    }

    #[test]
    fn bad_lines() {
        for (text, at, expected) in BAD {
            let error = ParseError::new(text.trim_end_matches("\r\n"), *at, *expected);
            assert_eq!(Line::parse(text), Err(error), "{text:?}");
        }
    }

    #[test]
    fn the_last_of_equal_names_counts() {
        let line = Line::parse("a b=1 c b=2").expect("a line");
        assert_eq!(line.get("b"), Some("2"));
        assert_eq!(line.get("c"), Some(""));
        assert_eq!(line.get("d"), None);
    }

    #[test]
    fn display_cleans_what_it_cannot_write() {
        let line = Line {
            command: "a b".to_owned(),
            arguments: vec![Argument {
                name: "c=\"".to_owned(),
                value: "\"x\"\ny=z".to_owned(),
            }],
        };
        assert_eq!(line.to_string(), "a_b c__=\"'x' y=z\"");
    }
}
