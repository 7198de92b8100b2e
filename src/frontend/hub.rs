//! Hub version 2 on standard input and output.
//!
//! Three threads: one reads lines and makes requests of them, the [`Controller`] answers, and one
//! writes the answers. What waits between them is bounded: from a client that does not read what is answered, nothing is read
//! after a while.

mod outbox;

use super::pass_on;
use crossbeam_channel::{Sender, bounded};
use kamen_engine::{
    Controller, Domain, Event, Go, Level, Mode, OptionFacts, Options, Question, Reply, Request,
    SearchInfo, Setup, Shared,
};
use kamen_files::note;
use kamen_protocol::hub;
use kamen_tournament::transport::lines::{LineError, next_line};
use outbox::Outbox;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::sync::Arc;
use std::thread;

/// How the engine speaks Hub.
#[derive(Clone, Debug)]
pub struct HubSettings {
    /// What the options are before the client sets any.
    pub options: Options,
    /// The name by which the engine calls itself.
    pub name: String,
    /// Whether a line waits until the one before it was read.
    pub is_line_by_line: bool,
}

/// Lines that were read and not taken up yet; then the reader waits.
const REQUESTS: usize = 16;
/// Replies that are not written yet; then the controller waits.
const REPLIES: usize = 64;

/// What a person hears who starts the engine in a terminal.
const GREETING: &str = "\
Kamen waits for a program that speaks Hub. To play a game: kamen play. All commands: kamen --help.
Type help to see what can be typed here, quit or Ctrl-D to leave.";

/// What a person hears who types `help`.
const HELP: &str = "\
hub                                   list the parameters
set-param name=variant value=russian  set one
init                                  begin, with the parameters as they are
pos start moves=\"c3-d4 b6-a5\"         set the position
level move-time=2                     limit the next search, here to two seconds
go think                              search for a move (go analyze: until stop)
go mate=5                             a win within five plies, or a bare done
board, eval, flip                     show the position, what it is worth, turn it
bench, compiler                       how fast it searches, what it was built with
quit                                  leave";

/// Speaks Hub on standard input and output until `quit` or the end of the input.
///
/// # Errors
/// No thread can be started.
pub fn run(settings: HubSettings) -> io::Result<()> {
    let is_terminal = io::stdin().is_terminal();
    if is_terminal {
        note(format_args!("{GREETING}"));
    }
    let input = BufReader::new(io::stdin());
    converse(settings, input, is_terminal, io::stdout())
}

/// Speaks Hub until `quit` or the end of the input, and then no more, though what has begun to read the input may still wait for it. In
/// a terminal a person types the input.
///
/// # Errors
/// No thread can be started.
pub fn converse(
    settings: HubSettings,
    input: impl BufRead + Send + 'static,
    is_terminal: bool,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    converse_sharing(Shared::alone(), settings, input, is_terminal, output)
}

/// As [`converse`], with an engine that shares the machine with others.
///
/// # Errors
/// No thread can be started.
pub fn converse_sharing(
    shared: Arc<Shared>,
    settings: HubSettings,
    mut input: impl BufRead + Send + 'static,
    is_terminal: bool,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    let (events, inbox) = bounded(REQUESTS);
    let (replies, outbox) = bounded(REPLIES);
    // Never joined: it may sit in a read when the controller has ended.
    let thread = || thread::Builder::new();
    thread().spawn(move || read(&mut input, is_terminal, &events))?;
    let HubSettings {
        options,
        name,
        is_line_by_line,
    } = settings;
    let writer = thread().spawn(move || {
        let lines = |reply| lines(&name, reply);
        Outbox::new(output, is_line_by_line, lines).run(&outbox)
    })?;
    Controller::new(options, inbox, |reply| {
        pass_on(reply, &replies, |reply| reply);
    })
    .sharing(shared)
    .run();
    drop(replies);
    if let Ok(Err(error)) = writer.join() {
        log::warn!("cannot write: {error}");
    }
    Ok(())
}

