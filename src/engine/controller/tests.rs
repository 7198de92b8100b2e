//! Random schedules: requests of a client between the reports of real searches, which come when the schedule says.

use super::*;
use crate::Setup;
use crossbeam_channel::{SendTimeoutError, bounded, unbounded};
use kamen_eval::Choice;
use proptest::collection::vec;
use proptest::prelude::*;
use std::thread;
use std::time::Instant;

/// How long the end may take.
const SOON: Duration = Duration::from_secs(1);
/// How long a search of the schedule may take at most.
const PATIENCE: Duration = Duration::from_secs(20);

/// What happens next.
#[derive(Clone, Debug)]
enum Step {
    /// The client asks for something.
    Ask(Request),
    /// It sends what is no request.
    Garble,
    /// So many reports of searches come in, of those that there are.
    Hear(usize),
    /// The last report of a search that has ended comes in again.
    HearAgain,
}

/// How a schedule ends.
#[derive(Clone, Copy, Debug)]
enum End {
    /// The client says so, and is heard after all it said before.
    Quit,
    /// The input ends, which is heard at once.
    Eof,
}

fn level() -> impl Strategy<Value = Level> {
    let depth = (1u32..4).prop_map(|depth| Level {
        depth: Some(depth),
        ..Level::default()
    });
    let nodes = (1u64..3000).prop_map(|nodes| Level {
        nodes: Some(nodes),
        ..Level::default()
    });
    prop_oneof![depth, nodes]
}

fn go() -> impl Strategy<Value = Request> {
    let mode = prop_oneof![Just(Mode::Think), Just(Mode::Ponder), Just(Mode::Analyze)];
    let moves = prop_oneof![4 => Just(vec![]), 1 => Just(vec!["32-28".to_owned()])];
    (mode, prop::option::of(1u32..3), moves).prop_map(|(mode, lines, moves)| {
        let win_within = None;
        Request::Go(Go {
            mode,
            lines,
            moves,
            win_within,
        })
    })
}

fn request() -> impl Strategy<Value = Request> {
    let option = |name: &str, value: &str| Request::SetOption {
        name: name.to_owned(),
        value: value.to_owned(),
    };
    let position = |moves: &[&str]| Request::Position {
        setup: Setup::Start,
        moves: moves.iter().map(|&text| text.to_owned()).collect(),
        wolf: None,
    };
    prop_oneof![
        6 => go(),
        4 => level().prop_map(Request::Level),
        3 => Just(Request::Stop),
        2 => Just(Request::PonderHit),
        2 => Just(Request::Ping),
        2 => Just(position(&[])),
        2 => Just(position(&["32-28", "17-22"])),
        1 => Just(position(&["32-27", "32-27"])),
        1 => Just(Request::BadPosition("no position".to_owned())),
        1 => Just(Request::BadGo("no go".to_owned())),
        1 => Just(Request::NewGame),
        1 => Just(Request::Describe),
        1 => Just(Request::Prepare),
        1 => Just(option("threads", "2")),
        1 => Just(option("frame", "none")),
        1 => Just(option("variant", "czech")),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        8 => request().prop_map(Step::Ask),
        1 => Just(Step::Garble),
        4 => (0usize..6).prop_map(Step::Hear),
        1 => Just(Step::HearAgain),
    ]
}

/// A controller on a thread of its own, to which everything comes one by one.
struct Trial {
    /// Of no room: an event is sent when what was sent before it was dealt with.
    events: Sender<Event>,
    /// The same for reports of searches.
    reports: Sender<Report>,
    /// What searches have reported, which comes in when the schedule says.
    searches: Receiver<Report>,
    replies: Receiver<Reply>,
    thread: Option<JoinHandle<()>>,
    /// What was asked for and what came, in numbers.
    gos: usize,
    dones: usize,
    pings: usize,
    pongs: usize,
    /// The number of the latest search that has ended.
    ended: Option<u64>,
}

impl Trial {
    fn new() -> Trial {
        let (events, inbox) = bounded(0);
        let (to_report, searches) = unbounded();
        let (reports, reported) = bounded(0);
        let (sender, replies) = unbounded();
        let options = Options {
            tt_size: 12,
            eval: Choice::hand_made(),
            book: false,
            bb_size: 0,
            ..Options::default()
        };
        let thread = thread::spawn(move || {
            let reply = move |reply| sender.send(reply).unwrap();
            Controller::with_reports(options, inbox, (to_report, reported), reply).run();
        });
        Trial {
            events,
            reports,
            searches,
            replies,
            thread: Some(thread),
            gos: 0,
            dones: 0,
            pings: 0,
            pongs: 0,
            ended: None,
        }
    }

