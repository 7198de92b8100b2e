//! The beginning of a game that cannot be played to its end.

use super::remarks::remark;
use super::replay::Replay;
use kamen_protocol::pdn::{Comment, Element, Game};

/// The longest rest of a line that is kept as a comment, in characters.
const MAX_REST: usize = 400;

/// A game up to the first move that cannot be played, in its main line and in each variation. The moves behind that are
/// kept as a comment.
///
/// `replay` is the [`replay`](super::replay()) of the game.
///
/// ```
/// use kamen_core::{Variant, pdn};
///
/// let text = "1. c3-d4 {quiet} d6-c5 2. a1-a2 c5-b4 1-0";
/// let game = pdn::Reader::new(text.as_bytes()).next().ok_or("no game")??;
/// let replay = pdn::replay(Variant::Czech, &game);
/// let beginning = pdn::beginning(&game, &replay).to_string();
/// assert_eq!(beginning, "1. c3-d4 {quiet} d6-c5 {cannot be played: 2. a1-a2 c5-b4} 1-0\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn beginning(game: &Game, replay: &Replay) -> Game {
    // What only continues a capture belongs to it.
    let became = |(index, m): (usize, &Option<_>)| match m {
        _ if replay.remarks.contains(&index) => Text::Remark,
        None if !replay.hops.contains(&index) => Text::Lost,
        _ => Text::Played,
    };
    let mut played = replay.moves.iter().enumerate().map(became);
    Game {
        body: line(&game.body, &mut played),
        ..game.clone()
    }
}

/// What became of the text of a move.
#[derive(PartialEq, Eq)]
enum Text {
    Played,
    Lost,
    Remark,
}

/// A line up to the first of its moves that was not played; `played` says so for all moves in the order of the text.
fn line(elements: &[Element], played: &mut dyn Iterator<Item = Text>) -> Vec<Element> {
    let mut kept = Vec::new();
    let mut end = None;
    for (index, element) in elements.iter().enumerate() {
        match element {
            Element::Move(own) => {
                let became = played.next().unwrap_or(Text::Lost);
                if became == Text::Remark && end.is_none() {
                    kept.push(Element::Comment(remark(own)));
                    continue;
                }
                // Dots before the first move stand for none.
                let is_dots = own.text.is_none() && kept.is_empty();
                let is_lost = became == Text::Lost && !is_dots;
                if is_lost && end.is_none() {
                    end = Some(index);
                }
            }
            Element::Variation(inside) => {
                let inside = line(inside, played);
                if end.is_none() {
                    kept.push(Element::Variation(inside));
                }
                continue;
            }
            _ => {}
        }
        if end.is_none() {
            kept.push(element.clone());
        }
    }
    let rest = end.and_then(|end| elements.get(end..)).unwrap_or_default();
    if !rest.is_empty() {
        kept.push(Element::Comment(rest_as_comment(rest)));
    }
    kept
}

/// Elements of a line as they are written.
pub(in crate::notation) fn written(elements: &[Element]) -> String {
    let game = Game {
        body: elements.to_vec(),
        ..Game::default()
    };
    let text = game.to_string();
    let text = text.trim_end().trim_end_matches('*').trim_end();
    text.to_owned()
}

fn rest_as_comment(rest: &[Element]) -> Comment {
    let text = written(rest);
    let shown: String = text.chars().take(MAX_REST).collect();
    let more = if shown.len() < text.len() { " .." } else { "" };
    Comment::new(&format!("cannot be played: {shown}{more}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::pdn::replay;
    use crate::rules::Variant::*;
    use kamen_protocol::pdn::{ReadError, Reader};

    #[test]
    fn what_cannot_be_played_is_a_comment() {
        let cases = [
            ("1. 32-28 19-23 *", "1. 32-28 19-23 *"),
            (
                "1. 32-28 19-23 2. 28-1 {x} 14x23 1-0",
                "1. 32-28 19-23 {cannot be played: 2. 28-1 {x) 14x23} 1-0",
            ),
            (
                "1. 32-28 (31-27 1-2 (3-4)) 19-23 2. 19~5 14x23 *",
                "1. 32-28 (31-27 {cannot be played: 1-2 (3-4)}) 19-23 {19~5} {cannot be played: 14x23} *",
            ),
            ("1. 32-29 19-23 *", "{cannot be played: 1. 32-29 19-23} *"),
            (
                "1. 32-28 ... ... *",
                "1. 32-28 {cannot be played: ... ...} *",
            ),
            (
                "[FEN \"B:W32:B19\"] 1. ... 19-23 2. 32-1 *",
                "[FEN \"B:W32:B19\"] 1. ... 19-23 {cannot be played: 2. 32-1} *",
            ),
        ];
        for (text, expected) in cases {
            let game = match Reader::new(text.as_bytes()).next() {
                Some(Ok(game)) => game,
                Some(Err(ReadError::Faulty(faulty))) => faulty.game,
                other => panic!("{other:?}"),
            };
            let cut = beginning(&game, &replay(International, &game));
            let written = cut.to_string();
            assert_eq!(
                written.split_whitespace().collect::<Vec<_>>().join(" "),
                expected
            );
            assert_eq!(replay(International, &cut).faults, [], "{text}");
        }
    }
}
