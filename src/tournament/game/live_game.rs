//! A game under way: what was played, the clocks, and what programs are told of it.

use super::arbiter::{Arbiter, Interrupted, Seat};
use super::outcome::Outcome;
use super::record::{Effort, FaultRecord, GameId, GameRecord, MoveRecord};
use crate::contestant::Clock;
use crate::opening::Opening;
use crate::program::{ClockTime, Question};
use kamen_core::board::{Color, Key};
use kamen_core::game::{AnyGame, AnyMove, AnyPosition, GameLine};
use kamen_players::Thought;

/// A move and what its maker said of it.
pub(super) struct Made {
    pub(super) m: AnyMove,
    pub(super) thought: Option<Thought>,
    /// Seconds; `None` for moves of the opening and of built-in players.
    pub(super) seconds: Option<f64>,
}

/// A game under way.
pub(super) struct LiveGame {
    start: AnyPosition,
    pub(super) game: AnyGame,
    /// Every move from the first of the opening.
    pub(super) made: Vec<Made>,
    pub(super) clocks: [Option<Clock>; 2],
    pub(super) efforts: [Effort; 2],
    /// The same for games with the same positions in the same order.
    pub(super) signature: Key,
    pub(super) text: Text,
}

/// The game as programs want to hear it.
#[derive(Default)]
pub(super) struct Text {
    /// The moves since the opening.
    pub(super) moves: Vec<String>,
    /// The position after the last of them that is for good, and how many led there.
    pub(super) base: String,
    pub(super) wolf: String,
    pub(super) base_at: usize,
}

impl Text {
    /// Takes a position for the one from which moves are told.
    pub(super) fn begin_at(&mut self, position: &AnyPosition) {
        self.base = position.hub().to_string();
        self.wolf = position.wolf();
        self.base_at = self.moves.len();
    }
}

impl LiveGame {
    /// Sets up the position after the opening.
    pub(super) fn new(arbiter: &Arbiter<'_>, opening: &Opening) -> Result<Self, Interrupted> {
        let replayed = opening.replay(arbiter.variant);
        let (start, moves) = replayed.map_err(Interrupted::Opening)?;
        let mut game = LiveGame {
            start: *start.position(),
            signature: start.position().key(),
            game: start,
            made: Vec::with_capacity(128),
            clocks: [None; 2],
            efforts: [Effort::default(); 2],
            text: Text::default(),
        };
        for m in moves {
            game.make(Made {
                m,
                thought: None,
                seconds: None,
            });
        }
        Ok(game)
    }

    /// The game so far, as players hear it in the end.
    pub(super) fn line(&self) -> GameLine {
        GameLine {
            start: self.start,
            moves: self.made.iter().map(|made| made.m).collect(),
        }
    }

    /// Starts the clocks of those who have one.
    pub(super) fn begin_clocks(&mut self, seats: &[&mut Seat; 2]) {
        for (clock, seat) in self.clocks.iter_mut().zip(seats) {
            *clock = seat.limits.clock.map(Clock::new);
        }
    }

    /// Makes a legal move.
    pub(super) fn make(&mut self, made: Made) {
        self.game.play_legal(&made.m);
        // Not the moves but the positions, in their order.
        let before = Key(self.signature.0.rotate_left(7));
        self.signature = before.with(self.game.position().key().0);
        self.made.push(made);
    }

    /// What a program is asked, with what its clock says.
    pub(super) fn question(&self, clock: Option<Clock>) -> Question<'_> {
        Question {
            base: &self.text.base,
            wolf: &self.text.wolf,
            since: &self.text.moves[self.text.base_at..],
            all: &self.text.moves,
            clock: clock.map(|clock| ClockTime {
                left: clock.left(),
                increment: clock.increment(),
                moves: clock.moves_left(),
            }),
        }
    }

    /// Counts what a side has put into a move.
    pub(super) fn count(&mut self, color: Color, seconds: f64, thought: Option<Thought>) {
        self.efforts[color as usize] += Effort {
            moves: 1,
            seconds,
            searches: u64::from(thought.is_some()),
            depths: thought.map_or(0, |thought| thought.depth.into()),
            nodes: thought.map_or(0, |thought| thought.nodes),
        };
    }

    /// What is kept of the game, which has ended.
    pub(super) fn record(
        self,
        arbiter: &Arbiter<'_>,
        id: GameId,
        opening: &Opening,
        outcome: Outcome,
        fault: Option<FaultRecord>,
    ) -> GameRecord {
        let text = |made: &Made| MoveRecord {
            text: made.m.to_string(),
            score: made.thought.map(|thought| thought.score.0),
            depth: made.thought.map(|thought| thought.depth),
            time: made
                .seconds
                .map(|seconds| (seconds * 1000.0).round() / 1000.0),
        };
        let kept = if arbiter.keeps_moves {
            &self.made[..]
        } else {
            &[]
        };
        GameRecord {
            id,
            outcome,
            fault,
            plies: self.made.len(),
            signature: self.signature.0,
            efforts: self.efforts,
            fen: opening.fen.clone(),
            opening: opening.moves.len(),
            moves: kept.iter().map(text).collect(),
        }
    }
}
