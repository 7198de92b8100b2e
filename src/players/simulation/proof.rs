//! Proven results.

/// A proven result of a move, for the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Proof {
    /// It wins; the opponent can hold out so many plies after it.
    Win(u16),
    /// A draw.
    Draw,
    /// It loses, so many plies after it.
    Loss(u16),
}

impl Proof {
    /// The expected score: 1 for a win.
    pub(super) fn value(self) -> f64 {
        match self {
            Proof::Win(_) => 1.0,
            Proof::Draw => 0.5,
            Proof::Loss(_) => 0.0,
        }
    }

    /// What follows for the move before, of the other side, if these are the results of all replies: a reply that
    /// wins decides, the fastest of them; else every reply must be proven, and the best one counts, the slowest loss
    /// if all lose.
    pub(super) fn before(replies: impl Iterator<Item = Option<Proof>>) -> Option<Proof> {
        let (mut win, mut loss): (Option<u16>, u16) = (None, 0);
        let (mut draws, mut is_open) = (false, false);
        for reply in replies {
            match reply {
                Some(Proof::Win(plies)) => win = Some(win.map_or(plies, |least| least.min(plies))),
                Some(Proof::Draw) => draws = true,
                Some(Proof::Loss(plies)) => loss = loss.max(plies),
                None => is_open = true,
            }
        }
        match win {
            Some(plies) => Some(Proof::Loss(plies.saturating_add(1))),
            None if is_open => None,
            None if draws => Some(Proof::Draw),
            None => Some(Proof::Win(loss.saturating_add(1))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_reply_decides() {
        let (win, draw, loss) = (Proof::Win, Some(Proof::Draw), Proof::Loss);
        let cases = [
            (vec![Some(win(4)), Some(win(2)), None], Some(loss(3))),
            (vec![Some(loss(4)), Some(loss(2))], Some(win(5))),
            (vec![Some(loss(4)), draw], Some(Proof::Draw)),
            (vec![Some(loss(4)), None], None),
            (vec![draw, None], None),
        ];
        for (replies, expected) in cases {
            let found = Proof::before(replies.iter().copied());
            assert_eq!(found, expected, "{replies:?}");
        }
    }
}
