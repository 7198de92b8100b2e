//! `kamen pdn tree`: what was played in a position, and how it ended.

mod explored;
mod page;

use super::filter::{Chosen, Filter, Opening};
use super::index::{files_of, opened};
use super::read::{TextGame, open};
use super::scan::Scan;
use super::{PdnError, Reading, count};
use crate::json::print_json;
use crate::notation::SquareNames;
use crate::paths::{check_outputs, keep_inputs};
use crate::table::TextTable;
use crate::{CliError, file_parser, variant_parser};
use explored::{Explored, Line, explore};
use kamen_analysis::signed_score_text;
use kamen_book::Book;
use kamen_collection::index::Index;
use kamen_collection::{Facts, Query, QueryError, Terms, Tree};
use kamen_core::game::AnyPosition;
use kamen_core::rules::Variant;
use kamen_files::write_whole;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// The examples of `kamen pdn tree --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen pdn tree games.pdn                           the first moves, with results
  kamen pdn tree games.kidx --after c3-d4            what was played then, from an index
  kamen pdn tree games.pdn --plies 4 --min-games 10  four plies deep, moves of at least ten games
  kamen pdn tree games.pdn --html openings.html      a page to click through
  kamen pdn tree games.pdn --result white --json     one JSON object for each position

Wins, losses and score are those of the side that moves; rating is the mean of those who played the move. Ways that \
meet are counted together. The column book is the score of the opening book, in men, for the side that moves.

Games with faults are left out. Exit status: 0, 1 if no game comes to the position, 2 if a file cannot be read.";

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// PDN files, or one index of `kamen pdn index`; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The position to begin at [default: the start position]
    #[arg(long)]
    fen: Option<String>,
    /// The position after these moves from the start position, such as '32-28 19-23'
    #[arg(long, value_name = "MOVES", conflicts_with = "fen")]
    after: Option<Opening>,
    /// Plies from there on [default: 1, with --html 12]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=200))]
    plies: Option<u32>,
    /// Leave out moves of fewer games [default: 1, with --html a thousandth of all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    min_games: Option<u64>,
    #[command(flatten)]
    filter: Filter,
    /// Variant of games whose tags do not name it [default: guessed from the moves]
    #[arg(long, value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    variant: Option<Variant>,
    /// A file with the opening book [default: the one inside the program]
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    squares: SquareNames,
    /// Print a JSON object for each position
    #[arg(long)]
    json: bool,
    /// Write a page to click through
    #[arg(long, value_name = "FILE", value_parser = file_parser())]
    html: Option<PathBuf>,
}

/// Plies of a page.
const PAGE_PLIES: u32 = 12;

/// The trees of the variants met.
#[derive(Default)]
struct Trees {
    trees: BTreeMap<Variant, Tree>,
    games: u64,
    faulty: usize,
    /// Why a variant that was met has no such position.
    error: Option<QueryError>,
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    keep_inputs(&arguments.files, [arguments.html.as_deref()])?;
    check_outputs([arguments.html.as_deref()])?;
    let indexes = arguments.files.iter().filter(|path| Index::is_at(path));
    let trees = match (indexes.count(), &arguments.files[..]) {
        (0, files) => arguments.scanned(files)?,
        (1, [path]) => arguments.indexed(path)?,
        _ => {
            return Err(CliError::Usage(
                "expected one index, or PDN files".to_owned(),
            ));
        }
    };
    let mut explored = Vec::new();
    for tree in trees
        .trees
        .values()
        .filter(|tree| tree.nodes()[0].tally.games > 0)
    {
        let variant = tree.root().variant();
        let letters = arguments.squares.are_letters(variant) && SquareNames::has_letters(variant);
        let book = arguments.book(variant)?;
        let plies = arguments.plies_before(tree.root());
        explored.push(explore(tree, plies, book.as_ref(), letters));
    }
    if explored.is_empty() {
        if let (Some(error), true) = (&trees.error, trees.trees.is_empty()) {
            return Err(PdnError::from(error.clone()).into());
        }
        return Err(PdnError::NoneFound(trees.text()).into());
    }
    if let Some(path) = &arguments.html {
        let page = page::page(&explored).map_err(io::Error::from)?;
        write_whole(path, page.as_bytes()).map_err(|error| PdnError::file(path, error))?;
    }
    if arguments.json {
        for tree in &explored {
            tree.nodes
                .iter()
                .try_for_each(|node| print_json(node, out))?;
        }
    } else if let Some(path) = &arguments.html {
        let positions = explored.iter().map(|tree| tree.nodes.len()).sum();
        let positions = count(positions, "position");
        writeln!(out, "{}: {positions} of {}", path.display(), trees.text())?;
    } else {
        for tree in &explored {
            print_tree(tree, out)?;
        }
        writeln!(out, "{}", trees.text())?;
    }
    Ok(())
}

