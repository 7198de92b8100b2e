//! A block by DXP: one process that listens, and a caller that moves at random and does what callers do.

use crate::block::Block;
use crate::health::Health;
use crate::referee::Game;
use crate::report::Tally;
use kamen_core::rules::Variant;
use kamen_protocol::dxp::{
    Acceptance, BackAnswer, Decoder, EndReason, GameEnd, GameRequest, Message, MoveMade, Start,
    encode,
};
use kamen_protocol::{HubPosition, Side};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Games between two looks at the process.
const LOOK: u64 = 50;
/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// The program that listens; it is killed when dropped.
struct Listener {
    child: Child,
    address: String,
}

/// Plays a block, all of one variant.
///
/// # Errors
/// The program cannot be started, or does not listen.
pub fn play(
    block: Block,
    program: &Path,
    tally: &mut Tally,
    health: &mut Health,
) -> Result<(), String> {
    let variant = Variant::ALL[(block.number / 5) as usize % Variant::ALL.len()];
    let mut listener = Listener::start(program, variant)?;
    let mut line = None;
    for number in 0..block.settings.games {
        let mut random = block.random(number);
        let mut connection = match line.take() {
            Some(connection) => connection,
            None => listener.call()?,
        };
        match connection.play(variant, &mut random, tally) {
            Ok(true) => line = Some(connection),
            Ok(false) => (),
            Err(fault) => {
                tally.fault(format!(
                    "block {}, game {number}, {variant} by DXP: {fault}",
                    block.number
                ));
                if !listener.is_alive() {
                    listener = Listener::start(program, variant)?;
                }
            }
        }
        tally.games += 1;
        *tally.variants.entry(variant.to_string()).or_default() += 1;
        if number % LOOK == 0 {
            health.sample(listener.child.id(), number);
        }
    }
    match listener.is_alive() {
        true => Ok(()),
        false => Err(format!("block {}: the program has ended", block.number)),
    }
}

