//! Who plays in a session: the engine, or one of the built-in players.

use super::Options;
use super::experience::{Experience, ExperienceError};
use super::shared::{Shared, TooMuch};
use kamen_book::BookError;
use kamen_core::game::{AnyGame, AnyMove};
use kamen_players::{Player, UnusableFile};
use kamen_search::{Control, Engine, EngineError, Limits, Progress};
use std::sync::{Arc, Mutex, PoisonError};

/// Why the options give nobody to play.
#[derive(Debug, thiserror::Error)]
pub(super) enum SessionError {
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    Memory(#[from] TooMuch),
    #[error(transparent)]
    Player(#[from] UnusableFile),
    #[error(transparent)]
    Experience(#[from] ExperienceError),
    #[error(transparent)]
    Book(#[from] BookError),
}

impl SessionError {
    /// Whether the machine refuses memory or a thread.
    pub(super) fn is_of_the_machine(&self) -> bool {
        match self {
            SessionError::Engine(error) => {
                matches!(error, EngineError::Memory { .. } | EngineError::Thread(_))
            }
            SessionError::Memory(_) => true,
            _ => false,
        }
    }
}

/// Who plays.
#[derive(Clone)]
pub(super) enum EngineOrPlayer {
    Engine(Engine, Option<Experience>),
    Player(Arc<Mutex<Box<dyn Player>>>),
}

/// A move, and the reply that is expected.
pub(super) type Answer = (Option<AnyMove>, Option<AnyMove>);

impl EngineOrPlayer {
    /// # Errors
    /// The table cannot be allocated, or a file cannot be used.
    pub(super) fn new(options: &Options, shared: &Shared) -> Result<EngineOrPlayer, SessionError> {
        let variant = options.variant;
        if let Some(player) = &options.player {
            player.check(variant)?;
            let mut player = player.player(variant);
            player.new_game(options.seed);
            return Ok(EngineOrPlayer::Player(Arc::new(Mutex::new(player))));
        }
        let engine = Engine::with(variant, &options.eval, options.tt_size)?;
        let engine = match shared.tables(variant, options) {
            Some(tables) => engine.with_tables(tables)?,
            None => engine,
        };
        let experience = match options.experience.as_str() {
            "" => None,
            path => Some(Experience::open(
                path,
                options.learns,
                variant,
                &options.eval,
            )?),
        };
        Ok(EngineOrPlayer::Engine(
            engine.on_threads(options.threads),
            experience,
        ))
    }

    /// The same, which knows a win only if it sees it.
    pub(super) fn without_tables(self) -> EngineOrPlayer {
        match self {
            EngineOrPlayer::Engine(engine, experience) => {
                EngineOrPlayer::Engine(engine.without_tables(), experience)
            }
            player @ EngineOrPlayer::Player(_) => player,
        }
    }

    /// Thinks until a limit is reached, and on as long as the limits or a standing clock demand.
    ///
    /// # Errors
    /// The game is of another variant.
    pub(super) fn think(
        &self,
        game: &AnyGame,
        limits: &Limits,
        control: &Control,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Answer, EngineError> {
        match self {
            EngineOrPlayer::Engine(engine, experience) => {
                if let Some(experience) = experience {
                    control.correct(experience.corrections(game));
                }
                let answer = engine.think_with(game, limits, control, progress)?;
                Ok((answer.best, answer.ponder))
            }
            EngineOrPlayer::Player(player) => {
                // It does not ponder: it waits for its turn.
                control.wait(false);
                let mut best = None;
                if !game.legal_moves().is_empty() {
                    let mut player = player.lock().unwrap_or_else(PoisonError::into_inner);
                    best = Some(player.think(game, limits, control, progress).chosen);
                }
                control.wait(limits.wait_for_stop);
                Ok((best, None))
            }
        }
    }
}
