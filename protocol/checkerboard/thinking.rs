//! Finds the move of `getmove`. Begin with [`Thinker::think`].

use crate::folder;
use crate::game::Board;
use crate::moves::{CbMove, Played};
use crate::report::{Report, verdict};
use crate::settings::Settings;
use crossbeam_channel::{RecvTimeoutError, unbounded};
use kamen_book::{Book, BookMove};
use kamen_core::rules::GameResult;
use kamen_core::{AnyGame, AnyMove, AnyPosition};
use kamen_eval::Choice;
use kamen_search::{
    Answer, Control, Engine, Level, Limits, Overhead, Progress, STACK_BYTES, Style,
};
use kamen_tables::Tables;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use std::num::NonZero;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// What `getmove` asks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question {
    pub(crate) board: Board,
    /// Who is to move: 1 for White, 2 for Black.
    pub(crate) color: i32,
    /// Seconds to think.
    pub(crate) seconds: f64,
    /// Bits; see [`Question::limits`].
    pub(crate) info: i32,
    /// Two numbers of 16 bits: time on the clock and increment.
    pub(crate) more: i32,
}

/// Who asks: hears how far the search is, and may want the move at once.
pub(crate) trait Asker {
    /// Shows a line, in place of the last.
    fn show(&mut self, line: &str);
    /// Whether the move is wanted now.
    fn is_waiting(&self) -> bool;
}

/// What `getmove` says of the game: `CB_DRAW` and its like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Draw = 0,
    Win = 1,
    Loss = 2,
    Unknown = 3,
}

/// The move, for who asks.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) verdict: Verdict,
    /// The board after the move, and the move, if there is one.
    pub(crate) played: Option<(Board, CbMove)>,
}

impl Reply {
    /// No move.
    pub(crate) fn without_move(verdict: Verdict) -> Reply {
        let played = None;
        Reply { verdict, played }
    }
}

/// How often it looks whether the move is wanted.
const ATTENTION: Duration = Duration::from_millis(5);

/// How much worse than the best a move of the book may be, in centi-men, for CheckerBoard's "all kinds of moves", "good moves"
/// and "best moves".
const BOOK_MARGINS: [u32; 3] = [40, 15, 0];

/// The longest time for a move, in seconds: years.
const LONGEST: f64 = 1e8;

/// An engine that remembers what it was built of.
#[derive(Debug, Default)]
pub(crate) struct Thinker {
    built: Option<Built>,
    /// How many moves it was asked for, so that the book's choices differ.
    moves: u64,
}

#[derive(Debug)]
struct Built {
    settings: Settings,
    engine: Engine,
    book: Option<Book>,
    /// What is wrong with the files that the settings name.
    fault: Option<String>,
}

impl Thinker {
    /// Finds a move.
    pub(crate) fn think(
        &mut self,
        settings: &Settings,
        question: &Question,
        asker: &mut dyn Asker,
    ) -> Reply {
        match self.find(settings, question, asker) {
            Ok(reply) => reply,
            Err(fault) => {
                asker.show(&format!("Kamen: {fault}"));
                Reply::without_move(Verdict::Unknown)
            }
        }
    }

    fn find(
        &mut self,
        settings: &Settings,
        question: &Question,
        asker: &mut dyn Asker,
    ) -> Result<Reply, String> {
        let position = (settings.game.read(&question.board, question.color))
            .map_err(|error| format!("no position of {}: {error}", settings.game.variant))?;
        let game = game_of(settings, position);
        if game.legal_moves().is_empty() {
            asker.show("no legal move");
            return Ok(Reply::without_move(Verdict::Loss));
        }
        self.moves += 1;
        let choice = self.moves;
        let built = self.built(settings)?;
        let from_book = built.book_move(&position, settings.book, choice);
        if let Some(m) = from_book.filter(|_| !settings.all_scores) {
            let line = settings.game.line(&position, &[m.played]);
            asker.show(&format!("book  {}  {line}", verdict(&position, m.score())));
            return reply(settings, &game, &m.played, Verdict::Unknown);
        }
        let answer = built.search(&game, question.limits(settings, &game), asker)?;
        let verdict = match answer.score {
            score if !score.is_decided() => Verdict::Unknown,
            score if score.0 > 0 => Verdict::Win,
            _ => Verdict::Loss,
        };
        let best = answer.best.ok_or("the search has found no move")?;
        reply(settings, &game, &best, verdict)
    }

    /// The engine of some settings: the last one, if it is the same.
    fn built(&mut self, settings: &Settings) -> Result<&Built, String> {
        let built = match self.built.take() {
            Some(built) if built.is_of(settings) => built,
            other => {
                // Its memory goes first.
                drop(other);
                Built::new(settings)?
            }
        };
        Ok(self.built.insert(built))
    }
}

