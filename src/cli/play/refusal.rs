//! What a person is told who types what cannot be played. Begin with [`refused`].

use crate::ending::side;
use kamen_core::game::{AnyMove, AnyPosition};
use kamen_core::notation::Refusal;
use kamen_core::notation::pdn::write_move;

/// The most moves that are listed.
const MOST: usize = 8;

/// Why `text` is not a legal move, in a sentence. `None` if it is one.
pub(super) fn refused(position: &AnyPosition, text: &str, letters: bool) -> Option<String> {
    let list = |moves: &[AnyMove]| {
        let texts: Vec<String> = moves
            .iter()
            .take(MOST)
            .map(|m| write_move(position, m, letters).to_string())
            .collect();
        listed(texts, moves.len())
    };
    let legal = || list(&position.legal_moves());
    let refusal = Refusal::of(position, text)?;
    Some(match &refusal {
        Refusal::NotAMove => {
            let shown: String = text.chars().filter(|c| !c.is_control()).take(40).collect();
            format!("'{shown}' is neither a move nor a command; type help for both")
        }
        Refusal::NotYours(square, turn) => {
            let own = side(*turn);
            format!("the piece on {square} is not yours: you play {own}")
        }
        Refusal::Ambiguous(moves) => format!("that can be {}: type all its squares", list(moves)),
        Refusal::Unfinished(_, begun) if !begun.is_empty() => format!("{refusal}: {}", list(begun)),
        Refusal::MustCapture
        | Refusal::Unfinished(..)
        | Refusal::GoesOnElsewhere
        | Refusal::BeyondKing
        | Refusal::Outranked(_) => format!("{refusal}: {}", legal()),
        Refusal::CannotGo(square, _, moves) if moves.is_empty() => {
            format!("the piece on {square} cannot move")
        }
        Refusal::CannotGo(square, barrier, moves) => {
            let moves = list(moves);
            format!("{barrier}; the piece on {square} can play {moves}")
        }
        Refusal::NoSquare(_) | Refusal::Over | Refusal::NoneOnFile(_) | Refusal::Empty(_) => {
            refusal.to_string()
        }
    })
}

/// The moves of a list of which `count` there are.
fn listed(mut texts: Vec<String>, count: usize) -> String {
    let left = count.saturating_sub(texts.len());
    if left > 0 {
        return format!("{} or {left} more (type moves)", texts.join(", "));
    }
    match texts.pop() {
        Some(last) if !texts.is_empty() => format!("{} or {last}", texts.join(", ")),
        last => last.unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kamen_core::rules::Variant::*;

    #[test]
    fn refusals_name_the_rule_and_the_moves() {
        let cases = [
            (Czech, "W:Wc3:Bd4", "c3-d4", "you must capture: c3xe5"),
            (
                Czech,
                "W:Wc3,g3:Bd4,h4,f4",
                "g3-f2",
                "you must capture: g3xe5 or c3xe5",
            ),
            (
                International,
                "W:W32,26:B28,21,11",
                "32x23",
                "another capture takes more: 2 pieces, not 1: 26x6",
            ),
            (Spanish, "W:W9:B28", "99-1", "no piece can stand on 99"),
            (Czech, "W:Wc3:Bd8", "c3-c4", "no piece can stand on c4"),
            (Czech, "W:Wc3:Bd8", "d8-e7", "not yours: you play White"),
            (Czech, "W:Wc3:Bd8", "e3-d4", "there is no piece on e3"),
            (
                Czech,
                "W:Wc3:Bd8",
                "c3-f6",
                "a man moves one square; the piece on c3 can play c3-b4 or c3-d4",
            ),
            (
                Czech,
                "W:Wc3,Kh2:Bd4,g3",
                "c3xe5",
                "a king has to capture first: h2xb8, h2xc7, h2xd6, h2xe5 or h2xf4",
            ),
            (
                Czech,
                "W:Wa1,b2:Bd8",
                "a1-b2",
                "the piece on a1 cannot move",
            ),
            (
                Russian,
                "W:Wc3:Bd4,f6",
                "c3xe5",
                "the man has to go on capturing: c3xg7",
            ),
            (
                Czech,
                "W:Wc3:Bd8",
                "resing",
                "'resing' is neither a move nor a command",
            ),
        ];
        for (variant, fen, text, expected) in cases {
            let position = AnyPosition::parse_fen(variant, fen).unwrap();
            let told = refused(&position, text, variant.facts().algebraic).unwrap();
            assert!(told.contains(expected), "{fen} {text}: {told}");
        }
        let start = AnyPosition::start(Czech);
        assert_eq!(refused(&start, "c3-d4", true), None);
        assert_eq!(
            listed(vec!["a".to_owned(), "b".to_owned()], 5),
            "a, b or 3 more (type moves)"
        );
    }
}
