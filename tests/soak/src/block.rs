//! A block: the games of one life of a program.

use crate::health::Health;
use crate::report::{BlockReport, Tally};
use crate::{by_dxp, by_hub};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use serde::Serialize;
use std::path::Path;
use std::time::Instant;

/// What every block needs to know.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Settings {
    /// Games of a block.
    pub games: u64,
    /// Of all random choices.
    pub seed: u64,
    /// Seconds on every clock, and those added before each move; `None` for levels of all kinds.
    pub clock: Option<[f64; 2]>,
}

/// A block of games.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// From 0.
    pub number: u64,
    /// What all blocks share.
    pub settings: Settings,
}

/// Every so many blocks one is played by DXP.
const DXP: u64 = 5;

impl Block {
    /// Whether it is played by DXP.
    fn is_dxp(self) -> bool {
        self.number % DXP == 1 && self.settings.clock.is_none()
    }

    /// The generator of random choices of a game of this block.
    pub fn random(self, game: u64) -> Pcg64Mcg {
        let Settings { games, seed, .. } = self.settings;
        Pcg64Mcg::seed_from_u64(seed << 40 ^ (self.number * games + game))
    }

    /// Plays its games with a program.
    pub fn play(self, program: &Path) -> BlockReport {
        let began = Instant::now();
        let (mut tally, mut health) = (Tally::default(), Health::default());
        let played = if self.is_dxp() {
            by_dxp::play(self, program, &mut tally, &mut health)
        } else {
            by_hub::play(self, program, &mut tally, &mut health)
        };
        if let Err(fault) = played {
            tally.fault(fault);
        }
        BlockReport {
            block: self.number,
            protocol: if self.is_dxp() { "dxp" } else { "hub" }.to_owned(),
            tally,
            health: health.summary(),
            seconds: began.elapsed().as_secs_f64(),
        }
    }
}