impl Trees {
    fn text(&self) -> String {
        let games = count(self.games as usize, "game");
        match self.faulty {
            0 => games,
            faulty => format!("{games}, {faulty} of them left out for faults"),
        }
    }
}

impl Arguments {
    fn plies(&self) -> usize {
        let usual = if self.html.is_some() { PAGE_PLIES } else { 1 };
        self.plies.unwrap_or(usual) as usize
    }

    /// The plies before the position, as move numbers count them.
    fn plies_before(&self, root: &AnyPosition) -> usize {
        let is_second = root.turn() != root.variant().facts().first;
        self.after
            .as_ref()
            .map_or(usize::from(is_second), |moves| moves.0.len())
    }

    fn least(&self, games: u64) -> u64 {
        let usual = if self.html.is_some() { games / 1000 } else { 1 };
        self.min_games.unwrap_or(usual).max(1)
    }

    /// The position in a variant.
    fn root(&self, variant: Variant) -> Result<AnyPosition, QueryError> {
        let terms = Terms {
            fen: self.fen.clone(),
            after: self.after.as_ref().map(|moves| moves.0.clone()),
            ..Terms::default()
        };
        let query = Query::new(variant, &terms)?;
        Ok(query
            .positions()
            .next()
            .copied()
            .unwrap_or(AnyPosition::start(variant)))
    }

    /// The trees of files of games.
    fn scanned(&self, files: &[PathBuf]) -> Result<Trees, CliError> {
        let (mut trees, mut chosen) = (Trees::default(), Chosen::new(&self.filter));
        let look = |game: &TextGame| game.first_fault().is_some();
        for path in files {
            let scan = Scan {
                is_of_use: &|variant, game| self.filter.has_tags(variant, game),
                ..Scan::of_all(path, self.variant, self.reading)
            };
            let passed = scan.run(open(path), &look, &mut |game, is_faulty| {
                trees.games += 1;
                trees.faulty += usize::from(is_faulty);
                if !is_faulty && chosen.has(&game) {
                    self.add(&game, &mut trees);
                }
                Ok(ControlFlow::Continue(()))
            })?;
            trees.games += passed;
        }
        for tree in trees.trees.values_mut() {
            let games = tree.nodes()[0].tally.games;
            tree.finish(self.least(games));
        }
        Ok(trees)
    }

    fn add(&self, game: &TextGame, trees: &mut Trees) {
        let variant = game.played.variant;
        if let Entry::Vacant(new) = trees.trees.entry(variant) {
            match self.root(variant) {
                Ok(root) => _ = new.insert(Tree::new(root, self.plies())),
                Err(error) => _ = trees.error.get_or_insert(error),
            }
        }
        if let Some(tree) = trees.trees.get_mut(&variant) {
            tree.add(&Facts::of(variant, &game.read.game), &game.played.replay);
        }
    }

    /// The trees of an index; its files are read where it does not know what is asked for.
    fn indexed(&self, path: &Path) -> Result<Trees, CliError> {
        let mut index = opened(path)?;
        if self.filter.needs_text() {
            return self.scanned(&files_of(&index));
        }
        let is_counted = |facts: &Facts| self.filter.has_result(facts.result);
        let mut trees = Trees {
            games: index.games(),
            ..Trees::default()
        };
        for variant in index.variants() {
            match self.root(variant) {
                Ok(root) => {
                    let least = self.least(index.games());
                    let tree = index
                        .tree(root, self.plies(), least, &is_counted)
                        .map_err(PdnError::from)?;
                    trees.trees.insert(variant, tree);
                }
                Err(error) => _ = trees.error.get_or_insert(error),
            }
        }
        Ok(trees)
    }

