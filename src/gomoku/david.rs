//! David, who remembers.
//!
//! For each move he follows four single lines, each with one reply to each move: an own attack, an attack of the opponent, a
//! remembered win of his own, and one of the opponent.

use crate::board::{Board, Side, Square};
use crate::candidates::beside;
use crate::code::{Symmetry, Win, moves_of};
use crate::memory::Memory;
use crate::player::{Deadline, Forecast, Player, Thought};
use crate::rating::{WIN, rate};
use kamen_files::note;
use std::cmp::Reverse;

/// How much more a side in attack makes of its own rows than of those that it stops, and one in defence the other way round.
const EMPHASIS: i32 = 2;

/// A player that looks along single lines and remembers how games were won.
pub struct David {
    level: usize,
    memory: Memory,
    nodes: u64,
}

/// What a side does in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Attack,
    Defence,
}

/// What the four lines of a move have shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Outlook {
    /// At the end of the own attack and of that of the opponent.
    lines: [Forecast; 2],
    /// Own moves to a remembered win, the first one included.
    known_win: Option<usize>,
    /// Moves of the opponent to a remembered loss.
    known_loss: Option<usize>,
}

/// How good a move is, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Worth {
    /// A line is lost after so many moves: the more the better.
    Loses(usize),
    /// No line is lost: its rating for both sides, the rows that it makes and those that it stops.
    Promises(i32),
    /// It wins after so many moves, and no line is lost sooner: the fewer the better.
    Wins(Reverse<usize>),
}

impl Outlook {
    /// How good a move with a rating for both sides is.
    fn worth(self, rating: i32) -> Worth {
        let won = self.lines.iter().filter_map(|line| match line {
            Forecast::Win(moves) => Some(*moves),
            _ => None,
        });
        let lost = self.lines.iter().filter_map(|line| match line {
            Forecast::Loss(moves) => Some(*moves),
            _ => None,
        });
        let won = won.chain(self.known_win).min();
        let lost = lost.chain(self.known_loss).min();
        match (won, lost) {
            (Some(win), None) => Worth::Wins(Reverse(win)),
            (Some(win), Some(loss)) if loss >= win => Worth::Wins(Reverse(win)),
            (_, Some(loss)) => Worth::Loses(loss),
            (None, None) => Worth::Promises(rating),
        }
    }
}

impl From<Worth> for Forecast {
    fn from(worth: Worth) -> Forecast {
        match worth {
            Worth::Loses(moves) => Forecast::Loss(moves),
            Worth::Promises(value) => Forecast::Open(value),
            Worth::Wins(Reverse(moves)) => Forecast::Win(moves),
        }
    }
}

impl David {
    /// A player whose lines have so many moves of each side.
    pub fn new(level: usize, memory: Memory) -> David {
        David {
            level,
            memory,
            nodes: 0,
        }
    }

