//! Moves with what is written beside them in PDN. Begin with [`NotedMove`].

use super::pdn::{self, Fit, RecordError, Replay, played_move};
use crate::game::AnyPosition;
use kamen_protocol::pdn::{Comment, Element, PlayedMove};
use serde::{Deserialize, Serialize};

/// The glyphs of the marks `!` and `?` (PGN, "Numeric Annotation Glyphs").
const MARKS: [(&str, u16); 6] = [
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
];

/// A move of a game, with what an annotator wrote beside it. In JSON it is its text alone where there is nothing else:
///
/// ```
/// use kamen_core::notation::NotedMove;
///
/// let json = r#"["c3-d4",{"move":"d6-c5","glyphs":[2],"variations":[["f6-g5"]]}]"#;
/// let moves: Vec<NotedMove> = serde_json::from_str(json)?;
/// assert_eq!(moves[1].variations[0][0].text, "f6-g5");
/// assert_eq!(serde_json::to_string(&moves)?, json);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub struct NotedMove {
    /// As PDN or Hub writes it.
    pub text: String,
    /// Numbers of glyphs: 1 `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`, and others.
    pub glyphs: Vec<u16>,
    /// The comments on it, one behind the other.
    pub comment: String,
    /// Other ways to go on instead of it.
    pub variations: Vec<Vec<NotedMove>>,
}

/// A move in JSON.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Text(String),
    Noted(Noted),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Noted {
    #[serde(rename = "move")]
    text: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    glyphs: Vec<u16>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    variations: Vec<Vec<NotedMove>>,
}

impl From<Written> for NotedMove {
    fn from(written: Written) -> NotedMove {
        match written {
            Written::Text(text) => NotedMove::from(text),
            Written::Noted(noted) => NotedMove {
                text: noted.text,
                glyphs: noted.glyphs,
                comment: noted.comment,
                variations: noted.variations,
            },
        }
    }
}

impl From<NotedMove> for Written {
    fn from(noted: NotedMove) -> Written {
        let is_bare =
            noted.glyphs.is_empty() && noted.comment.is_empty() && noted.variations.is_empty();
        if is_bare {
            return Written::Text(noted.text);
        }
        Written::Noted(Noted {
            text: noted.text,
            glyphs: noted.glyphs,
            comment: noted.comment,
            variations: noted.variations,
        })
    }
}

impl From<String> for NotedMove {
    fn from(text: String) -> NotedMove {
        NotedMove {
            text,
            ..NotedMove::default()
        }
    }
}

/// The moves of the body of a game up to its first fault or the first other position in its midst, and the comment before them.
pub(super) fn read(body: &[Element], replay: &Replay) -> (Vec<NotedMove>, String) {
    let mut notes = Notes {
        replay,
        index: 0,
        variation_index: 0,
    };
    notes.line(body)
}

/// Walks over the elements of a game in the order in which they were replayed.
struct Notes<'a> {
    replay: &'a Replay,
    /// The number of moves before the next, variations included.
    index: usize,
    /// The number of variations before the next.
    variation_index: usize,
}

