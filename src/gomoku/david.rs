//! David, who remembers.
//!
//! For each move he follows four single lines, each with one reply to each move: an own attack, an attack of the opponent, a
//! remembered win of his own, and one of the opponent.

use crate::board::{Board, Side, Square};
use crate::code::{FORMS, Win, path};
use crate::memory::Memory;
use crate::player::{Deadline, Forecast, Player, Thought};
use crate::rating::{WIN, beside, promise, rate};
use kamen_files::note;
use std::cmp::Reverse;

/// A player that looks along single lines and remembers how games were won.
pub struct David {
    level: usize,
    memory: Memory,
}

impl David {
    /// A player whose lines have `level` moves of each side.
    pub fn new(level: usize, memory: Memory) -> David {
        David { level, memory }
    }

    /// The best of some free squares. Of those that are equally good he takes the one with the highest rating for both sides, and
    /// then the first.
    pub fn choose_of(
        &self,
        board: &Board,
        side: Side,
        squares: &[Square],
        deadline: Deadline,
    ) -> Option<Thought> {
        let mut lines = Lines {
            level: self.level,
            wins: &self.memory.wins(),
            nodes: 0,
        };
        let mut best = None;
        for &square in squares {
            let rating = promise(board, square);
            let worth = (worth(lines.after(board, side, square), rating), rating);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, square));
            }
            if deadline.is_over() {
                break;
            }
        }
        best.map(|((forecast, _), square)| Thought {
            square,
            forecast,
            nodes: lines.nodes,
        })
    }
}

/// How good a move with four lines and a rating for both sides is: a win if no line is lost sooner, a loss if one is, else its
/// rating.
fn worth(mut lines: [Forecast; 4], rating: i32) -> Forecast {
    lines.sort();
    let [worst, .., best] = lines;
    match (worst, best) {
        (Forecast::Loss(loss), Forecast::Win(Reverse(win))) if loss >= win => best,
        (Forecast::Loss(_), _) => worst,
        (_, Forecast::Win(_)) => best,
        _ => Forecast::Open(rating),
    }
}

/// What lines are made of, and the stones put in them.
struct Lines<'a> {
    level: usize,
    wins: &'a [Win],
    nodes: u64,
}

impl Lines<'_> {
    /// The four lines of a move to a free square.
    fn after(&mut self, board: &Board, side: Side, square: Square) -> [Forecast; 4] {
        let mut board = board.clone();
        if self.put(&mut board, side, square) == Some(true) {
            return [Forecast::Win(Reverse(1)); 4];
        }
        let won = |moves| Forecast::Win(Reverse(moves + 1));
        [
            self.line(&board, side, side),
            self.line(&board, side, !side),
            self.known(&board, side).map_or(Forecast::Open(0), won),
            self.known(&board, !side)
                .map_or(Forecast::Open(0), Forecast::Loss),
        ]
    }

    /// Puts a stone; whether it wins. Nothing on a square that is not free.
    fn put(&mut self, board: &mut Board, side: Side, square: Square) -> Option<bool> {
        board.put(side, square).ok()?;
        self.nodes += 1;
        Some(board.winner().is_some())
    }

    /// Follows a line in which one side attacks and the other defends: whether it ends with a win of the side that has just moved, with
    /// its loss, or open.
    fn line(&mut self, board: &Board, own: Side, attacker: Side) -> Forecast {
        let mut board = board.clone();
        for ply in 1..2 * self.level {
            let side = board.to_move();
            let Some(square) = reply(&board, side, attacker) else {
                break;
            };
            if self.put(&mut board, side, square) == Some(true) {
                let moves = ply / 2 + 1;
                return match side == own {
                    true => Forecast::Win(Reverse(moves)),
                    false => Forecast::Loss(moves),
                };
            }
        }
        Forecast::Open(0)
    }

    /// The moves of a side to its win, the next one first, if it goes on as in a remembered win that has had its last shift.
    fn known(&mut self, board: &Board, owner: Side) -> Option<usize> {
        let mut stones = board.stones_of(owner).rev();
        let (last, before) = (stones.next()?, stones.next()?);
        let mut fewest: Option<usize> = None;
        for win in self.wins {
            let shifts = win.shifts();
            for (place, &shift) in (1..shifts.len()).zip(shifts) {
                let rest = &shifts[place..];
                if fewest.is_some_and(|moves| rest.len() >= moves) {
                    continue;
                }
                for form in FORMS
                    .into_iter()
                    .filter(|form| form(shift) == last - before)
                {
                    let moves = &path(form, last, rest)[1..];
                    if board.is_free(moves[0]) && reaches(board, owner, moves) {
                        let found = self.follow(board, owner, moves);
                        fewest = fewest.into_iter().chain(found).min();
                    }
                }
            }
        }
        fewest
    }

    /// Follows the rest of a remembered win, with the best defence against it. The number of the move that makes five in a row; a move
    /// to an occupied square and a win of the defence end it.
    fn follow(&mut self, board: &Board, owner: Side, moves: &[Square]) -> Option<usize> {
        let mut board = board.clone();
        for (number, &square) in (1..).zip(moves) {
            if board.to_move() != owner {
                let answer = reply(&board, !owner, owner)?;
                if self.put(&mut board, !owner, answer)? {
                    return None;
                }
            }
            if self.put(&mut board, owner, square)? {
                return Some(number);
            }
        }
        None
    }
}

