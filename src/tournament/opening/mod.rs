//! Where games begin.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod file;
mod pdn;
mod random;

pub use file::OpeningError;

use kamen_core::game::{AnyGame, AnyMove, AnyPosition};
use kamen_core::notation::{MoveError, PositionError};
use kamen_core::rules::Variant;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The openings of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Openings {
    /// Where they are from, in a few words; the same for the same openings.
    pub source: String,
    /// At least one.
    pub list: Vec<Opening>,
}

/// A position to begin from, and the moves that are made there before anybody is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Opening {
    /// The position; `None` for the start position.
    pub fen: Option<String>,
    /// The moves.
    pub moves: Vec<String>,
}

impl Openings {
    /// Up to `count` openings of so many random plies from the start position, no two of which lead
    /// to the same position; fewer where there are no more. At their ends nothing can be taken, the
    /// game is not over, and both sides have as many men and kings as each other.
    ///
    /// The first openings are the same however many there are to be.
    pub fn random(variant: Variant, plies: usize, count: usize, seed: u64) -> Openings {
        let list = match plies {
            0 => Vec::new(),
            _ => random::random_openings(variant, plies, count, seed),
        };
        Openings::new(format!("{plies} random plies"), list)
    }

    /// The openings of a file, each checked by the rules. On a line stands a FEN, or moves from the
    /// start position, or both with `|` between them; what follows `#` is a remark. Of a file of PDN
    /// games, the main line of each is an opening, up to so many `plies` if that is given. `ballots:english-3` and the like are
    /// tables that the program carries.
    ///
    /// # Errors
    /// The file cannot be read, or where it is wrong.
    pub fn read(
        path: &Path,
        variant: Variant,
        plies: Option<usize>,
    ) -> Result<Openings, OpeningError> {
        let list = file::read_openings(path, variant, plies)?;
        let name = path
            .file_name()
            .unwrap_or(path.as_os_str())
            .to_string_lossy();
        let source = format!(
            "{} openings of {name} ({:08x})",
            list.len(),
            fingerprint(&list)
        );
        Ok(Openings::new(source, list))
    }

    /// These openings, in the order that follows from the seed.
    pub fn shuffled(mut self, seed: u64) -> Openings {
        self.list.shuffle(&mut Pcg64Mcg::seed_from_u64(seed));
        self.source.push_str(", shuffled");
        self
    }

    fn new(source: String, mut list: Vec<Opening>) -> Openings {
        if list.is_empty() {
            list.push(Opening::default());
        }
        Openings { source, list }
    }
}

/// A number that other openings hardly ever have (the hash function FNV-1a).
fn fingerprint(openings: &[Opening]) -> u32 {
    let texts = openings.iter().flat_map(|opening| {
        let fen = opening.fen.as_deref().unwrap_or("start");
        std::iter::once(fen).chain(opening.moves.iter().map(String::as_str))
    });
    let bytes = texts.flat_map(|text| text.bytes().chain([b' ']));
    bytes.fold(0x811c_9dc5, |hash: u32, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

/// Why an opening is none of a variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningFault {
    /// Its position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move.
    #[error("move {number}: {error}")]
    Move {
        /// Which, from 1.
        number: usize,
        /// What is wrong with it.
        error: MoveError,
    },
    /// It leaves nothing to play.
    #[error("the game is over, expected a legal move at the end")]
    Over,
}

impl Opening {
    /// The opening with its moves in Hub notation, if it is one of the variant.
    ///
    /// # Errors
    /// Says which position or move is wrong.
    pub fn checked(&self, variant: Variant) -> Result<Opening, OpeningFault> {
        let (mut game, moves) = self.replay(variant)?;
        for m in &moves {
            game.play_legal(m);
        }
        if game.position().won().is_some() {
            return Err(OpeningFault::Over);
        }
        Ok(Opening {
            fen: self.fen.clone(),
            moves: moves.iter().map(AnyMove::to_string).collect(),
        })
    }

    /// The game after the moves of the opening.
    ///
    /// # Errors
    /// Says which position or move is wrong.
    pub fn game(&self, variant: Variant) -> Result<AnyGame, OpeningFault> {
        let (mut game, moves) = self.replay(variant)?;
        for m in &moves {
            game.play_legal(m);
        }
        Ok(game)
    }

    /// The game before the moves of the opening, and these.
    pub(super) fn replay(&self, variant: Variant) -> Result<(AnyGame, Vec<AnyMove>), OpeningFault> {
        let start = match &self.fen {
            None => AnyPosition::start(variant),
            Some(fen) => AnyPosition::parse_fen(variant, fen)?,
        };
        let mut position = start;
        let mut moves = Vec::with_capacity(self.moves.len());
        for (i, text) in self.moves.iter().enumerate() {
            let number = i + 1;
            let m = (position.parse_move(text))
                .map_err(|error| OpeningFault::Move { number, error })?;
            moves.push(m);
            position = position.after_legal(&m);
        }
        Ok((AnyGame::new(start), moves))
    }
}
