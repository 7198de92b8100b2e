//! What `kamen eval` tells. Begin with [`Report`].

use crate::ending::{ending, side};
use crate::notation::moves_text;
use crate::table::TextTable;
use kamen_analysis::signed_score_text;
use kamen_core::board::Color;
use kamen_core::game::{AnyMove, AnyPosition};
use kamen_core::geometry::Square;
use kamen_core::notation::{Diagram, square_name};
use kamen_core::rules::Variant;
use kamen_core::score::Score;
use kamen_eval::{Areas, Chances, Explanation, Term};
use kamen_protocol::SquareName;
use kamen_search::Progress;
use serde::Serialize;
use std::io::{self, Write};

/// What is known of a position.
pub(super) struct Report {
    pub(super) position: AnyPosition,
    /// The captures that are due.
    pub(super) captures: Vec<AnyMove>,
    /// The position after them, which is explained.
    pub(super) quiet: AnyPosition,
    /// The name of the evaluation.
    pub(super) evaluation: String,
    pub(super) explanation: Explanation,
    /// The search; `None` where there is no move.
    pub(super) found: Option<Progress>,
    pub(super) letters: bool,
}

/// A line of a table, in thousandths of a man.
#[derive(Serialize)]
struct Row {
    #[serde(rename = "part")]
    label: String,
    /// The squares that are meant, for White and for Black.
    #[serde(skip_serializing_if = "Option::is_none")]
    squares: Option<[Vec<String>; 2]>,
    /// Pieces of White and of Black.
    #[serde(skip_serializing_if = "Option::is_none")]
    pieces: Option<[usize; 2]>,
    white: Option<i64>,
    black: Option<i64>,
    difference: i64,
}

/// A search. Score and chances are White's.
#[derive(Serialize)]
struct Found {
    score: String,
    /// Thousandths: White wins, draw, Black wins.
    wdl: [u32; 3],
    depth: u32,
    nodes: u64,
    moves: String,
}

/// What `--json` prints.
#[derive(Serialize)]
pub(super) struct Object {
    variant: Variant,
    fen: String,
    evaluation: String,
    /// The captures that are due.
    captures: String,
    /// The position that is explained.
    explained: String,
    /// The evaluation, in thousandths of a man.
    score: i64,
    parts: Vec<Row>,
    areas: Vec<Row>,
    search: Option<Found>,
    /// How the rules end the game, if they do.
    over: Option<String>,
}

impl Report {
    pub(super) fn json(&self) -> Object {
        Object {
            variant: self.position.variant(),
            fen: self.position.fen_with(self.letters),
            evaluation: self.evaluation.clone(),
            captures: self.line(&self.captures),
            explained: self.quiet.fen_with(self.letters),
            score: self.total(),
            parts: self.parts(),
            areas: self.areas(),
            search: self.found.as_ref().map(|found| self.found(found)),
            over: self.over(&self.position),
        }
    }

