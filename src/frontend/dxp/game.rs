//! One game.

use super::clock::Clock;
use super::schedule::Terms;
use kamen_core::board::Color;
use kamen_core::game::{AnyGame, AnyPosition, GameOver};
use kamen_core::notation::{MoveError, PositionError};
use kamen_core::rules::{Draw, Variant};
use kamen_engine::{Level, SearchInfo, Setup};
use kamen_protocol::dxp::EndReason;
use std::time::Duration;

/// What each move of ours is charged beside the time that it took, because the partner's clock also
/// counts the way there and back.
const LAG: Duration = Duration::from_millis(50);
/// Seconds for a move where nothing else says how long to think.
const DEFAULT_MOVE_TIME: f64 = 1.0;
/// A score, in hundredths of a man, that claims the win when all moves are made (as Scan does).
const CLAIM: i32 = 300;

/// A game in progress.
pub(super) struct Game {
    variant: Variant,
    terms: Terms,
    start_turn: Color,
    board: AnyGame,
    moves: Vec<String>,
    clock: Clock,
    /// Why the rules have called the game drawn, even if the partner went on.
    drawn: Option<Draw>,
    /// What the engine thought last.
    pub(super) thought: Option<SearchInfo>,
}

impl Game {
    /// A game on these terms.
    ///
    /// # Errors
    /// When it cannot begin where it should.
    pub(super) fn new(variant: Variant, terms: Terms) -> Result<Game, PositionError> {
        let board = board(variant, &terms)?;
        let start_turn = board.turn();
        Ok(Game {
            variant,
            clock: Clock::new(terms.minutes, start_turn),
            terms,
            start_turn,
            board,
            moves: Vec::new(),
            drawn: None,
            thought: None,
        })
    }

    /// Our colour.
    pub(super) fn ours(&self) -> Color {
        self.terms.ours
    }

    /// Whether it is our move.
    pub(super) fn is_ours(&self) -> bool {
        self.board.turn() == self.terms.ours
    }

    /// Where it began, for the engine.
    pub(super) fn setup(&self) -> Setup {
        match &self.terms.start {
            Some(position) => Setup::Hub(position.to_string()),
            None => Setup::Start,
        }
    }

    /// What was played, in Hub notation.
    pub(super) fn moves(&self) -> &[String] {
        &self.moves
    }

    /// The last move as a line: its number on the score sheet, how long it took, and what the
    /// engine thought of it if it is `ours`.
    pub(super) fn last_move(&self, time: Duration, ours: bool) -> String {
        let text = self.moves.last().map_or("", String::as_str);
        let late = usize::from(self.start_turn != self.variant.facts().first);
        let place = (self.moves.len() + late).saturating_sub(1);
        let dots = if place.is_multiple_of(2) { "." } else { "..." };
        let seconds = time.as_secs_f64();
        let number = place / 2 + 1;
        match self.thought.as_ref().filter(|_| ours) {
            Some(SearchInfo { score, depth, .. }) => {
                format!("{number}{dots} {text} ({seconds:.1} s, score {score}, depth {depth})")
            }
            None => format!("{number}{dots} {text} ({seconds:.1} s)"),
        }
    }

    /// The time and the number of moves, in words.
    pub(super) fn terms(&self) -> String {
        let time = match self.terms.minutes {
            0 => "no clock".to_owned(),
            1 => "1 minute".to_owned(),
            minutes => format!("{minutes} minutes"),
        };
        match self.terms.moves {
            0 => time,
            1 => format!("{time} for 1 move"),
            moves => format!("{time} for {moves} moves"),
        }
    }

    /// The present position, as FEN.
    pub(super) fn fen(&self) -> String {
        self.board.position().fen()
    }

    /// Plays a move that took so long and returns how Hub writes it.
    ///
    /// # Errors
    /// Why the move is not legal; nothing has changed then.
    pub(super) fn play(&mut self, text: &str, time: Duration) -> Result<String, MoveError> {
        let is_ours = self.is_ours();
        let text = self.board.play_text(text)?.to_string();
        self.clock.add(if is_ours { time + LAG } else { time });
        self.moves.push(text.clone());
        self.drawn = self.drawn.or(self.draw());
        Ok(text)
    }

    /// How the rules have ended the game, if they have.
    pub(super) fn over(&self) -> Option<GameOver> {
        self.drawn.map(GameOver::Draw).or_else(|| self.board.over())
    }

    /// Why the rules call the present position drawn, if they do.
    fn draw(&self) -> Option<Draw> {
        match self.board.over()? {
            GameOver::Draw(draw) => Some(draw),
            GameOver::NoMove(_) | GameOver::FirstKing(_) => None,
        }
    }

    /// Whether the side to move has made all moves that were agreed on.
    pub(super) fn moves_are_up(&self) -> bool {
        let most = usize::from(self.terms.moves);
        most > 0 && self.moves.len() >= 2 * most
    }

    /// What we say of the result when all moves are made.
    pub(super) fn claim(&self) -> EndReason {
        match self.thought.as_ref().map(|report| report.score.0) {
            Some(score) if score >= CLAIM => EndReason::Won,
            Some(score) if score <= -CLAIM => EndReason::Lost,
            _ => EndReason::None,
        }
    }

    /// The time that is left to a side.
    pub(super) fn left(&self, color: Color) -> Option<Duration> {
        self.clock.left(color)
    }

    /// What limits our next search, beside what the user says.
    pub(super) fn level(&self, of_user: &Level) -> Level {
        let time = self
            .clock
            .left(self.terms.ours)
            .map(|left| left.as_secs_f64());
        let begins = usize::from(self.terms.ours == self.start_turn);
        let made = (self.moves.len() + begins) / 2;
        let left = usize::from(self.terms.moves).saturating_sub(made);
        let mut level = Level {
            time,
            moves: (self.terms.moves > 0).then_some(left as u32),
            ..*of_user
        };
        if time.is_none() && *of_user == Level::default() {
            level.move_time = Some(DEFAULT_MOVE_TIME);
        }
        level
    }

    /// The number of plies before a move of the score sheet, whose first pair of moves is 1; `None`
    /// if the game has not come so far, or began later.
    pub(super) fn plies_before(&self, move_number: u16, turn: Color) -> Option<usize> {
        let first = self.variant.facts().first;
        let half = |turn| usize::from(turn != first);
        let place = 2 * usize::from(move_number.checked_sub(1)?) + half(turn);
        let plies = place.checked_sub(half(self.start_turn))?;
        (plies <= self.moves.len()).then_some(plies)
    }

    /// Takes back all but the first `plies` moves.
    pub(super) fn go_back(&mut self, plies: usize) {
        // The terms were good at the beginning, and so were the moves.
        let Ok(board) = board(self.variant, &self.terms) else {
            return;
        };
        self.board = board;
        self.drawn = None;
        self.moves.truncate(plies);
        for text in &self.moves {
            let played = self.board.play_text(text);
            debug_assert!(played.is_ok());
            self.drawn = self.drawn.or(self.draw());
        }
        self.clock.truncate(plies);
    }
}

fn board(variant: Variant, terms: &Terms) -> Result<AnyGame, PositionError> {
    match &terms.start {
        Some(position) => Ok(AnyGame::new(AnyPosition::from_hub(variant, position)?)),
        None => Ok(AnyGame::start(variant)),
    }
}

#[cfg(test)]
mod tests;
