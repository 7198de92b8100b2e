//! Captures before precedence, for those who say why a move is not legal.

use super::moves::Capture;
use super::{Cell, Naive, Position};

/// A square that a piece can come to by capturing, on one of its ways there; neither precedence nor the duty to go on counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Landing {
    /// The square.
    pub to: usize,
    /// Whether each captured piece is a king, in the order of capture.
    pub kings: Vec<bool>,
    /// The piece can capture more from there.
    pub goes_on: bool,
    /// It can capture more from another square behind the last captured piece.
    pub goes_on_beside: bool,
    /// It is the square right behind the last captured piece.
    pub is_behind: bool,
}

impl Naive {
    /// Where the piece on a square can come to by capturing, if it is of the side to move; `None` if there are more than so
    /// many ways.
    pub fn landings(&self, position: &Position, from: usize, most: usize) -> Option<Vec<Landing>> {
        let cell = self.rules.geometry.cell(from);
        let piece = position.piece_at(cell);
        let Some(piece) = piece.filter(|piece| piece.white == position.white_to_move) else {
            return Some(Vec::new());
        };
        let mut board = position.board;
        board[cell.0][cell.1] = None;
        let mut found = Vec::new();
        self.land(&board, &Capture::begun(cell, piece), most, &mut found);
        (found.len() <= most).then_some(found)
    }

    fn land(&self, board: &super::Board, so_far: &Capture, most: usize, found: &mut Vec<Landing>) {
        for jump in self.jumps(board, so_far) {
            let (board, landed) = self.landed(board, so_far, &jump);
            let goes_on = |next: &Capture| !self.jumps(&board, next).is_empty();
            let beside = landed.iter().any(goes_on);
            for (index, next) in landed.iter().enumerate() {
                if found.len() > most {
                    return;
                }
                found.push(Landing {
                    to: self.rules.geometry.number(next.at),
                    kings: next.victims.iter().map(|(_, victim)| victim.king).collect(),
                    goes_on: goes_on(next),
                    goes_on_beside: beside,
                    is_behind: index == 0,
                });
                self.land(&board, next, most, found);
            }
        }
    }

    /// Row (0 is the top one) and column (0 is the left one, seen from White) of a square.
    pub fn cell(&self, number: usize) -> Cell {
        self.rules.geometry.cell(number)
    }

    /// Whether a man of that colour that goes by so many rows (downward) goes backward.
    pub fn is_back(white: bool, rows: isize) -> bool {
        if white { rows > 0 } else { rows < 0 }
    }
}
