//! The moves: quiet moves, capture sequences, precedence.

use super::table::{King, Lines, Precedence};
use super::{Board, Cell, LONGEST_RUN, Move, Naive, Piece, Position};

/// Rows and columns gone by one step along a line.
type Step = (isize, isize);

const DIAGONAL: [Step; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
const STRAIGHT: [Step; 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];
/// On a board of which every second square is played on, the next square of the same row
/// or column is two away.
const DIAGONAL_AND_STRAIGHT: [Step; 8] = [
    (-1, -1),
    (-1, 1),
    (1, -1),
    (1, 1),
    (-2, 0),
    (0, -2),
    (0, 2),
    (2, 0),
];

/// A capture under way or completed.
#[derive(Clone)]
pub(super) struct Capture {
    from: Cell,
    /// Where the capturing piece stands now.
    pub(super) at: Cell,
    /// The piece as it left `from`, and as it is now.
    started_as: Piece,
    piece: Piece,
    /// What was captured, in order.
    pub(super) victims: Vec<(Cell, Piece)>,
    last_step: Option<Step>,
}

impl Capture {
    /// A piece that has captured nothing yet.
    pub(super) fn begun(from: Cell, piece: Piece) -> Capture {
        Capture {
            from,
            at: from,
            started_as: piece,
            piece,
            victims: Vec::new(),
            last_step: None,
        }
    }
}

/// One piece that can be jumped, and the squares on which the jump may land.
pub(super) struct Jump {
    step: Step,
    victim: Cell,
    landings: Vec<Cell>,
}

impl Naive {
    /// All legal moves, each (from, to, captured set) once (rule 8), in ascending order.
    pub fn legal_moves(&self, position: &Position) -> Vec<Move> {
        if self.rules.king_ends_game && self.pieces(position).iter().any(|(_, piece)| piece.king) {
            return Vec::new();
        }
        let own = self.own_pieces(position);
        let captures = self.preferred(self.captures(position, &own));
        let mut moves = if captures.is_empty() {
            self.quiet_moves(position, &own)
        } else {
            self.capture_moves(&captures)
        };
        moves.sort();
        if !self.counts_orders {
            moves.dedup();
        }
        moves
    }

    /// The pieces on the board with their places.
    fn pieces(&self, position: &Position) -> Vec<(Cell, Piece)> {
        let geometry = self.rules.geometry;
        let mut pieces = Vec::new();
        for (row, squares) in position.board[..geometry.height].iter().enumerate() {
            for (column, square) in squares[..geometry.width].iter().enumerate() {
                pieces.extend(square.map(|piece| ((row, column), piece)));
            }
        }
        pieces
    }

    fn own_pieces(&self, position: &Position) -> Vec<(Cell, Piece)> {
        let mut pieces = self.pieces(position);
        pieces.retain(|(_, piece)| piece.white == position.white_to_move);
        pieces
    }

    /// Rule 2: a man goes one square and never back, a king in all directions.
    fn quiet_moves(&self, position: &Position, own: &[(Cell, Piece)]) -> Vec<Move> {
        let steps: &[Step] = match self.rules.lines {
            Lines::Diagonal | Lines::Frisian => &DIAGONAL,
            Lines::Straight => &STRAIGHT,
        };
        let resting = self.resting_king(position, own);
        let mut moves = Vec::new();
        for &(from, piece) in own {
            if resting == Some(from) {
                continue;
            }
            for &step in steps {
                if !piece.king && is_backward(step, piece) {
                    continue;
                }
                let reach = if self.is_long(piece) { usize::MAX } else { 1 };
                for to in self.empty_run(&position.board, from, step, reach) {
                    moves.push(self.make_move(from, to, piece, self.at_end(piece, to), &[]));
                }
            }
        }
        moves
    }

    /// The king that may only capture, because it has moved so often in a row.
    fn resting_king(&self, position: &Position, own: &[(Cell, Piece)]) -> Option<Cell> {
        let has_man = own.iter().any(|(_, piece)| !piece.king);
        let run = position.run().filter(|run| run.moves == LONGEST_RUN)?;
        has_man.then(|| self.rules.geometry.cell(run.at.into()))
    }

    /// Every complete capture sequence of the side to move, before precedence.
    fn captures(&self, position: &Position, own: &[(Cell, Piece)]) -> Vec<Capture> {
        let mut complete = Vec::new();
        for &(from, piece) in own {
            // Rule 4: the capturing piece leaves its square at the start.
            let mut board = position.board;
            board[from.0][from.1] = None;
            self.go_on(&board, &Capture::begun(from, piece), &mut complete);
        }
        complete
    }

    /// Adds to `complete` every way to carry `so_far` on to its end (rule 3).
    fn go_on(&self, board: &Board, so_far: &Capture, complete: &mut Vec<Capture>) {
        for jump in self.jumps(board, so_far) {
            let Some(victim) = board[jump.victim.0][jump.victim.1] else {
                continue;
            };
            let (board, landed) = self.landed(board, so_far, &jump);
            // Rule 6: a landing square that allows a further capture, if there is one.
            let (can_go_on, must_stop): (Vec<_>, Vec<_>) = landed
                .into_iter()
                .partition(|next| !self.jumps(&board, next).is_empty());
            if can_go_on.is_empty() {
                // Killer: behind a king that is captured last, only the first square.
                let halts = self.rules.halts_behind_king && victim.king;
                complete.extend(
                    must_stop
                        .into_iter()
                        .take(if halts { 1 } else { usize::MAX }),
                );
            }
            for next in &can_go_on {
                self.go_on(&board, next, complete);
            }
        }
    }

    /// The board after a jump of the piece of `so_far`, and the capture on each square where it may land.
    pub(super) fn landed(
        &self,
        board: &Board,
        so_far: &Capture,
        jump: &Jump,
    ) -> (Board, Vec<Capture>) {
        let mut after = *board;
        if self.rules.removed_at_once {
            after[jump.victim.0][jump.victim.1] = None;
        }
        let victim = board[jump.victim.0][jump.victim.1];
        let landed = |&at: &Cell| {
            let mut next = so_far.clone();
            next.at = at;
            next.victims
                .extend(victim.map(|piece| (jump.victim, piece)));
            next.last_step = Some(jump.step);
            next.piece.king |= self.rules.promotes_in_passing && self.is_last_row(so_far.piece, at);
            next
        };
        (after, jump.landings.iter().map(landed).collect())
    }

    /// The next jumps open to the piece of `so_far`.
    pub(super) fn jumps(&self, board: &Board, so_far: &Capture) -> Vec<Jump> {
        let piece = so_far.piece;
        let steps: &[Step] = match self.rules.lines {
            Lines::Diagonal => &DIAGONAL,
            Lines::Frisian => &DIAGONAL_AND_STRAIGHT,
            Lines::Straight => &STRAIGHT,
        };
        let mut jumps = Vec::new();
        for &step in steps {
            if !piece.king && !self.rules.man_captures_backward && is_backward(step, piece) {
                continue;
            }
            let turns_back = so_far.last_step == Some((-step.0, -step.1));
            if turns_back && !self.rules.may_turn_back {
                continue;
            }
            let approach = if self.is_long(piece) { usize::MAX } else { 0 };
            let before = self.empty_run(board, so_far.at, step, approach);
            let Some(cell) = self.next(*before.last().unwrap_or(&so_far.at), step) else {
                continue;
            };
            let Some(victim) = board[cell.0][cell.1] else {
                continue;
            };
            // Rule 5: a captured piece that is still there blocks.
            let already_captured = so_far.victims.iter().any(|&(taken, _)| taken == cell);
            let too_strong = victim.king && !piece.king && !self.rules.man_captures_kings;
            if victim.white == piece.white || already_captured || too_strong {
                continue;
            }
            let lands_anywhere = piece.king && self.rules.king == King::Long;
            let room = if lands_anywhere { usize::MAX } else { 1 };
            let landings = self.empty_run(board, cell, step, room);
            if !landings.is_empty() {
                jumps.push(Jump {
                    step,
                    victim: cell,
                    landings,
                });
            }
        }
        jumps
    }

    /// The captures that may be chosen among all that exist.
    fn preferred(&self, captures: Vec<Capture>) -> Vec<Capture> {
        let pieces = |c: &Capture| c.victims.len();
        let kings = |c: &Capture| c.victims.iter().filter(|(_, victim)| victim.king).count();
        let by_king = |c: &Capture| c.started_as.king;
        match self.rules.precedence {
            Precedence::Free => captures,
            Precedence::MostPieces => best(captures, pieces),
            Precedence::MostPiecesThenKings => best(captures, |c| (pieces(c), kings(c))),
            Precedence::KingBeforeMan => best(captures, by_king),
            Precedence::Italian => best(captures, |c| {
                // Compared piece by piece: the first difference decides for the king.
                let order: Vec<bool> = c.victims.iter().map(|(_, victim)| victim.king).collect();
                (pieces(c), by_king(c), kings(c), order)
            }),
            Precedence::Frisian => best(captures, |c| {
                // A king is worth just under two men.
                let value = 100 * (pieces(c) - kings(c)) + 199 * kings(c);
                (value, by_king(c))
            }),
        }
    }

    /// The moves of complete captures, once for each order of capture. It does not matter on
    /// which squares a king lands between two captures.
    fn capture_moves(&self, captures: &[Capture]) -> Vec<Move> {
        let order = |capture: &Capture| -> Vec<Cell> {
            let victims = capture.victims.iter();
            victims.map(|&(cell, _)| cell).collect()
        };
        let with_order = |capture| (self.capture_move(capture), order(capture));
        let mut moves: Vec<(Move, Vec<Cell>)> = captures.iter().map(with_order).collect();
        moves.sort();
        moves.dedup();
        moves.into_iter().map(|(m, _)| m).collect()
    }

    fn capture_move(&self, capture: &Capture) -> Move {
        let ended_as = self.at_end(capture.piece, capture.at);
        self.make_move(
            capture.from,
            capture.at,
            capture.started_as,
            ended_as,
            &capture.victims,
        )
    }

    fn make_move(
        &self,
        from: Cell,
        to: Cell,
        started_as: Piece,
        ended_as: Piece,
        victims: &[(Cell, Piece)],
    ) -> Move {
        let number = |cell| self.rules.geometry.number(cell);
        let mut captured: Vec<usize> = victims.iter().map(|&(cell, _)| number(cell)).collect();
        captured.sort_unstable();
        let crowned = ended_as.king && !started_as.king;
        Move {
            from: number(from),
            to: number(to),
            captured,
            crowned,
        }
    }

    /// Rule 7: a man that ends its move on the last row becomes a king.
    fn at_end(&self, piece: Piece, to: Cell) -> Piece {
        Piece {
            king: piece.king || self.is_last_row(piece, to),
            ..piece
        }
    }

    /// Whether `cell` is on the row where a man of the piece's colour is crowned.
    fn is_last_row(&self, piece: Piece, cell: Cell) -> bool {
        cell.0 == self.last_row(piece.white)
    }

    fn is_long(&self, piece: Piece) -> bool {
        piece.king && self.rules.king != King::Short
    }

    /// The square one step on, unless that is off the board.
    fn next(&self, (row, column): Cell, (rows, columns): Step) -> Option<Cell> {
        let row = row.checked_add_signed(rows)?;
        let column = column.checked_add_signed(columns)?;
        let geometry = self.rules.geometry;
        (row < geometry.height && column < geometry.width).then_some((row, column))
    }

    /// The empty squares in a row after `from`, at most `longest` of them.
    fn empty_run(&self, board: &Board, from: Cell, step: Step, longest: usize) -> Vec<Cell> {
        let mut run = Vec::new();
        let mut at = from;
        while run.len() < longest {
            match self.next(at, step) {
                Some(cell) if board[cell.0][cell.1].is_none() => at = cell,
                _ => break,
            }
            run.push(at);
        }
        run
    }
}

/// White men go up (to smaller rows), Black men down.
fn is_backward(step: Step, man: Piece) -> bool {
    if man.white { step.0 > 0 } else { step.0 < 0 }
}

/// Those with the greatest key.
fn best<K: Ord>(captures: Vec<Capture>, key: impl Fn(&Capture) -> K) -> Vec<Capture> {
    let greatest = captures.iter().map(&key).max();
    captures
        .into_iter()
        .filter(|capture| Some(key(capture)) == greatest)
        .collect()
}
