//! Look-ups in endgame tables of four pieces from files: `cargo bench --bench tables`.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use kamen::board::Color;
use kamen::geometry::Shape;
use kamen::movegen::can_capture;
use kamen::rules::{Czech, Position, Rules, Variant};
use kamen::tables::{Folder, Index, Material, Settings, Slice, Tables};
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;
use std::sync::LazyLock;

fn main() {
    divan::main();
}

const PIECES: usize = 4;
/// Positions that are looked up one after the other.
const POSITIONS: usize = 1 << 14;

/// Where the tables are made, once.
static FOLDER: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
    let root = tempfile::tempdir().expect("a folder");
    let settings = Settings {
        distances: false,
        memory: 1 << 30,
    };
    let folder = Folder::new(root.path(), Variant::Czech);
    let made = folder.make(&Material::units(PIECES), &settings, &mut |_| ());
    made.expect("tables");
    root
});

fn tables(cache: usize) -> Tables {
    let mut tables = Tables::new(Variant::Czech).with_cache(cache);
    let folder = Folder::new(FOLDER.path(), Variant::Czech);
    assert!(tables.add_folder(folder.path(), PIECES).is_empty());
    tables
}

/// Positions without a capture, in no order, in which the other side threatens one or does not.
fn positions(threatened: bool) -> Vec<Position<Czech>> {
    type Geometry = <Czech as Rules>::Geometry;
    let mut positions = Vec::new();
    for unit in Slice::units(PIECES, &Shape::of::<Geometry>()) {
        let index = Index::<Geometry>::new(unit);
        for number in (0..index.size()).step_by(97) {
            let quiet = index.board(number).filter(|board| {
                !can_capture::<Czech>(board, Color::White)
                    && can_capture::<Czech>(board, Color::Black) == threatened
            });
            positions.extend(quiet.map(|board| Position::new(board, Color::White)));
        }
    }
    let mut random = rand::SeedableRng::seed_from_u64(1);
    positions.shuffle::<Pcg64Mcg>(&mut random);
    positions.truncate(POSITIONS);
    positions
}

fn look_up(bencher: Bencher<'_, '_>, tables: &Tables, positions: &[Position<Czech>]) {
    bencher
        .counter(ItemsCount::new(positions.len()))
        .bench_local(|| {
            for position in positions {
                black_box(tables.quiet_value(black_box(position)));
            }
        });
}

/// All blocks are unpacked in the cache.
#[divan::bench]
fn warm(bencher: Bencher<'_, '_>) {
    look_up(bencher, &tables(64 << 20), &positions(false));
}

/// The same with a capture threatened: of most, the value follows from those of the positions after their moves.
#[divan::bench]
fn warm_threatened(bencher: Bencher<'_, '_>) {
    look_up(bencher, &tables(64 << 20), &positions(true));
}

/// Nearly every look-up reads and unpacks a block.
#[divan::bench]
fn cold(bencher: Bencher<'_, '_>) {
    look_up(bencher, &tables(0), &positions(false));
}
