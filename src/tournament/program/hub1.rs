//! Programs that speak Hub, version 1, as Scan 2.0 does: words by their place instead of names, and
//! the side to move in lower case.

use super::session::{Heard, Session};
use super::{Answer, Engine, Failure, Question, Start};
use crate::contestant::{Limits, Program};
use crate::game::{FaultKind, Outcome};
use kamen_core::rules::Variant;
use kamen_core::score::Score;
use kamen_files::Stop;
use kamen_players::Thought;

/// A program that speaks Hub, version 1.
pub(super) struct Hub1 {
    variant: Variant,
    session: Session,
}

impl Hub1 {
    pub(super) fn new(variant: Variant, program: Program, limits: Limits) -> Hub1 {
        let session = Session::new(program, limits);
        Hub1 { variant, session }
    }
}

impl Engine for Hub1 {
    fn prepare(&mut self, stop: &Stop) -> Result<(), Failure> {
        if self.variant != Variant::International {
            let variant = self.variant;
            let detail = format!("Hub 1 has no {variant}, expected international (see proto=)");
            return Err(Failure::new(FaultKind::Protocol, detail));
        }
        if !self.session.start()? {
            return Ok(());
        }
        let mut is_newer = false;
        self.session.ask("hub", "wait", stop, |line| {
            is_newer |= line.starts_with("id name=");
            heard(line)
        })?;
        if is_newer {
            let detail = "it speaks Hub 2, expected Hub 1 (see proto=)";
            return Err(Failure::new(FaultKind::Protocol, detail));
        }
        for (name, value) in &self.session.program.params {
            self.session.send(format!("set {name} {value}"));
        }
        self.session.ask("init", "ready", stop, heard)
    }

    fn begin(&mut self, _: &Start<'_>, _: &Stop) -> Result<(), Failure> {
        self.session.begin("new");
        Ok(())
    }

    fn think(&mut self, question: &Question<'_>, stop: &Stop) -> Result<Answer, Failure> {
        let session = &mut self.session;
        session.forget();
        let (turn, board) = question.base.split_at(1);
        session.send(format!("pos {}{board}", turn.to_ascii_lowercase()));
        for text in question.since {
            session.send(format!("move {text}"));
        }
        if let Some(depth) = session.limits.depth {
            session.send(format!("depth {depth}"));
        }
        let milliseconds = |seconds: f64| (seconds * 1000.0).round() as u64;
        if let Some(clock) = question.clock {
            let moves = clock.moves.unwrap_or(0);
            let (left, increment) = (milliseconds(clock.left), milliseconds(clock.increment));
            session.send(format!("level {moves} {left} {increment}"));
        } else if let Some(seconds) = session.limits.move_time {
            session.send(format!("time {}", milliseconds(seconds)));
        }
        session.think("go", question.clock, stop, heard)
    }

    fn end(&mut self, _: &[String], _: Outcome) {}
}

fn heard(line: &str) -> Heard {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["wait"] | ["ready"] => Heard::Wanted,
        ["pong"] => Heard::Alive,
        ["info", depth, _, score, nodes, ..] => {
            understood(depth, score, nodes).map_or(Heard::Other, Heard::Thought)
        }
        ["move", chosen, ..] => Heard::Move(Some(chosen.to_owned())),
        ["move"] => Heard::Move(None),
        ["error", ..] => Heard::Complaint(line.chars().take(100).collect()),
        _ => Heard::Noise,
    }
}

/// Depth, score in hundredths and nodes of a line of `info`.
fn understood(depth: &str, score: &str, nodes: &str) -> Option<Thought> {
    // Scan says depth 0 of moves that it did not search, such as forced ones.
    let depth = depth.parse().ok().filter(|&depth| depth > 0)?;
    Some(Thought {
        score: Score::evaluation(score.parse().ok()?),
        depth,
        nodes: nodes.parse().ok()?,
    })
}