    fn book(&self, variant: Variant) -> Result<Option<Book>, CliError> {
        match &self.book {
            None => Ok(Book::embedded(variant)),
            Some(path) => {
                let book = Book::read_of(path, variant);
                Ok(Some(book.map_err(crate::book::BookFailure::from)?))
            }
        }
    }
}

/// Prints a tree: the moves of each position indented below the one that leads there.
fn print_tree(tree: &Explored, out: &mut impl Write) -> io::Result<()> {
    let Some(root) = tree.nodes.first() else {
        return Ok(());
    };
    let opening = root
        .opening
        .as_ref()
        .map_or(String::new(), |name| format!(", {name}"));
    writeln!(out, "{}, {}{opening}", tree.variant, root.fen)?;
    let head = [
        "move", "games", "wins", "draws", "losses", "score", "rating", "years", "book", "opening",
    ];
    let mut rows = Vec::new();
    let mut told = vec![false; tree.nodes.len()];
    rows_of(tree, 0, 0, &mut told, &mut rows);
    // Columns of which no row has anything are left out.
    let is_used = |column: &usize| {
        rows.iter()
            .any(|row| row.get(*column).is_some_and(|cell| !cell.is_empty()))
    };
    let used: Vec<usize> = (0..head.len()).filter(is_used).collect();
    // Names begin below each other.
    let width = |row: &Vec<String>| row.last().map_or(0, |name| name.chars().count());
    let width = rows.iter().map(width).max().unwrap_or(0);
    for name in rows
        .iter_mut()
        .filter_map(|row| row.last_mut())
        .filter(|name| !name.is_empty())
    {
        *name = format!("{name:width$}");
    }
    let pick = |cells: &[String]| {
        used.iter()
            .filter_map(|&column| cells.get(column).cloned())
            .collect()
    };
    let opening = format!("{:width$}", "opening");
    let head: Vec<&str> = (used.iter())
        .map(|&column| {
            if head[column] == "opening" {
                &opening
            } else {
                head[column]
            }
        })
        .collect();
    let mut table = TextTable::new(&head, 0);
    rows.iter()
        .for_each(|row: &Vec<String>| table.push(pick(row)));
    write!(out, "{}", table.text())
}

fn rows_of(
    tree: &Explored,
    at: usize,
    depth: usize,
    told: &mut [bool],
    rows: &mut Vec<Vec<String>>,
) {
    let Some(node) = tree.nodes.get(at) else {
        return;
    };
    // Moves of the book that nobody played stand at the top alone.
    for line in node
        .moves
        .iter()
        .filter(|line| depth == 0 || line.games > 0)
    {
        let mut cells = cells(line);
        if let Some(text) = cells.first_mut() {
            *text = format!("{:1$}{text}", "", 2 * depth);
        }
        let next = line.to.filter(|&to| to > 0);
        let is_new = next
            .and_then(|to| told.get_mut(to))
            .is_some_and(|told| !std::mem::replace(told, true));
        if let (Some(_), false, Some(text)) = (next, is_new, cells.first_mut()) {
            text.push_str(" (above)");
        }
        rows.push(cells);
        if let (Some(to), true) = (next, is_new) {
            rows_of(tree, to, depth + 1, told, rows);
        }
    }
}

fn cells(line: &Line) -> Vec<String> {
    let or_empty = |text: Option<String>| text.unwrap_or_default();
    let years = line.years.map(|[first, last]| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    });
    vec![
        line.text.clone(),
        line.games.to_string(),
        line.wins.to_string(),
        line.draws.to_string(),
        line.losses.to_string(),
        or_empty(line.score.map(|score| format!("{:.1}%", 100.0 * score))),
        or_empty(line.rating.map(|rating| rating.to_string())),
        or_empty(years),
        or_empty(line.book.map(signed_score_text)),
        or_empty(line.opening.clone()),
    ]
}
