//! Each move that is refused gets a reason that is true by the naive rules.

use crate::positions::positions;
use crate::properties::{Checked, hold};
use kamen::notation::{Barrier, Outranked, Refusal};
use kamen::rules::{Rules, Variant, VariantOf};
use kamen::{AnyPosition, Kind, with_rules};
use kamen_naive::{Landing, Move, Naive};
use proptest::prelude::*;
use rayon::prelude::*;

/// Random positions of each variant.
const POSITIONS: u32 = 100;

/// Most ways of a piece to capture.
const MOST_WAYS: usize = 100;

/// A refused move between two squares, and what the naive rules know about it.
struct Refused<'a> {
    naive: &'a Naive,
    hub: &'a [u8],
    legal: &'a [Move],
    from: usize,
    to: usize,
    landings: Vec<Landing>,
}

#[test]
fn every_refusal_has_a_true_reason() {
    Variant::ALL.into_par_iter().for_each(|variant| {
        with_rules!(variant, of: R => check_variant::<R>(of));
    });
}

fn check_variant<R: Rules>(of: VariantOf<R>) {
    let naive = Naive::new(of.variant().name()).expect("a variant");
    let values = (positions(of), any::<u64>());
    hold(of.variant(), POSITIONS, values, |(hub, seed)| {
        check(of.variant(), &naive, hub, *seed)
    });
}

/// Some moves of a position, to squares that are drawn by a seed.
fn check(variant: Variant, naive: &Naive, hub: &str, seed: u64) -> Checked {
    let read = AnyPosition::parse_hub(variant, hub);
    let position = read.map_err(|error| TestCaseError::fail(error.to_string()))?;
    let plain = naive.parse_hub(hub).expect("a position");
    let legal = naive.legal_moves(&plain);
    for from in 1..=naive.squares() {
        // What can be reached in more ways is not looked at.
        let Some(landings) = naive.landings(&plain, from, MOST_WAYS) else {
            continue;
        };
        let drawn = 1 + (seed as usize).wrapping_mul(from) % naive.squares();
        let targets = landings
            .iter()
            .map(|landing| landing.to)
            .chain([drawn, from]);
        for to in targets.take(12) {
            let refused = Refused {
                naive,
                hub: hub.as_bytes(),
                legal: &legal,
                from,
                to,
                landings: landings.clone(),
            };
            for sign in ["-", "x"] {
                let text = format!("{from}{sign}{to}");
                let Some(refusal) = Refusal::of(&position, &text) else {
                    continue;
                };
                let is_true = refused.agrees(&refusal);
                prop_assert!(is_true, "{} {}: {} {:?}", position, text, refusal, refusal);
            }
        }
    }
    Ok(())
}

