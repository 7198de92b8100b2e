//! A player behind the protocol of managers of five in a row, as Gomocup and Piskvork speak it: what they call a brain. One command
//! a line, squares as `X,Y` from zero.
//!
//! After Petr Laštovička's and Martin Petříček's description, <https://plastovicka.github.io/protocl2en.htm>.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use crate::board::{Board, SIZES, Side, Square, SquareError};
use crate::contestant::{Contestant, Memories};
use crate::memory::{FILE_NAME, MemoryError};
use crate::player::{Deadline, Player};
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
    /// A board that is being told, or what is wrong with it.
    told: Option<Result<Board, Refusal>>,
    /// What the manager allows for a move, in milliseconds.
    turn: Option<u64>,
    /// The same for the rest of a match.
    left: Option<u64>,
    /// What is to be said.
    said: Vec<String>,
}

/// Why a line is not obeyed, as it is answered.
#[derive(Clone, Debug, thiserror::Error)]
enum Refusal {
    #[error("UNKNOWN {0}")]
    Unknown(String),
    #[error("ERROR found '{0}', expected {1}")]
    Parameter(String, &'static str),
    #[error("ERROR {0}")]
    Square(#[from] SquareError),
    #[error("ERROR the board can have {} to {} squares a side", SIZES.start(), SIZES.end())]
    Size,
    #[error("ERROR the board must be square")]
    NotSquare,
    #[error("ERROR there is no game, expected START first")]
    NoGame,
    #[error("ERROR BEGIN is for an empty board")]
    NotEmpty,
    #[error("ERROR DONE without BOARD")]
    NoBoard,
    #[error("ERROR the board is full")]
    Full,
}

fn wrong(line: &str, expected: &'static str) -> Refusal {
    Refusal::Parameter(shown(line), expected)
}

/// What of a line goes into an answer.
fn shown(line: &str) -> String {
    line.chars().filter(|c| !c.is_control()).take(40).collect()
}

/// The first word of a line, and the rest.
fn split(line: &str) -> (&str, &str) {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim())
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
            turn: None,
            left: None,
            said: Vec::new(),
        })
    }

    /// Talks with a manager until one of both ends it.
    ///
    /// # Errors
    /// Nothing can be read or written any more.
    pub fn talk(&mut self, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
        let mut bytes = Vec::new();
        while (&mut input).take(LONGEST).read_until(b'\n', &mut bytes)? != 0 {
            let Some(said) = self.hear(&String::from_utf8_lossy(&bytes)) else {
                break;
            };
            for line in said {
                writeln!(output, "{line}")?;
            }
            output.flush()?;
            bytes.clear();
        }
        Ok(())
    }

    /// The lines that are said to a line of the manager; `None` ends the conversation.
    pub fn hear(&mut self, line: &str) -> Option<Vec<String>> {
        let line = line.trim();
        let done = match self.told.take() {
            Some(told) if line.eq_ignore_ascii_case("done") => self.take_over(told),
            Some(told) => {
                self.told = Some(told.and_then(|board| with_stone(board, line)));
                Ok(())
            }
            None if split(line).0.eq_ignore_ascii_case("end") => return None,
            None => self.obey(line),
        };
        if let Err(refusal) = done {
            self.say(refusal);
        }
        Some(std::mem::take(&mut self.said))
    }

    fn say(&mut self, line: impl ToString) {
        self.said.push(line.to_string());
    }

    /// Does what a command asks; commands may be in small letters.
    fn obey(&mut self, line: &str) -> Result<(), Refusal> {
        let (word, rest) = split(line);
        let square = |expected| rest.parse::<Square>().map_err(|_| wrong(line, expected));
        match word.to_ascii_uppercase().as_str() {
            "" => (),
            "START" => {
                let size: u32 = rest.parse().map_err(|_| wrong(line, "START SIZE"))?;
                let size = u8::try_from(size).ok().filter(|size| SIZES.contains(size));
                self.begin_on(Board::new(size.ok_or(Refusal::Size)?));
                self.say("OK");
            }
            "RECTSTART" => return Err(Refusal::NotSquare),
            "RESTART" => {
                let size = self.board()?.size();
                self.begin_on(Board::new(size));
                self.say("OK");
            }
            "BEGIN" => {
                if !self.board()?.stones().is_empty() {
                    return Err(Refusal::NotEmpty);
                }
                self.own = Side::First;
                self.think()?;
            }
            "TURN" => {
                let (side, square) = (!self.own, square("TURN X,Y")?);
                self.board()?.put(side, square)?;
                self.think()?;
            }
            "BOARD" => self.told = Some(Ok(Board::new(self.board()?.size()))),
            "DONE" => return Err(Refusal::NoBoard),
            "INFO" => self.inform(rest),
            "TAKEBACK" => {
                let square = square("TAKEBACK X,Y")?;
                self.board()?.take(square)?;
                self.is_over = false;
                self.say("OK");
            }
            "ABOUT" => self.say(format!(
                "name=\"Kamen {}\", version=\"{}\", author=\"the authors of Kamen\", www=\"{}\"",
                self.contestant,
                env!("CARGO_PKG_VERSION"),
                env!("CARGO_PKG_REPOSITORY")
            )),
            _ => return Err(Refusal::Unknown(shown(line))),
        }
        Ok(())
    }

    /// Plays on from a board that was told. Where something was wrong with it the game is as it was.
    fn take_over(&mut self, told: Result<Board, Refusal>) -> Result<(), Refusal> {
        self.begin_on(told?);
        self.own = Side::First;
        self.think()
    }

    fn begin_on(&mut self, board: Board) {
        self.board = Some(board);
        self.own = Side::Second;
        self.is_over = false;
    }

    fn board(&mut self) -> Result<&mut Board, Refusal> {
        self.board.as_mut().ok_or(Refusal::NoGame)
    }

    /// Makes a move; before it goes a message with what is seen.
    fn think(&mut self) -> Result<(), Refusal> {
        self.tell_end();
        let (own, deadline) = (self.own, self.deadline());
        let board = self.board.as_mut().ok_or(Refusal::NoGame)?;
        let thought = self.player.think(board, own, deadline);
        let thought = thought.ok_or(Refusal::Full)?;
        board.put(own, thought.square)?;
        let remembered = self.player.remembered();
        let wins = remembered.map(|wins| format!(", {wins} won games remembered"));
        let (forecast, nodes) = (thought.forecast, thought.nodes);
        let wins = wins.unwrap_or_default();
        self.say(format!("MESSAGE {forecast}, {nodes} nodes{wins}"));
        self.say(thought.square);
        self.tell_end();
        Ok(())
    }

    /// Some is kept back for what is between us; of the rest of a match a twentieth goes to a move.
    fn deadline(&self) -> Deadline {
        let turn = self.turn.map(|turn| turn - turn / 5);
        let share = self.left.map(|left| left / 20);
        let time = turn.into_iter().chain(share).min();
        Deadline::after(time.map(Duration::from_millis))
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

    fn inform(&mut self, info: &str) {
        let (key, value) = split(info);
        // A clock that has run out may be below zero.
        let milliseconds = value.parse::<i64>().ok().map(|n| n.max(0).unsigned_abs());
        match key.to_ascii_lowercase().as_str() {
            "timeout_turn" => self.turn = milliseconds.or(self.turn),
            // No time for a match is no limit, and so is what managers send for it.
            "timeout_match" if milliseconds == Some(0) => self.left = None,
            "timeout_match" | "time_left" => {
                self.left = milliseconds.filter(|&n| n < u64::from(u32::MAX / 2));
            }
            "rule" if value != "0" => self.say(format!(
                "MESSAGE rule {value} is not played: five or more in a row win"
            )),
            "folder" => {
                if let Err(error) = self.remember_in(Path::new(value)) {
                    self.say(format!("MESSAGE {error}"));
                }
            }
            _ => (),
        }
    }

    /// Goes on with a player that remembers in a folder, if it remembers and its file was not chosen yet.
    fn remember_in(&mut self, folder: &Path) -> Result<(), MemoryError> {
        let contestant = self.contestant.remembering_in(folder.join(FILE_NAME));
        if contestant != self.contestant {
            self.player = contestant.player(&mut Memories::default(), 0)?;
            self.contestant = contestant;
        }
        Ok(())
    }
}

