//! Finds the first position where another program's perft differs.
//!
//! Begin with [`find`]. It asks a [`Partner`] depth by depth, so that the path to the position is
//! as short as possible. There the two list different moves, or the partner makes a move
//! incorrectly.

mod answer;
mod partner;

pub use answer::{Divide, Listed};
pub use partner::{Partner, PartnerError};

use super::{CountError, Counter, Progress};
use kamen_core::game::{AnyMove, AnyPosition};
use serde::Serialize;

/// Why two programs cannot be compared.
#[derive(Debug, thiserror::Error)]
pub enum AgainstError {
    /// The other program failed.
    #[error(transparent)]
    Partner(#[from] PartnerError),
    /// Our count failed.
    #[error(transparent)]
    Count(#[from] CountError),
}

/// The position where two programs differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The moves from the root.
    pub path: Vec<String>,
    /// The position as FEN.
    pub fen: String,
    /// The kind of difference.
    pub kind: DifferenceKind,
}

/// The kind of difference at a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum DifferenceKind {
    /// The lists of moves differ.
    Moves {
        /// Our moves.
        ours: Divide,
        /// The partner's moves.
        theirs: Divide,
    },
    /// The moves agree, and so do the partner's counts for each resulting position when given that
    /// position; but its count differs after it makes this move itself.
    Made {
        /// The move.
        #[serde(rename = "move")]
        name: String,
        /// The position after it.
        after: String,
        /// The count of both for that position.
        nodes: u128,
        /// The partner's count after making the move.
        made: u128,
    },
}

/// Compares all depths up to `depth` and returns the first difference. Calls `agreed` with each
/// depth that agrees and its count.
///
/// # Errors
/// The partner fails or answers incorrectly, or a count does not fit into 128 bits.
pub fn find(
    partner: &mut Partner,
    counter: &Counter,
    root: &AnyPosition,
    depth: u32,
    progress: &dyn Progress,
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

/// A position on the path, and the partner's count for the move that led to it.
struct Step {
    name: String,
    before: String,
    made: u128,
    position: AnyPosition,
}

struct Walk<'a> {
    partner: &'a mut Partner,
    counter: &'a Counter,
    progress: &'a dyn Progress,
}

impl Walk<'_> {
    /// Descends by the first move whose counts differ, until the difference is found.
    fn down(&mut self, root: &AnyPosition, depth: u32) -> Result<Comparison, AgainstError> {
        let mut path: Vec<String> = Vec::new();
        let mut last: Option<Step> = None;
        for depth in (1..=depth).rev() {
            let position = last.as_ref().map_or(*root, |step| step.position);
            let fen = position.fen();
            let moves = self.counter.divide(&position, depth, self.progress)?;
            let ours = by_name(&moves);
            let theirs = self
                .partner
                .divide(&fen, depth, root.variant().shape().squares)?;
            if !lists_same(&ours, &theirs) {
                let kind = DifferenceKind::Moves { ours, theirs };
                return Ok(Comparison::Differs(Difference { path, fen, kind }));
            }
            let differs = |m: &&(AnyMove, u128)| {
                let name = m.0.to_string();
                ours.get(&name) != theirs.get(&name)
            };
            let Some((m, _)) = moves.iter().find(differs) else {
                let nodes = total(&ours);
                return Ok(match last {
                    None => Comparison::Equal(nodes),
                    Some(step) => Comparison::Differs(made_otherwise(path, step, fen, nodes)),
                });
            };
            let name = m.to_string();
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
                position: position.after_legal(m),
            });
        }
        Ok(Comparison::Equal(1))
    }
}

/// The partner's count differs after the last move, but not for the resulting position by itself.
fn made_otherwise(mut path: Vec<String>, step: Step, after: String, nodes: u128) -> Difference {
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

fn by_name(moves: &[(AnyMove, u128)]) -> Divide {
    let mut divide = Divide::new();
    for (m, nodes) in moves {
        answer::add(&mut divide, m.to_string(), *nodes);
    }
    divide
}

fn total(divide: &Divide) -> u128 {
    let nodes = divide.values().map(|listed| listed.nodes);
    nodes.fold(0, u128::saturating_add)
}

/// Whether both list the same moves, each equally often.
fn lists_same(ours: &Divide, theirs: &Divide) -> bool {
    fn times(divide: &Divide) -> Vec<(&str, usize)> {
        let listed = divide.iter();
        listed
            .map(|(name, listed)| (name.as_str(), listed.times))
            .collect()
    }
    times(ours) == times(theirs)
}
