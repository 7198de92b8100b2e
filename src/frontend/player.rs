//! The engine as someone who plays a game asks it: for one move after another.

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use kamen_engine::{Controller, Event, Level, Mode, Reply, Request, SearchInfo, Setup};
use kamen_files::note;
use std::thread::{self, JoinHandle};

/// Requests that the engine has not taken up yet; then whoever asks has to wait.
const REQUESTS: usize = 64;

/// A message of the engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Heard {
    /// It has come so far.
    Info(SearchInfo),
    /// Its move, and the answer that it expects.
    Move {
        /// In Hub notation; none where the game is over.
        best: Option<String>,
        /// In Hub notation.
        ponder: Option<String>,
    },
    /// It could not do what it was asked.
    Error(String),
}

/// Why the engine does not start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// It has no such option.
    #[error("unknown option '{found}', expected one of: {}", known.join(" "))]
    UnknownOption {
        /// The name as given.
        found: String,
        /// The names of its options.
        known: Vec<&'static str>,
    },
    /// It cannot apply the options.
    #[error("{reply}")]
    Refused {
        /// Its words.
        reply: String,
    },
    /// The machine refuses it memory or a thread.
    #[error("{reply}")]
    Machine {
        /// Its words.
        reply: String,
    },
    /// Its thread cannot be started.
    #[error("cannot start a thread: {why}")]
    Thread {
        /// What the system says.
        why: String,
    },
    /// Its thread has ended.
    #[error("the engine has ended")]
    Ended,
}

/// What it is doing.
#[derive(Clone, Debug, PartialEq, Eq)]
enum State {
    Idle,
    Thinking,
    /// Until this move is played.
    Pondering(String),
}

/// The engine behind its controller, which runs on a thread of its own.
pub struct Player {
    requests: Sender<Event>,
    controller: Option<JoinHandle<()>>,
    state: State,
    /// Answers of searches that were called off and have not come yet.
    unwanted: u32,
}

impl Player {
    /// Starts the engine; from then on its replies go to `replies`.
    ///
    /// # Errors
    /// It does not have an option or cannot set it, or no thread can be started.
    pub fn start(
        options: &[(String, String)],
        replies: impl Fn(Reply) + Send + 'static,
    ) -> Result<Player, StartError> {
        let (requests, inbox) = bounded(REQUESTS);
        // As many as there are options.
        let (first, preparation) = unbounded();
        let mut player = Player {
            requests,
            controller: None,
            state: State::Idle,
            unwanted: 0,
        };
        let control = move || {
            let mut ready = false;
            Controller::new(kamen_engine::Options::default(), inbox, move |reply| {
                if ready {
                    return replies(reply);
                }
                ready = reply == Reply::Ready;
                // Nobody listens any more when the preparation has failed.
                let _ = first.send(reply);
            })
            .run();
        };
        let thread = thread::Builder::new().spawn(control);
        let why = |error: std::io::Error| StartError::Thread {
            why: error.to_string(),
        };
        player.controller = Some(thread.map_err(why)?);
        player.prepare(options, &preparation)?;
        Ok(player)
    }

    fn prepare(
        &self,
        options: &[(String, String)],
        replies: &Receiver<Reply>,
    ) -> Result<(), StartError> {
        self.request(Request::Describe);
        for (name, value) in options {
            let (name, value) = (name.clone(), value.clone());
            self.request(Request::SetOption { name, value });
        }
        self.request(Request::Prepare);
        loop {
            match replies.recv() {
                Ok(Reply::Description(known)) => {
                    let known: Vec<&str> = known.iter().map(|option| option.name).collect();
                    let unknown = options
                        .iter()
                        .find(|(name, _)| !known.contains(&name.as_str()));
                    if let Some((name, _)) = unknown {
                        let found = name.clone();
                        return Err(StartError::UnknownOption { found, known });
                    }
                }
                Ok(Reply::Note(message)) => note(format_args!("kamen: {message}")),
                Ok(Reply::Error(reply)) => return Err(StartError::Refused { reply }),
                Ok(Reply::Refused(reply)) => return Err(StartError::Machine { reply }),
                Ok(Reply::Ready) => return Ok(()),
                Ok(_) => {}
                Err(_) => return Err(StartError::Ended),
            }
        }
    }

    fn request(&self, request: Request) {
        // Fails only when the controller has failed; then its answer fails to come.
        let _ = self.requests.send(Event::Input(request));
    }

    /// Whether the engine has fallen behind. Whoever passes on what a stranger wants hears nothing new from him until it has
    /// caught up; then no request waits for an engine that waits to be heard itself.
    pub fn is_behind(&self) -> bool {
        self.requests.len() > REQUESTS / 2
    }

    /// Another game begins.
    pub fn new_game(&mut self) {
        self.cancel();
        self.request(Request::NewGame);
    }

    /// The game has ended so.
    pub fn ended(&mut self, setup: Setup, moves: &[String]) {
        self.cancel();
        let (moves, wolf) = (moves.to_vec(), None);
        self.request(Request::Position { setup, moves, wolf });
    }

    /// Looks for a move.
    pub fn think(&mut self, setup: Setup, moves: &[String], level: Level) {
        self.go(setup, moves.to_vec(), level, Mode::Think);
        self.state = State::Thinking;
    }

