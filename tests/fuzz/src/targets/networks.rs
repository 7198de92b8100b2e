//! Evolved networks, and with them the envelope of all sealed files: what is read plays, and is written so that the same is read.

use super::Scratch;
use kamen_core::{AnyGame, Variant};
use kamen_players::{BuiltIn, EvolvedNetwork, MinimaxEvaluation, MinimaxStyle};
use std::path::Path;

/// What the content of the envelope follows.
const CONTENT: &[u8] = b"\"content\":";
const CHECKSUM: &str = "\"checksum\":";

pub(crate) fn run(input: &[u8]) {
    let mended = mended(input).unwrap_or_default();
    for bytes in [input, &mended] {
        Scratch::with(bytes, |scratch, path| {
            if let Ok(network) = EvolvedNetwork::read(path) {
                let copy = scratch.file("copy");
                network.write(&copy).expect("room for a temporary file");
                assert_eq!(EvolvedNetwork::read(&copy).ok().as_ref(), Some(&network));
                play(&network, path);
            }
        });
    }
}

fn play(network: &EvolvedNetwork, path: &Path) {
    let variant = network.variant;
    let read = MinimaxEvaluation::read(&format!("network:{}", path.display()));
    let Some(Ok(evaluation)) = read else {
        panic!("the player does not read what is a network");
    };
    let (depth, style) = (1, MinimaxStyle::default());
    let player = BuiltIn::Minimax {
        depth,
        evaluation,
        style,
    };
    let game = AnyGame::start(variant);
    let chosen = player.player(variant).choose(&game).chosen;
    assert!(game.legal_moves().contains(&chosen));
}

/// The same bytes with the checksum of their content.
fn mended(bytes: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(bytes).ok()?;
    let begin = text.find(std::str::from_utf8(CONTENT).ok()?)? + CONTENT.len();
    let content = text.get(begin..)?.trim_end().strip_suffix('}')?;
    let checksum = crc32fast::hash(content.as_bytes());
    let (before, after) = text.split_once(CHECKSUM)?;
    let after = after.trim_start_matches(|c: char| c.is_ascii_digit());
    Some(format!("{before}{CHECKSUM}{checksum}{after}").into_bytes())
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let of = |variant| {
        let mut network = EvolvedNetwork::blank(variant, &[1]);
        network.neurons[0].bias = 0.25;
        Scratch::with(b"", |_, path| {
            network.write(path).expect("room for a temporary file");
            std::fs::read(path).expect("the file")
        })
    };
    vec![of(Variant::English), of(Variant::International)]
}
