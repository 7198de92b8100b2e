//! `kamen evolve`: evolves small networks in games against minimax players.

use super::train::part;
use crate::LabError;
use crate::games::GamesArguments;
use crate::team::{self, waits_for_others};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use kamen_cli::arguments::{TeamArguments, variant_parser};
use kamen_cli::progress::{games_bar, print_steps};
use kamen_cli::stop::stop_on_signals;
use kamen_core::rules::Variant;
use kamen_files::{Team, note};
use kamen_players::{EvolvedNetwork, MAX_DEPTH, View};
use kamen_training::evolve::{
    Evolution, EvolutionSettings, Exchange, Fitness, Helper, Keep, Preset,
};
use std::io::Write;
use std::path::PathBuf;

/// The examples of `kamen evolve --help`.
pub(crate) const EXAMPLES: &str = "\
Examples:
  kamen evolve czech --generations 20 --seed 1 --threads 2 --dir czech
  kamen match czech --engine minimax:3:network:czech/generation-020.json --engine minimax:3:basic \\
      --random-plies 0 --draws none --max-plies 150 --games 1000
  kamen evolve --preset evolution01 --seed 1 --dir evolution01
  kamen evolve czech --generations 20 --seed 1 --layers 32,16 --dir two-layers
  for i in 1 2; do kamen evolve english --generations 20 --dir english --shard $i/2 & done; wait
                                                  two processes, on two machines perhaps, share the games

The same command resumes after an interruption; with more --generations it continues the run.";

/// Upper bounds of the mean of the first weights, and of variances.
const MOST_MEAN: f64 = 100.0;
const MOST_VARIANCE: f64 = 10_000.0;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The variant (see `kamen variants`) [default: that of the preset]
    #[arg(value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    #[arg(required_unless_present = "preset")]
    variant: Option<Variant>,
    /// Settings of a published evolution in place of the defaults; other options override them
    #[arg(long, value_name = "NAME", value_parser = preset_parser())]
    preset: Option<Preset>,
    /// Total number of generations [default: that of the preset]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    #[arg(required_unless_present = "preset")]
    generations: Option<u32>,
    /// Networks per generation [default: 24]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=10_000))]
    population: Option<u32>,
    /// Games per network and generation, an even number; colours alternate [default: 100]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: Option<u32>,
    /// Search depth of both sides, in plies; the first opponent is minimax:N:basic [default: 3]
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=MAX_DEPTH as i64))]
    depth: Option<u32>,
    /// Hidden neurons per network, in one layer [default: 16]
    #[arg(long, value_name = "N", value_parser = size_parser())]
    neurons: Option<u32>,
    /// Hidden neurons of each of several layers, from the squares on
    #[arg(
        long,
        value_name = "N,..",
        value_delimiter = ',',
        conflicts_with = "neurons"
    )]
    #[arg(value_parser = size_parser())]
    layers: Option<Vec<u32>>,
    /// Plies after which a game is drawn; there are no other draws [default: 150]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    max_plies: Option<u32>,
    /// Networks that are kept as files: the best of each generation, or all of them as well
    /// [default: best]
    #[arg(long, value_parser = keep_parser())]
    keep: Option<Keep>,
    #[command(flatten)]
    play: GamesArguments,
    #[command(flatten)]
    team: TeamArguments,
    /// Folder for the settings, the checkpoint, the log and the networks
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
    /// Hide the progress bar
    #[arg(long, short)]
    quiet: bool,
    /// Print the log as JSON, one object per line
    #[arg(long)]
    json: bool,
    // The last, because all that follows would stand under its heading.
    #[command(flatten)]
    operators: Operators,
}

