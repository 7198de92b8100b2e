//! Moves as people write them, which is how PDN writes them. Begin with [`AnyPosition::write_move`].
//!
//! Hub's form of captures, with the captured squares, is for programs: [`AnyMove::hub_in`].

use super::pdn::game_type;
use super::squares;
use crate::game::{AnyMove, AnyPosition};
use crate::geometry::Square;
use crate::rules::Variant;
use kamen_protocol::{MoveKind, MoveText, SquareName};

impl AnyPosition {
    /// The text of a legal move, as PDN writes it and as the variant customarily names squares: `32-28` or `c3-d4`; a
    /// capture as from and to, `28x19`, with all stops between them where another capture has the same ends. Captures of
    /// Thai draughts have the sign `-`. A move that is not legal here is written as its ends.
    ///
    /// ```
    /// use kamen_core::{AnyPosition, Variant};
    ///
    /// let position = AnyPosition::parse_fen(Variant::Czech, "W:Wc3:Bd4,f6")?;
    /// let moves = position.legal_moves();
    /// assert_eq!(position.write_move(&moves[0]), "c3xg7");
    /// assert_eq!(position.write_move_with(&moves[0], false), "22x8");
    /// # Ok::<(), kamen_core::notation::PositionError>(())
    /// ```
    pub fn write_move(&self, m: &AnyMove) -> String {
        self.write_move_with(m, self.variant().facts().algebraic)
    }

    /// As [`AnyPosition::write_move`], in letters or numbers. The board of 12x12 has numbers only: its letters could not be
    /// read again.
    pub fn write_move_with(&self, m: &AnyMove, letters: bool) -> String {
        write_move(self, m, letters).to_string()
    }

    /// The texts of moves that are played one after another from here, parted by blanks.
    pub fn write_line(&self, moves: &[AnyMove]) -> String {
        self.write_line_with(moves, self.variant().facts().algebraic)
    }

    /// As [`AnyPosition::write_line`], in letters or numbers.
    pub fn write_line_with(&self, moves: &[AnyMove], letters: bool) -> String {
        let mut position = *self;
        let mut texts = Vec::new();
        for m in moves {
            texts.push(position.write_move_with(m, letters));
            position = position.after(m).unwrap_or(position);
        }
        texts.join(" ")
    }

    /// The squares that the piece of a legal move stands on, from the first to the last, as numbers. A capture has one
    /// after each captured piece; if it can go several ways, those of one of them. A move that is not legal here has its
    /// ends alone.
    ///
    /// ```
    /// use kamen_core::{AnyPosition, Variant};
    ///
    /// let position = AnyPosition::parse_fen(Variant::English, "W:W22:B18,11")?;
    /// let m = position.parse_move("22x8")?;
    /// let path: Vec<String> = position.path(&m).iter().map(ToString::to_string).collect();
    /// assert_eq!(path, ["22", "15", "8"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn path(&self, m: &AnyMove) -> Vec<SquareName> {
        write_route(self, m, false).squares
    }
}

/// A legal move as PDN 3.0 requires ("PDN 3.0 Restrictions", 8 and 9): from and to, and the squares between if another
/// legal capture shares both; in letters or numbers.
pub fn write_move(position: &AnyPosition, m: &AnyMove, letters: bool) -> MoveText {
    let ends = |m: &AnyMove| (m.start_square(), m.end_square());
    let shares = |other: &&AnyMove| ends(other) == ends(m);
    if m.is_capture() && position.legal_moves().iter().filter(shares).count() > 1 {
        write_route(position, m, letters)
    } else {
        text(m, Vec::new(), letters)
    }
}

/// As [`write_move`], a capture always with all its stops.
pub(super) fn write_route(position: &AnyPosition, m: &AnyMove, letters: bool) -> MoveText {
    let has_stops = m.is_capture() && position.legal_moves().contains(m);
    let between = if has_stops {
        position.stops(m)
    } else {
        Vec::new()
    };
    text(m, between, letters)
}

