//! What is told of an analysed game. Begin with [`GameReport`].

use super::drawing::{Pieces, Step, pieces};
use crate::notation::moves_text;
use crate::pdn::read::TextGame;
use kamen_analysis::{AnnotationStyle, Judgment, Line, Mark, known_text, score_text, words};
use kamen_collection::Names;
use kamen_core::board::Color;
use kamen_core::game::AnyPosition;
use kamen_core::notation::Diagram;
use kamen_core::rules::Variant;
use kamen_eval::Chances;
use serde::Serialize;

/// An analysed game.
#[derive(Serialize)]
pub(super) struct GameReport {
    /// Its number in the file.
    pub(super) game: u64,
    pub(super) variant: Variant,
    /// Names and values of the tags.
    pub(super) tags: Vec<(String, String)>,
    pub(super) result: String,
    /// How the opening is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) opening: Option<String>,
    /// The start position.
    pub(super) fen: Option<String>,
    pub(super) plies: Vec<PlyReport>,
    /// The boards that a page draws: White at the bottom, and Black.
    #[serde(skip)]
    pub(super) boards: [String; 2],
    /// The pieces of the start position.
    #[serde(skip)]
    pub(super) pieces: Pieces,
    /// The colour of the player whose game it is.
    #[serde(skip)]
    pub(super) player: Option<Color>,
}

/// An analysed move. Scores and chances are those of White.
#[derive(Serialize)]
pub(super) struct PlyReport {
    /// The move with its number, as PDN has it.
    #[serde(rename = "move")]
    pub(super) text: String,
    /// The same as Hub writes it.
    pub(super) hub: String,
    /// The position after it.
    pub(super) fen: String,
    /// In men, or `#9` and `#-9` for a win of White or Black in so many moves.
    pub(super) score: String,
    /// Thousandths: White wins, draw, Black wins.
    pub(super) wdl: [u32; 3],
    /// Expected points that the move gives away, from 0 to 1.
    pub(super) loss: f64,
    pub(super) mark: Option<Mark>,
    /// Whether it was the only legal move.
    pub(super) forced: bool,
    /// What the book or the tables say of it.
    pub(super) known: Option<String>,
    /// What there is to say of it in words; `None` where no words are wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) words: Option<Vec<String>>,
    /// The lines instead of it, the best first.
    pub(super) lines: Vec<LineReport>,
    /// How it is drawn.
    #[serde(skip)]
    pub(super) step: Step,
    /// The moves of each line, as they are drawn.
    #[serde(skip)]
    pub(super) steps: Vec<Vec<Step>>,
}

/// A line.
#[derive(Serialize)]
pub(super) struct LineReport {
    pub(super) score: String,
    pub(super) depth: u32,
    /// The moves, with numbers.
    pub(super) moves: String,
}

impl GameReport {
    pub(super) fn new(
        game: &TextGame,
        judgments: &[Judgment],
        style: AnnotationStyle,
        player: Option<Color>,
    ) -> GameReport {
        let letters = style.letters;
        let (variant, replay) = (game.played.variant, &game.played.replay);
        let text = &game.read.game;
        let tags = text.tags.iter();
        let start = replay.start.unwrap_or(AnyPosition::start(variant));
        let empty = Diagram::new(start).with_letters(letters).without_pieces();
        let report = |(ply, judgment): (usize, &Judgment)| {
            PlyReport::new(judgment, ply + replay.offset(), style)
        };
        GameReport {
            game: game.number,
            variant,
            tags: (tags.map(|tag| (tag.name().to_owned(), tag.value().to_owned()))).collect(),
            result: text.result().map_or("*", |result| result.text()).to_owned(),
            opening: (Names::of(variant).opening(replay)).map(|opening| opening.to_string()),
            fen: replay.start.map(|start| start.fen_with(letters)),
            plies: judgments.iter().enumerate().map(report).collect(),
            boards: [empty.svg(), empty.turned(true).svg()],
            pieces: pieces(start),
            player,
        }
    }
}

impl PlyReport {
    fn new(judgment: &Judgment, ply: usize, style: AnnotationStyle) -> PlyReport {
        let letters = style.letters;
        let Judgment {
            position, played, ..
        } = judgment;
        let after = position.after_legal(played);
        let score = judgment.of_white(judgment.score);
        let line = |line: &Line| LineReport {
            score: score_text(judgment.of_white(line.score)),
            depth: line.depth,
            moves: moves_text(position, &line.moves, ply, letters),
        };
        PlyReport {
            text: moves_text(position, &[*played], ply, letters),
            hub: played.to_string(),
            fen: after.fen_with(letters),
            score: score_text(score),
            wdl: Chances::of(position.variant(), score).permille(),
            loss: (1000.0 * judgment.loss).round() / 1000.0,
            mark: judgment.mark,
            forced: judgment.is_forced,
            known: judgment.known.map(|known| known_text(judgment, known)),
            words: style.words.then(|| words(judgment, letters)),
            lines: judgment.lines.iter().map(line).collect(),
            step: Step::new(position, played),
            steps: (judgment.lines.iter())
                .map(|line| Step::of_line(position, &line.moves))
                .collect(),
        }
    }
}
