//! An engine or a player with its game, set up from the client's texts. Begin with [`Session::new`].

use super::client_game::ClientGame;
use super::engine_or_player::{EngineOrPlayer, SessionError};
use super::resources::book;
use super::shared::{Reserved, Shared};
use super::{Found, Go, Options, SearchInfo, Setup};
use kamen_book::Book;
use kamen_core::board::Color;
use kamen_core::game::{AnyGame, AnyMove, AnyPosition, GameLine};
use kamen_core::notation::{Diagram, Frame, MoveError, Numbers, PositionError};
use kamen_core::rules::Variant;
use kamen_eval::{Chances, explain};
use kamen_files::panic_message;
use kamen_search::{Control, Limits, Progress};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, PoisonError};
use std::time::Duration;

/// Why a position cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The initial position is invalid.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move of the list is invalid.
    #[error("move {number} of the list: {error}")]
    Move {
        /// Its place in the list, from 1.
        number: usize,
        /// The fault.
        error: MoveError,
    },
    /// A built-in player is asked for what only the engine does.
    #[error(
        "a built-in player has neither several lines nor a choice of moves nor a win to look for, expected player=kamen for that"
    )]
    Player,
    /// The game is written in another frame.
    #[error("{error} (the game fits the frame {frame})")]
    Frame {
        /// The fault in the frame that is set.
        error: Box<SetupError>,
        /// The frame in which the game is valid.
        frame: Frame,
    },
}

/// The most moves of a line of the book that are reported.
const BOOK_LINE: usize = 20;

/// The work of a search, to be done once, beside the controller.
pub type Work = Box<dyn FnOnce() + Send>;

/// What is searched for.
pub(super) struct Search {
    /// What ends it.
    pub(super) limits: Limits,
    /// A win within so many plies, instead of the best move.
    pub(super) win_within: Option<u32>,
}

/// Who plays, and the game.
pub(super) struct Session {
    player: EngineOrPlayer,
    shared: Arc<Shared>,
    /// The threads of its searches.
    threads: usize,
    /// Dropped after the player.
    _memory: Option<Reserved>,
    book: Option<Book>,
    seed: u64,
    /// How many games have begun.
    games: u64,
    frame: Frame,
    game: AnyGame,
    /// The game as a whole.
    client_game: ClientGame,
}

impl Session {
    /// Builds the engine or the player that the options ask for, at the start of a game.
    ///
    /// # Errors
    /// The table cannot be allocated, or a file cannot be used.
    pub(super) fn new(options: &Options, shared: &Arc<Shared>) -> Result<Session, SessionError> {
        let (threads, memory) = match options.player {
            Some(_) => (1, None),
            None => (options.threads, Some(shared.reserve(options.tt_size)?)),
        };
        Ok(Session {
            player: EngineOrPlayer::new(options, shared)?,
            shared: Arc::clone(shared),
            threads,
            _memory: memory,
            book: book(options)?,
            seed: options.seed,
            games: 0,
            frame: options.frame,
            game: AnyGame::start(options.variant),
            client_game: ClientGame::new(AnyPosition::start(options.variant)),
        })
    }

    fn variant(&self) -> Variant {
        self.game.variant()
    }

    /// Sets the position.
    ///
    /// # Errors
    /// The position or a move is invalid; the old position stays.
    pub(super) fn set_position(
        &mut self,
        setup: &Setup,
        moves: &[String],
        wolf: Option<&str>,
    ) -> Result<(), SetupError> {
        let read = self.read(self.frame, setup, moves, wolf);
        let (line, game) = read.map_err(|error| {
            let fits = |frame: &&Frame| self.read(**frame, setup, moves, wolf).is_ok();
            match Frame::ALL.iter().find(fits) {
                Some(&frame) => SetupError::Frame {
                    error: Box::new(error),
                    frame,
                },
                None => error,
            }
        })?;
        self.game = game;
        self.hear_end();
        self.client_game.follow(line.start, &line.moves);
        self.hear_end();
        Ok(())
    }

