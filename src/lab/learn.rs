//! `kamen learn`: alternates self-play, training and matches until time or generations run out.

use super::selfplay::{ExploreArgument, TablesArguments};
use super::train::part;
use crate::LabError;
use crate::team::waits_for_others;
use clap::ArgGroup;
use indicatif::ProgressBar;
use kamen_cli::arguments::{TeamArguments, kind_parser, variant_parser};
use kamen_cli::json::print_json;
use kamen_cli::progress::progress_bar;
use kamen_cli::stop::{Alarm, stop_on_signals};
use kamen_core::rules::Variant;
use kamen_eval::weights::{Kind, Weights};
use kamen_files::{Pause, Team, note};
use kamen_training::fit::FitSettings;
use kamen_training::learn::{Helper, LearnProgress, LearnSettings, LearnStep, Learner, Means};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The examples of `kamen learn --help`.
pub(crate) const EXAMPLES: &str = "\
Examples:
  kamen learn czech_zapletal --hours 0.5 --threads 2 --dir zapletal
  kamen learn english --hours 12 --games 20000 --nodes 1000 --dir english
  kamen learn russian --generations 4 --bb-size 4 --explore 10 --rate 0.03 --dir russian
                                                  from games with random moves that tables decide, each fit going on from the best weights
  kamen --weights zapletal/best.weights
  for i in 1 2; do kamen learn frysk --generations 2 --dir frysk --shard $i/2 & done; wait
                                                  two processes, on two machines perhaps, share the games

The same command resumes after an interruption; with more --hours it continues the run.";

#[derive(Debug, clap::Args)]
#[command(group = ArgGroup::new("end").args(["hours", "generations"]).required(true).multiple(true))]
pub(crate) struct Arguments {
    /// The variant (see `kamen variants`)
    #[arg(value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    variant: Variant,
    /// Stop after H hours of work, interrupted runs included
    #[arg(long, value_name = "H", value_parser = hours)]
    hours: Option<f64>,
    /// Stop after N generations
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    generations: Option<u32>,
    /// Folder for best.weights, log.txt, and the state to resume from
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
    /// Model to train: patterns of men in regions of the board, the same and patterns of all pieces
    /// around kings, or a network
    #[arg(long, value_name = "KIND", default_value_t, value_parser = kind_parser())]
    kind: Kind,
    /// Initial weights, instead of material values alone
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Self-play games per generation
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    #[arg(value_parser = clap::value_parser!(u32).range(20..=10_000_000))]
    games: u32,
    /// Nodes per search, in self-play and in matches
    #[arg(long, value_name = "N", default_value_t = 500)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Train on the self-play games of the last N best weights
    #[arg(long, value_name = "N", default_value_t = 3)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    window: u32,
    /// Training target of a position: 1 the game result, 0 the score of the next position, in
    /// between TD(lambda)
    #[arg(long, value_name = "X", default_value_t = 0.9, value_parser = part)]
    lambda: f64,
    /// Maximum number of epochs
    #[arg(long, value_name = "N", default_value_t = FitSettings::default().epochs)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    epochs: u32,
    /// Fit new weights from the best ones, where they are of the same kind, with this initial learning rate, instead of from
    /// material values alone
    #[arg(long, value_name = "X", value_parser = part)]
    rate: Option<f64>,
    #[command(flatten)]
    explore: ExploreArgument,
    #[command(flatten)]
    tables: TablesArguments,
    /// Maximum number of games in a match of new weights against the best
    #[arg(long, value_name = "N", default_value_t = 2000)]
    #[arg(value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    match_games: u32,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    team: TeamArguments,
    /// Games played in parallel, and threads for training
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// Hide the progress bar
    #[arg(long, short)]
    quiet: bool,
    /// Print the log as JSON, one object per line
    #[arg(long)]
    json: bool,
}

/// Upper bound of `--hours`.
const MOST_HOURS: f64 = 1e5;

fn hours(text: &str) -> Result<f64, String> {
    let read = text.parse().ok();
    let read = read.filter(|&hours| hours > 0.0 && hours <= MOST_HOURS);
    read.ok_or_else(|| format!("expected a number above 0, at most {MOST_HOURS}, 1.5 for example"))
}

impl Arguments {
    fn settings(&self, start: &Weights) -> LearnSettings {
        LearnSettings {
            variant: self.variant,
            kind: self.kind,
            start: start.name(),
            games: self.games,
            nodes: self.nodes,
            window: self.window,
            lambda: self.lambda,
            epochs: self.epochs,
            rate: self.rate,
            explore: self.explore.explore,
            tables: self.tables.pieces(),
            match_games: self.match_games.next_multiple_of(2),
            seed: self.seed,
        }
    }

    fn is_finished(&self, generations: u32, hours: f64) -> bool {
        self.generations.is_some_and(|most| generations >= most)
            || self.hours.is_some_and(|most| hours >= most)
    }

