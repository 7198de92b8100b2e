//! The targets, each in a file of its name.

pub(crate) mod books;
pub(crate) mod counts;
pub(crate) mod dxp_messages;
pub(crate) mod dxp_session;
pub(crate) mod games;
pub(crate) mod hub_lines;
pub(crate) mod hub_session;
pub(crate) mod indexes;
pub(crate) mod journals;
pub(crate) mod memory;
pub(crate) mod movegen;
pub(crate) mod moves;
pub(crate) mod names;
pub(crate) mod networks;
pub(crate) mod pdn;
pub(crate) mod positions;
pub(crate) mod proven;
pub(crate) mod rated;
pub(crate) mod serve;
pub(crate) mod suites;
pub(crate) mod tables;
pub(crate) mod weights;

use crate::Scratch;
use arbitrary::{Result, Unstructured};
use kamen_core::{AnyGame, AnyPosition, Variant};

/// A variant.
fn variant(input: &mut Unstructured<'_>) -> Result<Variant> {
    input.choose(&Variant::ALL).copied()
}

/// A position with so many pieces of each side at most, of which few are kings; `None` where the rules allow no such position.
fn position(
    input: &mut Unstructured<'_>,
    variant: Variant,
    most: usize,
) -> Result<Option<AnyPosition>> {
    let squares = variant.shape().squares;
    let mut letters = vec!['e'; squares];
    for [man, king] in [['w', 'W'], ['b', 'B']] {
        for _ in 0..input.int_in_range(0..=most)? {
            let place = usize::from(input.arbitrary::<u8>()?) % squares;
            letters[place] = if input.ratio(1, 4)? { king } else { man };
        }
    }
    let turn = input.choose(&['W', 'B'])?;
    let text: String = std::iter::once(turn).chain(&letters).collect();
    Ok(AnyPosition::parse_hub(variant, &text).ok())
}

/// Plays moves of the game while there is input, at most so many.
fn walk(input: &mut Unstructured<'_>, game: &mut AnyGame, plies: usize) -> Result<()> {
    while game.plies() < plies && game.over().is_none() && !input.is_empty() {
        let moves = game.legal_moves();
        let m = *input.choose(&moves)?;
        game.play_legal(&m);
    }
    Ok(())
}

/// The bytes of texts.
fn texts(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// Some inputs of random bytes, for targets that take numbers out of them.
fn noise(inputs: u64, length: usize) -> Vec<Vec<u8>> {
    use rand::{Rng, SeedableRng};
    let of = |seed| {
        let mut bytes = vec![0; length];
        rand_pcg::Pcg64Mcg::seed_from_u64(seed).fill_bytes(&mut bytes);
        bytes
    };
    (0..inputs).map(of).collect()
}
