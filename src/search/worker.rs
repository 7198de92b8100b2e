//! One search thread: its state, and when it stops.

use super::control::Control;
use super::exchanges::ExchangeBias;
use super::handicap::Handicap;
use super::history::History;
use super::limits::{Limits, Style};
use super::move_stack::MoveStack;
use super::node::{Finished, MAX_PLY, Node, Shared, Step};
use super::params::{Params, Reductions};
use super::result::Statistics;
use super::team::{Done, Team};
use super::tt::TranspositionTable;
use kamen_core::board::{Key, Tag};
use kamen_core::geometry::Bits;
use kamen_core::rules::{DrawRules, Game, KingMoves, MoveOf, Objective, Position, Rules};
use kamen_core::score::Score;
use kamen_eval::Evaluator;
use kamen_tables::Tables;
use std::cell::Cell;
use std::thread;
use std::time::Duration;

/// Nodes between two checks of the clock and of what other threads have found.
const POLL: u64 = 2048;
/// How long a lone move is searched for its score and line: long enough for a score like those of other moves.
const LONE_MOVE: Duration = Duration::from_millis(20);
/// Nodes for which depth 1 ignores the limits, so that there is a move to play.
const FIRST_ITERATION: u64 = 50_000;

/// What a search works with.
#[derive(Debug)]
pub struct Resources<'a, E> {
    /// Evaluates quiet positions.
    pub evaluator: &'a E,
    /// Remembers what this search and earlier ones found.
    pub tt: &'a TranspositionTable,
    /// How many threads search, at least 1.
    pub threads: usize,
    /// The endgame tables that are looked up, if there are any.
    pub tables: Option<&'a Tables>,
}

impl<E> Clone for Resources<'_, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Resources<'_, E> {}

/// A search, as all of its threads see it.
pub(super) struct Task<'a, R: Rules, E> {
    pub(super) game: &'a Game<R>,
    pub(super) resources: Resources<'a, E>,
    pub(super) limits: &'a Limits,
    pub(super) control: &'a Control,
    pub(super) team: &'a Team,
    pub(super) reductions: &'a Reductions,
}

/// The endgame tables of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Endings<'a> {
    pub(super) tables: &'a Tables,
    /// The most pieces that are looked up.
    pub(super) pieces: usize,
    /// The position at the root is a draw by the tables.
    pub(super) is_drawn: bool,
}

impl<'a> Endings<'a> {
    fn new(tables: &'a Tables) -> Option<Endings<'a>> {
        let pieces = tables.most_pieces();
        (pieces > 0).then_some(Endings {
            tables,
            pieces,
            is_drawn: false,
        })
    }
}

/// The moves that are searched at the root, if not all.
#[derive(Clone, Debug)]
pub(super) struct RootMoves<R: Rules> {
    pub(super) moves: Vec<MoveOf<R>>,
    /// The tag of the one to try first, if it is known.
    pub(super) first: Option<Tag>,
}

pub(super) struct Worker<'a, R: Rules, E: Evaluator<R>> {
    evaluator: &'a E,
    pub(super) tt: &'a TranspositionTable,
    pub(super) limits: &'a Limits,
    pub(super) control: &'a Control,
    pub(super) team: &'a Team,
    /// The number in the team; 0 leads.
    pub(super) thread: usize,
    pub(super) draws: &'static DrawRules,
    pub(super) objective: Objective,
    pub(super) params: Params,
    pub(super) reductions: &'a Reductions,
    exchange_bias: ExchangeBias,
    /// Tells the entries of this search apart in the transposition table, if others would mislead it.
    salt: u64,
    pub(super) endings: Option<Endings<'a>>,
    /// What the root is limited to, if it is.
    pub(super) choice: Option<RootMoves<R>>,
    /// Keys of the positions before the current node, those of the game first.
    pub(super) keys: Vec<Key>,
    pub(super) stack: MoveStack<R>,
    pub(super) history: History,
    /// The moves from the root to the current node.
    pub(super) line: [Step; MAX_PLY + 1],
    /// The principal variation from each ply on.
    pub(super) pv: Vec<Vec<MoveOf<R>>>,
    /// Whether this is the shallow search of ProbCut, which does not probe again.
    pub(super) is_probing: bool,
    /// Nothing more is to be searched, or nothing below the node that is `finished`.
    pub(super) stopped: bool,
    /// The nodes of the line that other threads may finish, that nearest to the root first.
    pub(super) shared: Vec<Shared>,
    /// The one of them that another thread has finished, while the search goes back to it.
    pub(super) finished: Option<Finished>,
    /// There is at most one legal move, which is played after a moment.
    pub(super) no_choice: bool,
    /// Nodes spent on the best root move of the iteration.
    pub(super) best_root_nodes: u64,
    pub(super) nodes: u64,
    next_poll: u64,
    leaves: u64,
    leaf_plies: u64,
    /// Distance of the leaf from the root that is farthest, in plies.
    farthest_leaf: usize,
    /// Positions that endgame tables knew.
    pub(super) table_hits: Cell<u64>,
}

