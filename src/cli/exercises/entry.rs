//! An exercise as the outputs have it. Begin with [`Entry`].

use crate::analyze::drawing::{Step, pieces};
use crate::notation::moves_text;
use crate::pdn::read::TextGame;
use kamen_analysis::{Exercise, Question, Task, Worth, signed_score_text};
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
        let side = match self.exercise.position().turn() {
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
        let played = self.exercise.played;
        moves_text(self.exercise.position(), &[played], self.ply, self.letters)
    }

    /// The game and the move that the exercise comes from.
    fn source(&self) -> String {
        format!("{}, {}", self.place, self.played())
    }

    fn pdn(&self) -> String {
        let position = self.exercise.position();
        let result = match self.exercise.task {
            Task::Win => GameResult::won_by(position.turn()),
            Task::Draw => GameResult::Draw,
        };
        let tags = [
            ("White", self.tag("White")),
            ("Black", self.tag("Black")),
            ("Date", self.tag("Date")),
            ("Stipulation", self.task()),
            ("Level", self.exercise.level.to_string()),
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
        let mut line = Line::new(*position, self.letters);
        for (index, question) in self.exercise.questions.iter().enumerate() {
            line.question(question);
            let next = self.exercise.questions.get(index + 1);
            let rest = next.map_or_else(
                || shortened(&question.solution)[1..].to_vec(),
                |next| next.before.clone(),
            );
            rest.iter().for_each(|m| line.play(m));
        }
        game.body = line.elements;
        game.to_string()
    }

    fn report(&self) -> Value {
        let exercise = self.exercise;
        let (first, position) = (exercise.first(), exercise.position());
        let mut ply = first_ply(position);
        let mut further = Vec::new();
        for pair in exercise.questions.windows(2) {
            let [last, question] = pair else { continue };
            let after = last.position.after_legal(last.solution.played());
            let before = moves_text(&after, &question.before, ply + 1, self.letters);
            ply += 1 + question.before.len();
            further.push(json!({
                "before": before,
                "fen": question.position.fen_with(self.letters),
                "solution": self.worth(question, &question.solution, ply),
                "others": self.others(question, ply),
                "certainty": question.certainty(),
            }));
        }
        let ply = first_ply(position);
        let game = self.game.read.game.tags.iter();
        json!({
            "exercise": 0,
            "level": exercise.level,
            "task": exercise.task,
            "variant": position.variant(),
            "fen": position.fen_with(self.letters),
            "turn": match position.turn() { Color::White => "white", Color::Black => "black" },
            "solution": self.worth(first, &first.solution, ply),
            "others": self.others(first, ply),
            "certainty": first.certainty(),
            "further": further,
            "source": self.source(),
            "ply": exercise.ply + 1,
            "played": self.played(),
            "missed": exercise.is_missed(),
            "tags": game.map(|tag| (tag.name(), tag.value())).collect::<Vec<_>>(),
        })
    }

    fn others(&self, question: &Question, ply: usize) -> Vec<Value> {
        let others = question.others.iter();
        others
            .map(|other| self.worth(question, other, ply))
            .collect()
    }

    fn worth(&self, question: &Question, worth: &Worth, ply: usize) -> Value {
        json!({
            "move": question.position.write_move_with(worth.played(), self.letters),
            "hub": worth.played().to_string(),
            "score": signed_score_text(worth.score),
            "by": worth.ground,
            "depth": worth.depth,
            "nodes": worth.nodes,
            "line": moves_text(&question.position, shortened(worth), ply, self.letters),
        })
    }

    /// What the page has of the exercise: the board, and for each question how it comes to be and each legal move with what follows it.
    fn drawing(&self) -> Value {
        let position = self.exercise.position();
        let empty = Diagram::new(*position)
            .with_letters(self.letters)
            .without_pieces();
        let (mut line, ply) = (Vec::new(), first_ply(position));
        let mut questions = Vec::new();
        for question in &self.exercise.questions {
            let answers = question.before.len();
            line.extend(question.before.iter().copied());
            let after = line.len() - answers;
            let before = position_after(position, &line[..after]);
            let of_move = |(index, worth): (usize, &Worth)| {
                json!({
                    "text": question.position.write_move_with(worth.played(), self.letters),
                    "right": index == 0,
                    "why": worth.ground_text(),
                    "line": moves_text(&question.position, shortened(worth), ply + line.len(), self.letters),
                    "steps": Step::of_line(&question.position, shortened(worth)),
                })
            };
            let all = std::iter::once(&question.solution).chain(&question.others);
            questions.push(json!({
                "before": Step::of_line(position, &line),
                "answer": moves_text(&before, &question.before, ply + after, self.letters),
                "moves": all.enumerate().map(of_move).collect::<Vec<_>>(),
            }));
            line.push(*question.solution.played());
        }
        json!({
            "boards": [empty.svg(), empty.turned(true).svg()],
            "width": position.variant().shape().width,
            "pieces": pieces(*position),
            "turned": position.turn() == Color::Black,
            "task": self.task(),
            "players": [self.tag("White"), self.tag("Black")],
            "played": if self.exercise.is_missed() { Some(self.played()) } else { None },
            "questions": questions,
        })
    }
}

/// The line of a move, as far as it is told.
fn shortened(worth: &Worth) -> &[AnyMove] {
    &worth.line[..worth.line.len().min(MOST_MOVES)]
}

/// The number of the first ply from a position on: those of a position begin anew.
fn first_ply(position: &AnyPosition) -> usize {
    usize::from(position.turn() != position.variant().facts().first)
}

fn position_after(start: &AnyPosition, moves: &[AnyMove]) -> AnyPosition {
    (moves.iter()).fold(*start, |position, m| position.after_legal(m))
}

/// A line of PDN that grows.
struct Line {
    elements: Vec<Element>,
    position: AnyPosition,
    ply: usize,
    letters: bool,
    /// Whether the next move has its number whichever side makes it: at the beginning and behind variations.
    is_numbered: bool,
}

impl Line {
    fn new(position: AnyPosition, letters: bool) -> Line {
        Line {
            elements: Vec::new(),
            position,
            ply: first_ply(&position),
            letters,
            is_numbered: true,
        }
    }

    fn play(&mut self, m: &AnyMove) {
        let is_numbered = std::mem::take(&mut self.is_numbered);
        let played = played_move(&self.position, m, self.ply, is_numbered, self.letters);
        self.elements.push(Element::Move(played));
        self.position = self.position.after_legal(m);
        self.ply += 1;
    }

    /// A move with a glyph and a comment.
    fn judged(&mut self, m: &AnyMove, glyph: u16, said: &str) {
        self.play(m);
        self.elements.push(Element::Nag(glyph));
        self.elements.push(Element::Comment(Comment::new(said)));
    }

    /// The solution of a question, with the refutations of other moves as variations.
    fn question(&mut self, question: &Question) {
        let (ply, letters) = (self.ply, self.letters);
        self.judged(question.solution.played(), RIGHT, &question.certainty());
        for other in question.others.iter().take(MOST_TRIES) {
            let mut line = Line {
                ply,
                ..Line::new(question.position, letters)
            };
            line.judged(other.played(), WRONG, &other.ground_text());
            shortened(other)[1..].iter().for_each(|m| line.play(m));
            self.elements.push(Element::Variation(line.elements));
            self.is_numbered = true;
        }
    }
}
