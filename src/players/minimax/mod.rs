//! Players that search a fixed number of plies and evaluate by material, a network or learned
//! weights.

pub(super) mod capture_search;
mod columns;
mod count;
mod evaluation;
mod judge;
mod network;
mod piece_values;
mod printed;
mod row_factor;
mod search;
mod style;
mod table;
mod technique;
mod unusable_file;
mod value;

pub use count::TreeCount;
pub use evaluation::MinimaxEvaluation;
pub use network::{EvolvedNetwork, Inner, NetworkError, Neuron, Origin, View};
pub use printed::LeftOut;
pub use row_factor::RowFactor;
pub use search::MAX_DEPTH;
pub use style::MinimaxStyle;
pub use technique::Techniques;
pub use unusable_file::{FileFault, UnusableFile};

use super::guard::Guard;
use super::{ChosenMove, Player, Thought};
use judge::Judge;
use kamen_core::game::{AnyGame, AnyMove};
use kamen_core::movegen::legal_moves;
use kamen_core::rules::{Counters, MoveOf, Position, Variant, VariantOf};
use kamen_core::with_rules;
use kamen_eval::Scored;
use kamen_search::{Control, Limits, Progress};
pub(super) use piece_values::PieceValues;
use printed::{Printed, Text};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use search::{Search, Ties};
#[cfg(test)]
use {kamen_core::board::Color, kamen_core::score::Score};

/// Minimax to a fixed depth, with alpha-beta unless [`MinimaxStyle`] says otherwise.
///
/// It chooses among equally good moves with equal probability, or the first of them. It avoids moves that repeat a
/// position of the game if it has another, and no line of its search repeats a position; as the lecture and the thesis of 2011
/// print their searches, they do neither.
#[derive(Debug)]
pub struct Minimax<R: Scored> {
    variant: VariantOf<R>,
    depth: u32,
    ties: Ties,
    random: Pcg64Mcg,
    search: Search<R>,
    /// What is searched with instead, if the player is that of a text.
    printed: Option<Printed>,
    moves: Vec<MoveOf<R>>,
    /// Indices of the best moves in `moves`.
    best: Vec<usize>,
}

impl<R: Scored> Minimax<R> {
    /// Creates a player that searches `depth` plies, from 1 to [`MAX_DEPTH`]. [`Player::new_game`]
    /// seeds it.
    pub fn new(
        variant: VariantOf<R>,
        depth: u32,
        evaluation: &MinimaxEvaluation,
        style: MinimaxStyle,
    ) -> Self {
        let depth = depth.clamp(1, MAX_DEPTH);
        let judge = Judge::new::<R::Geometry>(evaluation, variant.facts());
        let printed = printed(evaluation, style);
        let techniques = match printed {
            Some(_) => Techniques::PLAIN,
            None => style.techniques(),
        };
        Minimax {
            variant,
            depth,
            ties: if style.first { Ties::First } else { Ties::All },
            random: Pcg64Mcg::seed_from_u64(0),
            search: Search::new(variant, judge, depth, techniques),
            printed,
            moves: Vec::new(),
            best: Vec::new(),
        }
    }
}

/// The text whose search a player has, if it has one.
fn printed(evaluation: &MinimaxEvaluation, style: MinimaxStyle) -> Option<Printed> {
    let text = match evaluation {
        MinimaxEvaluation::Simulated(_) | MinimaxEvaluation::Rated { .. } => Text::Thesis,
        _ if style.lecture => Text::Lecture,
        _ => return None,
    };
    let prunes = !style.plain;
    Some(Printed { text, prunes })
}

/// Creates a player of a variant known at run time.
pub(super) fn player(
    variant: Variant,
    depth: u32,
    evaluation: &MinimaxEvaluation,
    style: MinimaxStyle,
) -> Box<dyn Player> {
    with_rules!(variant, of: R => Box::new(Minimax::<R>::new(of, depth, evaluation, style)))
}

#[cfg(test)]
impl<R: Scored> Minimax<R> {
    /// All moves that share the best value.
    pub(super) fn best_moves(&mut self, position: &Position<R>) -> Vec<MoveOf<R>> {
        let mut moves = Vec::new();
        legal_moves(position, &mut moves);
        let guard = Guard::default();
        (self.search).best_moves(
            &guard,
            position,
            self.depth,
            &moves,
            self.ties,
            &mut self.best,
        );
        self.best.iter().map(|&place| moves[place]).collect()
    }

