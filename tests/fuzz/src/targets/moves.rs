//! Texts that may be moves: what is read is a legal move, and what is not is refused in words.

use super::{variant, walk};
use arbitrary::{Result, Unstructured};
use kamen_core::notation::{Frame, Refusal};
use kamen_core::{AnyGame, AnyPosition, Variant, pdn};

pub(crate) fn run(input: &[u8]) {
    let mut input = Unstructured::new(input);
    let _ = choose(&mut input);
}

fn choose(input: &mut Unstructured<'_>) -> Result<()> {
    let variant = variant(input)?;
    let plies = input.int_in_range(0..=40)?;
    let mut game = AnyGame::start(variant);
    walk(input, &mut game, plies)?;
    let text = String::from_utf8_lossy(input.bytes(input.len())?);
    for line in text.lines().take(20) {
        read(game.position(), line);
    }
    Ok(())
}

fn read(here: &AnyPosition, text: &str) {
    let mut game = AnyGame::new(*here);
    let frames = Frame::ALL.map(|frame| here.parse_move_in(frame.numbers(here.variant()), text));
    let read = frames
        .into_iter()
        .chain([here.parse_move(text), pdn::parse_move(here, text)]);
    for read in read {
        match read {
            Ok(m) => assert!(here.legal_moves().contains(&m), "{text:?} in {here}"),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    match game.play_text(text) {
        Ok(m) => assert_eq!(here.after(&m).as_ref(), Ok(game.position())),
        Err(_) => assert_eq!((game.position(), game.plies()), (here, 0)),
    }
    let _ = Refusal::of(here, text);
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let with_texts = (0..Variant::ALL.len() as u8).map(|variant| {
        let texts = "32-28\n28x19\n28x19x23\n11-15\nc3-d4\nc3xe5xg7\nc3:e5\n9-13\n1x10x17x26\n31x22*\n e3 d4 \n28x";
        [&[variant, 0], texts.as_bytes()].concat()
    });
    with_texts.chain(super::noise(10, 80)).collect()
}
