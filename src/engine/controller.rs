//! Carries out requests in order, around the running search. Begin with [`Controller::run`].

use super::answers;
use super::lag::Lag;
use super::session::{Search, Session, Work};
use super::shared::Shared;
use super::{Event, Found, Go, Level, Mode, Options, Question, Reply, Request};
use crossbeam_channel::{Receiver, Sender, bounded, never, select, unbounded};
use kamen_search::{Control, Limits, Overhead, STACK_BYTES};
use std::collections::VecDeque;
use std::io;
use std::num::NonZero;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

/// Requests held while a search ends; then what comes in has to wait.
const HELD: usize = 16;
/// Reports of the search that wait to be passed on; then it has to wait.
const REPORTS: usize = 64;

/// Has the work of a search done; where that is on a thread, it is joined in the end.
type Starter = Box<dyn FnMut(Work) -> io::Result<Option<JoinHandle<()>>>>;

/// A report of the search with this number.
type Report = (u64, Found);

/// What the controller hears.
enum Heard {
    Input(Event),
    Search(Report),
}

/// A search in progress.
struct Job {
    id: u64,
    control: Arc<Control>,
    thread: Option<JoinHandle<()>>,
    /// Its purpose; its move is made if that is to think.
    mode: Mode,
    /// The time after which it stops.
    hard: Option<Duration>,
}

/// The engine's state machine. Create it with a reply function, then [`run`] it.
///
/// During a search only `Ping`, `Stop` and `PonderHit` are carried out at once; any other request
/// stops the search and waits for its `Done`, as in Scan. It takes no more than a few of them ahead, so that whoever sends
/// them through a bounded channel has to wait.
///
/// [`run`]: Controller::run
pub struct Controller<W: FnMut(Reply)> {
    reply: W,
    shared: Arc<Shared>,
    starter: Starter,
    input: Receiver<Event>,
    to_report: Sender<Report>,
    reports: Receiver<Report>,
    /// Called after each report, on the thread of the search.
    wake: fn(),
    options: Options,
    /// The options that `engine` was built with.
    applied: Options,
    engine: Option<Session>,
    has_position: bool,
    level: Level,
    lag: Lag,
    job: Option<Job>,
    next_id: u64,
    /// Requests held until the search ends.
    held: VecDeque<Request>,
    quitting: bool,
}

/// Does the work of a search on a thread of its own.
fn on_thread(work: Work) -> io::Result<Option<JoinHandle<()>>> {
    let thread = std::thread::Builder::new().name("search".to_owned());
    thread.stack_size(STACK_BYTES).spawn(work).map(Some)
}

impl<W: FnMut(Reply)> Controller<W> {
    /// Creates a controller that starts with `options`, hears `input` and answers through `reply`.
    pub fn new(options: Options, input: Receiver<Event>, reply: W) -> Self {
        Self::with_reports(options, input, bounded(REPORTS), reply)
    }

    /// Creates a controller that has no threads, for a program which gives it events by [`Controller::take`] and its searches time:
    /// `starter` gets the work of each search, to be done once it has returned. A running search gives way where its
    /// [`Host`](kamen_search::Host) pauses it; then and in the end [`Controller::take_reports`] passes on what it has found. Work that
    /// is done on a thread of the program's own does not give way, and [wakes](Controller::waking) the controller's.
    pub fn without_threads(
        options: Options,
        mut starter: impl FnMut(Work) + 'static,
        reply: W,
    ) -> Self {
        let starter = Box::new(move |work| {
            starter(work);
            Ok(None)
        });
        // Nobody empties the channel while a search fills it.
        Self::with_parts(options, never(), unbounded(), starter, reply)
    }

    /// The same with a channel of its own for what searches report.
    fn with_reports(
        options: Options,
        input: Receiver<Event>,
        reports: (Sender<Report>, Receiver<Report>),
        reply: W,
    ) -> Self {
        Self::with_parts(options, input, reports, Box::new(on_thread), reply)
    }

