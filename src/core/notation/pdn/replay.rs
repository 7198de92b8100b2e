//! Replays the games of files by the rules. Begin with [`replay`](super::replay()).

use super::fit::{Fit, fit};
use super::hops::{Reading, moves_of, reach, read, renamed};
use super::moves::{Meant, ambiguous, slip_of_sign};
use super::remarks::{are_points, is_aside};
use super::square_converter::SquareConverter;
use super::variant::broken_type;
use super::warning::{ReplaySlip, ReplayWarning, Slips};
use super::write::played_move;
use crate::board::Color;
use crate::game::{AnyGame, AnyMove, AnyPosition};
use crate::notation::{MoveError, PositionError, squares, to_color, to_side};
use crate::rules::Variant;
use kamen_protocol::pdn::{BoardType, Element, Game, Place, PlayedMove};
use kamen_protocol::{Fen, MoveText};
use std::cmp::Reverse;

/// A replayed game.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The initial position; `None` if it is at fault.
    pub start: Option<AnyPosition>,
    /// The moves of the main line up to the first fault, each with the position before it.
    pub played: Vec<(AnyPosition, AnyMove)>,
    /// Every move of the text in its order, variations included, each with the position before it; `None` for those that
    /// could not be played.
    pub moves: Vec<Option<(AnyPosition, AnyMove)>>,
    /// The faults, in text order.
    pub faults: Vec<ReplayFault>,
    /// What the game is read in spite of, in text order.
    pub warnings: Vec<ReplayWarning>,
    /// The places in `moves` of texts that only continue the capture before them, as in `22x13 13x4`, or are dots for the move
    /// before them; `None` stands there.
    pub hops: Vec<usize>,
    /// The places in `moves` of texts of a line that are no moves: words that are none, or points behind the last move;
    /// `None` stands there.
    pub remarks: Vec<usize>,
    /// Where the variations of the text fit, in its order: one that holds others stands before them.
    pub variations: Vec<Fit>,
    /// How squares are named, if not as usual.
    pub(super) converter: Option<SquareConverter>,
}

impl Replay {
    /// The position after so many plies of the main line; `None` if it is not that long.
    pub fn position_after(&self, plies: usize) -> Option<AnyPosition> {
        match plies.checked_sub(1) {
            None => self.start,
            Some(last) => {
                let (before, m) = self.played.get(last)?;
                Some(before.after_legal(m))
            }
        }
    }

    /// The main line up to the first fault as a game; `None` if its initial position is at fault.
    pub fn game(&self) -> Option<AnyGame> {
        let mut game = AnyGame::new(self.start?);
        for (_, m) in &self.played {
            game.play_legal(m);
        }
        Some(game)
    }

    /// The plies before the first one, as move numbers count them: 1 if the side begins that does not usually.
    pub fn offset(&self) -> usize {
        let begins_late = |start: &AnyPosition| start.turn() != start.variant().facts().first;
        usize::from(self.start.as_ref().is_some_and(begins_late))
    }

    /// A ply of the main line, from 0, with its number, as PDN writes it: `12. 32-28`, `12... 19-23`; in letters or numbers.
    pub fn written(&self, ply: usize, letters: bool) -> Option<String> {
        let (position, m) = self.played.get(ply)?;
        let played = played_move(position, m, ply + self.offset(), true, letters);
        Some(format!("{} {}", played.number?, played.text?))
    }

    /// How far the game is legal: more moves of the main line, then fewer faults.
    pub(super) fn fitness(&self) -> (usize, Reverse<usize>) {
        (self.played.len(), Reverse(self.faults.len()))
    }
}

/// A fault found by a replay.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {error}")]
pub struct ReplayFault {
    /// The place in the text.
    pub place: Place,
    /// The fault.
    pub error: ReplayError,
}

/// The kinds of fault found by a replay.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// A position is invalid.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move is illegal or ambiguous. The rest of its line is not checked.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// An unknown move, followed by known ones.
    #[error("unknown move '...', the moves behind it cannot be checked")]
    Unknown,
}

/// Replays a game with the squares named as on a board, or as usual.
pub(super) fn replay_on(variant: Variant, game: &Game, board: Option<&BoardType>) -> Replay {
    let converter = board.and_then(|board| SquareConverter::new(variant, board));
    let first = board.map_or(variant.facts().first, |board| to_color(board.first));
    replay_with(variant, game, converter, first)
}

/// Replays a game with the squares named as a converter has it, in which a side begins if nothing else is told.
pub(super) fn replay_with(
    variant: Variant,
    game: &Game,
    converter: Option<SquareConverter>,
    first: Color,
) -> Replay {
    let mut replayer = Replayer {
        variant,
        converter: converter.filter(|converter| !converter.is_usual()),
        result: Replay {
            start: None,
            played: Vec::with_capacity(game.body.len()),
            moves: Vec::with_capacity(game.body.len()),
            faults: Vec::new(),
            warnings: Vec::new(),
            hops: Vec::new(),
            remarks: Vec::new(),
            variations: Vec::new(),
            converter: None,
        },
        slips: Slips::default(),
    };
    if let Some((place, found, variant)) = broken_type(game) {
        replayer
            .slips
            .add(place, ReplaySlip::Type { found, variant });
    }
    let start = replayer.start(game, first);
    replayer.result.start = start;
    if let Some(start) = start {
        let ply = replayer.result.offset();
        replayer.line(&game.body, start, ply, true);
    }
    Replay {
        warnings: replayer.slips.0,
        converter: replayer.converter,
        ..replayer.result
    }
}