    /// Limits a search to the moves of the present position that are asked for, if any are.
    ///
    /// # Errors
    /// A move is none, or is not legal; or a built-in player is asked.
    pub(super) fn limit(&self, control: &Control, go: &Go) -> Result<(), SetupError> {
        let is_plain = go.moves.is_empty()
            && go.lines.is_none_or(|lines| lines == 1)
            && go.win_within.is_none();
        if matches!(self.player, EngineOrPlayer::Player(_)) && !is_plain {
            return Err(SetupError::Player);
        }
        let numbers = self.frame.numbers(self.variant());
        let position = self.game.position();
        let after = go.moves.iter().enumerate().map(|(i, text)| {
            let read = position.parse_move_in(numbers, text);
            let number = i + 1;
            let m = read.map_err(|error| SetupError::Move { number, error })?;
            Ok(position.after_legal(&m).key())
        });
        control.choose(after.collect::<Result<_, SetupError>>()?);
        Ok(())
    }

    /// The plies of the game before the present position, as far as is known.
    pub(super) fn plies(&self) -> usize {
        self.client_game.plies()
    }

    /// The part of the pieces of the start position that is still on the board, from 0 to 1.
    pub(super) fn phase(&self) -> f64 {
        let pieces = |position: &AnyPosition| -> usize {
            let sides = [Color::White, Color::Black].map(|color| position.census(color));
            sides.iter().flatten().sum()
        };
        let start = pieces(&AnyPosition::start(self.variant()));
        (pieces(self.game.position()) as f64 / start as f64).min(1.0)
    }

    /// A move of the opening book, with its report. In the first `plies` of the game it may be `margin` centi-men worse than the best.
    pub(super) fn book_move(&self, plies: u32, margin: u32) -> Option<(SearchInfo, Vec<String>)> {
        let book = self.book.as_ref()?;
        let played = self.client_game.plies();
        let margin = if played < plies as usize { margin } else { 0 };
        let choice = (self.seed.wrapping_add(self.games) << 16).wrapping_add(played as u64);
        let mut random = Pcg64Mcg::seed_from_u64(choice);
        let chosen = book.choose(self.game.position(), margin, &mut random)?;
        let numbers = self.frame.numbers(self.variant());
        let mut line = vec![chosen.played.hub_in(numbers)];
        let rest = book.line(&chosen.after, BOOK_LINE - 1);
        line.extend(rest.iter().map(|m| m.hub_in(numbers)));
        let report = SearchInfo {
            depth: line.len() as u32,
            mean_depth: line.len() as f64,
            score: chosen.score(),
            nodes: 0,
            time: Duration::ZERO,
            pv: line.clone(),
            line: None,
            is_analysis: false,
            statistics: None,
            wdl: Some(Chances::of(self.variant(), chosen.score()).permille()),
        };
        Some((report, line))
    }

    /// The move that the last search has found is made.
    pub(super) fn answered(&mut self, best: &str) {
        let numbers = self.frame.numbers(self.variant());
        if let Ok(m) = self.game.position().parse_move_in(numbers, best) {
            self.client_game.add(&m);
        }
    }

    /// Learns what there is to learn, and waits until that is done.
    pub(super) fn close(&mut self) {
        self.hear_end();
        if let EngineOrPlayer::Engine(_, Some(experience)) = &self.player {
            experience.wait();
        }
    }

    /// If the game has ended by the rules, whoever learns from it hears of it.
    pub(super) fn hear_end(&mut self) {
        let Some((line, result)) = self.client_game.take_end() else {
            return;
        };
        match &self.player {
            EngineOrPlayer::Engine(_, experience) => {
                if let Some(experience) = experience {
                    experience.learn(&line, result);
                }
            }
            EngineOrPlayer::Player(player) => {
                let mut player = player.lock().unwrap_or_else(PoisonError::into_inner);
                player.game_over(&line, result, None);
            }
        }
    }

    /// Parses a game written in a frame.
    fn read(
        &self,
        frame: Frame,
        setup: &Setup,
        moves: &[String],
        wolf: Option<&str>,
    ) -> Result<(GameLine, AnyGame), SetupError> {
        let variant = self.variant();
        let mut position = match setup {
            Setup::Start => AnyPosition::start(variant),
            Setup::Hub(text) => AnyPosition::parse_hub_in(frame, variant, text)?,
        };
        if let Some(wolf) = wolf {
            position.set_wolf(wolf)?;
        }
        let (mut line, mut game) = (GameLine::new(position), AnyGame::new(position));
        let numbers = frame.numbers(variant);
        for (i, text) in moves.iter().enumerate() {
            let number = i + 1;
            let played = game.play_text_in(numbers, text);
            let played = played.map_err(|error| SetupError::Move { number, error })?;
            line.moves.push(played);
        }
        Ok((line, game))
    }

