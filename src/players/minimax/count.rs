//! Counts the nodes of searches. Begin with [`TreeCount::of`].

use super::MinimaxEvaluation;
use super::judge::Judge;
use super::search::{Search, Ties};
use super::technique::Techniques;
use crate::guard::Guard;
use kamen_core::game::AnyPosition;
use kamen_core::movegen::legal_moves;
use kamen_core::rules::VariantOf;
use kamen_core::score::Score;
use kamen_core::with_rules;
use kamen_eval::Scored;

/// What a search of a fixed depth by `minimax:N:progressive:first` came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeCount {
    /// The score of the root for the side to move.
    pub score: Score,
    /// Positions below the root.
    pub nodes: u64,
    /// Positions of which moves were left out.
    pub cut_offs: u64,
    /// Those of them where the first move was enough.
    pub first_cut_offs: u64,
}

impl TreeCount {
    /// Searches a position to `depth` plies, from 1 to [`MAX_DEPTH`](super::MAX_DEPTH).
    pub fn of(position: &AnyPosition, depth: u32, techniques: Techniques) -> TreeCount {
        with_rules!(position.variant(), of: R => typed::<R>(of, position, depth, techniques))
    }

    /// The share of cut-offs by the first move; `None` if there are none.
    pub fn first_share(&self) -> Option<f64> {
        (self.cut_offs > 0).then(|| self.first_cut_offs as f64 / self.cut_offs as f64)
    }
}

fn typed<R: Scored>(
    variant: VariantOf<R>,
    position: &AnyPosition,
    depth: u32,
    techniques: Techniques,
) -> TreeCount {
    let position = position.typed().expect("a position of its own variant");
    let judge = Judge::new::<R::Geometry>(&MinimaxEvaluation::Progressive, variant.facts());
    let mut search = Search::<R>::new(variant, judge, depth, techniques);
    let mut moves = Vec::new();
    legal_moves(&position, &mut moves);
    let guard = Guard::default();
    let mut best = Vec::new();
    let value = search.best_moves(&guard, &position, depth, &moves, Ties::First, &mut best);
    TreeCount {
        score: value.map_or(Score::DRAW, |value| search.judge.score(value, depth)),
        nodes: search.nodes,
        cut_offs: search.cut_offs,
        first_cut_offs: search.first_cut_offs,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kamen_core::rules::Variant;

    /// Few kings, so that no line repeats a position: values do not depend on the way.
    #[test]
    fn every_technique_saves_nodes_and_keeps_the_value() {
        let cases = [
            (Variant::Czech, 6),
            (Variant::International, 5),
            (Variant::RussianGiveaway, 6),
            (Variant::Turkish, 4),
        ];
        for (variant, depth) in cases {
            let position = AnyPosition::start(variant);
            let counts = Techniques::COMPARED
                .map(|(name, techniques)| (name, TreeCount::of(&position, depth, techniques)));
            let [plain, alpha_beta, best_first, sorted, table, all] =
                counts.map(|(_, count)| count);
            for (name, count) in counts {
                assert_eq!(count.score, plain.score, "{variant} {name}");
                assert!(count.first_cut_offs <= count.cut_offs, "{variant} {name}");
            }
            assert_eq!(plain.cut_offs, 0);
            assert!(plain.nodes > 2 * alpha_beta.nodes, "{variant} {counts:?}");
            assert!(alpha_beta.nodes >= best_first.nodes, "{variant} {counts:?}");
            assert!(alpha_beta.nodes > sorted.nodes, "{variant} {counts:?}");
            assert!(alpha_beta.nodes >= table.nodes, "{variant} {counts:?}");
            assert!(sorted.nodes >= all.nodes, "{variant} {counts:?}");
        }
    }

    /// Plain minimax visits every line: perft, summed over the depths.
    #[test]
    fn plain_minimax_visits_every_line() {
        let count = TreeCount::of(&AnyPosition::start(Variant::Czech), 4, Techniques::PLAIN);
        assert_eq!(count.nodes, 7 + 49 + 302 + 1469);
    }
}
