//! Minimax and alpha-beta as the university's texts print them: over any game, without a table. Begin with [`LectureSearch`].
//!
//! The players `minimax:N:EVALUATION:lecture`, `minimax:N:simulated` and `td:N:FILE` search draughts with it,
//! `kamen bench --tree` shows it at work on small trees. The terminal tests stand before the test of the depth, a far win is worth
//! less than a near one ([`Scale`]), and the first of the best moves is played.

mod leaves;
mod search;
mod shown;
mod worked;

pub use leaves::{Leaves, LeavesError};
pub use search::{GameTree, LectureSearch, Observer, Scale};
pub use shown::{Seen, ShownNode, ShownTree, Viewpoint};
pub use worked::{DraughtsExample, LEAVES_EXAMPLE};

/// A value for the side to move. An integer, so that equal values compare equal.
pub type Value = i32;

#[cfg(test)]
mod tests;
