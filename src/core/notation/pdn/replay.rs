//! Replays the games of files by the rules. Begin with [`replay`].

use super::moves::{Meant, ambiguous, meant};
use super::square_converter::SquareConverter;
use super::variant::{TypeError, game_type};
use super::write::played_move;
use crate::game::{AnyGame, AnyMove, AnyPosition};
use crate::notation::{MoveError, PositionError, squares, to_color, to_side};
use crate::rules::Variant;
use kamen_protocol::pdn::{BoardType, Element, Game, GameType, Place, PlayedMove};
use kamen_protocol::{Fen, MoveText};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::fmt;

/// Most moves tried after an ambiguous one.
const MAX_AHEAD: usize = 60;
/// Most positions kept while trying.
const MAX_POSITIONS: usize = 64;

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
    /// Set if the moves contradict the board of the tag GameType and are read by the usual numbering.
    pub warning: Option<ReplayWarning>,
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
    fn fitness(&self) -> (usize, Reverse<usize>) {
        (self.played.len(), Reverse(self.faults.len()))
    }
}

/// A tag GameType whose board the moves contradict. Servers write such tags.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayWarning {
    /// The place of the tag in the text.
    pub place: Place,
    /// The tag.
    pub found: GameType,
    /// The variant, by whose usual numbering the game is read.
    pub variant: Variant,
}

