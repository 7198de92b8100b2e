//! A player behind the protocol: what a manager calls a brain.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use crate::board::{Board, SIZES, Side};
use crate::contestant::{Contestant, Memories};
use crate::memory::{FILE_NAME, MemoryError};
use crate::player::{Deadline, Player};
use crate::protocol::{Command, Owner, command, stone};
use std::io::{self, BufRead, Read, Write};
use std::path::Path;
use std::time::Duration;

/// The longest line that is read, in bytes; what is beyond it is a line of its own.
const LONGEST: u64 = 1 << 16;

/// A player and its game. It always has the side that answers, as the protocol has no colours, until it begins.
pub struct Brain {
    contestant: Contestant,
    player: Box<dyn Player>,
    board: Option<Board>,
    own: Side,
    /// Whether the player knows that the game is over.
    is_over: bool,
    /// The stones of a board that is being told, or what is wrong with it.
    told: Option<Result<Board, String>>,
    time: Time,
}

/// What a manager allows, in milliseconds.
#[derive(Clone, Copy, Debug, Default)]
struct Time {
    turn: Option<u64>,
    left: Option<u64>,
}

impl Time {
    fn deadline(self) -> Deadline {
        // Some is kept back for what is between us; of the rest of a game a twentieth goes to a move.
        let turn = self.turn.map(|turn| turn - turn / 5);
        let share = self.left.map(|left| left / 20);
        match turn.into_iter().chain(share).min() {
            Some(time) => Deadline::after(Duration::from_millis(time)),
            None => Deadline::default(),
        }
    }
}

/// What is said to a line, and whether the conversation goes on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// Lines for the manager.
    pub lines: Vec<String>,
    /// Whether it was the last one.
    pub ends: bool,
}

impl Brain {
    /// A player that waits for a game.
    ///
    /// # Errors
    /// Its memory cannot be used.
    pub fn new(contestant: Contestant) -> Result<Brain, MemoryError> {
        let player = contestant.player(&mut Memories::default(), 0)?;
        Ok(Brain {
            contestant,
            player,
            board: None,
            own: Side::Second,
            is_over: false,
            told: None,
            time: Time::default(),
        })
    }