    fn with_parts(
        options: Options,
        input: Receiver<Event>,
        (to_report, reports): (Sender<Report>, Receiver<Report>),
        starter: Starter,
        reply: W,
    ) -> Self {
        Controller {
            reply,
            shared: Shared::alone(),
            starter,
            input,
            to_report,
            reports,
            wake: || (),
            applied: options.clone(),
            options,
            engine: None,
            has_position: false,
            level: Level::default(),
            lag: Lag::default(),
            job: None,
            next_id: 0,
            held: VecDeque::new(),
            quitting: false,
        }
    }

    /// Shares the machine with other engines.
    #[must_use]
    pub fn sharing(self, shared: Arc<Shared>) -> Self {
        Controller { shared, ..self }
    }

    /// Has `wake` called by a search, on its thread, whenever there is something for [`Controller::take_reports`].
    #[must_use]
    pub fn waking(self, wake: fn()) -> Self {
        Controller { wake, ..self }
    }

    /// The threads of a search, as the last `init` that was carried out has it.
    pub fn threads(&self) -> usize {
        self.applied.threads
    }

    /// Runs until [`Request::Quit`] or the end of the input.
    pub fn run(&mut self) {
        while !self.has_ended() {
            let heard = self.hear();
            self.act(heard);
        }
        if let Some(engine) = &mut self.engine {
            engine.close();
        }
    }

    /// Whether nothing will be answered any more.
    pub fn has_ended(&self) -> bool {
        self.quitting && self.job.is_none()
    }

    /// Acts on an event without waiting.
    pub fn take(&mut self, event: Event) {
        self.act(Heard::Input(event));
    }

    /// Passes on what searches have found up to now, without waiting.
    pub fn take_reports(&mut self) {
        while let Ok(report) = self.reports.try_recv() {
            self.act(Heard::Search(report));
        }
    }

    fn act(&mut self, heard: Heard) {
        match heard {
            Heard::Input(Event::Input(Request::Ping)) => self.answer(Reply::Pong),
            Heard::Input(Event::Input(request)) => self.held.push_back(request),
            Heard::Input(Event::BadInput(message)) => self.answer(Reply::Error(message)),
            Heard::Input(Event::Eof) => self.quit(),
            Heard::Search((id, found)) => self.heard(id, found),
        }
        self.serve();
    }

    /// Waits for the next that there is to hear. Input that nobody can send any more has ended.
    fn hear(&self) -> Heard {
        let deaf = never();
        let is_full = self.quitting || self.held.len() >= HELD;
        let input = if is_full { &deaf } else { &self.input };
        select! {
            recv(self.reports) -> report => match report {
                Ok(report) => Heard::Search(report),
                Err(_) => Heard::Input(Event::Eof),
            },
            recv(input) -> event => Heard::Input(event.unwrap_or(Event::Eof)),
        }
    }

    fn answer(&mut self, reply: Reply) {
        (self.reply)(reply);
    }