    /// The best of some moves. Of those that are equally good he takes the one with the highest rating for both sides, and then
    /// the first.
    pub fn choose_of(
        &mut self,
        board: &mut Board,
        side: Side,
        moves: &[Square],
        deadline: Deadline,
    ) -> Thought {
        self.nodes = 0;
        let wins = self.memory.wins();
        let mut best: Option<((Worth, i32), Square)> = None;
        for &square in moves {
            let rating = rate(board, side, square) + rate(board, !side, square);
            let outlook = self.outlook(board, side, square, &wins);
            let worth = (outlook.worth(rating), rating);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, square));
            }
            if deadline.is_over() {
                break;
            }
        }
        let ((worth, _), square) = best.unwrap_or(((Worth::Promises(0), 0), board.centre()));
        Thought {
            square,
            forecast: worth.into(),
            nodes: self.nodes,
        }
    }

    /// Follows the four lines of a move.
    fn outlook(&mut self, board: &mut Board, side: Side, square: Square, wins: &[Win]) -> Outlook {
        self.nodes += 1;
        let wins_at_once = rate(board, side, square) >= WIN;
        if wins_at_once || board.put(side, square).is_err() {
            return Outlook {
                lines: [Forecast::Win(1); 2],
                known_win: None,
                known_loss: None,
            };
        }
        let outlook = Outlook {
            lines: [Role::Attack, Role::Defence].map(|role| self.line(board, side, role)),
            known_win: self.known(board, side, wins).map(|moves| moves + 1),
            known_loss: self.known(board, !side, wins),
        };
        let _ = board.take(square);
        outlook
    }

    /// Follows a line in which a side, which has just moved, has a role: whether it ends with a win of that side, with its loss, or
    /// open.
    fn line(&mut self, board: &mut Board, own: Side, role: Role) -> Forecast {
        let mut line = Line::default();
        let mut found = None;
        for ply in 1..2 * self.level {
            let side = if ply % 2 == 0 { own } else { !own };
            let attacks = (side == own) == (role == Role::Attack);
            let does = if attacks { Role::Attack } else { Role::Defence };
            let Some(square) = reply(board, side, does) else {
                break;
            };
            if line.put(board, side, square) {
                let moves = ply / 2 + 1;
                found = Some(match side == own {
                    true => Forecast::Win(moves),
                    false => Forecast::Loss(moves),
                });
                break;
            }
        }
        self.nodes += line.undo(board);
        found.unwrap_or(Forecast::Open(0))
    }

    /// The moves of a side to its win, the next one first, if it goes on as in a remembered win that has had its last shift.
    fn known(&mut self, board: &mut Board, owner: Side, wins: &[Win]) -> Option<usize> {
        let (last, before) = {
            let mut stones = board.stones_of(owner);
            (stones.next()?, stones.next()?)
        };
        let mut best: Option<usize> = None;
        for win in wins {
            for (place, &shift) in win.shifts().iter().enumerate() {
                let rest = win.shifts().get(place + 1..).unwrap_or_default();
                if rest.is_empty() || best.is_some_and(|moves| rest.len() >= moves) {
                    continue;
                }
                let forms = Symmetry::all().filter(|form| form.of(shift) == last - before);
                for form in forms {
                    if !reaches(board, owner, last, rest, form) {
                        continue;
                    }
                    if let Some(moves) = self.follow(board, owner, last, rest, form) {
                        best = Some(best.map_or(moves, |best| best.min(moves)));
                    }
                }
            }
        }
        best
    }

    /// Follows the rest of a remembered win, with the best defence against it. Its moves, if it runs to five in a row; a move
    /// to an occupied square and a win of the defence end it.
    fn follow(
        &mut self,
        board: &mut Board,
        owner: Side,
        last: Square,
        rest: &[Square],
        form: Symmetry,
    ) -> Option<usize> {
        let mut line = Line::default();
        let mut at = last;
        let mut moves = None;
        let mut is_owners_turn = board.stones().last().is_some_and(|stone| stone.0 != owner);
        for (number, &shift) in (1..).zip(rest) {
            if !is_owners_turn {
                let answer = reply(board, !owner, Role::Defence);
                if answer.is_none_or(|square| line.put(board, !owner, square)) {
                    break;
                }
            }
            is_owners_turn = false;
            at = at + form.of(shift);
            if !board.is_free(at) {
                break;
            }
            if line.put(board, owner, at) {
                moves = Some(number);
                break;
            }
        }
        self.nodes += line.undo(board);
        moves
    }
}

/// Whether a side would win by these shifts from its last stone if nobody stopped it. What this refuses no defence makes good.
fn reaches(board: &mut Board, owner: Side, last: Square, rest: &[Square], form: Symmetry) -> bool {
    let mut line = Line::default();
    let mut at = last;
    let mut wins = false;
    for &shift in rest {
        at = at + form.of(shift);
        if wins || !board.is_free(at) {
            break;
        }
        wins = line.put(board, owner, at);
    }
    line.undo(board);
    wins
}

/// The square that a side takes in a line: one that wins, else one on which the other side would, else the one that is worth most to
/// its role. Of equal ones the first.
fn reply(board: &Board, side: Side, role: Role) -> Option<Square> {
    let squares = beside(board).into_iter().rev();
    squares.max_by_key(|&square| {
        let (own, other) = (rate(board, side, square), rate(board, !side, square));
        let urgency = match (own >= WIN, other >= WIN) {
            (true, _) => 2,
            (false, true) => 1,
            (false, false) => 0,
        };
        let value = match role {
            Role::Attack => EMPHASIS * own + other,
            Role::Defence => own + EMPHASIS * other,
        };
        (urgency, value)
    })
}

/// Stones that are put to look ahead.
#[derive(Default)]
struct Line(Vec<Square>);

impl Line {
    /// Puts a stone on a free square; whether it wins.
    fn put(&mut self, board: &mut Board, side: Side, square: Square) -> bool {
        if board.put(side, square).is_ok() {
            self.0.push(square);
        }
        board.winner().is_some()
    }

    /// Takes all of them back; how many they were.
    fn undo(self, board: &mut Board) -> u64 {
        let count = self.0.len() as u64;
        for square in self.0.into_iter().rev() {
            let _ = board.take(square);
        }
        count
    }
}

