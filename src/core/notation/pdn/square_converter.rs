//! Converts square names of files whose GameType declares a non-standard board.

use crate::notation::to_side;
use crate::rules::{Numbering, Variant};
use kamen_protocol::pdn::{BoardType, Corner, Notation};
use kamen_protocol::{Fen, MoveText, Side, SquareName};

/// Converts the square names of a file to those of the variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SquareConverter {
    /// Whether letters differ, otherwise numbers.
    letters: bool,
    /// Whether ranks are reversed.
    ranks: bool,
    /// Whether files are reversed.
    files: bool,
    width: u16,
    height: u16,
    /// Playing squares per rank.
    per_rank: u16,
    /// Whether numbers begin at 0.
    from_zero: bool,
}

impl SquareConverter {
    /// Creates the converter of a board; `None` if its size is not the variant's.
    pub(super) fn new(variant: Variant, board: &BoardType) -> Option<SquareConverter> {
        let shape = variant.shape();
        let (width, height) = (shape.width as u16, shape.height as u16);
        if (board.width, board.height) != (width, height) {
            return None;
        }
        let letters = board.notation != Notation::Numbers;
        let (top, right, inverted) = home(variant.numbering());
        let own = if letters {
            (false, false)
        } else {
            (top, right)
        };
        let corner = corner_from_white(board);
        // Letters must fall on the playing squares of our board. Of numbers only the order matters:
        // old files use the last field differently.
        let mirrored = letters && board.inverted != inverted;
        Some(SquareConverter {
            letters,
            ranks: corner.0 != own.0,
            files: (corner.1 != own.1) != mirrored,
            width,
            height,
            per_rank: shape.per_row() as u16,
            from_zero: false,
        })
    }

    /// The converter of a board whose numbers are the usual ones less 1.
    pub(super) fn from_zero(variant: Variant) -> Option<SquareConverter> {
        let usual = SquareConverter::new(variant, &usual_board(variant, false))?;
        Some(SquareConverter {
            from_zero: true,
            ..usual
        })
    }

    /// Converts a square name. A name of no square stays invalid.
    pub(super) fn name(&self, name: SquareName) -> SquareName {
        match name {
            SquareName::Number(number) if self.from_zero => {
                SquareName::Number(number.saturating_add(1))
            }
            SquareName::Number(0) => name,
            SquareName::Number(number) if !self.letters => {
                let place = number.saturating_sub(1);
                let (rank, index) = (place / self.per_rank, place % self.per_rank);
                if rank >= self.height {
                    return name;
                }
                let rank = turned(rank, self.height, self.ranks);
                let index = turned(index, self.per_rank, self.files);
                SquareName::Number(rank * self.per_rank + index + 1)
            }
            SquareName::Letters { file, rank } if self.letters => {
                let (file, rank) = (u16::from(file), u16::from(rank));
                if file >= self.width || rank > self.height {
                    return name;
                }
                SquareName::Letters {
                    file: turned(file, self.width, self.files) as u8,
                    // A short move names the file alone.
                    rank: match rank {
                        0 => 0,
                        rank => turned(rank - 1, self.height, self.ranks) as u8 + 1,
                    },
                }
            }
            _ => name,
        }
    }

    /// Renames the squares of a position.
    pub(super) fn rename_fen(&self, fen: &mut Fen) {
        for piece in &mut fen.pieces {
            piece.square = self.name(piece.square);
        }
    }

    /// Renames the squares of a move.
    pub(super) fn rename_move(&self, text: &MoveText) -> MoveText {
        MoveText {
            kind: text.kind,
            squares: text.squares.iter().map(|&name| self.name(name)).collect(),
        }
    }

    /// Whether the converter is the identity.
    pub(super) fn is_usual(&self) -> bool {
        !self.ranks && !self.files && !self.from_zero
    }
}

/// For a numbering: whether square 1 is at the top, whether it is at the right (as White sees it),
/// and whether the bottom left corner is not a playing square.
fn home(numbering: Numbering) -> (bool, bool, bool) {
    match numbering {
        Numbering::TopLeft => (true, false, false),
        Numbering::BottomRight => (false, true, false),
        Numbering::MirroredTopLeft => (true, false, true),
        Numbering::MirroredBottomRight => (false, true, true),
    }
}

