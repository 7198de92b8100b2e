//! Contestants as words of the command line: `kamen depth=4`, `cmd="./scan hub" proto=hub1 ..`.

use super::limits::seconds;
use super::{Contestant, Limits, Mind, Program, Protocol};
use crate::frontend::dxp::Address;
use crate::players::{BuiltIn, UnknownPlayer};
use std::str::FromStr;

/// The name of this program as a contestant.
const OURSELVES: &str = "kamen";

/// The keys, for messages.
const KEYS: &str = "name, cmd, dir, proto, depth, nodes, movetime, tc, margin, timeout, restart, \
                    variant, address or param.NAME";

/// Why words are no contestant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ContestantError {
    /// A word of another form.
    #[error("found '{found}', expected KEY=VALUE with one of the keys {KEYS}")]
    Key {
        /// The word.
        found: String,
    },
    /// A value that is of no use.
    #[error("{key}: found '{found}', expected {expected}")]
    Value {
        /// The key.
        key: String,
        /// The value.
        found: String,
        /// What it could have been.
        expected: String,
    },
    /// A built-in player that there is not.
    #[error("{0}, kamen, or cmd=COMMAND for another program")]
    Player(#[from] UnknownPlayer),
    /// Nobody plays.
    #[error("nobody to play, expected cmd=COMMAND or the name of a player (kamen, random, ..)")]
    Nobody,
    /// There is a player and a program.
    #[error("found both '{player}' and cmd=.., expected only one of them")]
    Both {
        /// The name of the player.
        player: String,
    },
    /// A key that says nothing to a built-in player.
    #[error("{key} is of no use to the built-in player {player}, expected only name")]
    Useless {
        /// The key.
        key: String,
        /// The player.
        player: BuiltIn,
    },
    /// A search without a limit.
    #[error("no limit for {name}, expected depth=, nodes=, movetime= or tc=")]
    NoLimit {
        /// The name of the contestant.
        name: String,
    },
    /// Something that the protocol does not have.
    #[error("{name}: {protocol} has no {missing}, expected {expected}")]
    Protocol {
        /// The name of the contestant.
        name: String,
        /// The protocol.
        protocol: &'static str,
        /// What it does not have.
        missing: &'static str,
        /// What could be used instead.
        expected: &'static str,
    },
}

/// What the words have said so far.
struct Draft<'a> {
    player: Option<&'a str>,
    name: Option<&'a str>,
    command: Option<Vec<String>>,
    program: Program,
    limits: Limits,
    /// The first key that only a program knows, of the contestant's own words.
    program_key: Option<&'a str>,
}

impl Contestant {
    /// Reads a contestant from its words; those of `each` hold for all contestants unless their own
    /// words say something else. `ourselves` is the command of this program.
    ///
    /// # Errors
    /// Says which word is of no use, or what is missing.
    pub fn parse(
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
        draft.finish(ourselves)
    }
}

/// Keys that limit the search.
const LIMITS: [&str; 5] = ["depth", "nodes", "movetime", "st", "tc"];

impl<'a> Draft<'a> {
    fn read(&mut self, word: &'a str, may_be_player: bool) -> Result<(), ContestantError> {
        let Some((key, value)) = word.split_once('=') else {
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
                let words = shlex::split(value).filter(|words| !words.is_empty());
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

    fn finish(self, ourselves: &[String]) -> Result<Contestant, ContestantError> {
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
                default_name = format!("{OURSELVES} {}", self.limits);
            }
            (Some(player), None) => {
                let player: BuiltIn = player.parse()?;
                if let Some(key) = self.program_key {
                    let key = key.to_owned();
                    return Err(ContestantError::Useless { key, player });
                }
                return Ok(Contestant {
                    name: self.name.map_or_else(|| player.to_string(), str::to_owned),
                    mind: Mind::Player(player),
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
            mind: Mind::Program(program),
            limits: self.limits,
        };
        contestant.check_limits()?;
        Ok(contestant)
    }
}

impl Contestant {
    /// Whether the protocol has the limits.
    fn check_limits(&self) -> Result<(), ContestantError> {
        let Mind::Program(program) = &self.mind else {
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
mod tests {
    use super::*;

    fn parse(words: &[&str]) -> Result<Contestant, ContestantError> {
        let ourselves = ["/bin/kamen".to_owned(), "hub".to_owned()];
        Contestant::parse(words, &["depth=3", "margin=0.1"], &ourselves)
    }

    #[test]
    fn good_words() {
        let random = parse(&["random"]).unwrap();
        assert_eq!(
            (random.name.as_str(), random.limits.exist()),
            ("random", false)
        );
        let named = parse(&["minimax:2:basic", "name=Anna"]).unwrap();
        assert_eq!(named.name, "Anna");
        let kamen = parse(&["kamen", "param.tt-size=16"]).unwrap();
        assert_eq!(kamen.name, "kamen depth=3");
        let scan = parse(&[
            "cmd=./scan 'a b' hub",
            "proto=hub1",
            "dir=/opt/scan",
            "tc=40/60+0.5",
            "param.book=true",
            "param.book=false",
            "timeout=5",
            "restart=on",
        ])
        .unwrap();
        let Mind::Program(program) = &scan.mind else {
            panic!("{scan:?}");
        };
        assert_eq!((scan.name.as_str(), program.margin), ("scan", 0.1));
        assert_eq!(program.command, ["./scan", "a b", "hub"]);
        assert_eq!(program.params, [("book".to_owned(), "false".to_owned())]);
        assert_eq!((program.timeout, program.restart), (5.0, true));
        // Limits of its own take the place of the common ones.
        assert_eq!(scan.limits.to_string(), "tc=40/60+0.5");
        let remote = parse(&["proto=dxp", "address=127.0.0.1", "tc=75/600", "name=Flits"]).unwrap();
        assert!(matches!(remote.mind, Mind::Program(p) if p.command.is_empty()));
    }

    #[test]
    fn bad_words_are_named() {
        let cases: [(&[&str], &str); 15] = [
            (&[], "nobody to play"),
            (&["name=x"], "nobody to play"),
            (&["fritz"], "unknown player 'fritz', expected random"),
            (&["random", "fast"], "found 'fast', expected KEY=VALUE"),
            (
                &["random", "depth=2"],
                "depth is of no use to the built-in player random",
            ),
            (&["kamen", "dept=2"], "found 'dept=2', expected KEY=VALUE"),
            (&["kamen", "depth=0"], "depth: found '0', expected 1 to"),
            (&["kamen", "movetime=0"], "movetime: found '0'"),
            (&["kamen", "tc=5/"], "tc: found '5/', expected SECONDS"),
            (&["kamen", "cmd=x"], "found both 'kamen' and cmd"),
            (
                &["cmd=x", "proto=uci"],
                "proto: found 'uci', expected hub, hub1 or dxp",
            ),
            (&["cmd='x"], "cmd: found ''x', expected a program"),
            (&["cmd=x", "proto=dxp"], "DXP has no limits of depth"),
            (
                &["cmd=x", "proto=dxp", "tc=90"],
                "DXP has no clock but in whole minutes",
            ),
            (
                &["cmd=x", "proto=hub1", "nodes=5"],
                "Hub 1 has no limit of nodes",
            ),
        ];
        for (words, expected) in cases {
            let error = parse(words).unwrap_err().to_string();
            assert!(error.contains(expected), "{words:?}: {error}");
        }
        let unlimited = Contestant::parse(&["cmd=x"], &[""; 0], &[]).unwrap_err();
        assert!(unlimited.to_string().contains("no limit for x"));
    }
}
