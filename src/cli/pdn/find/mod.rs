//! `kamen pdn find`: games with a position, a material or a pattern.

mod hit;
mod reopened;

use super::filter::{Chosen, Filter, Opening};
use super::index::{files_of, opened};
use super::read::{TextGame, open};
use super::scan::Scan;
use super::{PdnError, Reading, count};
use crate::json::print_json;
use crate::notation::SquareNames;
use crate::{CliError, output_parser, variant_parser};
use hit::{Hit, Results};
use kamen_collection::index::{Index, Occurrence};
use kamen_collection::{Material, Query, QueryError, Terms, key};
use kamen_core::notation::pdn::outcome;
use kamen_core::rules::Variant;
use kamen_files::write_whole_by;
use kamen_protocol::pdn::Game;
use reopened::Reopened;
use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// The examples of `kamen pdn find --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen pdn find games.pdn --after 'c3-d4 b6-a5'          games with this position, by any way
  kamen pdn find games.pdn --pattern 'W:W?d4:Ba5:Ec3,b6'  some squares given, the others free
  kamen pdn find games.pdn --material 12-12               so many pieces; kk-k for kings
  kamen pdn find games.pdn --result white --pdn won.pdn   writes the games
  kamen pdn find games.kidx --after c3-d4 --mirror        an index answers at once

A pattern is written as a FEN of which nothing but the named squares counts: W and B for what stands there, E for empty \
squares; K31 is a king, ?31 a man or a king. Without a side to move either may move.

Games with faults are left out. Exit status: 0, 1 if there is no such game, 2 if a file cannot be read.";

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// PDN files, or indexes of `kamen pdn index`; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// A position
    #[arg(long)]
    fen: Option<String>,
    /// The position after these moves from the start position, such as '32-28 19-23'
    #[arg(long, value_name = "MOVES")]
    after: Option<Opening>,
    /// Some squares of a position, such as 'W:W31,K32:B14:E33,34'
    #[arg(long)]
    pattern: Option<String>,
    /// White's and Black's pieces: numbers such as 4-3, or men and kings such as kk-k or 2km-3m
    #[arg(long, alias = "endgame", value_name = "MATERIAL")]
    material: Option<Material>,
    /// The same turned by 180 degrees with colours exchanged, too
    #[arg(long)]
    mirror: bool,
    #[command(flatten)]
    filter: Filter,
    /// Variant of games whose tags do not name it [default: guessed from the moves]
    #[arg(long, value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    variant: Option<Variant>,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    squares: SquareNames,
    /// Print only the number of games and their results
    #[arg(long, conflicts_with = "pdn")]
    count: bool,
    /// Write the games as PDN to a file, whole or not at all; - is standard output
    #[arg(long, value_name = "FILE", conflicts_with = "json", value_parser = output_parser())]
    pdn: Option<PathBuf>,
    /// Print a JSON object for each game
    #[arg(long)]
    json: bool,
}

/// How games are told.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    List,
    Pdn,
    Json,
    Count,
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    if arguments.terms().is_empty() && arguments.filter.is_empty() {
        let text = "expected what to find: --fen, --after, --pattern, --material, --player, --result or --opening";
        return Err(CliError::Usage(text.to_owned()));
    }
    let is_file = |path: &&PathBuf| path.as_os_str() != "-";
    let Some(path) = arguments.pdn.as_ref().filter(is_file) else {
        return Search::new(arguments).run(arguments.form(), out).map(drop);
    };
    let mut done = None;
    let written = write_whole_by(path, |file| {
        let mut file = BufWriter::new(file);
        let found = Search::new(arguments).run(Form::Pdn, &mut file);
        let outcome = match &found {
            Ok(_) => file.flush(),
            Err(_) => Err(io::ErrorKind::Interrupted.into()),
        };
        done = Some(found);
        outcome
    });
    let results = match (done, written) {
        (Some(Ok(_)) | None, Err(error)) | (Some(Err(CliError::Output(error))), _) => {
            return Err(PdnError::file(path, error).into());
        }
        (Some(found), _) => found?,
        (None, Ok(())) => Results::default(),
    };
    writeln!(
        out,
        "{}: {}: {results}",
        path.display(),
        count(results.games as usize, "game")
    )?;
    Ok(())
}

