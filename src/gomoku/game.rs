//! Games and matches between two players.

use crate::board::{Board, Side, Square};
use crate::candidates::candidates;
use crate::player::{Deadline, Player};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::fmt::Write;

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The board at its end, with all moves.
    pub board: Board,
    /// Who has won; nobody where the board is full, or after the longest game.
    pub winner: Option<Side>,
}

/// Plays a game from a board on which nobody has won: the side that has not moved last is to move. After `longest` moves it
/// is drawn. Both players hear of the end.
pub fn play(mut board: Board, players: [&mut dyn Player; 2], longest: usize) -> Game {
    let [first, second] = players;
    let mut winner = board.winner();
    while winner.is_none() && !board.is_full() && board.stones().len() < longest {
        let side = to_move(&board);
        let thought = match side {
            Side::First => first.think(&mut board, side, Deadline::default()),
            Side::Second => second.think(&mut board, side, Deadline::default()),
        };
        let put = board.put(side, thought.square);
        debug_assert_eq!(put, Ok(()), "a player plays on free squares");
        if put.is_err() {
            break;
        }
        winner = board.winner();
    }
    first.game_over(&board);
    second.game_over(&board);
    Game { board, winner }
}

/// Whose turn it is.
pub fn to_move(board: &Board) -> Side {
    board.stones().last().map_or(Side::First, |stone| !stone.0)
}

/// A board with random moves near the middle and each other, none of which wins.
pub fn opening(size: u8, plies: usize, seed: u64) -> Board {
    let mut board = Board::new(size);
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    for _ in 0..plies {
        let moves = candidates(&board);
        let place = random.random_range(0..moves.len().max(1));
        let Some(&square) = moves.get(place) else {
            break;
        };
        let side = to_move(&board);
        if board.put(side, square).is_err() || board.winner().is_some() {
            let _ = board.take(square);
            break;
        }
    }
    board
}

impl Game {
    /// The moves, the first one first.
    pub fn moves(&self) -> impl Iterator<Item = Square> + '_ {
        self.board.stones().iter().map(|stone| stone.1)
    }

    /// The game as a file of the manager Piskvork (`.psq`): squares counted from one, no times.
    pub fn psq(&self, names: [&str; 2]) -> String {
        let size = self.board.size();
        let mut text = format!("Piskvorky {size}x{size}, 11:11, 0\n");
        for square in self.moves() {
            // Writing to a string does not fail.
            let _ = writeln!(text, "{},{},0", square.x + 1, square.y + 1);
        }
        let winner = match self.winner {
            None => 0,
            Some(Side::First) => 1,
            Some(Side::Second) => 2,
        };
        let [first, second] = names;
        let _ = writeln!(text, "{first}\n{second}\n-1\n{winner},Freestyle");
        text
    }
}

/// Games of one player against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Won by the first player.
    pub won: usize,
    /// Won by nobody.
    pub drawn: usize,
    /// Won by the second player.
    pub lost: usize,
}

impl Score {
    /// Counts a game that the first player has begun or not.
    pub fn count(&mut self, winner: Option<Side>, has_begun: bool) {
        match winner {
            None => self.drawn += 1,
            Some(side) if (side == Side::First) == has_begun => self.won += 1,
            Some(_) => self.lost += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contestant::{Contestant, Memories};

    fn player(name: &str, seed: u64) -> Box<dyn Player> {
        let contestant: Contestant = name.parse().unwrap();
        contestant.player(&mut Memories::default(), seed).unwrap()
    }

    #[test]
    fn random_players_play_legal_games_that_repeat_with_their_seed() {
        for size in [5, 15, 19, 23] {
            for seed in 0..10 {
                let games: Vec<Game> = (0..2)
                    .map(|_| {
                        let mut one = player("random", seed);
                        let mut other = player("random", seed + 100);
                        play(opening(size, 3, seed), [&mut *one, &mut *other], 200)
                    })
                    .collect();
                assert_eq!(games[0], games[1]);
                assert_eq!(games[0].winner, games[0].board.winner());
                let sides = games[0]
                    .board
                    .stones()
                    .iter()
                    .map(|stone| stone.0 == Side::First);
                assert!(
                    sides
                        .enumerate()
                        .all(|(ply, is_first)| is_first == (ply % 2 == 0))
                );
            }
        }
    }

    #[test]
    fn goliath_beats_a_random_player_with_either_side() {
        for seed in 0..3 {
            let (mut goliath, mut random) = (player("goliath:2", 0), player("random", seed));
            let won = play(Board::new(15), [&mut *goliath, &mut *random], 225);
            assert_eq!(won.winner, Some(Side::First));
            let lost = play(Board::new(15), [&mut *random, &mut *goliath], 225);
            assert_eq!(lost.winner, Some(Side::Second));
        }
    }

    #[test]
    fn a_record_is_what_the_manager_writes() {
        let mut board = Board::new(15);
        board.put(Side::First, Square::new(7, 7)).unwrap();
        board.put(Side::Second, Square::new(8, 0)).unwrap();
        let game = Game {
            board,
            winner: Some(Side::Second),
        };
        let expected = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,1,0\na\nb\n-1\n2,Freestyle\n";
        assert_eq!(game.psq(["a", "b"]), expected);
    }
}
