//! What kind of file it is, by its first bytes.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// A kind of file that a long job writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The journal of a match.
    Match,
    /// That of another command.
    Journal,
    /// Positions or counts of a perft that is shared out.
    Perft,
    /// Games of self-play, or of `kamen pdn records`.
    Games,
    /// A checkpoint of learning, tuning or evolution.
    Checkpoint,
    /// Rated positions.
    Rated,
}

/// What files of a kind begin with.
const BEGINNINGS: [(&str, Kind); 9] = [
    ("{\"kamen-match\":", Kind::Match),
    ("{\"kamen-", Kind::Journal),
    ("# split ", Kind::Perft),
    ("# counts ", Kind::Perft),
    ("KAMENREC", Kind::Games),
    ("{\"kamen\":\"learner\"", Kind::Checkpoint),
    ("{\"kamen\":\"tuning\"", Kind::Checkpoint),
    ("{\"kamen\":\"checkpoint\"", Kind::Checkpoint),
    ("KAMENCDB", Kind::Rated),
];

impl Kind {
    /// The kind of a file; `None` for one that no long job writes, and for an empty one.
    pub(crate) fn of(path: &Path) -> io::Result<Option<Kind>> {
        let longest = BEGINNINGS.iter().map(|(text, _)| text.len()).max();
        let mut bytes = Vec::new();
        File::open(path)?
            .take(longest.unwrap_or_default() as u64)
            .read_to_end(&mut bytes)?;
        let mut kinds = BEGINNINGS.iter();
        let kind = kinds.find(|(text, _)| bytes.starts_with(text.as_bytes()));
        let is_text = path.extension().is_some_and(|ending| ending == "cdb");
        Ok(kind
            .map(|(_, kind)| *kind)
            .or(is_text.then_some(Kind::Rated)))
    }
}
