//! The move generator against the naive one, on positions out of the input and along games from them.

use super::{position, variant};
use arbitrary::{Result, Unstructured};
use kamen_core::AnyPosition;
use kamen_naive::Naive;
use kamen_perft::{Counter, Method};

/// The most pieces of a side: the naive generator tries every order of captures.
const PIECES: usize = 12;
/// The most plies of a game.
const PLIES: usize = 12;

pub(crate) fn run(input: &[u8]) {
    let mut input = Unstructured::new(input);
    let _ = choose(&mut input);
}

fn choose(input: &mut Unstructured<'_>) -> Result<()> {
    let variant = variant(input)?;
    let naive = Naive::new(variant.name()).expect("the naive generator has all variants");
    let Some(mut fast) = position(input, variant, PIECES)? else {
        return Ok(());
    };
    let mut slow = naive
        .parse_hub(&fast.hub().to_string())
        .expect("a position");
    for _ in 0..PLIES {
        let moves = agree(&naive, &fast, &slow);
        if moves.is_empty() {
            break;
        }
        let (text, m) = input.choose(&moves)?;
        let played = fast.parse_move(text).expect("a legal move");
        (fast, slow) = (fast.after_legal(&played), naive.play(&slow, m));
        assert_eq!(fast.hub().to_string(), slow.hub());
    }
    Ok(())
}

/// Both have the same moves, each once, and the counts without moves made are theirs. Returns them with their texts.
fn agree(
    naive: &Naive,
    fast: &AnyPosition,
    slow: &kamen_naive::Position,
) -> Vec<(String, kamen_naive::Move)> {
    let ended = fast.won().is_some_and(|_| fast.legal_moves().is_empty());
    let mut found: Vec<String> = fast.legal_moves().iter().map(ToString::to_string).collect();
    found.sort();
    let mut expected: Vec<_> = naive
        .legal_moves(slow)
        .into_iter()
        .map(|m| (m.hub(), m))
        .collect();
    expected.sort();
    let texts: Vec<&String> = expected.iter().map(|(text, _)| text).collect();
    assert_eq!(found.iter().collect::<Vec<_>>(), texts, "{fast}");
    let counter = Counter::new(fast.variant(), Method::PLAIN);
    let count = |depth| counter.count(fast, depth, &()).ok();
    assert_eq!(count(1), Some(found.len() as u128), "{fast}");
    let replies = fast
        .legal_moves()
        .iter()
        .map(|m| fast.after_legal(m).legal_moves().len() as u128)
        .sum();
    assert_eq!(count(2), Some(replies), "{fast}");
    if ended { Vec::new() } else { expected }
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    super::noise(200, 100)
}
