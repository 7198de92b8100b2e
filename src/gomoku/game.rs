//! Games between two players.

use crate::board::{Board, Square};
use crate::player::{Deadline, Player};
use crate::rating::candidates;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64Mcg;
use std::fmt::Write;

/// Plays a game from a board on which nobody has won: the side that has not moved last is to move. It ends with a winner, on a full
/// board, or after `longest` moves, and both players hear of it. The board at its end has all its moves.
pub fn play(mut board: Board, mut players: [&mut dyn Player; 2], longest: usize) -> Board {
    while board.winner().is_none() && board.stones().len() < longest {
        let side = board.to_move();
        let thought = players[side as usize].think(&board, side, Deadline::default());
        let Some(thought) = thought else { break };
        let put = board.put(side, thought.square);
        debug_assert_eq!(put, Ok(()), "a player plays on free squares");
        if put.is_err() {
            break;
        }
    }
    players
        .iter_mut()
        .for_each(|player| player.game_over(&board));
    board
}

/// A board with random moves near the middle and each other, none of which wins.
pub fn opening(size: u8, plies: usize, seed: u64) -> Board {
    let mut board = Board::new(size);
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    for _ in 0..plies {
        let moves = candidates(&board);
        let Some(&square) = moves.choose(&mut random) else {
            break;
        };
        if board.put(board.to_move(), square).is_err() || board.winner().is_some() {
            let _ = board.take(square);
            break;
        }
    }
    board
}

/// A game as a file of the manager Piskvork (`.psq`): squares counted from one, no times.
pub fn psq(game: &Board, names: [&str; 2]) -> String {
    let size = game.size();
    let mut text = format!("Piskvorky {size}x{size}, 11:11, 0\n");
    for (_, Square(x, y)) in game.stones() {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{},{},0", x + 1, y + 1);
    }
    let winner = game.winner().map_or(0, |side| side as usize + 1);
    let _ = writeln!(text, "{}\n-1\n{winner},Freestyle", names.join("\n"));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Side;
    use crate::board::tests::board;
    use crate::contestant::{Contestant, Memories};

    fn player(name: &str, seed: u64) -> Box<dyn Player> {
        let contestant: Contestant = name.parse().unwrap();
        contestant.player(&mut Memories::default(), seed).unwrap()
    }

    #[test]
    fn random_players_play_legal_games_that_repeat_with_their_seed() {
        for size in [5, 15, 19, 23] {
            for seed in 0..10 {
                let [one, other] = [(); 2].map(|()| {
                    let (mut one, mut other) =
                        (player("random", seed), player("random", seed + 100));
                    play(opening(size, 3, seed), [&mut *one, &mut *other], 200)
                });
                assert_eq!(one, other);
                let sides = [Side::First, Side::Second].into_iter().cycle();
                let played = one.stones().iter().map(|stone| stone.0);
                assert!(played.eq(sides.take(one.stones().len())));
            }
        }
    }

    #[test]
    fn goliath_beats_a_random_player_with_either_side() {
        for seed in 0..3 {
            let (mut goliath, mut random) = (player("goliath:2", 0), player("random", seed));
            let won = play(Board::new(15), [&mut *goliath, &mut *random], 225);
            assert_eq!(won.winner(), Some(Side::First));
            let lost = play(Board::new(15), [&mut *random, &mut *goliath], 225);
            assert_eq!(lost.winner(), Some(Side::Second));
        }
    }

    #[test]
    fn a_record_is_what_the_manager_writes() {
        let won = board(15, &["x", "ooooo"]);
        let moves = "1,1,0\n1,2,0\n2,2,0\n3,2,0\n4,2,0\n5,2,0";
        let expected = format!("Piskvorky 15x15, 11:11, 0\n{moves}\na\nb\n-1\n2,Freestyle\n");
        assert_eq!(psq(&won, ["a", "b"]), expected);
    }
}
