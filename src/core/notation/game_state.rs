//! A game as programs with a board need it. Begin with [`GameState::read`]; what it serializes to is the JSON of `kamen serve` and of
//! the worker for browsers.

use super::pdn::{RecordError, pdn_result};
use super::squares;
use crate::board::{Color, Kind};
use crate::game::{AnyGame, AnyMove, AnyPosition, GameOver};
use crate::geometry::Square;
use crate::rules::{BoardColors, Variant};
use kamen_protocol::SquareName;
use serde::Serialize;

/// A game: the board, what stands on it, what may be played, and how it ended.
///
/// ```
/// use kamen_core::notation::GameState;
/// use kamen_core::Variant;
///
/// let state = GameState::read(Variant::Czech, "", ["c3-d4", "d6-c5"])?;
/// let json = serde_json::to_value(&state)?;
/// assert_eq!(json["turn"], "white");
/// assert_eq!(json["last"]["path"], serde_json::json!([10, 14]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameState {
    /// The variant.
    pub variant: Variant,
    /// What people call it.
    pub title: &'static str,
    /// Its board.
    pub board: BoardState,
    /// The FEN of the position where the game began.
    pub start: String,
    /// The FEN of the present position.
    pub fen: String,
    /// Whose move it is.
    pub turn: Color,
    /// What stands on the board, in the order of the numbers of squares.
    pub pieces: Vec<PieceState>,
    /// The legal moves. A game that is drawn by a rule has them still.
    pub moves: Vec<MoveState>,
    /// The moves that were played, as PDN writes them.
    pub played: Vec<String>,
    /// The last of them.
    pub last: Option<MoveState>,
    /// The result as PDN writes it, the points of the side that begins first; `None` as long as the rules let the game go on.
    pub result: Option<String>,
    /// The colour of the winner, if there is one.
    pub winner: Option<Color>,
    /// What ended the game.
    pub reason: Option<&'static str>,
    /// How often the present position has occurred since the last capture or man's move.
    pub repetitions: usize,
    /// Plies since the last capture or man's move.
    pub quiet: u16,
}

/// A board without its pieces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoardState {
    /// Files.
    pub columns: usize,
    /// Rows.
    pub rows: usize,
    /// Whether squares are customarily named by letters.
    pub letters: bool,
    /// Squares that are played on.
    pub squares: usize,
    /// The numbers of the squares row by row, as White sees the board, from the top left; 0 where nothing is played.
    pub numbers: Vec<Vec<u16>>,
    /// Its customary colours: `wood`, `green-and-buff`, or `plain`, a board whose squares all look the same.
    pub colours: &'static str,
    /// The side that begins.
    pub first: Color,
}

/// A piece on its square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PieceState {
    /// The number of its square.
    pub square: u16,
    /// The name that the variant customarily gives its square.
    pub name: String,
    /// Its colour.
    pub colour: Color,
    /// Whether it is a king.
    pub king: bool,
}

/// A move. Two captures may share their ends; then they differ in what they take.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveState {
    /// As PDN writes it.
    #[serde(rename = "move")]
    pub text: String,
    /// As Hub writes it.
    pub hub: String,
    /// The numbers of the squares that the piece stands on, from the first to the last: a capture has one after each captured piece.
    pub path: Vec<u16>,
    /// The numbers of the captured squares, ascending.
    pub captured: Vec<u16>,
    /// Whether a man becomes a king.
    pub crowns: bool,
    /// The FEN after it.
    pub fen: String,
}

impl GameState {
    /// Plays moves, as [`AnyPosition::parse_move`] reads them, from the position with the FEN `start`, or from the start position of the
    /// variant if it is empty.
    ///
    /// # Errors
    /// The FEN is no position of the variant, or a move is malformed, illegal or ambiguous.
    pub fn read<'a>(
        variant: Variant,
        start: &str,
        moves: impl IntoIterator<Item = &'a str>,
    ) -> Result<GameState, RecordError> {
        let start = match start.trim() {
            "" => AnyPosition::start(variant),
            fen => AnyPosition::parse_fen(variant, fen)?,
        };
        let mut game = AnyGame::new(start);
        for (index, text) in moves.into_iter().enumerate() {
            let ply = index + 1;
            let played = game.play_text(text);
            played.map_err(|error| RecordError::Move { ply, error })?;
        }
        Ok(GameState::of(&game))
    }

    /// What there is to know of a game.
    pub fn of(game: &AnyGame) -> GameState {
        let (variant, position, over) = (game.variant(), game.position(), game.over());
        let positions = game.positions();
        let played = positions
            .zip(game.moves())
            .map(|(before, m)| before.write_move(m));
        let before = game
            .plies()
            .checked_sub(1)
            .and_then(|ply| game.positions().nth(ply));
        let last = game.moves().last().zip(before);
        let moves = game.legal_moves();
        let times = |key| game.keys().iter().filter(|&other| other == key).count();
        GameState {
            variant,
            title: variant.title(),
            board: BoardState::of(variant),
            start: game.initial().fen(),
            fen: position.fen(),
            turn: game.turn(),
            pieces: position
                .placed()
                .map(|placed| piece(variant, placed))
                .collect(),
            moves: moves.iter().map(|m| MoveState::of(position, m)).collect(),
            played: played.collect(),
            last: last.map(|(m, before)| MoveState::of(before, m)),
            result: over.map(|over| pdn_result(over.result(), variant).to_string()),
            winner: over.and_then(GameOver::winner),
            reason: over.map(GameOver::reason),
            repetitions: game.keys().last().map_or(1, times),
            quiet: game.counters().quiet,
        }
    }
}

