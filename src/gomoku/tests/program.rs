//! The program, as a manager and a person meet it.

use kamen_gomoku::board::{Board, Side};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

/// The program with the words of a command line.
fn start<'a>(words: impl IntoIterator<Item = &'a str>) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kamen-gomoku"));
    let command = command.args(words).stdin(Stdio::piped());
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Runs the program with an input: its status, what it prints, and what it says on standard error.
fn run(words: &str, input: &str) -> (i32, String, String) {
    let mut child = start(words.split_whitespace());
    // It may have ended before it has read all.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let status = output.status.code().unwrap();
    (status, text(output.stdout), text(output.stderr))
}

/// What `GOMOKU.md` and `commands.txt` show of commands is what they print.
#[test]
fn commands_print_what_is_written() {
    for text in [include_str!("../GOMOKU.md"), include_str!("commands.txt")] {
        for block in text.split("$ kamen-gomoku ").skip(1) {
            let shown = block.split("```").next().unwrap().trim_end();
            let (command, expected) = shown.split_once('\n').unwrap();
            let (words, input) = command.split_once(" <<< ").unwrap_or((command, ""));
            let (_, printed, said) = run(words, input.trim_matches('\''));
            assert_eq!((printed + &said).trim_end(), expected, "{command}");
        }
    }
    assert_eq!(run("memory tests/damaged.dat", "").0, 1);
}

#[test]
fn wrong_words_are_told() {
    let refused = "match david:0 goliath => 'david:0' is no player, expected goliath[:PLIES]
        match random random --size 4 => 4 is not in 5..=40
        code 1;1 => expected a square as X,Y
        code 1,1 2,2 => are made nowhere
        memory /nonexistent => cannot read /nonexistent
        --player david:3:/nonexistent/m => cannot use /nonexistent/m";
    for line in refused.lines() {
        let (words, expected) = line.split_once(" => ").unwrap();
        let (status, shown, said) = run(words, "");
        assert_eq!((status, &*shown), (2, ""), "{words}");
        assert!(said.contains(expected), "{words}: {said}");
    }
}

#[test]
fn a_match_is_played_recorded_and_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().display();
    let asked = "--games 4 --size 15 --random-plies 2 --seed 3";
    let words = format!("match david:2:{path}/m random {asked} -o {path}/games");
    let (status, played, said) = run(&words, "");
    assert_eq!((status, &*said), (0, ""));
    let lines: Vec<&str> = played.lines().collect();
    assert!(lines[0].starts_with("1. david:2 - random: david:2 won after "));
    assert!(lines[1].starts_with("2. random - david:2: "), "{played}");
    assert_eq!(lines[4], "david:2 - random: 4 won, 0 drawn, 0 lost");
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let opening = |name| read(name).lines().take(3).collect::<Vec<_>>().join("\n");
    assert!(opening("games/0002.psq").starts_with("Piskvorky 15x15, 11:11, 0\n"));
    assert_eq!(opening("games/0001.psq"), opening("games/0002.psq"));
    assert!((1..=4).contains(&read("m").lines().count()));
    assert_eq!(run(&format!("memory {path}/m"), "").0, 0);
    // The same again without a memory is the same.
    let words = "match david:2 random --games 2 --size 15";
    assert_eq!(run(words, ""), run(words, ""));
}

/// The manager keeps its own board.
#[test]
fn two_programs_play_whole_games_through_a_manager() {
    for size in [15, 19, 20] {
        let mut brains = ["both:2", "goliath:2"].map(|player| start(["--player", player]));
        let mut answers = brains.each_mut().map(|brain| {
            let lines = BufReader::new(brain.stdout.take().unwrap()).lines();
            let lines = lines.map(Result::unwrap);
            lines.filter(|line| !line.starts_with("MESSAGE"))
        });
        let mut ask = |side: Side, line: &str| {
            let input = brains[side as usize].stdin.as_mut().unwrap();
            writeln!(input, "{line}\r").unwrap();
            answers[side as usize].next().unwrap_or_default()
        };
        for side in [Side::First, Side::Second] {
            assert_eq!(ask(side, &format!("START {size}")), "OK");
        }
        let mut board = Board::new(size);
        let mut moved = ask(Side::First, "BEGIN");
        loop {
            let square = moved.parse().expect(&moved);
            board.put(board.to_move(), square).unwrap();
            if board.winner().is_some() || board.free_squares().next().is_none() {
                break;
            }
            moved = ask(board.to_move(), &format!("TURN {moved}"));
        }
        for side in [Side::First, Side::Second] {
            assert_eq!(ask(side, "END"), "");
        }
        for mut brain in brains {
            assert!(brain.wait().unwrap().success());
        }
    }
}
