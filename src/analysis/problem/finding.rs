//! What is found of a problem. Begin with [`Verdict`].

use super::{Choice, Effect, Problem, Stipulation};
use crate::worth::Worth;
use kamen_core::game::{AnyMove, AnyPosition};
use kamen_core::score::Score;

/// What a problem comes to.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Nothing achieves what is asked for, which is certain of each move.
    NoSolution,
    /// The given solution fails, but another move achieves it.
    OtherSolution,
    /// Another way achieves it as well.
    SecondSolution,
    /// The search cannot tell.
    Undecided,
    /// In the main line the solver can choose between ways that come to the same.
    Dual,
    /// The given solution is longer than it need be.
    Shorter,
    /// There is one way.
    Sound,
}

impl Verdict {
    /// What the findings come to.
    pub(super) fn of(findings: &[Finding]) -> Verdict {
        let gravest = findings.iter().map(Finding::verdict).min();
        gravest.unwrap_or(Verdict::Sound)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::NoSolution => "no solution",
            Verdict::OtherSolution => "another solution",
            Verdict::SecondSolution => "second solution",
            Verdict::Undecided => "undecided",
            Verdict::Dual => "dual",
            Verdict::Shorter => "shorter way",
            Verdict::Sound => "sound",
        }
    }
}

/// Something that is wrong with a problem. Plies count from 1.
#[derive(Clone, Debug, PartialEq)]
pub enum Finding {
    /// No move achieves what is asked for, which is certain; the best is worth this much.
    NoSolution(Worth),
    /// The move of the given solution fails, but this one achieves it.
    OtherSolution {
        /// The ply of both.
        ply: usize,
        /// The other move.
        found: Worth,
        /// The given one.
        given: Worth,
    },
    /// More is achieved than was asked for: a win where a draw was.
    MoreThanAsked(Worth),
    /// Another move of the solver achieves it, too.
    SecondSolution {
        /// Its ply.
        ply: usize,
        /// The move.
        found: Worth,
    },
    /// Another move comes back to the main line, or takes the same pieces and lands elsewhere.
    Dual {
        /// Its ply.
        ply: usize,
        /// The move.
        found: Worth,
    },
    /// The solver wins in so many plies, sooner than the given solution.
    Shorter {
        /// Plies that are enough.
        plies: u32,
        /// Plies of the given solution.
        given: usize,
    },
    /// It cannot be told whether this move achieves what is asked for.
    Undecided {
        /// Its ply.
        ply: usize,
        /// The move.
        found: Worth,
    },
}

impl Finding {
    /// What a problem comes to that has nothing graver.
    pub fn verdict(&self) -> Verdict {
        match self {
            Finding::NoSolution(_) => Verdict::NoSolution,
            Finding::OtherSolution { .. } => Verdict::OtherSolution,
            Finding::SecondSolution { .. } | Finding::MoreThanAsked(_) => Verdict::SecondSolution,
            Finding::Dual { .. } => Verdict::Dual,
            Finding::Shorter { .. } => Verdict::Shorter,
            Finding::Undecided { .. } => Verdict::Undecided,
        }
    }
}

/// All that is found, the gravest first, and the earliest of those.
pub(super) fn findings(
    problem: &Problem,
    main: &[AnyMove],
    positions: &[AnyPosition],
    choices: &[Choice],
) -> Vec<Finding> {
    let mut found = Vec::new();
    for choice in choices {
        let is_first = choice.ply == problem.first();
        of_choice(problem, is_first, main, positions, choice, &mut found);
    }
    found.extend(more(problem, choices));
    found.extend(shorter(problem, positions, choices));
    found.sort_by_key(Finding::verdict);
    found
}

fn of_choice(
    problem: &Problem,
    is_first: bool,
    main: &[AnyMove],
    positions: &[AnyPosition],
    choice: &Choice,
    found: &mut Vec<Finding>,
) {
    let stipulation = problem.stipulation;
    let ply = choice.ply + 1;
    let chosen = stipulation.effect(&choice.chosen);
    let best = choice
        .others
        .first()
        .map(|best| (best, stipulation.effect(best)));
    match (chosen, best) {
        (Effect::Fails, Some((best, Effect::Achieves))) => {
            found.push(Finding::OtherSolution {
                ply,
                found: best.clone(),
                given: choice.chosen.clone(),
            });
            return;
        }
        (Effect::Fails, Some((best, Effect::Unclear))) => {
            let found_here = best.clone();
            found.push(Finding::Undecided {
                ply,
                found: found_here,
            });
            return;
        }
        // A later failure follows from the first.
        (Effect::Fails, _) => {
            let chosen = choice.chosen.clone();
            if is_first && choice.is_certain() {
                found.push(Finding::NoSolution(chosen));
            } else if is_first {
                found.push(Finding::Undecided { ply, found: chosen });
            }
            return;
        }
        (Effect::Unclear, _) => {
            let chosen = choice.chosen.clone();
            found.push(Finding::Undecided { ply, found: chosen });
        }
        (Effect::Achieves, _) => {}
    }
    for other in &choice.others {
        let found_here = other.clone();
        match stipulation.effect(other) {
            Effect::Achieves if is_dual(main, positions, choice, other) => {
                found.push(Finding::Dual {
                    ply,
                    found: found_here,
                })
            }
            Effect::Achieves => found.push(Finding::SecondSolution {
                ply,
                found: found_here,
            }),
            Effect::Unclear if chosen == Effect::Achieves => found.push(Finding::Undecided {
                ply,
                found: found_here,
            }),
            _ => {}
        }
    }
}

/// Whether a move takes the same pieces as that of the main line with the same piece, or its line comes back to a later position of
/// the main line.
fn is_dual(main: &[AnyMove], positions: &[AnyPosition], choice: &Choice, other: &Worth) -> bool {
    let position = &positions[choice.ply];
    let played = other.played();
    let chosen = &main[choice.ply];
    let is_same_capture = played.is_capture()
        && played.captured_set() == chosen.captured_set()
        && position.path(played).first() == position.path(chosen).first();
    let mut reached = *position;
    let comes_back = other.line.iter().any(|m| {
        reached = reached.after_legal(m);
        positions[choice.ply + 1..].contains(&reached)
    });
    is_same_capture || comes_back
}

/// A win where a draw was asked for.
fn more(problem: &Problem, choices: &[Choice]) -> Option<Finding> {
    let first = choices
        .first()
        .filter(|choice| choice.ply == problem.first())?;
    let mut all = std::iter::once(&first.chosen).chain(&first.others);
    let wins = all.find(|worth| Stipulation::Win.effect(worth) == Effect::Achieves)?;
    (problem.stipulation == Stipulation::Draw).then(|| Finding::MoreThanAsked(wins.clone()))
}

/// A given solution to the end of the game that is longer than the shortest that was seen.
fn shorter(problem: &Problem, positions: &[AnyPosition], choices: &[Choice]) -> Option<Finding> {
    let given = problem.given.len();
    let last = positions.last()?;
    if given == 0 || last.won()?.winner() != Some(problem.solver) {
        return None;
    }
    let first = choices
        .first()
        .filter(|choice| choice.ply == problem.first())?;
    let score = first.chosen.score;
    let plies = score.plies_to_end().filter(|_| score > Score::DRAW)?;
    let plies = plies + problem.first() as u32;
    ((plies as usize) < given).then_some(Finding::Shorter { plies, given })
}
