//! The error of every parser in this crate.

use crate::text;

/// A text that could not be read: where, what stood there and what should have.
///
/// The message never holds a double quote, a control character or more than about 120
/// characters, so that it may go into a Hub `error message=".."`, which knows no escapes
/// (Scan `protocol.txt`).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "at column {}: found {}, expected {}",
    .at.saturating_add(1),
    text::quoted(.found),
    text::expected(.expected)
)]
pub struct ParseError {
    /// Offset in bytes from the start of the text, 0-based; the message counts columns from 1.
    pub at: usize,
    /// At most 20 characters of what stood there, controls escaped; empty at the end of the text.
    pub found: String,
    /// What would have been accepted, as words that follow "expected".
    pub expected: String,
}

impl ParseError {
    /// An error at byte `at` of `text`; what was found is read off the text, up to a blank.
    #[must_use]
    pub fn new(text: &str, at: usize, expected: impl Into<String>) -> Self {
        let rest = text.get(at..).unwrap_or_default();
        let end = rest
            .char_indices()
            .skip(1)
            .find(|(_, c)| c.is_whitespace())
            .map_or(rest.len(), |(end, _)| end);
        Self {
            at,
            found: text::found(rest.get(..end).unwrap_or(rest)),
            expected: expected.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CASES: &[(&str, usize, &str)] = &[
        (
            "W:W31,x2 :B1",
            6,
            "at column 7: found 'x2', expected a square",
        ),
        ("32-", 3, "at column 4: found nothing, expected a square"),
        ("a\"b", 1, "at column 2: found ''b', expected a square"),
        ("\tx", 0, "at column 1: found '\\tx', expected a square"),
        ("é", 1, "at column 2: found nothing, expected a square"),
    ];

    #[test]
    fn message_names_column_and_word() {
        for (text, at, expected) in CASES {
            assert_eq!(
                ParseError::new(text, *at, "a square").to_string(),
                *expected
            );
        }
    }

    #[test]
    fn message_is_clean_whatever_the_fields_hold() {
        let error = ParseError {
            at: usize::MAX,
            found: "\"\n".repeat(1000),
            expected: "\"\r".repeat(1000),
        };
        let message = error.to_string();
        assert!(message.chars().count() <= 160, "{message}");
        assert!(
            !message.chars().any(|c| c == '"' || c.is_control()),
            "{message}"
        );
    }
}
