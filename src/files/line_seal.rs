//! Lines that end with a checksum of the rest, so that each can be believed alone.
//!
//! A line of text is `TEXT crc=1a2b3c4d`, a line of JSON `{..,"crc":"1a2b3c4d"}`: the CRC-32 of the line as it is without
//! that, in eight hexadecimal digits. A line without a checksum was written by an older version or by hand. It is read
//! all the same, and the reader says so once for each file ([`Unsealed`]).

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use super::note;
use std::path::Path;

/// How the lines of a file carry their checksum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineSeal {
    /// What stands before the checksum, and behind it.
    before: &'static str,
    behind: &'static str,
    /// What the line ends with if it has none.
    end: &'static str,
}

/// A line that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opened<'a> {
    /// A text without its checksum; JSON as it is, with a member `crc`.
    pub text: &'a str,
    /// Whether it has a checksum, which is right then.
    pub is_sealed: bool,
}

/// A line that is not what was written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineDamage {
    /// The checksum is that of another line.
    #[error(
        "`{field}` is not the checksum of the rest of the line, which is {expected:08x}: it is damaged, or was changed by hand; \
         if the change is right, remove `{field}`"
    )]
    Checksum {
        /// The words that carry the checksum of the line.
        field: Box<str>,
        /// That of the rest.
        expected: u32,
    },
    /// There is no checksum where one is announced.
    #[error(
        "found `{KEY}` without a checksum of {DIGITS} digits at the end of the line: it is damaged"
    )]
    Field,
}

/// What announces the checksum of a text.
const KEY: &str = "crc=";

/// Characters of a checksum.
const DIGITS: usize = 8;

impl LineSeal {
    /// Lines of text.
    pub const TEXT: LineSeal = LineSeal {
        before: " crc=",
        behind: "",
        end: "",
    };
    /// JSON objects, one a line.
    pub const JSON: LineSeal = LineSeal {
        before: ",\"crc\":\"",
        behind: "\"}",
        end: "}",
    };

    /// A line with its checksum; neither has an end of line.
    pub fn seal(self, line: &str) -> String {
        let Some(body) = line.strip_suffix(self.end) else {
            return line.to_owned();
        };
        let checksum = crc32fast::hash(line.as_bytes());
        format!("{body}{}{checksum:08x}{}", self.before, self.behind)
    }

    /// Checks a line, which has no end of line.
    ///
    /// # Errors
    /// The checksum is wrong.
    pub fn open(self, line: &str) -> Result<Opened<'_>, LineDamage> {
        let Some((body, found)) = self.split(line) else {
            return match self == LineSeal::TEXT && line.contains(KEY) {
                true => Err(LineDamage::Field),
                false => Ok(Opened {
                    text: line,
                    is_sealed: false,
                }),
            };
        };
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(body.as_bytes());
        hasher.update(self.end.as_bytes());
        let expected = hasher.finalize();
        if found != format!("{expected:08x}") {
            let field = format!("{}{found}{}", self.before, self.behind);
            let field = field.strip_suffix(self.end).unwrap_or(&field);
            return Err(LineDamage::Checksum {
                field: field.trim_start().into(),
                expected,
            });
        }
        Ok(Opened {
            text: if self.end.is_empty() { body } else { line },
            is_sealed: true,
        })
    }

    /// What stands before the checksum, and the checksum; `None` if there is none.
    fn split(self, line: &str) -> Option<(&str, &str)> {
        let line = line.strip_suffix(self.behind)?;
        let (rest, checksum) = line.split_at_checked(line.len().checked_sub(DIGITS)?)?;
        Some((rest.strip_suffix(self.before)?, checksum))
    }
}

/// The lines of a file that have no checksum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unsealed {
    first: usize,
    count: usize,
}

impl Unsealed {
    /// Counts a line, numbered from 1, if it has no checksum; returns its text.
    pub fn see<'a>(&mut self, number: usize, line: Opened<'a>) -> &'a str {
        if !line.is_sealed {
            self.first = if self.count == 0 { number } else { self.first };
            self.count += 1;
        }
        line.text
    }

    /// Says on standard error that there are such lines, if there are.
    pub fn tell(&self, path: &Path) {
        let (path, first) = (path.display(), self.first);
        match self.count {
            0 => (),
            1 => note(format_args!(
                "kamen: {path}: line {first} has no checksum, so damage in it goes unnoticed"
            )),
            count => note(format_args!(
                "kamen: {path}: {count} lines have no checksum, from line {first} on, so damage in them goes unnoticed"
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_written_and_no_change_goes_unnoticed() {
        let cases = [
            (LineSeal::TEXT, "1 W:W1:B2"),
            (LineSeal::TEXT, "# a head x=1"),
            (LineSeal::JSON, "{\"a\":1,\"b\":{\"c\":\"}\"}}"),
        ];
        for (seal, text) in cases {
            let line = seal.seal(text);
            let opened = seal.open(&line).unwrap();
            assert!(opened.is_sealed && line.len() > text.len(), "{line}");
            let expected = if seal == LineSeal::TEXT { text } else { &line };
            assert_eq!(opened.text, expected);
            let without = Opened {
                text,
                is_sealed: false,
            };
            assert_eq!(seal.open(text), Ok(without));
            for place in 0..line.len() {
                for bit in 0..7 {
                    let mut bytes = line.clone().into_bytes();
                    bytes[place] ^= 1 << bit;
                    let changed = String::from_utf8(bytes).unwrap();
                    // Where the words around the checksum are changed it is none, and the rest is as it was.
                    let body = text.strip_suffix(seal.end).unwrap();
                    let is_refused = match seal.open(&changed) {
                        Ok(opened) => !opened.is_sealed && changed.starts_with(body),
                        Err(_) => true,
                    };
                    assert!(is_refused, "{changed}");
                }
            }
        }
        let parsed: serde_json::Value =
            serde_json::from_str(&LineSeal::JSON.seal("{\"a\":1}")).unwrap();
        assert_eq!((&parsed["a"], parsed["crc"].is_string()), (&1.into(), true));
    }

    #[test]
    fn damage_is_told_with_what_to_do() {
        let line = LineSeal::TEXT.seal("1 W:W1:B2").replace("W1", "W3");
        let error = LineSeal::TEXT.open(&line).unwrap_err();
        let field = line.rsplit_once(' ').unwrap().1;
        let told = error.to_string();
        assert!(told.ends_with(&format!("remove `{field}`")), "{told}");
        let without = line.strip_suffix(field).unwrap().trim_end();
        assert!(!LineSeal::TEXT.open(without).unwrap().is_sealed);
        let line = LineSeal::JSON.seal("{\"a\":1}").replace("1,", "2,");
        let told = LineSeal::JSON.open(&line).unwrap_err().to_string();
        let field = told.rsplit('`').nth(1).unwrap();
        assert_eq!(line.replace(field, ""), "{\"a\":2}");
        let cut = LineSeal::TEXT.seal("1 W:W1:B2").replace(" crc", "0crc");
        assert_eq!(LineSeal::TEXT.open(&cut), Err(LineDamage::Field));
    }

    #[test]
    fn lines_without_a_checksum_are_counted() {
        let mut unsealed = Unsealed::default();
        let sealed = LineSeal::TEXT.seal("b");
        for (number, line) in (1..).zip(["a", &sealed, "c"]) {
            unsealed.see(number, LineSeal::TEXT.open(line).unwrap());
        }
        assert_eq!((unsealed.first, unsealed.count), (1, 2));
    }
}
