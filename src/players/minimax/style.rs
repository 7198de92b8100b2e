//! Suffixes of the names of minimax players. Begin with [`MinimaxStyle`].

use super::technique::Techniques;
use std::fmt;
use std::path::Path;

/// How a minimax player searches and chooses, beside its depth and evaluation: the suffixes `:plain`, `:first` and `:lecture`.
///
/// They follow any `minimax:N:EVALUATION`, in any order; `td:N:FILE` takes the first move and has no suffixes, and for
/// `minimax:N:simulated`, which searches as the 2011 thesis prints it, `:first` and `:lecture` change nothing. After a
/// FILE they are suffixes unless a file has that whole name:
/// `minimax:3:network:a.json:first` is the player with the file `a.json:first` if there is such a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MinimaxStyle {
    /// Searches by plain minimax: no cut-offs, no table. The values are the same.
    pub plain: bool,
    /// Plays the first of the best moves; otherwise any of them, with equal probability.
    pub first: bool,
    /// Searches as the lecture on minimax prints it ([`lecture`](crate::lecture)): the end of a game is seen at leaves, too, of
    /// two wins the faster is better, positions may be repeated, and the first of the best moves is played.
    pub lecture: bool,
}

impl MinimaxStyle {
    /// The first of the best moves, found with cut-offs.
    pub const FIRST: MinimaxStyle = MinimaxStyle {
        plain: false,
        first: true,
        lecture: false,
    };

    pub(super) fn techniques(self) -> Techniques {
        if self.plain {
            Techniques::PLAIN
        } else {
            Techniques::PLAYER
        }
    }

    /// Splits the suffixes off an evaluation.
    pub(crate) fn split(mut text: &str) -> (&str, MinimaxStyle) {
        let mut style = MinimaxStyle::default();
        while let Some((before, suffix)) = text.rsplit_once(':') {
            let flag = match suffix.to_ascii_lowercase().as_str() {
                "plain" => &mut style.plain,
                "first" => &mut style.first,
                "lecture" => &mut style.lecture,
                _ => break,
            };
            if *flag || ends_in_file(text, before) {
                break;
            }
            *flag = true;
            text = before;
        }
        (text, style)
    }
}

/// Whether what looks like a suffix belongs to the name of a file.
fn ends_in_file(text: &str, before: &str) -> bool {
    match text.split_once(':') {
        Some((kind, file))
            if ["network", "weights"].contains(&kind.to_ascii_lowercase().as_str()) =>
        {
            before == kind || Path::new(file).exists()
        }
        _ => false,
    }
}

impl fmt::Display for MinimaxStyle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let suffixes = [
            (self.plain, ":plain"),
            (self.first, ":first"),
            (self.lecture, ":lecture"),
        ];
        let mut chosen = suffixes.iter().filter(|(is_on, _)| *is_on);
        chosen.try_for_each(|(_, suffix)| f.write_str(suffix))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes_are_no_files_and_files_no_suffixes() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a:first");
        std::fs::write(&file, "").unwrap();
        let present = format!("network:{}", file.display());
        let absent = format!("network:{}x", file.display());
        let style = |plain, first| MinimaxStyle {
            plain,
            first,
            lecture: false,
        };
        let cases = [
            ("basic".to_owned(), "basic", style(false, false)),
            ("basic:Plain".to_owned(), "basic", style(true, false)),
            ("basic:first:plain".to_owned(), "basic", style(true, true)),
            (
                "basic:first:first".to_owned(),
                "basic:first",
                style(false, true),
            ),
            (
                "weights:first".to_owned(),
                "weights:first",
                style(false, false),
            ),
            (
                "weights:x:first".to_owned(),
                "weights:x",
                style(false, true),
            ),
            (present.clone(), &present, style(false, false)),
            (format!("{present}:first"), &present, style(false, true)),
            (format!("{absent}:plain"), &absent, style(true, false)),
        ];
        for (text, evaluation, expected) in &cases {
            assert_eq!(
                MinimaxStyle::split(text),
                (*evaluation, *expected),
                "{text}"
            );
        }
        assert_eq!(style(true, true).to_string(), ":plain:first");
        let (evaluation, lecture) = MinimaxStyle::split("basic:lecture:plain");
        assert_eq!(
            (evaluation, lecture.to_string().as_str()),
            ("basic", ":plain:lecture")
        );
    }
}
