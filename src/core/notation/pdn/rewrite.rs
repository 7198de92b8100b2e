//! Rewrites games with other square names and captures. Begin with [`rewrite`].

use super::beginning::written;
use super::fit::Fit;
use super::remarks::remark;
use super::replay::Replay;
use super::square_converter::{SquareConverter, usual_board};
use super::variant::{game_type, of_number};
use crate::notation::move_text::{write_move, write_route};
use crate::notation::squares;
use crate::rules::Variant;
use kamen_protocol::pdn::{Comment, Element, Game, GameType, PlayedMove, Setup, Tag};
use kamen_protocol::{Fen, SquareName};

/// How a game is rewritten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameStyle {
    /// Whether squares have letters, otherwise numbers.
    pub letters: bool,
    /// Whether every capture has all its stops; otherwise only where another shares its ends, as PDN 3.0 requires.
    pub full_captures: bool,
}

/// Rewrites the moves and positions of a game, and the board of its tag GameType, if it has one. All else stays: tags,
/// comments, variations, glyphs, marks, move numbers and the end. Variations stand behind the move that they replace, and what
/// is read as a comment is one.
///
/// `replay` is the [`replay`](super::replay()) of the game in the variant. Moves that it could not play stay as they are.
pub fn rewrite(variant: Variant, game: &Game, replay: &Replay, style: GameStyle) -> Game {
    let mut rewriter = Rewriter {
        variant,
        converter: replay.converter,
        style,
        replay,
        move_index: 0,
        variation_index: 0,
    };
    Game {
        tags: game.tags.iter().map(|tag| rewriter.tag(tag)).collect(),
        body: rewriter.elements(&game.body),
        end: game.end,
        ..Game::default()
    }
}

/// Whether the text of a tag stands for no value.
fn is_unknown(text: &str) -> bool {
    matches!(text.trim(), "" | "?" | "*" | "-")
}

struct Rewriter<'a> {
    variant: Variant,
    /// The names of the file.
    converter: Option<SquareConverter>,
    style: GameStyle,
    replay: &'a Replay,
    /// The number of moves before the next, variations included.
    move_index: usize,
    /// The number of variations before the next.
    variation_index: usize,
}

