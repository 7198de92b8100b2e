//! An engine that is asked for one move after another, and waited for.

use crate::CliError;
use crossbeam_channel::{Receiver, RecvTimeoutError, unbounded};
use kamen_engine::{Level, Reply, SearchInfo, Setup};
use kamen_frontend::player::{Heard, Player};
use std::time::Duration;

/// How often whoever waits is asked whether to hurry.
const TICK: Duration = Duration::from_millis(50);

/// The engine or a built-in player.
pub(super) struct Thinker {
    player: Player,
    replies: Receiver<Reply>,
}

/// A move, in Hub notation, and the last that the engine told of its search.
pub(super) struct Thought {
    pub(super) best: String,
    pub(super) info: Option<SearchInfo>,
}

impl Thinker {
    /// Starts it with these options.
    pub(super) fn start(options: &[(String, String)]) -> Result<Thinker, CliError> {
        let (sender, replies) = unbounded();
        let player = Player::start(options, move |reply| {
            // Nobody listens any more at the end.
            let _ = sender.send(reply);
        });
        Ok(Thinker {
            player: player?,
            replies,
        })
    }

    pub(super) fn new_game(&mut self) {
        self.player.new_game();
    }

    /// Hears how a game went that is over.
    pub(super) fn ended(&mut self, setup: Setup, moves: &[String]) {
        self.player.ended(setup, moves);
    }

    /// Waits for a move; there must be a legal one. `wait` hears what the search tells, again and again, and returns whether
    /// the best move so far will do.
    pub(super) fn think(
        &mut self,
        setup: Setup,
        moves: &[String],
        level: Level,
        mut wait: impl FnMut(Option<&SearchInfo>) -> bool,
    ) -> Result<Thought, CliError> {
        self.player.think(setup, moves, level);
        let mut last = None;
        let mut is_hurried = false;
        loop {
            let heard = match self.replies.recv_timeout(TICK) {
                Ok(reply) => self.player.heard(reply),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => break,
            };
            match heard {
                Some(Heard::Info(info)) => last = Some(info),
                Some(Heard::Move {
                    best: Some(best), ..
                }) => return Ok(Thought { best, info: last }),
                Some(Heard::Move { best: None, .. }) => break,
                Some(Heard::Error(error)) => return Err(CliError::Stopped(error)),
                None => {}
            }
            if wait(last.as_ref()) && !is_hurried {
                is_hurried = true;
                self.player.hurry();
            }
        }
        Err(CliError::Stopped("the engine has ended".to_owned()))
    }
}
