//! Files of tables: what they hold, interrupted work, damage.

use super::*;
use kamen_core::with_rules;

/// Makes the tables of a variant in a folder; returns what was told.
fn make_in(root: &std::path::Path, variant: Variant, pieces: usize, distances: bool) -> Vec<Made> {
    let settings = Settings {
        distances,
        memory: 1 << 30,
    };
    let mut told = Vec::new();
    with_rules!(variant, of: R => {
        let folder = Folder::new(root, variant);
        let done = &mut |made: &Made| told.push(made.clone());
        folder.make(&Material::units(pieces), &settings, done).unwrap();
    });
    told
}

/// What files give is what was made.
#[test]
fn files_hold_what_was_made() {
    for (variant, distances) in [
        (Variant::Czech, true),
        (Variant::International, false),
        (Variant::RussianGiveaway, true),
        (Variant::Frisian, false),
        (Variant::Breakthrough, true),
    ] {
        let root = tempfile::tempdir().unwrap();
        make_in(root.path(), variant, 3, distances);
        let folder = Folder::new(root.path(), variant);
        let parts = |material: &Material| folder.path().join(format!("{material}.parts"));
        assert!(
            !Material::units(3)
                .iter()
                .any(|material| parts(material).exists())
        );
        let mut tables = Tables::new(variant).with_cache(1 << 16);
        assert!(tables.add_folder(folder.path(), 3).is_empty());
        assert_eq!(tables.pieces(), 3);
        with_rules!(variant, of: R => {
            let maker = made::<R>(of, 3, distances);
            let mut loaded = Maker::new(of, distances);
            for material in Material::units(3) {
                folder.load(&mut loaded, material).unwrap();
            }
            for slice in Slice::units(3, &variant.shape()).into_iter().flat_map(Slice::both) {
                assert_eq!(loaded.table(slice), maker.table(slice), "{variant} {slice}");
            }
            check_look_up(&tables, &maker, 7);
        });
    }
}

fn damage(path: &std::path::Path) {
    let mut bytes = std::fs::read(path).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    std::fs::write(path, bytes).unwrap();
}