impl Rewriter<'_> {
    fn tag(&self, tag: &Tag) -> Tag {
        let is = |name: &str| tag.name().eq_ignore_ascii_case(name);
        let value = if is("FEN") {
            self.fen(tag.value())
        } else if is("GameType") {
            self.game_type(tag.value())
        } else {
            None
        };
        value.map_or_else(|| tag.clone(), |value| Tag::new(tag.name(), &value))
    }

    /// The game type with the board of the new names; with the number of the variant, where it has none that is known.
    fn game_type(&self, text: &str) -> Option<String> {
        let read = GameType::parse(text.trim()).ok();
        let found = read.filter(|found| of_number(found.number).is_some());
        let found = found.or_else(|| game_type(self.variant).filter(|_| !is_unknown(text)))?;
        let board = Some(usual_board(self.variant, self.style.letters));
        Some(GameType { board, ..found }.to_string())
    }

    /// A position with the new names; `None` if it is none, or only changes the side to move.
    fn fen(&self, text: &str) -> Option<String> {
        let mut fen = Fen::parse(text).ok().filter(|fen| !fen.pieces.is_empty())?;
        for piece in &mut fen.pieces {
            piece.square = self.name(piece.square);
        }
        Some(fen.to_string())
    }

    /// The new name of a square; one of no square stays.
    fn name(&self, name: SquareName) -> SquareName {
        let usual = self
            .converter
            .map_or(name, |converter| converter.name(name));
        let square = squares::by_name(self.variant, usual);
        square.map_or(name, |square| {
            squares::text_name(self.variant, square, self.style.letters)
        })
    }

    fn elements(&mut self, elements: &[Element]) -> Vec<Element> {
        let mut rewritten = Vec::with_capacity(elements.len());
        // Variations that replace the next move, and whether that has come.
        let (mut early, mut is_due) = (Vec::new(), false);
        for element in elements {
            let belongs_to_move = matches!(element, Element::Nag(_) | Element::Comment(_));
            if is_due && !belongs_to_move {
                rewritten.append(&mut early);
                is_due = false;
            }
            match element {
                Element::Move(played) => {
                    let played = self.played(played);
                    is_due = !early.is_empty() && matches!(played, Some(Element::Move(_)));
                    rewritten.extend(played);
                }
                Element::Variation(inside) => {
                    let fit = self.replay.variations.get(self.variation_index).copied();
                    self.variation_index += 1;
                    let variation = self.elements(inside);
                    match fit.unwrap_or(Fit::Last) {
                        Fit::Last => rewritten.push(Element::Variation(variation)),
                        Fit::Next => early.push(Element::Variation(variation)),
                        Fit::Nowhere => rewritten.push(as_comment(inside)),
                    }
                }
                Element::Setup(setup) => {
                    let fen = self.fen(setup.fen());
                    let setup = fen.map_or_else(|| setup.clone(), |fen| Setup::new(&fen));
                    rewritten.push(Element::Setup(setup));
                }
                same => rewritten.push(same.clone()),
            }
        }
        rewritten.append(&mut early);
        rewritten
    }

    /// A move with the new names, or a comment, if it is none; `None` if it only continues the capture before it.
    fn played(&mut self, played: &PlayedMove) -> Option<Element> {
        let index = self.move_index;
        self.move_index += 1;
        if self.replay.hops.contains(&index) {
            return None;
        }
        if self.replay.remarks.contains(&index) {
            return Some(Element::Comment(remark(played)));
        }
        let known = self.replay.moves.get(index).copied().flatten();
        let text = known.map(|(position, m)| {
            let write = if self.style.full_captures {
                write_route
            } else {
                write_move
            };
            write(&position, &m, self.style.letters)
        });
        Some(Element::Move(PlayedMove {
            text: text.or_else(|| played.text.clone()),
            doubt: None,
            ..played.clone()
        }))
    }
}

