//! Games that were played to a result.

use super::replay;
use crate::game::{FinishedGame, GameLine};
use crate::rules::{GameResult as Outcome, Variant};
use kamen_protocol::pdn::{Game, GameResult};

/// The result of a game of a file, from the end of its text or the tag `Result`; `None` if it has none of one winner or
/// a draw.
pub fn outcome(variant: Variant, game: &Game) -> Option<Outcome> {
    let first = variant.facts().first;
    match game.result()?.with_one_point() {
        GameResult::Win1 => Some(Outcome::won_by(first)),
        GameResult::Loss1 => Some(Outcome::won_by(!first)),
        GameResult::Draw1 => Some(Outcome::Draw),
        _ => None,
    }
}

/// A game of a file and its result, from the end of its text or the tag `Result`. `None` if it has no move or no
/// result, or something in it is not legal in the variant.
pub fn finished(variant: Variant, game: &Game) -> Option<FinishedGame> {
    played(variant, game, false)
}

/// As [`finished`], with the moves up to the first that is not legal; the result is that of the whole game.
pub fn finished_beginning(variant: Variant, game: &Game) -> Option<FinishedGame> {
    played(variant, game, true)
}

fn played(variant: Variant, game: &Game, may_be_faulty: bool) -> Option<FinishedGame> {
    let result = outcome(variant, game)?;
    let replay = replay(variant, game);
    let (start, _) = *replay.played.first()?;
    let moves = replay.played.iter().map(|&(_, m)| m).collect();
    let line = GameLine { start, moves };
    (may_be_faulty || replay.faults.is_empty()).then_some(FinishedGame { line, result })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kamen_protocol::pdn::Reader;

    #[test]
    fn only_legal_games_with_a_result_are_finished() {
        use Outcome::{Black, Draw, White};
        let cases = [
            ("1. 32-28 2-0", Some(White)),
            ("1. 32-28 19-23 0-1", Some(Black)),
            ("1. 32-28 19-23 1-1", Some(Draw)),
            ("[Result \"0-2\"] 1. 32-28 *", Some(Black)),
            ("1. 32-28 *", None),
            ("1. 32-29 2-0", None),
            ("1. 32-28 19-24 2. 28-29 2-0", None),
            ("[Event \"A\"] 2-0", None),
        ];
        for (text, expected) in cases {
            let game = Reader::new(text.as_bytes()).next().unwrap();
            let found = game
                .ok()
                .and_then(|game| finished(Variant::International, &game));
            assert_eq!(found.map(|game| game.result), expected, "{text}");
        }
        let text = "1. 32-28 19-23 2. 28-1 2-0";
        let game = Reader::new(text.as_bytes()).next().unwrap().unwrap();
        assert!(finished(Variant::International, &game).is_none());
        let beginning = finished_beginning(Variant::International, &game).unwrap();
        assert_eq!((beginning.line.moves.len(), beginning.result), (2, White));
        // The side that begins has the first figure of the result.
        let game = Reader::new(&b"1. 11-15 1-0"[..]).next().unwrap().unwrap();
        let found = finished(Variant::English, &game).unwrap();
        assert_eq!(
            (found.result, found.line.moves.len()),
            (Outcome::won_by(found.line.start.turn()), 1)
        );
    }
}
