//! An exercise as the outputs have it. Begin with [`Entry`].

use crate::analyze::drawing::{Step, pieces};
use crate::notation::moves_text;
use crate::pdn::read::TextGame;
use kamen_analysis::{Exercise, Task, Worth, signed_score_text};
use kamen_core::board::Color;
use kamen_core::game::{AnyMove, AnyPosition};
use kamen_core::notation::Diagram;
use kamen_core::notation::pdn::{Record, played_move, write_game};
use kamen_core::rules::GameResult;
use kamen_protocol::pdn::{Comment, Element};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The most moves of a line.
const MOST_MOVES: usize = 12;
/// The most variations with refutations in PDN: the page has those of all moves.
const MOST_TRIES: usize = 4;
/// The glyph of a wrong move.
const WRONG: u16 = 2;
/// The glyph of the solution.
const RIGHT: u16 = 1;

/// An exercise, as each of the outputs has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Entry {
    pub(super) level: u32,
    /// Whether the player of the game missed the solution.
    pub(super) is_missed: bool,
    /// The PDN of the exercise.
    pub(super) pdn: String,
    /// Its JSON.
    pub(super) report: Value,
    /// What the page draws.
    pub(super) drawing: Value,
}

/// The tag that a number is yet to replace.
const UNNUMBERED: &str = "[Event \"?\"]";

impl Entry {
    pub(super) fn new(exercise: &Exercise, game: &TextGame, place: &str, letters: bool) -> Entry {
        let about = About {
            exercise,
            game,
            place,
            letters,
            // The number of the first ply of the exercise, as PDN counts.
            ply: exercise.ply + game.played.replay.offset(),
        };
        Entry {
            level: exercise.level,
            is_missed: exercise.is_missed(),
            pdn: about.pdn(),
            report: about.report(),
            drawing: about.drawing(),
        }
    }

    /// Gives the exercise its number among all.
    pub(super) fn set_number(&mut self, number: usize) {
        let event = format!("[Event \"Exercise {number}\"]");
        self.pdn = self.pdn.replacen(UNNUMBERED, &event, 1);
        if let Some(report) = self.report.as_object_mut() {
            report.insert("exercise".to_owned(), number.into());
        }
    }
}

/// An exercise with all that is told of it.
struct About<'a> {
    exercise: &'a Exercise,
    game: &'a TextGame,
    place: &'a str,
    letters: bool,
    ply: usize,
}

