//! Programs that play the first legal move in no time, and take long to read how the last game ended.

use kamen::transport::{Connection, ReceiveError, listen};
use kamen::{AnyGame, AnyPosition, Color, Variant};
use kamen_protocol::Side;
use kamen_protocol::dxp::{
    Acceptance, EndReason, GameAccept, GameEnd, GameRequest, Message, MoveMade, Start,
};
use std::fs::OpenOptions;
use std::io::{self, BufRead, Write};
use std::thread::sleep;
use std::time::Duration;

/// Longer than what a move may take in the tests.
pub const READING: Duration = Duration::from_millis(1200);
/// Longer than the end of a game by DXP is waited for before the next one begins.
const LONG_READING: Duration = Duration::from_millis(2600);
/// A file with a line for each time that a program was started.
pub const STARTS: &str = "starts";

/// Adds the line.
pub fn count_start() -> io::Result<()> {
    let mut file = OpenOptions::new().append(true).create(true).open(STARTS)?;
    writeln!(file, "started")
}

fn set_up(board: &str) -> AnyGame {
    AnyGame::new(AnyPosition::parse_hub(Variant::International, board).expect("a position"))
}

/// Plays by Hub 1, and reads slowly that a new game begins.
pub fn hub1() -> io::Result<()> {
    count_start()?;
    let mut out = io::stdout();
    let mut game = AnyGame::start(Variant::International);
    for line in io::stdin().lock().lines() {
        let line = line?;
        match line.split(' ').collect::<Vec<_>>()[..] {
            ["hub"] => writeln!(out, "name slow\nwait")?,
            ["init"] => writeln!(out, "ready")?,
            ["ping"] => writeln!(out, "pong")?,
            ["new"] => sleep(READING),
            ["pos", board] => {
                let (turn, squares) = board.split_at(1);
                game = set_up(&format!("{}{squares}", turn.to_uppercase()));
            }
            ["move", text] => drop(game.play_text(text).expect("a move")),
            ["go"] => writeln!(out, "move {}", game.legal_moves()[0])?,
            ["quit"] => return Ok(()),
            _ => (),
        }
        out.flush()?;
    }
    Ok(())
}

/// Plays by DXP, and is slow to confirm the end of a game.
pub fn dxp(port: &str) -> io::Result<()> {
    count_start()?;
    let address = format!("127.0.0.1:{port}").parse().expect("an address");
    let (stream, _) = listen(&address)?.accept()?;
    let mut connection = Connection::new(stream)?;
    let mut game = AnyGame::start(Variant::International);
    loop {
        let message = match connection.receive(None) {
            Ok(message) => message,
            Err(ReceiveError::Closed) => return Ok(()),
            Err(error) => return Err(io::Error::other(error)),
        };
        match message {
            Message::GameRequest(request) => {
                game = begun(&request);
                connection.send(&Message::GameAccept(GameAccept {
                    name: "slow".to_owned(),
                    answer: Acceptance::Yes,
                }))?;
                let own = match request.follower {
                    Side::White => Color::White,
                    Side::Black => Color::Black,
                };
                if game.turn() == own {
                    answer(&mut connection, &mut game)?;
                }
            }
            Message::Move(made) => {
                game.play_text(&text(&made)).expect("a move");
                answer(&mut connection, &mut game)?;
            }
            Message::GameEnd(_) => {
                sleep(LONG_READING);
                let (reason, stop) = (EndReason::None, false);
                connection.send(&Message::GameEnd(GameEnd { reason, stop }))?;
            }
            other => panic!("{other}"),
        }
    }
}

fn begun(request: &GameRequest) -> AnyGame {
    match &request.start {
        Start::Normal => AnyGame::start(Variant::International),
        Start::Position(position) => set_up(&position.to_string()),
    }
}

fn answer(connection: &mut Connection, game: &mut AnyGame) -> io::Result<()> {
    let chosen = game.legal_moves()[0].to_string();
    game.play_text(&chosen).expect("its own move");
    let squares = chosen.split(['-', 'x']).map(|square| square.parse());
    let squares: Vec<u8> = squares.collect::<Result<_, _>>().expect("numbers");
    connection.send(&Message::Move(MoveMade {
        seconds: 0,
        from: squares[0],
        to: squares[1],
        captured: squares[2..].to_vec(),
    }))
}

/// A move as Hub writes it.
fn text(made: &MoveMade) -> String {
    let sign = if made.captured.is_empty() { "-" } else { "x" };
    let squares = [made.from, made.to].into_iter();
    let squares = squares.chain(made.captured.iter().copied());
    let squares: Vec<String> = squares.map(|square| square.to_string()).collect();
    squares.join(sign)
}