impl Refused<'_> {
    fn piece(&self, square: usize) -> u8 {
        self.hub[square]
    }

    fn is_king(&self) -> bool {
        self.piece(self.from).is_ascii_uppercase()
    }

    fn agrees(&self, refusal: &Refusal) -> bool {
        let must_capture = self.legal.iter().any(|m| !m.captured.is_empty());
        let here = || self.landings.iter().filter(|landing| landing.to == self.to);
        let complete = || here().filter(|l| !l.goes_on && !l.goes_on_beside);
        match refusal {
            Refusal::NotAMove | Refusal::NoSquare(_) | Refusal::NoneOnFile(_) => false,
            Refusal::Over => self.legal.is_empty(),
            Refusal::Empty(_) => self.piece(self.from) == b'e',
            Refusal::NotYours(..) => {
                let piece = self.piece(self.from).to_ascii_uppercase();
                piece != b'E' && piece != self.hub[0]
            }
            Refusal::Ambiguous(moves) => {
                let ends = |m: &&Move| (m.from, m.to) == (self.from, self.to);
                moves.len() > 1 && self.legal.iter().filter(ends).count() == moves.len()
            }
            Refusal::MustCapture => must_capture && here().next().is_none(),
            Refusal::Unfinished(kind, _) => {
                must_capture
                    && here().any(|landing| landing.goes_on)
                    && (*kind == Kind::King) == self.is_king()
            }
            Refusal::GoesOnElsewhere => here().any(|l| !l.goes_on && l.goes_on_beside),
            Refusal::BeyondKing => {
                here().any(|l| l.kings.last() == Some(&true) && !l.is_behind && !l.goes_on)
            }
            Refusal::Outranked(rule) => {
                must_capture && self.is_outranked(*rule, &complete().collect::<Vec<_>>())
            }
            Refusal::CannotGo(_, barrier, moves) => {
                let own = self.legal.iter().filter(|m| m.from == self.from).count();
                !must_capture && moves.len() == own && self.is_barred(*barrier)
            }
        }
    }

    /// Whether a rule excludes each of the captures, which are complete.
    fn is_outranked(&self, rule: Outranked, tried: &[&Landing]) -> bool {
        let is_king = |square: &usize| self.piece(*square).is_ascii_uppercase();
        let count = |kings: usize, pieces: usize| [pieces, kings, 100 * pieces + 99 * kings];
        let tried = tried.iter().map(|landing| {
            let kings = landing.kings.iter().filter(|&&king| king).count();
            count(kings, landing.kings.len())
        });
        let required = self.legal.iter().map(|m| {
            let kings = m.captured.iter().filter(|square| is_king(square)).count();
            count(kings, m.captured.len())
        });
        let [pieces, kings, value] = [0, 1, 2].map(|of| {
            let most = tried.clone().map(|counts| counts[of]).max();
            (most, required.clone().map(|counts| counts[of]).min())
        });
        match rule {
            _ if pieces.0.is_none() => false,
            Outranked::MorePieces { taken, most } => {
                pieces == (Some(taken), Some(most)) && most > taken
            }
            Outranked::MoreKings => pieces.0 == pieces.1 && kings.0 < kings.1,
            Outranked::HigherValue => value.0 < value.1,
            Outranked::KingFirst => !self.is_king() && self.legal.iter().all(|m| is_king(&m.from)),
            Outranked::KingsEarlier => pieces.0 == pieces.1 && kings.0 == kings.1,
        }
    }

    /// Whether a piece is kept from a square where there is nothing to capture.
    fn is_barred(&self, barrier: Barrier) -> bool {
        let (from, to) = (self.naive.cell(self.from), self.naive.cell(self.to));
        let rows = to.0 as isize - from.0 as isize;
        let columns = to.1 as isize - from.1 as isize;
        let length = rows.abs().max(columns.abs());
        let is_diagonal = rows.abs() == columns.abs();
        let is_straight = rows == 0 || columns == 0;
        let is_back = Naive::is_back(self.hub[0] == b'W', rows);
        let between = || {
            (1..length).filter_map(|step| {
                let at = |from: usize, by: isize| from.checked_add_signed(by * step);
                let cell = (at(from.0, rows.signum())?, at(from.1, columns.signum())?);
                let number = (1..=self.naive.squares()).find(|&n| self.naive.cell(n) == cell)?;
                (self.piece(number) != b'e').then_some(self.piece(number))
            })
        };
        match barrier {
            Barrier::Occupied => self.piece(self.to) != b'e',
            Barrier::OffLine(_, kamen::rules::Lines::Diagonal) => !is_diagonal || length == 0,
            Barrier::OffLine(..) => !is_straight || length == 0,
            Barrier::ManGoesBack => !self.is_king() && is_back,
            Barrier::TooFar(_) => length > 1,
            Barrier::InTheWay => self.is_king() && between().next().is_some(),
            Barrier::NothingToCapture => self.landings.is_empty(),
            Barrier::ManTakesKing => {
                !self.is_king() && length == 2 && between().all(|piece| piece.is_ascii_uppercase())
            }
            Barrier::ManCapturesBack => !self.is_king() && is_back && length == 2,
            Barrier::KingRests => false,
        }
    }
}
