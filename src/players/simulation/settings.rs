//! Names of the players that simulate games. Begin with [`SimulationSettings`].

use std::fmt;

/// The most iterations of a move.
pub const MAX_ITERATIONS: u32 = 1_000_000_000;
/// The most threads.
pub const MAX_THREADS: u32 = 64;
/// The greatest exploration constant.
const MOST_EXPLORATION: f32 = 1000.0;

/// What takes the place of a simulation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rollout {
    /// A game of uniformly random moves.
    #[default]
    Random,
    /// A game of random moves; those that are better by the evaluation `progressive` are more probable.
    Progressive,
    /// No game: the chance of winning by the learned evaluation, which also says what to look at first.
    Evaluation,
}

impl Rollout {
    const NAMES: [(&'static str, Rollout); 3] = [
        ("random", Rollout::Random),
        ("progressive", Rollout::Progressive),
        ("eval", Rollout::Evaluation),
    ];

    /// The exploration constant where none is given: that of the lecture's textbooks, with an evaluation the best of matches
    /// (`tests/experiments/simulation.md`).
    pub fn exploration(self) -> f32 {
        match self {
            Rollout::Random | Rollout::Progressive => 1.4,
            Rollout::Evaluation => 0.7,
        }
    }

    fn read(text: &str) -> Option<Rollout> {
        let mut names = Rollout::NAMES.into_iter();
        names.find_map(|(name, rollout)| text.eq_ignore_ascii_case(name).then_some(rollout))
    }
}

impl fmt::Display for Rollout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = Rollout::NAMES.iter().find(|(_, rollout)| rollout == self);
        f.write_str(named.map_or("", |(name, _)| name))
    }
}

/// How the simulations are distributed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SimulationMethod {
    /// Evenly over the legal moves: random games, no tree.
    Flat,
    /// By a tree that grows where the simulations lead (UCT).
    Tree {
        /// The weight of what is not known yet, from 0 to 1000.
        exploration: f32,
        /// What is done at its leaves.
        rollout: Rollout,
    },
}

impl SimulationMethod {
    /// What is done at a leaf.
    pub(super) fn rollout(self) -> Rollout {
        match self {
            SimulationMethod::Flat => Rollout::Random,
            SimulationMethod::Tree { rollout, .. } => rollout,
        }
    }
}

/// A player that simulates games: `mcts:N[:c=C][:rollout=random|progressive|eval][:threads=T]` or `montecarlo:N`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SimulationSettings {
    /// Iterations of a move, from 1 to [`MAX_ITERATIONS`].
    pub iterations: u32,
    /// How they are distributed.
    pub method: SimulationMethod,
    /// Threads, from 1 to [`MAX_THREADS`]; with one the same seed gives the same moves.
    pub threads: u32,
}

impl SimulationSettings {
    /// Parses the output of [`Display`](fmt::Display), ignoring case; `None` if the text names no such player. A colon
    /// may take the place of `=`, which some clients of Hub do not send.
    pub fn read(text: &str) -> Option<SimulationSettings> {
        let mut words = text.splitn(3, ':');
        let name = words.next()?.to_ascii_lowercase();
        let iterations = words.next()?.parse().ok()?;
        let options = words.next();
        let (method, threads) = match name.as_str() {
            "montecarlo" if options.is_none() => (SimulationMethod::Flat, 1),
            "mcts" => read_tree(options)?,
            _ => return None,
        };
        (1..=MAX_ITERATIONS)
            .contains(&iterations)
            .then_some(SimulationSettings {
                iterations,
                method,
                threads,
            })
    }
}

/// Parses `c=C`, `rollout=KIND` and `threads=T`, each at most once.
fn read_tree(options: Option<&str>) -> Option<(SimulationMethod, u32)> {
    let (mut constant, mut kind, mut threads) = (None, None, None);
    let mut words = options.into_iter().flat_map(|text| text.split([':', '=']));
    while let Some(key) = words.next() {
        let value = words.next()?;
        match key.to_ascii_lowercase().as_str() {
            "c" if constant.is_none() => {
                let fits = |c: &f32| (0.0..=MOST_EXPLORATION).contains(c);
                constant = Some(value.parse().ok().filter(fits)?);
            }
            "rollout" if kind.is_none() => kind = Some(Rollout::read(value)?),
            "threads" if threads.is_none() => {
                let fits = |threads: &u32| (1..=MAX_THREADS).contains(threads);
                threads = Some(value.parse().ok().filter(fits)?);
            }
            _ => return None,
        }
    }
    let rollout = kind.unwrap_or_default();
    let method = SimulationMethod::Tree {
        exploration: constant.unwrap_or(rollout.exploration()),
        rollout,
    };
    Some((method, threads.unwrap_or(1)))
}

impl fmt::Display for SimulationSettings {
    /// Leaves out what has its default.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let iterations = self.iterations;
        let SimulationMethod::Tree {
            exploration,
            rollout,
        } = self.method
        else {
            return write!(f, "montecarlo:{iterations}");
        };
        write!(f, "mcts:{iterations}")?;
        if exploration != rollout.exploration() {
            write!(f, ":c={exploration}")?;
        }
        if rollout != Rollout::default() {
            write!(f, ":rollout={rollout}")?;
        }
        if self.threads > 1 {
            write!(f, ":threads={}", self.threads)?;
        }
        Ok(())
    }
}