impl fmt::Display for ReplayWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ReplayWarning { found, variant, .. } = self;
        write!(
            f,
            "GameType {found} contradicts the moves, which are legal in the usual numbering of {variant}"
        )?;
        match game_type(*variant).and_then(|usual| Some((usual.number, usual.board?))) {
            Some((number, board)) => write!(f, " ({number},{board})"),
            None => Ok(()),
        }
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
    /// The tag GameType is invalid.
    #[error(transparent)]
    Type(#[from] TypeError),
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

/// Replays a game of a file by the rules, variations included.
///
/// An ambiguous capture is resolved by the moves that follow: the reading is taken that keeps them
/// legal for longest. It is a fault if several do.
///
/// Squares are named as the board of the tag GameType says. If the game has a fault then and is legal for longer in the
/// usual numbering of the variant, the tag is wrong: it is read by the usual numbering, with a warning.
pub fn replay(variant: Variant, game: &Game) -> Replay {
    let told = game.game_type().ok().flatten();
    let board = told.and_then(|found| Some((found, found.board?)));
    let by_tag = replay_on(variant, game, board);
    let Some((found, _)) = board.filter(|(_, board)| !is_usual(variant, board)) else {
        return by_tag;
    };
    if by_tag.faults.is_empty() {
        return by_tag;
    }
    let usual = replay_on(variant, game, None);
    if usual.fitness() <= by_tag.fitness() {
        return by_tag;
    }
    let place = game.find_tag("GameType").map(|tag| tag.place);
    let warning = ReplayWarning {
        place: place.unwrap_or_default(),
        found,
        variant,
    };
    Replay {
        warning: Some(warning),
        ..usual
    }
}

/// Whether a board names squares and begins as the variant usually does.
fn is_usual(variant: Variant, board: &BoardType) -> bool {
    let converter = SquareConverter::new(variant, board);
    converter.is_some_and(|converter| converter.is_usual())
        && to_color(board.first) == variant.facts().first
}

/// Replays a game on the board of a GameType, or on the usual one.
fn replay_on(variant: Variant, game: &Game, board: Option<(GameType, BoardType)>) -> Replay {
    let mut replayer = Replayer {
        variant,
        converter: None,
        result: Replay {
            start: None,
            played: Vec::new(),
            moves: Vec::new(),
            faults: Vec::new(),
            warning: None,
        },
    };
    let start = replayer.start(game, board);
    replayer.result.start = start;
    if let Some(start) = start {
        replayer.line(&game.body, start, true);
    }
    replayer.result
}

struct Replayer {
    variant: Variant,
    /// The converter, if square names are non-standard.
    converter: Option<SquareConverter>,
    result: Replay,
}

impl Replayer {
    /// The initial position.
    fn start(&mut self, game: &Game, board: Option<(GameType, BoardType)>) -> Option<AnyPosition> {
        let mut first = self.variant.facts().first;
        if let Some((found, board)) = board {
            first = to_color(board.first);
            let Some(converter) = SquareConverter::new(self.variant, &board) else {
                let place = game.find_tag("GameType").map(|tag| tag.place);
                let error = TypeError::Board {
                    found,
                    variant: self.variant,
                    width: self.variant.shape().width,
                    height: self.variant.shape().height,
                };
                self.fault(place.unwrap_or_default(), error);
                return None;
            };
            self.converter = (!converter.is_usual()).then_some(converter);
        }
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
        let from = next.and_then(|text| self.renamed(text).squares.first().copied());
        let from = from.and_then(|name| squares::by_name(self.variant, name));
        if let (true, Some((color, _))) = (is_open, from.and_then(|at| position.at(at))) {
            fen.turn = Some(to_side(color));
            position = AnyPosition::from_fen(self.variant, &fen)?;
        }
        Ok(position)
    }

    fn renamed<'a>(&self, text: &'a MoveText) -> Cow<'a, MoveText> {
        match &self.converter {
            Some(converter) => Cow::Owned(converter.rename_move(text)),
            None => Cow::Borrowed(text),
        }
    }

    fn fault(&mut self, place: Place, error: impl Into<ReplayError>) {
        let error = error.into();
        self.result.faults.push(ReplayFault { place, error });
    }

    /// Plays the moves of a game or a variation from `start`.
    fn line(&mut self, elements: &[Element], start: AnyPosition, is_main: bool) {
        let mut position = Some(start);
        let mut before = position;
        for (index, element) in elements.iter().enumerate() {
            let rest = elements.get(index + 1..).unwrap_or_default();
            match (element, position) {
                (Element::Move(played), Some(now)) => {
                    if self.is_placeholder(played, &now) {
                        self.result.moves.push(None);
                        continue;
                    }
                    before = position;
                    let m = self.play(played, &now, rest);
                    self.result.moves.push(m.map(|m| (now, m)));
                    if let (Some(m), true) = (m, is_main) {
                        self.result.played.push((now, m));
                    }
                    position = m.map(|m| now.after_legal(&m));
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
                (Element::Variation(inside), _) => match before {
                    Some(before) => self.line(inside, before, false),
                    None => self.pass_over(inside),
                },
                (Element::Move(_), None) => self.result.moves.push(None),
                _ => {}
            }
        }
    }

    /// Notes the moves of a variation from an unknown position.
    fn pass_over(&mut self, elements: &[Element]) {
        for element in elements {
            match element {
                Element::Move(_) => self.result.moves.push(None),
                Element::Variation(inside) => self.pass_over(inside),
                _ => {}
            }
        }
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

    /// Resolves a move; records a fault if it fails.
    fn play(
        &mut self,
        played: &PlayedMove,
        now: &AnyPosition,
        rest: &[Element],
    ) -> Option<AnyMove> {
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

    /// The move that keeps the rest of the line legal for longest, and whether it is unique.
    fn choose(
        &self,
        now: &AnyPosition,
        meant: &Meant,
        rest: &[Element],
    ) -> Option<(AnyMove, bool)> {
        let reaches = |m: &AnyMove| self.reach(now.after_legal(m), rest);
        let reaches: Vec<usize> = meant.moves.iter().map(reaches).collect();
        let longest = *reaches.iter().max()?;
        let mut best = (0..reaches.len()).filter(|&i| reaches.get(i) == Some(&longest));
        let first = best.next()?;
        let is_exact = first == 0 && meant.first_is_exact;
        let m = *meant.moves.get(first)?;
        Some((m, is_exact || best.next().is_none()))
    }

    /// The number of following moves that are legal from `position`, over all readings.
    fn reach(&self, position: AnyPosition, rest: &[Element]) -> usize {
        let mut positions = vec![position];
        for (done, element) in moves_of(rest).take(MAX_AHEAD).enumerate() {
            let Some(text) = &element.text else {
                return done;
            };
            let text = self.renamed(text);
            let mut next: Vec<AnyPosition> = Vec::new();
            for position in &positions {
                let moves = meant(position, &text).map_or(Vec::new(), |meant| meant.moves);
                for m in &moves {
                    let after = position.after_legal(m);
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