impl Built {
    fn new(settings: &Settings) -> Result<Built, String> {
        let variant = settings.game.variant;
        let mut fault = None;
        let engine = Engine::with(variant, &Choice::default(), settings.tt_size());
        let mut engine = engine
            .map_err(|error| error.to_string())?
            .on_threads(settings.threads);
        if settings.has_tables {
            let mut tables = Tables::new(variant);
            tables.add_embedded(settings.most_pieces);
            if !settings.table_folder.is_empty() {
                let root = &settings.table_folder;
                fault = folder::add(&mut tables, root, settings.most_pieces).err();
            }
            let tables = tables.with_cache(settings.table_bytes());
            engine = engine
                .with_tables(Arc::new(tables))
                .map_err(|error| error.to_string())?;
        }
        let book = match settings.book_path() {
            None => Book::embedded(variant),
            Some(path) => match Book::read_of(&path, variant) {
                Ok(book) => Some(book),
                Err(error) => {
                    fault = fault.or(Some(error.to_string()));
                    None
                }
            },
        };
        Ok(Built {
            settings: settings.clone(),
            engine,
            book,
            fault,
        })
    }

    /// Whether it is the engine of some settings.
    fn is_of(&self, settings: &Settings) -> bool {
        let parts = |of: &Settings| {
            let tables = (of.has_tables, of.most_pieces, of.table_bytes());
            (of.game, of.tt_size(), of.threads, tables)
        };
        let files = |of: &Settings| (of.book_path(), of.table_folder.clone());
        parts(&self.settings) == parts(settings) && files(&self.settings) == files(settings)
    }

    /// A move of the book, of a strength from 0 (no book) to 3.
    fn book_move(&self, position: &AnyPosition, strength: u32, choice: u64) -> Option<BookMove> {
        let margin = BOOK_MARGINS.get(strength.checked_sub(1)? as usize)?;
        let mut random = Pcg64Mcg::seed_from_u64(choice);
        self.book.as_ref()?.choose(position, *margin, &mut random)
    }

