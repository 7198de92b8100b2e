//! Walks another program down to the first position where it counts otherwise.
//!
//! [`find`] asks a [`Partner`] depth by depth, so that the way to the position is as short as it can
//! be; there both name other moves, or the partner makes a move otherwise than it says.

mod answer;
mod partner;

pub use answer::{Divide, Listed};
pub use partner::{Partner, PartnerError};

use super::{CountError, Counter, Progress};
use crate::geometry::Geometry;
use crate::notation::{hub_move, write_fen};
use crate::rules::{MoveOf, Position, Rules};
use serde::Serialize;

/// Why two programs cannot be compared.
#[derive(Debug, thiserror::Error)]
pub enum AgainstError {
    /// The other one is to blame.
    #[error(transparent)]
    Partner(#[from] PartnerError),
    /// We are.
    #[error(transparent)]
    Count(#[from] CountError),
}

/// Where two programs differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The moves that lead there from the root.
    pub path: Vec<String>,
    /// The position as FEN.
    pub fen: String,
    /// What differs.
    pub kind: DifferenceKind,
}

/// What differs in a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum DifferenceKind {
    /// The moves.
    Moves {
        /// All of ours.
        ours: Divide,
        /// All of theirs.
        theirs: Divide,
    },
    /// The moves are the same, and so is what the partner counts after each of them if it is given
    /// that position; but after making this move by itself it counts otherwise.
    Made {
        /// The move.
        #[serde(rename = "move")]
        name: String,
        /// The position after it.
        after: String,
        /// What both count there.
        nodes: u128,
        /// What the partner counts after the move.
        made: u128,
    },
}

/// Compares all depths up to `depth`, and says where the first difference lies. `agreed` is told
/// each depth without one, with its count.
///
/// # Errors
/// The partner does not answer as it should, or there is too much to count.
pub fn find<R: Rules>(
    partner: &mut Partner,
    counter: &Counter<R>,
    root: &Position<R>,
    depth: u32,
    progress: &impl Progress,
    mut agreed: impl FnMut(u32, u128),
) -> Result<Option<Difference>, AgainstError> {
    let mut walk = Walk {
        partner,
        counter,
        progress,
    };
    for depth in 1..=depth {
        match walk.down(root, depth)? {
            Comparison::Equal(nodes) => agreed(depth, nodes),
            Comparison::Differs(difference) => return Ok(Some(difference)),
        }
    }
    Ok(None)
}

enum Comparison {
    Equal(u128),
    Differs(Difference),
}

/// A position on the way down, and what the partner counted for the move that led to it.
struct Step<R: Rules> {
    name: String,
    before: String,
    made: u128,
    position: Position<R>,
}

struct Walk<'a, R: Rules, P> {
    partner: &'a mut Partner,
    counter: &'a Counter<R>,
    progress: &'a P,
}

impl<R: Rules, P: Progress> Walk<'_, R, P> {
    /// Follows the first move below which the counts differ, and so on.
    fn down(&mut self, root: &Position<R>, depth: u32) -> Result<Comparison, AgainstError> {
        let mut path: Vec<String> = Vec::new();
        let mut last: Option<Step<R>> = None;
        for depth in (1..=depth).rev() {
            let position = last.as_ref().map_or(*root, |step| step.position);
            let fen = write_fen(&position);
            let moves = self.counter.divide(&position, depth, self.progress)?;
            let ours = by_name::<R>(&moves);
            let theirs = self.partner.divide(&fen, depth, R::Geometry::SQUARES)?;
            if !lists_same(&ours, &theirs) {
                let kind = DifferenceKind::Moves { ours, theirs };
                return Ok(Comparison::Differs(Difference { path, fen, kind }));
            }
            let differs = |m: &&(MoveOf<R>, u128)| {
                let name = hub_move::<R>(&m.0);
                ours.get(&name) != theirs.get(&name)
            };
            let Some((m, _)) = moves.iter().find(differs) else {
                let nodes = total(&ours);
                return Ok(match last {
                    None => Comparison::Equal(nodes),
                    Some(step) => Comparison::Differs(made_otherwise(path, step, fen, nodes)),
                });
            };
            let name = hub_move::<R>(m);
            let listed = theirs.get(&name).copied().unwrap_or_default();
            if depth == 1 {
                let (query, found) = (format!("{fen} 1"), format!("{name} {}", listed.nodes));
                return Err(partner::nonsense(query, &found, "1 node a move at depth 1").into());
            }
            path.push(name.clone());
            last = Some(Step {
                name,
                before: fen,
                made: listed.nodes / listed.times.max(1) as u128,
                position: position.after(m),
            });
        }
        Ok(Comparison::Equal(1))
    }
}

/// The partner counted otherwise after the last move, but not when asked for the position there.
fn made_otherwise<R: Rules>(
    mut path: Vec<String>,
    step: Step<R>,
    after: String,
    nodes: u128,
) -> Difference {
    path.pop();
    let kind = DifferenceKind::Made {
        name: step.name,
        after,
        nodes,
        made: step.made,
    };
    Difference {
        path,
        fen: step.before,
        kind,
    }
}

fn by_name<R: Rules>(moves: &[(MoveOf<R>, u128)]) -> Divide {
    let mut divide = Divide::new();
    for (m, nodes) in moves {
        answer::add(&mut divide, hub_move::<R>(m), *nodes);
    }
    divide
}

fn total(divide: &Divide) -> u128 {
    let nodes = divide.values().map(|listed| listed.nodes);
    nodes.fold(0, u128::saturating_add)
}

/// Whether both have the same moves, each as often.
fn lists_same(ours: &Divide, theirs: &Divide) -> bool {
    fn times(divide: &Divide) -> Vec<(&str, usize)> {
        let listed = divide.iter();
        listed
            .map(|(name, listed)| (name.as_str(), listed.times))
            .collect()
    }
    times(ours) == times(theirs)
}
