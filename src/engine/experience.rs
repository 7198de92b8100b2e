//! What the engine learns from games: how they were won, and what a deeper search says of the moves that lost.

use kamen_core::board::Color;
use kamen_core::game::{AnyGame, AnyMove, AnyPosition, GameLine};
use kamen_core::rules::{GameResult, Variant};
use kamen_core::score::Score;
use kamen_eval::Choice;
use kamen_players::UnusableFile;
use kamen_players::memory::{Bound, Memory};
use kamen_search::{Correction, Engine, EngineError, Limits, STACK_BYTES};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

/// Nodes of all searches that look for the move that lost, and the most of one.
const NODES: u64 = 1_200_000;
const MOST_NODES: u64 = 50_000;
/// Of these, the first that get a correction.
const CORRECTIONS: usize = 8;
/// Down to this score, in centi-men, the loser was not losing yet.
const EVEN: i32 = -40;
/// What another loss by the same move adds to its correction, in centi-men, and the most of that.
const AGAIN: i32 = 10;
const MOST_AGAIN: i32 = 50;
/// The table of these searches, as an exponent of 2.
const TABLE: u32 = 18;

/// A memory and what is done with it.
#[derive(Clone, Debug)]
pub(super) struct Experience {
    memory: Memory,
    learns: bool,
    /// An engine of its own, for the searches after a game.
    engine: Engine,
    /// The learning under way.
    work: Arc<Mutex<Option<JoinHandle<()>>>>,
}

