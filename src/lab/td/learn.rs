//! `kamen td learn`.

use super::rows::RowArguments;
use crate::LabError;
use crate::games::GamesArguments;
use kamen_cli::arguments::variant_parser;
use kamen_cli::json::print_json;
use kamen_cli::paths::{file_parser, tell_apart};
use kamen_cli::pdn::{Reading, finished_game, games};
use kamen_cli::stop::{games_to_go, stop_on_signals};
use kamen_core::board::Color;
use kamen_core::rules::Variant;
use kamen_files::{Shard, checksum_of, note};
use kamen_players::MAX_DEPTH;
use kamen_training::td::{
    EndRewards, Episode, Learner, Learners, Lessons, Part, Rate, Sides, Style, TdRule, Won,
};
use std::io::Write;
use std::path::PathBuf;

/// The examples of `kamen td learn --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen td learn czech --games 10000 --depth 4 --white w.cdb --black b.cdb
  kamen td learn international --games 1000 --shared both.cdbz --threads 2
  kamen td learn czech --games 50 --depth 4 --black-depth 2 --learner white --random 0 \\
      --shared own.cdb
  kamen td learn czech --depth 2 --black-depth 5 --learner white --random 0 --until-changed \\
      --games 100 --shared repeated.cdb    a lost game, until it is not
  kamen td learn czech --pdn games.pdn --shared games.cdb
  kamen match czech --engine td:4:w.cdb --engine minimax:4:simulated --games 100
  for i in 1 2; do kamen td learn czech --games 10000 --shard $i/2 --shared part$i.cdb & done; wait
                                          two processes, on two machines perhaps, share the games
  kamen td merge part1.cdb part2.cdb -o both.cdb

The same command resumes after an interruption; with more --games it continues.";

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The variant (see `kamen variants`)
    #[arg(value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    variant: Variant,
    /// Total number of games
    #[arg(
        long,
        value_name = "N",
        required_unless_present = "pdn",
        conflicts_with = "pdn"
    )]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: Option<u64>,
    /// Learn from the games of these files instead of playing
    #[arg(long, value_name = "FILE")]
    pdn: Vec<PathBuf>,
    #[command(flatten)]
    reading: Reading,
    /// White's rated positions
    #[arg(long, value_name = "FILE", value_parser = file_parser())]
    #[arg(requires = "black", required_unless_present = "shared")]
    white: Option<PathBuf>,
    /// Black's rated positions
    #[arg(long, value_name = "FILE", value_parser = file_parser(), requires = "white")]
    black: Option<PathBuf>,
    /// Rated positions that both sides share; a name that ends in .cdbz is written compactly
    #[arg(long, value_name = "FILE", value_parser = file_parser(), conflicts_with = "white")]
    shared: Option<PathBuf>,
    /// Search depth, in plies
    #[arg(long, value_name = "PLIES", default_value_t = 4)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=MAX_DEPTH as i64))]
    depth: u32,
    /// Search depth of Black, if it is another
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=MAX_DEPTH as i64))]
    black_depth: Option<u32>,
    #[command(flatten)]
    rows: RowArguments,
    /// Which side learns; alternate: White and Black a game each
    #[arg(long, value_name = "SIDE", default_value = "alternate")]
    #[arg(value_parser = ["alternate", "white", "black", "both"])]
    learner: String,
    /// Share of the learner's moves that are chosen at random, from 0 to 1
    #[arg(long, value_name = "P", default_value_t = 1.0, value_parser = share)]
    random: f64,
    /// How much of the value of the next turn counts, from 0 to 1
    #[arg(long, value_name = "G", default_value_t = TdRule::default().gamma, value_parser = share)]
    gamma: f64,
    /// The reward of a win, from -1 to 1
    #[arg(long, value_name = "R", default_value_t = 1.0, value_parser = reward, allow_hyphen_values = true)]
    win: f64,
    /// That of a draw
    #[arg(long, value_name = "R", default_value_t = 0.0, value_parser = reward, allow_hyphen_values = true)]
    draw: f64,
    /// That of a loss
    #[arg(long, value_name = "R", default_value_t = -1.0, value_parser = reward, allow_hyphen_values = true)]
    loss: f64,
    /// That of every other turn
    #[arg(long, value_name = "R", default_value_t = 0.0, value_parser = reward, allow_hyphen_values = true)]
    step: f64,
    /// How far a value moves at its n-th visit: 1/n, n^-P, or a number
    #[arg(long, value_name = "RATE", default_value_t = TdRule::default().rate)]
    rate: Rate,
    /// What stands for the end of a won game: the winner's last turn, or the final position
    #[arg(long, value_name = "END", default_value = "turn", value_parser = ["turn", "position"])]
    won: String,
    /// Plies after which a game is a draw, besides the drawing rules
    #[arg(long, value_name = "N", default_value_t = 200)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=10_000))]
    max_plies: u32,
    /// Games played before anything is learned from them; the result depends on it, but not on --threads
    #[arg(long, value_name = "N", default_value_t = 8)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=10_000))]
    batch: u32,
    /// Games between two saves and lines of progress
    #[arg(long, value_name = "N", default_value_t = 1000)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    block: u32,
    /// Learn from every game at once, and stop after the first whose result is not that of the game before
    #[arg(long, conflicts_with_all = ["batch", "block", "pdn"])]
    until_changed: bool,
    /// Play part I of N of the games, which learns by itself (see `kamen td merge`); the result depends on N
    #[arg(long, value_name = "I/N|auto[/N]", conflicts_with_all = ["until_changed", "pdn"])]
    shard: Option<Shard>,
    /// Go on though the files have learned with other settings, or from one of these PDN files before
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    play: GamesArguments,
    /// Print each block of games as a JSON object
    #[arg(long)]
    json: bool,
}

