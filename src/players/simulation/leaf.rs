//! Evaluates the replies to a move. Begin with [`Oracle`].

use super::chance::Odds;
use super::tree::Node;
use kamen_core::movegen::{can_capture, legal_moves, winner};
use kamen_core::rules::{MoveOf, Objective, Position, VariantOf};
use kamen_core::score::Score;
use kamen_eval::Scored;
use kamen_eval::{Choice, Evaluation, Evaluator, HandMade};

/// How much attention a better move deserves: the power of the odds of winning that a prior is proportional to, which
/// is a softmax of their logarithm with temperature 1/4.
const SHARPNESS: i32 = 4;

/// The least odds that count, so that every move gets some attention.
const LEAST: f32 = 1e-2;

/// The learned evaluation (the hand-made one where none was learned), asked for chances where no capture is due.
#[derive(Debug)]
pub(super) struct Oracle<R: Scored> {
    evaluation: Evaluation,
    odds: Odds,
    objective: Objective,
    /// A stack of the move lists of all positions on the current line.
    stack: Vec<MoveOf<R>>,
}

impl<R: Scored> Oracle<R> {
    pub(super) fn new(variant: VariantOf<R>) -> Oracle<R> {
        let named = variant.variant();
        let hand_made = |_| Evaluation::HandMade(HandMade::new(named));
        Oracle {
            evaluation: Evaluation::load(named, &Choice::Learned).unwrap_or_else(hand_made),
            odds: Odds::of(named),
            objective: variant.facts().objective,
            stack: Vec::with_capacity(256),
        }
    }

    pub(super) fn odds(&self) -> Odds {
        self.odds
    }

    /// Gives every reply in a position its estimate, and its prior: a softmax of the expected results.
    pub(super) fn rate(&mut self, position: &Position<R>, replies: &mut [Node<R>]) {
        let mut sum = 0.0;
        for reply in &mut *replies {
            let after = position.after(&reply.m);
            let score = -self.settle(&after, -Score::INFINITE, Score::INFINITE);
            reply.estimate = self.odds.chance(score);
            let odds = reply.estimate / (1.0 - reply.estimate).max(LEAST);
            reply.prior = odds.max(LEAST).powi(SHARPNESS);
            sum += reply.prior;
        }
        for reply in replies {
            reply.prior /= sum;
        }
    }

    /// The score for the side to move when all captures are played out (quiescence).
    fn settle(&mut self, position: &Position<R>, mut alpha: Score, beta: Score) -> Score {
        if !can_capture::<R>(&position.board, position.turn) {
            return match winner(position, self.objective) {
                Some(color) if color == position.turn => Score::win_in(0),
                Some(_) => Score::loss_in(0),
                None => self.evaluation.evaluate(position),
            };
        }
        let first = self.stack.len();
        legal_moves(position, &mut self.stack);
        let mut best = -Score::INFINITE;
        for place in first..self.stack.len() {
            let after = position.after(&self.stack[place]);
            let score = -self.settle(&after, -beta, -alpha);
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        self.stack.truncate(first);
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kamen_core::game::AnyMove;
    use kamen_core::rules::Variant;
    use kamen_core::with_rules;

    #[test]
    fn captures_are_played_out() {
        let variant = Variant::Czech;
        with_rules!(variant, of: R => {
            let mut oracle = Oracle::<R>::new(of);
            let mut moves = Vec::new();
            // c3-d4 loses a man for nothing; c3-b4 does not.
            let position = kamen_core::game::typed::<R>(variant, "W:Wa1,c3,g1:Be5,h8,a7");
            legal_moves(&position, &mut moves);
            let mut replies: Vec<Node<R>> = moves.iter().map(|&m| Node::new(m)).collect();
            oracle.rate(&position, &mut replies);
            let of_move = |text: &str| {
                let name = |node: &Node<R>| AnyMove::of(of, &node.m).hub_with_letters();
                let mut found = replies.iter().filter(|node| name(node).as_str() == text);
                *found.next().expect(text)
            };
            let (hanging, safe) = (of_move("c3-d4"), of_move("c3-b4"));
            assert!(hanging.estimate < safe.estimate - 0.1, "{hanging:?} {safe:?}");
            assert!(hanging.prior < safe.prior);
            let priors: f32 = replies.iter().map(|node| node.prior).sum();
            assert!((priors - 1.0).abs() < 1e-4);
        });
    }
}