impl Notes<'_> {
    /// The moves of a line, and the comment before the first of them.
    fn line(&mut self, elements: &[Element]) -> (Vec<NotedMove>, String) {
        let mut moves: Vec<NotedMove> = Vec::new();
        let mut before = String::new();
        // Variations that stand before their move.
        let mut early = Vec::new();
        // What is not read any more still counts its moves.
        let mut is_over = false;
        for element in elements {
            match element {
                Element::Move(played) => match self.played(played, moves.is_empty()) {
                    Found::Move(m) if !is_over => {
                        moves.push(m);
                        for (variation, comment) in early.drain(..) {
                            add_variation(moves.last_mut(), variation, comment);
                        }
                    }
                    Found::Remark(text) if !is_over => {
                        append(last_comment(&mut moves, &mut before), &text)
                    }
                    Found::Move(_) | Found::Remark(_) | Found::Nothing => {}
                    Found::Fault => is_over = true,
                },
                Element::Variation(inside) => {
                    let fit = self.replay.variations.get(self.variation_index).copied();
                    self.variation_index += 1;
                    let (variation, comment) = self.line(inside);
                    match fit.unwrap_or(Fit::Last) {
                        _ if is_over => {}
                        Fit::Last => add_variation(moves.last_mut(), variation, comment),
                        Fit::Next => early.push((variation, comment)),
                        Fit::Nowhere => {
                            let text = format!("({})", pdn::written(inside));
                            append(last_comment(&mut moves, &mut before), &text);
                        }
                    }
                }
                Element::Setup(_) => is_over = true,
                Element::Comment(comment) if !is_over => {
                    append(last_comment(&mut moves, &mut before), comment.text());
                }
                Element::Nag(glyph) if !is_over => {
                    let glyphs = moves.last_mut().map(|last| &mut last.glyphs);
                    if let Some(glyphs) = glyphs.filter(|known| !known.contains(glyph)) {
                        glyphs.push(*glyph);
                    }
                }
                Element::Comment(_) | Element::Nag(_) | Element::Line(_) => {}
            }
        }
        (moves, before)
    }

    fn played(&mut self, played: &PlayedMove, is_first: bool) -> Found {
        let index = self.index;
        self.index += 1;
        let known = self.replay.moves.get(index).copied().flatten();
        let Some((position, m)) = known else {
            if self.replay.remarks.contains(&index) {
                return Found::Remark(pdn::remark(played).text().to_owned());
            }
            // A text that belongs to the capture before it, or dots in the place of a move.
            let is_nothing = self.replay.hops.contains(&index) || is_first && played.text.is_none();
            return if is_nothing {
                Found::Nothing
            } else {
                Found::Fault
            };
        };
        let marks = played.strength.marks();
        let glyph = MARKS.iter().find(|(mark, _)| *mark == marks);
        Found::Move(NotedMove {
            glyphs: glyph.map(|&(_, glyph)| glyph).into_iter().collect(),
            ..NotedMove::from(position.write_move(&m))
        })
    }
}

/// What stands in the place of a move.
enum Found {
    Move(NotedMove),
    /// Words that are no move.
    Remark(String),
    Nothing,
    Fault,
}

/// The comment on the last move, or that before the first.
fn last_comment<'a>(moves: &'a mut [NotedMove], before: &'a mut String) -> &'a mut String {
    moves.last_mut().map_or(before, |last| &mut last.comment)
}

fn add_variation(of: Option<&mut NotedMove>, mut moves: Vec<NotedMove>, comment: String) {
    let Some((of, first)) = of.zip(moves.first_mut()) else {
        return;
    };
    if !comment.is_empty() {
        let behind = std::mem::replace(&mut first.comment, comment);
        append(&mut first.comment, &behind);
    }
    of.variations.push(moves);
}

fn append(comment: &mut String, words: &str) {
    if !comment.is_empty() && !words.is_empty() {
        comment.push(' ');
    }
    comment.push_str(words);
}

/// Moves from a position as PDN writes them, with all that stands beside them; `ply` counts the plies before them.
///
/// # Errors
/// A move is malformed, illegal or ambiguous.
pub(super) fn write(
    mut position: AnyPosition,
    moves: &[NotedMove],
    ply: usize,
) -> Result<Vec<Element>, RecordError> {
    let facts = position.variant().facts();
    let begins_late = usize::from(ply.is_multiple_of(2) != (position.turn() == facts.first));
    let mut elements = Vec::new();
    for (index, noted) in moves.iter().enumerate() {
        let ply = ply + index;
        let found = position.parse_move(&noted.text);
        let m = found.map_err(|error| RecordError::Move {
            ply: ply + 1,
            error,
        })?;
        let number = ply + begins_late;
        let played = played_move(&position, &m, number, index == 0, facts.algebraic);
        elements.push(Element::Move(played));
        elements.extend(noted.glyphs.iter().copied().map(Element::Nag));
        if !noted.comment.is_empty() {
            elements.push(Element::Comment(Comment::new(&noted.comment)));
        }
        for variation in &noted.variations {
            let inside = write(position, variation, ply)?;
            elements.push(Element::Variation(inside));
        }
        position = position.after_legal(&m);
    }
    Ok(elements)
}

#[cfg(test)]
mod tests {
    use super::super::PlayedGame;
    use super::*;
    use crate::rules::Variant;

    fn first(text: &str) -> PlayedGame {
        PlayedGame::read(text.as_bytes(), Variant::Czech)
            .map(Result::unwrap)
            .next()
            .unwrap()
    }