fn text(m: &AnyMove, between: Vec<Square>, letters: bool) -> MoveText {
    let path = [m.start_square()].into_iter().chain(between);
    let path = path.chain([m.end_square()]);
    let kind = if m.is_capture() {
        MoveKind::Capture
    } else {
        MoveKind::Quiet
    };
    let squares = path.map(|at| squares::text_name(m.variant(), at, letters));
    with_sign(kind, squares.collect(), m.variant())
}

/// Captures of Thai draughts are written with `-`, the sign of an unknown kind, unless that would look like a result.
fn with_sign(kind: MoveKind, squares: Vec<SquareName>, variant: Variant) -> MoveText {
    let has_dash = kind == MoveKind::Capture && captures_with_dash(variant);
    let kind = match squares.as_slice() {
        [from, to] if has_dash && from != to => MoveKind::Quiet,
        [_, _, _, ..] if has_dash => MoveKind::Unknown,
        _ => kind,
    };
    MoveText { kind, squares }
}

/// Whether the sign of captures is that of other moves.
pub(super) fn captures_with_dash(variant: Variant) -> bool {
    game_type(variant).is_some_and(|of| of.capture_sign() == '-')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::AnyGame;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    #[test]
    fn what_is_written_is_read_as_the_same_move() {
        for variant in Variant::ALL {
            let mut random = Pcg64Mcg::seed_from_u64(62);
            let (mut game, mut captures) = (AnyGame::start(variant), 0);
            for _ in 0..400 {
                if game.over().is_some() {
                    game = AnyGame::start(variant);
                }
                let (position, moves) = (*game.position(), game.legal_moves());
                for m in &moves {
                    captures += usize::from(m.is_capture());
                    for letters in [false, true] {
                        let text = position.write_move_with(m, letters);
                        let read = position.parse_move(&text);
                        assert_eq!(read, Ok(*m), "{variant} {} {text}", position.fen());
                    }
                    let path = position.path(m);
                    let stops = m.captured().len().max(1);
                    assert_eq!(path.len(), stops + 1, "{variant} {} {m}", position.fen());
                    assert_eq!((path[0], path[stops]), (m.from(), m.to()));
                }
                game.play_legal(&moves[random.random_range(0..moves.len())]);
            }
            assert!(captures > 50, "{variant} {captures}");
        }
    }

    #[test]
    fn stops_are_written_only_where_ends_do_not_tell() {
        let diamond = AnyPosition::parse_fen(Variant::International, "W:WK46:B19,28,32,37");
        let diamond = diamond.unwrap();
        let texts = diamond.legal_moves();
        let texts: Vec<String> = texts.iter().map(|m| diamond.write_move(m)).collect();
        assert!(texts.iter().all(|text| !text.contains("x46x")), "{texts:?}");
        let two = "W:WK47:B14,19,22,29,42";
        let two = AnyPosition::parse_fen(Variant::International, two).unwrap();
        let texts: Vec<String> = (two.legal_moves().iter().map(|m| two.write_move(m))).collect();
        assert!(texts.contains(&"47x38x20x9x36".to_owned()), "{texts:?}");
        // Hub's form stays readable.
        for m in two.legal_moves() {
            assert_eq!(two.parse_move(&m.to_string()), Ok(m));
        }
    }

    #[test]
    fn lines_are_written_move_by_move() {
        let position = AnyPosition::parse_fen(Variant::Russian, "W:Wc3,a1:Bd4,h8").unwrap();
        let mut game = AnyGame::new(position);
        let moves = ["c3xe5", "h8-g7", "a1-b2"].map(|text| game.play_text(text).unwrap());
        assert_eq!(position.write_line(&moves), "c3xe5 h8-g7 a1-b2");
        assert_eq!(position.write_line_with(&moves[..1], false), "22x15");
        assert_eq!(position.write_line(&[]), "");
    }

    #[test]
    fn moves_of_another_position_are_their_ends() {
        let here = AnyPosition::start(Variant::Czech);
        let there = AnyPosition::parse_fen(Variant::International, "W:W47:B42,32").unwrap();
        for m in there.legal_moves() {
            assert_eq!(
                here.write_move_with(&m, false),
                format!("{}x{}", m.from(), m.to())
            );
            assert_eq!(here.path(&m), [m.from(), m.to()]);
        }
    }
}