    /// Carries out held requests, as far as the search allows.
    fn serve(&mut self) {
        while let Some(request) = self.held.front() {
            match (&mut self.job, request) {
                (Some(job), Request::Stop) => job.control.stop(),
                (Some(job), Request::PonderHit) => {
                    job.mode = Mode::Think;
                    job.control.start_clock();
                }
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
            Request::SetOption { name, value } => match self.options.set(&name, &value) {
                Ok(None) => {}
                Ok(Some(clamped)) => self.answer(Reply::Note(clamped.to_string())),
                Err(error) => self.answer(Reply::Error(error.to_string())),
            },
            Request::Prepare => self.prepare(),
            Request::Position { setup, moves, wolf } => match &mut self.engine {
                Some(engine) => match engine.set_position(&setup, &moves, wolf.as_deref()) {
                    Ok(()) => {
                        self.has_position = true;
                        self.level = Level::default();
                    }
                    Err(error) => self.refuse_position(error.to_string()),
                },
                None => self.refuse_position("no position before init".to_owned()),
            },
            Request::BadPosition(message) => self.refuse_position(message),
            Request::Level(level) => self.level.add(&level),
            Request::Go(go) => self.go(&go),
            Request::BadGo(message) => {
                self.answer(Reply::Error(message));
                self.no_answer();
            }
            // Idle: no search to stop, no ponder move.
            Request::Stop | Request::PonderHit => {}
            Request::NewGame => {
                if let Some(engine) = &mut self.engine {
                    engine.new_game();
                }
            }
            Request::Ping => self.answer(Reply::Pong),
            Request::Ask(question) => self.ask(question),
            Request::Flip => match &mut self.engine {
                Some(engine) if self.has_position => engine.flip(),
                _ => self.answer(Reply::Error("no position to flip".to_owned())),
            },
            Request::Quit => self.quit(),
        }
    }

    fn ask(&mut self, question: Question) {
        let engine = self.engine.as_ref().filter(|_| self.has_position);
        let missing = || Reply::Error("no position, expected pos first".to_owned());
        let text = match question {
            Question::Board => engine.map(Session::board),
            Question::Evaluation => engine.map(Session::evaluation),
            Question::Build => Some(answers::build()),
            Question::Bench => Some(answers::bench()),
        };
        self.answer(text.map_or_else(missing, Reply::Text));
    }

    /// A move in the position before would be one in the wrong game, so there is no position any more.
    fn refuse_position(&mut self, message: String) {
        self.has_position = false;
        self.answer(Reply::Error(message));
    }

    /// Applies the options by building a new engine, without a position. If that fails, the old
    /// engine and its options stay.
    fn prepare(&mut self) {
        match Session::new(&self.options, &self.shared) {
            Ok(engine) => {
                self.engine = Some(engine);
                self.applied = self.options.clone();
                self.has_position = false;
                self.level = Level::default();
                self.answer(Reply::Ready);
            }
            Err(error) => {
                let message = error.to_string();
                self.answer(match error.is_of_the_machine() {
                    true => Reply::Refused(message),
                    false => Reply::Error(message),
                });
                self.options = self.applied.clone();
                // Without `ready` the client would wait indefinitely.
                if self.engine.is_some() {
                    self.answer(Reply::Ready);
                }
            }
        }
    }

    fn go(&mut self, go: &Go) {
        let mode = go.mode;
        let level = std::mem::take(&mut self.level);
        for odd in level.odd_limits() {
            log::warn!("level: {odd}");
        }
        self.begin_turn(mode, &level);
        if let Some(answer) = self.book_move(go, &level) {
            return answer.into_iter().for_each(|reply| self.answer(reply));
        }
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
        if let Err(error) = engine.limit(&control, go) {
            self.answer(Reply::Error(error.to_string()));
            return self.no_answer();
        }
        let overhead = self.overhead();
        let phase = engine.phase();
        let mut limits = match mode {
            Mode::Think | Mode::Ponder => {
                let variant = self.applied.variant;
                let skill = self.options.skill_in(variant);
                level
                    .to_play(overhead, phase)
                    .with_skill(variant, skill, self.options.seed)
            }
            Mode::Analyze => level.to_analyse(overhead, phase),
        };
        if let Some(plies) = go.win_within {
            limits = Limits::to_win_within(plies);
        }
        let lines = go.lines.unwrap_or(self.options.multi_pv);
        limits.lines = NonZero::new(lines).unwrap_or(NonZero::<u32>::MIN);
        if go.win_within.is_none() {
            limits.style = self.options.style();
        }
        limits.params = self.options.params();
        self.next_id += 1;
        let (id, reports, wake) = (self.next_id, self.to_report.clone(), self.wake);
        let report = Box::new(move |found| {
            // Sending fails only when the process is about to exit.
            let _ = reports.send((id, found));
            wake();
        });
        let win_within = go.win_within;
        let hard = limits.budget.map(|budget| budget.hard);
        let search = Search { limits, win_within };
        let work = engine.work(search, Arc::clone(&control), report);
        match (self.starter)(work) {
            Ok(thread) => {
                self.job = Some(Job {
                    id,
                    control,
                    thread,
                    mode,
                    hard,
                });
            }
            Err(error) => {
                self.answer(Reply::Error(format!("the search cannot start, {error}")));
                self.no_answer();
            }
        }
    }

    /// Looks at the clock at the beginning of a turn, or before it.
    fn begin_turn(&mut self, mode: Mode, level: &Level) {
        match &self.engine {
            Some(engine) if self.has_position && mode != Mode::Analyze => {
                self.lag.begin(level, engine.plies());
            }
            _ => self.lag.forget_turn(),
        }
    }

    /// What is kept back of a limit of time.
    fn overhead(&self) -> Overhead {
        Overhead {
            fixed: Duration::from_millis(self.options.move_overhead.into()),
            lag: self.lag.expected(),
            reserve: self.lag.reserve(),
        }
    }

    /// The answer of the opening book to a `Go` for a move to play. A limit of depth or nodes, several lines or a choice of moves ask for a
    /// search.
    fn book_move(&mut self, go: &Go, level: &Level) -> Option<[Reply; 2]> {
        let lines = go.lines.unwrap_or(self.options.multi_pv);
        let is_plain = go.moves.is_empty() && lines == 1 && go.win_within.is_none();
        let plays = go.mode == Mode::Think && is_plain;
        if !plays || !self.options.book || level.is_search() {
            return None;
        }
        let engine = self.engine.as_mut().filter(|_| self.has_position)?;
        let (mut report, line) =
            engine.book_move(self.options.book_ply, self.options.book_margin)?;
        report.wdl = report.wdl.filter(|_| self.options.wdl);
        let mut line = line.into_iter();
        let best = line.next()?;
        engine.answered(&best);
        self.lag.moved(Duration::ZERO, Duration::ZERO);
        let ponder = line.next().filter(|_| self.options.ponder);
        let best = Some(best);
        Some([Reply::Info(report), Reply::Done { best, ponder }])
    }

    /// Sends `Done` for a `Go` that cannot be carried out: clients wait for one per `Go`.
    fn no_answer(&mut self) {
        let (best, ponder) = (None, None);
        self.answer(Reply::Done { best, ponder });
    }

    /// Passes on a report of the search with this number, if it is the current one.
    fn heard(&mut self, id: u64, found: Found) {
        let Some(job) = self.job.as_ref().filter(|job| job.id == id) else {
            return;
        };
        match found {
            Found::Info(mut report) => {
                report.is_analysis = job.mode == Mode::Analyze;
                report.wdl = report.wdl.filter(|_| self.options.wdl);
                report.statistics = report.statistics.filter(|_| self.options.statistics);
                self.answer(Reply::Info(report));
            }
            Found::Failed(message) => self.answer(Reply::Error(message)),
            Found::Done { best, ponder } => {
                let Some(job) = self.job.take() else {
                    return;
                };
                if let (Some(engine), Some(best)) = (&mut self.engine, &best)
                    && job.mode == Mode::Think
                    && !self.quitting
                {
                    engine.answered(best);
                    let used = job.control.clock().unwrap_or_default();
                    self.lag.moved(used, job.hard.unwrap_or(used));
                } else {
                    self.lag.forget_turn();
                }
                let ponder = ponder.filter(|_| self.options.ponder);
                self.answer(Reply::Done { best, ponder });
                // Not before: where much else is at work its last steps may take a while.
                if job.thread.is_some_and(|thread| thread.join().is_err()) {
                    log::error!("the search thread panicked");
                }
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

#[cfg(test)]
mod tests;
