//! One game.

use super::SelfPlayError;
use super::adjudicator::Adjudicator;
use super::knowledge::Knowledge;
use crate::record::{End, Ply, Record, SelfplaySettings, ordered_moves};
use kamen_core::game::FinishedGame;
use kamen_core::geometry::Bits;
use kamen_core::movegen::winner;
use kamen_core::rules::GameResult;
use kamen_core::rules::{Game, KingMoves, MoveOf, Position, Rules, VariantOf};
use kamen_core::score::Score;
use kamen_search::{
    Control, Limits, Resources, SearchResult, Searched, TranspositionTable, search,
};
use kamen_tables::Value;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// A game after its opening, and the plies of the opening.
type Opening<R> = (Game<R>, Vec<Ply>);

/// Openings tried for a game, at most.
const TRIES: u32 = 2000;
/// An opening is balanced if its score is less than this.
const BALANCED: Score = Score(80);
/// Nodes of the search that checks it, at most.
const BALANCE_NODES: u64 = 1000;

/// Plays games one after the other.
pub(super) struct GamePlayer<'a, R: Rules, E> {
    variant: VariantOf<R>,
    settings: &'a SelfplaySettings,
    knowledge: Knowledge<'a, E>,
    is_stopped: &'a dyn Fn() -> bool,
    tt: TranspositionTable,
    moves: Vec<MoveOf<R>>,
}

impl<'a, R: Rules, E: Searched<R>> GamePlayer<'a, R, E> {
    pub(super) fn new(
        variant: VariantOf<R>,
        settings: &'a SelfplaySettings,
        knowledge: Knowledge<'a, E>,
        is_stopped: &'a dyn Fn() -> bool,
    ) -> Result<Self, SelfPlayError> {
        // Frisian draws come too soon for many wins that tables tell.
        let tables = (knowledge.tables).filter(|_| !R::KingMoves::LIMITED);
        // Large enough for a few searches; it is cleared before each game.
        let exponent = settings.nodes.saturating_mul(16).ilog2().clamp(14, 22);
        Ok(GamePlayer {
            variant,
            settings,
            knowledge: Knowledge {
                tables,
                ..knowledge
            },
            is_stopped,
            tt: TranspositionTable::new(exponent).ok_or(SelfPlayError::Memory)?,
            moves: Vec::new(),
        })
    }

    /// Plays a game; `None` if it was stopped.
    pub(super) fn play(&mut self, number: u32) -> Result<Option<Record>, SelfPlayError> {
        self.tt.clear();
        let mut random = random_of(self.settings.seed, number);
        let Some((mut game, mut plies)) = self.opening(number, &mut random)? else {
            return Ok(None);
        };
        let random_plies = plies.len() as u16;
        let mut adjudicator = Adjudicator::new::<R>(self.settings);
        let mut adjudicated = None;
        loop {
            let ended = by_rules(&game)
                .or(adjudicated)
                .or_else(|| self.by_tables(game.position()))
                .or_else(|| self.is_too_long(&plies));
            if let Some((result, end)) = ended {
                return Ok(Some(Record {
                    number,
                    random_plies,
                    plies,
                    result,
                    end,
                }));
            }
            if (self.is_stopped)() {
                return Ok(None);
            }
            let explored = self.explore(&game, &mut random);
            let (ply, m) = explored.unwrap_or_else(|| self.choose(&game));
            let turn = game.position().turn;
            game.play(&m);
            plies.push(ply);
            adjudicated = ply
                .score
                .and_then(|score| adjudicator.observe(turn, score, game.position()))
                .map(|(winner, end)| (GameResult::won_by(winner), end));
        }
    }

    /// Searches the positions of a game that was played elsewhere; `None` if it was stopped.
    pub(super) fn search_again(&mut self, number: u32, finished: &FinishedGame) -> Option<Record> {
        self.tt.clear();
        let mut game = Game::start(self.variant);
        let mut plies = Vec::with_capacity(finished.line.moves.len());
        for m in &finished.line.moves {
            if (self.is_stopped)() {
                return None;
            }
            ordered_moves(game.position(), &mut self.moves);
            let played = m.typed::<R>();
            let is_played = |m: &MoveOf<R>| Some(m) == played.as_ref();
            let choice = self.moves.iter().position(is_played);
            let choice = choice.expect("a legal move");
            let is_forced = self.moves.len() == 1;
            let score = (!is_forced).then(|| self.search(&game, self.settings.nodes).score);
            plies.push(Ply {
                choice: choice as u16,
                score,
                is_random: false,
            });
            game.play(&self.moves[choice]);
        }
        let (result, end) = by_rules(&game).unwrap_or((finished.result, End::Adjudicated));
        Some(Record {
            number,
            random_plies: 0,
            plies,
            result,
            end,
        })
    }

