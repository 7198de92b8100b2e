//! Solves tactics suites: searches each position and compares the move with the best one.

use super::event::{self, Event};
use super::suite::Tactic;
use super::{Arguments, CliError};
use crate::json::print_json;
use kamen_core::game::{AnyGame, AnyMove};
use kamen_core::rules::Variant;
use kamen_eval::Evaluation;
use kamen_search::{Budget, Control, Limits, Progress, Resources, TranspositionTable, search_any};
use std::io::Write;
use std::time::Duration;

/// The limits of each search.
fn limits(arguments: &Arguments) -> Limits {
    Limits {
        nodes: arguments.nodes,
        budget: arguments.time.map(Budget::move_time),
        // A forced win found to the end needs no longer search.
        answer_lone_move: true,
        ..Limits::default()
    }
}

/// Searches all positions; prints a line for each, totals for each variant, and the grand total.
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
        let evaluation = arguments.eval.load(tactic.position.variant())?;
        let answer = solve(tactic, &limits, &evaluation, table)?;
        if arguments.json {
            print_json(&answer.event(tactic), out)?;
        } else {
            writeln!(out, "{}", answer.line(tactic))?;
        }
        total.add(&answer);
        let own = by_variant
            .iter_mut()
            .find(|(variant, _)| *variant == tactic.position.variant());
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

/// The result of searching one tactic.
struct Answer {
    /// The move chosen.
    played: Option<AnyMove>,
    /// When the search settled on the best move; `None` if it chose another.
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
            variant: tactic.position.variant(),
            fen: &tactic.fen,
            best: tactic.best.to_string(),
            played: self.played.map_or_else(String::new, |m| m.to_string()),
            found: since.is_some(),
            since,
            nodes: self.nodes,
            seconds: self.time.as_secs_f64(),
        }
    }

    fn line(&self, tactic: &Tactic) -> String {
        let Tactic {
            fen,
            position,
            best,
        } = tactic;
        let (variant, best) = (position.variant(), position.write_move(best));
        match self.since {
            Some(Since { depth, nodes, time }) => format!(
                "found   {variant:<16} {best:<16} depth {depth:>2} {nodes:>10} nodes {:>7.3} s  {fen}",
                time.as_secs_f64()
            ),
            None => format!(
                "missed  {variant:<16} {best:<16} played {:<29}  {fen}",
                self.played
                    .map_or_else(String::new, |m| position.write_move(&m))
            ),
        }
    }
}

/// Records when the search settles on the best move.
struct Watch {
    best: AnyMove,
    played: Option<AnyMove>,
    since: Option<Since>,
}

impl Watch {
    fn hear(&mut self, progress: &Progress) {
        if progress.pv.first() == self.played.as_ref() {
            return;
        }
        self.played = progress.pv.first().copied();
        let is_best = self.played == Some(self.best);
        self.since = is_best.then_some(Since {
            depth: progress.depth,
            nodes: progress.nodes,
            time: progress.time,
        });
    }
}

fn solve(
    tactic: &Tactic,
    limits: &Limits,
    evaluator: &Evaluation,
    tt: &TranspositionTable,
) -> Result<Answer, CliError> {
    let game = AnyGame::new(tactic.position);
    let mut watch = Watch {
        best: tactic.best,
        played: None,
        since: None,
    };
    tt.clear();
    let control = Control::new();
    let resources = Resources {
        evaluator,
        tt,
        threads: 1,
        tables: None,
    };
    let found = search_any(&game, resources, limits, &control, &mut |progress| {
        watch.hear(progress);
    });
    Ok(Answer {
        played: found.best,
        since: watch.since,
        nodes: found.nodes,
        time: control.elapsed(),
    })
}

/// Totals over several answers.
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
