//! Simple built-in players: opponents for matches, and weaker levels for people. Begin with
//! [`BuiltIn`].
//!
//! They come from the university work that this program grew out of. `random` plays any legal move;
//! the others search N plies: `minimax:N:basic`, `minimax:N:progressive` and `minimax:N:simulated` evaluate by material,
//! `td:N:FILE` by [rated positions](rated), to which its games add,
//! `minimax:N:network:FILE` by a small network made by `kamen evolve`,
//! `minimax:N:weights:FILE` by weights fitted in `kamen train`.
//! `goliath:N` and `david:N:FILE`, who remembers won games, are in
//! [`memory`]. `mcts:N` and `montecarlo:N` simulate games; `UNIVERSITY.md` tells of them, and of the lectures that they
//! come from. `tests/experiments` has the measured strength of each.

mod game_words;
mod guard;
pub mod lecture;
pub mod memory;
mod minimax;
mod random;
pub mod rated;
mod simulation;

pub use game_words::GameWordsError;
pub use minimax::{
    EvolvedNetwork, FileFault, Inner, LeftOut, MAX_DEPTH, Minimax, MinimaxEvaluation, MinimaxStyle,
    NetworkError, Neuron, Origin, RowFactor, Techniques, TreeCount, UnusableFile, View,
};
pub use random::RandomMover;
pub use simulation::{MAX_ITERATIONS, MAX_THREADS, Rollout, SimulationMethod, SimulationSettings};

use kamen_core::board::Color;
use kamen_core::game::{AnyGame, AnyMove, GameLine};
use kamen_core::rules::{GameResult, Variant};
use kamen_core::score::Score;
use kamen_search::{Control, Limits, Progress, Statistics};
use memory::{David, Goliath, Memory};
use rated::{Database, RatedPlayer};
use std::fmt;
use std::str::FromStr;

/// A player that chooses moves.
pub trait Player: Send {
    /// Begins a new game; `seed` determines every random choice in it.
    fn new_game(&mut self, seed: u64);

    /// Chooses a move; the game must have a legal one. The player stops at the first of its own limit, `limits`,
    /// and the word of `control`; `progress` hears of every completed iteration.
    fn think(
        &mut self,
        game: &AnyGame,
        limits: &Limits,
        control: &Control,
        progress: &mut dyn FnMut(&Progress),
    ) -> ChosenMove;

    /// Hears how a game ended that it took part in; the rules need not have ended it. Where it may hear of it again
    /// ([`BuiltIn::recall`]), the game has a name.
    fn game_over(&mut self, _game: &GameLine, _result: GameResult, _name: Option<u32>) {}

    /// As [`Player::think`], with no limit but its own.
    fn choose(&mut self, game: &AnyGame) -> ChosenMove {
        self.think(game, &Limits::default(), &Control::new(), &mut |_| ())
    }
}

/// A move and the player's search result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChosenMove {
    /// The move.
    pub chosen: AnyMove,
    /// The search result; `None` without a search.
    pub thought: Option<Thought>,
}

impl ChosenMove {
    /// What a user interface hears of it; a player that does not search says depth 0.
    fn progress(&self, control: &Control) -> Progress {
        let thought = self.thought.unwrap_or_default();
        Progress {
            depth: thought.depth,
            mean_depth: thought.depth.into(),
            score: thought.score,
            nodes: thought.nodes,
            statistics: Statistics::default(),
            time: control.elapsed(),
            pv: vec![self.chosen],
            line: None,
        }
    }
}

/// The result of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thought {
    /// Score for the side to move.
    pub score: Score,
    /// Depth, in plies.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
}

/// The name of a built-in player.
#[derive(Clone, Debug, PartialEq)]
pub enum BuiltIn {
    /// Any legal move, with equal probability.
    Random,
    /// Minimax to a fixed depth.
    Minimax {
        /// Plies, from 1 to [`MAX_DEPTH`].
        depth: u32,
        /// The evaluation.
        evaluation: MinimaxEvaluation,
        /// How it searches and chooses.
        style: MinimaxStyle,
    },
    /// Minimax that prefers fast wins and slow losses.
    Goliath {
        /// Plies, from 1 to [`MAX_DEPTH`].
        depth: u32,
    },
    /// Minimax with a database of rated positions, which grows with every game.
    Rated {
        /// Plies, from 1 to [`MAX_DEPTH`].
        depth: u32,
        /// The database.
        database: Database,
    },
    /// Single lines and a memory of won games.
    David {
        /// Plies of each line, from 1 to [`MAX_DEPTH`].
        depth: u32,
        /// The memory.
        memory: Memory,
    },
    /// Simulated games, with or without a tree.
    Simulation(SimulationSettings),
}

