//! Adds an analysis to games. Begin with [`annotate`].

use super::{Judgment, Known, words};
use kamen_core::board::Color;
use kamen_core::notation::pdn::{Replay, played_move};
use kamen_core::score::Score;
use kamen_protocol::pdn::{Comment, Element, Game};
use kamen_tables::Value;

/// The most moves of a variation.
const MOST_MOVES: usize = 8;

/// How annotations are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnnotationStyle {
    /// Whether squares have letters, otherwise numbers.
    pub letters: bool,
    /// Whether the comments say in words what there is to say of a move (see [`words()`]).
    pub words: bool,
}

/// Adds to each move of the main line its mark as a glyph, its score as a comment `[%eval 0.35]`, from White's side as
/// lidraughts writes it, with what the book or the tables say of it, and where the move is bad, the better line as a variation.
/// All else stays. A move that has a comment with `[%eval` already, or the glyph, gets no other.
///
/// `replay` is the [`replay`](kamen_core::notation::pdn::replay()) of the game, and the judgments are those of its first moves.
pub fn annotate(
    game: &Game,
    replay: &Replay,
    judgments: &[Judgment],
    style: AnnotationStyle,
) -> Game {
    let mut body = Vec::with_capacity(3 * game.body.len());
    let mut ply = 0;
    let mut rest = game.body.as_slice();
    while let Some((element, after)) = rest.split_first() {
        body.push(element.clone());
        rest = after;
        if !matches!(element, Element::Move(_)) {
            continue;
        }
        if let Some(judgment) = judgments.get(ply) {
            // What belongs to the move.
            let end = rest.iter().position(|e| matches!(e, Element::Move(_)));
            let own = &rest[..end.unwrap_or(rest.len())];
            body.extend(mark(judgment, own));
            body.extend(score(judgment, own, style));
            body.extend(better(replay, ply, judgment, style.letters));
        }
        ply += 1;
    }
    Game {
        body,
        ..game.clone()
    }
}

fn mark(judgment: &Judgment, own: &[Element]) -> Option<Element> {
    let nag = Element::Nag(judgment.mark?.nag());
    (!own.contains(&nag)).then_some(nag)
}

fn score(judgment: &Judgment, own: &[Element], style: AnnotationStyle) -> Option<Element> {
    let has_score = |element: &Element| match element {
        Element::Comment(comment) => comment.text().contains("[%eval"),
        _ => false,
    };
    let mut text = eval_text(judgment, judgment.score);
    if style.words {
        for phrase in words(judgment, style.letters) {
            text = format!("{text} {phrase}.");
        }
    } else if let Some(known) = judgment.known {
        text = format!("{text} {}", known_text(judgment, known));
    }
    (!own.iter().any(has_score)).then(|| Element::Comment(Comment::new(&text)))
}

fn eval_text(judgment: &Judgment, score: Score) -> String {
    format!("[%eval {}]", score_text(judgment.of_white(score)))
}

/// What the book or the tables say of a move, in words, from White's side: `book 0.12`, `tables: draw`.
pub fn known_text(judgment: &Judgment, known: Known) -> String {
    match known {
        Known::Book(score) => format!("book {}", score_text(judgment.of_white(score))),
        Known::Tables(value, _) => {
            let of_white = match judgment.position.turn() {
                Color::White => value,
                Color::Black => value.reversed(),
            };
            let words = match of_white {
                Value::Win => "White wins",
                Value::Draw => "draw",
                Value::Loss => "Black wins",
            };
            format!("tables: {words}")
        }
    }
}

/// A score in men, or `#9` and `#-9` for a win and a loss in so many moves of the winner.
pub fn score_text(score: Score) -> String {
    match score.plies_to_end() {
        Some(plies) => {
            let sign = if score.0 < 0 { "-" } else { "" };
            format!("#{sign}{}", plies.div_ceil(2))
        }
        None => format!("{:.2}", f64::from(score.0) / 100.0),
    }
}

/// As [`score_text`], with a sign before what is good, too: `+0.35`.
pub fn signed_score_text(score: Score) -> String {
    let text = score_text(score);
    if score.is_decided() || text.starts_with('-') {
        text
    } else {
        format!("+{text}")
    }
}

fn better(replay: &Replay, ply: usize, judgment: &Judgment, letters: bool) -> Option<Element> {
    let line = judgment.better()?;
    let mut position = judgment.position;
    let offset = replay.offset();
    let mut inside = Vec::new();
    for (index, m) in line.moves.iter().take(MOST_MOVES).enumerate() {
        let number = ply + index + offset;
        let played = played_move(&position, m, number, index == 0, letters);
        inside.push(Element::Move(played));
        if index == 0 {
            let text = eval_text(judgment, line.score);
            inside.push(Element::Comment(Comment::new(&text)));
        }
        position = position.after_legal(m);
    }
    Some(Element::Variation(inside))
}
