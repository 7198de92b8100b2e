//! Games of a person in a terminal: through pipes, through a pseudo-terminal, with nonsense between.

use crate::command::{fail, kamen, kamen_in, output, text};
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A person at a terminal.
struct Person {
    program: Child,
    input: Option<ChildStdin>,
    output: ChildStdout,
}

impl Person {
    fn sit_down(command: &mut Command) -> Person {
        let mut program = (command.stdin(Stdio::piped()).stdout(Stdio::piped()))
            .spawn()
            .unwrap();
        Person {
            input: program.stdin.take(),
            output: program.stdout.take().unwrap(),
            program,
        }
    }

    /// What is told until the program waits for the next line, or ends.
    fn hear(&mut self) -> String {
        let mut heard = Vec::new();
        let mut byte = [0];
        while !heard.ends_with(b"> ") {
            // A terminal that is closed fails.
            match self.output.read(&mut byte) {
                Ok(1) => heard.push(byte[0]),
                _ => break,
            }
        }
        text(&heard).replace('\r', "")
    }

    fn ask(&mut self, line: &str) -> String {
        let input = self.input.as_mut().unwrap();
        writeln!(input, "{line}").unwrap();
        self.hear()
    }

    fn leave(mut self) {
        drop(self.input.take());
        assert!(self.program.wait().unwrap().success());
    }
}

/// The first of the moves that `moves` told, whether the terminal repeats the word or not.
fn first_move(told: &str) -> String {
    let lines = told.lines().filter(|line| *line != "moves");
    let line = lines.into_iter().next().unwrap();
    line.split_whitespace().next().unwrap().to_owned()
}

/// Plays the first legal move again and again; the last words.
fn play_out(person: &mut Person) -> String {
    for _ in 0..200 {
        let played = first_move(&person.ask("moves"));
        let told = person.ask(&played);
        if told.contains("The game is over") {
            return told;
        }
    }
    panic!("the game does not end");
}

#[test]
fn a_game_is_played_to_the_end_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let words = ["play", "czech", "--level", "3", "--nodes", "200", "--seed"];
    let words = [&words[..], &["5", "--pdn", "kept.pdn", "--name", "Eva"]].concat();
    let mut person = Person::sit_down(&mut kamen_in(folder, &words));
    assert!(person.hear().starts_with(
        "czech: you are White against Kamen, level 3 (seed 5); type a move, or help\n"
    ));
    let end = play_out(&mut person);
    assert!(
        end.contains("The game is over, you lose. Black wins"),
        "{end}"
    );
    assert!(end.ends_with("new, back, save FILE or quit> "), "{end}");
    assert!(person.ask("c3-d4").starts_with("the game is over\n"));
    assert!(person.ask("save own.pdn").starts_with("saved to own.pdn\n"));
    assert!(person.ask("save own.pdn").contains("own.pdn: "));
    let told = person.ask("new");
    assert!(
        told.starts_with("You are Black.\nKamen, level 3: 1. "),
        "{told}"
    );
    assert!(told.ends_with("\n1... Black> "), "{told}");
    let told = person.ask("resign");
    assert!(
        told.contains("you lose. White wins: Black resigns.\n"),
        "{told}"
    );
    person.leave();
    let [kept, own] = ["kept.pdn", "own.pdn"].map(|name| read(&folder.join(name)));
    assert!(kept.starts_with(&own), "{kept}");
    for part in [
        "[White \"Eva\"]",
        "[Result \"0-1\"]",
        "[Black \"Kamen, level 3\"]",
    ] {
        assert!(own.contains(part), "{part}\n{own}");
    }
    assert!(kept.contains("[Black \"Eva\"]\n[Result \"1-0\"]"), "{kept}");
    let checked = output(&mut kamen_in(folder, &["pdn", "check", "kept.pdn"]));
    assert!(checked.contains("2 games"), "{checked}");
    // The file is not lost to another sitting.
    let errors = fail(&mut kamen_in(folder, &words), 2);
    assert!(errors.contains("kept.pdn"), "{errors}");
    assert_eq!(read(&folder.join("kept.pdn")), kept);
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

#[test]
fn every_variant_is_played_with_either_colour() {
    for variant in kamen::Variant::ALL {
        for color in ["white", "black"] {
            let words = format!("play {variant} --player random --seed 1 --color {color}");
            let mut person = Person::sit_down(&mut kamen(&words));
            person.hear();
            for _ in 0..3 {
                let played = first_move(&person.ask("moves"));
                let told = person.ask(&played);
                assert!(told.contains("random: "), "{words}: {played}\n{told}");
            }
            person.leave();
        }
    }
}