impl BuiltIn {
    /// The levels for people: names and players.
    pub const LEVELS: [(&'static str, BuiltIn); 3] =
        [("easy", level(3)), ("medium", level(6)), ("hard", level(9))];

    /// The level `LEVEL:EVALUATION`, with any evaluation of a minimax player.
    fn level_with(text: &str) -> Option<Result<BuiltIn, UnusableFile>> {
        let (level, evaluation) = text.split_once(':')?;
        let is_meant = |(name, _): &(&str, BuiltIn)| level.eq_ignore_ascii_case(name);
        let (_, level) = BuiltIn::LEVELS.into_iter().find(is_meant)?;
        let BuiltIn::Minimax { depth, style, .. } = level else {
            return None;
        };
        let read = MinimaxEvaluation::read(evaluation)?;
        Some(read.map(|evaluation| BuiltIn::Minimax {
            depth,
            evaluation,
            style,
        }))
    }

    /// The canonical name of a level, ignoring case.
    pub fn level_name(text: &str) -> Option<&'static str> {
        let mut names = BuiltIn::LEVELS.into_iter().map(|(name, _)| name);
        names.find(|name| text.eq_ignore_ascii_case(name))
    }

    /// Checks that it can play the variant; makes the file of a memory or a database where there is none.
    ///
    /// # Errors
    /// Its file is for another variant, or a memory or a database cannot be used.
    pub fn check(&self, variant: Variant) -> Result<(), UnusableFile> {
        match self {
            BuiltIn::Random | BuiltIn::Goliath { .. } | BuiltIn::Simulation(_) => Ok(()),
            BuiltIn::David { memory, .. } => memory.check(variant),
            BuiltIn::Rated { database, .. } => {
                (database.open(variant)).map_err(|error| UnusableFile::new(database.path(), error))
            }
            BuiltIn::Minimax { evaluation, .. } => evaluation.check(variant),
        }
    }

    /// Whether it learns from games.
    pub fn learns(&self) -> bool {
        matches!(self, BuiltIn::David { .. } | BuiltIn::Rated { .. })
    }

    /// Tells one that learns of a game that it has played with a colour, and may know by its name.
    ///
    /// # Errors
    /// What it learns cannot be written.
    pub fn recall(&self, game: &GameLine, color: Color, name: u32) -> Result<(), UnusableFile> {
        match self {
            BuiltIn::David { memory, .. } => match memory.learn(game) {
                Ok(_) => Ok(()),
                Err(error) => Err(UnusableFile::new(memory.path(), error)),
            },
            BuiltIn::Rated { database, .. } => {
                let learners = [Color::White, Color::Black].map(|one| one == color);
                let recalled = database.recall(game, learners, name);
                recalled.map_err(|error| UnusableFile::new(database.path(), error))
            }
            _ => Ok(()),
        }
    }

    /// Creates the player. It plays random moves if it cannot play the variant.
    pub fn player(&self, variant: Variant) -> Box<dyn Player> {
        match self {
            BuiltIn::Random => Box::new(RandomMover::new()),
            BuiltIn::Minimax {
                depth,
                evaluation,
                style,
            } => minimax::player(variant, *depth, evaluation, *style),
            BuiltIn::Rated { depth, database } => {
                Box::new(RatedPlayer::new(variant, *depth, database))
            }
            BuiltIn::Goliath { depth } => Box::new(Goliath::new(variant, *depth)),
            BuiltIn::David { depth, memory } => Box::new(David::new(variant, *depth, memory)),
            BuiltIn::Simulation(settings) => simulation::player(variant, *settings),
        }
    }
}

/// The level that searches `depth` plies.
const fn level(depth: u32) -> BuiltIn {
    BuiltIn::Minimax {
        depth,
        evaluation: MinimaxEvaluation::Progressive,
        style: MinimaxStyle {
            plain: false,
            first: false,
            lecture: false,
        },
    }
}

impl fmt::Display for BuiltIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuiltIn::Random => f.write_str("random"),
            BuiltIn::Minimax {
                depth,
                evaluation: MinimaxEvaluation::Rated { file, .. },
                ..
            } => write!(f, "td:{depth}:{file}{FIXED}"),
            BuiltIn::Minimax {
                depth,
                evaluation,
                style,
            } => write!(f, "minimax:{depth}:{evaluation}{style}"),
            BuiltIn::Rated { depth, database } => {
                write!(f, "td:{depth}:{}", database.path().display())
            }
            BuiltIn::Goliath { depth } => write!(f, "goliath:{depth}"),
            BuiltIn::David { depth, memory } => {
                write!(f, "david:{depth}:{}", memory.path().display())
            }
            BuiltIn::Simulation(settings) => settings.fmt(f),
        }
    }
}

