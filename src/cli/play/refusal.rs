//! What a person is told who types what cannot be played. Begin with [`refused`].

use crate::ending::side;
use kamen_core::game::{AnyMove, AnyPosition};
use kamen_core::notation::Refusal;
use kamen_core::notation::pdn::write_move;
use kamen_core::rules::{Precedence, Variant};

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
    Some(match Refusal::of(position, text)? {
        Refusal::NotAMove => {
            let shown: String = text.chars().filter(|c| !c.is_control()).take(40).collect();
            format!("'{shown}' is neither a move nor a command; type help for both")
        }
        Refusal::NoSquare(square) => format!("no piece can stand on {square}"),
        Refusal::Empty(square) => format!("there is no piece on {square}"),
        Refusal::NotYours(square) => {
            let own = side(position.turn());
            format!("the piece on {square} is not yours: you play {own}")
        }
        Refusal::Ambiguous(moves) => format!("that can be {}: type all its squares", list(&moves)),
        Refusal::MustCapture => format!("you must capture: {}", legal()),
        Refusal::Unfinished(moves) => format!("the capture goes on: {}", list(&moves)),
        Refusal::Outranked => format!("{}: {}", precedence(position.variant()), legal()),
        Refusal::CannotGo(square, moves) if moves.is_empty() => {
            format!("the piece on {square} cannot move")
        }
        Refusal::CannotGo(square, moves) => {
            format!(
                "the piece on {square} cannot go there; it can play {}",
                list(&moves)
            )
        }
    })
}

/// Which of several captures must be played.
fn precedence(variant: Variant) -> &'static str {
    match variant.rules().precedence {
        Precedence::Free => "a capture must go on as long as it can",
        Precedence::Most => "the longest capture is required (the most pieces)",
        Precedence::MostThenKings => {
            "the longest capture is required (the most pieces, among those the most kings)"
        }
        Precedence::KingFirst => "a king that can capture must do so, and to the end",
        Precedence::Value => {
            "the capture of the highest value is required (a king counts for just under two men, and captures first)"
        }
        Precedence::Italian => {
            "the longest capture is required (the most pieces; then by a king; then the most kings; then kings first)"
        }
    }
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
    use Variant::*;

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
                "the most pieces): 26x6",
            ),
            (Spanish, "W:W9:B28", "99-1", "no piece can stand on 99"),
            (Czech, "W:Wc3:Bd8", "c3-c4", "no piece can stand on c4"),
            (Czech, "W:Wc3:Bd8", "d8-e7", "not yours: you play White"),
            (Czech, "W:Wc3:Bd8", "e3-d4", "there is no piece on e3"),
            (Czech, "W:Wc3:Bd8", "c3-f6", "it can play c3-b4 or c3-d4"),
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
                "the capture goes on: c3xg7",
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