    pub(super) fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let diagram = Diagram::new(self.quiet).with_letters(self.letters);
        if !self.captures.is_empty() {
            writeln!(out, "{}", self.place(&self.position))?;
            let line = self.line(&self.captures);
            writeln!(
                out,
                "A capture is due. Explained is the position after {line}"
            )?;
        }
        write!(out, "{diagram}{}\n\n", self.place(&self.quiet))?;
        if let Some(over) = self.over(&self.quiet) {
            writeln!(
                out,
                "The game is over: {over}. What follows is of the pieces alone.\n"
            )?;
        }
        writeln!(out, "By term, in men ({})", self.evaluation)?;
        write!(out, "{}", table(false, &self.parts(), self.total()))?;
        writeln!(out, "\nBy area: what the pieces there are worth in all")?;
        write!(out, "{}", table(true, &self.areas(), self.total()))?;
        match &self.found {
            Some(found) => self.print_search(found, out),
            None => Ok(()),
        }
    }

    fn print_search(&self, search: &Progress, out: &mut impl Write) -> io::Result<()> {
        let is_known = !search.score.is_decided() && search.score.0.abs() > Score::MAX_EVAL.0;
        let known = if is_known { " (by endgame tables)" } else { "" };
        let found = self.found(search);
        let [win, draw, loss] = found.wdl.map(|chance| f64::from(chance) / 10.0);
        writeln!(
            out,
            "\nSearch: {} for White{known} at depth {}, {} nodes\n  {}",
            found.score, found.depth, found.nodes, found.moves
        )?;
        writeln!(
            out,
            "Chances: White wins {win:.1}%, draw {draw:.1}%, Black wins {loss:.1}%"
        )
    }

    fn place(&self, position: &AnyPosition) -> String {
        let fen = position.fen_with(self.letters);
        format!("FEN {fen}, {} to move", side(position.turn()))
    }

    fn line(&self, moves: &[AnyMove]) -> String {
        let start = &self.position;
        let ply = usize::from(start.turn() != start.variant().facts().first);
        moves_text(start, moves, ply, self.letters)
    }

    fn over(&self, position: &AnyPosition) -> Option<String> {
        Some(ending(position.variant(), position.won()?))
    }

    /// The evaluation, in thousandths of a man.
    fn total(&self) -> i64 {
        10 * i64::from(self.explanation.of_white.0)
    }

    fn found(&self, found: &Progress) -> Found {
        let score = match self.position.turn() {
            Color::White => found.score,
            Color::Black => -found.score,
        };
        Found {
            score: signed_score_text(score),
            wdl: Chances::of(self.position.variant(), score).permille(),
            depth: found.depth,
            nodes: found.nodes,
            moves: self.line(&found.pv),
        }
    }

    /// What the evaluation is made of, by term. What rounding to thousandths leaves is with the rounding of the evaluation.
    fn parts(&self) -> Vec<Row> {
        let found = &self.explanation;
        let mut rows = Vec::new();
        for part in &found.parts {
            let [white, black] = part.sides.map(|side| rounded(side, found.unit));
            let is_of_sides = part.term.has_sides();
            if part.term != Term::Rounding {
                rows.push(Row {
                    label: self.label(&part.term),
                    squares: self.squares(&part.term),
                    pieces: None,
                    white: is_of_sides.then_some(white),
                    black: is_of_sides.then_some(black),
                    difference: white - black,
                });
            }
        }
        self.with_rounding(rows)
    }

    /// What the evaluation is made of, by area.
    fn areas(&self) -> Vec<Row> {
        let areas = &self.explanation.areas;
        let variant = self.quiet.variant();
        let mut rows: Vec<((usize, bool), Row)> = Vec::new();
        for (index, area) in areas.list.iter().enumerate() {
            let Some(&first) = area.squares.first() else {
                continue;
            };
            let file = match square_name(variant, first, true) {
                SquareName::Letters { file, .. } => usize::from(file),
                SquareName::Number(_) => 0,
            };
            let (row, is_right) = (index / 2, file >= variant.shape().width / 2);
            let side = if is_right { "right" } else { "left" };
            let bounds = self.bounds(&area.squares);
            let [white, black] = area.sides.map(|side| rounded(side, Areas::UNIT));
            let squares = self.names(&area.squares);
            let area = Row {
                label: format!("{} {side} {bounds}", ["top", "middle", "bottom"][row % 3]),
                squares: Some([squares.clone(), squares]),
                pieces: Some(area.pieces),
                white: Some(white),
                black: Some(black),
                difference: white - black,
            };
            rows.push(((row, is_right), area));
        }
        rows.sort_by_key(|(place, _)| *place);
        let mut rows: Vec<Row> = rows.into_iter().map(|(_, row)| row).collect();
        if areas.empty != 0 {
            rows.push(common("without pieces", 10 * areas.empty));
        }
        self.with_rounding(rows)
    }

    fn with_rounding(&self, mut rows: Vec<Row>) -> Vec<Row> {
        let sum: i64 = rows.iter().map(|row| row.difference).sum();
        if sum != self.total() {
            rows.push(common("rounding", self.total() - sum));
        }
        rows
    }

    fn label(&self, term: &Term) -> String {
        let name = match term {
            Term::Men => "men",
            Term::Kings => "kings",
            Term::Advance => "rows advanced",
            Term::Centre => "men in the centre",
            Term::Edge => "men at the edge",
            Term::BackRow => "men on the back row",
            Term::Blocked => "blocked men",
            Term::Isolated => "isolated men",
            Term::Balance => "balance of left and right",
            Term::ToMove => "to move",
            Term::FirstKing => "first king",
            Term::MoreKings => "more kings",
            Term::KingPlaces => "places of kings",
            Term::KingMoves => "mobility of kings",
            Term::Network => "network",
            Term::BothHaveKings => "kings on both sides",
            Term::DoubtedLead => "lead against a king",
            Term::Rounding => "rounding",
            Term::Limit => "greatest score",
            Term::Region { white, black } => {
                let [white, black] = [white, black].map(|squares| self.bounds(squares));
                return format!("region {white}, Black's {black}");
            }
        };
        name.to_owned()
    }

    fn squares(&self, term: &Term) -> Option<[Vec<String>; 2]> {
        match term {
            Term::Region { white, black } => {
                Some([white, black].map(|squares| self.names(squares)))
            }
            _ => None,
        }
    }

    fn names(&self, squares: &[Square]) -> Vec<String> {
        let name = |&square| square_name(self.quiet.variant(), square, self.letters).to_string();
        squares.iter().map(name).collect()
    }

    /// The lowest and the highest number of squares, or the corners of the rectangle around them.
    fn bounds(&self, squares: &[Square]) -> String {
        let variant = self.quiet.variant();
        let names = squares
            .iter()
            .map(|&square| square_name(variant, square, self.letters));
        let keys = names.map(|name| match name {
            SquareName::Number(number) => (number, 0),
            SquareName::Letters { file, rank } => (file.into(), rank.into()),
        });
        let keys: Vec<(u16, u16)> = keys.collect();
        let least = |key: fn(&(u16, u16)) -> u16| keys.iter().map(key).min().unwrap_or_default();
        let most = |key: fn(&(u16, u16)) -> u16| keys.iter().map(key).max().unwrap_or_default();
        let name = |first: u16, second: u16| {
            if self.letters {
                SquareName::Letters {
                    file: first as u8,
                    rank: second as u8,
                }
            } else {
                SquareName::Number(first)
            }
        };
        let from = name(least(|key| key.0), least(|key| key.1));
        let to = name(most(|key| key.0), most(|key| key.1));
        format!("{from}-{to}")
    }
}

