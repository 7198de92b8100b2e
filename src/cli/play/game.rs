//! A game of a person, and how it is written. Begin with [`PlayedGame`].

use crate::ending::{ending, side};
use crate::notation::moves_text;
use kamen_core::board::Color;
use kamen_core::game::{AnyGame, AnyMove, AnyPosition};
use kamen_core::notation::Diagram;
use kamen_core::notation::pdn::write_move;
use kamen_core::rules::GameResult;
use kamen_engine::{SearchInfo, Setup};

/// A move that was made, and what the engine told of its own.
pub(super) struct Made {
    pub(super) played: AnyMove,
    pub(super) info: Option<SearchInfo>,
}

/// A game so far.
pub(super) struct PlayedGame {
    pub(super) start: AnyPosition,
    /// The person's colour.
    pub(super) person: Color,
    /// Whether squares are written with letters.
    pub(super) letters: bool,
    pub(super) moves: Vec<Made>,
    /// Whether the person has given up.
    pub(super) is_resigned: bool,
}

impl PlayedGame {
    pub(super) fn new(start: AnyPosition, person: Color, letters: bool) -> PlayedGame {
        PlayedGame {
            start,
            person,
            letters,
            moves: Vec::new(),
            is_resigned: false,
        }
    }

    /// The game after its first moves.
    fn after(&self, plies: usize) -> AnyGame {
        let mut game = AnyGame::new(self.start);
        for made in self.moves.iter().take(plies) {
            game.play_legal(&made.played);
        }
        game
    }

    /// The game with its present position.
    pub(super) fn now(&self) -> AnyGame {
        self.after(self.moves.len())
    }

    /// `None` while it goes on.
    pub(super) fn result(&self) -> Option<GameResult> {
        if self.is_resigned {
            return Some(GameResult::won_by(!self.person));
        }
        Some(self.now().over()?.result())
    }

    /// How it ended, in a sentence.
    pub(super) fn end(&self) -> String {
        let end = match self.now().over().filter(|_| !self.is_resigned) {
            Some(over) => ending(self.start.variant(), over),
            None => format!("{} wins: {} resigns", side(!self.person), side(self.person)),
        };
        let verdict = match self.result().and_then(GameResult::winner) {
            None => "nobody wins",
            Some(winner) if winner == self.person => "you win",
            Some(_) => "you lose",
        };
        format!("The game is over, {verdict}. {end}.")
    }

    /// Takes the last move of the person back, with what followed; false if there is none.
    pub(super) fn take_back(&mut self) -> bool {
        if std::mem::take(&mut self.is_resigned) {
            return true;
        }
        // Sides alternate, so those before an odd or an even number of moves are the person's.
        let own = usize::from(self.start.turn() != self.person);
        let last = (0..self.moves.len()).rev().find(|ply| ply % 2 == own);
        last.inspect(|&ply| self.moves.truncate(ply)).is_some()
    }

    /// The number of a ply on the score sheet: `1.` or `1...`.
    pub(super) fn number(&self, ply: usize) -> String {
        let ply = ply + self.offset();
        let dots = if ply.is_multiple_of(2) { "." } else { "..." };
        format!("{}{dots}", ply / 2 + 1)
    }

    /// 1 where the side begins that is not the first of the variant.
    fn offset(&self) -> usize {
        usize::from(self.start.turn() != self.start.variant().facts().first)
    }

    /// The number of the next move and whose it is.
    pub(super) fn prompt(&self) -> String {
        let turn = side(self.now().turn());
        format!("{} {turn}> ", self.number(self.moves.len()))
    }

    /// A legal move of the present position.
    pub(super) fn text(&self, m: &AnyMove) -> String {
        write_move(self.now().position(), m, self.letters).to_string()
    }

    /// The legal moves.
    pub(super) fn legal(&self) -> Vec<String> {
        let moves = self.now().legal_moves();
        moves.iter().map(|m| self.text(m)).collect()
    }

    /// Legal moves after the first `ply` of the game, as a score sheet has them.
    pub(super) fn line(&self, ply: usize, moves: &[AnyMove]) -> String {
        let start = *self.after(ply).position();
        moves_text(&start, moves, ply + self.offset(), self.letters)
    }

    /// The line of an engine from the present position on, from Hub notation.
    pub(super) fn engine_line(&self, moves: &[String]) -> String {
        let mut position = *self.now().position();
        let mut line = Vec::new();
        for text in moves {
            let Ok(m) = position.parse_move(text) else {
                break;
            };
            position = position.after_legal(&m);
            line.push(m);
        }
        self.line(self.moves.len(), &line)
    }

    /// The start position, for an engine.
    pub(super) fn setup(&self) -> Setup {
        if self.start == AnyPosition::start(self.start.variant()) {
            Setup::Start
        } else {
            Setup::Hub(self.start.hub().to_string())
        }
    }

    /// The moves so far, in Hub notation.
    pub(super) fn hub_moves(&self) -> Vec<String> {
        let moves = self.moves.iter();
        moves.map(|made| made.played.to_string()).collect()
    }

    /// The present board, and the squares of the last move on it.
    pub(super) fn diagram(&self, is_turned: bool) -> (Diagram, Vec<[usize; 2]>) {
        let drawn = |game: AnyGame| {
            let diagram = Diagram::new(*game.position()).with_letters(self.letters);
            diagram.turned(is_turned)
        };
        let last = self.moves.last().map(|made| {
            let before = drawn(self.after(self.moves.len() - 1));
            before.way(&made.played)
        });
        (drawn(self.now()), last.unwrap_or_default())
    }
}