    fn send(&mut self, event: Event) -> Result<(), TestCaseError> {
        match &event {
            Event::Input(Request::Go(_) | Request::BadGo(_)) => self.gos += 1,
            Event::Input(Request::Ping) => self.pings += 1,
            _ => {}
        }
        let (begun, mut event) = (Instant::now(), event);
        // It takes only so many ahead of a search: then that has to come to its end.
        while let Err(refused) = self.events.send_timeout(event, Duration::from_millis(5)) {
            prop_assert!(begun.elapsed() < PATIENCE, "the controller does not listen");
            event = refused.into_inner();
            if let Ok(report) = self.searches.try_recv() {
                self.report(report)?;
            }
        }
        self.look()
    }

    /// Lets a report of a search come in.
    fn report(&mut self, report: Report) -> Result<(), TestCaseError> {
        if let (id, Found::Done { .. }) = &report {
            self.ended = Some(*id);
        }
        let sent = self.reports.send_timeout(report, PATIENCE);
        prop_assert!(sent.is_ok(), "the controller does not hear searches");
        self.look()
    }

    /// Takes in the replies that are there.
    fn look(&mut self) -> Result<(), TestCaseError> {
        while let Ok(reply) = self.replies.try_recv() {
            match reply {
                Reply::Done { .. } => self.dones += 1,
                Reply::Pong => self.pongs += 1,
                Reply::Info(_) => prop_assert!(self.gos > self.dones, "news of no search"),
                _ => {}
            }
            prop_assert!(self.dones <= self.gos, "{} of {}", self.dones, self.gos);
            prop_assert!(self.pongs <= self.pings);
        }
        Ok(())
    }

    fn take(&mut self, step: Step) -> Result<(), TestCaseError> {
        match step {
            Step::Ask(request) => self.send(Event::Input(request)),
            Step::Garble => self.send(Event::BadInput("what?".to_owned())),
            Step::Hear(count) => {
                for _ in 0..count {
                    let Ok(report) = self.searches.try_recv() else {
                        break;
                    };
                    self.report(report)?;
                }
                Ok(())
            }
            Step::HearAgain => {
                let (best, ponder) = (Some("32-28".to_owned()), None);
                self.ended
                    .map_or(Ok(()), |id| self.report((id, Found::Done { best, ponder })))
            }
        }
    }

    /// Ends the schedule; what is left of the searches is heard until the controller has ended, which is to be soon.
    fn end(mut self, end: End) -> Result<(), TestCaseError> {
        self.send(match end {
            End::Quit => Event::Input(Request::Quit),
            End::Eof => Event::Eof,
        })?;
        let begun = Instant::now();
        let mut report = None;
        while !self.thread.as_ref().is_none_or(JoinHandle::is_finished) {
            prop_assert!(begun.elapsed() < SOON, "no end");
            report = report.or_else(|| self.searches.recv_timeout(Duration::from_millis(1)).ok());
            if let Some(found) = report.take() {
                let sent = self.reports.send_timeout(found, Duration::from_millis(5));
                report = sent.err().map(SendTimeoutError::into_inner);
            }
        }
        let ended = self.thread.take().map(JoinHandle::join);
        prop_assert!(matches!(ended, Some(Ok(()))), "the controller has panicked");
        self.look()?;
        prop_assert_eq!(self.pongs, self.pings);
        match end {
            End::Quit => prop_assert_eq!(self.dones, self.gos),
            // What was held is dropped; the search that ran is answered.
            End::Eof => prop_assert!(self.dones >= self.gos.min(1)),
        }
        Ok(())
    }
}

fn run(prepared: bool, steps: Vec<Step>, end: End) -> Result<(), TestCaseError> {
    let mut trial = Trial::new();
    if prepared {
        trial.take(Step::Ask(Request::Prepare))?;
        let (setup, moves, wolf) = (Setup::Start, vec![], None);
        trial.take(Step::Ask(Request::Position { setup, moves, wolf }))?;
    }
    for step in steps {
        trial.take(step)?;
    }
    trial.end(end)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn each_go_has_one_done_in_any_schedule(
        prepared in prop::bool::weighted(0.9),
        steps in vec(step(), 0..40),
        end in prop_oneof![Just(End::Quit), Just(End::Eof)],
    ) {
        run(prepared, steps, end)?;
    }
}