    /// The value of a position when `own` is the player's colour, and as a score.
    pub(super) fn judge(&mut self, position: &Position<R>, own: Color) -> (i32, Score) {
        let value = self.search.judge.evaluate(position, own);
        (value, self.search.judge.score(value, self.depth))
    }
}

impl<R: Scored> Player for Minimax<R> {
    fn new_game(&mut self, seed: u64) {
        self.random = Pcg64Mcg::seed_from_u64(seed);
    }

    /// With any limit the depths are searched one after the other; the choice is that of the last one completed.
    fn think(
        &mut self,
        game: &AnyGame,
        limits: &Limits,
        control: &Control,
        progress: &mut dyn FnMut(&Progress),
    ) -> ChosenMove {
        let position = game.position().typed();
        let position = &position.expect("a game of the variant that the player was made for");
        self.list(position, game);
        let mut choice = ChosenMove {
            chosen: AnyMove::of(self.variant, &self.moves[0]),
            thought: None,
        };
        let is_lone = self.moves.len() == 1;
        let is_free = *limits == Limits::default();
        if is_lone && is_free {
            return choice;
        }
        // A lone move is searched to depth 1 only: clients expect a score.
        let most = if is_lone { 1 } else { self.depth };
        let last = most.min(limits.depth.unwrap_or(MAX_DEPTH)).max(1);
        let first = if is_free { last } else { 1 };
        self.search.nodes = 0;
        for depth in first..=last {
            // Depth 1 has no limit, so that there is a move to play.
            let guard = match depth {
                1 => Guard::default(),
                _ => Guard::new(limits, control),
            };
            let found = match self.printed {
                Some(printed) => {
                    self.printed_iteration(printed, &guard, (*position, game.counters()), depth)
                }
                None => self.iteration(&guard, position, depth),
            };
            let Some(found) = found else {
                break;
            };
            choice = found;
            progress(&choice.progress(control));
            if !Guard::new(limits, control).goes_on(self.search.nodes) {
                break;
            }
        }
        choice
    }
}

impl<R: Scored> Minimax<R> {
    /// Lists the moves to choose from: all that a text looks at, or those that repeat no position of the game, if there are any.
    fn list(&mut self, position: &Position<R>, game: &AnyGame) {
        self.moves.clear();
        legal_moves(position, &mut self.moves);
        if let Some(printed) = self.printed {
            printed.order(position, &mut self.moves);
            return;
        }
        let is_new = |m: &MoveOf<R>| !game.keys().contains(&position.after(m).key());
        if self.moves.iter().any(is_new) {
            self.moves.retain(is_new);
        }
    }

    /// Searches to a depth as a text does, and chooses the first of the best moves; `None` if the guard has stopped it.
    fn printed_iteration(
        &mut self,
        printed: Printed,
        guard: &Guard<'_>,
        root: (Position<R>, Counters),
        depth: u32,
    ) -> Option<ChosenMove> {
        let before = LeftOut {
            visited: self.search.nodes,
            left_out: 0,
        };
        let game = (&mut self.search.judge, self.variant);
        let (best, looked) = printed.best_move((guard, before), game, &root, &self.moves, depth);
        self.search.nodes = looked.visited;
        let (place, value) = best?;
        Some(ChosenMove {
            chosen: AnyMove::of(self.variant, self.moves.get(place)?),
            thought: Some(Thought {
                score: printed.score(&self.search.judge, value, depth),
                depth,
                nodes: looked.visited,
            }),
        })
    }

    /// Searches to a depth and chooses among the best moves; `None` if the guard has stopped it.
    fn iteration(
        &mut self,
        guard: &Guard<'_>,
        position: &Position<R>,
        depth: u32,
    ) -> Option<ChosenMove> {
        let search = &mut self.search;
        let (moves, best) = (&self.moves, &mut self.best);
        let value = search.best_moves(guard, position, depth, moves, self.ties, best)?;
        let place = self.best[self.random.random_range(0..self.best.len())];
        Some(ChosenMove {
            chosen: AnyMove::of(self.variant, &self.moves[place]),
            thought: Some(Thought {
                score: search.judge.score(value, depth),
                depth,
                nodes: search.nodes,
            }),
        })
    }
}
