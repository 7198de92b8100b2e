//! Guesses the variant of games that do not name it. Begin with [`guess`].

use super::replay;
use crate::rules::Variant;
use kamen_protocol::pdn::Game;
use std::cmp::Reverse;

/// The variants distinguishable by moves, the most common first.
fn candidates() -> Vec<Variant> {
    let rank = |variant: &Variant| variant.facts().pdn.guessed;
    let ranked = |variant: &Variant| rank(variant).is_some();
    let mut candidates: Vec<Variant> = Variant::built().filter(ranked).collect();
    candidates.sort_by_key(rank);
    candidates
}

/// A guess of the variant of some games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guess {
    /// The most probable variant.
    pub variant: Variant,
    /// Number of games with a fault in that variant.
    pub faulty: usize,
    /// Other variants with as few faulty games.
    pub others: Vec<Variant>,
}

/// Guesses the variant of some games: the one in which the fewest have a fault and the most moves
/// are legal. Ties are broken by what they are read in spite of, by its customary square names (letters or numbers), then
/// by the smaller board, then by frequency.
pub fn guess<'a>(games: impl IntoIterator<Item = &'a Game> + Clone) -> Guess {
    let letters = uses_letters(games.clone());
    let try_as = |variant: Variant| {
        let (mut faulty, mut moves, mut slips) = (0, 0, 0);
        for game in games.clone() {
            let replay = replay(variant, game);
            faulty += usize::from(!replay.faults.is_empty());
            moves += replay.played.len();
            slips += replay.warnings.len();
        }
        let is_unusual = variant.facts().algebraic != letters;
        let fits = (faulty, Reverse(moves), slips, is_unusual);
        (fits, variant.shape().squares, variant)
    };
    let mut tried: Vec<_> = candidates().into_iter().map(try_as).collect();
    tried.sort_by_key(|&(fits, squares, _)| (fits, squares));
    let equal = tried.chunk_by(|one, next| one.0 == next.0).next();
    let mut equal = equal.unwrap_or_default().iter();
    let first = equal.next();
    Guess {
        variant: first.map_or(Variant::USUAL, |&(.., variant)| variant),
        faulty: first.map_or(0, |((faulty, ..), ..)| *faulty),
        others: equal.map(|&(.., variant)| variant).collect(),
    }
}

/// Whether the first known move is written with letters.
fn uses_letters<'a>(games: impl IntoIterator<Item = &'a Game>) -> bool {
    let mut games = games.into_iter();
    let first = games.find_map(|game| game.main_line().find_map(|played| played.text.as_ref()));
    first.is_some_and(|text| text.squares.iter().any(|name| name.is_letters()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kamen_protocol::pdn::Reader;

    #[test]
    fn moves_tell_variants_apart() {
        use Variant::*;
        let cases: [(&str, Variant, &[Variant]); 7] = [
            ("1. 32-28 19-23 2. 28x19 14x23 *", International, &[Frisian]),
            ("1. 11-15 23-18 *", English, &[Pool]),
            ("1. 22-18 12-16 *", Italian, &[]),
            (
                "1. c3-d4 f6-e5 2. d4xf6 g7xe5 *",
                Russian,
                &[Brazilian, Czech, Spantsireti],
            ),
            (
                "[FEN \"W:Wc3:Bb4,d4,b6\"] 1. c3xe5 *",
                Russian,
                &[Czech, CzechZapletal, Spantsireti],
            ),
            ("1. a3-a4 h6-h5 *", Turkish, &[]),
            ("1. 43-37 *", Canadian, &[]),
        ];
        for (text, variant, others) in cases {
            let games: Vec<Game> = Reader::new(text.as_bytes()).flatten().collect();
            let found = guess(games.iter());
            let found = (found.variant, &found.others[..]);
            assert_eq!(found, (variant, others), "{text}");
        }
    }
}
