//! Rated positions: what is read is written in both forms so that the same is read.
//!
//! The body of the compact form is not compressed in inputs, so that what is changed in it is read.

use super::Scratch;
use kamen_core::game::Pieces;
use kamen_core::{AnyGame, Variant};
use kamen_files::header::seal;
use kamen_players::rated::{Kind, RatedPositions, Rating};

pub(crate) fn run(input: &[u8]) {
    read(input);
    if let Some(compact) = compressed(input) {
        read(&compact);
    }
}

fn read(bytes: &[u8]) {
    Scratch::with(bytes, |scratch, path| {
        let Ok(positions) = RatedPositions::read(path) else {
            return;
        };
        for name in ["copy.cdb", "copy.cdbz"] {
            let copy = scratch.file(name);
            positions.write(&copy).expect("room for a temporary file");
            match RatedPositions::read(&copy) {
                Ok(again) => assert_eq!(again, positions, "{name}"),
                Err(error) => panic!("{name}: {error}"),
            }
        }
        let mut twice = positions.clone();
        twice.merge(&positions);
        assert_eq!(twice.len(), positions.len());
    });
}

/// A compact file of a header and a body.
fn compressed(bytes: &[u8]) -> Option<Vec<u8>> {
    if !bytes.starts_with(b"KAMENCDB") {
        return None;
    }
    let length = usize::from(u16::from_le_bytes(*bytes.get(10..)?.first_chunk()?));
    let (head, body) = bytes.split_at_checked(12 + length)?;
    let mut compact = head.to_vec();
    compact.extend(zstd::bulk::compress(body, 1).ok()?);
    seal(&mut compact);
    Some(compact)
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let of = |variant: Variant| {
        let mut positions = RatedPositions::new(variant);
        positions.games = 3;
        let mut game = AnyGame::start(variant);
        for (kind, visits) in Kind::ALL.into_iter().zip(1..) {
            let value = 0.25 * f64::from(visits) - 0.5;
            positions.put(
                Pieces::of_any(game.position()),
                Rating {
                    value,
                    visits,
                    kind,
                },
            );
            let first = game.legal_moves()[0];
            game.play_legal(&first);
        }
        positions
    };
    let text = |variant| {
        Scratch::with(b"", |scratch, _| {
            let path = scratch.file("seed.cdb");
            of(variant).write(&path).expect("room for a temporary file");
            std::fs::read(path).expect("the file")
        })
    };
    let compact = |variant| {
        let header =
            serde_json::json!({ "variant": variant, "games": 3, "positions": 3 }).to_string();
        let mut bytes = b"KAMENCDB\x01\0".to_vec();
        bytes.extend((header.len() as u16).to_le_bytes());
        bytes.extend(header.as_bytes());
        for (pieces, rating) in of(variant).sorted() {
            for set in [pieces.own, pieces.other, pieces.kings] {
                bytes.extend(set.to_le_bytes());
            }
            bytes.extend(rating.value.to_le_bytes());
            bytes.extend(rating.visits.to_le_bytes());
            bytes.push(rating.kind.letter() as u8);
        }
        bytes
    };
    let variants = [Variant::Czech, Variant::International, Variant::Turkish];
    variants
        .map(text)
        .into_iter()
        .chain(variants.map(compact))
        .collect()
}