impl Arguments {
    fn terms(&self) -> Terms {
        Terms {
            fen: self.fen.clone(),
            after: self.after.as_ref().map(|moves| moves.0.clone()),
            pattern: self.pattern.clone(),
            material: self.material,
            mirror: self.mirror,
        }
    }

    fn form(&self) -> Form {
        match self {
            Arguments { count: true, .. } => Form::Count,
            Arguments { pdn: Some(_), .. } => Form::Pdn,
            Arguments { json: true, .. } => Form::Json,
            _ => Form::List,
        }
    }
}

/// A search at work.
struct Search<'a> {
    arguments: &'a Arguments,
    terms: Terms,
    chosen: Chosen<'a>,
    results: Results,
    /// Games looked at.
    games: u64,
    faulty: usize,
    /// Why there is nothing to find in a variant that was met, and whether there is in another.
    error: Option<QueryError>,
    is_legal: bool,
}

impl<'a> Search<'a> {
    fn new(arguments: &'a Arguments) -> Search<'a> {
        Search {
            arguments,
            terms: arguments.terms(),
            chosen: Chosen::new(&arguments.filter),
            results: Results::default(),
            games: 0,
            faulty: 0,
            error: None,
            is_legal: false,
        }
    }

    /// Tells what the files have.
    fn run(mut self, form: Form, out: &mut impl Write) -> Result<Results, CliError> {
        for path in &self.arguments.files {
            if !Index::is_at(path) {
                self.scan(path, form, out)?;
                continue;
            }
            let mut index = opened(path)?;
            if self.is_known() {
                self.ask(&mut index, form, out)?;
            } else {
                for path in files_of(&index) {
                    self.scan(&path, form, out)?;
                }
            }
        }
        self.finish(form, out)
    }

    /// Whether indexes have the answer.
    fn is_known(&self) -> bool {
        let Terms {
            pattern, material, ..
        } = &self.terms;
        self.terms.is_exact() && pattern.is_none() && material.is_none()
    }

    /// What is wanted in a variant.
    fn query(&mut self, variant: Variant) -> Option<Query> {
        match Query::new(variant, &self.terms) {
            Ok(query) => {
                self.is_legal = true;
                Some(query)
            }
            Err(error) => {
                self.error.get_or_insert(error);
                None
            }
        }
    }

    /// Looks at all games of a file.
    fn scan(&mut self, path: &Path, form: Form, out: &mut impl Write) -> Result<(), CliError> {
        let terms = &self.terms.clone();
        let queries: BTreeMap<Variant, Result<Query, QueryError>> = (Variant::ALL.into_iter())
            .map(|variant| (variant, Query::new(variant, terms)))
            .collect();
        let look = |game: &TextGame| -> Result<Vec<usize>, Option<QueryError>> {
            if game.first_fault().is_some() {
                return Err(None);
            }
            match queries.get(&game.played.variant) {
                Some(Ok(query)) if !terms.is_empty() => Ok(query.plies(&game.played.replay)),
                Some(Err(error)) => Err(Some(error.clone())),
                _ => Ok(Vec::new()),
            }
        };
        let filter = &self.arguments.filter;
        let is_of_use = |variant: Variant, game: &Game| match queries.get(&variant) {
            // The error is to be told.
            Some(Err(_)) => true,
            Some(Ok(query)) if !terms.is_empty() => {
                filter.has_tags(variant, game) && query.may_be_in(variant, game)
            }
            _ => filter.has_tags(variant, game),
        };
        let scan = Scan {
            is_of_use: &is_of_use,
            ..Scan::of_all(path, self.arguments.variant, self.arguments.reading)
        };
        let passed = scan.run(open(path), &look, &mut |game, plies| {
            self.games += 1;
            match plies {
                Err(None) => self.faulty += 1,
                Err(Some(error)) => {
                    self.error.get_or_insert(error);
                }
                Ok(plies) => {
                    self.is_legal = true;
                    let has_it = self.terms.is_empty() || !plies.is_empty();
                    if has_it && self.chosen.has(&game) {
                        self.tell(path, &game, &plies, form, out)?;
                    }
                }
            }
            Ok(ControlFlow::Continue(()))
        })?;
        self.games += passed;
        self.is_legal |= passed > 0;
        Ok(())
    }

    /// Asks an index.
    fn ask(&mut self, index: &mut Index, form: Form, out: &mut impl Write) -> Result<(), CliError> {
        self.games += index.games();
        let mut places: Vec<Occurrence> = Vec::new();
        for variant in index.variants() {
            let Some(query) = self.query(variant) else {
                continue;
            };
            for key in query.positions().map(key) {
                places.extend(index.find(key).map_err(PdnError::from)?);
            }
        }
        places.sort_unstable();
        places.dedup();
        let mut reopened = Reopened::default();
        for of_game in places.chunk_by(|one, next| one.game == next.game) {
            let Some(first) = of_game.first() else {
                continue;
            };
            let (known, source) = index.game(first.game).map_err(PdnError::from)?;
            if !self.arguments.filter.has_result(known.facts.result) {
                continue;
            }
            if form == Form::Count && !self.arguments.filter.needs_text() {
                self.results.add(known.facts.result);
                continue;
            }
            let source = source.clone();
            let plies: Vec<usize> = of_game.iter().map(|at| at.ply as usize).collect();
            let query = self.query(known.facts.variant);
            let is_it = |game: &TextGame| {
                let found = query.as_ref().map(|query| query.plies(&game.played.replay));
                game.number == u64::from(known.number) && found.as_ref() == Some(&plies)
            };
            let game = reopened.game(index, &source, &known, self.arguments.variant, &is_it)?;
            if self.chosen.has(&game) {
                self.tell(reopened.path(), &game, &plies, form, out)?;
            }
        }
        Ok(())
    }

    fn tell(
        &mut self,
        path: &Path,
        game: &TextGame,
        plies: &[usize],
        form: Form,
        out: &mut impl Write,
    ) -> Result<(), CliError> {
        let variant = game.played.variant;
        let letters =
            self.arguments.squares.are_letters(variant) && SquareNames::has_letters(variant);
        match form {
            Form::List => writeln!(out, "{}", Hit::new(path, game, plies, letters))?,
            Form::Json => print_json(&Hit::new(path, game, plies, letters), out)?,
            Form::Pdn => {
                let gap = if self.results.games > 0 { "\n" } else { "" };
                write!(out, "{gap}{}", game.read.game)?;
            }
            Form::Count => (),
        }
        self.results.add(outcome(variant, &game.read.game));
        Ok(())
    }

    fn finish(self, form: Form, out: &mut impl Write) -> Result<Results, CliError> {
        let results = self.results;
        if let (Some(error), false) = (self.error, self.is_legal) {
            return Err(PdnError::from(error).into());
        }
        let all = count(self.games as usize, "game");
        let left_out = match self.faulty {
            0 => String::new(),
            faulty => format!(", {faulty} of them left out for faults"),
        };
        if results.games == 0 {
            return Err(match self.chosen.illegal_opening() {
                Some(error) => CliError::Usage(format!("--opening: {error}")),
                None => PdnError::NoneFound(all + &left_out).into(),
            });
        }
        match form {
            Form::List => writeln!(out, "{} of {all}{left_out}: {results}", results.games)?,
            Form::Count if self.arguments.json => print_json(&results, out)?,
            Form::Count => writeln!(out, "{} of {all}{left_out}: {results}", results.games)?,
            Form::Pdn | Form::Json => (),
        }
        Ok(results)
    }
}
