//! Character classes and the cleaning of foreign text before it is shown.

/// Longest piece of input that an error message repeats, in characters.
const FOUND: usize = 20;
/// Longest description of what was expected, in characters.
const EXPECTED: usize = 60;

/// Whether `c` could break a line or upset a terminal: controls and the two Unicode line breaks.
pub(crate) fn is_control(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

/// Whether `c` is a blank of the Hub protocol: space or tab.
pub(crate) fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t')
}

/// Whether `c` is the hyphen or one of the dashes and minus signs that programs put in its place.
pub(crate) fn is_dash(c: char) -> bool {
    matches!(
        c,
        '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}'
    )
}

/// Whether `c` is a blank within a line, or has no width at all.
pub(crate) fn is_space(c: char) -> bool {
    (c.is_whitespace() && !is_control(c))
        || matches!(
            c,
            '\t' | '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}'
        )
}

/// The words of a value such as `moves="32-28 17-22"`, separated by the blanks of Hub.
pub(crate) fn words(value: &str) -> Vec<String> {
    let words = value.split(|c| is_blank(c) || is_control(c));
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// Shortens input for an error message to at most 20 characters, fit for a Hub value.
pub(crate) fn found(text: &str) -> String {
    excerpt(text, FOUND)
}

/// Shortens input like [`found`] and puts it in single quotes; says `nothing` for an empty text.
pub(crate) fn quoted(text: &str) -> String {
    if text.is_empty() {
        "nothing".to_owned()
    } else {
        format!("'{}'", found(text))
    }
}

/// Shortens the description of what was expected to at most 60 characters.
pub(crate) fn expected(text: &str) -> String {
    excerpt(text, EXPECTED)
}

/// At most `max` characters of `text`: controls escaped, double quotes made single, `..` when cut.
fn excerpt(text: &str, max: usize) -> String {
    let mut shown = String::new();
    let mut width = 0;
    let mut cut = 0;
    for c in text.chars() {
        let piece = escaped(c);
        width += piece.chars().count();
        if width > max {
            shown.truncate(cut);
            shown.push_str("..");
            return shown;
        }
        shown.push_str(&piece);
        if width + 2 <= max {
            cut = shown.len();
        }
    }
    shown
}

fn escaped(c: char) -> String {
    match c {
        '"' => "'".to_owned(),
        c if is_control(c) => c.escape_default().to_string(),
        c => c.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CASES: &[(&str, &str)] = &[
        ("", ""),
        ("12345678901234567890", "12345678901234567890"),
        ("123456789012345678901", "123456789012345678.."),
        ("a\"b", "a'b"),
        ("a\tb\n", "a\\tb\\n"),
        ("\u{2028}", "\\u{2028}"),
        ("123456789012345678\t\t", "123456789012345678.."),
        ("ééééééééééééééééééééé", "éééééééééééééééééé.."),
    ];

    #[test]
    fn found_is_short_and_harmless() {
        for (text, expected) in CASES {
            assert_eq!(found(text), *expected, "{text:?}");
        }
    }
}