/// Whether a side would win by these moves if nobody stopped it. What this refuses no defence makes good.
fn reaches(board: &Board, owner: Side, moves: &[Square]) -> bool {
    let mut board = board.clone();
    let mut wins = moves.iter().map_while(|&square| {
        board.put(owner, square).ok()?;
        Some(board.winner().is_some())
    });
    wins.any(|wins| wins)
}

/// The square that a side takes in a line: one that wins, else one on which the other side would, else the one that is worth most, where
/// the rows of the side that attacks count twice. Of equal ones the first.
fn reply(board: &Board, side: Side, attacker: Side) -> Option<Square> {
    let squares = beside(board).into_iter().rev();
    squares.max_by_key(|&square| {
        let [own, other] = [side, !side].map(|side| rate(board, side, square));
        let attack = if side == attacker { own } else { other };
        (own >= WIN, other >= WIN, own + other + attack)
    })
}

impl Player for David {
    fn think(&mut self, board: &Board, side: Side, deadline: Deadline) -> Option<Thought> {
        self.choose_of(board, side, &beside(board), deadline)
    }

    /// Remembers how it was won, whoever won it.
    fn game_over(&mut self, board: &Board) {
        if let Some(winner) = board.winner()
            && let Ok(win) = Win::of_moves(&board.stones_of(winner).collect::<Vec<_>>())
            && let Err(error) = self.memory.learn(win)
        {
            note(format_args!("kamen-gomoku: {error}"));
        }
    }

    fn remembered(&self) -> Option<usize> {
        Some(self.memory.wins().len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::tests::board;

    #[test]
    fn the_fastest_win_then_promise_then_the_longest_defence() {
        use Forecast::{Loss, Open};
        let win = |moves| Forecast::Win(Reverse(moves));
        let none = Open(0);
        for (lines, expected) in [
            ([none, none, none, none], Open(7)),
            ([win(4), none, none, none], win(4)),
            ([win(4), win(3), win(2), none], win(2)),
            ([win(4), Loss(4), none, none], win(4)),
            ([win(4), Loss(3), none, none], Loss(3)),
            ([none, Loss(5), none, Loss(2)], Loss(2)),
            ([none, none, win(3), Loss(2)], Loss(2)),
            ([none, none, win(3), none], win(3)),
        ] {
            assert_eq!(worth(lines, 7), expected, "{lines:?}");
        }
        let order = [Loss(1), Loss(2), Open(-5), Open(5), win(3), win(1)];
        assert!(order.is_sorted());
    }

    #[test]
    fn a_remembered_win_is_known_in_all_forms_and_places() {
        let win: Win = "35 858 210 119 10 21 5 22 17".parse().unwrap();
        let known = |board: &Board, wins: &[Win]| {
            let (level, nodes) = (1, 0);
            Lines { level, wins, nodes }.known(board, Side::First)
        };
        let wins = std::slice::from_ref(&win);
        for (number, form) in (1..).zip(FORMS) {
            // All but two moves are played; the second side stands far away, no two of its stones in a row.
            let path = path(form, Square(12, 11), win.shifts());
            let (played, rest) = path.split_at(path.len() - 2);
            let mut board = Board::new(23);
            for (&square, y) in played.iter().zip(0..) {
                board.put(Side::First, square).unwrap();
                let far = Square(2 * (y % 2), 2 * y);
                board.put(Side::Second, far).unwrap();
            }
            assert_eq!(known(&board, wins), Some(2), "form {number}");
            assert_eq!(known(&board, &[]), None);
            // A stone where the win goes on is a false alarm.
            board.put(Side::Second, rest[0]).unwrap();
            assert_eq!(known(&board, wins), None, "form {number}");
        }
    }

    #[test]
    fn a_won_game_is_remembered_and_an_open_one_is_not() {
        let memory = Memory::default();
        let mut david = David::new(1, memory.clone());
        david.game_over(&board(15, &["xxxx"]));
        assert_eq!(david.remembered(), Some(0));
        david.game_over(&board(15, &["xxxxx"]));
        assert_eq!(memory.wins()[0].to_string(), "5 5 5 5");
    }
}
