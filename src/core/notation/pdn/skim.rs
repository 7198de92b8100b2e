//! Looks at the positions of a game without judging it. Begin with [`skim`].

use super::frames::is_usual;
use super::moves::meant;
use crate::game::AnyPosition;
use crate::rules::Variant;
use kamen_protocol::pdn::{Element, Game};
use std::ops::ControlFlow;

/// Hands the positions of the main line to `look`, the first one first, until that breaks or the game ends. They are those of
/// [`replay`](super::replay()), which takes twice the time.
///
/// `None` where anything leaves a doubt before that: a game from a position or on another board, an unknown move, one that is illegal,
/// ambiguous or goes on in the next text.
pub fn skim<T>(
    variant: Variant,
    game: &Game,
    look: &mut dyn FnMut(&AnyPosition) -> ControlFlow<T>,
) -> Option<ControlFlow<T>> {
    let board = game.game_type().ok().flatten().and_then(|told| told.board);
    if game.fen().is_some() || board.is_some_and(|board| !is_usual(variant, &board)) {
        return None;
    }
    let mut position = AnyPosition::start(variant);
    for element in &game.body {
        let played = match element {
            Element::Move(played) => played,
            Element::Setup(_) => return None,
            _ => continue,
        };
        if let done @ ControlFlow::Break(_) = look(&position) {
            return Some(done);
        }
        let meant = meant(&position, played.text.as_ref()?).ok()?;
        let [only] = meant.moves[..] else { return None };
        position = position.after_legal(&only);
    }
    Some(look(&position))
}

#[cfg(test)]
mod tests {
    use super::super::{Reader, replay};
    use super::*;

    /// The positions that are seen before a doubt, and whether there is one.
    fn seen(variant: Variant, game: &Game) -> (Vec<AnyPosition>, bool) {
        let mut seen = Vec::new();
        let end = skim(variant, game, &mut |position| {
            seen.push(*position);
            ControlFlow::<()>::Continue(())
        });
        (seen, end.is_none())
    }

    #[test]
    fn positions_are_those_of_the_replay() {
        for (text, has_doubt) in [
            (
                "1. c3-d4 d6-c5 2. b2-c3 (2. a3-b4 c5xa3) f6-g5 {x} 3. c3-b4 g5-h4 *",
                false,
            ),
            ("1. cd4 d6-c5 *", false),
            ("1. c3xd4 d6:c5 *", false),
            ("1. c3-d4 d6-c5 2. b4-a5 *", true),
            ("1. c3-d4 ... 2. b2-c3 *", true),
            ("[FEN \"W:Wc3:Bh8\"] 1. c3-d4 *", true),
            (
                "[GameType \"29,W,8,8,N2,0\"] 1. c3-d4 /FEN \"W:Wc3:Bh8\"/ 2. c3-d4 *",
                true,
            ),
            ("*", false),
        ] {
            let game = Reader::new(text.as_bytes()).next();
            let game = game.map_or_else(Game::default, |game| game.unwrap());
            let (seen, is_in_doubt) = seen(Variant::Czech, &game);
            assert_eq!(is_in_doubt, has_doubt, "{text}");
            let played = replay(Variant::Czech, &game);
            for (ply, position) in seen.iter().enumerate() {
                assert_eq!(Some(*position), played.position_after(ply), "{text}");
            }
            if !has_doubt {
                assert_eq!(seen.len(), played.played.len() + 1, "{text}");
            }
        }
    }

    #[test]
    fn it_ends_where_it_is_told_to() {
        let text = "1. c3-d4 d6-c5 2. a1-a2 *";
        let game = Reader::new(text.as_bytes()).next().unwrap().unwrap();
        let mut left = 2;
        let end = skim(Variant::Czech, &game, &mut |position| {
            left -= 1;
            match left {
                0 => ControlFlow::Break(*position),
                _ => ControlFlow::Continue(()),
            }
        });
        let played = replay(Variant::Czech, &game);
        assert_eq!(end.unwrap().break_value(), played.position_after(1));
    }
}
