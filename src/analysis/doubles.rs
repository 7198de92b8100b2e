//! Finds games that stand in collections twice. Begin with [`Doubles`].

use deunicode::deunicode;
use hashbrown::HashMap;
use kamen_core::notation::pdn::Replay;
use kamen_protocol::pdn::Game;
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// With fewer plies than this the same moves do not show that a game without names is that of some players.
const TELLING_PLIES: usize = 20;

/// The games so far, to tell whether another is one of them: the same moves from the same position, the same players,
/// also in another script or transcription, and no other date.
///
/// ```
/// use kamen_analysis::Doubles;
/// use kamen_core::{Variant, pdn};
///
/// let text = "[White \"Чижов, Алексей\"] [Date \"1989.05.??\"] 1. 32-28 19-23 1-1
///             [White \"A. Tchizhov\"] [Date \"1989.05.12\"] 1. 32-28 19-23 1-1
///             [White \"A. Tchizhov\"] [Date \"1991.05.12\"] 1. 32-28 19-23 1-1";
/// let mut doubles = Doubles::default();
/// let mut found = Vec::new();
/// for game in pdn::Reader::new(text.as_bytes()) {
///     let game = game?;
///     let replay = pdn::replay(Variant::International, &game);
///     found.push(doubles.add(&game, &replay, found.len()));
/// }
/// assert_eq!(found, [None, Some(0), None]);
/// # Ok::<(), pdn::ReadError>(())
/// ```
#[derive(Debug)]
pub struct Doubles<T> {
    /// By their moves.
    games: HashMap<u64, Vec<Known<T>>>,
}

impl<T> Default for Doubles<T> {
    fn default() -> Doubles<T> {
        Doubles {
            games: HashMap::new(),
        }
    }
}

/// What is known of a game beside its moves.
#[derive(Debug)]
struct Known<T> {
    players: [BTreeSet<String>; 2],
    /// The year, the month and the day, as far as they are known, in any order.
    date: BTreeSet<u32>,
    plies: usize,
    name: T,
}

impl<T: Clone> Doubles<T> {
    /// Adds a game under some name, unless it is there; then the name of the one before.
    pub fn add(&mut self, game: &Game, replay: &Replay, name: T) -> Option<T> {
        let known = Known {
            players: ["White", "Black"].map(|tag| sounds(game.tag(tag).unwrap_or_default())),
            date: numbers(game.tag("Date").unwrap_or_default()),
            plies: replay.played.len(),
            name,
        };
        let alike = self.games.entry(moves(replay)).or_default();
        if let Some(double) = alike.iter().find(|other| known.is_same(other)) {
            return Some(double.name.clone());
        }
        alike.push(known);
        None
    }
}

impl<T> Known<T> {
    fn is_same(&self, other: &Known<T>) -> bool {
        let mut players = self.players.iter().zip(&other.players);
        let same_date = self.date.is_subset(&other.date) || other.date.is_subset(&self.date);
        same_date && players.all(|(one, another)| is_same_player(one, another, self.plies))
    }
}

/// Whether two names may be of one player: a word of them sounds the same.
fn is_same_player(one: &BTreeSet<String>, other: &BTreeSet<String>, plies: usize) -> bool {
    match (one.is_empty(), other.is_empty()) {
        (true, true) => true,
        (false, false) => !one.is_disjoint(other),
        _ => plies >= TELLING_PLIES,
    }
}

/// A number for the start and the moves of a game.
fn moves(replay: &Replay) -> u64 {
    let mut hasher = DefaultHasher::new();
    replay.start.map(|start| start.hub()).hash(&mut hasher);
    for (_, m) in &replay.played {
        m.to_string().hash(&mut hasher);
    }
    hasher.finish()
}

fn numbers(date: &str) -> BTreeSet<u32> {
    let parts = date.split(|c: char| !c.is_ascii_digit());
    parts.filter_map(|part| part.parse().ok()).collect()
}

/// How the words of a name sound, without initials.
fn sounds(name: &str) -> BTreeSet<String> {
    let latin = deunicode(name).to_lowercase();
    let words = latin.split(|c: char| !(c.is_ascii_alphabetic() || c == '\''));
    let words = words.map(|word| word.replace('\'', ""));
    words
        .filter(|word| word.len() > 2)
        .map(|word| sound(&word))
        .collect()
}

/// Letters of a word, and what sounds like them in transcriptions; the longest first.
const SOUNDS: [(&str, &str); 24] = [
    ("shch", "s"),
    ("tsch", "s"),
    ("sch", "s"),
    ("tch", "s"),
    ("tsj", "s"),
    ("tzs", "s"),
    ("ch", "s"),
    ("sh", "s"),
    ("zh", "s"),
    ("kh", "k"),
    ("ts", "s"),
    ("tz", "s"),
    ("cz", "s"),
    ("sz", "s"),
    ("dj", "d"),
    ("ph", "v"),
    ("ck", "k"),
    ("x", "ks"),
    ("z", "s"),
    ("c", "s"),
    ("q", "k"),
    ("w", "v"),
    ("f", "v"),
    ("h", ""),
];

/// The consonants of a word, those that transcriptions mix up as one, each once in a row; the word itself if there is only
/// one.
fn sound(word: &str) -> String {
    let mut rest = word;
    let mut sound = String::new();
    while let Some(first) = rest.chars().next() {
        let known = SOUNDS.iter().find(|(letters, _)| rest.starts_with(letters));
        let (length, letters) = match known {
            Some(&(letters, sound)) => (letters.len(), sound),
            None if "aeiouyj".contains(first) => (1, ""),
            None => (1, rest.get(..1).unwrap_or_default()),
        };
        if !sound.ends_with(letters) || letters.is_empty() {
            sound.push_str(letters);
        }
        rest = rest.get(length..).unwrap_or_default();
    }
    if sound.len() < 2 {
        word.to_owned()
    } else {
        sound
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_sound_alike_in_any_transcription() {
        let same = [
            &[
                "Чижов",
                "Tchizhov",
                "Tsjizjov",
                "Chizhov",
                "Tschischow",
                "CHIZHOV A.",
            ][..],
            &[
                "Шварцман, Александр",
                "Schwarzman",
                "Shvartsman A",
                "Alexander Schwartzman",
            ],
            &["Алексей Гусев", "Alexey Gusev", "Aleksej Goesev"],
            &["Dvořák, Jan", "Dvorak"],
            &["Georgiev", "Георгиев", "A. Gueorguiev"],
            &["", "?", "-"],
        ];
        for names in same {
            for name in names {
                assert!(
                    is_same_player(&sounds(names[0]), &sounds(name), 0),
                    "{} {name}",
                    names[0]
                );
            }
        }
        for (one, other) in [
            ("Иванов", "Петров"),
            ("Sijbrands", "Wiersma"),
            ("Ivanov", "?"),
            ("Li", "Lo"),
        ] {
            let (one_sound, other_sound) = (sounds(one), sounds(other));
            let both_short = one_sound.is_empty() && other_sound.is_empty();
            assert!(
                both_short || !is_same_player(&one_sound, &other_sound, 0),
                "{one} {other}"
            );
        }
    }

    #[test]
    fn dates_may_be_known_in_part() {
        assert_eq!(numbers("????.??.??"), BTreeSet::new());
        assert!(numbers("1989.05.??").is_subset(&numbers("12.5.1989")));
        assert!(!numbers("1990").is_subset(&numbers("1989.05.12")));
    }
}
