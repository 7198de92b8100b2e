//! What a game teaches.

use super::rule::{TdRule, Won};
use super::{Kind, Pieces, RatedPositions, Rating};
use kamen_core::board::Color;
use kamen_core::game::FinishedGame;

/// A game as a learner needs it.
#[derive(Clone, Debug, PartialEq)]
pub struct Episode {
    /// The positions in which White and Black were to move.
    pub turns: [Vec<Pieces>; 2],
    /// The final position, and who is to move there.
    pub last: (Pieces, Color),
    /// Who has won; `None` for a draw.
    pub winner: Option<Color>,
}

impl Episode {
    /// The positions before the moves of a game, in order, and its end.
    pub fn of_game(finished: &FinishedGame) -> Episode {
        let mut here = finished.line.start;
        let mut turns = [Vec::new(), Vec::new()];
        for m in &finished.line.moves {
            turns[here.turn() as usize].push(Pieces::of_any(&here));
            here = here.after_legal(m);
        }
        Episode {
            turns,
            last: (Pieces::of_any(&here), here.turn()),
            winner: finished.result.winner(),
        }
    }

    /// Teaches a side's positions what the game has shown to `learner`.
    ///
    /// First each turn learns from the next, the last from what the end was rated so far; then the end gets its reward,
    /// which it keeps.
    pub fn teach(&self, rule: &TdRule, learner: Color, positions: &mut RatedPositions) {
        let turns = &self.turns[learner as usize];
        for pair in turns.windows(2) {
            let next = positions.get(&pair[1]).map(|rating| rating.value);
            learn(rule, positions, pair[0], next);
        }
        let Some(&last_turn) = turns.last() else {
            return;
        };
        if self.winner == Some(learner) && rule.won == Won::LastTurn {
            return finish(
                positions,
                last_turn,
                Rating::end(rule.ends.win, Kind::Final),
            );
        }
        let (place, to_move) = self.last;
        let sign = if to_move == learner { 1.0 } else { -1.0 };
        let next = positions.get(&place).map(|rating| sign * rating.value);
        learn(rule, positions, last_turn, next);
        let (reward, kind) = match self.winner {
            None => (rule.ends.draw, Kind::Draw),
            Some(winner) if winner == learner => (rule.ends.win, Kind::Final),
            Some(_) => (rule.ends.loss, Kind::Final),
        };
        let end = Rating::end(sign * reward, kind);
        finish(positions, place, end);
    }
}

fn learn(rule: &TdRule, positions: &mut RatedPositions, place: Pieces, next: Option<f64>) {
    if let Some(rating) = rule.step(positions.get(&place), next) {
        positions.put(place, rating);
    }
}

/// Rewards an end, once.
fn finish(positions: &mut RatedPositions, place: Pieces, end: Rating) {
    if !positions
        .get(&place)
        .is_some_and(|rating| rating.kind.is_end())
    {
        positions.put(place, end);
    }
}
