//! A judged problem as the outputs have it. Begin with [`Entry`].

use super::input::TextProblem;
use crate::notation::moves_text;
use crate::pdn::count;
use kamen_analysis::{
    Branch, Choice, Effect, Finding, Judged, Leaf, Problem, Stipulation, Tree, Verdict, Worth,
    signed_score_text,
};
use kamen_core::board::Color;
use kamen_core::game::{AnyMove, AnyPosition};
use kamen_core::notation::pdn::{Record, played_move, write_game};
use kamen_core::rules::GameResult;
use kamen_core::score::Score;
use kamen_protocol::pdn::{Comment, Element};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The most moves of the line of a try.
const MOST_MOVES: usize = 10;
/// The most tries that PDN shows beside the first move.
const MOST_TRIES: usize = 4;
/// Glyphs of the solution, and of a move that fails.
const RIGHT: u16 = 1;
const WRONG: u16 = 2;

/// A judged problem, as each of the outputs has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Entry {
    pub(super) verdict: Verdict,
    /// Whether nothing rests on an evaluation.
    pub(super) is_proved: bool,
    /// The line of text.
    pub(super) line: String,
    /// The problem with its variations as PDN.
    pub(super) pdn: String,
    /// Its JSON.
    pub(super) report: Value,
}

impl Entry {
    pub(super) fn new(
        problem: &Problem,
        judged: &Judged,
        text: &TextProblem,
        place: &str,
        letters: bool,
    ) -> Entry {
        let first = problem.position.variant().facts().first;
        let about = About {
            problem,
            judged,
            text,
            place,
            letters,
            offset: usize::from(problem.position.turn() != first),
        };
        Entry {
            verdict: judged.verdict,
            is_proved: judged.is_proved(),
            line: about.line(),
            pdn: about.pdn(),
            report: about.report(),
        }
    }
}

/// A problem with all that is told of it.
struct About<'a> {
    problem: &'a Problem,
    judged: &'a Judged,
    text: &'a TextProblem,
    place: &'a str,
    letters: bool,
    /// Plies before the first, as numbers of moves count them.
    offset: usize,
}

fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

