//! Files of self-play: what is read replays or is refused with its place, and is written so that the same is read.

use super::Scratch;
use kamen_core::rules::GameResult;
use kamen_core::{Score, Variant, with_rules};
use kamen_files::header::seal;
use kamen_training::record::{End, Ply, Record, RecordFile, Records, SelfplaySettings};
use std::path::Path;

/// The most games of an input that are looked at.
const GAMES: usize = 50;

pub(crate) fn run(input: &[u8]) {
    for bytes in [input, &mended(input).unwrap_or_default()] {
        read(bytes);
    }
}

fn read(bytes: &[u8]) {
    let Ok(mut records) = Records::new(bytes, Path::new("input")) else {
        return;
    };
    let settings = records.settings().clone();
    let read: Vec<Record> = records
        .by_ref()
        .take(GAMES)
        .filter_map(Result::ok)
        .collect();
    for record in &read {
        with_rules!(settings.variant, of: R => {
            let count = record.replay::<R>(of).map_while(Result::ok).count();
            assert!(count <= record.plies.len());
        });
    }
    Scratch::with(b"", |_, path| {
        let mut file = RecordFile::open(path, &settings, |_| ()).expect("a new file");
        for record in &read {
            file.add(record).expect("room for a temporary file");
        }
        drop(file);
        let again = Records::open(path).expect("a file of games");
        let again: Vec<Record> = again.collect::<Result<_, _>>().expect("what was written");
        assert_eq!(again, read);
    });
}

/// The same bytes with the checksums that belong to them.
fn mended(bytes: &[u8]) -> Option<Vec<u8>> {
    let length = usize::from(u16::from_le_bytes(*bytes.get(10..)?.first_chunk()?));
    let (head, mut rest) = bytes.split_at_checked(12 + length)?;
    let mut mended = head.to_vec();
    seal(&mut mended);
    rest = rest.get(4..)?;
    while let Some((&[a, b, _, _], after)) = rest.split_first_chunk::<4>() {
        let length = usize::from(u16::from_le_bytes([a, b])).min(after.len());
        let (payload, after) = after.split_at(length);
        let mut frame = (length as u16).to_le_bytes().to_vec();
        frame.extend((!(length as u16)).to_le_bytes());
        frame.extend(payload);
        seal(&mut frame);
        mended.extend(frame);
        rest = after.get(4..).unwrap_or_default();
    }
    Some(mended)
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let of = |variant| {
        let settings = SelfplaySettings {
            variant,
            engine: "kamen".to_owned(),
            evaluation: "hand-made".to_owned(),
            nodes: 100,
            seed: 1,
            random_plies: (1, 2),
            max_plies: 200,
            adjudicates: true,
            explore: 0,
            tables: 3,
            source: None,
        };
        let ply = |choice, score: Option<i32>| Ply {
            choice,
            score: score.map(Score),
            is_random: score.is_none(),
        };
        let game = |number| Record {
            number,
            random_plies: 2,
            plies: vec![
                ply(0, None),
                ply(1, None),
                ply(0, Some(12)),
                ply(300, Some(-9998)),
                ply(2, None),
            ],
            result: GameResult::Draw,
            end: End::Tables,
        };
        Scratch::with(b"", |_, path| {
            let mut file = RecordFile::open(path, &settings, |_| ()).expect("a new file");
            for number in 0..2 {
                file.add(&game(number)).expect("room for a temporary file");
            }
            std::fs::read(path).expect("the file")
        })
    };
    vec![of(Variant::Czech), of(Variant::Frisian)]
}
