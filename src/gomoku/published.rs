//! The six matches that the thesis published, played again.

use crate::board::{Board, Side, Square};
use crate::code::FORMS;
use crate::david::David;
use crate::game::play;
use crate::goliath::Goliath;
use crate::memory::Memory;
use crate::player::{Deadline, Player, Thought};
use std::io::{self, Write};

/// The board of the thesis.
pub const SIZE: u8 = 23;
/// Games longer than this are drawn.
const LONGEST: usize = 300;

/// A David of a level who remembers nothing yet.
fn david(level: usize) -> David {
    David::new(level, Memory::default())
}

/// Plays a game on the board of the thesis.
fn game(first: &mut dyn Player, second: &mut dyn Player) -> Board {
    play(Board::new(SIZE), [first, second], LONGEST)
}

/// A game in words.
fn told(game: &Board, names: [&str; 2]) -> String {
    let moves = |side| game.stones_of(side).count();
    match game.winner() {
        None => format!("drawn after {} moves of each", moves(Side::First)),
        Some(side) => format!("{} won in {} moves", names[side as usize], moves(side)),
    }
}

/// Plays the matches in their order, and writes of each as it ends who played, what the thesis says, what came out here, and whether
/// that is the same in what can be compared.
///
/// # Errors
/// Nothing can be written.
pub fn published(out: &mut impl Write) -> io::Result<()> {
    let mut show = |players: &str, published: &str, here: String, agrees: bool| {
        let sign = if agrees { "yes" } else { "no" };
        writeln!(
            out,
            "{players}\n  published  {published}\n  here       {here}"
        )?;
        writeln!(out, "  the same   {sign}")?;
        out.flush()
    };
    let won = game(&mut Goliath::default(), &mut david(10));
    show(
        "Goliath - David, level 10",
        "Goliath won",
        told(&won, ["Goliath", "David"]),
        won.winner() == Some(Side::First),
    )?;
    let won = game(&mut david(10), &mut Goliath::default());
    show(
        "David, level 10 - Goliath",
        "David won",
        told(&won, ["David", "Goliath"]),
        won.winner() == Some(Side::First),
    )?;
    let won = game(&mut Goliath::default(), &mut david(20));
    show(
        "Goliath - David, level 20",
        "David won after a long game",
        told(&won, ["Goliath", "David"]),
        won.winner() == Some(Side::Second),
    )?;
    let won = game(&mut Goliath::default(), &mut Goliath::default());
    show(
        "Goliath - Goliath",
        "the starter won after 30 moves",
        told(&won, ["the starter", "the other"]),
        won.winner() == Some(Side::First),
    )?;
    let memory = Memory::default();
    let lengths = [(); 6].map(|()| {
        let mut davids = [(); 2].map(|()| David::new(2, memory.clone()));
        let [first, second] = &mut davids;
        game(first, second).stones().len()
    });
    let (earlier, later) = lengths.split_at(3);
    let shown = lengths.map(|length| length.to_string()).join(", ");
    show(
        "David - David, level 2, six games",
        "no results; they get longer and better",
        format!("{shown} stones"),
        later.iter().sum::<usize>() > earlier.iter().sum(),
    )?;
    let (moves, left) = trap();
    let ways = left.map(|(how, left)| match left {
        Some(number) => format!("{how} at his move {number}"),
        None => format!("{how} never"),
    });
    let ways = ways.join(", ");
    show(
        "a person - David, level 10",
        "three wins; then David avoids the trap, also mirrored and shifted",
        format!("Goliath for the person won in {moves} moves; David leaves the way {ways}"),
        left.iter().all(|(_, left)| left.is_some()),
    )
}

/// In place of a person Goliath wins against David; then the same moves are tried again, as they were, mirrored, and shifted, against a
/// David who remembers the lost game alone. The moves of the winner, and for each attempt the first of David's moves, counted from
/// 1 among his own, that was not that of the lost game.
fn trap() -> (usize, [(&'static str, Option<usize>); 3]) {
    let lost = game(&mut Goliath::default(), &mut david(10));
    let attempts = [
        ("played again", FORMS[0], Square::default()),
        ("mirrored", FORMS[1], Square::default()),
        ("shifted", FORMS[0], Square(2, 1)),
    ];
    let left = attempts.map(|(how, form, shift)| {
        let mut david = david(10);
        david.game_over(&lost);
        let centre = lost.centre();
        let moved = |square: Square| form(square - centre) + centre + shift;
        let [way, replies] = [Side::First, Side::Second]
            .map(|side| lost.stones_of(side).map(moved).collect::<Vec<Square>>());
        let game = game(&mut Repeating(way), &mut david);
        let mut pairs = game.stones_of(Side::Second).zip(replies);
        let left = pairs.position(|(here, then)| here != then);
        (how, left.map(|place| place + 1))
    });
    (lost.stones_of(Side::First).count(), left)
}

/// Plays moves in their order as long as they can be played, then as Goliath.
struct Repeating(Vec<Square>);

impl Player for Repeating {
    fn think(&mut self, board: &Board, side: Side, deadline: Deadline) -> Option<Thought> {
        let number = board.stones_of(side).count();
        match self.0.get(number) {
            Some(&square) if board.is_free(square) => Some(square.into()),
            _ => Goliath::default().think(board, side, deadline),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The three that are quick; `kamen-gomoku published` plays all of them.
    #[test]
    fn david_and_goliath_win_as_published() {
        let mut loser = david(10);
        let first = game(&mut Goliath::default(), &mut loser);
        assert_eq!(first.winner(), Some(Side::First));
        assert_eq!(loser.remembered(), Some(1));
        let second = game(&mut david(10), &mut Goliath::default());
        assert_eq!(second.winner(), Some(Side::First));
        let third = game(&mut Goliath::default(), &mut david(20));
        assert_eq!(third.winner(), Some(Side::Second));
        assert!(third.stones().len() > second.stones().len());
    }

    #[test]
    fn david_leaves_the_way_in_which_he_has_lost() {
        let (_, left) = trap();
        assert!(left.iter().all(|(_, left)| left.is_some()), "{left:?}");
        // Without a memory he goes the same way.
        let games = [(); 2].map(|()| game(&mut Goliath::default(), &mut david(10)));
        assert_eq!(games[0], games[1]);
    }
}