/// Why there is no experience.
#[derive(Debug, thiserror::Error)]
pub(super) enum ExperienceError {
    #[error(transparent)]
    File(#[from] UnusableFile),
    #[error(transparent)]
    Engine(#[from] EngineError),
}

impl Experience {
    /// Opens a memory, which is made where there is none.
    pub(super) fn open(
        path: &str,
        learns: bool,
        variant: Variant,
        eval: &Choice,
    ) -> Result<Experience, ExperienceError> {
        let memory = Memory::new(path);
        memory.check(variant)?;
        Ok(Experience {
            memory,
            learns,
            engine: Engine::with(variant, eval, TABLE)?,
            work: Arc::default(),
        })
    }

    /// Reads what others have learned.
    pub(super) fn refresh(&self) {
        if let Err(error) = self.memory.check(self.engine.variant()) {
            log::error!("{error}");
        }
    }

    /// What is known of the moves of a game, after waiting for the learning under way.
    pub(super) fn corrections(&self, game: &AnyGame) -> Vec<Correction> {
        self.wait();
        let correction = |m: &AnyMove| {
            let after = game.position().after(m).ok()?;
            let bound = self.memory.bound(&after)?;
            Some(Correction {
                after: after.key(),
                at_most: -bound.score,
                depth: bound.depth,
            })
        };
        game.legal_moves().iter().filter_map(correction).collect()
    }

    /// Remembers a decided game, and begins to look for the moves that lost it.
    pub(super) fn learn(&self, line: &GameLine, result: GameResult) {
        if !self.learns || result == GameResult::Draw {
            return;
        }
        if let Err(error) = self.memory.learn(line) {
            let path = self.memory.path().display();
            return log::error!("a game cannot be written to {path}: {error}");
        }
        self.wait();
        let (own, line) = (self.clone(), line.clone());
        let work = std::thread::Builder::new()
            .name("experience".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(move || own.correct(&line));
        match work {
            Ok(work) => *self.work.lock().unwrap_or_else(PoisonError::into_inner) = Some(work),
            Err(error) => log::error!("nothing is learned, {error}"),
        }
    }

    /// Waits for the learning under way.
    pub(super) fn wait(&self) {
        let work = self
            .work
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if work.is_some_and(|work| work.join().is_err()) {
            log::error!("learning from a game failed");
        }
    }

    /// Searches the positions after the loser's moves, the last first, until one was not losing. So the table knows
    /// what came later.
    fn correct(&self, line: &GameLine) {
        self.engine.forget();
        let mut found: Vec<Bound> = Vec::new();
        let positions = after_losing_moves(line);
        let nodes = (NODES / positions.len().max(1) as u64).min(MOST_NODES);
        for position in positions.iter().rev() {
            let Some(bound) = self.bound(position, nodes) else {
                break;
            };
            if -bound.score.0 > EVEN {
                break;
            }
            found.push(bound);
        }
        for bound in found.into_iter().rev().take(CORRECTIONS) {
            if let Err(error) = self.memory.learn_bound(bound) {
                let path = self.memory.path().display();
                return log::error!("a correction cannot be written to {path}: {error}");
            }
        }
    }

    /// What a search finds of a position whose winner is to move; more each time that it is lost again.
    fn bound(&self, position: &AnyPosition, nodes: u64) -> Option<Bound> {
        let game = AnyGame::new(*position);
        let answer = self.engine.think(&game, &Limits::nodes(nodes)).ok()?;
        let known = self.memory.bound(position);
        let again = known.map_or(answer.score.0, |known| {
            (known.score.0 + AGAIN).min(answer.score.0 + MOST_AGAIN)
        });
        let score = match answer.score.is_decided() {
            true => answer.score,
            false => Score::evaluation(again.max(answer.score.0)),
        };
        Some(Bound {
            position: seen_by_mover(position),
            score,
            depth: answer.depth,
        })
    }
}

/// A position turned so that White is to move.
fn seen_by_mover(position: &AnyPosition) -> AnyPosition {
    match position.turn() {
        Color::White => *position,
        Color::Black => position.half_turned(),
    }
}

/// The positions of a decided game in which its winner is to move, after a move of the loser.
fn after_losing_moves(line: &GameLine) -> Vec<AnyPosition> {
    let winner = (line.end()).and_then(|end| end.over()?.winner());
    let mut here = line.start;
    let mut after = Vec::new();
    for m in &line.moves {
        let Ok(next) = here.after(m) else {
            break;
        };
        here = next;
        if Some(here.turn()) == winner {
            after.push(here);
        }
    }
    after
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Session;
    use crate::{Options, Setup};
    use kamen_players::memory::Goliath;
    use kamen_players::{Player, RandomMover};
    use std::path::Path;

    /// A game that White loses with random moves, after which nothing is left to play.
    fn lost() -> GameLine {
        let start = AnyPosition::start(Variant::Czech);
        let (mut random, mut goliath) = (RandomMover::new(), Goliath::new(Variant::Czech, 3));
        loop {
            let (mut line, mut game) = (GameLine::new(start), AnyGame::new(start));
            while game.over().is_none() {
                let chosen = match game.turn() {
                    Color::White => random.choose(&game).chosen,
                    Color::Black => goliath.choose(&game).chosen,
                };
                game.play(&chosen).unwrap();
                line.moves.push(chosen);
            }
            if game.over().map(|over| over.result()) == Some(GameResult::Black) {
                return line;
            }
        }
    }

    fn open(path: &Path, learns: bool) -> Experience {
        let path = path.to_str().unwrap();
        Experience::open(path, learns, Variant::Czech, &Choice::Learned).unwrap()
    }

    #[test]
    fn a_lost_game_corrects_the_moves_that_lost_it() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("memory");
        let line = lost();
        let silent = open(&path, false);
        silent.learn(&line, GameResult::Black);
        silent.wait();
        assert_eq!(silent.memory.games(), 0);
        let experience = open(&path, true);
        experience.learn(&line, GameResult::Black);
        experience.wait();
        assert_eq!(experience.memory.games(), 1);
        let text = std::fs::read_to_string(&path).unwrap();
        let bounds = text.lines().filter(|line| line.contains(" bound ")).count();
        assert!((1..=CORRECTIONS).contains(&bounds), "{text}");
        // Another program sees the same corrections, each for the move that was made.
        let other = open(&path, false);
        let mut game = AnyGame::new(line.start);
        let mut corrected = 0;
        for m in &line.moves {
            for known in other.corrections(&game) {
                assert_eq!(known.after, game.position().after(m).unwrap().key());
                assert!(known.at_most.0 <= EVEN, "{known:?}");
                corrected += 1;
            }
            game.play(m).unwrap();
        }
        assert_eq!(corrected, bounds);
        // The same loss again lowers the scores of the search further.
        let before = experience.memory.bounds();
        experience.learn(&line, GameResult::Black);
        experience.wait();
        let undecided = before.iter().filter(|bound| !bound.score.is_decided());
        for bound in undecided {
            let now = experience.memory.bound(&bound.position);
            assert!(now.is_some_and(|now| now.score > bound.score), "{bound:?}");
        }
    }

    fn session(player: &str, experience: &str) -> Session {
        let options = Options {
            variant: Variant::Czech,
            tt_size: 12,
            player: (!player.is_empty()).then(|| player.parse().unwrap()),
            experience: experience.to_owned(),
            ..Options::default()
        };
        Session::new(&options, &crate::Shared::alone()).unwrap()
    }

    #[test]
    fn the_end_of_a_game_is_learned_once() {
        let line = lost();
        let texts: Vec<String> = line.moves.iter().map(AnyMove::to_string).collect();
        let (last, before) = texts.split_last().unwrap();
        for is_player in [true, false] {
            let folder = tempfile::TempDir::new().unwrap();
            let path = folder.path().join("memory").display().to_string();
            let mut session = match is_player {
                true => session(&format!("david:1:{path}"), ""),
                false => session("", &path),
            };
            let games = || {
                let text = std::fs::read_to_string(&path).unwrap();
                text.lines().filter(|line| line.contains(" game ")).count()
            };
            session.set_position(&Setup::Start, before, None).unwrap();
            session.new_game();
            assert_eq!(games(), 0, "a game that was broken off");
            session.set_position(&Setup::Start, before, None).unwrap();
            session.answered(last);
            session.new_game();
            assert_eq!(games(), 1, "ended by an own move");
            session.set_position(&Setup::Start, &texts, None).unwrap();
            session.close();
            assert_eq!(games(), 1, "known already");
        }
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("memory").display().to_string();
        let mut session = session("", &path);
        session.set_position(&Setup::Start, &texts, None).unwrap();
        session.close();
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text.matches(" game ").count(), 1, "seen in a position");
    }
}
