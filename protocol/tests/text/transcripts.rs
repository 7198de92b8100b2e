//! Dialogues of real clients: every line is read, and ours come out as they stand in the file.
//!
//! `tests/data/*.hub`: `>` what the client sends, `<` what the engine answers, `#` a remark.

use std::path::Path;

use kamen_protocol::HubPosition;
use kamen_protocol::hub::{Command, CommandError, Level, PosText, Reply};

const FILES: &[&str] = &["draughtsnet", "lidraughts-web", "pydraughts"];

fn lines(name: &str) -> Vec<(char, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/{name}.hub"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path:?}: {e}"));
    let parts = |line: &str| {
        let (sign, rest) = line.split_once(' ').unwrap_or((line, ""));
        (sign.chars().next().unwrap_or('#'), rest.to_owned())
    };
    text.lines().map(parts).collect()
}

fn commands(name: &str) -> Vec<Command> {
    let sent = lines(name).into_iter().filter(|(sign, _)| *sign == '>');
    sent.filter_map(|(_, text)| match Command::parse(&text) {
        Ok(command) => Some(command),
        Err(CommandError::Unknown(word)) if word == "foo" => None,
        Err(error) => panic!("{name}: {text}: {error}"),
    })
    .collect()
}

#[test]
fn commands_are_read_and_written() {
    for name in FILES {
        let commands = commands(name);
        assert!(commands.len() > 10, "{name}: {}", commands.len());
        for command in commands {
            let text = command.to_string();
            assert_eq!(Command::parse(&text), Ok(command), "{name}: {text}");
        }
    }
}

#[test]
fn positions_are_those_of_the_board() {
    for name in FILES {
        let mut boards = 0;
        for command in commands(name) {
            let Command::Pos { pos, .. } = command else {
                continue;
            };
            let PosText::Board(text) = pos else { continue };
            let position = HubPosition::parse(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(position.squares.len(), 50, "{name}: {text}");
            assert_eq!(position.to_string(), text, "{name}");
            boards += 1;
        }
        assert!(boards > 0, "{name}");
    }
}

#[test]
fn replies_come_out_as_they_went_in() {
    for name in FILES {
        let answers = lines(name).into_iter().filter(|(sign, _)| *sign == '<');
        let mut count = 0;
        for (_, text) in answers {
            let reply = Reply::parse(&text).unwrap_or_else(|e| panic!("{name}: {text}: {e}"));
            assert_eq!(reply.to_string(), text, "{name}");
            count += 1;
        }
        assert!(count > 5, "{name}: {count}");
    }
}

/// The level that stands when each search begins; `pos` and the search itself end the last one.
fn levels(name: &str) -> Vec<Level> {
    let mut sum = Level::default();
    let mut found = Vec::new();
    for command in commands(name) {
        match command {
            Command::Pos { .. } => sum = Level::default(),
            Command::Level(level) => sum.merge(&level),
            Command::Go(_) => found.push(std::mem::take(&mut sum)),
            _ => {}
        }
    }
    found
}

#[test]
fn levels_of_pydraughts() {
    let expected = [
        "level time=59 inc=1",
        "level time=-1.2 inc=1.5",
        "level move-time=1e-05",
        "level depth=9",
        "level nodes=100000",
        "level time=5",
    ];
    let expected = expected.map(|text| Command::parse(text).expect("a level"));
    let found: Vec<_> = levels("pydraughts")
        .into_iter()
        .map(Command::Level)
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn levels_of_draughtsnet_accumulate() {
    let first = Level {
        depth: Some(5),
        nodes: Some(3000),
        move_time: Some(0.15),
        handicap: Some(2),
        ply: Some(17),
        ..Level::default()
    };
    let second = Level {
        nodes: Some(3_500_000),
        ..Level::default()
    };
    assert_eq!(levels("draughtsnet"), [first, second]);
}
