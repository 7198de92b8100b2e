//! What an engine thinks of the moves of a game. Begin with [`Analyst`], or with [`judge_game`] for all moves of a game.

// They would panic where nobody reads the output any more.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod annotate;
mod doubles;
mod exercise;
mod game;
mod openings;
mod problem;
mod question;
mod words;
mod worth;

pub use annotate::{AnnotationStyle, annotate, known_text, score_text, signed_score_text};
pub use doubles::Doubles;
pub use exercise::{Exercise, exercises};
pub use game::judge_game;
pub use openings::{NotCounted, OpeningResults, Results};
pub use problem::{
    Branch, Choice, Effect, Finding, Judged, Leaf, Problem, ProblemSettings, Stipulation, Tree,
    Verdict,
};
pub use question::{ExerciseSettings, Question, Task};
pub use words::words;
pub use worth::{Ground, Worth, worth};

use kamen_book::Book;
use kamen_core::board::Color;
use kamen_core::game::{AnyGame, AnyMove, AnyPosition};
use kamen_core::score::Score;
use kamen_eval::Chances;
use kamen_search::{Budget, Control, Engine, EngineError, Limits, Progress};
use kamen_tables::Value;
use std::mem;
use std::num::NonZero;
use std::time::Instant;

/// The part of a move's time that the best lines get; the rest is for the move itself, if it begins none of them.
const PART_OF_LINES: f64 = 0.7;
/// The part that a lone legal move gets, of which only the score is asked.
const PART_OF_LONE: f64 = 0.2;

/// A line that an engine found.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The score for the side to move before it.
    pub score: Score,
    /// Plies that were searched.
    pub depth: u32,
    /// The moves; never empty.
    pub moves: Vec<AnyMove>,
}

impl Line {
    fn of(progress: &Progress) -> Line {
        Line {
            score: progress.score,
            depth: progress.depth,
            moves: progress.pv.clone(),
        }
    }
}

/// How a move is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// The only move that holds what there was.
    Only,
    /// It loses some of the expected points.
    Inaccuracy,
    /// It loses more.
    Mistake,
    /// It loses much.
    Blunder,
}

impl Mark {
    /// The expected points, of 1, that a move loses at least to be marked so: half of what lidraughts says, which counts from
    /// -1 to 1.
    const INACCURACY: f64 = 0.05;
    const MISTAKE: f64 = 0.10;
    const BLUNDER: f64 = 0.15;

    /// The mark of a move that loses so many of the expected points.
    pub fn of_loss(loss: f64) -> Option<Mark> {
        match loss {
            _ if loss >= Mark::BLUNDER => Some(Mark::Blunder),
            _ if loss >= Mark::MISTAKE => Some(Mark::Mistake),
            _ if loss >= Mark::INACCURACY => Some(Mark::Inaccuracy),
            _ => None,
        }
    }

    /// The numeric annotation glyph of PDN.
    pub fn nag(self) -> u16 {
        match self {
            Mark::Only => 1,
            Mark::Inaccuracy => 6,
            Mark::Mistake => 2,
            Mark::Blunder => 4,
        }
    }
}

/// What is known of a move without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// It leads to a position of the opening book, with this score for the side that moves.
    Book(Score),
    /// Endgame tables have the position that it leads to, and this is its value for the side that moves, with the plies from
    /// there to the end of the game, where they are known.
    Tables(Value, Option<u16>),
}

/// What is thought of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgment {
    /// The position before the move.
    pub position: AnyPosition,
    /// The move.
    pub played: AnyMove,
    /// Whether it was the only legal one.
    pub is_forced: bool,
    /// The best lines, the best first.
    pub lines: Vec<Line>,
    /// The score of the move for its side, from a search as deep as that of the best line.
    pub score: Score,
    /// The line that the move begins; the move alone if no search has got to it.
    pub line: Vec<AnyMove>,
    /// The expected points that it gives away, from 0 to 1.
    pub loss: f64,
    /// The mark that it gets.
    pub mark: Option<Mark>,
    /// What the book or the tables say of it.
    pub known: Option<Known>,
}

impl Judgment {
    /// A score of the side that moves, from White's side.
    pub fn of_white(&self, score: Score) -> Score {
        match self.position.turn() {
            Color::White => score,
            Color::Black => -score,
        }
    }

    /// The line that would have been better, if the move is marked as bad.
    pub fn better(&self) -> Option<&Line> {
        let best = self.lines.first()?;
        let is_bad = self.mark.is_some_and(|mark| mark != Mark::Only);
        (is_bad && best.moves[0] != self.played).then_some(best)
    }
}

/// Judges the moves of games.
#[derive(Clone, Copy, Debug)]
pub struct Analyst<'a> {
    engine: &'a Engine,
    limits: Limits,
    book: Option<&'a Book>,
}

