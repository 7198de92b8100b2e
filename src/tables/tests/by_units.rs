//! Tables that many processes make: what a unit needs, what a plan is, and what the files hold.

use super::*;
use kamen_core::with_rules;

/// Every position after a move of a slice is of a unit that it needs, or of its own. Returns the needs that no position had.
fn check_needs<R: Rules>(variant: Variant, unit: Slice, step: usize) -> BTreeSet<Slice> {
    let needs = unit.needs(variant);
    assert!(!needs.contains(&unit), "{variant} {unit}");
    let mut unused = needs.clone();
    let mut moves = Vec::new();
    for slice in unit.both() {
        let index = Index::<R::Geometry>::new(slice);
        for number in (0..index.size()).step_by(step) {
            let Some(board) = index.board(number) else {
                continue;
            };
            let position = Position::<R>::new(board, Color::White);
            moves.clear();
            legal_moves(&position, &mut moves);
            for m in &moves {
                let next = turned::<R::Geometry>(&position.after(m).board);
                let other = Slice::of::<R::Geometry>(&next).unit();
                let is_over = next.pieces.iter().any(|pieces| pieces.is_empty());
                let is_there = is_over || other == unit || needs.contains(&other);
                assert!(
                    is_there,
                    "{variant} {unit} leads to {other}: {board:?} {m:?}"
                );
                unused.remove(&other);
            }
        }
    }
    unused
}

#[test]
fn every_move_leads_to_a_unit_that_is_needed() {
    for variant in Variant::ALL {
        let step = if variant.shape().squares > 32 { 37 } else { 1 };
        with_rules!(variant, R => {
            for unit in Slice::units(3, &variant.shape()) {
                check_needs::<R>(variant, unit, step);
            }
        });
    }
    // Of more pieces, where several are captured at once, every so many-th position.
    for variant in [
        Variant::Czech,
        Variant::Russian,
        Variant::Italian,
        Variant::Frisian,
        Variant::Turkish,
    ] {
        with_rules!(variant, R => {
            let units = Slice::units(5, &variant.shape()).into_iter();
            for unit in units.filter(|unit| unit.material.pieces() > 3).step_by(7) {
                let size = Units::One(unit).positions(&variant.shape());
                check_needs::<R>(variant, unit, (size / 2000).max(1) as usize);
            }
        });
    }
}

/// Units are read for nothing where no move leads to them: of the positions that are read, few are in such.
#[test]
fn most_of_what_is_read_is_used() {
    let variant = Variant::Czech;
    let size = |units: BTreeSet<Slice>| -> u64 {
        let sizes = units.into_iter();
        sizes
            .map(|unit| Units::One(unit).positions(&variant.shape()))
            .sum()
    };
    let (mut all, mut unused) = (0, 0);
    for unit in Slice::units(3, &variant.shape()) {
        all += size(unit.needs(variant));
        unused += size(check_needs::<kamen_core::rules::Czech>(variant, unit, 1));
    }
    assert!(unused * 4 < all, "{unused} of {all}");
}

fn settings(distances: bool) -> Settings {
    Settings {
        distances,
        memory: 1 << 30,
    }
}

/// Does the steps of a plan in a folder, each as a process of its own would.
fn by_plan(folder: &Folder, pieces: usize, distances: bool, most: u64) {
    let plan_settings = PlanSettings {
        pieces,
        distances,
        most,
    };
    let mut made = BTreeSet::new();
    for step in plan(folder.variant(), &plan_settings) {
        assert!(step.needs.iter().all(|units| made.contains(units)));
        // The memory that the plan tells of suffices.
        let settings = Settings {
            distances,
            memory: step.memory,
        };
        match step.work {
            Work::Make(units) => {
                assert!(folder.make_units(units, &settings).unwrap().is_new);
                made.insert(units);
            }
            Work::Join(material) => drop(folder.join(material, &settings).unwrap()),
        }
    }
}

#[test]
fn a_plan_makes_the_same_files() {
    for (variant, distances, sizes) in [
        (Variant::Czech, true, &[0, 20_000][..]),
        (Variant::EnglishGiveaway, true, &[20_000]),
        (Variant::Frisian, false, &[200_000]),
    ] {
        let root = tempfile::tempdir().unwrap();
        let whole = Folder::new(&root.path().join("whole"), variant);
        let materials = Material::units_in(variant, 3);
        whole
            .make(&materials, &settings(distances), &mut |_| ())
            .unwrap();
        for &most in sizes {
            let units = Folder::new(&root.path().join(most.to_string()), variant);
            by_plan(&units, 3, distances, most);
            for &material in &materials {
                for content in [Content::Values, Content::Distances] {
                    let read = |folder: &Folder| std::fs::read(folder.file(material, content)).ok();
                    let (one, other) = (read(&whole), read(&units));
                    assert_eq!(one.is_some(), distances || content == Content::Values);
                    assert!(one == other, "{variant} {material} {most}");
                }
            }
        }
    }
}

