//! Games of files under the rules.

use super::frame::Frame;
use super::moves::{Meant, ambiguous, meant};
use super::variant::TypeError;
use crate::geometry::Geometry;
use crate::notation::fen::position_of_fen;
use crate::notation::{MoveError, PositionError, squares, to_color, to_side};
use crate::rules::{MoveOf, Position, Rules, Variant};
use crate::with_rules;
use kamen_protocol::pdn::{Element, Game, GameEnd, GameResult, Place, PlayedMove};
use kamen_protocol::{Fen, MoveText};
use std::borrow::Cow;

/// How far the moves behind an ambiguous one are tried.
const MAX_AHEAD: usize = 60;
/// How many positions are kept doing so.
const MAX_POSITIONS: usize = 64;

/// A game of a file, move by move.
#[derive(Clone, Debug)]
pub struct Replay<R: Rules> {
    /// The moves of the main line, each with the position before it, as far as they are legal.
    pub played: Vec<(Position<R>, MoveOf<R>)>,
    /// What is wrong, in the order of the text.
    pub faults: Vec<ReplayFault>,
}

/// A fault of a game under the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {error}")]
pub struct ReplayFault {
    /// Where.
    pub place: Place,
    /// What is wrong.
    pub error: ReplayError,
}

/// What can be wrong with a game under the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// Its GameType.
    #[error(transparent)]
    Type(#[from] TypeError),
    /// A position that cannot be.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move that is not legal. The rest of its line is not looked at.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// Two results that contradict each other.
    #[error("the tag Result says {tag}, but {end} stands at the end of the game")]
    Result {
        /// That of the tag.
        tag: GameResult,
        /// That at the end.
        end: GameResult,
    },
    /// A move that is not known, before some that are.
    #[error("unknown move '...', the moves behind it cannot be checked")]
    Unknown,
}

/// Plays a game of a file by the rules, variations too.
///
/// Where a capture leaves several ways open, the one is taken with which the moves behind it are
/// legal; it is a fault if that leaves several as well.
pub fn replay<R: Rules>(variant: Variant, game: &Game) -> Replay<R> {
    let mut replayer = Replayer::<R> {
        variant,
        frame: None,
        result: Replay {
            played: Vec::new(),
            faults: Vec::new(),
        },
    };
    replayer.result_tag(game);
    let start = replayer.start(game);
    if let Some(start) = start {
        replayer.line(&game.body, start, true);
    }
    replayer.result
}

/// As [`replay`], where the variant is known at run time only: the number of legal moves of the main
/// line, and the faults.
pub fn check(variant: Variant, game: &Game) -> (usize, Vec<ReplayFault>) {
    with_rules!(variant, R => {
        let replay = replay::<R>(variant, game);
        (replay.played.len(), replay.faults)
    })
}

struct Replayer<R: Rules> {
    variant: Variant,
    /// Where squares are not named as usual.
    frame: Option<Frame>,
    result: Replay<R>,
}

impl<R: Rules> Replayer<R> {
    /// Compares the tag `Result` with the end of the game.
    fn result_tag(&mut self, game: &Game) {
        let (Some(tag), Some(GameEnd::Result(end))) = (game.find_tag("Result"), game.end) else {
            return;
        };
        let place = tag.place;
        if let Some(tag) = GameResult::parse(tag.value().trim())
            && tag.with_one_point() != end.with_one_point()
        {
            self.fault(place, ReplayError::Result { tag, end });
        }
    }

    /// The position in which the game begins.
    fn start(&mut self, game: &Game) -> Option<Position<R>> {
        let board = game
            .game_type()
            .ok()
            .flatten()
            .and_then(|found| Some((found, found.board?)));
        let mut first = self.variant.facts().first;
        if let Some((found, board)) = board {
            first = to_color(board.first);
            let Some(frame) = Frame::new::<R>(&board) else {
                let place = game.find_tag("GameType").map(|tag| tag.place);
                let error = TypeError::Board {
                    found,
                    variant: self.variant,
                    width: R::Geometry::WIDTH,
                    height: R::Geometry::HEIGHT,
                };
                self.fault(place.unwrap_or_default(), error);
                return None;
            };
            self.frame = (!frame.is_usual()).then_some(frame);
        }
        let Some(tag) = game.fen() else {
            let mut start = Position::start(self.variant);
            start.turn = first;
            return Some(start);
        };
        let next = game.main_line().find_map(|played| played.text.as_ref());
        match self.position(tag.value(), next) {
            Ok(position) => Some(position),
            Err(error) => {
                self.fault(tag.place, error);
                None
            }
        }
    }

    /// Reads a position. Where it does not say who is to move, the next move does.
    fn position(&self, fen: &str, next: Option<&MoveText>) -> Result<Position<R>, PositionError> {
        let mut fen = Fen::parse(fen)?;
        if let Some(frame) = &self.frame {
            frame.rename_fen(&mut fen);
        }
        let is_open = fen.turn.is_none();
        let mut position = position_of_fen::<R>(self.variant, &fen)?;
        let from = next.and_then(|text| self.renamed(text).squares.first().copied());
        let from = from.and_then(squares::by_name::<R>);
        if let (true, Some((color, _))) = (is_open, from.and_then(|at| position.board.at(at))) {
            fen.turn = Some(to_side(color));
            position = position_of_fen::<R>(self.variant, &fen)?;
        }
        Ok(position)
    }