    /// Forgets what earlier searches learned. Each game of a player has random choices of its own.
    pub(super) fn new_game(&mut self) {
        self.hear_end();
        self.client_game = ClientGame::new(AnyPosition::start(self.variant()));
        self.games += 1;
        match &self.player {
            EngineOrPlayer::Engine(engine, experience) => {
                engine.forget();
                if let Some(experience) = experience {
                    experience.refresh();
                }
            }
            EngineOrPlayer::Player(player) => {
                let mut player = player.lock().unwrap_or_else(PoisonError::into_inner);
                player.new_game(self.seed.wrapping_add(self.games));
            }
        }
    }

    /// The position as a person reads it.
    pub(super) fn board(&self) -> String {
        let position = self.game.position();
        format!("{}{position}\n", Diagram::new(*position))
    }

    /// What the evaluation says of the position.
    pub(super) fn evaluation(&self) -> String {
        match &self.player {
            EngineOrPlayer::Engine(engine, _) => {
                let position = self.game.position();
                let score = explain(engine.evaluation(), position).score;
                let captures = match position.can_capture() {
                    true => "; a capture is due, of which it knows nothing",
                    false => "",
                };
                let men = f64::from(score.0) / 100.0;
                format!("{men:+.2} for White by {}{captures}\n", engine.evaluation())
            }
            EngineOrPlayer::Player(_) => "a built-in player does not say\n".to_owned(),
        }
    }

    /// Turns the board and exchanges the colours. A new game begins there.
    pub(super) fn flip(&mut self) {
        let position = self.game.position().half_turned();
        self.game = AnyGame::new(position);
        self.client_game = ClientGame::new(position);
    }

    /// The work of a search. `report` receives its progress and finally one `Done`.
    pub(super) fn work(
        &self,
        search: Search,
        control: Arc<Control>,
        report: Box<dyn Fn(Found) + Send>,
    ) -> Work {
        let (mut player, game) = (self.player.clone(), self.game.clone());
        if search.win_within.is_some() {
            player = player.without_tables();
        }
        let (shared, threads) = (Arc::clone(&self.shared), self.threads);
        let numbers = self.frame.numbers(self.variant());
        Box::new(move || {
            shared.search(threads, &control, &search.limits, |pause| {
                run(&player, &game, &search, &control, numbers, &*report, pause);
            });
        })
    }
}

/// Searches. If the search panics, reports that and answers with the last completed move.
fn run(
    player: &EngineOrPlayer,
    game: &AnyGame,
    search: &Search,
    control: &Control,
    numbers: Numbers,
    report: &dyn Fn(Found),
    pause: &mut dyn FnMut(),
) {
    let mut pv: Vec<AnyMove> = Vec::new();
    let mut is_won = false;
    let mut progress = |progress: &Progress| {
        if let Some(plies) = search.win_within {
            let end = progress.score.plies_to_end();
            is_won = progress.score.0 > 0 && end.is_some_and(|end| end <= plies);
            if is_won {
                control.stop();
            }
        }
        // Of several lines the best comes last.
        if progress.line.is_none_or(|line| line == 1) {
            pv.clone_from(&progress.pv);
        }
        report(Found::Info(SearchInfo {
            depth: progress.depth,
            mean_depth: progress.mean_depth,
            score: progress.score,
            nodes: progress.nodes,
            time: progress.time,
            pv: progress.pv.iter().map(|m| m.hub_in(numbers)).collect(),
            line: progress.line,
            is_analysis: false,
            statistics: Some(progress.statistics),
            wdl: Some(Chances::of(game.variant(), progress.score).permille()),
        }));
        pause();
    };
    let think = || player.think(game, &search.limits, control, &mut progress);
    let found = catch_unwind(AssertUnwindSafe(think));
    let last_move = || (pv.first().or(game.legal_moves().first()).copied(), None);
    let ((best, ponder), failure) = match found {
        Ok(Ok(answer)) => (answer, control.failure().map(str::to_owned)),
        Ok(Err(error)) => (last_move(), Some(error.to_string())),
        Err(panic) => (last_move(), Some(panic_message(&*panic))),
    };
    if let Some(failure) = failure {
        report(Found::Failed(failure));
    }
    let text = |m: AnyMove| m.hub_in(numbers);
    let best = best.filter(|_| search.win_within.is_none() || is_won);
    report(Found::Done {
        best: best.map(text),
        ponder: ponder.filter(|_| best.is_some()).map(text),
    });
}

#[cfg(test)]
mod tests;
