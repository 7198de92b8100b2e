//! Listens, and ends in order. Begin with [`Server::bind`].

use crate::guard::Guard;
use crate::http::{Connection, Request, Response, Unread, encode};
use crate::problem::Problem;
use crate::routes;
use crate::service::Service;
use crate::session;
use crate::{ServeError, Settings};
use kamen_files::Stop;
use std::collections::HashMap;
use std::io::{self, ErrorKind};
use std::net::{IpAddr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Connections beside those of engines.
const CONNECTIONS: usize = 128;
/// The same for each address, this machine's excepted.
const CONNECTIONS_EACH: usize = 32;
/// How often it looks whether it is to end.
const LOOK: Duration = Duration::from_millis(250);
/// How long it waits at the end for what is still at work.
const PATIENCE: Duration = Duration::from_secs(5);

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    state: Arc<State>,
}

/// What all connections share.
#[derive(Debug)]
pub(crate) struct State {
    service: Service,
    settings: Settings,
    guard: Guard,
    stop: Arc<Stop>,
    open: Mutex<Open>,
}

/// The connections that are open.
#[derive(Debug, Default)]
struct Open {
    next: u64,
    connections: HashMap<u64, IpAddr>,
    /// Those of engines, to be ended with the server.
    sessions: HashMap<u64, (IpAddr, TcpStream)>,
}

/// The place of a connection, or of an engine, among those that are open.
#[derive(Debug)]
pub(crate) struct Seat {
    state: Arc<State>,
    number: u64,
}

