//! A running `kamen dxp`, and the other end of its connection.

use kamen::transport::{Address, Connection, ReceiveError};
use kamen_protocol::dxp::{
    Acceptance, EndReason, GameAccept, GameEnd, GameRequest, Message, MoveMade, Start,
};
use kamen_protocol::{HubPosition, Side};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long anything may take that is expected.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// A running `kamen dxp`. What is wrong with it panics with all that it has said.
pub struct Kamen {
    process: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    said: String,
}

impl Kamen {
    /// Starts it with a small table and these further arguments.
    pub fn start(arguments: &[&str]) -> Kamen {
        let mut process = Command::new(env!("CARGO_BIN_EXE_kamen"))
            .args(["dxp", "--set", "tt-size=14"])
            .args(arguments)
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, lines) = channel();
        let output = BufReader::new(process.stdout.take().unwrap());
        thread::spawn(move || {
            output
                .lines()
                .try_for_each(|line| sender.send(line.unwrap()))
        });
        Kamen {
            input: process.stdin.take(),
            process,
            lines,
            said: String::new(),
        }
    }

    /// Starts it so that it waits for callers; its address.
    pub fn listen(arguments: &[&str]) -> (Kamen, Address) {
        let mut kamen = Kamen::start(&[&["--listen", "127.0.0.1:0"], arguments].concat());
        let line = kamen.expect("listening on ");
        let address = line.trim_start_matches("listening on ").parse().unwrap();
        (kamen, address)
    }

    /// Waits for a line that contains a text.
    pub fn expect(&mut self, part: &str) -> String {
        let begin = Instant::now();
        loop {
            let left = PATIENCE.saturating_sub(begin.elapsed());
            match self.lines.recv_timeout(left) {
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
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Waits for the exit: its status, all output and all of standard error.
    pub fn finish(mut self) -> (i32, String, String) {
        let begin = Instant::now();
        let status = loop {
            match self.process.try_wait().unwrap() {
                Some(status) => break status,
                None if begin.elapsed() > PATIENCE => panic!("no exit, it said:\n{}", self.said),
                None => thread::sleep(Duration::from_millis(5)),
            }
        };
        while let Ok(line) = self.lines.recv_timeout(PATIENCE) {
            self.said += &format!("{line}\n");
        }
        let mut errors = String::new();
        let mut stderr = self.process.stderr.take().unwrap();
        stderr.read_to_string(&mut errors).unwrap();
        (
            status.code().unwrap(),
            std::mem::take(&mut self.said),
            errors,
        )
    }

    /// Waits for the exit, which must be without complaint; all output.
    pub fn finish_well(self) -> String {
        let (status, said, errors) = self.finish();
        assert_eq!((status, errors.as_str()), (0, ""), "it said:\n{said}");
        said
    }
}

impl Drop for Kamen {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
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
