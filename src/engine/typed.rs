//! One variant's engine behind a type that does not name the variant.

use super::{Found, Options, Report, Setup};
use crate::eval::Evaluation;
use crate::movegen::legal_moves;
use crate::notation::{
    Frame, Numbers, hub_move_in, parse_hub_position_in, parse_move_in, parse_wolf,
};
use crate::rules::{Game, MoveOf, Position, Rules, Variant};
use crate::search::{
    Control, Handler, Info, Limits, Resources, STACK_BYTES, TranspositionTable, search,
};
use crate::with_rules;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::JoinHandle;

/// An engine for one variant.
pub(super) trait AnyEngine: Send {
    /// Sets the position.
    ///
    /// # Errors
    /// What is wrong with it; the old one stays.
    fn set_position(
        &mut self,
        setup: &Setup,
        moves: &[String],
        wolf: Option<&str>,
    ) -> Result<(), String>;

    /// Forgets what was learned in the last game.
    fn new_game(&mut self);

    /// Starts a search on a thread of its own. `report` hears of it and gets one `Done` in the end.
    fn start(
        &self,
        limits: Limits,
        control: Arc<Control>,
        report: Box<dyn Fn(Found) + Send>,
    ) -> std::io::Result<JoinHandle<()>>;
}

/// Makes the engine that the options ask for.
///
/// # Errors
/// When there is no memory for the table.
pub(super) fn new_engine(options: &Options) -> Result<Box<dyn AnyEngine>, String> {
    let variant = options.variant;
    let evaluation = Evaluation::load(variant, &options.eval).map_err(|error| error.to_string())?;
    let table = TranspositionTable::new(options.tt_size).ok_or_else(|| {
        let mib = TranspositionTable::bytes(options.tt_size) >> 20;
        format!("no memory for tt-size {} ({mib} MiB)", options.tt_size)
    })?;
    let table = Arc::new(table);
    Ok(with_rules!(variant, R => Box::new(TypedEngine::<R>::new(options, evaluation, table))))
}

struct TypedEngine<R: Rules> {
    variant: Variant,
    frame: Frame,
    game: Game<R>,
    table: Arc<TranspositionTable>,
    evaluation: Evaluation,
    threads: usize,
}

impl<R: Rules> TypedEngine<R> {
    fn new(options: &Options, evaluation: Evaluation, table: Arc<TranspositionTable>) -> Self {
        let variant = options.variant;
        TypedEngine {
            variant,
            frame: options.frame,
            threads: options.threads,
            game: Game::new(variant, Position::start(variant)),
            table,
            evaluation,
        }
    }

    /// Reads a game that is written in a frame.
    fn read(
        &self,
        frame: Frame,
        setup: &Setup,
        moves: &[String],
        wolf: Option<&str>,
    ) -> Result<Game<R>, String> {
        let mut position = match setup {
            Setup::Start => Position::start(self.variant),
            Setup::Hub(text) => {
                parse_hub_position_in(frame, self.variant, text).map_err(|e| e.to_string())?
            }
        };
        if let Some(wolf) = wolf {
            parse_wolf(&mut position, wolf).map_err(|e| e.to_string())?;
        }
        let mut game = Game::new(self.variant, position);
        let numbers = frame.numbers(self.variant);
        for (i, text) in moves.iter().enumerate() {
            let m = parse_move_in(numbers, game.position(), text)
                .map_err(|e| format!("move {} of the list: {e}", i + 1))?;
            game.play(&m);
        }
        Ok(game)
    }
}

impl<R: Rules> AnyEngine for TypedEngine<R> {
    fn set_position(
        &mut self,
        setup: &Setup,
        moves: &[String],
        wolf: Option<&str>,
    ) -> Result<(), String> {
        let game = self.read(self.frame, setup, moves, wolf);
        let game = game.map_err(|error| {
            let fits = |frame: &&Frame| self.read(**frame, setup, moves, wolf).is_ok();
            match Frame::ALL.iter().find(fits) {
                Some(frame) => format!("{error} (the game fits the frame {frame})"),
                None => error,
            }
        })?;
        self.game = game;
        Ok(())
    }

    fn new_game(&mut self) {
        self.table.clear();
    }

    fn start(
        &self,
        limits: Limits,
        control: Arc<Control>,
        report: Box<dyn Fn(Found) + Send>,
    ) -> std::io::Result<JoinHandle<()>> {
        let game = self.game.clone();
        let table = Arc::clone(&self.table);
        let evaluation = self.evaluation.clone();
        let threads = self.threads;
        let numbers = self.frame.numbers(self.variant);
        std::thread::Builder::new()
            .name("search".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(move || {
                let mut reporter = Reporter::new(numbers, &*report);
                let resources = Resources {
                    evaluator: &evaluation,
                    tt: &table,
                    threads,
                };
                run(&game, resources, &limits, &control, &mut reporter);
            })
    }
}

/// Searches, and answers even if the search fails.
fn run<R: Rules>(
    game: &Game<R>,
    resources: Resources<'_, Evaluation>,
    limits: &Limits,
    control: &Control,
    reporter: &mut Reporter<R>,
) {
    let searched = catch_unwind(AssertUnwindSafe(|| {
        search(game, resources, limits, control, reporter)
    }));
    let (best, ponder) = match searched {
        Ok(outcome) => (outcome.best, outcome.ponder),
        Err(_) => {
            log::error!("the search failed; answering with the last completed move");
            let mut moves = Vec::new();
            legal_moves(game.position(), &mut moves);
            (reporter.pv.first().or(moves.first()).copied(), None)
        }
    };
    (reporter.report)(Found::Done {
        best: best.as_ref().map(|m| reporter.text(m)),
        ponder: ponder.as_ref().map(|m| reporter.text(m)),
    });
}

/// Passes on what the search finds, as text.
struct Reporter<'a, R: Rules> {
    numbers: Numbers,
    report: &'a dyn Fn(Found),
    pv: Vec<MoveOf<R>>,
}

impl<'a, R: Rules> Reporter<'a, R> {
    fn new(numbers: Numbers, report: &'a dyn Fn(Found)) -> Self {
        let pv = Vec::new();
        Reporter {
            numbers,
            report,
            pv,
        }
    }

    fn text(&self, m: &MoveOf<R>) -> String {
        hub_move_in::<R>(self.numbers, m)
    }
}

impl<R: Rules> Handler<R> for Reporter<'_, R> {
    fn iteration(&mut self, info: &Info<R>) {
        self.pv.clone_from(&info.pv);
        (self.report)(Found::Info(Report {
            depth: info.depth,
            mean_depth: info.mean_depth,
            score: info.score,
            nodes: info.nodes,
            time: info.time,
            pv: info.pv.iter().map(|m| self.text(m)).collect(),
        }));
    }
}
