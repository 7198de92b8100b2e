//! How many processes make the tables of a variant together. Begin with [`plan`].

use super::material::Material;
use super::slice::Slice;
use super::units::{Units, positions};
use kamen_core::rules::Variant;
use std::collections::BTreeMap;

/// What a plan is for.
#[derive(Clone, Copy, Debug)]
pub struct PlanSettings {
    /// The most pieces on the board.
    pub pieces: usize,
    /// Whether distances are kept too.
    pub distances: bool,
    /// A material with more positions is made unit by unit.
    pub most: u64,
}

/// What a step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Makes units.
    Make(Units),
    /// Joins all units of a material into its files.
    Join(Material),
}

/// A step of a plan, which one process does.
#[derive(Clone, Debug)]
pub struct Step {
    /// What it does.
    pub work: Work,
    /// Those that must have been made before.
    pub needs: Vec<Units>,
    /// The most steps that come one after another before it.
    pub level: usize,
    /// The most positions that it makes or joins.
    pub positions: u64,
    /// The most positions that it reads of what it needs.
    pub reads: u64,
    /// Bytes of memory, as of [`Settings`](super::Settings).
    pub memory: u64,
}

/// The steps by which all tables of so many pieces are made, each after those that it needs.
pub fn plan(variant: Variant, settings: &PlanSettings) -> Vec<Step> {
    let board = &variant.shape();
    let units_of = |material| match Units::All(material) {
        all if all.positions(board) <= settings.most => vec![all],
        all => all.units(board).into_iter().map(Units::One).collect(),
    };
    let (mut steps, mut made) = (Vec::new(), BTreeMap::<Slice, Units>::new());
    let mut levels = BTreeMap::<Units, usize>::new();
    for material in Material::units_in(variant, settings.pieces) {
        let all = units_of(material);
        let (mut memory, mut level) = (0, 0);
        for &units in &all {
            let needed = units.needs(variant);
            let mut needs: Vec<Units> = needed.iter().map(|slice| made[slice]).collect();
            needs.sort_unstable();
            needs.dedup();
            let step = Step {
                work: Work::Make(units),
                level: after(&levels, &needs),
                needs,
                positions: units.positions(board),
                reads: needed.iter().map(|&slice| positions(slice, board)).sum(),
                memory: units.memory(variant, settings.distances),
            };
            levels.insert(units, step.level);
            made.extend(units.units(board).into_iter().map(|slice| (slice, units)));
            memory = memory.max(units.join_memory(board, settings.distances));
            level = level.max(step.level + 1);
            steps.push(step);
        }
        let positions = Units::All(material).positions(board);
        steps.push(Step {
            work: Work::Join(material),
            needs: all,
            level,
            positions,
            reads: positions,
            memory,
        });
    }
    steps
}

/// One more than the highest level of some.
fn after(levels: &BTreeMap<Units, usize>, needs: &[Units]) -> usize {
    let levels = needs.iter().filter_map(|units| levels.get(units));
    levels.max().map_or(0, |level| level + 1)
}