impl Player for David {
    fn think(&mut self, board: &mut Board, side: Side, deadline: Deadline) -> Thought {
        let moves = beside(board);
        self.choose_of(board, side, &moves, deadline)
    }

    /// Remembers how it was won, whoever won it.
    fn game_over(&mut self, board: &Board) {
        if let Some(winner) = board.winner()
            && let Ok(win) = Win::of_moves(&moves_of(board, winner))
            && let Err(error) = self.memory.learn(win)
        {
            note(format_args!("kamen-gomoku: {error}"));
        }
    }

    fn remembered(&self) -> Option<usize> {
        Some(self.memory.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::tests::board;
    use crate::game::opening;

    #[test]
    fn the_fastest_win_then_promise_then_the_longest_defence() {
        use Forecast::{Loss, Open, Win};
        let cases = [
            ([Open(0), Open(0)], None, None, Worth::Promises(7)),
            ([Win(4), Open(0)], None, None, Worth::Wins(Reverse(4))),
            ([Win(4), Win(3)], Some(2), None, Worth::Wins(Reverse(2))),
            ([Win(4), Loss(4)], None, None, Worth::Wins(Reverse(4))),
            ([Win(4), Loss(3)], None, None, Worth::Loses(3)),
            ([Open(0), Loss(5)], None, Some(2), Worth::Loses(2)),
            ([Open(0), Open(0)], Some(3), Some(2), Worth::Loses(2)),
            ([Open(0), Open(0)], Some(3), None, Worth::Wins(Reverse(3))),
        ];
        for (lines, known_win, known_loss, expected) in cases {
            let outlook = Outlook {
                lines,
                known_win,
                known_loss,
            };
            assert_eq!(outlook.worth(7), expected, "{outlook:?}");
        }
        let order = [
            Worth::Loses(1),
            Worth::Loses(2),
            Worth::Promises(-5),
            Worth::Promises(5),
            Worth::Wins(Reverse(3)),
            Worth::Wins(Reverse(1)),
        ];
        assert!(order.is_sorted());
    }

    /// Stones for a win of the first side in which all but the last `missing` moves are played, in a form; the second side stands far
    /// away.
    fn nearly_won(win: &Win, form: Symmetry, missing: usize) -> Board {
        let mut board = Board::new(23);
        let mut at = Square::new(12, 11);
        let played = win.shifts().len() + 1 - missing;
        for (number, y) in (0..played).zip(0..) {
            board.put(Side::First, at).unwrap();
            // No two of them in a row.
            board
                .put(Side::Second, Square::new(2 * (y % 2), 2 * y))
                .unwrap();
            at = at + form.of(win.shifts().get(number).copied().unwrap_or_default());
        }
        board
    }

    #[test]
    fn a_remembered_win_is_known_in_all_forms_and_places() {
        let codes = [35, 858, 210, 119, 10, 21, 5, 22, 17];
        let win = Win::of_codes(codes.to_vec()).unwrap();
        for form in Symmetry::all() {
            let board = &mut nearly_won(&win, form, 2);
            let mut david = David::new(1, Memory::default());
            let known = std::slice::from_ref(&win);
            // Before the reply of the second side, which stops nothing with a stone elsewhere.
            let before = board.clone();
            assert_eq!(david.known(board, Side::First, known), Some(2), "{form:?}");
            assert_eq!(*board, before);
            assert_eq!(david.known(board, Side::First, &[]), None);
            // A stone where the win goes on is a false alarm.
            let last = board.stones_of(Side::First).next().unwrap();
            let next = last + form.of(win.shifts()[win.shifts().len() - 2]);
            board.put(Side::Second, next).unwrap();
            assert_eq!(david.known(board, Side::First, known), None, "{form:?}");
        }
    }

    #[test]
    fn thinking_leaves_the_board_as_it_was() {
        let memory = Memory::default();
        memory.learn(Win::of_codes(vec![5; 4]).unwrap()).unwrap();
        for seed in 0..5 {
            let mut board = opening(15, 9, seed);
            let before = board.clone();
            let mut david = David::new(4, memory.clone());
            let thought = david.think(&mut board, Side::Second, Deadline::default());
            assert_eq!(board, before);
            assert!(board.is_free(thought.square) && thought.nodes > 0);
        }
    }

    #[test]
    fn a_won_game_is_remembered_and_an_open_one_is_not() {
        let memory = Memory::default();
        let mut david = David::new(1, memory.clone());
        david.game_over(&board(15, &["xxxx"]));
        assert!(memory.is_empty());
        david.game_over(&board(15, &["xxxxx"]));
        assert_eq!(memory.wins()[0].codes(), [5, 5, 5, 5]);
    }
}
