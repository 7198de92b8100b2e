//! Commands of other programs.

use std::borrow::Cow;

/// The words of a command, as a shell would part them: blanks part words, quotes keep them together. `None` if a quote does not end.
///
/// On Windows a backslash is one, since it stands in paths; elsewhere it keeps the next character from meaning anything.
pub fn command_words(command: &str) -> Option<Vec<String>> {
    let command = match cfg!(windows) {
        true => Cow::Owned(with_backslashes(command)),
        false => Cow::Borrowed(command),
    };
    shlex::split(&command)
}

/// A command whose backslashes stand for themselves.
fn with_backslashes(command: &str) -> String {
    let mut written = String::new();
    let mut is_literal = false;
    let mut is_quoted = false;
    for character in command.chars() {
        match character {
            // Between single quotes nothing is special, and between double ones a single quote is not.
            '\'' if !is_quoted => is_literal = !is_literal,
            '"' if !is_literal => is_quoted = !is_quoted,
            '\\' if !is_literal => written.push('\\'),
            _ => {}
        }
        written.push(character);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backslashes_stand_for_themselves() {
        let cases: [(&str, Option<&[&str]>); 7] = [
            (
                r"C:\games\kamen.exe hub",
                Some(&[r"C:\games\kamen.exe", "hub"]),
            ),
            (
                r#""C:\Program Files\kamen.exe" hub"#,
                Some(&[r"C:\Program Files\kamen.exe", "hub"]),
            ),
            (
                r"'C:\Program Files\kamen.exe' hub",
                Some(&[r"C:\Program Files\kamen.exe", "hub"]),
            ),
            (
                r#""C:\a 'b'\" "\\server\x""#,
                Some(&[r"C:\a 'b'\", r"\\server\x"]),
            ),
            (r#"'"C:\a"'\b"#, Some(&[r#""C:\a"\b"#])),
            ("", Some(&[])),
            (r#""C:\a b"#, None),
        ];
        for (command, expected) in cases {
            let found = shlex::split(&with_backslashes(command));
            let found = found
                .as_ref()
                .map(|words| words.iter().map(String::as_str).collect::<Vec<_>>());
            assert_eq!(found.as_deref(), expected, "{command}");
        }
    }
}