    fn renamed<'a>(&self, text: &'a MoveText) -> Cow<'a, MoveText> {
        match &self.frame {
            Some(frame) => Cow::Owned(frame.rename_move(text)),
            None => Cow::Borrowed(text),
        }
    }

    fn fault(&mut self, place: Place, error: impl Into<ReplayError>) {
        let error = error.into();
        self.result.faults.push(ReplayFault { place, error });
    }

    /// Plays the moves of a game or a variation from `start`.
    fn line(&mut self, elements: &[Element], start: Position<R>, is_main: bool) {
        let mut position = Some(start);
        let mut before = position;
        for (index, element) in elements.iter().enumerate() {
            let rest = elements.get(index + 1..).unwrap_or_default();
            match (element, position) {
                (Element::Move(played), Some(now)) => {
                    if self.is_placeholder(played, &now) {
                        continue;
                    }
                    before = position;
                    let m = self.play(played, &now, rest);
                    if let (Some(m), true) = (m, is_main) {
                        self.result.played.push((now, m));
                    }
                    position = m.map(|m| now.after(&m));
                }
                (Element::Setup(setup), _) => {
                    let next = moves_of(rest)
                        .next()
                        .and_then(|played| played.text.as_ref());
                    before = position;
                    position = match self.setup(setup.fen(), position, next) {
                        Ok(position) => Some(position),
                        Err(error) => {
                            self.fault(setup.place, error);
                            None
                        }
                    };
                }
                (Element::Variation(inside), _) => {
                    if let Some(before) = before {
                        self.line(inside, before, false);
                    }
                }
                _ => {}
            }
        }
    }

    /// A position in the midst of a game; without pieces it is a null move.
    fn setup(
        &self,
        fen: &str,
        position: Option<Position<R>>,
        next: Option<&MoveText>,
    ) -> Result<Position<R>, PositionError> {
        let read = Fen::parse(fen)?;
        match (position, read.turn) {
            (Some(now), Some(turn)) if read.pieces.is_empty() => {
                let turn = to_color(turn);
                Ok(Position { turn, ..now })
            }
            _ => self.position(fen, next),
        }
    }

    /// Whether dots stand for the move before the first that is told, as in `1. ... 19-23`.
    fn is_placeholder(&self, played: &PlayedMove, now: &Position<R>) -> bool {
        let is_of_first = played.number.is_some_and(|number| !number.second);
        played.text.is_none() && is_of_first && now.turn != self.variant.facts().first
    }

    /// The legal move that is meant; otherwise notes what is wrong.
    fn play(
        &mut self,
        played: &PlayedMove,
        now: &Position<R>,
        rest: &[Element],
    ) -> Option<MoveOf<R>> {
        let Some(text) = &played.text else {
            if moves_of(rest).any(|later| later.text.is_some()) {
                self.fault(played.place, ReplayError::Unknown);
            }
            return None;
        };
        let text = self.renamed(text);
        match meant(now, &text) {
            Ok(Meant { moves, .. }) if moves.len() == 1 => moves.first().copied(),
            Ok(meant) => {
                let (m, is_clear) = self.choose(now, &meant, rest)?;
                if !is_clear {
                    self.fault(played.place, ambiguous(now, &text, &meant.moves));
                }
                Some(m)
            }
            Err(error) => {
                self.fault(played.place, error);
                None
            }
        }
    }

    /// The move after which the rest is legal for the longest, and whether it is the only one.
    fn choose(
        &self,
        now: &Position<R>,
        meant: &Meant<R>,
        rest: &[Element],
    ) -> Option<(MoveOf<R>, bool)> {
        let reaches = |m: &MoveOf<R>| self.reach(now.after(m), rest);
        let reaches: Vec<usize> = meant.moves.iter().map(reaches).collect();
        let longest = *reaches.iter().max()?;
        let mut best = (0..reaches.len()).filter(|&i| reaches.get(i) == Some(&longest));
        let first = best.next()?;
        let is_exact = first == 0 && meant.first_is_exact;
        let m = *meant.moves.get(first)?;
        Some((m, is_exact || best.next().is_none()))
    }

    /// How many of the moves that follow are legal from `position`, whichever way they are meant.
    fn reach(&self, position: Position<R>, rest: &[Element]) -> usize {
        let mut positions = vec![position];
        for (done, element) in moves_of(rest).take(MAX_AHEAD).enumerate() {
            let Some(text) = &element.text else {
                return done;
            };
            let text = self.renamed(text);
            let mut next: Vec<Position<R>> = Vec::new();
            for position in &positions {
                let moves = meant(position, &text).map_or(Vec::new(), |meant| meant.moves);
                for m in &moves {
                    let after = position.after(m);
                    if next.len() < MAX_POSITIONS && !next.contains(&after) {
                        next.push(after);
                    }
                }
            }
            if next.is_empty() {
                return done;
            }
            positions = next;
        }
        MAX_AHEAD
    }
}

/// The moves of a line, up to a setup, without its variations.
fn moves_of(elements: &[Element]) -> impl Iterator<Item = &PlayedMove> {
    elements
        .iter()
        .take_while(|element| !matches!(element, Element::Setup(_)))
        .filter_map(|element| match element {
            Element::Move(played) => Some(played),
            _ => None,
        })
}

#[cfg(test)]
mod tests;
