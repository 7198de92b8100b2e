//! Programs that speak Hub, version 2.

use super::session::{Heard, Session};
use super::{Answer, Engine, Failure, Question, Start};
use crate::contestant::{Limits, Program};
use crate::game::{FaultKind, Outcome};
use kamen_core::rules::Variant;
use kamen_core::score::Score;
use kamen_files::Stop;
use kamen_players::Thought;
use kamen_protocol::hub::{self, Command, Level, Mode, Param, ParamKind, PosText, Reply};

/// A program that speaks Hub, version 2.
pub(super) struct Hub {
    variant: Variant,
    session: Session,
    /// Where the game began.
    start: String,
}

impl Hub {
    pub(super) fn new(variant: Variant, program: Program, limits: Limits) -> Hub {
        let session = Session::new(program, limits);
        Hub {
            variant,
            session,
            start: String::new(),
        }
    }

    /// From `hub` to `ready`.
    fn handshake(&mut self, stop: &Stop) -> Result<(), Failure> {
        let mut params = Vec::new();
        let mut is_older = false;
        self.session.ask("hub", "wait", stop, |line| {
            is_older |= line.starts_with("name ");
            match Reply::parse(line) {
                Ok(Reply::Param(param)) => params.push(param),
                Ok(Reply::Wait) => return Heard::Wanted,
                reply => return heard(reply),
            }
            Heard::Other
        })?;
        if is_older {
            let detail = "it speaks Hub 1, expected Hub 2 (see proto=)";
            return Err(Failure::new(FaultKind::Protocol, detail));
        }
        for (name, value) in self.settings(&params)? {
            self.session.send(Command::SetParam { name, value });
        }
        let ready = |line: &str| match Reply::parse(line) {
            Ok(Reply::Ready) => Heard::Wanted,
            reply => heard(reply),
        };
        self.session.ask("init", "ready", stop, ready)
    }

    /// The parameters to be set: the variant, and those of the user.
    fn settings(&self, params: &[Param]) -> Result<Vec<(String, String)>, Failure> {
        let has = |name: &str| params.iter().any(|param| param.name == name);
        let wanted = &self.session.program.params;
        if let Some((name, _)) = wanted.iter().find(|(name, _)| !has(name)) {
            let names: Vec<&str> = params.iter().map(|param| param.name.as_str()).collect();
            let detail = format!("no parameter {name}, expected one of: {}", names.join(" "));
            return Err(Failure::new(FaultKind::Protocol, detail));
        }
        let mut settings = wanted.clone();
        if !settings.iter().any(|(name, _)| name == "variant")
            && let Some(value) = self.variant_value(params)?
        {
            settings.insert(0, ("variant".to_owned(), value));
        }
        Ok(settings)
    }

    /// The value of the parameter `variant`; `None` if it is not to be set.
    fn variant_value(&self, params: &[Param]) -> Result<Option<String>, Failure> {
        if let Some(name) = &self.session.program.variant_name {
            return Ok(Some(name.clone()).filter(|name| name != "none"));
        }
        let names = self.variant.facts().hub_names;
        let param = params.iter().find(|param| param.name == "variant");
        let known = match param.map(|param| &param.kind) {
            Some(ParamKind::Enum(values)) => {
                let known = names.iter().find(|name| values.iter().any(|v| v == *name));
                known.map(|name| Some((*name).to_owned()))
            }
            Some(_) => names.first().map(|name| Some((*name).to_owned())),
            None if self.variant == Variant::International => Some(None),
            None => None,
        };
        known.ok_or_else(|| {
            let detail = format!(
                "does not offer {} by the parameter variant; add variant=VALUE if it calls the \
                 game otherwise, variant=none if it plays nothing else",
                self.variant
            );
            Failure::new(FaultKind::Protocol, detail)
        })
    }
}

impl Engine for Hub {
    fn prepare(&mut self, stop: &Stop) -> Result<(), Failure> {
        if self.session.start()? {
            self.handshake(stop)?;
        }
        Ok(())
    }

    fn begin(&mut self, start: &Start<'_>, _: &Stop) -> Result<(), Failure> {
        self.start = start.position.to_owned();
        self.session.begin(Command::NewGame);
        Ok(())
    }

    fn think(&mut self, question: &Question<'_>, stop: &Stop) -> Result<Answer, Failure> {
        self.session.forget();
        self.session.send(Command::Pos {
            pos: PosText::Board(question.base.to_owned()),
            moves: question.since.to_vec(),
            wolf: Some(question.wolf.to_owned()).filter(|wolf| !wolf.is_empty()),
        });
        let (clock, limits) = (question.clock, &self.session.limits);
        let level = Level {
            depth: limits.depth,
            nodes: limits.nodes,
            move_time: limits.move_time,
            time: clock.map(|clock| clock.left),
            inc: clock.map(|clock| clock.increment).filter(|&inc| inc > 0.0),
            moves: clock.and_then(|clock| clock.moves),
            ..Level::default()
        };
        self.session.send(Command::Level(level));
        let go = Command::Go(Mode::Think.into()).to_string();
        (self.session).think(&go, clock, stop, |line| heard(Reply::parse(line)))
    }

    /// So that a program can learn from a game whose last move was not its own.
    fn end(&mut self, moves: &[String], _: Outcome) {
        self.session.send(Command::Pos {
            pos: PosText::Board(self.start.clone()),
            moves: moves.to_vec(),
            wolf: None,
        });
    }
}

fn heard(reply: Result<Reply, hub::CommandError>) -> Heard {
    match reply {
        Ok(Reply::Info(info)) => understood(&info).map_or(Heard::Other, Heard::Thought),
        Ok(Reply::Done { chosen, .. }) => Heard::Move(chosen),
        Ok(Reply::Error(message)) => Heard::Complaint(message),
        Ok(Reply::Pong) => Heard::Alive,
        Ok(_) => Heard::Other,
        Err(_) => Heard::Noise,
    }
}

/// What a line of `info` says of the best line.
fn understood(info: &hub::Info) -> Option<Thought> {
    // Scan sends a bare pv, without depth and score, for forced moves.
    let counts = info.depth > 0 && info.multi_pv.is_none_or(|line| line == 1);
    counts.then(|| Thought {
        score: match info.score {
            hub::Score::Hundredths(score) => Score::evaluation(score),
            hub::Score::Win(plies) => Score::win_in(plies as usize),
            hub::Score::Loss(plies) => Score::loss_in(plies as usize),
            hub::Score::TableWin(plies) => Score(9000 - plies as i32),
            hub::Score::TableLoss(plies) => Score(plies as i32 - 9000),
        },
        depth: info.depth,
        nodes: info.nodes,
    })
}