fn piece(variant: Variant, (square, colour, kind): (Square, Color, Kind)) -> PieceState {
    PieceState {
        square: squares::number(variant, square),
        name: squares::name(variant, square, variant.facts().algebraic).to_string(),
        colour,
        king: kind == Kind::King,
    }
}

impl BoardState {
    /// The board of a variant.
    pub fn of(variant: Variant) -> BoardState {
        let (shape, facts) = (variant.shape(), variant.facts());
        let number = |row, column| {
            let square = shape.square_at(row, squares::mirrored(variant, column));
            square.map_or(0, |square| squares::number(variant, square))
        };
        let row = |row| (0..shape.width).map(|column| number(row, column)).collect();
        BoardState {
            columns: shape.width,
            rows: shape.height,
            letters: facts.algebraic,
            squares: shape.squares,
            numbers: (0..shape.height).map(row).collect(),
            colours: match facts.colors {
                BoardColors::Wood => "wood",
                BoardColors::GreenAndBuff => "green-and-buff",
                BoardColors::Plain => "plain",
            },
            first: facts.first,
        }
    }
}

impl MoveState {
    /// A legal move of a position.
    pub fn of(position: &AnyPosition, m: &AnyMove) -> MoveState {
        MoveState {
            text: position.write_move(m),
            hub: m.to_string(),
            path: numbers(position.path(m)),
            captured: numbers(m.captured()),
            crowns: m.is_crowning(),
            fen: position.after_legal(m).fen(),
        }
    }
}

