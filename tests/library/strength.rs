//! The openings and positions that strength is measured with (`tests/data/strength/README.md`).

use kamen::Variant;
use kamen::tournament::Openings;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

const HALVES: [&str; 2] = ["development", "held-back"];

fn path(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/strength");
    folder.join(format!("{name}.txt"))
}

#[test]
fn sharp_openings_are_legal_and_all_different() {
    let mut ends = HashSet::new();
    for half in HALVES {
        let path = path(&format!("sharp-{half}"));
        let openings = Openings::read(&path, Variant::International, None).unwrap();
        assert_eq!(openings.list.len(), 150);
        for opening in openings.list {
            assert_eq!(opening.moves.len(), 10);
            let game = opening.game(Variant::International).unwrap();
            let position = game.position();
            assert!(!position.can_capture() && !position.legal_moves().is_empty());
            assert!(ends.insert(position.fen()), "{opening:?}");
        }
    }
}

#[test]
fn positions_of_races_are_quiet_and_all_different() {
    let mut seen = HashSet::new();
    for half in HALVES {
        let text = fs::read_to_string(path(&format!("race-{half}"))).unwrap();
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(lines.len(), 50);
        for line in lines {
            let (ply, fen) = line.split_once(' ').unwrap();
            // White moves after an even number of plies.
            let turn = if ply.parse::<u32>().unwrap() % 2 == 0 {
                "W:"
            } else {
                "B:"
            };
            assert!(fen.starts_with(turn), "{line}");
            let position = kamen::AnyPosition::parse_fen(Variant::International, fen).unwrap();
            assert!(
                !position.can_capture() && position.legal_moves().len() > 1,
                "{line}"
            );
            assert!(seen.insert(fen.to_owned()), "{line}");
        }
    }
}
