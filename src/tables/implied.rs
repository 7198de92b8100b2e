//! Which positions files need not keep. Begin with [`is_kept`].

use super::index::white_to_move;
use kamen_core::board::{Color, White};
use kamen_core::movegen::{Counting, can_capture, each_position_after};
use kamen_core::rules::{BoardOf, Rules};

/// Whether files keep the value of a board with White to move. They do not where it follows from values that they keep:
/// where a capture is due, and where [`follows_from_moves`] says so.
pub(super) fn is_kept<R: Rules>(board: &BoardOf<R>) -> bool {
    !can_capture::<R>(board, Color::White) && !follows_from_moves::<R>(board)
}

/// Whether Black threatens to capture, and each move of White, who has no capture, leads to a position in which Black has to capture or
/// White threatens nothing. The value of such a position comes from captures, or is kept.
///
/// Where kings may be captured next, values change from one number to the next: without these positions, a file takes
/// about a third less.
pub(super) fn follows_from_moves<R: Rules>(board: &BoardOf<R>) -> bool {
    if !can_capture::<R>(board, Color::Black) {
        return false;
    }
    let (mut moves, mut follows) = (0, true);
    let position = white_to_move::<R>(*board);
    each_position_after::<R, White>(&position, Counting::Unique, &mut Vec::new(), |after, _| {
        moves += 1;
        if !follows {
            return;
        }
        follows = can_capture::<R>(&after.board, Color::Black)
            || !can_capture::<R>(&after.board, Color::White);
    });
    follows && moves > 0
}

#[cfg(all(test, feature = "make"))]
mod tests {
    use super::super::index::Index;
    use super::super::slice::Slice;
    use super::*;
    use kamen_core::geometry::Shape;
    use kamen_core::rules::Czech;

    fn board(fen: &str) -> BoardOf<Czech> {
        let position =
            kamen_core::game::AnyPosition::parse_fen(kamen_core::rules::Variant::Czech, fen);
        position.unwrap().typed::<Czech>().unwrap().board
    }

    #[test]
    fn a_threat_that_no_move_answers_with_another_is_implied() {
        for (fen, kept) in [
            // Nothing is threatened.
            ("W:Wa1:Bh8", true),
            // White has to capture.
            ("W:Wc3:Bd4", false),
            ("W:Wc3:Be5,Kf8", true),
            // The king threatens the man, which moves away or is taken.
            ("W:Wc3:BKf6", false),
            ("W:WKc3,a1:BKf6,h6", false),
        ] {
            assert_eq!(is_kept::<Czech>(&board(fen)), kept, "{fen}");
        }
    }

    /// Enough of them to matter, and not nearly all.
    #[test]
    fn many_positions_are_implied() {
        type G = <Czech as Rules>::Geometry;
        let (mut quiet, mut implied) = (0, 0);
        for slice in Slice::units(3, &Shape::of::<G>()) {
            let index = Index::<G>::new(slice);
            index.each_board(0..index.size(), |_, board| {
                quiet += u32::from(!can_capture::<Czech>(&board, Color::White));
                implied += u32::from(
                    !can_capture::<Czech>(&board, Color::White) && !is_kept::<Czech>(&board),
                );
            });
        }
        assert!(
            8 * implied > quiet && 2 * implied < quiet,
            "{implied} of {quiet}"
        );
    }
}
