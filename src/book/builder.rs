//! Makes books. Begin with [`Builder`].

use super::rating::{BuildError, rate};
use super::{Book, Graph, Shared};
use hashbrown::{HashMap, HashSet};
use kamen_core::board::Color;
use kamen_core::game::{AnyPosition, FinishedGame};
use kamen_core::rules::{GameResult, Variant};
use kamen_core::score::Score;
use kamen_eval::Choice;
use kamen_search::{Engine, EngineError, Limits, share};
use std::iter;

/// How positions are rated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The evaluation.
    pub eval: Choice,
    /// Nodes of the search of a position.
    pub nodes: u64,
    /// Threads, each with a search of its own.
    pub threads: usize,
    /// Positions that are looked into before scores are worked out anew, at least one. The book depends on it, but not on the number
    /// of threads or processes.
    pub batch: usize,
}

impl Effort {
    /// The usual number of positions of a batch.
    pub const BATCH: usize = 32;
}

/// What came of looking into the next positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expanded {
    /// The book is larger.
    More,
    /// There are none.
    Nothing,
    /// Nothing has changed: it was stopped, or others have not done their parts, or do the rest.
    Unfinished,
}

/// Makes a book larger: looks into positions, which means that each move is rated by a search, unless it leads to a position that the
/// book has.
///
/// The same book comes of any number of threads, and of any interruption.
#[derive(Debug)]
pub struct Builder {
    book: Book,
    graph: Graph,
    engines: Vec<Engine>,
    limits: Limits,
    batch: usize,
    shared: Option<Shared>,
}

impl Builder {
    /// Begins with a book.
    ///
    /// # Errors
    /// There is no memory, or the evaluation cannot be used.
    pub fn new(book: Book, effort: &Effort) -> Result<Builder, EngineError> {
        let variant = book.variant();
        // Large enough for a search; it is cleared before each.
        let exponent = effort.nodes.saturating_mul(4).max(1).ilog2().clamp(12, 22);
        let engine = Engine::with(variant, &effort.eval, exponent)?;
        let others = (1..effort.threads).map(|_| engine.with_own_table());
        let engines: Result<Vec<Engine>, EngineError> =
            iter::once(Ok(engine.clone())).chain(others).collect();
        let mut builder = Builder {
            graph: Graph::of_book(&book),
            book,
            engines: engines?,
            limits: Limits::nodes(effort.nodes),
            batch: effort.batch.max(1),
            shared: None,
        };
        builder.begin()?;
        Ok(builder)
    }

    /// Shares the searches with other processes.
    #[must_use]
    pub fn shared(self, shared: Shared) -> Builder {
        Builder {
            shared: Some(shared),
            ..self
        }
    }

    /// Begins again with another book of the same variant.
    ///
    /// # Errors
    /// The evaluation cannot be used.
    pub fn restart(&mut self, book: Book) -> Result<(), EngineError> {
        self.graph = Graph::of_book(&book);
        self.book = book;
        self.begin()
    }

    /// An empty book begins with the start position.
    fn begin(&mut self) -> Result<(), EngineError> {
        if self.graph.is_empty() {
            let variant = self.book.variant();
            let start = AnyPosition::start(variant);
            let score = rate(&self.engines[0], &start, &self.limits)?;
            self.graph = Graph::start(variant, score);
        }
        Ok(())
    }

    /// Removes what other processes have left beside the book, which must be written.
    ///
    /// # Errors
    /// A file cannot be removed.
    pub fn tidy(&self) -> Result<(), BuildError> {
        let expanded = self.graph.expanded();
        self.shared
            .as_ref()
            .map_or(Ok(()), |shared| shared.tidy(expanded))
    }

    /// The graph of the book.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The book so far.
    pub fn book(&self) -> Book {
        self.graph.book(&self.book)
    }

