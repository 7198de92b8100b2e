//! The order in which the moves of a node are tried.

use super::abdada::{self, Busy};
use super::move_stack::MoveStack;
use super::node::Node;
use kamen_core::board::Key;
use kamen_core::rules::{DrawRules, MoveOf, Rules};
use std::ops::Range;

/// A move to try.
pub(super) struct Pick<R: Rules> {
    pub(super) m: MoveOf<R>,
    /// Its place in the order without other threads, from 0.
    pub(super) number: usize,
}

/// Hands out the moves of a node, best first. With several threads it defers moves that another one is searching
/// (ABDADA); those keep their numbers, so that they are reduced as on one thread.
///
/// The first move is never deferred: its score sets the window of the others.
pub(super) struct Picker<'a> {
    /// The list on the stack; `list.start..next` were handed out.
    list: Range<usize>,
    next: usize,
    /// How many moves were handed out or deferred.
    numbered: usize,
    draws: &'a DrawRules,
    depth: i32,
    /// The nodes of other threads; `None` where there are none, or the depth is too small.
    busy: Option<&'a Busy>,
    /// The child that the other threads are told to avoid.
    announced: Option<Key>,
}

impl<'a> Picker<'a> {
    /// Picks from a ranked list, for a node of this depth.
    #[inline(always)]
    pub(super) fn new(
        list: Range<usize>,
        depth: i32,
        draws: &'a DrawRules,
        busy: Option<&'a Busy>,
    ) -> Self {
        Picker {
            next: list.start,
            list,
            numbered: 0,
            draws,
            depth,
            busy: busy.filter(|_| depth >= abdada::MIN_DEPTH),
            announced: None,
        }
    }

    /// Whether there is only one move.
    #[inline(always)]
    pub(super) fn is_forced(&self) -> bool {
        self.list.len() == 1
    }

    /// The next move to try.
    #[inline(always)]
    pub(super) fn next<R: Rules>(
        &mut self,
        stack: &mut MoveStack<R>,
        node: &Node<R>,
    ) -> Option<Pick<R>> {
        self.end_pick();
        if self.next == self.list.end {
            return None;
        }
        let pick = match self.busy {
            Some(busy) if self.numbered > 0 => self.next_free(busy, stack, node),
            _ => self.next_in_order(stack),
        };
        self.next += 1;
        Some(pick)
    }

