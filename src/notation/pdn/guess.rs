//! The variant of games that do not say it.

use super::replay::check;
use crate::geometry::Geometry;
use crate::rules::{Rules, Variant};
use crate::with_rules;
use kamen_protocol::pdn::Game;
use std::cmp::Reverse;

/// The variants that moves can tell apart, the most common ones first. Giveaways move as their
/// parents do, Portuguese draughts as Spanish, and every game of killer or breakthrough is legal in
/// international draughts.
const CANDIDATES: [Variant; 15] = [
    Variant::English,
    Variant::International,
    Variant::Russian,
    Variant::Brazilian,
    Variant::Italian,
    Variant::Frisian,
    Variant::Czech,
    Variant::Pool,
    Variant::Spanish,
    Variant::Turkish,
    Variant::Canadian,
    Variant::Thai,
    Variant::Spantsireti,
    Variant::Frysk,
    Variant::CzechZapletal,
];

/// What some games may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guess {
    /// The most probable variant.
    pub variant: Variant,
    /// How many of the games have a fault in it.
    pub faulty: usize,
    /// The others in which no more have.
    pub others: Vec<Variant>,
}

/// Guesses the variant of some games: that in which the fewest have a fault and the most moves are
/// legal. Among equals its customary names of squares decide, letters or numbers, then the smaller
/// board, then how common it is.
pub fn guess<'a>(games: impl IntoIterator<Item = &'a Game> + Clone) -> Guess {
    let letters = uses_letters(games.clone());
    let mut tried = CANDIDATES.map(|variant| {
        let (mut faulty, mut moves) = (0, 0);
        for game in games.clone() {
            let (legal, faults) = check(variant, game);
            faulty += usize::from(!faults.is_empty());
            moves += legal;
        }
        let is_unusual = variant.facts().algebraic != letters;
        let fits = (faulty, Reverse(moves), is_unusual);
        (fits, squares(variant), variant)
    });
    tried.sort_by_key(|&(fits, squares, _)| (fits, squares));
    let [(best, _, variant), rest @ ..] = &tried;
    let others = rest.iter().filter(|(fits, ..)| fits == best);
    Guess {
        variant: *variant,
        faulty: best.0,
        others: others.map(|&(.., variant)| variant).collect(),
    }
}

/// Whether the first move that is known is written with letters.
fn uses_letters<'a>(games: impl IntoIterator<Item = &'a Game>) -> bool {
    let mut games = games.into_iter();
    let first = games.find_map(|game| game.main_line().find_map(|played| played.text.as_ref()));
    first.is_some_and(|text| text.squares.iter().any(|name| name.is_letters()))
}

fn squares(variant: Variant) -> usize {
    with_rules!(variant, R => squares_of::<R>())
}

fn squares_of<R: Rules>() -> usize {
    R::Geometry::SQUARES
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