    /// Searches on a thread of its own, which has the stack for it, and shows how far it is.
    fn search(
        &self,
        game: &AnyGame,
        limits: Limits,
        asker: &mut dyn Asker,
    ) -> Result<Answer, String> {
        let (engine, control) = (&self.engine, &Control::new());
        let (sender, told) = unbounded();
        let mut report = Report::new(self.settings.game, self.fault.as_deref());
        // It owns the sender, whose end ends the loop below.
        let search = move || {
            let mut tell = |progress: &Progress| drop(sender.send(progress.clone()));
            engine.think_with(game, &limits, control, &mut tell)
        };
        thread::scope(|scope| {
            let searcher = thread::Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, search)
                .map_err(|error| format!("no thread can be started: {error}"))?;
            loop {
                if asker.is_waiting() {
                    control.stop();
                }
                match told.recv_timeout(ATTENTION) {
                    Ok(progress) => asker.show(&report.line(game, progress)),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
            let answer = searcher.join().map_err(|_| "the search has failed")?;
            answer.map_err(|error| error.to_string())
        })
    }
}

impl Question {
    /// What ends the search. Bit 1 of `info` asks for all of the time and not more; bits 2 and 3 say that `more` has the time on the
    /// clock and the increment, in thousandths, hundredths or tenths of a second.
    fn limits(&self, settings: &Settings, game: &AnyGame) -> Limits {
        const EXACT: i32 = 2;
        let unit = match self.info >> 2 & 3 {
            0 => None,
            1 => Some(0.001),
            2 => Some(0.01),
            _ => Some(0.1),
        };
        let seconds = match self.seconds.is_nan() {
            true => 0.0,
            false => self.seconds.clamp(0.0, LONGEST),
        };
        let level = match unit {
            None => Level {
                move_time: Some(seconds),
                ..Level::default()
            },
            Some(unit) => {
                let [increment, time] = [self.more & 0xffff, self.more >> 16 & 0xffff];
                let increment = f64::from(increment) * unit;
                Level {
                    // The increment of this move is still to come.
                    time: Some(f64::from(time) * unit - increment),
                    increment: Some(increment),
                    ..Level::default()
                }
            }
        };
        let mut limits = level.to_play(Overhead::default(), phase(game.position()));
        limits.answer_lone_move = self.info & EXACT == 0;
        limits.style = Style {
            full_width: settings.solve,
            ..Style::default()
        };
        if settings.all_scores {
            let moves = u32::try_from(game.legal_moves().len()).unwrap_or(u32::MAX);
            limits.lines = NonZero::new(moves).unwrap_or(NonZero::<u32>::MIN);
        }
        limits
    }
}

/// The part of the pieces of the initial position that is still there.
fn phase(position: &AnyPosition) -> f64 {
    let pieces = |position: &AnyPosition| position.pieces().count() as f64;
    let start = pieces(&AnyPosition::start(position.variant()));
    (pieces(position) / start).min(1.0)
}

/// The game that led to a position, if it is known.
fn game_of(settings: &Settings, position: AnyPosition) -> AnyGame {
    let history = settings.history.as_ref();
    let told = history.filter(|game| *game.position() == position);
    told.cloned().unwrap_or_else(|| AnyGame::new(position))
}

/// A move, after which the game may be over.
fn reply(
    settings: &Settings,
    game: &AnyGame,
    m: &AnyMove,
    verdict: Verdict,
) -> Result<Reply, String> {
    let own = settings.game;
    let played = Played::of(own, game.position(), m).ok_or("a move beyond the board")?;
    let mut after = game.clone();
    after.play(m).map_err(|error| error.to_string())?;
    let verdict = match after.over().map(|over| over.result()) {
        None => verdict,
        Some(GameResult::Draw) => Verdict::Draw,
        Some(result) if result.winner() == Some(game.turn()) => Verdict::Win,
        Some(_) => Verdict::Loss,
    };
    Ok(Reply {
        verdict,
        played: Some((own.write(after.position()), played.cb())),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::GAMES;
    use kamen_core::{Color, Variant};

    /// The last line of the status bar.
    struct Status(String);

    impl Asker for Status {
        fn show(&mut self, line: &str) {
            self.0 = line.to_owned();
        }

        fn is_waiting(&self) -> bool {
            false
        }
    }

    /// What is shown of a position of English draughts, with some options set.
    fn shown(position: &AnyPosition, options: &[(&str, &str)]) -> String {
        let mut settings = Settings::new(GAMES[0]);
        for (name, value) in [("hashsize", "1")].iter().chain(options) {
            settings.set(name, value).unwrap();
        }
        let question = Question {
            board: settings.game.write(position),
            color: if position.turn() == Color::White {
                1
            } else {
                2
            },
            seconds: 0.1,
            info: 0,
            more: 0,
        };
        let mut status = Status(String::new());
        let reply = Thinker::default().think(&settings, &question, &mut status);
        assert!(reply.played.is_some(), "{}", status.0);
        status.0
    }

    fn english(fen: &str) -> AnyPosition {
        AnyPosition::parse_fen(Variant::English, fen).unwrap()
    }

    #[test]
    fn scores_are_those_of_black_whoever_is_to_move() {
        let white_is_ahead = english("W:W21-32:B1-10");
        let black_is_ahead = english("B:W23-32:B1-12");
        for (position, sign) in [(white_is_ahead, '-'), (black_is_ahead, '+')] {
            let line = shown(&position, &[]);
            let parts: Vec<&str> = line.split("  ").collect();
            let [_, score, _, _, moves] = parts[..] else {
                panic!("{line}");
            };
            assert!(score.starts_with(sign), "{line}");
            assert!(moves.contains(['-', 'x']), "{line}");
            let all = shown(&position, &[("allscores", "1")]);
            let best = all.split("  ").nth(1).and_then(|best| best.split_once(' '));
            assert!(
                best.is_some_and(|(_, score)| score.starts_with(sign)),
                "{all}"
            );
        }
    }

    #[test]
    fn scores_of_the_book_are_those_of_black() {
        let mut game = AnyGame::new(AnyPosition::start(Variant::English));
        game.play_text("11-15").unwrap();
        let book = Book::embedded(Variant::English).unwrap();
        let own = book.moves(game.position())[0].score().0;
        assert_ne!(own, 0);
        let line = shown(game.position(), &[]);
        let expected = format!("book  {:+.2}  ", f64::from(-own) / 100.0);
        assert!(line.starts_with(&expected), "{line}, expected {expected}");
    }

    #[test]
    fn the_end_is_told_where_all_moves_have_scores() {
        let line = shown(&english("W:W19,20:B12"), &[("allscores", "1")]);
        assert!(line.contains("20-16 wins in 1"), "{line}");
    }

    #[test]
    fn a_folder_without_tables_is_named() {
        let line = shown(&english("W:W21-32:B1-10"), &[("dbpath", "/none/such")]);
        assert!(line.starts_with("no tables in /none/such"), "{line}");
    }
}