impl<'a> Analyst<'a> {
    /// An analyst with limits for each search, of which time is shared by the searches that a move takes; `limits.lines` is how many
    /// lines of a position are looked at, and a mark for the only move that holds takes two.
    pub fn new(engine: &'a Engine, limits: Limits) -> Analyst<'a> {
        Analyst {
            engine,
            limits,
            book: None,
        }
    }

    /// The same analyst with an opening book, which is named where it has a move; it changes no judgment.
    #[must_use]
    pub fn with_book(self, book: &'a Book) -> Analyst<'a> {
        let book = Some(book);
        Analyst { book, ..self }
    }

    /// The best lines of the present position of a game, the best first.
    ///
    /// # Errors
    /// If the game is of another variant.
    pub fn lines(&self, game: &AnyGame) -> Result<Vec<Line>, EngineError> {
        self.search(game, self.limits, &Control::new())
    }

    fn search(
        &self,
        game: &AnyGame,
        limits: Limits,
        control: &Control,
    ) -> Result<Vec<Line>, EngineError> {
        let (mut found, mut before) = (Vec::new(), Vec::new());
        let mut hear = |progress: &Progress| {
            let line = Line::of(progress);
            let is_next = |last: &Line| last.depth != line.depth || progress.line.is_none();
            if found.last().is_some_and(is_next) {
                before = mem::take(&mut found);
            }
            found.push(line);
        };
        self.engine.think_with(game, &limits, control, &mut hear)?;
        // The lines of a depth come from the worst to the best; the search may have ended before it had all of the last one.
        if found.len() < before.len() {
            found = before;
        }
        found.reverse();
        Ok(found)
    }

    /// Judges a legal move in the present position of a game.
    ///
    /// # Errors
    /// If the game is of another variant.
    pub fn judge(&self, game: &AnyGame, played: &AnyMove) -> Result<Judgment, EngineError> {
        let began = Instant::now();
        let position = *game.position();
        let is_forced = position.legal_moves().len() == 1;
        let part = if is_forced {
            PART_OF_LONE
        } else {
            PART_OF_LINES
        };
        let budget = self.limits.budget.map(|budget| Budget {
            plan: budget.plan.mul_f64(part),
            hard: budget.hard.mul_f64(part),
        });
        let limits = Limits {
            budget,
            ..self.limits
        };
        let lines = self.search(game, limits, &Control::new())?;
        let known = lines.iter().find(|line| line.moves[0] == *played);
        let (score, line) = match known {
            Some(line) => (line.score, line.moves.clone()),
            None => {
                let control = Control::new();
                control.choose(vec![position.after_legal(played).key()]);
                let depth = lines.first().map(|line| line.depth);
                let left = |budget: Budget| budget.less(began.elapsed());
                let limits = Limits {
                    depth: depth.or(self.limits.depth),
                    budget: self.limits.budget.map(left),
                    lines: NonZero::<u32>::MIN,
                    ..self.limits
                };
                let found = self.search(game, limits, &control)?.into_iter().next();
                found.map_or((Score::DRAW, vec![*played]), |line| {
                    (line.score, line.moves)
                })
            }
        };
        let points = |score| Chances::of(position.variant(), score).points();
        let best = lines.first().map_or(score, |line| line.score.max(score));
        let loss = if is_forced {
            0.0
        } else {
            points(best) - points(score)
        };
        let is_only = || {
            let next = lines.get(1)?;
            let is_best = lines[0].moves[0] == *played;
            (is_best && points(best) - points(next.score) >= Mark::BLUNDER).then_some(Mark::Only)
        };
        Ok(Judgment {
            position,
            played: *played,
            is_forced,
            score,
            line,
            loss,
            mark: Mark::of_loss(loss).or_else(is_only),
            known: self.known(&position.after_legal(played)),
            lines,
        })
    }

    /// What is known of the move that leads to a position.
    fn known(&self, after: &AnyPosition) -> Option<Known> {
        let of_book = || {
            let entry = self.book?.find(after)?;
            Some(Known::Book((-entry.score()).to_root(1)))
        };
        let of_tables = || {
            let (outcome, has_distance) = self.engine.tables()?.look_up(after)?;
            let plies = has_distance.then_some(outcome.distance);
            Some(Known::Tables(outcome.value.reversed(), plies))
        };
        of_book().or_else(of_tables)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kamen_core::rules::Variant;
    use std::time::Duration;

    #[test]
    fn a_lone_move_takes_little_of_the_time() {
        let capture = AnyPosition::parse_fen(Variant::Czech, "W:Wc3,e1,g1,a3:Bd4,h8,f8,b8");
        let game = AnyGame::new(capture.unwrap());
        let lone = game.position().legal_moves();
        assert_eq!(lone.len(), 1);
        let engine = Engine::new(Variant::Czech).unwrap();
        let analyst = Analyst::new(&engine, Limits::move_time(Duration::from_secs(2)));
        let began = Instant::now();
        let judgment = analyst.judge(&game, &lone[0]).unwrap();
        assert!(judgment.is_forced && judgment.lines.len() == 1);
        assert!(began.elapsed() < Duration::from_secs(1));
    }
}