/// Why a name gives no built-in player.
#[derive(Debug, thiserror::Error)]
pub enum PlayerError {
    /// The name is unknown.
    #[error(
        "unknown player '{found}', expected random, minimax:N:basic, minimax:N:progressive, \
         minimax:N:simulated, minimax:N:network:FILE, minimax:N:weights:FILE (with :first, :plain, :lecture), td:N:FILE[:fixed], \
         goliath:N, david:N:FILE (N from 1 to {MAX_DEPTH}), mcts:N[:c=C][:rollout=random|progressive|eval][:threads=T], \
         montecarlo:N (N from 1 to {MAX_ITERATIONS}), randomized, easy, medium or hard (with :EVALUATION)"
    )]
    Unknown {
        /// The name as written.
        found: String,
    },
    /// Its file cannot be used.
    #[error(transparent)]
    File(#[from] UnusableFile),
}

impl FromStr for BuiltIn {
    type Err = PlayerError;

    /// Parses the output of [`Display`](fmt::Display) and the names of levels, ignoring case; reads
    /// the file of a network or of weights.
    fn from_str(text: &str) -> Result<BuiltIn, PlayerError> {
        let named = |(name, _): &(&str, BuiltIn)| text.eq_ignore_ascii_case(name);
        let known = [("random", BuiltIn::Random), ("randomized", BuiltIn::Random)];
        if let Some((_, player)) = known.into_iter().chain(BuiltIn::LEVELS).find(named) {
            return Ok(player);
        }
        if let Some(player) = memory::read(text) {
            return Ok(player);
        }
        if let Some(settings) = SimulationSettings::read(text) {
            return Ok(BuiltIn::Simulation(settings));
        }
        if let Some(player) = rated(text) {
            return player;
        }
        if let Some(level) = BuiltIn::level_with(text) {
            return Ok(level?);
        }
        match minimax(text) {
            Some((depth, evaluation, style)) => Ok(BuiltIn::Minimax {
                depth,
                evaluation: evaluation?,
                style,
            }),
            None => Err(PlayerError::Unknown {
                found: text.chars().filter(|c| !c.is_control()).take(40).collect(),
            }),
        }
    }
}

/// The parts of the name of a minimax player.
type MinimaxParts = (u32, Result<MinimaxEvaluation, UnusableFile>, MinimaxStyle);

/// Parses `minimax:N:EVALUATION` and the suffixes behind it.
fn minimax(text: &str) -> Option<MinimaxParts> {
    let (minimax, rest) = text.split_once(':')?;
    let (depth, rest) = rest.split_once(':')?;
    let depth = depth.parse().ok()?;
    let fits = minimax.eq_ignore_ascii_case("minimax") && (1..=MAX_DEPTH).contains(&depth);
    let (evaluation, style) = MinimaxStyle::split(rest);
    let evaluation = MinimaxEvaluation::read(evaluation).filter(|_| fits)?;
    Some((depth, evaluation, style))
}

/// What the name of a player with a database ends with that does not learn.
const FIXED: &str = ":fixed";

/// Parses `td:N:FILE` and `td:N:FILE:fixed`, which take the first of the best moves, as the 2011 thesis does.
fn rated(text: &str) -> Option<Result<BuiltIn, PlayerError>> {
    let (td, rest) = text.split_once(':')?;
    let (depth, file) = rest.split_once(':')?;
    let depth = depth.parse().ok()?;
    let fits = td.eq_ignore_ascii_case("td") && (1..=MAX_DEPTH).contains(&depth);
    let fixed = file.strip_suffix(FIXED);
    if !fits || fixed.unwrap_or(file).is_empty() {
        return None;
    }
    let Some(file) = fixed else {
        let database = Database::new(file);
        return Some(Ok(BuiltIn::Rated { depth, database }));
    };
    let evaluation = MinimaxEvaluation::rated(file);
    Some(evaluation.map_err(PlayerError::from).map(|evaluation| {
        let style = MinimaxStyle::FIRST;
        BuiltIn::Minimax {
            depth,
            evaluation,
            style,
        }
    }))
}

#[cfg(test)]
mod tests;
