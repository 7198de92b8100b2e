//! One game of learning.

use kamen_core::board::Color;
use kamen_core::game::{AnyGame, FinishedGame, GameLine};
use kamen_core::rules::{GameResult, Variant};
use kamen_players::rated::RatedPositions;
use kamen_players::{BuiltIn, MinimaxEvaluation, MinimaxStyle, Player, RowFactor};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::Serialize;
use std::sync::Arc;

/// Which side learns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Learners {
    /// White and Black in turns, a game each.
    #[default]
    Alternate,
    /// White.
    White,
    /// Black.
    Black,
    /// Both.
    Both,
}

impl Learners {
    /// Whether a colour learns in a game, numbered from 0.
    pub fn has(self, color: Color, game: u64) -> bool {
        match self {
            Learners::Alternate => (color == Color::White) == game.is_multiple_of(2),
            Learners::White => color == Color::White,
            Learners::Black => color == Color::Black,
            Learners::Both => true,
        }
    }
}

/// How games are played.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Style {
    /// The variant.
    pub variant: Variant,
    /// Plies that White and Black search.
    pub depth: [u32; 2],
    /// What rows are worth where nothing is rated.
    pub rows: RowFactor,
    /// Which side learns.
    pub learners: Learners,
    /// The share of moves that a learner chooses at random, from 0 to 1: all in the learning mode of the thesis,
    /// none in its ordinary games.
    pub random: f64,
    /// Plies after which a game is a draw, besides the drawing rules of the variant.
    pub max_plies: usize,
    /// Seeds all random choices.
    pub seed: u64,
}

impl Style {
    /// Plays a game, numbered from 0, in which each side searches with its positions. Too many plies are a draw.
    pub fn play(&self, number: u64, positions: &[Arc<RatedPositions>; 2]) -> FinishedGame {
        let mut random = random_of(self.seed, number);
        let mut players = [Color::White, Color::Black].map(|color| {
            let mut player = self.player(color, &positions[color as usize]);
            player.new_game(random.random());
            player
        });
        let mut game = AnyGame::start(self.variant);
        let mut line = GameLine::new(*game.position());
        while game.over().is_none() && game.plies() < self.max_plies {
            let turn = game.turn();
            let is_learner = self.learners.has(turn, number);
            let chosen = if is_learner && random.random_bool(self.random) {
                let moves = game.legal_moves();
                moves[random.random_range(0..moves.len())]
            } else {
                players[turn as usize].choose(&game).chosen
            };
            line.moves.push(chosen);
            game.play_legal(&chosen);
        }
        let result = game.over().map_or(GameResult::Draw, |over| over.result());
        FinishedGame { line, result }
    }

    fn player(&self, color: Color, positions: &Arc<RatedPositions>) -> Box<dyn Player> {
        let evaluation = MinimaxEvaluation::Rated {
            file: String::new(),
            rows: self.rows,
            positions: Arc::clone(positions),
        };
        let depth = self.depth[color as usize];
        let style = MinimaxStyle::FIRST;
        BuiltIn::Minimax {
            depth,
            evaluation,
            style,
        }
        .player(self.variant)
    }
}

/// The generator of a game; neighbouring seeds share none.
fn random_of(seed: u64, number: u64) -> Pcg64Mcg {
    let base: u64 = Pcg64Mcg::seed_from_u64(seed).random();
    Pcg64Mcg::seed_from_u64(base.wrapping_add(number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::td::{Episode, TdRule, Won};
    use kamen_players::rated::{Kind, Rating};

    fn style(learners: Learners, random: f64) -> Style {
        Style {
            variant: Variant::Czech,
            depth: [1, 1],
            rows: RowFactor::default(),
            learners,
            random,
            max_plies: 200,
            seed: 5,
        }
    }

    fn nothing() -> [Arc<RatedPositions>; 2] {
        let positions = Arc::new(RatedPositions::new(Variant::Czech));
        [Arc::clone(&positions), positions]
    }

    #[test]
    fn the_roles_change_after_every_game() {
        let cases = [
            (Learners::Alternate, [true, false], [false, true]),
            (Learners::White, [true, false], [true, false]),
            (Learners::Black, [false, true], [false, true]),
            (Learners::Both, [true, true], [true, true]),
        ];
        for (learners, even, odd) in cases {
            let of = |game| [Color::White, Color::Black].map(|color| learners.has(color, game));
            assert_eq!((of(4), of(7)), (even, odd), "{learners:?}");
        }
    }

    #[test]
    fn a_game_follows_from_its_seed_and_number() {
        let style = style(Learners::Alternate, 1.0);
        let positions = nothing();
        assert_eq!(style.play(3, &positions), style.play(3, &positions));
        assert_ne!(style.play(3, &positions), style.play(4, &positions));
        let other = Style { seed: 6, ..style };
        assert_ne!(style.play(3, &positions), other.play(3, &positions));
    }

    #[test]
    fn rewards_of_the_end_are_those_of_the_rule() {
        use crate::td::EndRewards;
        let ends = EndRewards {
            win: 0.5,
            draw: 0.25,
            loss: -0.75,
        };
        let positions = nothing();
        let style = style(Learners::White, 1.0);
        let game = Episode::of_game(&style.play(0, &positions));
        let cases = [
            (Some(Color::White), Won::LastTurn, 0.5),
            (Some(Color::White), Won::FinalPosition, 0.5),
            (Some(Color::Black), Won::LastTurn, -0.75),
            (None, Won::LastTurn, 0.25),
        ];
        for (winner, won, expected) in cases {
            let rule = TdRule {
                ends,
                won,
                ..TdRule::default()
            };
            let episode = Episode {
                winner,
                ..game.clone()
            };
            let mut learned = RatedPositions::new(Variant::Czech);
            episode.teach(&rule, Color::White, &mut learned);
            let (place, to_move) = episode.last;
            let is_last_turn = winner == Some(Color::White) && won == Won::LastTurn;
            let place = if is_last_turn {
                *episode.turns[0].last().unwrap()
            } else {
                place
            };
            let is_own = is_last_turn || to_move == Color::White;
            let sign = if is_own { 1.0 } else { -1.0 };
            let found = learned.get(&place).map(|rating| sign * rating.value);
            assert_eq!(found, Some(expected), "{winner:?} {won:?}");
        }
    }

    #[test]
    fn ends_are_rewarded_and_values_travel_back_a_turn_a_game() {
        let style = style(Learners::White, 1.0);
        let positions = nothing();
        let decided = |winner| {
            let games = (0..200).map(|number| Episode::of_game(&style.play(number, &positions)));
            games
                .into_iter()
                .find(|game| game.winner == Some(winner))
                .expect("a decided game")
        };
        for winner in [Color::White, Color::Black] {
            let game = decided(winner);
            let mut learned = RatedPositions::new(Variant::Czech);
            let turns = &game.turns[0];
            game.teach(&TdRule::default(), Color::White, &mut learned);
            let (end, value) = match winner {
                Color::White => (*turns.last().unwrap(), 1.0),
                Color::Black => (game.last.0, -1.0),
            };
            assert_eq!(learned.get(&end), Some(Rating::end(value, Kind::Final)));
            assert_eq!(learned.len(), 1, "nothing else is known yet");
            for games in 2..=3 {
                game.teach(&TdRule::default(), Color::White, &mut learned);
                assert_eq!(learned.len(), games);
            }
            assert_eq!(learned.get(&end), Some(Rating::end(value, Kind::Final)));
        }
    }
}
