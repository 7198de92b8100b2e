//! Programs that run and wait for their next game.

use super::ended::RunError;
use super::tournament::Tournament;
use crate::contestant::{ContestantKind, Program};
use crate::game::Fault;
use crate::program::{Engine, Failure, new_engine};
use kamen_files::Stop;
use std::sync::{Mutex, PoisonError};

/// The programs of all contestants that have nothing to do just now.
pub(super) struct Pool<'a> {
    tournament: &'a Tournament,
    idle: Vec<Mutex<Vec<Box<dyn Engine>>>>,
}

impl<'a> Pool<'a> {
    pub(super) fn new(tournament: &'a Tournament) -> Pool<'a> {
        let contestants = tournament.contestants.iter();
        Pool {
            tournament,
            idle: contestants.map(|_| Mutex::default()).collect(),
        }
    }

    /// Starts the program of a contestant, if it has one, to see that it can play.
    pub(super) fn prove(&self, contestant: usize, stop: &Stop) -> Result<(), RunError> {
        let ContestantKind::Program(program) = &self.tournament.contestants[contestant].kind else {
            return Ok(());
        };
        let mut engine = self.take(contestant, program);
        match engine.prepare(stop) {
            Ok(()) => {
                self.give_back(contestant, engine);
                Ok(())
            }
            Err(Failure::Stopped) => Ok(()),
            Err(Failure::Fault(fault)) => Err(self.cannot_play(contestant, fault)),
        }
    }

    fn cannot_play(&self, contestant: usize, fault: Fault) -> RunError {
        let name = self.tournament.contestants[contestant].name.clone();
        RunError::Start { name, fault }
    }

    /// A contestant's program; one that runs already if there is one.
    pub(super) fn take(&self, contestant: usize, program: &Program) -> Box<dyn Engine> {
        let mut idle = self.idle[contestant]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        idle.pop().unwrap_or_else(|| {
            let limits = &self.tournament.contestants[contestant].limits;
            new_engine(self.tournament.variant, program, limits)
        })
    }

    /// Keeps a program for a later game.
    pub(super) fn give_back(&self, contestant: usize, engine: Box<dyn Engine>) {
        let mut idle = self.idle[contestant]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        idle.push(engine);
    }
}