    #[test]
    fn notes_are_read_and_written() {
        let text = "[GameType \"29\"] {Cup} 1. c3-d4! {[%eval 0.10]} d6-c5?! $7 {best} {of all} \
                    ({or} 1... f6-g5 2. b2-c3 (2. d4-c5 {loses} b6xd4) g7-f6) 2. b2-c3 *";
        let game = first(text);
        assert_eq!(
            (game.fault.as_deref(), game.comment.as_str()),
            (None, "Cup")
        );
        let texts: Vec<&str> = game.moves.iter().map(|m| m.text.as_str()).collect();
        assert_eq!(texts, ["c3-d4", "d6-c5", "b2-c3"]);
        assert_eq!(
            (
                game.moves[0].glyphs.as_slice(),
                game.moves[0].comment.as_str()
            ),
            (&[1][..], "[%eval 0.10]")
        );
        assert_eq!(
            (
                game.moves[1].glyphs.as_slice(),
                game.moves[1].comment.as_str()
            ),
            (&[6, 7][..], "best of all")
        );
        let variation = &game.moves[1].variations[0];
        assert_eq!(
            (variation[0].text.as_str(), variation[0].comment.as_str()),
            ("f6-g5", "or")
        );
        assert_eq!(variation[1].variations[0][0].comment, "loses");
        assert_eq!(variation[2].text, "g7-f6");
        assert!(game.moves[2].glyphs.is_empty());
        let written = game.write().unwrap();
        let words: Vec<&str> = written.split_whitespace().collect();
        assert!(
            words.join(" ").ends_with(
                "{Cup} 1. c3-d4 $1 {[%eval 0.10]} d6-c5 $6 $7 {best of all} (1... f6-g5 {or} \
                 2. b2-c3 (2. d4-c5 {loses} b6xd4) g7-f6) 2. b2-c3 *"
            ),
            "{written}"
        );
        assert_eq!(first(&written).moves, game.moves);
    }

    #[test]
    fn words_are_put_together_with_one_blank() {
        for (before, words, together) in [
            ("a", "b", "a b"),
            ("", "b", "b"),
            ("a", "", "a"),
            ("", "", ""),
        ] {
            let mut comment = before.to_owned();
            append(&mut comment, words);
            assert_eq!(comment, together);
        }
    }

    #[test]
    fn what_cannot_be_played_ends_its_line_alone() {
        let game = first(
            "[GameType \"29\"] 1. c3-d4 (1. a1-h8 {no} b6-a5 (1... d6-e5)) (1. c3-b4 b6-a5 a1-a2 {bad}) d6-c5 {good} *",
        );
        let texts: Vec<&str> = game.moves.iter().map(|m| m.text.as_str()).collect();
        assert_eq!(texts, ["c3-d4", "d6-c5"]);
        assert_eq!(game.moves[0].variations.len(), 1);
        assert_eq!(game.moves[0].variations[0].len(), 2);
        assert_eq!(game.moves[1].comment, "good");
        assert!(game.fault.is_some());
        // Another position in the midst of a game is no move of it.
        let game = first("[GameType \"29\"] 1. c3-d4 /FEN \"W:Wc3:Bd4\"/ c3xe5 {no} *");
        assert_eq!(game.moves.len(), 1);
        assert_eq!(game.moves[0].comment, "");
        // A game that Black begins, and a capture that is written hop by hop.
        let game = first("[GameType \"29\"] [FEN \"B:Wc3:Bf6\"] 1. ... f6-g5 2. c3-d4 *");
        assert_eq!(game.moves.len(), 2);
        assert!(game.write().unwrap().contains("\n1... f6-g5 2. c3-d4 *"));
        let game = first("[GameType \"29\"] [FEN \"W:Wc3:Bd4,f6\"] 1. c3xe5 {a} e5xg7 {b} *");
        assert_eq!(
            (game.moves.len(), game.moves[0].comment.as_str()),
            (1, "a b")
        );
    }

    #[test]
    fn other_json_is_refused() {
        for json in [
            "[7]",
            "[{\"text\":\"c3-d4\"}]",
            "[{\"move\":\"c3-d4\",\"glyphs\":[-1]}]",
        ] {
            assert!(
                serde_json::from_str::<Vec<NotedMove>>(json).is_err(),
                "{json}"
            );
        }
        let wrong =
            r#"{"variant":"czech","moves":[{"move":"c3-d4","variations":[["c3-d4","c3-d4"]]}]}"#;
        let wrong: PlayedGame = serde_json::from_str(wrong).unwrap();
        assert!(
            wrong
                .write()
                .unwrap_err()
                .to_string()
                .starts_with("move 2: ")
        );
    }
}
