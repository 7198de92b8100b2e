//! The six matches that the thesis published, played again.

use crate::board::{Board, Side, Square};
use crate::code::Symmetry;
use crate::david::David;
use crate::game::{Game, play};
use crate::goliath::Goliath;
use crate::memory::Memory;
use crate::player::{Deadline, Forecast, Player, Thought};

/// The board of the thesis.
pub const SIZE: u8 = 23;
/// Games longer than this are drawn.
const LONGEST: usize = 300;

/// A match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Published {
    /// Who played, the one that began first.
    pub players: &'static str,
    /// What the thesis says.
    pub published: &'static str,
    /// What came out here.
    pub here: String,
    /// Whether that is the same in what can be compared.
    pub agrees: bool,
}

/// The level, and the memory, of one David or two.
fn david(level: usize, memory: &Memory) -> David {
    David::new(level, memory.clone())
}

/// Plays a game on the board of the thesis.
fn game(first: &mut dyn Player, second: &mut dyn Player) -> Game {
    play(Board::new(SIZE), [first, second], LONGEST)
}

/// A game in words.
fn told(game: &Game, names: [&str; 2]) -> String {
    let won = |side| game.board.stones_of(side).count();
    match game.winner {
        None => format!("drawn after {} moves of each", won(Side::First)),
        Some(side @ Side::First) => format!("{} won in {} moves", names[0], won(side)),
        Some(side @ Side::Second) => format!("{} won in {} moves", names[1], won(side)),
    }
}

/// Plays the matches in their order; `seen` gets each as it ends.
pub fn published(mut seen: impl FnMut(Published)) {
    for (players, published, level, david_begins, david_wins) in [
        ("Goliath - David, level 10", "Goliath won", 10, false, false),
        ("David, level 10 - Goliath", "David won", 10, true, true),
        (
            "Goliath - David, level 20",
            "David won after a long game",
            20,
            false,
            true,
        ),
    ] {
        let mut goliath = Goliath::default();
        let mut david = david(level, &Memory::default());
        let (game, names) = match david_begins {
            true => (game(&mut david, &mut goliath), ["David", "Goliath"]),
            false => (game(&mut goliath, &mut david), ["Goliath", "David"]),
        };
        let winner = if david_begins == david_wins {
            Side::First
        } else {
            Side::Second
        };
        seen(Published {
            players,
            published,
            here: told(&game, names),
            agrees: game.winner == Some(winner),
        });
    }
    let two = game(&mut Goliath::default(), &mut Goliath::default());
    seen(Published {
        players: "Goliath - Goliath",
        published: "the starter won after 30 moves",
        here: told(&two, ["the starter", "the other"]),
        agrees: two.winner == Some(Side::First),
    });
    let memory = Memory::default();
    let lengths: Vec<usize> = (0..6)
        .map(|_| {
            game(&mut david(2, &memory), &mut david(2, &memory))
                .board
                .stones()
                .len()
        })
        .collect();
    let shown: Vec<String> = lengths.iter().map(usize::to_string).collect();
    seen(Published {
        players: "David - David, level 2, six games",
        published: "no results; they get longer and better",
        here: format!("{} stones", shown.join(", ")),
        agrees: lengths[3..].iter().sum::<usize>() > lengths[..3].iter().sum(),
    });
    let (moves, left) = trap();
    let ways = ["played again", "mirrored", "shifted"].iter().zip(&left);
    let ways: Vec<String> = ways
        .map(|(how, left)| match left {
            Some(number) => format!("{how} at his move {number}"),
            None => format!("{how} never"),
        })
        .collect();
    let ways = ways.join(", ");
    seen(Published {
        players: "a person - David, level 10",
        published: "three wins; then David avoids the trap, also mirrored and shifted",
        here: format!("Goliath for the person won in {moves} moves; David leaves the way {ways}"),
        agrees: left.iter().all(Option::is_some),
    });
}

/// In place of a person Goliath wins against David; then the same moves are tried again, as they were, mirrored, and shifted, against a
/// David who remembers the lost game alone. The moves of the winner, and for each attempt the first of David's moves, counted from
/// 1 among his own, that was not that of the lost game.
fn trap() -> (usize, [Option<usize>; 3]) {
    let memory = Memory::default();
    let lost = game(&mut Goliath::default(), &mut david(10, &memory));
    let mirror = Symmetry::all().nth(1).unwrap_or(Symmetry::IDENTITY);
    let again = [
        (Symmetry::IDENTITY, Square::default()),
        (mirror, Square::default()),
        (Symmetry::IDENTITY, Square::new(2, 1)),
    ];
    let again = again.map(|(form, shift)| {
        let remembered = Memory::default();
        for win in memory.wins() {
            let _ = remembered.learn(win);
        }
        let centre = lost.board.centre();
        let way = lost
            .moves()
            .map(|square| form.of(square - centre) + centre + shift);
        let way: Vec<Square> = way.collect();
        let mut person = Repeating(way.iter().copied().step_by(2).collect());
        let game = game(&mut person, &mut david(10, &remembered));
        let replies = game.moves().zip(&way).skip(1).step_by(2);
        let left = (1..).zip(replies).find(|(_, (here, then))| here != *then);
        left.map(|(number, _)| number)
    });
    (lost.board.stones_of(Side::First).count(), again)
}

/// Plays moves in their order as long as they can be played, then as Goliath.
struct Repeating(Vec<Square>);

impl Player for Repeating {
    fn think(&mut self, board: &mut Board, side: Side, deadline: Deadline) -> Thought {
        let number = board.stones_of(side).count();
        match self.0.get(number).filter(|&&square| board.is_free(square)) {
            Some(&square) => Thought {
                square,
                forecast: Forecast::Open(0),
                nodes: 0,
            },
            None => Goliath::default().think(board, side, deadline),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The three that are quick; `kamen-gomoku published` plays all of them.
    #[test]
    fn david_and_goliath_win_as_published() {
        let memory = Memory::default();
        let first = game(&mut Goliath::default(), &mut david(10, &memory));
        assert_eq!(first.winner, Some(Side::First));
        assert_eq!(memory.len(), 1);
        let second = game(&mut david(10, &Memory::default()), &mut Goliath::default());
        assert_eq!(second.winner, Some(Side::First));
        let third = game(&mut Goliath::default(), &mut david(20, &Memory::default()));
        assert_eq!(third.winner, Some(Side::Second));
        assert!(third.board.stones().len() > second.board.stones().len());
    }

    #[test]
    fn david_leaves_the_way_in_which_he_has_lost() {
        let (_, left) = trap();
        assert!(left.iter().all(Option::is_some), "{left:?}");
        // Without a memory he goes the same way.
        let games =
            [0, 1].map(|_| game(&mut Goliath::default(), &mut david(10, &Memory::default())));
        assert_eq!(games[0], games[1]);
    }
}