/// Networks and how they come from others.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Networks and breeding")]
struct Operators {
    /// Side from which networks see the board: the player's, or always White's [default: mover]
    #[arg(long, value_name = "SIDE", value_parser = view_parser())]
    view: Option<View>,
    /// Whether neurons have biases [default: true]
    #[arg(long, value_name = "BOOL", hide_possible_values = true)]
    biases: Option<bool>,
    /// Mean of the first weights [default: 0.1]
    #[arg(long, value_name = "X", value_parser = mean, allow_negative_numbers = true)]
    first_mean: Option<f64>,
    /// Variance of the first weights [default: 0.0009]
    #[arg(long, value_name = "X", value_parser = variance)]
    first_variance: Option<f64>,
    /// What counts when parents are chosen: wins, or two points for a win and one for a draw
    /// [default: wins]
    #[arg(long, value_name = "WHAT", value_parser = fitness_parser())]
    fitness: Option<Fitness>,
    /// Best networks that live on unchanged [default: 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=10_000))]
    elite: Option<u32>,
    /// Whether they mutate nevertheless, as children do [default: false]
    #[arg(long, value_name = "BOOL", hide_possible_values = true)]
    elite_mutates: Option<bool>,
    /// Chance that two parents cross over [default: 1]
    #[arg(long, value_name = "P", value_parser = part)]
    crossover: Option<f64>,
    /// If they do, chance that a neuron is exchanged [default: 0.2]
    #[arg(long, value_name = "P", value_parser = part)]
    neuron_crossover: Option<f64>,
    /// Weights that are exchanged with a neuron: its incoming ones (then the output is a neuron like
    /// any other), or all [default: all]
    #[arg(long, value_name = "WEIGHTS", value_parser = exchange_parser())]
    exchange: Option<Exchange>,
    /// Children of two parents, 1 or 2 [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=2))]
    children: Option<u32>,
    /// Chance that a child mutates [default: 1]
    #[arg(long, value_name = "P", value_parser = part)]
    mutation: Option<f64>,
    /// If it does, chance that a weight changes [default: 0.1]
    #[arg(long, value_name = "P", value_parser = part)]
    weight_mutation: Option<f64>,
    /// Variance of the change of a weight [default: 0.0009]
    #[arg(long, value_name = "X", value_parser = variance)]
    mutation_variance: Option<f64>,
    /// 1: the opponent stays; below 1: the best network becomes the opponent after the first
    /// generation, later if it wins more than this part of its games [default: 1]
    #[arg(long, value_name = "PART", value_parser = part)]
    opponent_replacement: Option<f64>,
}

fn size_parser() -> impl TypedValueParser<Value = u32> {
    clap::value_parser!(u32).range(1..=EvolvedNetwork::MOST_NEURONS as i64)
}

fn preset_parser() -> impl TypedValueParser<Value = Preset> {
    named(&Preset::ALL, Preset::name)
}

fn view_parser() -> impl TypedValueParser<Value = View> {
    named(&View::ALL, View::name)
}

fn exchange_parser() -> impl TypedValueParser<Value = Exchange> {
    named(&Exchange::ALL, Exchange::name)
}

fn fitness_parser() -> impl TypedValueParser<Value = Fitness> {
    named(&Fitness::ALL, Fitness::name)
}

fn keep_parser() -> impl TypedValueParser<Value = Keep> {
    named(&Keep::ALL, Keep::name)
}

/// Parses one of some values by its name.
fn named<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.iter().map(move |&value| name(value))).try_map(move |text| {
        let found = all.iter().copied().find(|&value| name(value) == text);
        found.ok_or("no such name")
    })
}

fn mean(text: &str) -> Result<f64, String> {
    let read = text.parse().ok();
    let read = read.filter(|mean| (-MOST_MEAN..=MOST_MEAN).contains(mean));
    read.ok_or_else(|| format!("expected a number from -{MOST_MEAN} to {MOST_MEAN}"))
}

fn variance(text: &str) -> Result<f64, String> {
    let read = text.parse().ok();
    let read = read.filter(|variance| (0.0..=MOST_VARIANCE).contains(variance));
    read.ok_or_else(|| format!("expected a number from 0 to {MOST_VARIANCE}"))
}

/// Overrides a setting by an option that was given.
fn set<T>(setting: &mut T, given: Option<T>) {
    if let Some(given) = given {
        *setting = given;
    }
}

