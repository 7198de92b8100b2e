//! Plays a game. Every move is checked here by the rules of the variant.

use super::adjudication::Adjudicator;
use super::arbiter::{Arbiter, Interrupted, Seat, Sitter};
use super::live_game::{LiveGame, Made};
use super::outcome::{Fault, FaultKind, Outcome, Reason, by_rules};
use super::record::{FaultRecord, GameId, GameRecord};
use crate::opening::Opening;
use crate::program::{Failure, Start};
use kamen_core::board::Color;
use kamen_core::game::{AnyPosition, GameLine};
use std::time::Instant;

impl Arbiter<'_> {
    /// Plays a game. `seats` are White's and Black's; `seed` is what their random choices come
    /// from. Players have not heard yet how it ended.
    pub(crate) fn play(
        &self,
        id: GameId,
        opening: &Opening,
        seats: [&mut Seat; 2],
        seed: u64,
    ) -> Result<Finished, Interrupted> {
        let mut game = LiveGame::new(self, opening)?;
        game.begin_clocks(&seats);
        let ended = game.play_out(self, seats, seed);
        let (outcome, fault) = match ended {
            Ok(outcome) => (outcome, None),
            Err((_, Failure::Stopped)) => return Err(Interrupted::Stopped),
            Err((color, Failure::Fault(fault))) => {
                let outcome = Outcome::win(!color, Reason::Fault(fault.kind));
                let by = id.player(color);
                (outcome, Some(FaultRecord { by, fault }))
            }
        };
        let line = fault.is_none().then(|| game.line());
        let record = game.record(self, id, opening, outcome, fault);
        Ok(Finished { record, line })
    }
}

/// A game that has ended.
pub(crate) struct Finished {
    pub(crate) record: GameRecord,
    /// The game as players are to hear of it; `None` if a fault ended it.
    pub(crate) line: Option<GameLine>,
}

impl LiveGame {
    /// From the opening to the end. An error comes with the colour that it is the fault of.
    fn play_out(
        &mut self,
        arbiter: &Arbiter<'_>,
        [white, black]: [&mut Seat; 2],
        seed: u64,
    ) -> Result<Outcome, (Color, Failure)> {
        let talks = matches!(white.sitter, Sitter::Program(_))
            || matches!(black.sitter, Sitter::Program(_));
        if talks {
            self.text.begin_at(self.game.position());
        }
        for (color, seat) in [(Color::White, &mut *white), (Color::Black, &mut *black)] {
            let begun = self.seat(arbiter, color, seat, seed);
            begun.map_err(|failure| (color, failure))?;
        }
        let ended = self.moves(arbiter, talks, white, black);
        if let Ok(outcome) = &ended {
            for seat in [white, black] {
                if let Sitter::Program(engine) = &mut seat.sitter {
                    engine.end(&self.text.moves, *outcome);
                }
            }
        }
        ended
    }

    /// Tells a side that the game begins.
    fn seat(
        &self,
        arbiter: &Arbiter<'_>,
        color: Color,
        seat: &mut Seat,
        seed: u64,
    ) -> Result<(), Failure> {
        match &mut seat.sitter {
            // Different choices for both, also where the same player sits at both sides.
            Sitter::Player(player) => player.new_game(seed.wrapping_mul(2) + color as u64),
            Sitter::Program(engine) => {
                engine.prepare(arbiter.stop)?;
                let start = Start {
                    position: &self.text.base,
                    is_normal: *self.game.position() == AnyPosition::start(arbiter.variant),
                    color,
                };
                engine.begin(&start, arbiter.stop)?;
            }
        }
        Ok(())
    }

    /// Move after move until the game is over.
    fn moves(
        &mut self,
        arbiter: &Arbiter<'_>,
        talks: bool,
        white: &mut Seat,
        black: &mut Seat,
    ) -> Result<Outcome, (Color, Failure)> {
        let mut adjudicator = Adjudicator::new(arbiter.adjudication);
        loop {
            if let Some(outcome) = by_rules(&self.game, arbiter.draws) {
                return Ok(outcome);
            }
            if arbiter
                .max_plies
                .is_some_and(|most| self.made.len() >= most)
            {
                return Ok(Outcome::draw(Reason::PlyLimit));
            }
            let color = self.game.turn();
            let seat = match color {
                Color::White => &mut *white,
                Color::Black => &mut *black,
            };
            let own = self.efforts[color as usize].moves;
            if seat.max_moves.is_some_and(|most| own >= u64::from(most)) {
                return Ok(Outcome::draw(Reason::PlyLimit));
            }
            let made = self.ask(arbiter, color, seat);
            let Some(made) = made.map_err(|failure| (color, failure))? else {
                return Ok(Outcome::win(!color, Reason::Resigned));
            };
            let score = made.thought.map(|thought| thought.score);
            let text = talks.then(|| made.m.to_string());
            let is_for_good = made.m.is_irreversible();
            arbiter.show(self.made.len(), *self.game.position(), made.m);
            self.make(made);
            if let Some(text) = text {
                self.text.moves.push(text);
                if is_for_good {
                    self.text.begin_at(self.game.position());
                }
            }
            if let Some(outcome) = adjudicator.heard(color, score, self.made.len()) {
                // A game that is over by the rules is over by the rules.
                return Ok(by_rules(&self.game, arbiter.draws).unwrap_or(outcome));
            }
        }
    }

    /// Asks a side for its move; `None` if it gives up.
    fn ask(
        &mut self,
        arbiter: &Arbiter<'_>,
        color: Color,
        seat: &mut Seat,
    ) -> Result<Option<Made>, Failure> {
        if arbiter.stop.is_wanted() {
            return Err(Failure::Stopped);
        }
        let made = match &mut seat.sitter {
            Sitter::Player(player) => {
                let began = Instant::now();
                let choice = player.choose(&self.game);
                let seconds = began.elapsed().as_secs_f64();
                self.count(color, seconds, choice.thought);
                Made {
                    m: choice.chosen,
                    thought: choice.thought,
                    seconds: None,
                }
            }
            Sitter::Program(engine) => {
                let clock = self.clocks[color as usize];
                let answer = engine.think(&self.question(clock), arbiter.stop)?;
                let seconds = answer.seconds;
                self.count(color, seconds, answer.thought);
                let allowed = [clock.map(|clock| clock.for_move()), seat.limits.move_time];
                for allowed in allowed.into_iter().flatten() {
                    check_time(seconds, allowed, seat.margin)?;
                }
                let Some(text) = answer.chosen else {
                    return Ok(None);
                };
                let m = self.game.position().parse_move(&text).map_err(|error| {
                    let position = self.game.position().hub();
                    let detail = format!("{error} (in {position})");
                    Failure::new(FaultKind::IllegalMove, detail)
                })?;
                if let Some(clock) = &mut self.clocks[color as usize] {
                    clock.take(seconds);
                }
                Made {
                    m,
                    thought: answer.thought,
                    seconds: Some(seconds),
                }
            }
        };
        Ok(Some(made))
    }
}

/// Whether a move came in time.
fn check_time(used: f64, allowed: f64, margin: f64) -> Result<(), Failure> {
    if used <= allowed + margin {
        return Ok(());
    }
    let detail = format!("a move took {used:.3} s, expected at most {allowed:.3} s");
    Err(Failure::Fault(Fault {
        kind: FaultKind::Time,
        detail,
    }))
}
