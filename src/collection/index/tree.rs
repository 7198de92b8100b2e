//! The tree of an index: what its games played, without reading them.

use super::{Index, IndexError, Occurrence};
use crate::tree::Tree;
use crate::{Facts, key};
use kamen_core::game::AnyPosition;
use std::collections::VecDeque;

/// A game that comes to the root.
struct Rooted {
    game: u64,
    /// The first ply at which it is there.
    ply: u32,
    facts: Facts,
}

impl Index {
    /// The tree that [`Tree::add`] makes of those games that `is_counted` takes, finished; moves of fewer games than `least` are left
    /// out.
    ///
    /// # Errors
    /// The index cannot be read, or is damaged.
    pub fn tree(
        &mut self,
        root: AnyPosition,
        plies: usize,
        least: u64,
        is_counted: &dyn Fn(&Facts) -> bool,
    ) -> Result<Tree, IndexError> {
        let mut tree = Tree::new(root, plies);
        let found = self.find(key(&root))?;
        let mut rooted = self.rooted(&found)?;
        rooted.retain(|rooted| is_counted(&rooted.facts));
        let mut queue = VecDeque::from([(root, found)]);
        while let Some((position, found)) = queue.pop_front() {
            let mover = position.turn() as usize;
            let here = within(&found, &rooted, plies);
            let place = tree.node(position);
            for rooted in one_a_game(here.iter().copied()) {
                tree.node_mut(place).tally.add(&rooted.facts, mover);
            }
            for played in position.legal_moves() {
                let after = position.after_legal(&played);
                let found = self.find(key(&after))?;
                let made = followed(&here, &found);
                if made.is_empty() {
                    continue;
                }
                let node = tree.node_mut(place);
                let branch = node.branch(played);
                for rooted in one_a_game(made.iter().copied()) {
                    node.moves[branch].tally.add(&rooted.facts, mover);
                }
                let is_kept = node.moves[branch].tally.games >= least;
                let is_within =
                    |(at, rooted): &(Occurrence, &Rooted)| is_within(at.ply + 1, rooted, plies);
                if is_kept && made.iter().any(is_within) && tree.find(&after).is_none() {
                    tree.node(after);
                    queue.push_back((after, found));
                }
            }
        }
        tree.finish(least);
        Ok(tree)
    }

    /// The games of some occurrences, each with the first of its plies.
    fn rooted(&mut self, found: &[Occurrence]) -> Result<Vec<Rooted>, IndexError> {
        let games = found.chunk_by(|one, next| one.game == next.game);
        let firsts = games.filter_map(|of_one| of_one.first());
        let rooted = firsts.map(|&Occurrence { game, ply }| {
            let facts = self.game(game)?.0.facts;
            Ok(Rooted { game, ply, facts })
        });
        rooted.collect()
    }
}

fn is_within(ply: u32, rooted: &Rooted, plies: usize) -> bool {
    ply >= rooted.ply && ((ply - rooted.ply) as usize) < plies
}

/// The occurrences within so many plies from the root on, each with its game.
fn within<'a>(
    found: &[Occurrence],
    rooted: &'a [Rooted],
    plies: usize,
) -> Vec<(Occurrence, &'a Rooted)> {
    let mut games = rooted.iter().peekable();
    let mut here = Vec::new();
    for &at in found {
        while games.next_if(|game| game.game < at.game).is_some() {}
        if let Some(game) = games.peek()
            && game.game == at.game
            && is_within(at.ply, game, plies)
        {
            here.push((at, *game));
        }
    }
    here
}

/// Those after whose ply the game is in `found`.
fn followed<'a>(
    here: &[(Occurrence, &'a Rooted)],
    found: &[Occurrence],
) -> Vec<(Occurrence, &'a Rooted)> {
    let mut next = found.iter().peekable();
    let mut made = Vec::new();
    for &(at, rooted) in here {
        let after = Occurrence {
            ply: at.ply + 1,
            ..at
        };
        while next.next_if(|&&other| other < after).is_some() {}
        if next.peek() == Some(&&after) {
            made.push((at, rooted));
        }
    }
    made
}

/// Each game once.
fn one_a_game<'a>(
    sorted: impl Iterator<Item = (Occurrence, &'a Rooted)>,
) -> impl Iterator<Item = &'a Rooted> {
    let mut last = None;
    sorted
        .filter_map(move |(at, rooted)| (last.replace(at.game) != Some(at.game)).then_some(rooted))
}
