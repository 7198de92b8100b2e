//! Contestants on the command line: `kamen depth=4`, `cmd="./scan hub" proto=hub1 ..`.

use super::limits::seconds;
use super::{Contestant, ContestantError, ContestantKind, Limits, Program, Protocol};
use crate::transport::Address;
use kamen_core::rules::Variant;
use kamen_files::command_words;
use kamen_players::BuiltIn;
use std::str::FromStr;

/// The name of this program as a contestant.
const OURSELVES: &str = "kamen";

/// The contestant as read so far.
struct Draft<'a> {
    player: Option<&'a str>,
    name: Option<&'a str>,
    command: Option<Vec<String>>,
    program: Program,
    limits: Limits,
    /// The first of the contestant's own keys that only programs have.
    program_key: Option<&'a str>,
}

impl Contestant {
    /// Parses a contestant. The words of `each` apply to all contestants unless their own words override them.
    /// `ourselves` is the command of this program.
    ///
    /// # Errors
    /// If a word is wrong, or one is missing.
    pub fn parse(
        variant: Variant,
        words: &[impl AsRef<str>],
        each: &[impl AsRef<str>],
        ourselves: &[String],
    ) -> Result<Contestant, ContestantError> {
        let mut draft = Draft {
            player: None,
            name: None,
            command: None,
            program: Program::new(Vec::new()),
            limits: Limits::default(),
            program_key: None,
        };
        for word in each {
            draft.read(word.as_ref(), false)?;
        }
        draft.program_key = None;
        let mut own_limits = false;
        for (place, word) in words.iter().enumerate() {
            let word = word.as_ref();
            let key = word.split_once('=').map_or("", |(key, _)| key);
            if !own_limits && LIMITS.contains(&key) {
                // Limits of its own take the place of all common ones.
                own_limits = true;
                draft.limits = Limits::default();
            }
            draft.read(word, place == 0)?;
        }
        draft.finish(variant, ourselves)
    }
}

/// Keys that limit the search.
const LIMITS: [&str; 5] = ["depth", "nodes", "movetime", "st", "tc"];

