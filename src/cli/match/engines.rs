//! Parses `--engine` and `--each`: options that repeat, each with a list of words.

use crate::CliError;
use crate::lab::beside;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use kamen_core::rules::Variant;
use kamen_tournament::Contestant;

/// The words of each `--engine`, and those of all `--each` together.
#[derive(Debug)]
pub(super) struct Engines {
    engines: Vec<Vec<String>>,
    each: Vec<String>,
    /// The evaluation of contestants `kamen` that name no other.
    weights: Option<String>,
}

/// The command that starts `kamen` as a contestant, of which the numbers of the search can be set, too.
pub fn ourselves() -> Result<Vec<String>, std::io::Error> {
    let ours = std::env::current_exe()?;
    let path = match ours.file_stem() {
        Some(name) if name == "kamen-lab" => beside("kamen"),
        _ => ours,
    };
    let mut command = vec![path.to_string_lossy().into_owned()];
    command.extend(["hub", "--tunable"].map(str::to_owned));
    Ok(command)
}

impl Engines {
    /// The keys that a contestant has beside its own words.
    fn keys_for(&self, words: &[String]) -> Vec<String> {
        let is_kamen = words.first().is_some_and(|word| word == "kamen");
        let has_eval = self.each.iter().any(|key| key.starts_with("param.eval="));
        let weights = self.weights.iter().filter(|_| is_kamen && !has_eval);
        let weights = weights.map(|weights| format!("param.eval={weights}"));
        weights.chain(self.each.iter().cloned()).collect()
    }

    /// The contestants, checked against the variant and with unique names.
    pub(super) fn contestants(&self, variant: Variant) -> Result<Vec<Contestant>, CliError> {
        let ourselves = ourselves()?;
        let mut contestants: Vec<Contestant> = Vec::new();
        for (index, words) in self.engines.iter().enumerate() {
            let each = self.keys_for(words);
            let parsed = Contestant::parse(variant, words, &each, &ourselves);
            let mut contestant = parsed.map_err(|error| {
                CliError::Usage(format!("--engine number {}: {error}", index + 1))
            })?;
            let wanted = contestant.name.clone();
            let mut count = 1;
            while contestants
                .iter()
                .any(|other| other.name == contestant.name)
            {
                count += 1;
                contestant.name = format!("{wanted} ({count})");
            }
            contestants.push(contestant);
        }
        if contestants.len() < 2 {
            let found = contestants.len();
            let message = format!("found {found} --engine, expected at least two");
            return Err(CliError::Usage(message));
        }
        Ok(contestants)
    }
}

impl FromArgMatches for Engines {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Engines, Error> {
        let words = |name| {
            let occurrences = matches
                .get_occurrences::<String>(name)
                .into_iter()
                .flatten();
            occurrences.map(|words| words.cloned().collect::<Vec<String>>())
        };
        Ok(Engines {
            engines: words("engine").collect(),
            each: words("each").flatten().collect(),
            weights: matches.get_one("weights").cloned(),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Engines::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for Engines {
    fn augment_args(command: Command) -> Command {
        let words = |name: &'static str| {
            Arg::new(name)
                .long(name)
                .num_args(1..)
                .action(ArgAction::Append)
        };
        command
            .arg(
                words("engine")
                    .value_name("PLAYER|KEY=VALUE")
                    .required(true)
                    .help("A contestant: kamen, random, minimax:N:basic, minimax:N:progressive, minimax:N:simulated, minimax:N:network:FILE, minimax:N:weights:FILE, td:N:FILE, goliath:N, david:N:FILE, mcts:N, montecarlo:N, easy, medium, hard, or cmd=COMMAND, and its keys; once for each")
                    .long_help(ENGINE_HELP),
            )
            .arg(
                words("each")
                    .value_name("KEY=VALUE")
                    .help("Keys for all contestants that are programs, overridden by their own"),
            )
            .arg(
                Arg::new("weights")
                    .long("weights")
                    .value_name("FILE")
                    .help("The evaluation of contestants kamen without param.eval: a file of weights, learned or hand-made"),
            )
    }

    fn augment_args_for_update(command: Command) -> Command {
        Engines::augment_args(command)
    }
}

const ENGINE_HELP: &str = "\
A contestant; repeat for each. A player or cmd=COMMAND comes first, then its keys:
  kamen                  this program (by Hub)
  random, minimax:N:basic, minimax:N:progressive, minimax:N:simulated, minimax:N:network:FILE,
  minimax:N:weights:FILE, td:N:FILE, goliath:N, david:N:FILE,
  mcts:N[:c=C][:rollout=random|progressive|eval][:threads=T], montecarlo:N, easy, medium, hard
                         built-in players; easy, medium and hard search 3, 6 and 9 plies; networks
                         come from kamen evolve, weights from kamen train, rated positions from
                         kamen td; david remembers won games in his file, which is made where
                         there is none; mcts and montecarlo simulate N games a move; minimax may
                         end in :first (of the best moves) and :plain (no cut-offs)
  cmd=COMMAND            another program with its arguments, as a shell would read them
  proto=hub|hub1|dxp     protocol: Hub version 2, version 1 (Scan 2.0), DamExchange [hub]
  depth=N nodes=N movetime=SECONDS tc=[MOVES/]SECONDS[+INCREMENT]
                         limits; several combine; the increment is added before each move
  name=NAME              name in tables and files
  dir=DIR             working directory
  param.NAME=VALUE       a Hub parameter
  variant=NAME           its value of the parameter variant, if not a known one; none: do not set it
  margin=SECONDS         tolerated overrun of its time [0.25]
  timeout=SECONDS        wait beyond its time, or for the handshake, before it counts as hung [60]
  restart=on             restart it for each game
  address=HOST[:PORT]    address of a DXP program; by default {port} in COMMAND is a free port;
                         without cmd= the program must already run";
