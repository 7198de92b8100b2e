//! `kamen tune`: moves the parameters of an engine by games.

use crate::LabError;
use crate::team::{self, waits_for_others};
use kamen_cli::arguments::{TeamArguments, variant_parser};
use kamen_cli::json::print_json;
use kamen_cli::r#match::{EarlyEnds, ourselves};
use kamen_cli::progress::{games_bar, print_steps};
use kamen_cli::stop::stop_on_signals;
use kamen_cli::table::TextTable;
use kamen_core::rules::Variant;
use kamen_files::{Team, note};
use kamen_tournament::{Contestant, Openings};
use kamen_training::tune::{Helper, Parameter, TuneSettings, Tuner};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// The examples of `kamen tune --help`.
pub(crate) const EXAMPLES: &str = "\
Examples:
  kamen tune czech --engine kamen nodes=5000 --param search-futility=60,0,200,10 \\
      search-lmr-base=50,0,150,10 --iterations 500 --dir czech-tune
  kamen tune international --engine cmd='./engine hub' movetime=0.05 --param contempt=0,-50,50,5 \\
      --iterations 200 --pairs 8 --openings ballots:international-2 --concurrency 2 --dir contempt
  for i in 1 2; do kamen tune czech --engine kamen nodes=5000 --param search-futility=60,0,200,10 \\
      --iterations 500 --points 8 --dir futility --shard $i/2 & done; wait
                                       two processes, on two machines perhaps, share the games

The same command resumes after an interruption. kamen hub --tunable lists what can be tuned here.";

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The variant (see `kamen variants`)
    #[arg(value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    variant: Variant,
    /// The engine and its keys, as in kamen match: kamen or cmd=COMMAND, with a limit
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., required = true)]
    engine: Vec<String>,
    /// What is tuned: where it starts, its bounds, and how far from its value others are tried in the end
    #[arg(long, value_name = "NAME=START,LEAST,MOST,STEP", num_args = 1.., required = true)]
    param: Vec<Parameter>,
    /// Iterations in all; steps shrink on the way
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    iterations: u32,
    /// Points of an iteration: how often all values are tried at once, each time in directions of their own; more of them give
    /// more processes something to do
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=10_000))]
    points: u32,
    /// Pairs of games at each point, each pair from one opening with both colours
    #[arg(long, value_name = "N", default_value_t = 4)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pairs: u32,
    /// The part of STEP that a parameter moves for each game won, in the last iteration
    #[arg(long, value_name = "PART", default_value_t = 0.02, value_parser = rate_parser)]
    rate: f64,
    /// Openings, as in kamen match; each iteration takes some by chance
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Plies of random openings
    #[arg(
        long,
        value_name = "N",
        default_value_t = 6,
        conflicts_with = "openings"
    )]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=100))]
    random_plies: u32,
    /// Plies after which a game is drawn
    #[arg(long, value_name = "N", default_value_t = 300)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=10_000))]
    max_plies: u32,
    #[command(flatten)]
    ends: EarlyEnds,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games played at the same time
    #[arg(long, alias = "threads", value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1024))]
    concurrency: u32,
    #[command(flatten)]
    team: TeamArguments,
    /// Folder for the checkpoint and the log
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
    /// Hide the progress bar
    #[arg(long, short)]
    quiet: bool,
    /// Print iterations and the result as JSON, one object per line
    #[arg(long)]
    json: bool,
}

fn rate_parser(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok();
    let rate = rate.filter(|rate: &f64| *rate > 0.0 && *rate <= 10.0);
    rate.ok_or_else(|| "expected a number above 0 and at most 10".to_owned())
}

/// Keys for all engines: there is one.
const NO_KEYS: &[String] = &[];

/// A parameter in the end, as JSON.
#[derive(Serialize)]
struct Tuned<'a> {
    name: &'a str,
    start: f64,
    value: f64,
}