/// A variation that is none as a comment.
fn as_comment(inside: &[Element]) -> Element {
    Element::Comment(Comment::new(&format!("({})", written(inside))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::pdn::replay;
    use crate::rules::Variant::*;
    use kamen_protocol::pdn::Reader;

    const NUMBERS: GameStyle = GameStyle {
        letters: false,
        full_captures: false,
    };
    const LETTERS: GameStyle = GameStyle {
        letters: true,
        full_captures: false,
    };
    const FULL: GameStyle = GameStyle {
        letters: true,
        full_captures: true,
    };

    fn rewritten(variant: Variant, text: &str, style: GameStyle) -> String {
        let game = Reader::new(text.as_bytes()).next().unwrap().unwrap();
        let played = replay(variant, &game);
        assert_eq!(played.faults, [], "{text}");
        let text = rewrite(variant, &game, &played, style).to_string();
        // What is written is the same game.
        let again = Reader::new(text.as_bytes()).next().unwrap().unwrap();
        let replayed = replay(variant, &again);
        assert_eq!(
            (replayed.faults, replayed.warnings),
            (Vec::new(), Vec::new()),
            "{text}"
        );
        assert_eq!(replayed.played, played.played, "{text}");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn names_change_and_all_else_stays() {
        let cases = [
            (
                Czech,
                "[White \"A\"] [GameType \"29\"] 1. c3-d4!? $5 {[%clk 0:01:00] good} (1. c3-b4 f6-g5 (1... f6-e5)) b6-a5 \
                 2. d4-c5 2-0",
                NUMBERS,
                "[White \"A\"] [GameType \"29,W,8,8,N2,0\"] 1. 22-18!? $5 {[%clk 0:01:00] good} \
                 (1. 22-17 11-16 (1... 11-15)) 9-13 2. 18-14 2-0",
            ),
            (
                English,
                "[GameType \"21\"] [FEN \"?:W18:BK14:H0:F1\"] 1. 14x23 ... *",
                LETTERS,
                "[GameType \"21,B,8,8,A3,0\"] [FEN \"?:Wd4:BKc5:H0:F1\"] 1. c5xe3 ... *",
            ),
            // A tag that names squares in another way, and one that contradicts the moves.
            (
                International,
                "[GameType \"20,W,10,10,N1,0\"] [FEN \"W:W19:B40\"] 1. 19-23 /FEN \"B:W1:B50\"/ 50-45 *",
                NUMBERS,
                "[GameType \"20\"] [FEN \"W:W32:B11\"] 1. 32-28 /FEN \"B:W50:B1\"/ 1-6 *",
            ),
            (
                International,
                "[GameType \"20,W,10,10,N1,0\"] 1. 32-28 /FEN \"W::\"/ 31-27 *",
                LETTERS,
                "[GameType \"20,W,10,10,A0,0\"] 1. d4-e5 /FEN \"W::\"/ b4-c5 *",
            ),
            // Captures: as short as can be, and with every stop.
            (
                Czech,
                "[FEN \"W:Wc3:Bd4,f6\"] 1. 22x8 *",
                LETTERS,
                "[FEN \"W:Wc3:Bd4,f6\"] 1. c3xg7 *",
            ),
            (
                Czech,
                "[FEN \"W:Wc3:Bd4,f6\"] 1. 22x8 *",
                FULL,
                "[FEN \"W:Wc3:Bd4,f6\"] 1. c3xe5xg7 *",
            ),
            (
                Russian,
                "[GameType \"25\"] [FEN \"W:W22:B18\"] c3e5 *",
                LETTERS,
                "[GameType \"25\"] [FEN \"W:Wc3:Bd4\"] c3:e5 *",
            ),
            (
                Thai,
                "[GameType \"31\"] [FEN \"B:BK3:W7\"] 3x10 *",
                NUMBERS,
                "[GameType \"31\"] [FEN \"B:W7:BK3\"] 3-10 *",
            ),
        ];
        for (variant, text, style, expected) in cases {
            assert_eq!(rewritten(variant, text, style), expected, "{text}");
        }
    }

    #[test]
    fn what_is_read_over_is_written_right() {
        let cases = [
            (
                English,
                "[FEN \"W:W22:B18,11,1\"] 1. 22x15 {a} 15x8 {b} 1x5 *",
                "[FEN \"W:W22:B1,11,18\"]\n\n1. 22x8 {a} {b} 1-5 *\n",
            ),
            (
                English,
                "[GameType \"21\"] 1. c3-d4 b6-a5 *",
                "[GameType \"21\"]\n\n1. 11-15 24-20 *\n",
            ),
            (
                International,
                "[GameType \"100\"] 1. 32–28 (1. 31x27) *",
                "[GameType \"20\"]\n\n1. 32-28 (1. 31-27) *\n",
            ),
            (
                International,
                "[GameType \"99\"] 1. 32-28 *",
                "[GameType \"99,W,10,10,N2,0\"]\n\n1. 32-28 *\n",
            ),
        ];
        for (variant, text, expected) in cases {
            let text = text.replace('–', "-");
            let game = Reader::new(text.as_bytes()).next().unwrap().unwrap();
            let written = rewrite(variant, &game, &replay(variant, &game), NUMBERS).to_string();
            assert_eq!(written, expected, "{text}");
            let again = Reader::new(written.as_bytes()).next().unwrap().unwrap();
            let again = replay(variant, &again);
            assert_eq!((again.faults.len(), again.warnings.len()), (0, 0), "{text}");
        }
    }

    #[test]
    fn moves_that_cannot_be_played_stay() {
        let text = "1. c3-d4 (1. c3-b4 a1-b2 (1... b2-c3) 2. b2-c3) d6-c5 (d6-e5) *";
        let game = Reader::new(text.as_bytes()).next().unwrap().unwrap();
        let text = rewrite(Czech, &game, &replay(Czech, &game), NUMBERS).to_string();
        assert_eq!(
            text,
            "1. 22-18 (1. 22-17 a1-b2 (1... b2-c3) 2. b2-c3) 10-14 (10-15) *\n"
        );
    }
}
