//! Simulated games. Begin with [`Simulator::play`].

use super::settings::Rollout;
use crate::minimax::{MinimaxEvaluation, PieceValues};
use kamen_core::board::Color;
use kamen_core::movegen::{legal_moves, winner};
use kamen_core::rules::{Game, MoveOf, Objective, Position, Rules, VariantOf};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// Plies after which a simulated game is a draw, if no rule ends it before. Random games of most variants end
/// within 150.
pub(super) const MOST_PLIES: u32 = 400;

/// How much better a move must be, in men, to be e times as probable.
const TEMPERATURE: f32 = 0.5;

/// The greatest gain that counts, in temperatures, so that sums stay finite.
const MOST_GAIN: f32 = 60.0;

/// Plays simulated games.
#[derive(Debug)]
pub(super) struct Simulator<R: Rules> {
    objective: Objective,
    /// By what moves are preferred; `None` for no preference.
    values: Option<PieceValues>,
    moves: Vec<MoveOf<R>>,
    /// The sums of the weights of the moves up to each.
    sums: Vec<f32>,
}

impl<R: Rules> Simulator<R> {
    pub(super) fn new(variant: VariantOf<R>, rollout: Rollout) -> Simulator<R> {
        let facts = variant.facts();
        let progressive =
            || PieceValues::new::<R::Geometry>(&MinimaxEvaluation::Progressive, facts);
        Simulator {
            objective: facts.objective,
            values: (rollout == Rollout::Progressive).then(progressive),
            moves: Vec::new(),
            sums: Vec::new(),
        }
    }

    /// Plays a game to its end; the winner. It is drawn by the rules, if they count, or after [`MOST_PLIES`].
    pub(super) fn play(
        &mut self,
        game: &mut Game<R>,
        rules_draw: bool,
        random: &mut Pcg64Mcg,
    ) -> Option<Color> {
        for _ in 0..MOST_PLIES {
            self.moves.clear();
            legal_moves(game.position(), &mut self.moves);
            if self.moves.is_empty() {
                return winner(game.position(), self.objective);
            }
            if rules_draw && game.is_draw() {
                return None;
            }
            let place = self.choose(game.position(), random);
            game.play(&self.moves[place]);
        }
        None
    }

    /// The place of the next move.
    #[inline]
    fn choose(&mut self, position: &Position<R>, random: &mut Pcg64Mcg) -> usize {
        let count = self.moves.len();
        match &self.values {
            Some(values) if count > 1 => {
                weigh(values, position, &self.moves, &mut self.sums);
                let most = self.sums[count - 1];
                let wanted = random.random::<f32>() * most;
                let place = self.sums.partition_point(|&sum| sum <= wanted);
                place.min(count - 1)
            }
            _ => random.random_range(0..count as u32) as usize,
        }
    }
}

/// Lists the sums of the weights of the moves: a softmax of the worth of the positions that they lead to.
fn weigh<R: Rules>(
    values: &PieceValues,
    position: &Position<R>,
    moves: &[MoveOf<R>],
    sums: &mut Vec<f32>,
) {
    let unit = values.unit() as f32 * TEMPERATURE;
    // Relative to the present position, so that the powers stay in range.
    let present = values.evaluate(position);
    let mut sum = 0.0;
    sums.clear();
    sums.extend(moves.iter().map(|m| {
        let gain = -values.evaluate(&position.after(m)) - present;
        sum += (gain as f32 / unit).min(MOST_GAIN).exp();
        sum
    }));
}

#[cfg(test)]
mod tests {
    use super::*;
    use kamen_core::game::{AnyGame, AnyPosition};
    use kamen_core::rules::Variant;
    use kamen_core::with_rules;
    use rand::SeedableRng;

    /// After the third occurrence of a position the game is over, though there are moves.
    #[test]
    fn a_drawing_rule_ends_a_game() {
        let variant = Variant::International;
        let position = AnyPosition::parse_fen(variant, "W:WK46,K50:BK1,K2").unwrap();
        let mut game = AnyGame::new(position);
        for text in ["50-45", "1-6", "45-50", "6-1"].repeat(2) {
            assert!(draws(&game, true) < 200, "{text}");
            game.play_text(text).unwrap();
        }
        assert_eq!(draws(&game, true), 200);
        assert!(draws(&game, false) < 20);
    }

    /// How many of 200 simulated games are drawn.
    fn draws(game: &AnyGame, rules_draw: bool) -> usize {
        with_rules!(game.variant(), of: R => {
            let mut simulator = Simulator::<R>::new(of, Rollout::Random);
            let mut random = Pcg64Mcg::seed_from_u64(1);
            let mut play = || simulator.play(&mut game.typed().unwrap(), rules_draw, &mut random);
            (0..200).filter(|_| play().is_none()).count()
        })
    }

    #[test]
    fn the_better_move_is_more_probable() {
        let variant = Variant::Czech;
        with_rules!(variant, of: R => {
            // Crowning is worth two men or so.
            let position = kamen_core::game::typed::<R>(variant, "W:Wa7,c3:Bh6");
            let mut random = Pcg64Mcg::seed_from_u64(1);
            for (rollout, least, most) in [(Rollout::Random, 100, 170), (Rollout::Progressive, 370, 400)] {
                let mut simulator = Simulator::<R>::new(of, rollout);
                legal_moves(&position, &mut simulator.moves);
                assert_eq!(simulator.moves.len(), 3);
                let mut crowning = |simulator: &mut Simulator<R>| {
                    let place = simulator.choose(&position, &mut random);
                    simulator.moves[place].is_crowning()
                };
                let times = (0..400).filter(|_| crowning(&mut simulator)).count();
                assert!((least..=most).contains(&times), "{rollout}: {times}");
            }
        });
    }
}