    /// Talks with a manager until one of both ends it.
    ///
    /// # Errors
    /// Nothing can be read or written any more.
    pub fn talk(&mut self, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            if (&mut input).take(LONGEST).read_until(b'\n', &mut bytes)? == 0 {
                return Ok(());
            }
            let reply = self.hear(&String::from_utf8_lossy(&bytes));
            for line in reply.lines {
                writeln!(output, "{line}")?;
            }
            output.flush()?;
            if reply.ends {
                return Ok(());
            }
        }
    }

    /// Answers a line.
    pub fn hear(&mut self, line: &str) -> Reply {
        if let Some(told) = self.told.take() {
            return self.hear_stone(told, line);
        }
        let mut reply = Reply::default();
        let answer = match command(line) {
            Ok(None) => return reply,
            Ok(Some(Command::End)) => {
                reply.ends = true;
                return reply;
            }
            Ok(Some(command)) => self.obey(command, &mut reply.lines),
            Err(error) => Ok(Some(error.to_string())),
        };
        match answer {
            Ok(line) => reply.lines.extend(line),
            Err(error) => reply.lines.push(format!("ERROR {error}")),
        }
        reply
    }

    /// Does what a command asks; the answer, or the words behind `ERROR`. Other lines go to `said`.
    fn obey(&mut self, command: Command, said: &mut Vec<String>) -> Result<Option<String>, String> {
        let ok = || Ok(Some("OK".to_owned()));
        match command {
            Command::Start(size) => {
                let size = u8::try_from(size).ok().filter(|size| SIZES.contains(size));
                let (least, most) = (SIZES.start(), SIZES.end());
                let size = size.ok_or(format!(
                    "the board can have {least} to {most} squares a side"
                ))?;
                self.begin_on(Board::new(size));
                ok()
            }
            Command::RectStart => Err("the board must be square".to_owned()),
            Command::Restart => {
                let size = self.board()?.size();
                self.begin_on(Board::new(size));
                ok()
            }
            Command::Begin => {
                if !self.board()?.stones().is_empty() {
                    return Err("BEGIN is for an empty board".to_owned());
                }
                self.own = Side::First;
                self.think(said).map(Some)
            }
            Command::Turn(square) => {
                let other = !self.own;
                let put = self.board()?.put(other, square);
                put.map_err(|error| error.to_string())?;
                self.tell_end();
                self.think(said).map(Some)
            }
            Command::Board => {
                let size = self.board()?.size();
                self.told = Some(Ok(Board::new(size)));
                Ok(None)
            }
            Command::Done => Err("DONE without BOARD".to_owned()),
            Command::Info { key, value } => {
                self.inform(&key, &value, said);
                Ok(None)
            }
            Command::TakeBack(square) => {
                let taken = self.board()?.take(square);
                taken.map_err(|error| error.to_string())?;
                self.is_over = false;
                ok()
            }
            Command::About => {
                let version = env!("CARGO_PKG_VERSION");
                let player = &self.contestant;
                Ok(Some(format!(
                    "name=\"Kamen {player}\", version=\"{version}\", author=\"the authors of Kamen\", www=\"{}\"",
                    env!("CARGO_PKG_REPOSITORY")
                )))
            }
            Command::End => Ok(None),
        }
    }

    /// Takes a line between `BOARD` and `DONE`. After a wrong one the rest is read all the same, and `DONE` is answered with the
    /// error; then the game is as it was.
    fn hear_stone(&mut self, told: Result<Board, String>, line: &str) -> Reply {
        let mut reply = Reply::default();
        if !line.trim().eq_ignore_ascii_case("done") {
            self.told = Some(told.and_then(|mut board| {
                let stone = stone(line).map_err(|error| error.to_string())?;
                if let Some((square, owner)) = stone {
                    let side = match owner {
                        Owner::Own => Side::First,
                        Owner::Opponent => Side::Second,
                    };
                    let put = board.put(side, square);
                    put.map_err(|error| format!("ERROR {error}"))?;
                }
                Ok(board)
            }));
            return reply;
        }
        match told {
            Ok(board) => {
                self.begin_on(board);
                self.own = Side::First;
                self.tell_end();
                match self.think(&mut reply.lines) {
                    Ok(line) => reply.lines.push(line),
                    Err(error) => reply.lines.push(format!("ERROR {error}")),
                }
            }
            Err(error) => reply.lines.push(error),
        }
        reply
    }

    fn begin_on(&mut self, board: Board) {
        self.board = Some(board);
        self.own = Side::Second;
        self.is_over = false;
    }

    fn board(&mut self) -> Result<&mut Board, String> {
        let board = self.board.as_mut();
        board.ok_or_else(|| "there is no game, expected START first".to_owned())
    }

    /// Makes a move; before it goes a message with what is seen.
    fn think(&mut self, said: &mut Vec<String>) -> Result<String, String> {
        let (own, deadline) = (self.own, self.time.deadline());
        let Some(board) = self.board.as_mut().filter(|board| !board.is_full()) else {
            return Err("the board is full".to_owned());
        };
        let thought = self.player.think(board, own, deadline);
        let put = board.put(own, thought.square);
        put.map_err(|error| error.to_string())?;
        let remembered = match self.player.remembered() {
            Some(wins) => format!(", {wins} won games remembered"),
            None => String::new(),
        };
        let (forecast, nodes) = (thought.forecast, thought.nodes);
        said.push(format!("MESSAGE {forecast}, {nodes} nodes{remembered}"));
        self.tell_end();
        Ok(thought.square.to_string())
    }

    /// Lets the player know that somebody has won, once.
    fn tell_end(&mut self) {
        if let Some(board) = &self.board
            && !self.is_over
            && board.winner().is_some()
        {
            self.is_over = true;
            self.player.game_over(board);
        }
    }

    fn inform(&mut self, key: &str, value: &str, said: &mut Vec<String>) {
        // A clock that has run out may be below zero.
        let milliseconds = value.parse::<i64>().ok().map(|n| n.max(0).unsigned_abs());
        match key {
            "timeout_turn" => self.time.turn = milliseconds.or(self.time.turn),
            // No time for a match is no limit, and so is what managers send for it.
            "timeout_match" if milliseconds == Some(0) => self.time.left = None,
            "timeout_match" | "time_left" => {
                let limit = milliseconds.filter(|&n| n < u64::from(u32::MAX / 2));
                self.time.left = limit;
            }
            "rule" if value != "0" => {
                said.push(format!(
                    "MESSAGE rule {value} is not played: five or more in a row win"
                ));
            }
            "folder" => {
                let contestant = self.contestant.remembering_in(Path::new(value), FILE_NAME);
                if contestant != self.contestant {
                    match contestant.player(&mut Memories::default(), 0) {
                        Ok(player) => {
                            self.player = player;
                            self.contestant = contestant;
                        }
                        Err(error) => said.push(format!("MESSAGE {error}")),
                    }
                }
            }
            _ => (),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;
    use crate::protocol::square;

    fn brain(name: &str) -> Brain {
        Brain::new(name.parse().unwrap()).unwrap()
    }

    /// The answers to lines, without messages; a move is `X,Y`.
    fn answers(brain: &mut Brain, lines: &[&str]) -> Vec<String> {
        let said = lines.iter().flat_map(|line| brain.hear(line).lines);
        said.filter(|line| !line.starts_with("MESSAGE"))
            .map(|line| match square(&line) {
                Some(_) => "X,Y".to_owned(),
                None => line,
            })
            .collect()
    }

    #[test]
    fn each_line_has_its_answer() {
        let none = "ERROR there is no game, expected START first";
        let cases: &[(&[&str], &[&str])] = &[
            (&["START 20", "BEGIN", "TURN 0,0"], &["OK", "X,Y", "X,Y"]),
            (
                &["START 4"],
                &["ERROR the board can have 5 to 40 squares a side"],
            ),
            (
                &["START 300"],
                &["ERROR the board can have 5 to 40 squares a side"],
            ),
            (&["RECTSTART 20,30"], &["ERROR the board must be square"]),
            (
                &["BEGIN", "TURN 1,1", "RESTART", "BOARD", "TAKEBACK 1,1"],
                &[none; 5],
            ),
            (
                &["START 15", "TURN 15,3"],
                &[
                    "OK",
                    "ERROR 15,3 is outside the board, expected 0,0 to 14,14",
                ],
            ),
            (
                &["START 15", "BOARD", "7,7,1", "8,8,2", "DONE", "TURN 7,7"],
                &["OK", "X,Y", "ERROR 7,7 is occupied"],
            ),
            (
                &[
                    "START 15", "BOARD", "7,7,1", "7,7,2", "8,8,9", "DONE", "BEGIN",
                ],
                &["OK", "ERROR 7,7 is occupied", "X,Y"],
            ),
            (
                &["START 15", "BEGIN", "BEGIN"],
                &["OK", "X,Y", "ERROR BEGIN is for an empty board"],
            ),
            (
                &[
                    "START 15",
                    "BOARD",
                    "7,7,1",
                    "DONE",
                    "TAKEBACK 7,7",
                    "TAKEBACK 7,7",
                    "RESTART",
                    "BEGIN",
                ],
                &["OK", "X,Y", "OK", "ERROR 7,7 has no stone", "OK", "X,Y"],
            ),
            (
                &["SUGGEST", "", "DONE", "INFO nonsense 3"],
                &["UNKNOWN SUGGEST", "ERROR DONE without BOARD"],
            ),
        ];
        for (lines, expected) in cases {
            assert_eq!(
                answers(&mut brain("goliath:1"), lines),
                *expected,
                "{lines:?}"
            );
        }
        let about = brain("both").hear("about").lines;
        assert!(
            about[0].starts_with("name=\"Kamen both:10\", version="),
            "{about:?}"
        );
        assert!(brain("random").hear("END").ends);
    }

    #[test]
    fn a_full_board_is_an_error() {
        let mut brain = brain("random");
        brain.hear("START 5");
        let mut turns = 0;
        let last = loop {
            let board = brain.board.as_ref().unwrap();
            let free = board.squares().find(|&square| board.is_free(square));
            let Some(Square { x, y }) = free else {
                break "none".to_owned();
            };
            turns += 1;
            let said = brain.hear(&format!("TURN {x},{y}")).lines.pop().unwrap();
            if square(&said).is_none() {
                break said;
            }
        };
        assert_eq!((turns, last.as_str()), (13, "ERROR the board is full"));
    }

    #[test]
    fn a_conversation_ends_with_its_input_whatever_that_is() {
        let mut long = vec![b'x'; 300_000];
        long.extend(b"\nSTART 15\r\n\xff\xfe\nTURN 7,7\n");
        let mut output = Vec::new();
        brain("goliath:1").talk(&long[..], &mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        let first: Vec<&str> = text
            .lines()
            .map(|line| line.split(' ').next().unwrap())
            .collect();
        assert!(
            first.starts_with(&["UNKNOWN"]) && first.contains(&"OK"),
            "{text}"
        );
        assert!(square(text.lines().last().unwrap()).is_some(), "{text}");
    }

    #[test]
    fn david_remembers_in_the_folder_of_the_manager() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().display().to_string();
        let mut david = brain("david:2");
        let lines = [
            "START 15",
            &format!("INFO folder {path}"),
            "INFO timeout_turn 100",
        ];
        assert_eq!(answers(&mut david, &lines), ["OK"]);
        // A won game in the order in which it was played.
        let stones = (0..4).flat_map(|n| [format!("{n},0,1"), format!("{n},5,2")]);
        let board: Vec<String> = stones.collect();
        david.hear("BOARD");
        board.iter().for_each(|line| {
            david.hear(line);
        });
        let reply = david.hear("DONE").lines;
        assert_eq!(reply.last().map(String::as_str), Some("4,0"));
        let file = folder.path().join(FILE_NAME);
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.starts_with("5 5 5 5 crc="), "{text}");
    }
}