impl<'a, R: Rules, E: Evaluator<R>> Worker<'a, R, E> {
    pub(super) fn new(task: &Task<'a, R, E>, thread: usize) -> Self {
        let before = (task.game.keys().split_last()).map_or(&[][..], |(_, before)| before);
        let mut keys = Vec::with_capacity(before.len() + MAX_PLY);
        keys.extend_from_slice(before);
        let facts = task.game.facts();
        let style = task.limits.style;
        let exchange_bias = ExchangeBias::new(style.exchanges, task.game.position());
        Worker {
            evaluator: task.resources.evaluator,
            tt: task.resources.tt,
            limits: task.limits,
            control: task.control,
            team: task.team,
            thread,
            draws: &facts.draws,
            objective: facts.objective,
            params: match task.limits.params {
                _ if style.full_width => Params::full_width(),
                Some(params) => params,
                None => Params::of(facts.objective),
            },
            reductions: task.reductions,
            exchange_bias,
            salt: salt(style, task.game.position()),
            // Frisian draws come too soon for many wins that tables tell.
            endings: (task.resources.tables)
                .filter(|_| task.limits.handicap == Handicap::default())
                .filter(|_| !R::KingMoves::LIMITED)
                .and_then(Endings::new),
            choice: None,
            keys,
            stack: MoveStack::new(),
            history: History::new(),
            line: [Step::NONE; MAX_PLY + 1],
            pv: vec![Vec::new(); MAX_PLY + 1],
            is_probing: false,
            stopped: false,
            shared: Vec::with_capacity(MAX_PLY),
            finished: None,
            no_choice: false,
            best_root_nodes: 0,
            nodes: 0,
            next_poll: FIRST_ITERATION,
            leaves: 0,
            leaf_plies: 0,
            farthest_leaf: 0,
            table_hits: Cell::new(0),
        }
    }

    /// The key of a node in the transposition table.
    #[inline(always)]
    pub(super) fn table_key(&self, node: &Node<R>) -> Key {
        Key(node.table_key.0 ^ self.salt)
    }

    /// The evaluation of a quiet position, blurred by the handicap and coloured by the style.
    #[inline(always)]
    pub(super) fn evaluate(&self, position: &Position<R>) -> Score {
        let score = self.evaluator.evaluate(position);
        let score = self.limits.handicap.blurred(score, || position.key());
        self.exchange_bias.judged(score, position)
    }

    /// The score of a position without legal moves.
    #[cold]
    pub(super) fn out_of_moves(&self, position: &Position<R>, ply: usize) -> Score {
        let has_first_king = R::RULES.first_king_wins
            && position.board.kings(position.turn).any()
            && position.board.kings(!position.turn).is_empty();
        if has_first_king || self.objective == Objective::Giveaway {
            Score::win_in(ply)
        } else {
            Score::loss_in(ply)
        }
    }

    /// Counts a node; true if the search is to be stopped.
    #[inline(always)]
    pub(super) fn enter(&mut self) -> bool {
        if self.nodes >= self.next_poll {
            self.poll();
        }
        self.nodes += u64::from(!self.stopped);
        self.stopped
    }

    /// Counts a leaf for the mean depth and the greatest.
    #[inline(always)]
    pub(super) fn count_leaf(&mut self, ply: usize) {
        self.leaves += 1;
        self.leaf_plies += ply as u64;
        self.farthest_leaf = self.farthest_leaf.max(ply);
    }

    /// Mean distance of the leaves from the root, in plies.
    pub(super) fn mean_depth(&self) -> f64 {
        self.leaf_plies as f64 / self.leaves.max(1) as f64
    }

    /// Nodes of the whole team.
    pub(super) fn all_nodes(&self) -> u64 {
        let (nodes, table_hits) = (self.nodes, self.table_hits.get());
        self.team.publish(self.thread, Done { nodes, table_hits });
        self.team.all().nodes
    }

    /// What the team has gone through, as far as the threads have told.
    pub(super) fn statistics(&self) -> Statistics {
        Statistics {
            sel_depth: self.farthest_leaf as u32,
            hash_full: self.tt.permille(),
            table_hits: self.team.all().table_hits,
        }
    }

    /// The limits apply from now on.
    pub(super) fn end_first_iteration(&mut self) {
        self.next_poll = self.nodes;
    }

    #[cold]
    fn poll(&mut self) {
        if self.team.fills_machine {
            thread::yield_now();
        }
        if self.thread == 0 {
            self.control.pause();
        }
        let nodes = self.all_nodes();
        self.stopped |= self.control.is_stopped() || self.team.is_done();
        self.stopped |= self.limits.nodes.is_some_and(|limit| nodes >= limit);
        self.stopped |= self.thread == 0 && self.is_out_of_time();
        let left = (self.limits.nodes).map_or(POLL, |limit| limit.saturating_sub(nodes));
        self.next_poll = self.nodes + left.clamp(1, POLL);
        self.look_at_line();
    }

    fn is_out_of_time(&self) -> bool {
        let hard = self.limits.budget.map(|budget| budget.hard);
        (self.control.clock())
            .is_some_and(|clock| self.is_lone_move_judged() || hard.is_some_and(|t| clock >= t))
    }

    /// Whether there is no choice, and the lone move has its score and line; at once where the extent of the search is set,
    /// which is the same each time.
    pub(super) fn is_lone_move_judged(&self) -> bool {
        let Limits { depth, nodes, .. } = self.limits;
        let is_timed = depth.is_none() && nodes.is_none();
        self.no_choice && (!is_timed || self.control.elapsed() >= LONE_MOVE)
    }

    /// Waits until the result is wanted: while pondering, or in an analysis without limits.
    pub(super) fn wait(&self) {
        let until_stop = self.limits.wait_for_stop && !self.no_choice;
        self.control.wait(until_stop);
    }
}

/// What changes the keys of a search whose entries would mislead others: that of a style, which also depends on the root
/// if it is one of exchanges.
fn salt<R: Rules>(style: Style, root: &Position<R>) -> u64 {
    if style == Style::default() {
        return 0;
    }
    let of_root = match style.exchanges {
        0 => 0,
        exchanges => {
            let pieces = root.board.occupied().count() as u64;
            exchanges as u64 ^ pieces << 8 ^ (root.turn as u64) << 16
        }
    };
    let width = u64::from(style.full_width) << 17;
    (of_root ^ width).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
