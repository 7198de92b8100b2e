//! Games of a person through pipes, with nonsense between.

use crate::command::{fail, kamen, kamen_in, output, succeed, text};
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
            if self.output.read(&mut byte).unwrap() == 0 {
                break;
            }
            heard.push(byte[0]);
        }
        text(&heard)
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

/// The first of the moves that `moves` told.
fn first_move(told: &str) -> String {
    told.split_whitespace().next().unwrap().to_owned()
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
    let told = person.ask("save own.pdn");
    assert!(
        told.starts_with("own.pdn: the file exists; save! own.pdn "),
        "{told}"
    );
    assert!(
        person
            .ask("save! own.pdn")
            .starts_with("saved to own.pdn\n")
    );
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
    assert!(errors.contains("kept.pdn is there already"), "{errors}");
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
        ("xyzzy", "'xyzzy' is neither a move nor a command"),
        ("1-2", "the piece on 1 is not yours: you play White"),
        (
            "21-5",
            "a piece stands there; the piece on 21 can play 21-18 or 21-17",
        ),
        ("99-100", "no piece can stand on 99"),
        ("save", "usage: save FILE "),
        ("save /nowhere/at/all.pdn", "/nowhere/at/all.pdn: "),
        ("quit now", "'quit now' is neither a move nor a command"),
        ("\u{1f980} \0", "is neither a move nor a command"),
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
        ("czech --elo 1500 --player easy", "cannot be used with"),
        ("czech --elo 1500 --level 3", "cannot be used with"),
        ("czech --elo 0", "0 is not in 1.."),
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
fn a_strength_beyond_the_scale_is_told_and_the_nearest_taken() {
    let words = ["play", "czech", "--elo", "999999", "--seed", "1"];
    let mut command = kamen_in(Path::new("."), &words);
    let told = command.stdin(Stdio::null()).output().unwrap();
    let (out, errors) = (text(&told.stdout), text(&told.stderr));
    let taken = errors.split(' ').nth(2).unwrap();
    let note = format!(
        "kamen: elo: {taken} is taken for 999999, expected a whole number from 1000 to {taken}\n"
    );
    assert_eq!(errors, note);
    let greeting = format!("czech: you are White against Kamen, Elo {taken} (seed 1); ");
    assert!(out.starts_with(&greeting), "{out}");
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

#[test]
fn pieces_are_letters_where_that_is_wanted() {
    let mut person = Person::sit_down(&mut kamen("play czech --player easy --ascii"));
    let told = person.hear();
    assert!(told.is_ascii(), "{told}");
    assert!(told.contains("\n  8   b   b   b   b\n"), "{told}");
    person.leave();
}

#[test]
fn captures_are_asked_for() {
    let words = "play international --player easy --fen W:W32,26:B28,21,11,40";
    let mut person = Person::sit_down(&mut kamen(words));
    person.hear();
    for (line, expected) in [
        ("26-21", "you must capture: 26x6"),
        ("32x23", "another capture takes more: 2 pieces, not 1: 26x6"),
        ("26x17", "the man has to go on capturing: 26x6"),
        ("40-45", "the piece on 40 is not yours: you play White"),
    ] {
        let told = person.ask(line);
        assert!(told.starts_with(expected), "{line}: {told}");
    }
    person.leave();
}

/// After the game the move that decided it is told, and a command that works as it is printed.
#[test]
fn the_turning_point_and_a_command_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let words = [
        "play",
        "czech",
        "--level",
        "20",
        "--nodes",
        "1000",
        "--set",
        "book=false",
        "--fen",
        "W:Wa3,h2,g1,e1:Bc5,d8,f8",
        "--pdn",
        "the game.pdn",
    ];
    let mut person = Person::sit_down(&mut kamen_in(folder.path(), &words));
    person.hear();
    // A man for nothing.
    person.ask("a3-b4");
    let told = person.ask("resign");
    let expected = "The turning point was your 1. a3-b4 (-";
    assert!(
        told.contains(expected) && told.contains("; better was 1. "),
        "{told}"
    );
    let command = "kamen analyze 'the game.pdn' --game 1 --html 'the game.html'";
    assert!(told.contains(&format!("\n  {command}\n")), "{told}");
    person.leave();
    let program = Path::new(env!("CARGO_BIN_EXE_kamen")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let mut shell = Command::new("sh");
    let shell = shell.args(["-c", command]).env("PATH", path);
    succeed(shell.current_dir(folder.path()));
    assert!(read(&folder.path().join("the game.html")).contains("<html"));
}