    /// The moves handed out so far, the latest last.
    #[inline(always)]
    pub(super) fn tried<'s, R: Rules>(&self, stack: &'s MoveStack<R>) -> &'s [MoveOf<R>] {
        stack.moves(self.list.start..self.next)
    }

    /// Removes the list from the stack.
    #[inline(always)]
    pub(super) fn finish<R: Rules>(mut self, stack: &mut MoveStack<R>) {
        self.end_pick();
        stack.drop(&self.list);
    }

    #[inline(always)]
    fn next_in_order<R: Rules>(&mut self, stack: &mut MoveStack<R>) -> Pick<R> {
        let m = stack.pick(self.next, self.list.end);
        let number = self.numbered;
        self.numbered += 1;
        Pick { m, number }
    }

    /// The best move that no other thread is searching; if there is none, the first that was deferred.
    #[inline(never)]
    fn next_free<R: Rules>(
        &mut self,
        busy: &Busy,
        stack: &mut MoveStack<R>,
        node: &Node<R>,
    ) -> Pick<R> {
        let pick = self.finished_elsewhere(busy, stack, node);
        let pick = pick.unwrap_or_else(|| {
            loop {
                let m = stack.pick(self.next, self.list.end);
                if let Some(number) = stack.deferred(self.next) {
                    return Pick { m, number };
                }
                let number = self.numbered;
                self.numbered += 1;
                if !self.is_busy(busy, node, &m) {
                    return Pick { m, number };
                }
                stack.defer(self.next, number);
            }
        });
        let key = node.after(&pick.m, self.draws).key;
        busy.begin(key, self.depth);
        self.announced = Some(key);
        pick
    }

    /// A deferred move that the other thread has finished: the table knows its score by now, which may cause
    /// a cut-off.
    fn finished_elsewhere<R: Rules>(
        &self,
        busy: &Busy,
        stack: &mut MoveStack<R>,
        node: &Node<R>,
    ) -> Option<Pick<R>> {
        let handed_out = self.next - self.list.start;
        if self.numbered == handed_out {
            return None;
        }
        let (place, number) = (self.next..self.list.end).find_map(|place| {
            let number = stack.deferred(place)?;
            (!self.is_busy(busy, node, stack.get(place))).then_some((place, number))
        })?;
        let m = stack.bring(self.next, place);
        Some(Pick { m, number })
    }

    /// Whether another thread is searching the move.
    fn is_busy<R: Rules>(&self, busy: &Busy, node: &Node<R>, m: &MoveOf<R>) -> bool {
        busy.has(node.after(m, self.draws).key, self.depth)
    }

    /// Other threads may search the latest move again.
    #[inline(always)]
    fn end_pick(&mut self) {
        if let Some(busy) = self.busy
            && let Some(key) = self.announced.take()
        {
            busy.finish(key, self.depth);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::history::History;
    use super::super::move_stack::Order;
    use super::*;
    use kamen_core::rules::{Game, International, Variant, VariantOf};

    const DEPTH: i32 = 6;

    fn start() -> Game<International> {
        Game::start(VariantOf::new(Variant::International).unwrap())
    }

    fn stack(node: &Node<International>) -> (MoveStack<International>, Range<usize>) {
        let mut stack = MoveStack::new();
        let list = stack.generate(&node.position);
        let order = Order {
            table: None,
            refutations: [None; 3],
            history: &History::new(),
        };
        stack.rank(&list, &node.position, &order);
        (stack, list)
    }

    #[test]
    fn moves_of_other_threads_are_deferred_and_resumed_when_those_have_finished() {
        let game = start();
        let node = Node::root(&game);
        let draws = &game.facts().draws;

        let (mut moves, list) = stack(&node);
        let mut picker = Picker::new(list.clone(), DEPTH, draws, None);
        let next = || picker.next(&mut moves, &node);
        let alone: Vec<(usize, Key)> = std::iter::from_fn(next)
            .map(|pick| (pick.number, node.after(&pick.m, draws).key))
            .collect();
        let numbers = alone.iter().map(|(number, _)| *number);
        assert!(numbers.eq(0..list.len()));

        let busy = Busy::new();
        let (mut moves, list) = stack(&node);
        let mut picker = Picker::new(list.clone(), DEPTH, draws, Some(&busy));
        let mut next = || {
            let pick = picker.next(&mut moves, &node).unwrap();
            (pick.number, node.after(&pick.m, draws).key)
        };
        assert_eq!(next(), alone[0]);
        busy.begin(alone[1].1, DEPTH);
        busy.begin(alone[2].1, DEPTH);
        assert_eq!(next(), alone[3]);
        assert!(busy.has(alone[3].1, DEPTH), "others defer it");
        busy.finish(alone[2].1, DEPTH);
        assert_eq!(next(), alone[2]);
        assert!(!busy.has(alone[3].1, DEPTH));
        for expected in &alone[4..] {
            assert_eq!(next(), *expected);
        }
        assert_eq!(next(), alone[1], "the last one is shared");
        assert_eq!(picker.tried(&moves).len(), list.len());
        assert!(picker.next(&mut moves, &node).is_none());
        picker.finish(&mut moves);
        assert_eq!(moves.generate(&node.position).start, 0);
        assert!(alone.iter().all(|(_, key)| !busy.has(*key, DEPTH)));
    }

    #[test]
    fn deferred_moves_come_last_the_first_one_first() {
        let game = start();
        let node = Node::root(&game);
        let (mut one, list) = stack(&node);
        let alone: Vec<_> = list.clone().map(|next| one.pick(next, list.end)).collect();

        let (mut other, list) = stack(&node);
        for number in [0, 1, 2] {
            assert_eq!(other.pick(0, list.end), alone[number]);
            other.defer(0, number);
        }
        assert_eq!(other.pick(0, list.end), alone[3]);
        let second = list.clone().find(|&i| other.deferred(i) == Some(1));
        assert_eq!(other.bring(1, second.unwrap()), alone[1]);
        let left: Vec<_> = (2..list.end)
            .map(|next| other.pick(next, list.end))
            .collect();
        let (fresh, deferred) = left.split_at(left.len() - 2);
        assert_eq!(fresh, &alone[4..]);
        assert_eq!(deferred, [alone[0], alone[2]]);
    }
}
