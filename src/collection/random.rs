//! Games of random moves, for tests.

use kamen_core::game::{AnyGame, AnyPosition};
use kamen_core::notation::pdn::{Replay, replay, write_game};
use kamen_core::rules::Variant;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Games from the start position, of at most so many plies.
pub(crate) fn games(variant: Variant, count: usize, plies: usize) -> Vec<AnyGame> {
    let mut random = Pcg64Mcg::seed_from_u64(64);
    let game = |_| {
        let mut game = AnyGame::start(variant);
        while game.over().is_none() && game.plies() < plies {
            let legal = game.position().legal_moves();
            game.play_legal(&legal[random.random_range(0..legal.len())]);
        }
        game
    };
    (0..count).map(game).collect()
}

/// The positions of such games.
pub(crate) fn positions(variant: Variant, count: usize, plies: usize) -> Vec<AnyPosition> {
    let replays = replays(variant, count, plies);
    let positions = |replay: &Replay| {
        (0..=replay.played.len())
            .map(|ply| replay.position_after(ply).unwrap())
            .collect::<Vec<_>>()
    };
    replays.iter().flat_map(positions).collect()
}

/// Such games as they are read from a file.
pub(crate) fn replays(variant: Variant, count: usize, plies: usize) -> Vec<Replay> {
    let games = games(variant, count, plies);
    let text = |game: &AnyGame| write_game(&game.into()).unwrap();
    games
        .iter()
        .map(|game| replay(variant, &text(game)))
        .collect()
}