/// The numbers of squares that are named by numbers.
fn numbers(names: Vec<SquareName>) -> Vec<u16> {
    let number = |name| match name {
        SquareName::Number(number) => Some(number),
        SquareName::Letters { .. } => None,
    };
    names.into_iter().filter_map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    #[test]
    fn boards_are_told_by_their_numbers() {
        let first_rows = |variant| {
            let board = BoardState::of(variant);
            let size = (board.columns, board.rows, board.squares, board.letters);
            (size, board.numbers[0].clone(), board.colours)
        };
        let ten = vec![0, 1, 0, 2, 0, 3, 0, 4, 0, 5];
        assert_eq!(
            first_rows(Variant::International),
            ((10, 10, 50, false), ten, "wood")
        );
        let (size, row, colours) = first_rows(Variant::English);
        assert_eq!((size, colours), ((8, 8, 32, false), "green-and-buff"));
        assert_eq!(row, [0, 1, 0, 2, 0, 3, 0, 4]);
        let (size, row, _) = first_rows(Variant::Turkish);
        assert_eq!((size, row.len()), ((8, 8, 64, true), 8));
        assert!(row.iter().all(|&number| number > 0));
    }

    #[test]
    fn games_of_every_variant_are_told_ply_by_ply() {
        for variant in Variant::ALL {
            let mut random = Pcg64Mcg::seed_from_u64(68);
            let (mut game, mut state) = (
                AnyGame::start(variant),
                GameState::read(variant, "", []).unwrap(),
            );
            let (start, mut played) = (state.start.clone(), Vec::new());
            while game.over().is_none() && game.plies() < 100 {
                assert!(
                    state.result.is_none() && state.reason.is_none(),
                    "{variant}"
                );
                assert_eq!(state.moves.len(), game.legal_moves().len(), "{variant}");
                for m in &state.moves {
                    check_move(&game, m);
                }
                let chosen = &state.moves[random.random_range(0..state.moves.len())];
                game.play_text(&chosen.hub).unwrap();
                // Both notations name the same move.
                played.push(if random.random() {
                    chosen.text.clone()
                } else {
                    chosen.hub.clone()
                });
                let next =
                    GameState::read(variant, &start, played.iter().map(String::as_str)).unwrap();
                assert_eq!(next.last.as_ref(), Some(chosen), "{variant}");
                assert_eq!(next.fen, chosen.fen, "{variant}");
                state = next;
            }
            assert_eq!(state, GameState::of(&game), "{variant}");
            assert_eq!(state.played.len(), played.len());
            assert_eq!(state.result.is_some(), game.over().is_some(), "{variant}");
        }
    }

    /// A move begins on a piece of the side to move, takes pieces of the other one, and is played by its own text.
    fn check_move(game: &AnyGame, m: &MoveState) {
        let state = GameState::of(game);
        let colour = |square: u16| {
            state
                .pieces
                .iter()
                .find(|piece| piece.square == square)
                .map(|piece| piece.colour)
        };
        let name = &m.hub;
        assert_eq!(colour(m.path[0]), Some(game.turn()), "{name}");
        assert!(
            m.captured
                .iter()
                .all(|&square| colour(square) == Some(!game.turn())),
            "{name}"
        );
        assert_eq!(
            m.path.len(),
            if m.captured.is_empty() {
                2
            } else {
                m.captured.len() + 1
            },
            "{name}"
        );
        let mut after = game.clone();
        assert_eq!(after.play_text(&m.text).unwrap().to_string(), m.hub);
        assert_eq!(after.position().fen(), m.fen);
    }

    #[test]
    fn boards_are_numbered_as_they_are_printed() {
        for variant in Variant::ALL {
            let board = BoardState::of(variant);
            let all: Vec<u16> = board
                .numbers
                .iter()
                .flatten()
                .copied()
                .filter(|&number| number > 0)
                .collect();
            let mut sorted = all.clone();
            sorted.sort_unstable();
            assert_eq!(
                sorted,
                (1..=board.squares as u16).collect::<Vec<_>>(),
                "{variant}"
            );
            assert_eq!(
                (board.numbers.len(), board.numbers[0].len()),
                (board.rows, board.columns)
            );
        }
        let corners = |variant| {
            let numbers = BoardState::of(variant).numbers;
            let (top, bottom) = (numbers[0].clone(), numbers.last().unwrap().clone());
            [
                top[0],
                *top.last().unwrap(),
                bottom[0],
                *bottom.last().unwrap(),
            ]
        };
        // Top left, top right, bottom left, bottom right.
        assert_eq!(corners(Variant::International), [0, 5, 46, 0]);
        assert_eq!(corners(Variant::Italian), [1, 0, 0, 32]);
        assert_eq!(corners(Variant::Spanish), [32, 0, 0, 1]);
        assert_eq!(corners(Variant::English), [0, 4, 29, 0]);
        assert_eq!(corners(Variant::Turkish), [1, 8, 57, 64]);
    }

    #[test]
    fn captures_with_the_same_ends_are_two_moves() {
        let state = GameState::read(Variant::International, "W:WK46:B19,28,32,37", []).unwrap();
        let mut ways: Vec<(u16, u16, &[u16])> = Vec::new();
        for m in &state.moves {
            ways.push((m.path[0], *m.path.last().unwrap(), &m.captured));
        }
        let distinct = ways.len();
        ways.dedup();
        assert_eq!(ways.len(), distinct);
        assert!(distinct > 0);
    }

    #[test]
    fn ends_have_their_reasons() {
        let repeated = ["a1-b2", "b8-c7", "b2-a1", "c7-b8"].repeat(2);
        let aside = ["h2-g2", "g7-h7", "g2-h2", "h7-g7"].repeat(2);
        let cases: [(Variant, &str, &[&str], &str, &str); 6] = [
            (Variant::Czech, "W:Bd4", &[], "0-1", "no legal moves"),
            (
                Variant::International,
                "W:W:B1",
                &[],
                "0-2",
                "no legal moves",
            ),
            (
                Variant::CzechGiveaway,
                "W:Bd4",
                &[],
                "1-0",
                "no legal moves",
            ),
            (
                Variant::Czech,
                "W:WKa1:BKb8",
                &repeated,
                "1/2-1/2",
                "repetition",
            ),
            (
                Variant::Turkish,
                "W:Wh2,a2:Bg7,b7",
                &aside,
                "1/2-1/2",
                "repetition",
            ),
            (
                Variant::Breakthrough,
                "W:W7:B20",
                &["7-1"],
                "2-0",
                "first king",
            ),
        ];
        for (variant, fen, moves, result, reason) in cases {
            let state = GameState::read(variant, fen, moves.iter().copied()).unwrap();
            assert_eq!(state.result.as_deref(), Some(result), "{variant} {fen}");
            assert_eq!(state.reason, Some(reason), "{variant} {fen}");
        }
    }

    #[test]
    fn bad_games_are_told() {
        let cases: [(&str, &[&str], &str); 4] = [
            ("nonsense", &[], "bad position"),
            ("W:W99:B1", &[], "no square 99"),
            ("", &["c3-d4", "c3-d4"], "move 2: illegal move 'c3-d4'"),
            ("", &[""], "move 1: bad move"),
        ];
        for (fen, moves, part) in cases {
            let error = GameState::read(Variant::Czech, fen, moves.iter().copied()).unwrap_err();
            assert!(error.to_string().contains(part), "{error}");
        }
    }
}