impl Server {
    /// Listens, but answers nobody yet. It ends once `stop` is wanted.
    ///
    /// # Errors
    /// The address cannot be had, or an origin is badly written.
    pub fn bind(settings: Settings, stop: Arc<Stop>) -> Result<Server, ServeError> {
        let guard = Guard::new(&settings)?;
        let wanted = settings.listen;
        let failed = |error| ServeError::Listen {
            address: wanted,
            error,
        };
        let listener = TcpListener::bind(wanted).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let state = Arc::new(State {
            service: Service::new(&settings),
            settings,
            guard,
            stop,
            open: Mutex::default(),
        });
        Ok(Server {
            listener,
            address,
            state,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where a browser of this machine finds the page; with the token, if one is needed.
    pub fn page(&self) -> String {
        let mut address = self.address;
        if address.ip().is_unspecified() {
            let is_v4 = address.is_ipv4();
            address.set_ip(if is_v4 {
                IpAddr::from([127, 0, 0, 1])
            } else {
                IpAddr::from([0, 0, 0, 0, 0, 0, 0, 1])
            });
        }
        match &self.state.settings.token {
            None => format!("http://{address}/"),
            Some(token) => format!("http://{address}/?token={}", encode(token)),
        }
    }

    /// Answers until it is to end; then engines say what they have found so far, and connections are closed.
    ///
    /// # Errors
    /// It cannot listen any more.
    pub fn run(self) -> Result<(), ServeError> {
        while !self.state.has_ended() {
            match self.listener.accept() {
                Ok((stream, client)) => self.state.take(stream, client.ip()),
                Err(error) => match error.kind() {
                    ErrorKind::WouldBlock => wait(&self.listener),
                    ErrorKind::Interrupted
                    | ErrorKind::ConnectionAborted
                    | ErrorKind::ConnectionReset => {}
                    // No files or memory for a moment.
                    _ if error.raw_os_error().is_some() => {
                        log::warn!("cannot take a connection: {error}");
                        thread::sleep(Duration::from_millis(50));
                    }
                    _ => return Err(ServeError::Lost(error)),
                },
            }
        }
        drop(self.listener);
        self.state.end();
        Ok(())
    }
}

/// Waits for a connection, or for a while.
#[cfg(unix)]
fn wait(listener: &TcpListener) {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let while_ = Timespec {
        tv_sec: 0,
        tv_nsec: LOOK.subsec_nanos().into(),
    };
    let mut events = [PollFd::new(listener, PollFlags::IN)];
    // Whatever it says, the listener is asked next.
    let _ = poll(&mut events, Some(&while_));
}

#[cfg(not(unix))]
fn wait(_: &TcpListener) {
    thread::sleep(LOOK / 10);
}

impl State {
    pub(crate) fn has_ended(&self) -> bool {
        self.stop.is_wanted()
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives a connection a thread of its own.
    fn take(self: &Arc<State>, stream: TcpStream, client: IpAddr) {
        let Some(seat) = self.seat(client) else {
            return refuse(stream);
        };
        let state = Arc::clone(self);
        let thread = thread::Builder::new().stack_size(kamen_search::STACK_BYTES);
        let thread = thread.spawn(move || {
            if let Err(error) = state.answer(stream, client, &seat) {
                log::debug!("{client}: {error}");
            }
        });
        if let Err(error) = thread {
            log::warn!("no thread for a connection: {error}");
        }
    }

    /// A place for a connection, if there is one.
    fn seat(self: &Arc<State>, client: IpAddr) -> Option<Seat> {
        let mut open = self.open();
        let all = &open.connections;
        let own = all.values().filter(|other| **other == client).count();
        let most_each = CONNECTIONS_EACH + self.settings.sessions_each;
        let is_full = all.len() >= CONNECTIONS + self.settings.sessions;
        if is_full || own >= most_each && !client.to_canonical().is_loopback() {
            return None;
        }
        open.next += 1;
        let number = open.next;
        open.connections.insert(number, client);
        Some(Seat {
            state: Arc::clone(self),
            number,
        })
    }

    /// Answers the requests of a connection.
    fn answer(self: &Arc<State>, stream: TcpStream, client: IpAddr, seat: &Seat) -> io::Result<()> {
        stream.set_nonblocking(false)?;
        let mut connection = Connection::new(stream)?;
        loop {
            let request = match connection.read(&|| self.has_ended()) {
                Ok(request) => request,
                Err(Unread::End) => return Ok(()),
                Err(Unread::Bad(status, expected)) => {
                    let problem = Problem::new(status, format!("expected {expected}"));
                    connection.write(&problem.into(), false, false)?;
                    connection.end();
                    return Ok(());
                }
            };
            if session::is_wanted(&request) {
                return self.speak(connection, &request, client, seat);
            }
            let answer = routes::answer(&self.service, &self.guard, &request);
            let keeps_alive = request.keeps_alive && !self.has_ended();
            log::debug!(
                "{client}: {} {} {}",
                request.method,
                request.path,
                answer.status
            );
            connection.write(&answer, request.method == "HEAD", keeps_alive)?;
            if !keeps_alive {
                connection.end();
                return Ok(());
            }
        }
    }

    /// Speaks Hub on a connection, if it may be.
    fn speak(
        self: &Arc<State>,
        mut connection: Connection,
        request: &Request,
        client: IpAddr,
        seat: &Seat,
    ) -> io::Result<()> {
        let accepted = (self.guard.check(request, false))
            .and_then(|_| session::accept(request))
            .and_then(|accepted| {
                self.seat_engine(&connection, client, seat)
                    .map(|()| accepted)
            });
        match accepted {
            Ok(accepted) => {
                connection.write(&accepted, false, true)?;
                log::info!("{client}: an engine");
                let idle = self.settings.idle;
                let has_ended = || self.has_ended();
                session::run(&self.service, idle, &has_ended, connection.into_parts())
            }
            Err(problem) => {
                let answer: Response = problem.into();
                connection.write(&answer, false, false)?;
                connection.end();
                Ok(())
            }
        }
    }

    /// A place for one more engine, if there is one.
    fn seat_engine(
        &self,
        connection: &Connection,
        client: IpAddr,
        seat: &Seat,
    ) -> Result<(), Problem> {
        let stream = connection
            .stream()
            .map_err(|error| Problem::new(503, error.to_string()))?;
        let mut open = self.open();
        let all = &open.sessions;
        let own = all.values().filter(|(other, _)| *other == client).count();
        let Settings {
            sessions,
            sessions_each,
            ..
        } = self.settings;
        let busy = |most: usize, whose: &str| {
            let detail = format!("all {most} engines {whose} are taken, expected a try later");
            Problem::new(503, detail).with("Retry-After", "30")
        };
        if self.has_ended() {
            return Err(Problem::new(503, "the server ends"));
        }
        if all.len() >= sessions {
            return Err(busy(sessions, "of this server"));
        }
        if own >= sessions_each && !client.to_canonical().is_loopback() {
            return Err(busy(sessions_each, "of one address"));
        }
        open.sessions.insert(seat.number, (client, stream));
        Ok(())
    }

    /// Ends all engines, and waits for the connections.
    fn end(&self) {
        let until = Instant::now() + PATIENCE;
        for (_, stream) in self.open().sessions.values() {
            // Its reader finds the end of the input, as after `quit`.
            let _ = stream.shutdown(Shutdown::Read);
        }
        while !self.open().connections.is_empty() && Instant::now() < until {
            thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut open = self.state.open();
        open.connections.remove(&self.number);
        open.sessions.remove(&self.number);
    }
}

/// Tells a client that there is no place, if it is quick to hear it.
fn refuse(stream: TcpStream) {
    let problem =
        Problem::new(503, "too many connections, expected a try later").with("Retry-After", "5");
    let answer: Response = problem.into();
    let told = stream.set_nonblocking(true).and_then(|()| {
        use std::io::Write;
        let mut bytes = answer.head(false).into_bytes();
        bytes.extend_from_slice(&answer.body);
        (&stream).write_all(&bytes)
    });
    if let Err(error) = told {
        log::debug!("a connection too many: {error}");
    }
}