/// Reads lines and makes events of them. In a terminal `help` is answered in words; a program is told that there is no such
/// command.
fn read(input: &mut impl BufRead, is_terminal: bool, events: &Sender<Event>) {
    loop {
        let event = match next_line(input) {
            Ok(Some(Ok(line))) if is_terminal && line.trim() == "help" => {
                note(format_args!("{HELP}"));
                continue;
            }
            Ok(Some(line)) => {
                log::trace!("< {line:?}");
                event(line)
            }
            Ok(None) => Event::Eof,
            Err(error) => {
                log::warn!("cannot read: {error}");
                Event::Eof
            }
        };
        let ended = matches!(event, Event::Eof);
        if events.send(event).is_err() || ended {
            return;
        }
    }
}

/// What a line means. Of one that cannot be read, at least what it would have been.
pub fn event(line: Result<String, LineError>) -> Event {
    let (command, read) = match line {
        Ok(line) => {
            let command = line.split_whitespace().next().unwrap_or_default();
            (command.to_owned(), request(&line).map_err(InputError::from))
        }
        Err(error) => (error.command.clone(), Err(InputError::from(error))),
    };
    match read {
        Ok(request) => Event::Input(request),
        Err(error) => {
            log::warn!("{error}");
            let message = error.to_string();
            match command.as_str() {
                "pos" => Event::Input(Request::BadPosition(message)),
                "go" => Event::Input(Request::BadGo(message)),
                _ => Event::BadInput(message),
            }
        }
    }
}