/// The board of a variant by its usual names, letters or numbers.
pub(super) fn usual_board(variant: Variant, letters: bool) -> BoardType {
    let (top, right, inverted) = home(variant.numbering());
    let (top, right) = if letters {
        (false, false)
    } else {
        (top, right)
    };
    let first = to_side(variant.facts().first);
    // As the side that begins sees it.
    let corner = match (top ^ (first == Side::Black), right ^ (first == Side::Black)) {
        (false, false) => Corner::BottomLeft,
        (false, true) => Corner::BottomRight,
        (true, false) => Corner::TopLeft,
        (true, true) => Corner::TopRight,
    };
    let shape = variant.shape();
    BoardType {
        first,
        width: shape.width as u16,
        height: shape.height as u16,
        notation: if letters {
            Notation::Letters
        } else {
            Notation::Numbers
        },
        corner,
        inverted,
    }
}

/// The corner of the first square as White sees it: whether at the top, and whether at the right.
fn corner_from_white(board: &BoardType) -> (bool, bool) {
    let (top, right) = match board.corner {
        Corner::BottomLeft => (false, false),
        Corner::BottomRight => (false, true),
        Corner::TopLeft => (true, false),
        Corner::TopRight => (true, true),
    };
    match board.first {
        Side::White => (top, right),
        Side::Black => (!top, !right),
    }
}

fn turned(index: u16, count: u16, is_turned: bool) -> u16 {
    if is_turned { count - 1 - index } else { index }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Variant::{Pool, Russian};
    use kamen_protocol::pdn::GameType;

    #[test]
    fn the_standard_boards_are_ours() {
        for variant in Variant::ALL {
            let number = variant.facts().pdn.game_type.map(u16::from);
            let Some(board) = number.and_then(|n| GameType::standard(n).board) else {
                continue;
            };
            let converter = SquareConverter::new(variant, &board).unwrap();
            assert!(converter.is_usual(), "{variant}");
            assert_eq!(converter.letters, variant.facts().algebraic, "{variant}");
            let first = crate::notation::to_color(board.first);
            assert_eq!(first, variant.facts().first, "{variant}");
        }
    }

    #[test]
    fn the_usual_board_names_squares_as_we_do() {
        for variant in Variant::ALL {
            for letters in [false, true] {
                let board = usual_board(variant, letters);
                let converter = SquareConverter::new(variant, &board).unwrap();
                assert!(
                    converter.is_usual() && converter.letters == letters,
                    "{variant} {board}"
                );
            }
            let number = variant.facts().pdn.game_type.map(u16::from);
            if let Some(board) = number.and_then(|n| GameType::standard(n).board) {
                assert_eq!(
                    usual_board(variant, variant.facts().algebraic),
                    board,
                    "{variant}"
                );
            }
        }
    }

    fn renamed(variant: Variant, game_type: &str, names: &[&str]) -> Vec<String> {
        let board = GameType::parse(game_type).unwrap().board.unwrap();
        let converter = SquareConverter::new(variant, &board).unwrap();
        let name = |text: &&str| converter.name(SquareName::parse(text).unwrap()).to_string();
        names.iter().map(name).collect()
    }

    #[test]
    fn other_boards_are_turned() {
        // Jamaican: a1 is at the bottom right of Black, who begins.
        let jamaican = renamed(Pool, "23,B,8,8,A1,1", &["a1", "h8", "b2", "j9", "7"]);
        assert_eq!(jamaican, ["h8", "a1", "g7", "j9", "7"]);
        // A short move names the file alone.
        let board = GameType::parse("23,B,8,8,A1,1").unwrap().board.unwrap();
        let converter = SquareConverter::new(Pool, &board).unwrap();
        let short = MoveText::parse("cd4").unwrap();
        assert_eq!(converter.rename_move(&short).to_string(), "fe5");
    }

    #[test]
    fn numbers_from_below_are_turned() {
        let from_below = renamed(Russian, "25,W,8,8,N0,0", &["1", "4", "5", "32", "33", "a1"]);
        assert_eq!(from_below, ["29", "32", "25", "4", "33", "a1"]);
    }

    #[test]
    fn another_size_is_refused() {
        let board = GameType::parse("25,W,10,10,A0,0").unwrap().board.unwrap();
        assert_eq!(SquareConverter::new(Russian, &board), None);
    }
}
