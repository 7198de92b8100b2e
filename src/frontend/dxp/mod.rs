//! DamExchange (DXP) over TCP: a second producer of the engine's requests, beside Hub.
//!
//! [`run`] lets the engine play over a [`Connection`]; [`Dialect`] writes moves and positions. Who listens and who calls, and who asks for games (the initiator)
//! and who answers (the follower), are two independent choices. A session sends the engine
//! [`Request`](kamen_engine::Request)s as a Hub client does and holds every move against the rules.
//!
//! What DXP cannot carry, because its messages have no field for it: the name of the variant, counts
//! of king moves (Frisian) and of the drawing rules at the start of a game, increments, and
//! boards of more than 83 squares. Positions of other boards than the 50 squares of its text are
//! an extension that both sides have to agree on.

mod clock;
mod console;
mod dialect;
mod game;
mod report;
mod schedule;
mod session;
mod settings;

pub use dialect::Dialect;
pub use settings::{DxpSettings, Endpoint, Plan, Role};

use super::player::Player;
use super::{StartError, pass_on};
use crossbeam_channel::bounded;
use kamen_tournament::transport::{Address, Connection, listen};
use report::MatchLog;
use session::{Event, Session};
use std::io::{self, Write};
use std::net::TcpListener;
use std::thread;
use std::time::Duration;

/// Why a session of games ends early.
#[derive(Debug, thiserror::Error)]
pub enum DxpError {
    /// The engine does not start.
    #[error(transparent)]
    Start(#[from] StartError),
    /// No thread can be started.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
    /// The address is not available.
    #[error("cannot listen on {address}: {source}; is another program there?")]
    Listen {
        /// The address.
        address: Address,
        /// Why.
        source: io::Error,
    },
    /// No program answers.
    #[error(
        "cannot reach {address} ({played} games played): {source}; does a program listen there?"
    )]
    Call {
        /// The address.
        address: Address,
        /// Games played before.
        played: u32,
        /// Why.
        source: io::Error,
    },
    /// The partner refuses to play.
    #[error("{partner} {why} ({played} of {games} games played)")]
    Refused {
        /// The partner's name.
        partner: String,
        /// What it says.
        why: &'static str,
        /// Games played before.
        played: u32,
        /// Games that were to be played.
        games: u32,
    },
    /// The partner has refused or left games.
    #[error("the partner refused or left {missed} of {games} games")]
    Missed {
        /// Games that it did not play to their end.
        missed: u32,
        /// All games.
        games: u32,
    },
    /// The partner wants no more games.
    #[error("the partner wants no more games ({played} of {games} played)")]
    Stopped {
        /// Games played before.
        played: u32,
        /// Games that were to be played.
        games: u32,
    },
}

/// Events buffered; then the sender has to wait.
const EVENTS: usize = 64;
/// Replies of the engine buffered; then it has to wait.
const REPLIES: usize = 64;

/// Plays by DXP and tells about it on `out`, until all games are played.
///
/// # Errors
/// If not all games were played.
pub fn run(settings: &DxpSettings, out: &mut dyn Write) -> Result<(), DxpError> {
    let (events, inbox) = bounded(EVENTS);
    let (to_reply, replies) = bounded(REPLIES);
    let variant = ("variant".to_owned(), settings.variant.name().to_owned());
    let options: Vec<_> = [variant]
        .into_iter()
        .chain(settings.options.clone())
        .collect();
    let player = Player::start(&options, move |reply| {
        pass_on(reply, &to_reply, |reply| reply);
    })?;
    let mut report = MatchLog::new(out);
    if let Endpoint::Listen(address) = &settings.endpoint {
        let failed = |source| DxpError::Listen {
            address: address.clone(),
            source,
        };
        let listener = listen(address).map_err(failed)?;
        let local = listener.local_addr().map_err(failed)?;
        report.line(format_args!("listening on {local}"));
        let callers = events.clone();
        begin(move || accept(&listener, &callers))?;
    }
    if settings.console {
        let commands = events.clone();
        begin(move || {
            console::read(&mut io::stdin().lock(), |command| {
                commands.send(Event::Command(command)).is_ok()
            });
        })?;
    }
    Session::new(settings, (player, replies), report, (events, inbox)).run()
}

/// Begins a thread that nobody waits for.
fn begin(work: impl FnOnce() + Send + 'static) -> Result<(), DxpError> {
    let thread = thread::Builder::new().spawn(work);
    thread.map(drop).map_err(DxpError::Thread)
}

/// Passes on who calls, until nobody listens.
fn accept(listener: &TcpListener, events: &crossbeam_channel::Sender<Event>) {
    for stream in listener.incoming() {
        match stream.and_then(Connection::new) {
            Ok(connection) => {
                if events.send(Event::Caller(connection)).is_err() {
                    return;
                }
            }
            Err(error) => {
                log::warn!("a caller was lost: {error}");
                // Out of handles, perhaps; they may be free again soon.
                thread::sleep(Duration::from_millis(100));
            }
        }
    }
}
