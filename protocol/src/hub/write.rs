//! Writing values so that the other side can read them.

use std::fmt;

use crate::text::{is_blank, is_control};

/// Whether `c` may stand in a word of Hub: not control, not blank, not `=`, not a double quote.
pub(crate) fn is_word(c: char) -> bool {
    !is_control(c) && !is_blank(c) && c != '=' && c != '"'
}

/// `text` as one word: what a word cannot hold becomes `_`.
pub(crate) fn word(text: &str) -> String {
    if text.is_empty() {
        return "_".to_owned();
    }
    text.chars()
        .map(|c| if is_word(c) { c } else { '_' })
        .collect()
}

/// The words one after another, as in `moves` and `pv`; empty ones are left out.
pub(crate) fn words(texts: &[String]) -> String {
    let words: Vec<_> = texts.iter().filter(|t| !t.is_empty()).collect();
    words.iter().map(|t| word(t)).collect::<Vec<_>>().join(" ")
}

/// A value without what no value can hold: double quotes become single, controls blanks.
fn clean(value: &str) -> String {
    let cleaned = |c| match c {
        '"' => '\'',
        c if is_control(c) => ' ',
        c => c,
    };
    value.chars().map(cleaned).collect()
}

/// Writes ` name=value`, the value in quotes if it needs them.
pub(crate) fn argument(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let value = clean(value);
    if value.is_empty() || !value.chars().all(is_word) {
        write!(f, " {}=\"{value}\"", word(name))
    } else {
        write!(f, " {}={value}", word(name))
    }
}

/// Writes ` name=value` of a reply: as [`argument`], but `=` in the value becomes `:`, because
/// pydraughts splits every argument at each `=`, also in quotes.
pub(crate) fn reply_argument(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    argument(f, name, &value.replace('=', ":"))
}

/// Writes ` name="a b"`, always in quotes.
pub(crate) fn list(f: &mut fmt::Formatter<'_>, name: &str, items: &[String]) -> fmt::Result {
    write!(f, " {name}=\"{}\"", words(items))
}
