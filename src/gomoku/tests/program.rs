//! The program, as a manager and a person meet it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_kamen-gomoku");

/// Runs the program with these words and this input.
fn run(words: &[&str], input: &str) -> Output {
    let mut child = Command::new(PROGRAM)
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let written = child.stdin.take().unwrap().write_all(input.as_bytes());
    // It may have ended before it has read all.
    let _ = written;
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

const PRINTED: &str = "35 858 210 119 10 21 5 22 17\n35 858 210 119 7 22 7 70 2001\n\
                       35 858 210 119 10 130 285 10 11 5\n";

#[test]
fn the_printed_records_are_shown() {
    let shown = run(&["memory", "-"], PRINTED);
    assert!(shown.status.success());
    let shown = text(&shown.stdout);
    let numbers: Vec<&str> = (shown.lines())
        .filter_map(|line| line.split_once("moves: ").map(|found| found.1))
        .collect();
    assert_eq!(numbers, PRINTED.lines().collect::<Vec<_>>());
}

#[test]
fn damage_and_wrong_words_are_told() {
    let damaged = run(&["memory", "-"], "5 5 5 5\n5 5 5 6\n");
    assert_eq!(damaged.status.code(), Some(1));
    assert!(text(&damaged.stdout).starts_with("1. 5 moves: 5 5 5 5\n"));
    let said = text(&damaged.stderr);
    assert!(
        said.starts_with("kamen-gomoku: -: line 2 is left out: number 4: 6 is no shift"),
        "{said}"
    );
    let cases: &[(&[&str], &str)] = &[
        (
            &["match", "david:0", "goliath"],
            "'david:0' is no player, expected goliath[:PLIES]",
        ),
        (
            &["match", "random", "random", "--size", "4"],
            "4 is not in 5..=40",
        ),
        (&["code", "1,1", "2,2"], "are made nowhere"),
        (&["code", "1;1"], "expected a square as X,Y"),
        (&["memory", "/nonexistent"], "cannot read /nonexistent"),
        (&["combinations", "3,3", "3,3"], "3,3 is occupied"),
        (
            &["--player", "david:3:/nonexistent/m"],
            "cannot use /nonexistent/m",
        ),
    ];
    for (words, expected) in cases {
        let output = run(words, "");
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        let said = text(&output.stderr);
        assert!(said.contains(expected), "{words:?}: {said}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn a_match_is_played_recorded_and_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("zkusenosti.dat");
    let games = folder.path().join("games");
    let player = format!("david:2:{}", file.display());
    let words = [
        "match",
        &player,
        "random",
        "--games",
        "4",
        "--size",
        "15",
        "-o",
        games.to_str().unwrap(),
    ];
    let words: Vec<&str> = words
        .into_iter()
        .chain(["--random-plies", "2", "--seed", "3"])
        .collect();
    let output = run(&words, "");
    let said = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let lines: Vec<&str> = said.lines().collect();
    assert!(
        lines[0].starts_with("1. david:2 - random: david:2 won after "),
        "{said}"
    );
    assert!(lines[1].starts_with("2. random - david:2: "), "{said}");
    assert_eq!(lines[4], "david:2 - random: 4 won, 0 drawn, 0 lost");
    let record = std::fs::read_to_string(games.join("0002.psq")).unwrap();
    assert!(
        record.starts_with("Piskvorky 15x15, 11:11, 0\n"),
        "{record}"
    );
    let opening = |number| {
        let record = std::fs::read_to_string(games.join(number)).unwrap();
        record.lines().skip(1).take(2).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(opening("0001.psq"), opening("0002.psq"));
    let memory = std::fs::read_to_string(&file).unwrap();
    assert!((1..=4).contains(&memory.lines().count()), "{memory}");
    assert!(
        run(&["memory", file.to_str().unwrap()], "")
            .status
            .success()
    );
    // The same again without a memory is the same.
    let words = ["match", "david:2", "random", "--games", "2", "--size", "15"];
    assert_eq!(run(&words, "").stdout, run(&words, "").stdout);
}

/// A manager that plays two programs against each other and keeps its own board.
struct Brain {
    child: std::process::Child,
    answers: BufReader<std::process::ChildStdout>,
}

impl Brain {
    fn new(player: &str) -> Brain {
        let mut child = Command::new(PROGRAM)
            .args(["--player", player])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let answers = BufReader::new(child.stdout.take().unwrap());
        Brain { child, answers }
    }

    /// Sends a line; the first answer that is no message.
    fn ask(&mut self, line: &str) -> String {
        writeln!(self.child.stdin.as_mut().unwrap(), "{line}\r").unwrap();
        loop {
            let mut answer = String::new();
            self.answers.read_line(&mut answer).unwrap();
            if !answer.starts_with("MESSAGE") {
                return answer.trim_end().to_owned();
            }
        }
    }
}

#[test]
fn two_programs_play_whole_games_through_a_manager() {
    for size in [15, 19, 20] {
        let mut brains = [Brain::new("both:2"), Brain::new("goliath:2")];
        for brain in &mut brains {
            assert_eq!(brain.ask(&format!("START {size}")), "OK");
        }
        let mut stones = std::collections::HashMap::new();
        let mut moved = brains[0].ask("BEGIN");
        let mut side = 0;
        let winner = loop {
            let (x, y) = moved.split_once(',').unwrap_or_else(|| panic!("{moved}"));
            let at: (i32, i32) = (x.parse().unwrap(), y.parse().unwrap());
            assert!(
                (0..size).contains(&at.0) && (0..size).contains(&at.1),
                "{moved}"
            );
            assert_eq!(stones.insert(at, side), None, "{moved} is occupied");
            let run = |(dx, dy): (i32, i32)| {
                let owned = |n: i32| stones.get(&(at.0 + dx * n, at.1 + dy * n)) == Some(&side);
                let ahead = (1..5).take_while(|&n| owned(n)).count();
                ahead + (1..5).take_while(|&n| owned(-n)).count() + 1
            };
            if [(1, 0), (0, 1), (1, 1), (1, -1)]
                .into_iter()
                .any(|step| run(step) >= 5)
            {
                break Some(side);
            }
            if stones.len() == (size * size) as usize {
                break None;
            }
            side = 1 - side;
            moved = brains[side].ask(&format!("TURN {},{}", at.0, at.1));
        };
        assert!(winner.is_some() || stones.len() > 20);
        for mut brain in brains {
            writeln!(brain.child.stdin.as_mut().unwrap(), "END").unwrap();
            assert!(brain.child.wait().unwrap().success());
        }
    }
}

/// What `GOMOKU.md` shows of commands that end soon is what they print.
#[test]
fn the_page_shows_what_is_printed() {
    let page = include_str!("../GOMOKU.md");
    let mut checked = 0;
    for block in page.split("```text\n$ kamen-gomoku ").skip(1) {
        let block = block.split("```").next().unwrap();
        let (command, expected) = block.split_once('\n').unwrap();
        let words: Vec<&str> = command.split_whitespace().collect();
        if words[0] == "published" {
            continue;
        }
        let words: Vec<&str> = words
            .into_iter()
            .take_while(|word| *word != "<<<")
            .collect();
        let input = command.split_once("<<< ").map_or("", |found| found.1);
        let output = run(&words, input.trim_matches('\''));
        assert_eq!(text(&output.stdout), expected, "{command}");
        checked += 1;
    }
    assert!(checked >= 3, "{checked}");
}