    /// Looks for the answer to a move that is expected.
    pub fn ponder(&mut self, setup: Setup, moves: &[String], expected: &str, level: Level) {
        let expected = expected.to_owned();
        let moves = moves.iter().chain([&expected]).cloned().collect();
        self.go(setup, moves, level, Mode::Ponder);
        self.state = State::Pondering(expected);
    }

    fn go(&mut self, setup: Setup, moves: Vec<String>, level: Level, mode: Mode) {
        self.cancel();
        let wolf = None;
        self.request(Request::Position { setup, moves, wolf });
        self.request(Request::Level(level));
        self.request(Request::Go(mode.into()));
    }

    /// The partner has moved: whether that move was pondered on, so that the answer comes without
    /// another word.
    pub fn ponder_hit(&mut self, played: &str) -> bool {
        let hit = matches!(&self.state, State::Pondering(expected) if expected == played);
        if hit {
            self.request(Request::PonderHit);
            self.state = State::Thinking;
        }
        hit
    }

    /// The best move so far will do: it comes at once.
    pub fn hurry(&mut self) {
        if self.state == State::Thinking {
            self.request(Request::Stop);
        }
    }

    /// Calls off whatever runs.
    pub fn cancel(&mut self) {
        if std::mem::replace(&mut self.state, State::Idle) != State::Idle {
            self.unwanted += 1;
            self.request(Request::Stop);
        }
    }

    /// What a reply means, if it is still wanted.
    pub fn heard(&mut self, reply: Reply) -> Option<Heard> {
        match reply {
            Reply::Note(message) | Reply::Refused(message) | Reply::Error(message) => {
                Some(Heard::Error(message))
            }
            Reply::Info(report) => (self.unwanted == 0).then_some(Heard::Info(report)),
            Reply::Done { .. } if self.unwanted > 0 => {
                self.unwanted -= 1;
                None
            }
            Reply::Done { best, ponder } => {
                // A pondering search that ends by itself has nothing to say; its table has.
                let state = std::mem::replace(&mut self.state, State::Idle);
                (state == State::Thinking).then_some(Heard::Move { best, ponder })
            }
            Reply::Description(_) | Reply::Ready | Reply::Pong | Reply::Text(_) => None,
        }
    }
}

impl Drop for Player {
    /// Waits until the engine has learned what there is to learn.
    fn drop(&mut self) {
        self.request(Request::Quit);
        if let Some(controller) = self.controller.take()
            && controller.join().is_err()
        {
            log::error!("the engine has failed");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn start(options: &[(&str, &str)]) -> Result<(Player, Receiver<Reply>), StartError> {
        let (sender, replies) = unbounded();
        let own = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
        let options: Vec<_> = [("tt-size", "12")].iter().chain(options).map(own).collect();
        let player = Player::start(&options, move |reply| {
            let _ = sender.send(reply);
        })?;
        Ok((player, replies))
    }

    fn depth(depth: u32) -> Level {
        Level {
            depth: Some(depth),
            ..Level::default()
        }
    }

    /// The next move that is wanted.
    fn answer(player: &mut Player, replies: &Receiver<Reply>) -> String {
        loop {
            let reply = replies.recv_timeout(Duration::from_secs(20)).unwrap();
            if let Some(Heard::Move { best, .. }) = player.heard(reply) {
                return best.unwrap();
            }
        }
    }

    #[test]
    fn only_the_last_search_is_heard() {
        let (mut player, replies) = start(&[]).unwrap();
        let infinite = Level {
            infinite: true,
            ..Level::default()
        };
        let opening = ["32-28".to_owned()];
        player.think(Setup::Start, &opening, infinite);
        player.think(Setup::Start, &[], infinite);
        player.ponder(Setup::Start, &opening, "17-22", infinite);
        assert!(!player.ponder_hit("18-22"));
        player.think(
            Setup::Start,
            &["32-28".to_owned(), "17-22".to_owned()],
            depth(3),
        );
        assert_eq!(answer(&mut player, &replies), "28x17x22");
        player.ponder(Setup::Start, &opening, "17-22", depth(3));
        assert!(player.ponder_hit("17-22"));
        assert_eq!(answer(&mut player, &replies), "28x17x22");
        player.cancel();
        assert_eq!(player.unwanted, 0);
    }

    #[test]
    fn a_search_that_is_hurried_answers() {
        let (mut player, replies) = start(&[]).unwrap();
        player.hurry();
        let endless = Level {
            infinite: true,
            ..Level::default()
        };
        player.think(
            Setup::Start,
            &["32-28".to_owned(), "17-22".to_owned()],
            endless,
        );
        player.hurry();
        assert_eq!(answer(&mut player, &replies), "28x17x22");
    }

    #[test]
    fn options_are_checked() {
        assert!(start(&[("variant", "czech")]).is_ok());
        assert!(start(&[("player", "random")]).is_ok());
        assert!(start(&[("threads", "100000")]).is_ok());
        let error = |options: &[(&str, &str)]| start(options).err().unwrap().to_string();
        assert!(error(&[("varient", "czech")]).contains("unknown option 'varient'"));
        assert!(error(&[("variant", "chess")]).contains("unknown variant 'chess'"));
        assert!(error(&[("player", "chess")]).contains("unknown player 'chess'"));
    }
}
