//! Tactics: is the best move found?

use super::event::{self, Event};
use super::suite::Tactic;
use super::{Arguments, CliError};
use crate::cli::json::print_json;
use crate::eval::Evaluation;
use crate::notation::{hub_move, parse_fen};
use crate::rules::{Game, MoveOf, Rules, Variant};
use crate::search::{
    Budget, Control, Handler, Info, Limits, Resources, TranspositionTable, search,
};
use crate::with_rules;
use std::io::Write;
use std::time::Duration;

/// The limits of each search.
fn limits(arguments: &Arguments) -> Limits {
    Limits {
        nodes: arguments.nodes,
        budget: arguments.time.map(Budget::move_time),
        // A win that is played out needs no longer search.
        answer_lone_move: true,
        ..Limits::default()
    }
}

/// Searches all positions and prints one line each, the sums of the variants, and the sum.
pub(super) fn run(
    tactics: &[Tactic],
    arguments: &Arguments,
    table: &TranspositionTable,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let limits = limits(arguments);
    let mut total = Total::default();
    let mut by_variant = Variant::ALL.map(|variant| (variant, Total::default()));
    for tactic in tactics {
        let evaluation = arguments.eval.load(tactic.variant)?;
        let answer =
            with_rules!(tactic.variant, R => solve::<R>(tactic, &limits, &evaluation, table))?;
        if arguments.json {
            print_json(&answer.event(tactic), out)?;
        } else {
            writeln!(out, "{}", answer.line(tactic))?;
        }
        total.add(&answer);
        let own = by_variant
            .iter_mut()
            .find(|(variant, _)| *variant == tactic.variant);
        if let Some((_, own)) = own {
            own.add(&answer);
        }
    }
    let played = by_variant.iter().filter(|(_, own)| own.positions > 0);
    if arguments.json {
        for (variant, own) in played {
            print_json(&own.event(Some(*variant)), out)?;
        }
        print_json(&total.event(None), out)?;
        return Ok(());
    }
    writeln!(out)?;
    for (variant, own) in played {
        writeln!(out, "{variant:<16} {own}")?;
    }
    writeln!(
        out,
        "Tactics: {total}, {} nodes, {:.1} s",
        total.nodes,
        total.time.as_secs_f64()
    )?;
    Ok(())
}

/// What a search of a tactic came to.
struct Answer {
    /// The move that it would play, in Hub notation.
    played: String,
    /// Since when it wanted to play the best move; `None` if it does not.
    since: Option<Since>,
    nodes: u64,
    time: Duration,
}

#[derive(Clone, Copy)]
struct Since {
    depth: u32,
    nodes: u64,
    time: Duration,
}

impl Answer {
    fn event<'a>(&'a self, tactic: &'a Tactic) -> Event<'a> {
        let since = self.since.map(|since| event::Since {
            depth: since.depth,
            nodes: since.nodes,
            seconds: since.time.as_secs_f64(),
        });
        Event::Tactic {
            variant: tactic.variant,
            fen: &tactic.fen,
            best: &tactic.best,
            played: &self.played,
            found: since.is_some(),
            since,
            nodes: self.nodes,
            seconds: self.time.as_secs_f64(),
        }
    }

    fn line(&self, tactic: &Tactic) -> String {
        let Tactic { variant, fen, best } = tactic;
        match self.since {
            Some(Since { depth, nodes, time }) => format!(
                "found   {variant:<16} {best:<16} depth {depth:>2} {nodes:>10} nodes {:>7.3} s  {fen}",
                time.as_secs_f64()
            ),
            None => format!(
                "missed  {variant:<16} {best:<16} played {:<29}  {fen}",
                self.played
            ),
        }
    }
}

/// Remembers since when the best move is the one to be played.
struct Watch<R: Rules> {
    best: String,
    played: Option<MoveOf<R>>,
    since: Option<Since>,
}

impl<R: Rules> Handler<R> for Watch<R> {
    fn iteration(&mut self, info: &Info<R>) {
        if info.pv.first() == self.played.as_ref() {
            return;
        }
        self.played = info.pv.first().copied();
        let is_best = (self.played).is_some_and(|m| hub_move::<R>(&m) == self.best);
        self.since = is_best.then_some(Since {
            depth: info.depth,
            nodes: info.nodes,
            time: info.time,
        });
    }
}

fn solve<R: Rules>(
    tactic: &Tactic,
    limits: &Limits,
    evaluator: &Evaluation,
    tt: &TranspositionTable,
) -> Result<Answer, CliError> {
    let variant = tactic.variant;
    let game = Game::<R>::new(variant, parse_fen(variant, &tactic.fen)?);
    let mut watch = Watch {
        best: tactic.best.clone(),
        played: None,
        since: None,
    };
    tt.clear();
    let control = Control::new();
    let resources = Resources {
        evaluator,
        tt,
        threads: 1,
    };
    let outcome = search(&game, resources, limits, &control, &mut watch);
    Ok(Answer {
        played: outcome.best.map_or_else(String::new, |m| hub_move::<R>(&m)),
        since: watch.since,
        nodes: outcome.nodes,
        time: control.elapsed(),
    })
}

/// The sum of some answers.
#[derive(Default)]
struct Total {
    positions: usize,
    found: usize,
    nodes: u64,
    time: Duration,
}

impl Total {
    fn event(&self, variant: Option<Variant>) -> Event<'static> {
        Event::Tactics {
            variant,
            positions: self.positions,
            found: self.found,
            nodes: self.nodes,
            seconds: self.time.as_secs_f64(),
        }
    }

    fn add(&mut self, answer: &Answer) {
        self.positions += 1;
        self.found += usize::from(answer.since.is_some());
        self.nodes += answer.nodes;
        self.time += answer.time;
    }
}

impl std::fmt::Display for Total {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (found, positions) = (self.found, self.positions);
        let share = 100.0 * found as f64 / positions.max(1) as f64;
        write!(f, "{found} of {positions} found, {share:.1}%")
    }
}
