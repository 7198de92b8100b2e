//! What makes a tournament.

use crate::contestant::{Contestant, ContestantKind};
use crate::game::{Adjudication, DrawPolicy, GameId, GameRecord};
use crate::opening::{Opening, Openings};
use crate::schedule::{Format, Part, Schedule, pairings};
use crate::statistics::Sprt;
use kamen_core::board::Color;
use kamen_core::rules::Variant;
use kamen_players::rated::Played;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::time::Duration;

/// All that makes a tournament.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// What is played.
    pub variant: Variant,
    /// Who plays.
    pub contestants: Vec<Contestant>,
    /// Who meets whom.
    pub format: Format,
    /// Games of each pairing.
    pub games: u32,
    /// Which of them are played here.
    pub part: Part,
    /// Where games begin; each pairing takes one after another for each pair of games.
    pub openings: Openings,
    /// Which draws the rules of the variant are asked for.
    pub draws: DrawPolicy,
    /// Plies after which a game is drawn.
    pub max_plies: Option<usize>,
    /// What ends games early.
    pub adjudication: Adjudication,
    /// What ends a match of two early.
    pub sprt: Option<Sprt>,
    /// A file that ends the tournament by being there: the verdict of a test over several parts.
    pub until: Option<PathBuf>,
    /// Whether every move is told as it is made, and for how long it is then left to look at.
    pub pause: Option<Duration>,
    /// Games at the same time.
    pub concurrency: usize,
    /// Where all random choices come from.
    pub seed: u64,
}

impl Tournament {
    /// What must be the same for a tournament to go on from its journal. How many games there are (unless only a part of them is played
    /// here), when it ends and how fast it goes may change.
    pub fn settings(&self) -> Settings {
        let is_part = self.part != Part::All;
        Settings {
            variant: self.variant,
            contestants: self.contestants.clone(),
            format: self.format,
            openings: self.openings.source.clone(),
            draws: self.draws,
            max_plies: self.max_plies,
            adjudication: self.adjudication,
            seed: self.seed,
            part: is_part.then(|| self.part.clone()),
            games: is_part.then_some(self.games),
        }
    }

    /// The schedule from the first game on.
    pub fn schedule(&self) -> Schedule {
        Schedule::new(
            self.format,
            self.contestants.len(),
            self.games,
            self.part.clone(),
        )
    }

    /// The most games of the journal, its last ones, that have to be recalled: at least as many as are played at the same time.
    pub const RECALLED: usize = Played::MOST_NAMES;

    /// What players know a game by.
    pub(super) fn name_of(&self, game: &GameRecord) -> u32 {
        (mixed(self.seed_of(game.id) ^ game.signature) >> 32) as u32
    }

    /// Reminds those who learn from games of one that the journal has: whoever was killed between writing it and hearing of it
    /// does not know it yet.
    pub fn recall(&self, game: &GameRecord) {
        if game.fault.is_some() {
            return;
        }
        for first_plays in [true, false] {
            let is_white = game.id.first_is_white() == first_plays;
            let color = if is_white { Color::White } else { Color::Black };
            let contestant = self.contestants.get(game.id.player(color));
            if let Some(ContestantKind::Player(player)) = contestant.map(|who| &who.kind)
                && player.learns()
                && let Some(line) = game.line(self.variant)
                && let Err(error) = player.recall(&line, color, self.name_of(game))
            {
                log::error!("nothing is learned from a game: {error}");
            }
        }
    }

    pub(super) fn opening(&self, id: GameId) -> &Opening {
        let list = &self.openings.list;
        &list[id.pair() as usize % list.len()]
    }

    /// Where the random choices of a game come from.
    pub(super) fn seed_of(&self, id: GameId) -> u64 {
        let parts = [id.first as u64, id.second as u64, u64::from(id.number)];
        parts
            .into_iter()
            .fold(mixed(self.seed), |seed, part| mixed(seed ^ part))
    }
}

/// What identifies a tournament, in the first line of its journal.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Settings {
    pub(crate) variant: Variant,
    pub(crate) contestants: Vec<Contestant>,
    pub(crate) format: Format,
    /// Where the openings are from.
    pub(crate) openings: String,
    pub(crate) draws: DrawPolicy,
    pub(crate) max_plies: Option<usize>,
    pub(crate) adjudication: Adjudication,
    pub(crate) seed: u64,
    /// Where only a part of the games is played: which, and of how many of each pairing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    part: Option<Part>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) games: Option<u32>,
}

impl Settings {
    /// Which games are played.
    pub(crate) fn part(&self) -> &Part {
        self.part.as_ref().unwrap_or(&Part::All)
    }

    /// How many games all pairings have together; `None` for a tournament that is not shared out.
    pub(crate) fn games_in_all(&self) -> Option<u64> {
        let meetings = pairings(self.format, self.contestants.len()).len();
        Some(u64::from(self.games?) / 2 * 2 * meetings as u64)
    }

    /// The settings of the tournament that it is a part of.
    pub(crate) fn whole(&self) -> Settings {
        Settings {
            part: None,
            ..self.clone()
        }
    }
}

/// The finalizer of SplitMix64 (Steele, Lea and Flood 2014) with its increment.
fn mixed(seed: u64) -> u64 {
    let x = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