#[test]
fn moves_are_taken_back_and_advice_is_given() {
    let mut person = Person::sit_down(&mut kamen(
        "play english --color black --level 20 --nodes 500 --set book=false --seed 1",
    ));
    // Black begins in English draughts.
    let first = person.hear();
    assert!(first.ends_with("\n1. Black> "), "{first}");
    let board = first.split_once(", or help\n").unwrap().1.to_owned();
    assert!(person.ask("back").starts_with("there is no move of yours"));
    let advice = person.ask("hint");
    assert!(advice.starts_with("1. "), "{advice}");
    assert!(advice.contains(" for you, depth "), "{advice}");
    let told = person.ask("11-15");
    assert!(told.starts_with("Kamen, level 20: 1... "), "{told}");
    assert!(told.ends_with("\n2. Black> "), "{told}");
    assert_eq!(person.ask("undo"), board);
    assert_eq!(person.ask("board"), board);
    let turned = person.ask("flip");
    assert_ne!(turned, board);
    assert_eq!(person.ask("flip"), board);
    person.ask("resign");
    assert_eq!(person.ask("back"), board);
    person.leave();
    let mut person = Person::sit_down(&mut kamen("play czech --time 0.1 --seed 1"));
    person.hear();
    let advice = person.ask("hint");
    assert!(
        advice.contains(" for you, from the opening book)"),
        "{advice}"
    );
    person.leave();
}

#[test]
fn nonsense_changes_nothing() {
    let mut person = Person::sit_down(&mut kamen("play italian --player random --seed 1"));
    let board = person
        .hear()
        .split_once(", or help\n")
        .unwrap()
        .1
        .to_owned();
    for (line, expected) in [
        ("", ""),
        ("xyzzy", "bad move 'xyzzy'"),
        ("1-2", "illegal move '1-2', expected one of: "),
        ("99-100", "no square 99"),
        ("save", "bad move 'save'"),
        ("save /nowhere/at/all.pdn", "/nowhere/at/all.pdn: "),
        ("quit now", "bad move 'quit now'"),
        ("\u{1f980} \0", "bad move "),
        (&"x".repeat(100_000), "line too long"),
    ] {
        let told = person.ask(line);
        assert!(told.contains(expected), "{line}: {told}");
        assert_eq!(person.ask("board"), board, "{line}");
    }
    assert!(person.ask("help").contains("\nhint "));
    person.input.as_mut().unwrap().write_all(b"\xff\n").unwrap();
    assert!(person.hear().starts_with("bad byte at column 1"));
    person.leave();
}

#[test]
fn bad_arguments_are_explained() {
    for (words, expected) in [
        ("chess", "invalid value 'chess'"),
        ("czech --level 21", "21 is not in 1..=20"),
        ("czech --player chess", "unknown player 'chess'"),
        ("czech --level 3 --player easy", "cannot be used with"),
        ("czech --time 0", "expected seconds"),
        ("czech --fen W:Wa1:Ba1", "a1"),
        ("czech --set varient=1", "unknown option 'varient'"),
        ("canadian --letters", "expected --numbers"),
        ("czech --pdn /nowhere/at/all.pdn", "/nowhere/at/all.pdn"),
    ] {
        let errors = fail(&mut kamen(&format!("play {words}")), 2);
        assert!(errors.contains(expected), "{words}: {errors}");
    }
}

#[test]
fn games_that_are_over_are_told_at_once() {
    let mut person = Person::sit_down(&mut kamen("play russian --fen W:W:Bc3 --player easy"));
    let told = person.hear();
    let expected = "The game is over, you lose. Black wins: White cannot move.\nnew, back";
    assert!(told.contains(expected), "{told}");
    assert!(person.ask("hint").starts_with("the game is over\n"));
    person.leave();
}

/// `script` gives a program a terminal; where it lacks, this is said.
#[cfg(target_os = "linux")]
#[test]
fn a_real_terminal_does() {
    let program = env!("CARGO_BIN_EXE_kamen");
    let played = format!("{program} play frisian --level 1 --nodes 100 --seed 2");
    let mut command = Command::new("script");
    command.args(["-qec", &played, "/dev/null"]);
    if Command::new("script").arg("--version").output().is_err() {
        println!("skipped: there is no `script`");
        return;
    }
    let mut person = Person::sit_down(&mut command);
    assert!(person.hear().contains("frisian: you are White"));
    let told = person.ask("32-28");
    assert!(told.contains("Kamen, level 1: 1... "), "{told}");
    let told = play_out(&mut person);
    assert!(told.contains("The game is over"), "{told}");
    person.ask("quit");
    person.leave();
}