    /// Says what can be done with the weights of the best generation.
    fn tell_next(&self, generation: u32) {
        let (best, variant) = (self.dir.join("best.weights"), self.variant);
        let best = best.display();
        if self.quiet {
            return;
        }
        if generation > 0 {
            note(format_args!(
                "play:     kamen play {variant} --weights {best}\n\
                 measure:  kamen match {variant} --engine kamen name=new param.eval={best} --engine kamen \
                 --each movetime=0.1 --games 100"
            ));
        }
        note(format_args!(
            "continue: the same command with more --hours or --generations"
        ));
    }

    /// Plays games for the learner until that has finished, or the part that is at hand if nobody waits.
    fn help(&self, mut helper: Helper, means: Means<'_>, team: Team) -> Result<(), LabError> {
        let (mut screen, mut pause) = (Screen::new(1, self.quiet), Pause::default());
        loop {
            let (generations, hours) = helper.look()?;
            let generation = generations as usize + 1;
            if screen.generation != generation {
                screen.bar.finish_and_clear();
                (screen, pause) = (Screen::new(generation, self.quiet), Pause::default());
            }
            if self.is_finished(generations, hours) {
                return Ok(());
            }
            let is_there = helper.help(means, &mut |progress| screen.show(progress))?;
            if means.stop.is_wanted() {
                screen.bar.finish_and_clear();
                return Err(LabError::Stopped(
                    "stopped; the same command goes on with this part".to_owned(),
                ));
            }
            if !team.waits {
                screen.bar.finish_and_clear();
                let shard = team.shard;
                match is_there {
                    true => note(format_args!(
                        "part {shard} of generation {generation} is there"
                    )),
                    false => note(format_args!(
                        "{} has no checkpoint of the first process yet",
                        self.dir.display()
                    )),
                }
                return Ok(());
            }
            pause.wait();
        }
    }
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), LabError> {
    let start = match &arguments.start {
        Some(path) => Weights::read_for(arguments.variant, path)?,
        None => Weights::of_material(arguments.variant),
    };
    let settings = arguments.settings(&start);
    let tables = arguments.tables.open(arguments.variant)?;
    let stop = stop_on_signals();
    let means = Means {
        threads: arguments.threads as usize,
        tables: tables.as_ref(),
        stop: &stop,
    };
    let team = arguments.team.team();
    if !team.leads() {
        let helper = Helper::new(&arguments.dir, &settings, team);
        return arguments.help(helper, means, team);
    }
    let learner = Learner::open(&arguments.dir, &settings, &start)?;
    let mut learner = learner.with_team(team);
    let done = learner.reports().len();
    if done > 0 && !arguments.quiet {
        let (folder, hours) = (arguments.dir.display(), learner.hours());
        note(format_args!(
            "{folder} holds {done} generations of {hours:.2} hours already"
        ));
    }
    let left = arguments
        .hours
        .map(|most| (most - learner.hours()).max(0.0));
    let left = left.map(|hours| Duration::from_secs_f64(hours * 3600.0));
    let alarm = match left {
        Some(left) => Some(Alarm::new(left, Arc::clone(&stop))?),
        None => None,
    };
    while !arguments.is_finished(learner.reports().len() as u32, learner.hours()) {
        let mut screen = Screen::new(learner.reports().len() + 1, arguments.quiet);
        let finished = learner.generation(means, &mut |progress| screen.show(progress));
        screen.bar.finish_and_clear();
        match finished? {
            Some(report) => {
                match arguments.json {
                    true => print_json(&report, out)?,
                    false => writeln!(out, "{report}")?,
                }
                out.flush()?;
            }
            None if alarm.as_ref().is_some_and(Alarm::has_rung) => break,
            None => {
                let next = learner.reports().len() + 1;
                if waits_for_others(team, &stop, &format!("generation {next}")) {
                    return Ok(());
                }
                return Err(LabError::Stopped(format!(
                    "stopped in generation {next}; the same command resumes from here"
                )));
            }
        }
    }
    match arguments.json {
        true => {
            let (best, elo) = learner.best();
            let hours = learner.hours();
            print_json(&Summary { best, elo, hours }, out)?;
        }
        false => {
            writeln!(out, "{learner}")?;
            arguments.tell_next(learner.best().0);
        }
    }
    Ok(())
}

/// The last line of JSON: the generation of the best weights, their Elo above the start, and the work so far.
#[derive(Serialize)]
struct Summary {
    best: u32,
    elo: f64,
    hours: f64,
}

/// Shows the progress of a generation.
struct Screen {
    generation: usize,
    quiet: bool,
    bar: ProgressBar,
}

impl Screen {
    fn new(generation: usize, quiet: bool) -> Screen {
        Screen {
            generation,
            quiet,
            bar: ProgressBar::hidden(),
        }
    }

    fn show(&mut self, progress: LearnProgress) {
        match progress {
            LearnProgress::Begins(step, missing) => {
                self.bar.finish_and_clear();
                let what = match step {
                    LearnStep::Play => "self-play games",
                    LearnStep::Learn => "epochs",
                    LearnStep::Match => "match games",
                };
                let template = format!(
                    "generation {}: {{pos}} of {{len}} {what} {{wide_bar}} {{rate}}, {{eta}} left",
                    self.generation
                );
                self.bar = progress_bar(missing, &template, self.quiet);
            }
            LearnProgress::Advanced => self.bar.inc(1),
        }
    }
}
