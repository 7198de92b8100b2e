//! What the parsers share: nom with an error that says what was expected. Nothing here is public.

use nom::bytes::complete::take_while;
use nom::{IResult, Parser};

use crate::ParseError;
use crate::text::is_blank;

/// A failed step: the input that was left, and what should have stood there.
#[derive(Debug)]
pub(crate) struct Fail<'a> {
    pub(crate) rest: &'a str,
    pub(crate) expected: &'static str,
}

impl<'a> nom::error::ParseError<&'a str> for Fail<'a> {
    fn from_error_kind(rest: &'a str, _: nom::error::ErrorKind) -> Self {
        Self {
            rest,
            expected: "something else",
        }
    }

    fn append(_: &'a str, _: nom::error::ErrorKind, other: Self) -> Self {
        other
    }
}

/// What a step returns: the rest of the input and a value.
pub(crate) type Parsed<'a, T> = IResult<&'a str, T, Fail<'a>>;

/// Fails at `rest`.
pub(crate) fn fail<'a, T>(rest: &'a str, expected: &'static str) -> Parsed<'a, T> {
    Err(nom::Err::Error(Fail { rest, expected }))
}

/// Replaces the error of `parser` by `expected` at the place where `parser` began.
pub(crate) fn expect<'a, T>(
    expected: &'static str,
    mut parser: impl Parser<&'a str, Output = T, Error = Fail<'a>>,
) -> impl FnMut(&'a str) -> Parsed<'a, T> {
    move |rest| parser.parse(rest).or_else(|_| fail(rest, expected))
}

/// Skips the blanks of Hub, possibly none.
pub(crate) fn blanks(input: &str) -> Parsed<'_, &str> {
    take_while(is_blank).parse(input)
}

/// Skips white space of any kind, possibly none.
pub(crate) fn spaces(input: &str) -> Parsed<'_, &str> {
    take_while(char::is_whitespace).parse(input)
}

/// A stretch of a text, which remembers where it was cut out.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Span<'a> {
    pub(crate) text: &'a str,
    pub(crate) start: usize,
    pub(crate) part: &'a str,
}

impl<'a> Span<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self {
            text,
            start: 0,
            part: text,
        }
    }

    /// The span without the first `length` bytes; empty when that is no character boundary.
    pub(crate) fn skip(self, length: usize) -> Self {
        Self {
            start: self.start + length,
            part: self.part.get(length..).unwrap_or_default(),
            ..self
        }
    }

    /// The span without white space around it.
    pub(crate) fn trim(self) -> Self {
        let part = self.part.trim_start();
        Self {
            start: self.end() - part.len(),
            part: part.trim_end(),
            ..self
        }
    }

    /// The byte offset in the whole text at which the span ends.
    pub(crate) fn end(self) -> usize {
        self.start + self.part.len()
    }

    /// An error `offset` bytes into the span.
    pub(crate) fn error(self, offset: usize, expected: &str) -> ParseError {
        ParseError::new(self.text, self.start + offset, expected)
    }

    /// Runs `parser` over the whole span; `end` names what must come after it.
    pub(crate) fn parse<T>(
        self,
        end: &'static str,
        mut parser: impl Parser<&'a str, Output = T, Error = Fail<'a>>,
    ) -> Result<T, ParseError> {
        let (rest, expected) = match parser.parse(self.part) {
            Ok(("", value)) => return Ok(value),
            Ok((rest, _)) => (rest, end),
            Err(nom::Err::Error(fail) | nom::Err::Failure(fail)) => (fail.rest, fail.expected),
            Err(nom::Err::Incomplete(_)) => ("", "more text"),
        };
        Err(self.error(self.part.len().saturating_sub(rest.len()), expected))
    }
}
