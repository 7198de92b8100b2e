//! Minimax and alpha-beta over any game. Begin with [`LectureSearch`].

use super::Value;

/// A game of two players, as far as a search must know it.
pub trait GameTree {
    /// A placement and the side to move.
    type Position: Clone;

    /// The value of a position that ends the game, for the side to move; `None` while it goes on.
    fn end(&mut self, position: &Self::Position) -> Option<Value>;

    /// The evaluation of a position at which the search stops, for the side to move.
    fn evaluate(&mut self, position: &Self::Position) -> Value;

    /// Appends the positions after each move, in the order in which they are looked at.
    fn children(&mut self, position: &Self::Position, children: &mut Vec<Self::Position>);
}

/// What the ends of a game are worth: between `many` and `most` a value is a win, by so many plies less than `most`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// The value of a win now.
    pub most: Value,
    /// The greatest evaluation.
    pub many: Value,
}

impl Scale {
    /// That of the lecture's example.
    pub const EXAMPLE: Scale = Scale { most: 99, many: 90 };

    /// A scale on which all wins are worth the same.
    pub const fn flat(most: Value) -> Scale {
        Scale { most, many: most }
    }

    /// A value as it is seen one ply before: wins are worth less, losses are not so bad.
    pub const fn closer(self, value: Value) -> Value {
        match value {
            _ if value > self.many => value - 1,
            _ if value < -self.many => value + 1,
            _ => value,
        }
    }

    /// The inverse of [`Scale::closer`]: a bound as it is seen one ply later.
    pub const fn farther(self, value: Value) -> Value {
        match value {
            _ if value > self.many => value + 1,
            _ if value < -self.many => value - 1,
            _ => value,
        }
    }
}

/// Watches a search and may stop it.
pub trait Observer {
    /// A position is entered with a window (alpha, beta) for its side to move. False stops the search: values mean nothing any more.
    fn enter(&mut self, _window: (Value, Value)) -> bool {
        true
    }

    /// The position entered last and not yet left has a value; so many of its moves were left out.
    fn leave(&mut self, _value: Value, _left_out: usize) {}
}

impl Observer for () {}

/// A search of a game.
#[derive(Debug)]
pub struct LectureSearch<T: GameTree, O> {
    /// The game.
    pub tree: T,
    /// Hears of every position.
    pub observer: O,
    scale: Scale,
    /// A stack of the positions after the moves of all positions on the line.
    stack: Vec<T::Position>,
}

impl<T: GameTree, O: Observer> LectureSearch<T, O> {
    /// Prepares a search.
    pub fn new(tree: T, scale: Scale, observer: O) -> LectureSearch<T, O> {
        LectureSearch {
            tree,
            observer,
            scale,
            stack: Vec::new(),
        }
    }

    /// The value of a position, every line of `depth` plies looked at.
    pub fn minimax(&mut self, position: &T::Position, depth: u32) -> Value {
        let whole = (-self.scale.most, self.scale.most);
        if !self.observer.enter(whole) {
            return 0;
        }
        let value = self.minimax_entered(position, depth);
        self.observer.leave(value, 0);
        value
    }

    fn minimax_entered(&mut self, position: &T::Position, depth: u32) -> Value {
        if let Some(value) = self.leaf(position, depth) {
            return value;
        }
        let first = self.push_children(position);
        let mut best = -self.scale.most;
        for place in first..self.stack.len() {
            let child = self.stack[place].clone();
            best = best.max(-self.minimax(&child, depth - 1));
        }
        self.stack.truncate(first);
        self.scale.closer(best)
    }

    /// The value of a position if it lies between `alpha` and `beta`, otherwise the bound that it passes.
    pub fn alpha_beta(
        &mut self,
        position: &T::Position,
        depth: u32,
        (alpha, beta): (Value, Value),
    ) -> Value {
        if !self.observer.enter((alpha, beta)) {
            return 0;
        }
        if let Some(value) = self.leaf(position, depth) {
            self.observer.leave(value, 0);
            return value;
        }
        let first = self.push_children(position);
        let (mut alpha, mut left_out) = (alpha, 0);
        for place in first..self.stack.len() {
            let child = self.stack[place].clone();
            let value = self.below(&child, depth, (alpha, beta));
            alpha = alpha.max(value);
            if alpha >= beta {
                alpha = beta;
                left_out = self.stack.len() - place - 1;
                break;
            }
        }
        self.stack.truncate(first);
        self.observer.leave(alpha, left_out);
        alpha
    }

    /// The first of the best among the positions after the moves of a position, and its value for the side that moves; `None`
    /// without moves. `prunes` leaves out what cannot matter: the window narrows with each better move. As printed, the value is
    /// seen from the moves without pruning, and from the position with it: a win is a ply farther away there.
    pub fn best_move(
        &mut self,
        children: &[T::Position],
        depth: u32,
        prunes: bool,
    ) -> Option<(usize, Value)> {
        // Where the side without a move wins, a move can be worth exactly -most.
        let lowest = -self.scale.most - 1;
        let mut best: Option<(usize, Value)> = None;
        for (place, child) in children.iter().enumerate() {
            let alpha = best.map_or(lowest, |(_, value)| value);
            let value = match prunes {
                true => self.below(child, depth, (alpha, self.scale.most)),
                false => -self.minimax(child, depth - 1),
            };
            if value > alpha {
                best = Some((place, value));
            }
        }
        best
    }

    /// The value of a move that leads to `child`, for the side that makes it, `depth` plies before the leaves.
    fn below(&mut self, child: &T::Position, depth: u32, (alpha, beta): (Value, Value)) -> Value {
        let window = (self.scale.farther(-beta), self.scale.farther(-alpha));
        self.scale
            .closer(-self.alpha_beta(child, depth - 1, window))
    }

    /// The value of a position whose moves are not looked at: one that ends the game, at any depth, or a leaf.
    fn leaf(&mut self, position: &T::Position, depth: u32) -> Option<Value> {
        if let Some(value) = self.tree.end(position) {
            return Some(value);
        }
        (depth == 0).then(|| self.tree.evaluate(position))
    }

    /// Puts the positions after the moves on the stack; returns the place of the first.
    fn push_children(&mut self, position: &T::Position) -> usize {
        let first = self.stack.len();
        self.tree.children(position, &mut self.stack);
        first
    }
}