/// A unit whose file is there is not made again; one that is missing, damaged, of another name or made otherwise is named.
#[test]
fn units_that_do_not_fit_are_named() {
    let root = tempfile::tempdir().unwrap();
    let folder = Folder::new(root.path(), Variant::Czech);
    by_plan(&folder, 2, false, 0);
    let units = |name: &str| name.parse::<Units>().unwrap();
    let needed = units("m-k-6");
    let path = folder.complete(needed);
    let whole = std::fs::read(&path).unwrap();
    assert!(!folder.make_units(needed, &settings(false)).unwrap().is_new);
    let other = units("m-k-5");
    let make_other = || {
        std::fs::remove_file(folder.complete(other)).ok();
        let made = folder.make_units(other, &settings(false));
        made.map(|made| made.is_new)
            .map_err(|error| error.to_string())
    };
    assert_eq!(make_other(), Ok(true));
    let refused = |expected: &str| {
        let told = make_other().unwrap_err();
        assert!(told.contains(expected), "{told}");
        assert!(!folder.complete(other).exists());
    };
    std::fs::remove_file(&path).unwrap();
    refused("m-k-5 needs the unit m-k-6, which is missing in ");
    for change in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[change] ^= 1 << (change % 8);
        std::fs::write(&path, bytes).unwrap();
        refused("m-k-6.complete: ");
    }
    std::fs::write(&path, &whole[..whole.len() - 1]).unwrap();
    refused("m-k-6.complete: found ");
    std::fs::copy(folder.complete(units("m-k-4")), &path).unwrap();
    refused("m-k-6.complete: found the tables of m-k-4, expected those of m-k-6");
    std::fs::write(&path, &whole).unwrap();
    assert_eq!(make_other(), Ok(true));
    let told = folder.make_units(other, &settings(true)).unwrap_err();
    assert!(
        told.to_string()
            .contains("made without distances, expected with distances"),
        "{told}"
    );
    let english = Folder::new(root.path(), Variant::English);
    std::fs::create_dir_all(english.complete(other).parent().unwrap()).unwrap();
    std::fs::copy(folder.complete(other), english.complete(other)).unwrap();
    let told = english.make_units(other, &settings(false)).unwrap_err();
    assert!(
        told.to_string()
            .contains("a table of czech, expected english"),
        "{told}"
    );
    let told = folder
        .make_units(units("m-k-7"), &settings(false))
        .unwrap_err();
    assert_eq!(told.to_string(), "there is no unit m-k-7 on this board");
    // Of another version of the program.
    let text = [b"kamen ", env!("CARGO_PKG_VERSION").as_bytes()].concat();
    let at = whole
        .windows(text.len())
        .position(|part| part == text)
        .unwrap();
    let mut bytes = whole.clone();
    bytes[at + text.len() - 1] ^= 8;
    let format = super::file::FORMAT;
    let length = 12 + usize::from(u16::from_le_bytes([bytes[10], bytes[11]]));
    let mut header = bytes[..length].to_vec();
    kamen_files::header::seal(&mut header);
    header.extend(&bytes[length + 4..]);
    assert!(header.starts_with(&format.magic));
    std::fs::write(&path, header).unwrap();
    refused(&format!(
        "expected kamen {}: remove it",
        env!("CARGO_PKG_VERSION")
    ));
}

/// A plan has every unit once, after those that it needs, and no step takes more than its memory.
#[test]
fn plans_are_complete() {
    for (variant, pieces) in [
        (Variant::Czech, 6),
        (Variant::International, 4),
        (Variant::Frisian, 5),
    ] {
        for most in [0, 1_000_000, u64::MAX] {
            let plan_settings = PlanSettings {
                pieces,
                distances: false,
                most,
            };
            let board = &variant.shape();
            let (mut made, mut joined) = (BTreeSet::new(), Vec::new());
            for step in plan(variant, &plan_settings) {
                match step.work {
                    Work::Make(units) => {
                        for needed in units.needs(variant) {
                            let holders = [Units::One(needed), Units::All(needed.material)];
                            assert!(holders.iter().any(|holder| step.needs.contains(holder)));
                            assert!(made.contains(&needed));
                        }
                        for unit in units.units(board) {
                            assert!(made.insert(unit), "{unit}");
                        }
                    }
                    Work::Join(material) => joined.push(material),
                }
            }
            let materials = Material::units_in(variant, pieces);
            let units = materials
                .iter()
                .flat_map(|&material| Slice::units_of(material, board));
            assert_eq!(made, units.collect());
            assert_eq!(joined, materials);
        }
    }
    for name in ["mk-k-2", "mk-k", "kk-k", "mmk-mk-3-5"] {
        assert_eq!(name.parse::<Units>().unwrap().to_string(), name);
    }
    // The side to move may be either.
    assert_eq!("k-mk-2".parse::<Units>().unwrap().to_string(), "mk-k-2");
}
