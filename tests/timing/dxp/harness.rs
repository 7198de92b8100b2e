//! A running `kamen dxp`, and the other end of its connection.

use crate::process::Process;
use kamen::transport::{Address, Connection, ReceiveError};
use kamen_protocol::dxp::{
    Acceptance, EndReason, GameAccept, GameEnd, GameRequest, Message, MoveMade, Start,
};
use kamen_protocol::{HubPosition, Side};
use std::io::Write;
use std::net::TcpStream;
use std::path::Path;
use std::process::{ChildStdin, Command};
use std::time::{Duration, Instant};

/// How long anything may take that is expected.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// A running `kamen dxp`. What is wrong with it panics with all that it has said.
pub struct Kamen {
    process: Process,
    input: ChildStdin,
    said: String,
}

impl Kamen {
    /// Starts it with a small table and these further arguments.
    pub fn start(arguments: &[&str]) -> Kamen {
        Kamen::start_in(Path::new("."), arguments)
    }

    /// The same in a folder.
    fn start_in(folder: &Path, arguments: &[&str]) -> Kamen {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kamen"));
        command.args(["dxp", "--set", "tt-size=14"]).args(arguments);
        let (process, input) = Process::start(command.current_dir(folder));
        Kamen {
            process,
            input,
            said: String::new(),
        }
    }

    /// Starts it so that it waits for callers; its address.
    pub fn listen(arguments: &[&str]) -> (Kamen, Address) {
        Kamen::listen_in(Path::new("."), arguments)
    }

    /// The same in a folder.
    pub fn listen_in(folder: &Path, arguments: &[&str]) -> (Kamen, Address) {
        let arguments = [&["--listen", "127.0.0.1:0"], arguments].concat();
        let mut kamen = Kamen::start_in(folder, &arguments);
        let line = kamen.expect("listening on ");
        let address = line.trim_start_matches("listening on ").parse().unwrap();
        (kamen, address)
    }

    /// The most memory that it had so far, in megabytes.
    #[cfg(target_os = "linux")]
    pub fn most_memory(&self) -> u64 {
        let status = format!("/proc/{}/status", self.process.id());
        let status = std::fs::read_to_string(status).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmHWM:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().nth(1));
        kilobytes.unwrap().parse::<u64>().unwrap() >> 10
    }

    /// Waits for a line that contains a text.
    pub fn expect(&mut self, part: &str) -> String {
        let begin = Instant::now();
        loop {
            let left = PATIENCE.saturating_sub(begin.elapsed());
            match self.process.next_line(left) {
                Ok(line) => {
                    self.said += &format!("{line}\n");
                    if line.contains(part) {
                        return line;
                    }
                }
                Err(why) => panic!("expected '{part}': {why}, it said:\n{}", self.said),
            }
        }
    }

    /// The user types a line.
    pub fn type_line(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// Waits for the exit: its status, all output and all of standard error.
    pub fn finish(mut self) -> (i32, String, String) {
        let Some(status) = self.process.exit(PATIENCE) else {
            panic!("no exit, it said:\n{}", self.said);
        };
        while let Ok(line) = self.process.next_line(PATIENCE) {
            self.said += &format!("{line}\n");
        }
        (status.code().unwrap(), self.said, self.process.errors())
    }

    /// Waits for the exit, which must be without complaint; all output.
    pub fn finish_well(self) -> String {
        let (status, said, errors) = self.finish();
        assert_eq!((status, errors.as_str()), (0, ""), "it said:\n{said}");
        said
    }
}

/// The other end, which does what the test says.
pub struct Partner {
    connection: Connection,
    stream: TcpStream,
}

impl Partner {
    pub fn new(stream: TcpStream) -> Partner {
        Partner {
            connection: Connection::new(stream.try_clone().unwrap()).unwrap(),
            stream,
        }
    }

    pub fn call(address: &Address) -> Partner {
        Partner::new(stream(address))
    }

    pub fn send_bytes(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).unwrap();
    }

    pub fn send(&mut self, message: &Message) {
        self.connection.send(message).unwrap();
    }

    /// The next message.
    pub fn receive(&mut self) -> Message {
        self.connection.receive(Some(PATIENCE)).unwrap()
    }

    /// Checks that nothing comes for a while.
    pub fn expect_silence(&mut self, time: Duration) {
        match self.connection.receive(Some(time)) {
            Err(ReceiveError::Timeout) => {}
            found => panic!("expected silence, found {found:?}"),
        }
    }

    /// Checks that the other side hangs up.
    pub fn expect_hang_up(&mut self) {
        match self.connection.receive(Some(PATIENCE)) {
            Err(ReceiveError::Closed) => {}
            found => panic!("expected the end of the connection, found {found:?}"),
        }
    }

    /// Asks for a game in which Kamen plays a side; its answer.
    pub fn ask(&mut self, kamen: Side, start: Start) -> Acceptance {
        self.ask_for(GameRequest {
            start,
            ..GameRequest::new("Tester", kamen, 0, 0)
        })
    }

    pub fn ask_for(&mut self, request: GameRequest) -> Acceptance {
        self.send(&Message::GameRequest(request));
        match self.receive() {
            Message::GameAccept(GameAccept { name, answer }) => {
                assert!(name.starts_with("Kamen "), "{name}");
                answer
            }
            found => panic!("expected an answer to the request, found {found:?}"),
        }
    }

    /// Begins a game from the start position.
    pub fn begin(&mut self, kamen: Side) {
        assert_eq!(self.ask(kamen, Start::Normal), Acceptance::Yes);
    }

    /// Answers a request for a game; what it was.
    pub fn accept(&mut self, answer: Acceptance) -> GameRequest {
        let request = match self.receive() {
            Message::GameRequest(request) => request,
            found => panic!("expected a request, found {found:?}"),
        };
        let name = "Tester".to_owned();
        self.send(&Message::GameAccept(GameAccept { name, answer }));
        request
    }

    pub fn play(&mut self, from: u8, to: u8, captured: &[u8]) {
        self.send(&Message::Move(MoveMade {
            seconds: 0,
            from,
            to,
            captured: captured.to_vec(),
        }));
    }

    /// Kamen's move.
    pub fn expect_move(&mut self) -> MoveMade {
        match self.receive() {
            Message::Move(made) => made,
            found => panic!("expected a move, found {found:?}"),
        }
    }

    /// Kamen's end of the game, or its confirmation.
    pub fn expect_end(&mut self, reason: EndReason, stop: bool) {
        assert_eq!(self.receive(), Message::GameEnd(GameEnd { reason, stop }));
    }

    pub fn end(&mut self, reason: EndReason, stop: bool) {
        self.send(&Message::GameEnd(GameEnd { reason, stop }));
    }
}

/// A bare stream, for bytes that no message has.
pub fn stream(address: &Address) -> TcpStream {
    TcpStream::connect(address.resolve().unwrap().as_slice()).unwrap()
}

/// A position that begins a game.
pub fn position(hub: &str) -> Start {
    Start::Position(HubPosition::parse(hub).unwrap())
}
