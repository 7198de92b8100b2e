//! David, who remembers.

use super::goliath::candidates;
use super::store::Memory;
use crate::guard::Guard;
use crate::minimax::capture_search::{CaptureSearch, View, capture_search, score};
use crate::{ChosenMove, Player, Thought};
use kamen_core::game::{AnyGame, AnyMove, AnyPosition, GameLine};
use kamen_core::rules::{GameResult, Variant};
use kamen_search::{Control, Limits, Progress};
use std::cmp::Reverse;

/// Plies that the side in attack looks ahead at each of its moves; the other side takes what is best at once.
const ATTACK: u32 = 3;
/// The same for the other side.
const REPLY: u32 = 1;

/// A player that follows single lines and remembers how games were won; see the module.
pub struct David {
    variant: Variant,
    plies: u32,
    memory: Memory,
    search: Box<dyn CaptureSearch>,
}

/// What the lines of a move have shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outlook {
    /// At the end of the line with an own attack.
    pub(super) attack: View,
    /// At the end of the line with the opponent's attack.
    pub(super) defence: View,
    /// Plies to the win of a remembered game that goes on with this move.
    pub(super) remembered_win: Option<usize>,
    /// Plies to the loss when the opponent goes on as in a remembered game.
    pub(super) remembered_loss: Option<usize>,
}

/// How good a move is, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PieceValues {
    /// A line is lost after so many plies: the more the better.
    Loses(usize),
    /// No line is lost: the value that both logical lines keep.
    Promises(i32),
    /// It wins after so many plies: the fewer the better.
    Wins(Reverse<usize>),
}

impl Outlook {
    pub(super) fn worth(&self) -> PieceValues {
        let both = [self.attack, self.defence];
        let lost = both.iter().filter_map(|view| match view {
            View::Lost(plies) => Some(plies.unsigned_abs() as usize),
            _ => None,
        });
        let lost = lost.min();
        let won = match both {
            [View::Won(a), View::Won(b)] => Some(a.min(b).unsigned_abs() as usize),
            _ => None,
        };
        // A remembered win counts for more than a remembered loss, but not if the loss is in search.
        let remembered = self.remembered_win.filter(|_| lost.is_none());
        if let Some(plies) = won.into_iter().chain(remembered).min() {
            return PieceValues::Wins(Reverse(plies));
        }
        if let Some(plies) = lost.into_iter().chain(self.remembered_loss).min() {
            return PieceValues::Loses(plies);
        }
        PieceValues::Promises(match self.attack.min(self.defence) {
            View::Open(value) => value,
            // One line is won, the other one is not.
            View::Lost(_) | View::Won(_) => i32::MAX,
        })
    }
}

impl David {
    /// A player that follows its lines for so many plies. [`Player::new_game`] opens the memory or reads what is new
    /// in it.
    pub fn new(variant: Variant, plies: u32, memory: &Memory) -> David {
        David {
            variant,
            plies: plies.max(1),
            memory: memory.clone(),
            search: capture_search(variant),
        }
    }

    /// Follows a line of single moves for so many plies, the one that led to the position included. The result is for
    /// the side that made that move, which has the attack or the defence.
    fn line(&mut self, from: &AnyPosition, is_own_attack: bool, plies: u32) -> View {
        let mut here = *from;
        let own = !from.turn();
        for ply in 1..plies as usize {
            let moves = here.legal_moves();
            let attacks = (here.turn() == own) == is_own_attack;
            let sees = if attacks { ATTACK } else { REPLY };
            let guard = Guard::default();
            let seen = match moves.len() {
                0 => None,
                _ => self.search.best(&guard, &here, &moves, sees),
            };
            let Some(seen) = seen else {
                return self.end_of_line(&here, ply);
            };
            if seen.view.is_decided() {
                let view = if here.turn() == own {
                    seen.view
                } else {
                    seen.view.reversed()
                };
                return view.before(ply);
            }
            here = here.after_legal(&moves[seen.place]);
        }
        self.end_of_line(&here, plies as usize)
    }

    /// The value after so many plies; an even number of them leaves the own side to move.
    fn end_of_line(&mut self, position: &AnyPosition, plies: usize) -> View {
        let view = self.search.rate(position).before(plies);
        if plies.is_multiple_of(2) {
            view
        } else {
            view.reversed()
        }
    }

    /// Follows the four lines of a move.
    fn outlook(&mut self, position: &AnyPosition, m: &AnyMove, plies: u32) -> Outlook {
        let next = position.after_legal(m);
        let ways = self.memory.ways(position);
        let replies = self.memory.ways(&next);
        Outlook {
            attack: self.line(&next, true, plies),
            defence: self.line(&next, false, plies),
            remembered_win: ways.iter().find(|way| way.next == *m).map(|way| way.plies),
            remembered_loss: replies.first().map(|way| way.plies + 1),
        }
    }
}

impl Player for David {
    /// Reads what others have learned; there are no random choices.
    fn new_game(&mut self, _: u64) {
        if let Err(error) = self.memory.open(self.variant) {
            let path = self.memory.path().display();
            log::error!("{path} cannot be read, David plays with what he knows: {error}");
        }
    }

    fn think(
        &mut self,
        game: &AnyGame,
        limits: &Limits,
        control: &Control,
        progress: &mut dyn FnMut(&Progress),
    ) -> ChosenMove {
        let before = self.search.nodes();
        let plies = limits.depth.unwrap_or(self.plies).clamp(1, self.plies);
        let mut best: Option<(PieceValues, AnyMove, Outlook)> = None;
        let guard = Guard::new(limits, control);
        for m in candidates(game) {
            let outlook = self.outlook(game.position(), &m, plies);
            let worth = outlook.worth();
            // Of equal moves the first one.
            if best.as_ref().is_none_or(|(most, ..)| worth > *most) {
                best = Some((worth, m, outlook));
            }
            if !guard.goes_on(self.search.nodes() - before) {
                break;
            }
        }
        let (worth, chosen, outlook) = best.expect("a game with a legal move");
        let view = match worth {
            PieceValues::Wins(Reverse(plies)) => View::Won(-(plies as i32)),
            PieceValues::Loses(plies) => View::Lost(plies as i32),
            PieceValues::Promises(_) => outlook.attack.min(outlook.defence),
        };
        let choice = ChosenMove {
            chosen,
            thought: Some(Thought {
                score: score(self.variant, view),
                depth: plies,
                nodes: self.search.nodes() - before,
            }),
        };
        progress(&choice.progress(control));
        choice
    }

    /// Remembers how it was won, whoever won it.
    fn game_over(&mut self, game: &GameLine, _: GameResult, _: Option<u32>) {
        if let Err(error) = self.memory.learn(game) {
            let path = self.memory.path().display();
            log::error!("a game cannot be written to {path}: {error}");
        }
    }
}