/// A row that is of both sides.
fn common(label: &str, difference: i64) -> Row {
    Row {
        label: label.to_owned(),
        squares: None,
        pieces: None,
        white: None,
        black: None,
        difference,
    }
}

/// A value with so many fractions of a centi-man, in thousandths of a man.
fn rounded(value: i64, unit: i64) -> i64 {
    let twice = 20 * value.abs() + unit;
    value.signum() * (twice / (2 * unit))
}

/// Thousandths of a man as men.
fn men(thousandths: i64) -> String {
    format!("{:+.3}", thousandths as f64 / 1000.0)
}

/// Rows as text: parts, or areas with the number of their pieces.
fn table(has_pieces: bool, rows: &[Row], total: i64) -> String {
    let head: &[&str] = if has_pieces {
        &["area", "pieces", "White", "pieces", "Black", "difference"]
    } else {
        &["term", "White", "Black", "difference"]
    };
    let mut table = TextTable::new(head, 0);
    let shown = |value: Option<i64>| value.map_or(String::new(), men);
    for row in rows {
        let counts = row
            .pieces
            .map(|counts| counts.map(|count| count.to_string()));
        let [of_white, of_black] = counts.unwrap_or_default();
        let (white, black) = (shown(row.white), shown(row.black));
        let difference = men(row.difference);
        let label = row.label.clone();
        table.push(if has_pieces {
            vec![label, of_white, white, of_black, black, difference]
        } else {
            vec![label, white, black, difference]
        });
    }
    let mut last = vec!["score for White".to_owned()];
    last.resize(head.len() - 1, String::new());
    last.push(men(total));
    table.push(last);
    table.text()
}