/// Why a line is no request.
#[derive(Debug, thiserror::Error)]
enum InputError {
    /// It is no line of text.
    #[error(transparent)]
    Line(#[from] LineError),
    /// It is no command of Hub.
    #[error(transparent)]
    Command(#[from] hub::CommandError),
}

/// What a person may type beside Hub, as at other engines' prompts.
fn word(line: &str) -> Option<Request> {
    Some(match line.trim() {
        "board" | "d" => Request::Ask(Question::Board),
        "eval" => Request::Ask(Question::Evaluation),
        "compiler" => Request::Ask(Question::Build),
        "bench" => Request::Ask(Question::Bench),
        "flip" => Request::Flip,
        _ => return None,
    })
}

/// What a line asks for.
fn request(line: &str) -> Result<Request, hub::CommandError> {
    if let Some(request) = word(line) {
        return Ok(request);
    }
    let command = hub::Command::parse(line)?;
    Ok(match command {
        hub::Command::Hub => Request::Describe,
        hub::Command::SetParam { name, value } => Request::SetOption { name, value },
        hub::Command::Init => Request::Prepare,
        hub::Command::Pos { pos, moves, wolf } => {
            let setup = match pos {
                hub::PosText::Start => Setup::Start,
                hub::PosText::Board(text) => Setup::Hub(text),
            };
            Request::Position { setup, moves, wolf }
        }
        hub::Command::Level(level) => {
            log_unknown_limits(line);
            Request::Level(to_level(&level))
        }
        hub::Command::Go(go) => Request::Go(Go {
            mode: match go.mode {
                hub::Mode::Think => Mode::Think,
                hub::Mode::Ponder => Mode::Ponder,
                hub::Mode::Analyze => Mode::Analyze,
            },
            lines: go.multi_pv,
            moves: go.search_moves,
            win_within: go.mate,
        }),
        hub::Command::Stop => Request::Stop,
        hub::Command::PonderHit => Request::PonderHit,
        hub::Command::NewGame => Request::NewGame,
        hub::Command::Ping => Request::Ping,
        hub::Command::Quit => Request::Quit,
    })
}

/// The limits of a `level`.
const LIMITS: [&str; 9] = [
    "depth",
    "nodes",
    "move-time",
    "time",
    "moves",
    "inc",
    "infinite",
    "handicap",
    "ply",
];

fn is_limit(argument: &hub::Argument) -> bool {
    LIMITS.contains(&argument.name.as_str())
}

/// Says which words of a `level` mean nothing; Hub wants them ignored.
fn log_unknown_limits(text: &str) {
    let Ok(line) = hub::Line::parse(text) else {
        return;
    };
    for argument in line.arguments.iter().filter(|argument| !is_limit(argument)) {
        let (found, limits) = (&argument.name, LIMITS.join(" "));
        log::warn!("unknown limit '{found}' is ignored, expected some of: {limits}");
    }
}

fn to_level(level: &hub::Level) -> Level {
    Level {
        depth: level.depth,
        nodes: level.nodes,
        move_time: level.move_time,
        time: level.time,
        moves: level.moves,
        increment: level.inc,
        infinite: level.infinite,
        handicap: level.handicap,
        ply: level.ply,
    }
}

/// Why a text is no level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LevelError {
    /// A limit has a value that it cannot have, or the line is no line of Hub.
    #[error(transparent)]
    Line(#[from] hub::CommandError),
    /// There is no such limit.
    #[error("unknown limit '{found}', expected some of: {}", LIMITS.join(" "))]
    Unknown {
        /// Its name.
        found: String,
    },
}

/// Reads a level written as in a line of Hub, without the word before it: `depth=9 move-time=1`.
///
/// # Errors
/// What is wrong with it.
pub fn parse_level(text: &str) -> Result<Level, LevelError> {
    let line = hub::Line::parse(&format!("level {text}")).map_err(hub::CommandError::from)?;
    let unknown = line.arguments.iter().find(|argument| !is_limit(argument));
    if let Some(argument) = unknown {
        let found = argument.name.clone();
        return Err(LevelError::Unknown { found });
    }
    match hub::Command::parse(&line.to_string())? {
        hub::Command::Level(level) => Ok(to_level(&level)),
        _ => Err(hub::CommandError::Missing.into()),
    }
}

/// The lines of a reply of the engine that has this name.
pub fn lines(name: &str, reply: Reply) -> Vec<hub::Reply> {
    let one = match reply {
        Reply::Description(options) => return description(name, options),
        Reply::Ready => hub::Reply::Ready,
        Reply::Info(report) => hub::Reply::Info(info(report)),
        Reply::Done { best, ponder } => hub::Reply::Done {
            chosen: best,
            ponder,
        },
        Reply::Pong => hub::Reply::Pong,
        Reply::Text(text) => hub::Reply::Text(text),
        // Hub has no other word for it.
        Reply::Note(message) | Reply::Refused(message) | Reply::Error(message) => {
            hub::Reply::Error(message)
        }
    };
    vec![one]
}

/// The answer to `hub`.
fn description(name: &str, options: Vec<OptionFacts>) -> Vec<hub::Reply> {
    let identity = hub::Reply::Id {
        name: name.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        author: "the Kamen contributors".to_owned(),
        country: None,
    };
    let param = |option: OptionFacts| {
        hub::Reply::Param(hub::Param {
            name: option.name.to_owned(),
            value: option.value,
            kind: match option.domain {
                Domain::Bool => hub::ParamKind::Bool,
                Domain::Int(min, max) => hub::ParamKind::Int { min, max },
                Domain::Enum(values) => hub::ParamKind::Enum(values),
                Domain::Text => hub::ParamKind::String,
            },
        })
    };
    std::iter::once(identity)
        .chain(options.into_iter().map(param))
        .chain([hub::Reply::Wait])
        .collect()
}

fn info(report: SearchInfo) -> hub::Info {
    let seconds = report.time.as_secs_f64();
    hub::Info {
        depth: report.depth,
        mean_depth: report.mean_depth,
        score: score(report.score),
        nodes: report.nodes,
        time: seconds,
        nps: report.nodes as f64 / seconds.max(1e-6) / 1e6,
        pv: report.pv,
        multi_pv: report.line,
        says_end: report.is_analysis,
        wdl: report.wdl,
        statistics: report.statistics.map(|found| hub::Statistics {
            sel_depth: found.sel_depth,
            hash_full: found.hash_full,
            table_hits: found.table_hits,
        }),
    }
}

fn score(score: kamen_core::score::Score) -> hub::Score {
    match score.plies_to_end() {
        Some(plies) if score.0 > 0 => hub::Score::Win(plies),
        Some(plies) => hub::Score::Loss(plies),
        None => hub::Score::Hundredths(score.0),
    }
}
