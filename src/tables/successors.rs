//! What the moves of a slice lead to. Begin with [`Slice::needs`].
//!
//! A man's move takes the foremost man of its side at most one row further. What a capture does to the men of both sides
//! depends on which were foremost, so it leads to all slices that it may lead to by the rules.

use super::material::Material;
use super::slice::Slice;
use kamen_core::geometry::Shape;
use kamen_core::rules::{Lines, RuleSet, Variant};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// The men of a side: how many, and how far the foremost may have come.
type Men = (u8, RangeInclusive<u8>);

/// Slices after the moves of one.
struct After<'a> {
    board: &'a Shape,
    found: BTreeSet<Slice>,
}

impl After<'_> {
    /// Adds all slices with these men and kings of the side that has moved, and of the other.
    fn add(&mut self, own: &Men, kings: u8, other: &Men, other_kings: u8) {
        let material = Material {
            men: [own.0, other.0],
            kings: [kings, other_kings],
        };
        // A side without pieces has lost.
        if other.0 + other_kings == 0 {
            return;
        }
        let leads = |men: &Men| if men.0 == 0 { 0..=0 } else { men.1.clone() };
        for lead in leads(own) {
            for other_lead in leads(other) {
                let lead = [lead, other_lead];
                let slice = Slice { material, lead };
                if slice.fits(self.board) {
                    self.found.insert(slice.unit());
                }
            }
        }
    }
}

impl Slice {
    /// The units, other than its own, that a position of the slice or of its turned one leads to by one move: all that are
    /// needed to solve it.
    pub fn needs(self, variant: Variant) -> BTreeSet<Slice> {
        let board = &variant.shape();
        let found = BTreeSet::new();
        let mut after = After { board, found };
        for slice in self.both() {
            slice.add_quiet(&mut after);
            slice.add_captures(variant.rules(), &mut after);
        }
        after.found.remove(&self.unit());
        after.found
    }

    /// What men lead to that move without capture, on the way and into the back row.
    fn add_quiet(self, after: &mut After) {
        let Material { men, kings } = self.material;
        let [lead, other_lead] = self.lead;
        if men[0] == 0 {
            return;
        }
        let other = (men[1], other_lead..=other_lead);
        if lead < last_lead(after.board) {
            after.add(&(men[0], lead + 1..=lead + 1), kings[0], &other, kings[1]);
        } else {
            after.add(&(men[0] - 1, 0..=lead), kings[0] + 1, &other, kings[1]);
        }
    }

    fn add_captures(self, rules: &RuleSet, after: &mut After) {
        let Material { men, kings } = self.material;
        let [lead, other_lead] = self.lead;
        for (taken, taken_kings) in (0..=men[1]).flat_map(|m| (0..=kings[1]).map(move |k| (m, k))) {
            if taken + taken_kings == 0 {
                continue;
            }
            // The foremost may be among the captured.
            let least = if taken == 0 { other_lead } else { 0 };
            let other = (men[1] - taken, least..=other_lead);
            let left = kings[1] - taken_kings;
            if kings[0] > 0 {
                after.add(&(men[0], lead..=lead), kings[0], &other, left);
            }
            if men[0] == 0
                || taken_kings > 0 && !rules.man_captures_kings && !rules.crowned_in_passing
            {
                continue;
            }
            let last = last_lead(after.board);
            let reach = lead + rows_a_capture(rules, after.board) * (taken + taken_kings);
            let least = if rules.man_captures_backward { 0 } else { lead };
            after.add(&(men[0], least..=reach.min(last)), kings[0], &other, left);
            if reach > last {
                after.add(&(men[0] - 1, 0..=lead), kings[0] + 1, &other, left);
            }
        }
    }
}

/// How far a man comes before it is a king.
fn last_lead(board: &Shape) -> u8 {
    board.height as u8 - 2
}

/// The most rows that a man comes forward by one capture. A straight line goes through every second row of the dark squares.
fn rows_a_capture(rules: &RuleSet, board: &Shape) -> u8 {
    match rules.captures {
        Lines::Straight | Lines::All if !board.all_squares => 4,
        _ => 2,
    }
}