    /// The result that the endgame tables know.
    fn by_tables(&self, position: &Position<R>) -> Option<(GameResult, End)> {
        let tables = self.knowledge.tables?;
        if position.board.occupied().count() > tables.most_pieces() {
            return None;
        }
        let result = match tables.typed_outcome(position)?.value {
            Value::Win => GameResult::won_by(position.turn),
            Value::Draw => GameResult::Draw,
            Value::Loss => GameResult::won_by(!position.turn),
        };
        Some((result, End::Tables))
    }

    fn is_too_long(&self, plies: &[Ply]) -> Option<(GameResult, End)> {
        let most = usize::from(self.settings.max_plies);
        (plies.len() >= most).then_some((GameResult::Draw, End::PlyLimit))
    }

    /// Chooses a move; there must be one.
    fn choose(&mut self, game: &Game<R>) -> (Ply, MoveOf<R>) {
        ordered_moves(game.position(), &mut self.moves);
        if let [only] = self.moves[..] {
            let ply = Ply {
                choice: 0,
                score: None,
                is_random: false,
            };
            return (ply, only);
        }
        let found = self.search(game, self.settings.nodes);
        let is_best = |m: &MoveOf<R>| found.best.as_ref() == Some(m);
        let choice = self.moves.iter().position(is_best).unwrap_or_default();
        let ply = Ply {
            choice: choice as u16,
            score: Some(found.score),
            is_random: false,
        };
        (ply, self.moves[choice])
    }

    /// A random move, at the chance of the settings and if the game stays balanced: it leads to positions that the search
    /// meets and good play avoids.
    fn explore(&mut self, game: &Game<R>, random: &mut Pcg64Mcg) -> Option<(Ply, MoveOf<R>)> {
        let percent = u32::from(self.settings.explore);
        if percent == 0 || random.random_range(0..100) >= percent {
            return None;
        }
        ordered_moves(game.position(), &mut self.moves);
        let choice = random.random_range(0..self.moves.len());
        let m = self.moves[choice];
        let mut after = game.clone();
        after.play(&m);
        let is_over = by_rules(&after).is_some() || self.by_tables(after.position()).is_some();
        if self.moves.len() == 1 || is_over || !self.is_balanced(&after) {
            return None;
        }
        let ply = Ply {
            choice: choice as u16,
            score: None,
            is_random: true,
        };
        Some((ply, m))
    }

    fn search(&self, game: &Game<R>, nodes: u64) -> SearchResult<R> {
        let limits = Limits {
            nodes: Some(nodes),
            answer_lone_move: true,
            ..Limits::default()
        };
        let resources = Resources {
            evaluator: self.knowledge.evaluator,
            tt: &self.tt,
            threads: 1,
            tables: self.knowledge.tables,
        };
        search(game, resources, &limits, &Control::new(), &mut ())
    }

    /// A balanced opening of random plies; `None` if it was stopped.
    fn opening(
        &mut self,
        number: u32,
        random: &mut Pcg64Mcg,
    ) -> Result<Option<Opening<R>>, SelfPlayError> {
        let (least, most) = self.settings.random_plies;
        for _ in 0..TRIES {
            if (self.is_stopped)() {
                return Ok(None);
            }
            let count = random.random_range(least..=most);
            if let Some((game, plies)) = self.walk(count, random)
                && self.is_balanced(&game)
            {
                return Ok(Some((game, plies)));
            }
        }
        let tries = TRIES;
        Err(SelfPlayError::NoOpening { number, tries })
    }

    /// `count` random plies from the start position; `None` if they end the game.
    fn walk(&mut self, count: u16, random: &mut Pcg64Mcg) -> Option<(Game<R>, Vec<Ply>)> {
        let mut game = Game::start(self.variant);
        let mut plies = Vec::new();
        for _ in 0..count {
            ordered_moves(game.position(), &mut self.moves);
            if self.moves.is_empty() {
                return None;
            }
            let choice = random.random_range(0..self.moves.len());
            game.play(&self.moves[choice]);
            plies.push(Ply {
                choice: choice as u16,
                score: None,
                is_random: true,
            });
        }
        let ended = by_rules(&game).or_else(|| self.by_tables(game.position()));
        ended.is_none().then_some((game, plies))
    }

    fn is_balanced(&self, game: &Game<R>) -> bool {
        let found = self.search(game, self.settings.nodes.min(BALANCE_NODES));
        found.score < BALANCED && found.score > -BALANCED
    }
}

/// How the rules end the game in its current position, if they do.
fn by_rules<R: Rules>(game: &Game<R>) -> Option<(GameResult, End)> {
    let won = winner(game.position(), game.facts().objective)
        .map(|winner| (GameResult::won_by(winner), End::Rules));
    won.or_else(|| game.is_draw().then_some((GameResult::Draw, End::Drawn)))
}

/// The generator of a game. Neighbouring seeds have no games in common.
fn random_of(seed: u64, number: u32) -> Pcg64Mcg {
    let base: u64 = Pcg64Mcg::seed_from_u64(seed).random();
    Pcg64Mcg::seed_from_u64(base.wrapping_add(u64::from(number)))
}