/// What is there is not made again, whether a material is whole or half done, and whatever the last run was.
#[test]
fn interrupted_work_goes_on() {
    let root = tempfile::tempdir().unwrap();
    let variant = Variant::English;
    let whole = make_in(root.path(), variant, 3, false);
    assert!(
        whole
            .iter()
            .all(|made| made.units[0] > 0 && made.units[1] == 0)
    );
    let again = make_in(root.path(), variant, 3, false);
    assert!(again.iter().all(|made| made.units == [0, 0]));
    let sums = |all: &[Made]| {
        all.iter()
            .map(|made| (made.material, made.counts, made.bytes))
            .collect::<Vec<_>>()
    };
    assert_eq!(sums(&whole), sums(&again));
    // A material is half done: some units are parts, the file is not there.
    let folder = Folder::new(root.path(), variant);
    let material: Material = "mm-k".parse().unwrap();
    let file = folder.file(material, Content::Values);
    let bytes = std::fs::read(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    type R = kamen_core::rules::English;
    let of = VariantOf::<R>::new(variant).unwrap();
    let mut maker = Maker::new(of, false);
    for other in needed_by(material) {
        folder.load(&mut maker, other).unwrap();
    }
    std::fs::create_dir_all(folder.path().join("mm-k.parts")).unwrap();
    for unit in Slice::units_of(material, &variant.shape())
        .into_iter()
        .take(3)
    {
        let tables = maker.make(unit);
        let all: Vec<_> = tables.iter().collect();
        let part = |content: Content| {
            folder
                .path()
                .join(format!("mm-k.parts/{unit}.{}", content.extension()))
        };
        write(&maker, &all, &part).unwrap();
        tables.into_iter().for_each(|table| maker.insert(table));
    }
    // One of them is damaged: it is made again.
    let damaged = folder.path().join("mm-k.parts/mm-k-6.values");
    damage(&damaged);
    let resumed = make_in(root.path(), variant, 3, false);
    let of_material = resumed
        .iter()
        .find(|made| made.material == material.unit())
        .unwrap();
    assert_eq!(of_material.units[1], 2);
    assert_eq!(std::fs::read(&file).unwrap(), bytes);
    // Killed when the file was there, but its parts too.
    std::fs::create_dir_all(folder.path().join("mm-k.parts")).unwrap();
    make_in(root.path(), variant, 3, false);
    assert!(!folder.path().join("mm-k.parts").exists());
    // Distances are asked for now: everything is made again with them, and the values are the same.
    let exact = make_in(root.path(), variant, 3, true);
    assert!(
        exact
            .iter()
            .all(|made| made.units[0] > 0 && made.longest > 0)
    );
    let counts = |all: &[Made]| all.iter().map(|made| made.counts).collect::<Vec<_>>();
    assert_eq!(counts(&exact), counts(&whole));
}

/// No damage gives a wrong value: the file is refused, or the block gives none.
#[test]
fn damaged_files_give_no_wrong_values() {
    let root = tempfile::tempdir().unwrap();
    let variant = Variant::Czech;
    make_in(root.path(), variant, 2, true);
    let folder = Folder::new(root.path(), variant);
    type R = kamen_core::rules::Czech;
    type G = <R as Rules>::Geometry;
    let of = VariantOf::<R>::new(variant).unwrap();
    let maker = made(of, 2, true);
    let material: Material = "m-k".parse().unwrap();
    for content in [Content::Values, Content::Distances] {
        let path = folder.file(material, content);
        let whole = std::fs::read(&path).unwrap();
        for change in 0..whole.len() + 40 {
            let mut bytes = whole.clone();
            match change.checked_sub(whole.len()) {
                None => bytes[change] ^= 1 << (change % 8),
                Some(cut) => bytes.truncate(whole.len() * cut / 40),
            }
            std::fs::write(&path, &bytes).unwrap();
            let mut tables = Tables::new(variant);
            tables.add_folder(folder.path(), 2);
            for slice in slices_of::<G>(material) {
                let table = maker.table(slice).unwrap();
                let index = table.index();
                for number in (0..index.size()).step_by(101) {
                    let Some(board) = index.board(number) else {
                        continue;
                    };
                    let position = Position::<R>::new(board, Color::White);
                    let outcome = tables.typed_outcome(&position);
                    let is_right = outcome.is_none_or(|outcome| {
                        let right = table.get(number).unwrap();
                        let distance = if tables.has_distance(&position) {
                            right.distance
                        } else {
                            0
                        };
                        outcome == Outcome { distance, ..right }
                    });
                    assert!(is_right, "{content:?} {change} {slice} {number}");
                }
            }
        }
        std::fs::write(&path, &whole).unwrap();
    }
    let mut tables = Tables::new(variant);
    assert!(tables.add_folder(folder.path(), 2).is_empty());
    let other = TableFile::open(
        &folder.file(material, Content::Values),
        Variant::Russian,
        Content::Values,
    );
    assert!(
        other
            .unwrap_err()
            .to_string()
            .contains("a table of czech, expected russian")
    );
}

#[test]
fn a_header_that_counts_otherwise_is_found() {
    type R = kamen_core::rules::Czech;
    let root = tempfile::tempdir().unwrap();
    make_in(root.path(), Variant::Czech, 2, false);
    let folder = Folder::new(root.path(), Variant::Czech);
    let material: Material = "m-k".parse().unwrap();
    let path = folder.file(material, Content::Values);
    let bytes = std::fs::read(&path).unwrap();
    let format = super::file::FORMAT;
    let (mut header, length) = format
        .read_sealed::<super::file::Header>(&mut &bytes[..])
        .unwrap();
    // A win becomes a draw.
    let counts = &mut header.slices[0].2;
    (counts[0], counts[1]) = (counts[0] - 1, counts[1] + 1);
    let mut changed = format.header(&header).unwrap();
    kamen_files::header::seal(&mut changed);
    changed.extend(&bytes[length..]);
    std::fs::write(&path, &changed).unwrap();
    let of = VariantOf::<R>::new(Variant::Czech).unwrap();
    let mut maker = Maker::new(of, false);
    for material in ["k-k", "m-k"] {
        folder.load(&mut maker, material.parse().unwrap()).unwrap();
    }
    assert!(folder.verify(&maker, "k-k".parse().unwrap()).is_ok());
    let error = folder.verify(&maker, material).unwrap_err().to_string();
    assert!(error.contains("m-k.values: the header of slice"), "{error}");
}
