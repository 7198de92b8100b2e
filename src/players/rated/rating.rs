//! The rating of a position.

/// The most visits of a position that are counted.
pub const MOST_VISITS: u32 = (1 << 30) - 1;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// From -1, a loss of the side to move, to 1, a win.
    pub value: f64,
    /// How often the value was learned, from 1 to [`MOST_VISITS`].
    pub visits: u32,
    /// The kind of position.
    pub kind: Kind,
}

/// The kind of a rated position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Its value is an estimate.
    Ordinary,
    /// A game ended here with a win or a loss; its value stays.
    Final,
    /// A game ended here with a draw; its value stays.
    Draw,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 3] = [Kind::Ordinary, Kind::Final, Kind::Draw];

    /// The letter of the thesis: N, E or D.
    pub const fn letter(self) -> char {
        match self {
            Kind::Ordinary => 'N',
            Kind::Final => 'E',
            Kind::Draw => 'D',
        }
    }

    /// Whether the game is over here.
    pub const fn is_end(self) -> bool {
        !matches!(self, Kind::Ordinary)
    }
}

impl Rating {
    /// Whether its numbers are within their ranges.
    pub(super) fn is_possible(&self) -> bool {
        (-1.0..=1.0).contains(&self.value) && (1..=MOST_VISITS).contains(&self.visits)
    }

    /// A final position.
    pub const fn end(value: f64, kind: Kind) -> Rating {
        Rating {
            value,
            visits: 1,
            kind,
        }
    }

    /// Two ratings of one position: an end stays; estimates are averaged by their visits.
    #[must_use]
    pub fn merged(self, other: Rating) -> Rating {
        match (self.kind.is_end(), other.kind.is_end()) {
            (true, _) => self,
            (false, true) => other,
            (false, false) => {
                let (one, two) = (f64::from(self.visits), f64::from(other.visits));
                Rating {
                    value: (self.value * one + other.value * two) / (one + two),
                    visits: self.visits.saturating_add(other.visits).min(MOST_VISITS),
                    kind: Kind::Ordinary,
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ordinary(value: f64, visits: u32) -> Rating {
        Rating {
            value,
            visits,
            kind: Kind::Ordinary,
        }
    }

    #[test]
    fn ratings_merge_by_visits_and_ends_stay() {
        let end = Rating::end(1.0, Kind::Final);
        let cases = [
            (ordinary(0.5, 1), ordinary(-0.1, 3), ordinary(0.05, 4)),
            (end, ordinary(-0.1, 3), end),
            (ordinary(-0.1, 3), end, end),
            (
                Rating::end(0.0, Kind::Draw),
                end,
                Rating::end(0.0, Kind::Draw),
            ),
        ];
        for (one, two, expected) in cases {
            let found = one.merged(two);
            assert!((found.value - expected.value).abs() < 1e-12, "{found:?}");
            let parts = |r: Rating| (r.visits, r.kind);
            assert_eq!(parts(found), parts(expected));
        }
    }
}
