//! How a game ended, in words.

use kamen_core::board::Color;
use kamen_core::game::GameOver;
use kamen_core::rules::{Draw, Objective, Variant};

/// The name of a side.
pub(super) fn side(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// Who won by which rule, or why the game is drawn.
pub(super) fn ending(variant: Variant, over: GameOver) -> String {
    let draws = variant.facts().draws;
    match over {
        GameOver::FirstKing(winner) => format!("{} wins with the first king", side(winner)),
        GameOver::NoMove(winner) => match variant.facts().objective {
            Objective::Win => format!("{} wins: {} cannot move", side(winner), side(!winner)),
            Objective::Giveaway => format!("{} wins, having no move left", side(winner)),
        },
        GameOver::Draw(Draw::Repetition) => match draws.repetitions {
            Some(times) => format!("draw: the position has come {times} times"),
            None => "draw by repetition".to_owned(),
        },
        GameOver::Draw(Draw::QuietMoves) => match draws.quiet_moves {
            Some(moves) => {
                format!("draw: {moves} moves of each side without a capture or a man's move")
            }
            None => "draw: too many moves without a capture or a man's move".to_owned(),
        },
        GameOver::Draw(Draw::Ending) => "draw: the moves for this ending are used up".to_owned(),
    }
}
