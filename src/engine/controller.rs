//! What happens when: requests against the running search.

use super::typed::{AnyEngine, new_engine};
use super::{Event, Found, Level, Mode, Options, Reply, Request};
use crate::search::Control;
use crossbeam_channel::{Receiver, Sender};
use std::collections::VecDeque;
use std::sync::Arc;
use std::thread::JoinHandle;

/// A search in progress.
struct Job {
    id: u64,
    control: Arc<Control>,
    thread: JoinHandle<()>,
}

/// The engine's state and its rules of conversation. Give it a way to answer, then [`run`] it.
///
/// During a search only `Ping`, `Stop` and `PonderHit` are carried out; anything else stops the
/// search and waits for its answer, as Scan does.
///
/// [`run`]: Controller::run
pub struct Controller<W: FnMut(Reply)> {
    reply: W,
    events: Receiver<Event>,
    own_events: Sender<Event>,
    options: Options,
    /// The options of `engine`.
    applied: Options,
    engine: Option<Box<dyn AnyEngine>>,
    has_position: bool,
    level: Level,
    job: Option<Job>,
    next_id: u64,
    /// Requests that wait for the end of the search.
    held: VecDeque<Request>,
    quitting: bool,
}

impl<W: FnMut(Reply)> Controller<W> {
    /// A controller that begins with `options`, hears `events` (of which `own_events` is the other end) and answers
    /// through `reply`.
    pub fn new(
        options: Options,
        events: Receiver<Event>,
        own_events: Sender<Event>,
        reply: W,
    ) -> Self {
        Controller {
            reply,
            events,
            own_events,
            applied: options.clone(),
            options,
            engine: None,
            has_position: false,
            level: Level::default(),
            job: None,
            next_id: 0,
            held: VecDeque::new(),
            quitting: false,
        }
    }

    /// Runs until it is told to quit or the input ends.
    pub fn run(&mut self) {
        while !(self.quitting && self.job.is_none()) {
            let Ok(event) = self.events.recv() else {
                return;
            };
            match event {
                Event::Input(Ok(Request::Ping)) => self.answer(Reply::Pong),
                Event::Input(Ok(request)) => self.held.push_back(request),
                Event::Input(Err(message)) => self.answer(Reply::Error(message)),
                Event::Eof => self.quit(),
                Event::Search(id, found) => self.heard(id, found),
            }
            self.serve();
        }
    }

    fn answer(&mut self, reply: Reply) {
        (self.reply)(reply);
    }

    /// Carries out the requests that wait, as far as the search allows.
    fn serve(&mut self) {
        while let Some(request) = self.held.front() {
            match (&self.job, request) {
                (Some(job), Request::Stop) => job.control.stop(),
                (Some(job), Request::PonderHit) => job.control.start_clock(),
                (Some(job), _) => {
                    job.control.stop();
                    return;
                }
                (None, _) => {}
            }
            if let Some(request) = self.held.pop_front()
                && self.job.is_none()
            {
                self.carry_out(request);
            }
        }
    }

    /// Carries out a request while no search runs.
    fn carry_out(&mut self, request: Request) {
        match request {
            Request::Describe => self.answer(Reply::Description(self.options.describe())),
            Request::SetOption { name, value } => {
                if let Err(message) = self.options.set(&name, &value) {
                    self.answer(Reply::Error(message));
                }
            }
            Request::Prepare => self.prepare(),
            Request::Position { setup, moves, wolf } => match &mut self.engine {
                Some(engine) => match engine.set_position(&setup, &moves, wolf.as_deref()) {
                    Ok(()) => {
                        self.has_position = true;
                        self.level = Level::default();
                    }
                    Err(message) => self.answer(Reply::Error(message)),
                },
                None => self.answer(Reply::Error("no position before init".to_owned())),
            },
            Request::Level(level) => self.level.add(&level),
            Request::Go(mode) => self.go(mode),
            // Idle: nothing to stop, and nothing that was pondered on.
            Request::Stop | Request::PonderHit => {}
            Request::NewGame => {
                if let Some(engine) = &mut self.engine {
                    engine.new_game();
                }
            }
            Request::Ping => self.answer(Reply::Pong),
            Request::Quit => self.quit(),
        }
    }

    /// Applies the options: a new engine, which knows no position yet. Without memory for it the
    /// old one stays, and its options.
    fn prepare(&mut self) {
        match new_engine(&self.options) {
            Ok(engine) => {
                self.engine = Some(engine);
                self.applied = self.options.clone();
                self.has_position = false;
                self.level = Level::default();
                self.answer(Reply::Ready);
            }
            Err(message) => {
                self.answer(Reply::Error(message));
                self.options = self.applied.clone();
                // Whoever waits for `ready` waits for ever.
                if self.engine.is_some() {
                    self.answer(Reply::Ready);
                }
            }
        }
    }

    fn go(&mut self, mode: Mode) {
        let level = std::mem::take(&mut self.level);
        let engine = match &self.engine {
            Some(engine) if self.has_position => engine,
            _ => {
                let missing = if self.engine.is_some() { "pos" } else { "init" };
                self.answer(Reply::Error(format!(
                    "nothing to search, expected {missing} first"
                )));
                return self.no_answer();
            }
        };
        let control = Arc::new(match mode {
            Mode::Ponder => Control::pondering(),
            Mode::Think | Mode::Analyze => Control::new(),
        });
        let limits = match mode {
            Mode::Think | Mode::Ponder => {
                let Options { skill, seed, .. } = self.options;
                level
                    .to_play()
                    .with_skill(self.applied.variant, skill, seed)
            }
            Mode::Analyze => level.to_analyse(),
        };
        self.next_id += 1;
        let (id, events) = (self.next_id, self.own_events.clone());
        let report = Box::new(move |found| {
            // Nobody listens any more only when the process is about to end.
            let _ = events.send(Event::Search(id, found));
        });
        match engine.start(limits, Arc::clone(&control), report) {
            Ok(thread) => {
                self.job = Some(Job {
                    id,
                    control,
                    thread,
                });
            }
            Err(error) => {
                self.answer(Reply::Error(format!("the search cannot start, {error}")));
                self.no_answer();
            }
        }
    }

    /// Every `Go` gets its `Done`, also one that cannot be carried out: clients wait for it.
    fn no_answer(&mut self) {
        let (best, ponder) = (None, None);
        self.answer(Reply::Done { best, ponder });
    }

    /// Passes on what the search with this number found, if it is the present one.
    fn heard(&mut self, id: u64, found: Found) {
        if self.job.as_ref().is_none_or(|job| job.id != id) {
            return;
        }
        match found {
            Found::Info(report) => self.answer(Reply::Info(report)),
            Found::Done { best, ponder } => {
                if let Some(job) = self.job.take()
                    && job.thread.join().is_err()
                {
                    log::error!("the search thread ended badly");
                }
                let ponder = ponder.filter(|_| self.options.ponder);
                self.answer(Reply::Done { best, ponder });
            }
        }
    }

    fn quit(&mut self) {
        self.quitting = true;
        self.held.clear();
        if let Some(job) = &self.job {
            job.control.stop();
        }
    }
}