/// Parses a share.
fn share(text: &str) -> Result<f64, String> {
    (text.parse().ok())
        .filter(|share| (0.0..=1.0).contains(share))
        .ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

/// Parses a reward.
fn reward(text: &str) -> Result<f64, String> {
    (text.parse().ok())
        .filter(|reward| (-1.0..=1.0).contains(reward))
        .ok_or_else(|| "expected a number from -1 to 1".to_owned())
}

impl Arguments {
    fn style(&self) -> Style {
        Style {
            variant: self.variant,
            depth: [self.depth, self.black_depth.unwrap_or(self.depth)],
            rows: self.rows.factor(),
            learners: match self.learner.as_str() {
                "white" => Learners::White,
                "black" => Learners::Black,
                "both" => Learners::Both,
                _ => Learners::Alternate,
            },
            random: self.random,
            max_plies: self.max_plies as usize,
            seed: self.play.seed,
        }
    }

    fn rule(&self) -> TdRule {
        TdRule {
            gamma: self.gamma,
            rate: self.rate,
            reward: self.step,
            ends: EndRewards {
                win: self.win,
                draw: self.draw,
                loss: self.loss,
            },
            won: match self.won.as_str() {
                "position" => Won::FinalPosition,
                _ => Won::LastTurn,
            },
            ..TdRule::default()
        }
    }

    /// Goes on with what the files have learned before, if they say that it belongs together.
    fn go_on(&self, learner: &mut Learner) -> Result<(), LabError> {
        if self.games.is_some() {
            return Ok(learner.go_on(Lessons::Played, self.force)?);
        }
        let files = self.pdn.iter();
        let files = files.map(|path| match checksum_of(path) {
            Ok(sum) => Ok((path.clone(), sum)),
            Err(error) => Err(LabError::Usage(format!(
                "cannot read {}: {error}",
                path.display()
            ))),
        });
        let files = files.collect::<Result<Vec<_>, LabError>>()?;
        Ok(learner.go_on(Lessons::Pdn(&files), self.force)?)
    }

    /// The part of the games that is learned from.
    fn part(&self) -> Option<Part> {
        let (shard, games) = self.shard.zip(self.games)?;
        Some(Part { shard, games })
    }

    fn sides(&self) -> Result<Sides, LabError> {
        match (&self.shared, &self.white, &self.black) {
            (Some(shared), _, _) => Ok(Sides::Shared(shared.clone())),
            (None, Some(white), Some(black)) if white == black => Ok(Sides::Shared(white.clone())),
            (None, Some(white), Some(black)) => Ok(Sides::Own {
                white: white.clone(),
                black: black.clone(),
            }),
            _ => Err(LabError::Usage(
                "expected --white and --black, or --shared".to_owned(),
            )),
        }
    }
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), LabError> {
    let (style, rule, sides) = (arguments.style(), arguments.rule(), arguments.sides()?);
    let batch = if arguments.until_changed {
        1
    } else {
        arguments.batch.into()
    };
    let part = arguments.part();
    let files = [&arguments.white, &arguments.black];
    tell_apart(files.map(Option::as_deref))?;
    let mut learner = Learner::open(style, rule, sides, batch)?.with_part(part);
    arguments.go_on(&mut learner)?;
    if !arguments.json {
        writeln!(out, "{}: {rule}", arguments.variant)?;
    }
    match arguments.games {
        Some(games) => {
            let own = part.map_or(games, Part::count);
            play(arguments, own, &mut learner, out)
        }
        None => read(arguments, &mut learner, out),
    }
}

fn play(
    arguments: &Arguments,
    games: u64,
    learner: &mut Learner,
    out: &mut impl Write,
) -> Result<(), LabError> {
    if learner.games() > 0 {
        let done = learner.games();
        let missing = games.saturating_sub(done);
        note(format_args!(
            "the files have learned from {done} games already; {missing} are missing"
        ));
    }
    let stop = stop_on_signals();
    let size = if arguments.until_changed {
        1
    } else {
        arguments.block.into()
    };
    let mut before = None;
    while learner.games() < games {
        let next = (learner.games() + size).min(games);
        let block = learner.block(next, arguments.play.threads(), &stop)?;
        match arguments.json {
            true => print_json(&block, out)?,
            false => writeln!(out, "{block}")?,
        }
        out.flush()?;
        let result = Some((block.won, block.drawn, block.lost));
        if arguments.until_changed && before.is_some_and(|_| before != result) {
            return Ok(());
        }
        before = result;
        if stop.is_wanted() && learner.games() < games {
            let left = games - learner.games();
            return Err(games_to_go(left).into());
        }
    }
    Ok(())
}

/// Learns from the games of PDN files; what cannot be replayed or has no result is left out.
fn read(
    arguments: &Arguments,
    learner: &mut Learner,
    out: &mut impl Write,
) -> Result<(), LabError> {
    let (mut learned, mut left_out) = (0_u64, 0_u64);
    for path in &arguments.pdn {
        for game in games(path, arguments.reading)? {
            match game?.and_then(|game| finished_game(arguments.variant, &game, arguments.reading))
            {
                Some(game) => {
                    learner.learn_from(&Episode::of_game(&game));
                    learned += 1;
                }
                None => left_out += 1,
            }
        }
    }
    learner.save()?;
    let positions = learner.positions(Color::White).len();
    writeln!(
        out,
        "learned from {learned} games, left out {left_out} (faults, no result or another variant); {positions} positions of White"
    )?;
    Ok(())
}