/// A board with the stone of a line between `BOARD` and `DONE`.
fn with_stone(mut board: Board, line: &str) -> Result<Board, Refusal> {
    if line.is_empty() {
        return Ok(board);
    }
    let expected = "X,Y,1 for an own stone, X,Y,2 for one of the opponent, or DONE";
    let wrong = || wrong(line, expected);
    let (square, owner) = line.rsplit_once(',').ok_or_else(wrong)?;
    let side = match owner.trim() {
        "1" => Side::First,
        "2" => Side::Second,
        _ => return Err(wrong()),
    };
    board.put(side, square.parse().map_err(|_| wrong())?)?;
    Ok(board)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn brain(name: &str) -> Brain {
        Brain::new(name.parse().unwrap()).unwrap()
    }

    /// What the player says to the lines of a dialogue, as `dialogues.txt` has it.
    fn held(player: &str, dialogue: &str) -> String {
        let mut brain = brain(player);
        let mut held = Vec::new();
        for line in dialogue.lines().filter_map(|line| line.strip_prefix("> ")) {
            held.push(format!("> {line}"));
            let Some(said) = brain.hear(line) else { break };
            held.extend(said);
        }
        held.join("\n")
    }

    #[test]
    fn dialogues_go_as_they_are_written() {
        for dialogue in include_str!("tests/dialogues.txt").trim_end().split("\n\n") {
            assert_eq!(held("goliath:1", dialogue), dialogue);
        }
        let blocks = include_str!("GOMOKU.md").split("```text\n");
        let mut shown = blocks.filter(|block| block.starts_with("> "));
        let shown = shown.next().unwrap().split("\n```").next().unwrap();
        assert_eq!(held("both", shown), shown);
    }

    #[test]
    fn a_conversation_ends_with_its_input_whatever_that_is() {
        let long = "x".repeat(300_000);
        let lines = b"\n\nSTART 15\r\n\xff\xfe\ncaf\xc3\xa9\x07\nTURN 7,7";
        let answers =
            "OK\nUNKNOWN \u{fffd}\u{fffd}\nUNKNOWN café\nMESSAGE value 30, 8 nodes\n8,8\n";
        let expected = format!("UNKNOWN {}\n", &long[..40]).repeat(5) + answers;
        for end in [&b""[..], b"\n", b"\nEND\nABOUT\n"] {
            let input = [long.as_bytes(), lines, end].concat();
            let mut output = Vec::new();
            brain("goliath:1").talk(&input[..], &mut output).unwrap();
            assert_eq!(String::from_utf8(output).as_ref(), Ok(&expected));
        }
    }

    #[test]
    fn david_remembers_in_the_folder_of_the_manager() {
        let folder = tempfile::tempdir().unwrap();
        let mut david = brain("david:2");
        david.hear(&format!("INFO folder {}", folder.path().display()));
        let start = ["INFO timeout_turn 100", "START 15", "BOARD"];
        // A won game in the order in which it was played.
        let stones = "0,0,1 0,5,2 1,0,1 1,5,2 2,0,1 2,5,2 3,0,1 3,5,2".split(' ');
        for line in start.into_iter().chain(stones) {
            david.hear(line);
        }
        assert_eq!(david.hear("DONE").unwrap()[1], "4,0");
        let text = std::fs::read_to_string(folder.path().join(FILE_NAME)).unwrap();
        assert!(text.starts_with("5 5 5 5 crc="), "{text}");
    }

    proptest! {
        #[test]
        fn no_line_panics(line in ".*", before in 0..3_usize) {
            let mut brain = brain("goliath:1");
            for line in ["START 5", "BOARD"].into_iter().take(before).chain([&*line, "DONE"]) {
                brain.hear(line);
            }
        }
    }
}
