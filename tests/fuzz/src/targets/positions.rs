//! Positions and their moves, in every notation and frame, there and back.

use super::{position, variant, walk};
use arbitrary::{Result, Unstructured};
use kamen_core::game::Pieces;
use kamen_core::notation::{Frame, fen_to_hub};
use kamen_core::{AnyGame, AnyPosition, Variant, pdn};

pub(crate) fn run(input: &[u8]) {
    let mut input = Unstructured::new(input);
    let _ = choose(&mut input);
}

fn choose(input: &mut Unstructured<'_>) -> Result<()> {
    let variant = variant(input)?;
    match input.int_in_range(0..=2u8)? {
        0 => {
            let text = String::from_utf8_lossy(input.peek_bytes(input.len()).unwrap_or_default());
            read(variant, &text);
        }
        1 => {
            let most = variant.most_pieces();
            if let Some(position) = position(input, variant, most)? {
                hold(&position);
            }
        }
        _ => {
            let mut game = AnyGame::start(variant);
            walk(input, &mut game, 80)?;
            hold(game.position());
        }
    }
    Ok(())
}

/// A text that may be a position.
fn read(variant: Variant, text: &str) {
    let read = [
        AnyPosition::parse_fen(variant, text).ok(),
        AnyPosition::parse_hub(variant, text).ok(),
        AnyPosition::parse_hub_in(Frame::Pydraughts, variant, text).ok(),
    ];
    for position in read.into_iter().flatten() {
        hold(&position);
        let mut counted = position;
        let is_set = counted.set_wolf(text.rsplit('/').next().unwrap_or_default());
        if is_set.is_ok() {
            hold(&counted);
        } else {
            assert_eq!(counted, position, "what is refused changes nothing");
        }
    }
    let _ = fen_to_hub(variant, text);
    let _ = text.parse::<AnyPosition>();
    if let Ok(pieces) = Pieces::parse(variant, text) {
        assert_eq!(pieces.digits(variant), text);
    }
}

/// What holds of every position.
fn hold(position: &AnyPosition) {
    let variant = position.variant();
    // Texts have letters for ten files.
    let namings = if variant.shape().width > 10 {
        &[false][..]
    } else {
        &[false, true]
    };
    for &letters in namings {
        let fen = position.fen_with(letters);
        assert_eq!(
            AnyPosition::parse_fen(variant, &fen).as_ref(),
            Ok(position),
            "{fen}"
        );
    }
    let named = position.to_string();
    assert_eq!(named.parse().ok(), Some(*position), "{named}");
    let hub = position.hub();
    for frame in Frame::ALL {
        let turned = frame.turn(variant, hub.clone());
        assert_eq!(frame.turn(variant, turned.clone()), hub, "{named}");
        let mut read = AnyPosition::parse_hub_in(frame, variant, &turned.to_string())
            .unwrap_or_else(|error| panic!("{named} as {turned}: {error}"));
        assert_eq!(read.set_wolf(&position.wolf()), Ok(()), "{named}");
        assert_eq!(read, *position, "{named}");
    }
    assert_eq!(position.half_turned().half_turned(), *position, "{named}");
    let pieces = Pieces::of_any(position);
    assert_eq!(
        Pieces::parse(variant, &pieces.digits(variant)),
        Ok(pieces),
        "{named}"
    );
    assert_eq!(Pieces::of_any(&pieces.position(variant)), pieces, "{named}");
    for m in position.legal_moves() {
        for &letters in namings {
            let text = position.write_move_with(&m, letters);
            assert_eq!(position.parse_move(&text), Ok(m), "{text} in {named}");
            let text = pdn::write_move(position, &m, letters).to_string();
            assert_eq!(pdn::parse_move(position, &text), Ok(m), "{text} in {named}");
        }
        for frame in Frame::ALL {
            let numbers = frame.numbers(variant);
            let text = m.hub_in(numbers);
            assert_eq!(
                position.parse_move_in(numbers, &text),
                Ok(m),
                "{text} in {named}"
            );
        }
        let turned = position.half_turned();
        let after = position.after(&m).map(|after| after.half_turned());
        assert_eq!(turned.after(&m.half_turned()), after, "{m} in {named}");
    }
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let texts = Variant::ALL
        .into_iter()
        .enumerate()
        .flat_map(|(place, variant)| {
            let start = AnyPosition::start(variant);
            let texts = [
                start.fen(),
                start.hub().to_string(),
                "W:WK28,c3:BK5,1-3:H0:F0:+1+2/W28=1 B5=2".to_owned(),
            ];
            texts.map(|text| [&choice(place)[..], text.as_bytes()].concat())
        });
    texts.chain(super::noise(40, 120)).collect()
}

/// The bytes that choose a variant and, of it, a text.
fn choice(place: usize) -> [u8; 2] {
    [place as u8, 0]
}