struct Replayer {
    variant: Variant,
    /// The converter, if square names are non-standard.
    converter: Option<SquareConverter>,
    result: Replay,
    slips: Slips,
}

impl Replayer {
    /// The initial position.
    fn start(&mut self, game: &Game, first: Color) -> Option<AnyPosition> {
        let Some(tag) = game.fen() else {
            return Some(AnyPosition::start(self.variant).with_turn(first));
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

    /// Parses a position. A missing side to move is inferred from the next move.
    fn position(&self, fen: &str, next: Option<&MoveText>) -> Result<AnyPosition, PositionError> {
        let mut fen = Fen::parse(fen)?;
        if let Some(converter) = &self.converter {
            converter.rename_fen(&mut fen);
        }
        let is_open = fen.turn.is_none();
        let mut position = AnyPosition::from_fen(self.variant, &fen)?;
        let from = next.and_then(|text| {
            let text = renamed(text, self.converter.as_ref());
            text.squares.first().copied()
        });
        let from = from.and_then(|name| squares::by_name(self.variant, name));
        if let (true, Some((color, _))) = (is_open, from.and_then(|at| position.at(at))) {
            fen.turn = Some(to_side(color));
            position = AnyPosition::from_fen(self.variant, &fen)?;
        }
        Ok(position)
    }

    fn fault(&mut self, place: Place, error: impl Into<ReplayError>) {
        let error = error.into();
        self.result.faults.push(ReplayFault { place, error });
    }

    /// Plays the moves of a game or a variation from `start`, which is `ply` plies after the beginning.
    fn line(&mut self, elements: &[Element], start: AnyPosition, mut ply: usize, is_main: bool) {
        let mut position = Some(start);
        // Before the last move.
        let mut before = None;
        // The texts to come that belong to the last capture.
        let mut hops = 0;
        let mut has_dots = false;
        for (index, element) in elements.iter().enumerate() {
            let rest = elements.get(index + 1..).unwrap_or_default();
            match (element, position) {
                (Element::Move(_), Some(_)) if hops > 0 => {
                    hops -= 1;
                    self.result.hops.push(self.result.moves.len());
                    self.result.moves.push(None);
                }
                (Element::Move(played), Some(now)) => {
                    if self.is_placeholder(played, &now) {
                        if !is_main || before.is_some() || has_dots {
                            self.result.hops.push(self.result.moves.len());
                        }
                        has_dots = true;
                        self.result.moves.push(None);
                        continue;
                    }
                    if self.is_remark(played, &now, rest, is_main) {
                        self.result.remarks.push(self.result.moves.len());
                        self.result.moves.push(None);
                        continue;
                    }
                    before = position;
                    let m = self.play(played, &now, ply, rest, &mut hops);
                    self.result.moves.push(m.map(|m| (now, m)));
                    if let (Some(m), true) = (m, is_main) {
                        self.result.played.push((now, m));
                    }
                    position = m.map(|m| now.after_legal(&m));
                    ply += 1;
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
                    self.variation(
                        inside,
                        before.map(|before| (before, ply.saturating_sub(1))),
                        position.map(|now| (now, ply)),
                        rest,
                    );
                }
                (Element::Move(_), None) => self.result.moves.push(None),
                _ => {}
            }
        }
    }

    /// Plays a variation where it fits: from the position before the last move or from that before the next one, each with its
    /// ply.
    fn variation(
        &mut self,
        inside: &[Element],
        last: Option<(AnyPosition, usize)>,
        next: Option<(AnyPosition, usize)>,
        rest: &[Element],
    ) {
        let (before, behind) = (last.map(|last| last.0), next.map(|next| next.0));
        let fit = fit(inside, before, behind, rest, self.converter.as_ref());
        self.result.variations.push(fit);
        let slip = match fit {
            Fit::Last => None,
            Fit::Next => Some(ReplaySlip::VariationBefore),
            Fit::Nowhere => Some(ReplaySlip::VariationNowhere),
        };
        if let Some((slip, first)) = slip.zip(moves_of(inside).next()) {
            self.slips.add(first.place, slip);
        }
        let from = match fit {
            Fit::Last => last.or(next),
            Fit::Next => next,
            Fit::Nowhere => None,
        };
        match from {
            Some((position, ply)) => self.line(inside, position, ply, false),
            None => self.pass_over(inside, fit),
        }
    }

    /// Notes the moves of a variation that is not played.
    fn pass_over(&mut self, elements: &[Element], fit: Fit) {
        for element in elements {
            match element {
                Element::Move(_) => self.result.moves.push(None),
                Element::Variation(inside) => {
                    self.result.variations.push(fit);
                    self.pass_over(inside, fit);
                }
                _ => {}
            }
        }
    }

    /// Whether a text is no move: words that are none at this position, or points behind the last move.
    fn is_remark(
        &mut self,
        played: &PlayedMove,
        now: &AnyPosition,
        rest: &[Element],
        is_main: bool,
    ) -> bool {
        let Some(text) = &played.text else {
            return false;
        };
        let renamed = renamed(text, self.converter.as_ref());
        let slip = if let Some(found) = &played.doubt {
            let found = found.to_string();
            let is_legal =
                read(now, &renamed, moves_of(rest), self.converter.as_ref(), None).is_ok();
            (!is_legal).then_some(ReplaySlip::NoMove { found })
        } else if is_main
            && rest.iter().all(is_aside)
            && !self.result.played.is_empty()
            && are_points(now, text, &renamed)
        {
            let found = text.to_string();
            Some(ReplaySlip::Points { found })
        } else {
            None
        };
        let is_remark = slip.is_some();
        if let Some(slip) = slip {
            self.slips.add(played.place, slip);
        }
        is_remark
    }

    /// Sets up a position within a game; one without pieces is a null move.
    fn setup(
        &self,
        fen: &str,
        position: Option<AnyPosition>,
        next: Option<&MoveText>,
    ) -> Result<AnyPosition, PositionError> {
        let read = Fen::parse(fen)?;
        match (position, read.turn) {
            (Some(now), Some(turn)) if read.pieces.is_empty() => Ok(now.with_turn(to_color(turn))),
            _ => self.position(fen, next),
        }
    }

    /// Whether dots replace the move before the first recorded one, as in `1. ... 19-23`.
    fn is_placeholder(&self, played: &PlayedMove, now: &AnyPosition) -> bool {
        let is_of_first = played.number.is_some_and(|number| !number.second);
        played.text.is_none() && is_of_first && now.turn() != self.variant.facts().first
    }

    /// Resolves a move; records a fault if it fails. `hops` is set to the number of texts behind it that belong to it.
    fn play(
        &mut self,
        played: &PlayedMove,
        now: &AnyPosition,
        ply: usize,
        rest: &[Element],
        hops: &mut usize,
    ) -> Option<AnyMove> {
        let Some(text) = &played.text else {
            if moves_of(rest).any(|later| later.text.is_some()) {
                self.fault(played.place, ReplayError::Unknown);
            }
            return None;
        };
        let converter = self.converter;
        let text = renamed(text, converter.as_ref());
        let due = Some(ply / 2 + 1);
        let reading = match read(now, &text, moves_of(rest), converter.as_ref(), due) {
            Ok(reading) => reading,
            Err(error) => {
                self.fault(played.place, error.explained(now, &text));
                return None;
            }
        };
        *hops = reading.hops;
        let m = self.choose(played.place, now, &text, &reading, rest)?;
        if reading.number.is_some() {
            self.slips.add(played.place, ReplaySlip::NumberInMove);
        } else if reading.hops > 0 {
            self.slips.add(played.place, ReplaySlip::HopByHop);
        } else if let Some(slip) = slip_of_sign(&text, &m).filter(|_| played.doubt.is_none()) {
            self.slips.add(played.place, slip);
        }
        Some(m)
    }

    /// The move of a reading that keeps the rest of the line legal for longest; a fault if there are several.
    fn choose(
        &mut self,
        place: Place,
        now: &AnyPosition,
        text: &MoveText,
        reading: &Reading,
        rest: &[Element],
    ) -> Option<AnyMove> {
        let Meant {
            moves,
            first_is_exact,
        } = &reading.meant;
        if let [only] = moves.as_slice() {
            return Some(*only);
        }
        let rest = behind(rest, reading.hops);
        let reach = |m: &AnyMove| reach(now.after_legal(m), rest, self.converter.as_ref());
        let reaches: Vec<usize> = moves.iter().map(reach).collect();
        let longest = *reaches.iter().max()?;
        let mut best = (0..reaches.len()).filter(|&i| reaches.get(i) == Some(&longest));
        let first = best.next()?;
        let is_exact = first == 0 && *first_is_exact;
        if !is_exact && best.next().is_some() {
            self.fault(place, ambiguous(now, text, moves));
        }
        moves.get(first).copied()
    }
}

/// The elements of a line behind its first moves.
fn behind(elements: &[Element], moves: usize) -> &[Element] {
    let Some(last) = moves.checked_sub(1) else {
        return elements;
    };
    let mut places = (elements.iter().enumerate())
        .filter(|(_, element)| matches!(element, Element::Move(_)))
        .map(|(index, _)| index);
    let next = places.nth(last).map_or(elements.len(), |index| index + 1);
    elements.get(next..).unwrap_or_default()
}

#[cfg(test)]
mod tests;