impl About<'_> {
    /// What is to be done, in words.
    fn task(&self) -> String {
        let side = match self.exercise.position.turn() {
            Color::White => "White",
            Color::Black => "Black",
        };
        match self.exercise.task {
            Task::Win => format!("{side} to move and win"),
            Task::Draw => format!("{side} to move and draw"),
        }
    }

    fn tag(&self, name: &str) -> String {
        let tag = self.game.read.game.find_tag(name);
        tag.map_or_else(|| "?".to_owned(), |tag| tag.value().to_owned())
    }

    /// The move of the game, with its number.
    fn played(&self) -> String {
        let Exercise {
            position, played, ..
        } = self.exercise;
        moves_text(position, &[*played], self.ply, self.letters)
    }

    /// The game and the move that the exercise comes from.
    fn source(&self) -> String {
        format!("{}, {}", self.place, self.played())
    }

    fn pdn(&self) -> String {
        let Exercise {
            position,
            solution,
            others,
            level,
            ..
        } = self.exercise;
        let result = match self.exercise.task {
            Task::Win => GameResult::won_by(position.turn()),
            Task::Draw => GameResult::Draw,
        };
        let tags = [
            ("White", self.tag("White")),
            ("Black", self.tag("Black")),
            ("Date", self.tag("Date")),
            ("Stipulation", self.task()),
            ("Level", level.to_string()),
            ("Source", self.source()),
        ];
        let record = Record {
            variant: position.variant(),
            fen: Some(position.fen()),
            tags: tags.map(|(name, value)| (name.to_owned(), value)).to_vec(),
            moves: Vec::new(),
            result: Some(result),
        };
        let Ok(mut game) = write_game(&record) else {
            return String::new();
        };
        // The numbers of a position begin anew.
        let ply = usize::from(position.turn() != position.variant().facts().first);
        let mut body = self.line(&solution.line, ply, RIGHT, &self.exercise.certainty());
        // The variations stand behind the move that they replace.
        let rest = body.split_off(3);
        for other in others.iter().take(MOST_TRIES) {
            let refuted = self.line(&other.line, ply, WRONG, &other.ground_text());
            body.push(Element::Variation(refuted));
        }
        body.extend(renumbered(
            rest,
            &solution.line,
            position,
            ply,
            self.letters,
        ));
        game.body = body;
        game.to_string()
    }

    /// A line with a glyph and a comment behind its first move.
    fn line(&self, moves: &[AnyMove], ply: usize, glyph: u16, said: &str) -> Vec<Element> {
        let mut position = self.exercise.position;
        let mut elements = Vec::new();
        for (index, m) in moves.iter().take(MOST_MOVES).enumerate() {
            let played = played_move(&position, m, ply + index, index == 0, self.letters);
            elements.push(Element::Move(played));
            if index == 0 {
                elements.push(Element::Nag(glyph));
                elements.push(Element::Comment(Comment::new(said)));
            }
            position = position.after_legal(m);
        }
        elements
    }

    fn report(&self) -> Value {
        let Exercise {
            position,
            solution,
            others,
            task,
            level,
            ..
        } = self.exercise;
        let line = |worth: &Worth| {
            json!({
                "move": position.write_move_with(worth.played(), self.letters),
                "hub": worth.played().to_string(),
                "score": signed_score_text(worth.score),
                "by": worth.ground,
                "depth": worth.depth,
                "nodes": worth.nodes,
                "line": self.line_text(worth),
            })
        };
        let game = self.game.read.game.tags.iter();
        json!({
            "exercise": 0,
            "level": level,
            "task": task,
            "variant": position.variant(),
            "fen": position.fen_with(self.letters),
            "turn": match position.turn() { Color::White => "white", Color::Black => "black" },
            "solution": line(solution),
            "others": others.iter().map(line).collect::<Vec<_>>(),
            "certainty": self.exercise.certainty(),
            "source": self.source(),
            "ply": self.exercise.ply + 1,
            "played": self.played(),
            "missed": self.exercise.is_missed(),
            "tags": game.map(|tag| (tag.name(), tag.value())).collect::<Vec<_>>(),
        })
    }

    fn line_text(&self, worth: &Worth) -> String {
        let moves = &worth.line[..worth.line.len().min(MOST_MOVES)];
        let position = &self.exercise.position;
        let ply = usize::from(position.turn() != position.variant().facts().first);
        moves_text(position, moves, ply, self.letters)
    }

    /// What the page has of the exercise: the board, and each legal move with what follows it.
    fn drawing(&self) -> Value {
        let Exercise {
            position,
            solution,
            others,
            ..
        } = self.exercise;
        let empty = Diagram::new(*position)
            .with_letters(self.letters)
            .without_pieces();
        let of_move = |(index, worth): (usize, &Worth)| {
            let moves = &worth.line[..worth.line.len().min(MOST_MOVES)];
            json!({
                "text": position.write_move_with(worth.played(), self.letters),
                "right": index == 0,
                "why": worth.ground_text(),
                "line": self.line_text(worth),
                "steps": Step::of_line(position, moves),
            })
        };
        let all = std::iter::once(solution).chain(others);
        json!({
            "boards": [empty.svg(), empty.turned(true).svg()],
            "width": position.variant().shape().width,
            "pieces": pieces(*position),
            "turned": position.turn() == Color::Black,
            "task": self.task(),
            "players": [self.tag("White"), self.tag("Black")],
            "played": if self.exercise.is_missed() { Some(self.played()) } else { None },
            "moves": all.enumerate().map(of_move).collect::<Vec<_>>(),
        })
    }
}

/// The rest of a line behind variations, where PDN wants the number again.
fn renumbered(
    rest: Vec<Element>,
    moves: &[AnyMove],
    start: &AnyPosition,
    ply: usize,
    letters: bool,
) -> Vec<Element> {
    let mut rest = rest;
    if let (Some(first), [before, next, ..]) = (rest.first_mut(), moves) {
        let position = start.after_legal(before);
        *first = Element::Move(played_move(&position, next, ply + 1, true, letters));
    }
    rest
}