impl<'a> Draft<'a> {
    fn read(&mut self, word: &'a str, may_be_player: bool) -> Result<(), ContestantError> {
        // The file of a player's network may have such a character, too.
        let pair = word.split_once('=').filter(|(key, _)| !key.contains(':'));
        let Some((key, value)) = pair else {
            if !may_be_player {
                return Err(ContestantError::Key {
                    found: word.to_owned(),
                });
            }
            self.player = Some(word);
            return Ok(());
        };
        if key == "name" {
            self.name = Some(value).filter(|name| !name.trim().is_empty());
            return Ok(());
        }
        self.program_key.get_or_insert(key);
        if let Some(param) = key.strip_prefix("param.") {
            let params = &mut self.program.params;
            params.retain(|(name, _)| name != param);
            params.push((param.to_owned(), value.to_owned()));
            return Ok(());
        }
        self.set(key, value)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ContestantError> {
        let bad = |expected: &str| ContestantError::Value {
            key: key.to_owned(),
            found: value.to_owned(),
            expected: expected.to_owned(),
        };
        let time = |expected| seconds(value).ok_or_else(|| bad(expected));
        let (program, limits) = (&mut self.program, &mut self.limits);
        match key {
            "cmd" => {
                let words = command_words(value).filter(|words| !words.is_empty());
                self.command = Some(words.ok_or_else(|| bad("a program and its arguments"))?);
            }
            "dir" => program.directory = Some(value.into()),
            "proto" => program.protocol = value.parse().map_err(|()| bad("hub, hub1 or dxp"))?,
            "depth" => limits.depth = Some(count(value).ok_or_else(|| bad("1 to 4294967295"))?),
            "nodes" => limits.nodes = Some(count(value).ok_or_else(|| bad("a number from 1"))?),
            "movetime" | "st" => {
                let seconds = time("seconds, like 0.5")?;
                limits.move_time = Some(seconds).filter(|&s| s > 0.0);
                limits.move_time.ok_or_else(|| bad("more than no time"))?;
            }
            "tc" => limits.clock = Some(value.parse().map_err(|e| expected(key, value, &e))?),
            "margin" => program.margin = time("seconds, like 0.25")?,
            "timeout" => program.timeout = time("seconds, like 60")?,
            "restart" => program.restart = yes_or_no(value).ok_or_else(|| bad("on or off"))?,
            "variant" => program.variant_name = Some(value.to_owned()),
            "address" => {
                let address = value.parse::<Address>();
                let address = address.map_err(|_| bad("HOST, HOST:PORT or [IPV6]:PORT"))?;
                program.address = Some(address.to_string());
            }
            _ => {
                return Err(ContestantError::Key {
                    found: format!("{key}={value}"),
                });
            }
        }
        Ok(())
    }

    fn finish(self, variant: Variant, ourselves: &[String]) -> Result<Contestant, ContestantError> {
        let mut program = self.program;
        let is_remote = program.protocol == Protocol::Dxp && program.address.is_some();
        let default_name;
        match (self.player, self.command) {
            (Some(player), Some(_)) => {
                let player = player.to_owned();
                return Err(ContestantError::Both { player });
            }
            (Some(player), None) if player.eq_ignore_ascii_case(OURSELVES) => {
                program.command = ourselves.to_vec();
                let name = format!("{OURSELVES} {}", self.limits);
                default_name = name.trim_end().to_owned();
            }
            (Some(player), None) => {
                let level = BuiltIn::level_name(player);
                let player: BuiltIn = player.parse()?;
                player.check(variant)?;
                if let Some(key) = self.program_key {
                    let key = key.to_owned();
                    return Err(ContestantError::Useless { key, player });
                }
                let name = self.name.or(level).map(str::to_owned);
                return Ok(Contestant {
                    name: name.unwrap_or_else(|| player.to_string()),
                    kind: ContestantKind::Player(player),
                    limits: Limits::default(),
                });
            }
            (None, Some(command)) => {
                default_name = file_name(&command[0]);
                program.command = command;
            }
            (None, None) if is_remote => default_name = "remote".to_owned(),
            (None, None) => return Err(ContestantError::Nobody),
        }
        let contestant = Contestant {
            name: self.name.map_or(default_name, str::to_owned),
            kind: ContestantKind::Program(program),
            limits: self.limits,
        };
        contestant.check_limits()?;
        Ok(contestant)
    }
}

impl Contestant {
    /// Checks that the protocol supports the limits.
    fn check_limits(&self) -> Result<(), ContestantError> {
        let ContestantKind::Program(program) = &self.kind else {
            return Ok(());
        };
        let limits = &self.limits;
        let refused = |protocol, missing, expected| ContestantError::Protocol {
            name: self.name.clone(),
            protocol,
            missing,
            expected,
        };
        match program.protocol {
            Protocol::Dxp if limits.depth.is_some() || limits.nodes.is_some() => {
                Err(refused("DXP", "limits of depth and nodes", "tc="))
            }
            Protocol::Dxp if limits.move_time.is_some() => {
                Err(refused("DXP", "time a move", "tc=MOVES/SECONDS"))
            }
            Protocol::Dxp if limits.clock.is_some_and(|clock| clock.increment > 0.0) => {
                Err(refused("DXP", "increment", "tc=SECONDS"))
            }
            Protocol::Dxp
                if limits
                    .clock
                    .is_some_and(|clock| clock.seconds % 60.0 != 0.0) =>
            {
                Err(refused(
                    "DXP",
                    "clock but in whole minutes",
                    "tc=60 or another multiple",
                ))
            }
            Protocol::Hub1 if limits.nodes.is_some() => {
                let expected = "depth=, movetime= or tc=";
                Err(refused("Hub 1", "limit of nodes", expected))
            }
            _ if !limits.exist() => Err(ContestantError::NoLimit {
                name: self.name.clone(),
            }),
            _ => Ok(()),
        }
    }
}

fn expected(key: &str, value: &str, error: &super::TimeControlError) -> ContestantError {
    let text = error.to_string();
    ContestantError::Value {
        key: key.to_owned(),
        found: value.to_owned(),
        expected: text.trim_start_matches("expected ").to_owned(),
    }
}

/// A number from 1.
fn count<T: FromStr + PartialOrd + From<u8>>(text: &str) -> Option<T> {
    text.parse().ok().filter(|number| *number >= T::from(1))
}

fn yes_or_no(text: &str) -> Option<bool> {
    match text {
        "on" | "true" | "yes" => Some(true),
        "off" | "false" | "no" => Some(false),
        _ => None,
    }
}

/// The last part of a path.
fn file_name(path: &str) -> String {
    let name = std::path::Path::new(path).file_name();
    name.map_or_else(
        || path.to_owned(),
        |name| name.to_string_lossy().into_owned(),
    )
}

impl FromStr for Protocol {
    type Err = ();

    fn from_str(text: &str) -> Result<Protocol, ()> {
        match text {
            "hub" | "hub2" => Ok(Protocol::Hub),
            "hub1" => Ok(Protocol::Hub1),
            "dxp" => Ok(Protocol::Dxp),
            _ => Err(()),
        }
    }
}

#[cfg(test)]
mod tests;