impl Listener {
    fn start(program: &Path, variant: Variant) -> Result<Listener, String> {
        let free = TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr());
        let address = free.map_err(|error| error.to_string())?.to_string();
        let mut command = Command::new(program);
        let started = command
            .args([
                "dxp",
                variant.name(),
                "--listen",
                &address,
                "--level",
                "nodes=300",
            ])
            .args(["--set", "tt-size=14"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let child =
            started.map_err(|error| format!("cannot start {}: {error}", program.display()))?;
        Ok(Listener { child, address })
    }

    fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    fn call(&mut self) -> Result<Connection, String> {
        let until = Instant::now() + PATIENCE;
        loop {
            match TcpStream::connect(&self.address) {
                Ok(stream) => {
                    let timed = stream.set_read_timeout(Some(PATIENCE));
                    timed.map_err(|error| error.to_string())?;
                    let (decoder, bytes) = (Decoder::default(), Vec::new());
                    return Ok(Connection {
                        stream,
                        decoder,
                        bytes,
                    });
                }
                Err(error) if Instant::now() > until => {
                    return Err(format!("nobody listens: {error}"));
                }
                Err(_) => thread::sleep(Duration::from_millis(20)),
            }
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A line to the program.
struct Connection {
    stream: TcpStream,
    decoder: Decoder,
    /// Received, and not decoded yet.
    bytes: Vec<u8>,
}

impl Connection {
    fn send(&mut self, message: &Message) -> Result<(), String> {
        let sent = self.stream.write_all(&encode(message));
        sent.map_err(|error| format!("cannot send {message}: {error}"))
    }

    fn receive(&mut self) -> Result<Message, String> {
        loop {
            let (read, message) = self.decoder.read(&self.bytes);
            self.bytes.drain(..read);
            match message {
                Some(Ok(Message::Chat(_))) => continue,
                Some(Ok(message)) => return Ok(message),
                Some(Err(error)) => return Err(format!("it sent no message: {error}")),
                None => (),
            }
            let mut part = [0; 256];
            match self.stream.read(&mut part) {
                Ok(0) => return Err("it has hung up".to_owned()),
                Ok(length) => self.bytes.extend_from_slice(&part[..length]),
                Err(error) => return Err(format!("no answer: {error}")),
            }
        }
    }

    fn end(&mut self, reason: EndReason) -> Result<(), String> {
        self.send(&Message::GameEnd(GameEnd {
            reason,
            stop: false,
        }))
    }

    /// Plays a game; whether the line is good for another one.
    fn play(
        &mut self,
        variant: Variant,
        random: &mut Pcg64Mcg,
        tally: &mut Tally,
    ) -> Result<bool, String> {
        let mut game = if random.random_bool(0.2) {
            Game::random(variant, random)
        } else {
            Game::normal(variant)
        };
        let ours = random.random_bool(0.5);
        let follower = if ours { Side::Black } else { Side::White };
        let mut request = GameRequest::new("Soak", follower, random.random_range(0..3), 0);
        if let Some(start) = game.start() {
            let position = HubPosition::parse(&start).map_err(|error| error.to_string())?;
            request.start = Start::Position(position);
        }
        self.send(&Message::GameRequest(request))?;
        match self.receive()? {
            Message::GameAccept(accept) if accept.answer == Acceptance::Yes => (),
            other => return Err(format!("found {other}, expected that it accepts")),
        }
        let longest = random.random_range(10..120);
        loop {
            let is_ours = game.is_white_to_move() == ours;
            if is_ours {
                if random.random_bool(0.002) {
                    tally.event("callers that hung up");
                    return Ok(false);
                }
                if random.random_bool(0.002) {
                    tally.event("callers that sent nonsense");
                    let noise: Vec<u8> = (0..200).map(|_| random.random()).collect();
                    let _ = self.stream.write_all(&noise);
                    return Ok(false);
                }
                if random.random_bool(0.02) {
                    self.send(&Message::Chat("Good luck".to_owned()))?;
                }
                if random.random_bool(0.02) && game.plies() >= 4 && game.start().is_none() {
                    self.take_back(&mut game, tally)?;
                    continue;
                }
                if !game.goes_on() || game.plies() >= longest {
                    let reason = if game.goes_on() {
                        EndReason::None
                    } else {
                        EndReason::Lost
                    };
                    self.end(reason)?;
                    while !matches!(self.receive()?, Message::GameEnd(_)) {}
                    return Ok(true);
                }
                let moves = game.moves();
                let m = &moves[random.random_range(0..moves.len())];
                self.send(&Message::Move(made(m)))?;
                game.play(m)?;
                continue;
            }
            match self.receive()? {
                Message::Move(made) => {
                    game.play(&text(&made))?;
                    tally.moves += 1;
                }
                Message::GameEnd(end) => {
                    self.end(EndReason::None)?;
                    return match (game.goes_on(), end.reason) {
                        (false, EndReason::Lost | EndReason::Won) => Ok(true),
                        (true, EndReason::Draw) => {
                            tally.event("draws by the rules");
                            Ok(true)
                        }
                        (_, reason) => Err(format!(
                            "it ended the game after {} plies: {reason}",
                            game.plies()
                        )),
                    };
                }
                other => return Err(format!("found {other}, expected a move")),
            }
        }
    }

    /// Takes back the last two plies, at our turn.
    fn take_back(&mut self, game: &mut Game, tally: &mut Tally) -> Result<(), String> {
        let plies = game.plies() - 2;
        let turn = if game.is_white_to_move() {
            Side::White
        } else {
            Side::Black
        };
        let move_number = (plies / 2 + 1) as u16;
        self.send(&Message::BackRequest { move_number, turn })?;
        match self.receive()? {
            Message::BackAccept(BackAnswer::Done) => {
                tally.event("moves taken back");
                game.take_back(2);
                Ok(())
            }
            Message::BackAccept(_) => {
                tally.event("wishes to take back that were refused");
                Ok(())
            }
            other => Err(format!(
                "found {other}, expected whether moves are taken back"
            )),
        }
    }
}

/// A move in Hub's form as DXP has it.
fn made(text: &str) -> MoveMade {
    let squares: Vec<u8> = (text.split(['-', 'x']))
        .map(|square| square.parse().expect("a number below 100"))
        .collect();
    MoveMade {
        seconds: 0,
        from: squares[0],
        to: squares[1],
        captured: squares[2..].to_vec(),
    }
}

/// A move of DXP in Hub's form, with the captured squares in ascending order.
fn text(made: &MoveMade) -> String {
    let mut captured = made.captured.clone();
    captured.sort_unstable();
    let sign = if captured.is_empty() { "-" } else { "x" };
    let squares = [made.from, made.to].into_iter().chain(captured);
    let squares: Vec<String> = squares.map(|square| square.to_string()).collect();
    squares.join(sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_come_back() {
        for move_text in ["32-28", "28x19x23", "1x1x7x8x17x18"] {
            assert_eq!(text(&made(move_text)), move_text);
        }
    }
}