    /// Looks into the next positions (drop-out expansion).
    ///
    /// # Errors
    /// No thread can be started, or parts of other processes cannot be used.
    pub fn expand(
        &mut self,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<Expanded, BuildError> {
        let places = self.graph.nearest(self.batch);
        if places.is_empty() {
            return Ok(Expanded::Nothing);
        }
        Ok(match self.look_into(&places, is_stopped)? {
            true => Expanded::More,
            false => Expanded::Unfinished,
        })
    }

    /// Looks into positions of games: all with at least so many `games`, of the first `plies` of each. Of each move that was made
    /// there the book knows the points. `tell` hears how many there were to look into, and how many are left; `false` if it
    /// is [`Expanded::Unfinished`].
    ///
    /// # Errors
    /// No thread can be started, or parts of other processes cannot be used.
    pub fn add_games(
        &mut self,
        games: &Games,
        least: u32,
        is_stopped: &(dyn Fn() -> bool + Sync),
        tell: &mut dyn FnMut(&Builder, usize),
    ) -> Result<bool, BuildError> {
        let mut wanted: Vec<&Visited> = (games.visited.values())
            .filter(|visited| visited.games >= least)
            .collect();
        // Behind those that lead there.
        wanted.sort_by_key(|visited| (visited.ply, super::key(&visited.position)));
        let mut rest = wanted.as_slice();
        while let Some((visited, others)) = rest.split_first() {
            let batch: Vec<u32> = iter::once(visited)
                .chain(others)
                .take_while(|other| other.ply == visited.ply)
                .take(self.batch)
                .filter_map(|other| self.graph.place(&other.position))
                .filter(|&place| self.graph.is_open(place))
                .collect();
            let taken = (rest.iter())
                .take_while(|other| other.ply == visited.ply)
                .take(self.batch)
                .count();
            if !batch.is_empty() && !self.look_into(&batch, is_stopped)? {
                return Ok(false);
            }
            rest = &rest[taken..];
            tell(self, rest.len());
        }
        for visited in games.visited.values() {
            if let Some(place) = self.graph.place(&visited.position) {
                self.graph.weigh(place, visited.points);
            }
        }
        Ok(true)
    }

    /// Looks into the positions at places; `false` if that is not finished.
    fn look_into(
        &mut self,
        places: &[u32],
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<bool, BuildError> {
        let mut is_met = HashSet::new();
        let new: Vec<AnyPosition> = (places.iter())
            .flat_map(|&place| self.graph.moves(place))
            .filter(|(position, is_known)| !is_known && is_met.insert(super::key(position)))
            .map(|(position, _)| position)
            .collect();
        let Some(scores) = self.rate_all(&new, is_stopped)? else {
            return Ok(false);
        };
        for (position, score) in new.into_iter().zip(scores) {
            self.graph.add_rated(position, score);
        }
        for &place in places {
            self.graph.expand(place);
        }
        self.graph.minimax();
        Ok(true)
    }

    /// Searches positions on all threads, and in other processes; `None` if that is not finished.
    fn rate_all(
        &self,
        positions: &[AnyPosition],
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Vec<Score>>, BuildError> {
        if let Some(shared) = self.shared.as_ref().filter(|_| !positions.is_empty()) {
            let means = (self.engines.as_slice(), &self.limits);
            let state = (&self.book(), self.graph.expanded());
            return shared.rate_all(means, state, positions, is_stopped);
        }
        let scores = share(&self.engines, positions.len(), is_stopped, &|engine, at| {
            rate(engine, &positions[at], &self.limits)
        });
        Ok(scores?)
    }
}

/// The positions of games.
#[derive(Clone, Debug, Default)]
pub struct Games {
    visited: HashMap<u64, Visited>,
}

/// A position of games.
#[derive(Clone, Debug)]
struct Visited {
    position: AnyPosition,
    /// The fewest plies after which it came.
    ply: usize,
    /// The games that have a move in it.
    games: u32,
    /// Two for each win and one for each draw of the side that led here.
    points: u16,
}

impl Games {
    /// Adds a game from the start position, up to so many plies; the moves of a side count as points only if `counts` says so of its
    /// player. Returns whether the game begins there.
    pub fn add(
        &mut self,
        game: &FinishedGame,
        plies: usize,
        counts: impl Fn(Color) -> bool,
    ) -> bool {
        let variant: Variant = game.line.start.variant();
        let mut here = game.line.start;
        if here != AnyPosition::start(variant) {
            return false;
        }
        for (ply, m) in game.line.moves.iter().take(plies).enumerate() {
            let mover = here.turn();
            self.visit(here, ply).games += 1;
            let Ok(after) = here.after(m) else {
                break;
            };
            here = after;
            let points = match game.result {
                GameResult::Draw => 1,
                result if result.winner() == Some(mover) => 2,
                _ => 0,
            };
            let visited = self.visit(here, ply + 1);
            if counts(mover) {
                visited.points = visited.points.saturating_add(points);
            }
        }
        true
    }

    fn visit(&mut self, position: AnyPosition, ply: usize) -> &mut Visited {
        let visited = self.visited.entry(super::key(&position));
        let visited = visited.or_insert(Visited {
            position,
            ply,
            games: 0,
            points: 0,
        });
        visited.ply = visited.ply.min(ply);
        visited
    }
}