impl About<'_> {
    fn stipulation(&self) -> String {
        let Problem {
            position,
            solver,
            stipulation,
            ..
        } = self.problem;
        let (turn, what) = (
            position.turn(),
            match stipulation {
                Stipulation::Win => ["win", "wins"],
                Stipulation::Draw => ["draw", "draws"],
            },
        );
        match turn == *solver {
            true => format!("{} to move and {}", name(turn), what[0]),
            false => format!("{} to move, {} {}", name(turn), name(*solver), what[1]),
        }
    }

    /// The position before a ply of the main line, from 0.
    fn position(&self, ply: usize) -> AnyPosition {
        let moves = self.judged.main.iter().take(ply);
        moves.fold(self.problem.position, |position, m| position.after_legal(m))
    }

    /// A move of the solver, with its number; plies count from 1.
    fn text(&self, ply: usize, m: &AnyMove) -> String {
        moves_text(
            &self.position(ply - 1),
            &[*m],
            self.offset + ply - 1,
            self.letters,
        )
    }

    fn finding(&self, finding: &Finding) -> String {
        let said = |ply: usize, worth: &Worth| {
            format!(
                "{} ({})",
                self.text(ply, worth.played()),
                worth.ground_text()
            )
        };
        let what = match self.problem.stipulation {
            Stipulation::Win => "win",
            Stipulation::Draw => "draw",
        };
        let first = 1 + usize::from(self.problem.position.turn() != self.problem.solver);
        match finding {
            Finding::NoSolution(best) => {
                format!("no {what}: the best move is {}", said(first, best))
            }
            Finding::OtherSolution { ply, found, given } => {
                format!(
                    "the solution of the file fails with {}, but {} does it",
                    said(*ply, given),
                    said(*ply, found)
                )
            }
            Finding::MoreThanAsked(found) => format!("even a win: {}", said(first, found)),
            Finding::SecondSolution { ply, found } => {
                format!("second solution at ply {ply}: {}", said(*ply, found))
            }
            Finding::Dual { ply, found } => format!("dual at ply {ply}: {}", said(*ply, found)),
            Finding::Shorter { plies, given } => {
                format!("shorter way: won in {plies} plies, the solution of the file takes {given}")
            }
            Finding::Undecided { ply, found } => {
                let failed = self.problem.stipulation.effect(found) == Effect::Fails;
                let why = if failed {
                    format!("no {what} found, ")
                } else {
                    String::new()
                };
                format!("at ply {ply}: {why}{}", said(*ply, found))
            }
        }
    }

    /// How it is known, in words.
    fn ground(&self) -> String {
        let judged = self.judged;
        let assumed = (judged.choices.iter())
            .flat_map(|choice| &choice.others)
            .filter(|other| !other.is_certain());
        let others = match assumed.map(|other| other.depth).min() {
            Some(depth) => format!("other moves by search, to depth {depth} or more"),
            None => "other moves for certain".to_owned(),
        };
        let (moves, leaves) = (judged.tree.moves(), judged.tree.leaves());
        match judged.verdict {
            Verdict::NoSolution => "all moves for certain".to_owned(),
            _ if judged.tree.is_proved && moves <= 1 => format!("proved at once; {others}"),
            _ if judged.tree.is_proved => format!("proved by a tree of {moves} moves; {others}"),
            _ => {
                let assumed = count(leaves.search, "end");
                format!("{assumed} of the tree assumed by search; {others}")
            }
        }
    }

    /// The line of text: place, name, verdict, why.
    fn line(&self) -> String {
        let named = self.text.name.as_ref();
        let named = named.map_or_else(String::new, |name| format!(" ({name})"));
        let verdict = self.judged.verdict.name();
        let why = match self.judged.findings.first() {
            Some(finding) => self.finding(finding),
            None => {
                let main = &self.judged.main;
                let first = usize::from(self.problem.position.turn() != self.problem.solver);
                let moves = &main[..main.len().min(1 + first)];
                moves_text(&self.problem.position, moves, self.offset, self.letters)
            }
        };
        let more = self.judged.findings.len().saturating_sub(1);
        let more = if more > 0 {
            format!(", and {more} more")
        } else {
            String::new()
        };
        format!(
            "{}{named}: {verdict}; {why}{more}; {}",
            self.place,
            self.ground()
        )
    }

    fn pdn(&self) -> String {
        let Problem {
            position,
            solver,
            stipulation,
            ..
        } = self.problem;
        let result = match stipulation {
            Stipulation::Win => GameResult::won_by(*solver),
            Stipulation::Draw => GameResult::Draw,
        };
        let own = |tag: &(String, String)| {
            ["stipulation", "verdict", "proof"].contains(&tag.0.to_lowercase().as_str())
        };
        let mut tags: Vec<(String, String)> = self
            .text
            .tags
            .iter()
            .filter(|tag| !own(tag))
            .cloned()
            .collect();
        let findings: Vec<String> = self
            .judged
            .findings
            .iter()
            .map(|found| self.finding(found))
            .collect();
        tags.push(("Stipulation".to_owned(), self.stipulation()));
        tags.push(("Verdict".to_owned(), self.judged.verdict.name().to_owned()));
        tags.push(("Proof".to_owned(), self.ground()));
        let record = Record {
            variant: position.variant(),
            fen: Some(position.fen()),
            tags,
            moves: Vec::new(),
            result: Some(result),
        };
        let Ok(mut game) = write_game(&record) else {
            return String::new();
        };
        let mut body = Vec::new();
        if !findings.is_empty() {
            body.push(Element::Comment(Comment::new(&findings.join("; "))));
        }
        self.tree(&self.judged.tree, *position, 0, true, Some(0), &mut body);
        game.body = body;
        game.to_string()
    }

    /// The moves of a tree. `on_main` is the ply of the main line, from 0, that the tree stands at.
    fn tree(
        &self,
        tree: &Tree,
        position: AnyPosition,
        ply: usize,
        is_first: bool,
        on_main: Option<usize>,
        body: &mut Vec<Element>,
    ) {
        let Some((main, others)) = tree.branches.split_first() else {
            if let Some(leaf) = tree.leaf.and_then(|leaf| self.leaf(leaf)) {
                body.push(Element::Comment(Comment::new(&leaf)));
            }
            return;
        };
        let number = self.offset + ply;
        let played = |m: &AnyMove, is_first| {
            Element::Move(played_move(&position, m, number, is_first, self.letters))
        };
        body.push(played(&main.played, is_first));
        let choice =
            on_main.and_then(|ply| self.judged.choices.iter().find(|choice| choice.ply == ply));
        let choice = choice.filter(|choice| *choice.chosen.played() == main.played);
        let mut has_variations = !others.is_empty();
        if let Some(choice) = choice {
            has_variations |= self.tries(choice, position, number, body);
        }
        for Branch { played: m, tree } in others {
            let mut inside = vec![played(m, true)];
            self.tree(
                tree,
                position.after_legal(m),
                ply + 1,
                false,
                None,
                &mut inside,
            );
            body.push(Element::Variation(inside));
        }
        let next = on_main.map(|ply| ply + 1);
        let after = position.after_legal(&main.played);
        self.tree(&main.tree, after, ply + 1, has_variations, next, body);
    }

    /// The solver's other moves: those that achieve it as well, and at the first move the best that fail. Whether there are any.
    fn tries(
        &self,
        choice: &Choice,
        position: AnyPosition,
        number: usize,
        body: &mut Vec<Element>,
    ) -> bool {
        let effect = |worth: &Worth| self.problem.stipulation.effect(worth);
        let is_right = |worth: &Worth| effect(worth) == Effect::Achieves;
        body.push(Element::Nag(if is_right(&choice.chosen) {
            RIGHT
        } else {
            WRONG
        }));
        body.push(Element::Comment(Comment::new(&choice.chosen.ground_text())));
        let is_first = choice.ply < 2;
        let shown = choice
            .others
            .iter()
            .filter(|other| is_first || effect(other) != Effect::Fails);
        let mut any = false;
        for other in shown.take(MOST_TRIES) {
            any = true;
            let mut inside = Vec::new();
            let mut now = position;
            for (index, m) in other.line.iter().take(MOST_MOVES).enumerate() {
                let played = played_move(&now, m, number + index, index == 0, self.letters);
                inside.push(Element::Move(played));
                if index == 0 {
                    inside.push(Element::Nag(if is_right(other) { RIGHT } else { WRONG }));
                    inside.push(Element::Comment(Comment::new(&other.ground_text())));
                }
                now = now.after_legal(m);
            }
            body.push(Element::Variation(inside));
        }
        any
    }

    /// Why a variation ends, in words.
    fn leaf(&self, leaf: Leaf) -> Option<String> {
        let won = |winner: Option<Color>| {
            winner.map_or_else(
                || "draw".to_owned(),
                |winner| format!("{} wins", name(winner)),
            )
        };
        Some(match leaf {
            Leaf::End(winner) => won(winner),
            Leaf::Tables(winner, None) => format!("tables: {}", won(winner)),
            Leaf::Tables(winner, Some(1)) => format!("tables: {} in 1 ply", won(winner)),
            Leaf::Tables(winner, Some(plies)) => {
                format!("tables: {} in {plies} plies", won(winner))
            }
            Leaf::Seen => "as above".to_owned(),
            Leaf::Repeated => "repeats".to_owned(),
            Leaf::Search(_, 0) => return None,
            Leaf::Search(score, depth) => {
                let solver = self.problem.solver;
                let said = match score {
                    _ if score > Score::MAX_EVAL => format!("a forced win of {}", name(solver)),
                    _ if score < -Score::MAX_EVAL => format!("a forced win of {}", name(!solver)),
                    _ => format!("{} for {}", signed_score_text(score), name(solver)),
                };
                format!("search: {said}, at depth {depth}")
            }
        })
    }

    fn report(&self) -> Value {
        let Problem { position, .. } = self.problem;
        let judged = self.judged;
        let worth = |ply: usize, worth: &Worth| {
            let line = &worth.line[..worth.line.len().min(MOST_MOVES)];
            json!({
                "move": self.text(ply, worth.played()),
                "hub": worth.played().to_string(),
                "score": signed_score_text(worth.score),
                "by": worth.ground,
                "depth": worth.depth,
                "nodes": worth.nodes,
                "line": moves_text(&self.position(ply - 1), line, self.offset + ply - 1, self.letters),
            })
        };
        let choice = |choice: &Choice| {
            let ply = choice.ply + 1;
            json!({
                "ply": ply,
                "solution": worth(ply, &choice.chosen),
                "others": choice.others.iter().map(|other| worth(ply, other)).collect::<Vec<_>>(),
            })
        };
        let finding =
            |found: &Finding| json!({ "kind": found.verdict(), "text": self.finding(found) });
        json!({
            "problem": self.place,
            "name": self.text.name,
            "variant": position.variant(),
            "fen": position.fen_with(self.letters),
            "stipulation": self.stipulation(),
            "verdict": judged.verdict,
            "findings": judged.findings.iter().map(finding).collect::<Vec<_>>(),
            "proved": judged.is_proved(),
            "solution_proved": judged.tree.is_proved,
            "proof": self.ground(),
            "leaves": judged.tree.leaves(),
            "main": moves_text(position, &judged.main, self.offset, self.letters),
            "choices": judged.choices.iter().map(choice).collect::<Vec<_>>(),
            "nodes": judged.nodes,
        })
    }
}