impl Arguments {
    fn settings(&self, openings: Option<&Openings>) -> Result<TuneSettings, LabError> {
        let ourselves = ourselves()?;
        let engine = Contestant::parse(self.variant, &self.engine, NO_KEYS, &ourselves);
        let engine = engine.map_err(|error| LabError::Usage(format!("--engine: {error}")))?;
        if let Some(name) = twice(&self.param) {
            let message = format!("--param: {name} is given twice");
            return Err(LabError::Usage(message));
        }
        let random = format!("{} random plies", self.random_plies);
        Ok(TuneSettings {
            variant: self.variant,
            engine,
            parameters: self.param.clone(),
            iterations: self.iterations,
            points: self.points,
            pairs: self.pairs,
            rate: self.rate,
            openings: openings.map_or(random, |openings| openings.source.clone()),
            random_plies: self.random_plies as usize,
            max_plies: self.max_plies as usize,
            adjudication: self.ends.adjudication(),
            seed: self.seed,
        })
    }
}

/// A name that two parameters have.
fn twice(parameters: &[Parameter]) -> Option<&str> {
    let names = parameters.iter().map(|parameter| parameter.name.as_str());
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    let pair = names.windows(2).find(|pair| pair[0] == pair[1]);
    pair.map(|pair| pair[0])
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), LabError> {
    let openings = arguments.openings.as_deref();
    let openings = openings.map(|file| Openings::read(file, arguments.variant, None));
    let openings = openings.transpose()?;
    let settings = arguments.settings(openings.as_ref())?;
    let team = arguments.team.team();
    if !team.leads() {
        return help(arguments, &settings, openings, team);
    }
    let mut tuner = Tuner::open(&arguments.dir, &settings, openings)?.with_team(team)?;
    let done = tuner.reports().len() as u32;
    let missing = settings.iterations.saturating_sub(done);
    if done > 0 && !arguments.quiet {
        let folder = arguments.dir.display();
        note(format_args!(
            "{folder} holds {done} iterations already; {missing} are missing"
        ));
    }
    let stop = stop_on_signals();
    let games = [2, missing, settings.points, settings.pairs].map(u64::from);
    let games: u64 = games.iter().product();
    let bar = games_bar(games / u64::from(team.shard.parts), arguments.quiet);
    let threads = arguments.concurrency as usize;
    let ended: Result<bool, LabError> = print_steps(missing, &bar, arguments.json, out, |played| {
        Ok(tuner.iterate(threads, &stop, played)?)
    });
    if !ended? {
        let next = tuner.reports().len() + 1;
        if waits_for_others(team, &stop, &format!("iteration {next}")) {
            return Ok(());
        }
        return Err(LabError::Stopped(format!(
            "stopped in iteration {next}; the same command resumes with it"
        )));
    }
    print_values(&settings, &tuner.values(), arguments.json, out)
}

/// Plays a part of the games for the process that tunes.
fn help(
    arguments: &Arguments,
    settings: &TuneSettings,
    openings: Option<Openings>,
    team: Team,
) -> Result<(), LabError> {
    let mut helper = Helper::new(&arguments.dir, settings, openings, team);
    let (stop, threads) = (stop_on_signals(), arguments.concurrency as usize);
    team::help(team, &stop, "iteration", || {
        Ok(helper.help(settings.iterations, threads, &stop, &mut || ())?)
    })
}

/// The values in the end, and the words by which `kamen match` plays with them.
fn print_values(
    settings: &TuneSettings,
    values: &[f64],
    json: bool,
    out: &mut impl Write,
) -> Result<(), LabError> {
    let all = settings.parameters.iter().zip(values);
    if json {
        for (parameter, value) in all {
            let (name, start) = (parameter.name.as_str(), parameter.start);
            let value = *value;
            print_json(&Tuned { name, start, value }, out)?;
        }
        return Ok(());
    }
    let mut table = TextTable::new(&["parameter", "start", "now"], 0);
    let mut words = Vec::new();
    for (parameter, value) in all {
        let [start, now] = [parameter.start, *value].map(|value| parameter.text(value));
        words.push(format!("param.{}={now}", parameter.name));
        table.push(vec![parameter.name.clone(), start, now]);
    }
    write!(out, "{}", table.text())?;
    Ok(writeln!(out, "{}", words.join(" "))?)
}