impl Arguments {
    fn settings(&self) -> EvolutionSettings {
        // One of the two is given.
        let variant = self.variant.unwrap_or(Variant::Czech);
        let standard = EvolutionSettings::standard(variant);
        let mut settings = self.preset.map_or(standard, Preset::settings);
        set(&mut settings.variant, self.variant);
        set(&mut settings.population, usize_of(self.population));
        set(&mut settings.games, self.games);
        settings.games = settings.games.next_multiple_of(2);
        set(&mut settings.depth, self.depth);
        let layers = self.layers.clone().or(self.neurons.map(|size| vec![size]));
        let layers = layers.map(|sizes| sizes.into_iter().map(|size| size as usize).collect());
        set(&mut settings.layers, layers);
        set(&mut settings.max_plies, usize_of(self.max_plies));
        settings.seed = self.play.seed;
        set(&mut settings.keep, self.keep);
        self.operators.override_in(&mut settings);
        settings
    }

    fn generations(&self) -> u32 {
        let preset = self.preset.map(Preset::generations);
        self.generations.or(preset).unwrap_or_default()
    }
}

impl Operators {
    fn override_in(&self, settings: &mut EvolutionSettings) {
        set(&mut settings.view, self.view);
        set(&mut settings.fitness, self.fitness);
        set(
            &mut settings.opponent_replacement,
            self.opponent_replacement,
        );
        let breeding = &mut settings.breeding;
        set(&mut breeding.first_mean, self.first_mean);
        set(&mut breeding.first_variance, self.first_variance);
        set(&mut breeding.biases, self.biases);
        set(&mut breeding.elite, usize_of(self.elite));
        set(&mut breeding.elite_mutates, self.elite_mutates);
        set(&mut breeding.crossover, self.crossover);
        set(&mut breeding.neuron_crossover, self.neuron_crossover);
        set(&mut breeding.exchange, self.exchange);
        set(&mut breeding.children, usize_of(self.children));
        set(&mut breeding.mutation, self.mutation);
        set(&mut breeding.weight_mutation, self.weight_mutation);
        set(&mut breeding.mutation_variance, self.mutation_variance);
    }
}

fn usize_of(number: Option<u32>) -> Option<usize> {
    number.map(|number| number as usize)
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), LabError> {
    let settings = arguments.settings();
    let (layers, most) = (settings.layers.len(), EvolvedNetwork::MOST_LAYERS);
    if layers > most {
        let message = format!("found {layers} hidden layers, expected at most {most}");
        return Err(LabError::Usage(message));
    }
    let team = arguments.team.team();
    if !team.leads() {
        return help(arguments, &settings, team);
    }
    let mut evolution = Evolution::open(&arguments.dir, &settings)?.with_team(team)?;
    let done = evolution.reports().len();
    let missing = (arguments.generations() as usize).saturating_sub(done);
    if done > 0 && !arguments.quiet {
        let folder = arguments.dir.display();
        note(format_args!(
            "{folder} holds {done} generations already; {missing} are missing"
        ));
    }
    let stop = stop_on_signals();
    let games = (missing * settings.population) as u64 * u64::from(settings.games);
    let bar = games_bar(games / u64::from(team.shard.parts), arguments.quiet);
    let threads = arguments.play.threads();
    let ended: Result<bool, LabError> =
        print_steps(missing as u32, &bar, arguments.json, out, |played| {
            Ok(evolution.generation(threads, &stop, played)?)
        });
    if !ended? {
        let next = evolution.reports().len() + 1;
        if waits_for_others(team, &stop, &format!("generation {next}")) {
            return Ok(());
        }
        return Err(LabError::Stopped(format!(
            "stopped in generation {next}; the same command resumes with its first game"
        )));
    }
    Ok(())
}

/// Plays a part of the games for the process that evolves.
fn help(arguments: &Arguments, settings: &EvolutionSettings, team: Team) -> Result<(), LabError> {
    let mut helper = Helper::new(&arguments.dir, settings, team);
    let (stop, threads) = (stop_on_signals(), arguments.play.threads());
    let generations = arguments.generations();
    team::help(team, &stop, "generation", || {
        Ok(helper.help(generations, threads, &stop, &mut || ())?)
    })
}
