//! What the engine tells beside the Hub protocol: of its tables, of limits that cannot be, and to a person in a terminal.

use crate::command::{answer, kamen, output, succeed};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;

/// What the engine answers to lines that are sent at once, and what it tells on standard error.
fn told(engine: &mut Command, lines: &str) -> (String, String) {
    let (input, mut sender) = std::io::pipe().unwrap();
    sender.write_all(lines.as_bytes()).unwrap();
    drop(sender);
    succeed(engine.stdin(input))
}

/// What is told of the tables in a folder, which stands in it as `DIR`.
fn of_tables(variant: &str, folder: &Path, parameters: &str) -> String {
    let dir = folder.display().to_string();
    let lines = format!(
        "set-param name=variant value={variant}\nset-param name=bb-path value=\"{dir}\"\n{parameters}init\nquit\n"
    );
    let (answer, errors) = told(&mut kamen(""), &lines);
    assert_eq!(answer, "ready\n");
    errors.replace(&dir, "DIR")
}

#[test]
fn tables_are_told_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let make = |words: &str| {
        let mut command = kamen(&format!("tables make {words} --quiet --dir"));
        output(command.arg(folder.path()));
    };
    // Those in the program have all of four pieces.
    make("english 3");
    let english = |parameters| of_tables("english", folder.path(), parameters);
    let found = "kamen: endgame tables of 9 materials in DIR/english; known now: ";
    assert_eq!(
        english(""),
        format!("{found}all positions of up to 4 pieces\n")
    );
    assert_eq!(
        english("set-param name=bb-size value=3\n"),
        format!("{found}all positions of up to 3 pieces\n")
    );
    // A fifth piece, for one material of 22.
    make("english --material kkk-k");
    make("english --material kkkk-k");
    assert_eq!(
        english(""),
        "kamen: endgame tables of 11 materials in DIR/english; known now: all positions of up to 4 pieces, \
         1 of 22 materials of 5 pieces\n"
    );
    // Nothing was asked for.
    assert_eq!(english("set-param name=bb-size value=0\n"), "");
    assert_eq!(english("set-param name=bb-path value=tables\n"), "");
    assert_eq!(english("set-param name=bb-path value=\"\"\n"), "");
    // Nothing is there.
    let missing = "kamen: no endgame tables in DIR/czech; the engine plays without them\n";
    assert_eq!(of_tables("czech", folder.path(), ""), missing);
    fs::write(folder.path().join("english/m-k.values"), "damaged").unwrap();
    let errors = english("");
    assert!(
        errors.contains("m-k.values: ") && errors.contains("tables of 10 materials"),
        "{errors}"
    );
}

/// Lines before `go`, and what is logged of them. All get the move of depth 1.
const ODD_LIMITS: &[(&str, &str)] = &[
    (
        "level move-time=-1",
        "level: move-time=-1 cannot be, the move comes at once",
    ),
    (
        "level depth=0",
        "level: depth=0 cannot be, depth 1 is searched",
    ),
    (
        "level nodes=0",
        "level: nodes=0 cannot be, depth 1 is searched",
    ),
    (
        "level time=-3 inc=1",
        "level: time=-3 cannot be, the move comes at once",
    ),
    (
        "level depth=1 inc=-1",
        "level: inc=-1 cannot be, nothing is added",
    ),
    (
        "level depth=1\nlevel move-time=soon",
        "level 'move-time': found 'soon', expected a number",
    ),
];

#[test]
fn limits_that_cannot_be_get_a_move_and_a_line_in_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    for (levels, logged) in ODD_LIMITS {
        let lines =
            format!("set-param name=book value=false\ninit\npos start\n{levels}\ngo think\n");
        for log in ["warn", "off"] {
            let file = fs::File::create(&path).unwrap();
            let mut engine = kamen("");
            let answer = answer(engine.env("RUST_LOG", log).stderr(file), &lines);
            assert!(answer.contains("\ninfo depth=1 "), "{levels}: {answer}");
            assert_eq!(answer.matches("info ").count(), 1, "{levels}: {answer}");
            let errors = fs::read_to_string(&path).unwrap();
            let expected = if log == "warn" { 1 } else { 0 };
            assert_eq!(errors.lines().count(), expected, "{levels}: {errors}");
            assert_eq!(errors.matches(logged).count(), expected, "{errors}");
        }
    }
}

/// `script` gives the engine a terminal; where it lacks, this is said.
#[cfg(target_os = "linux")]
#[test]
fn a_person_in_a_terminal_is_told_what_to_type() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;

    if Command::new("script").arg("--version").output().is_err() {
        println!("skipped: there is no `script`");
        return;
    }
    let mut command = Command::new("script");
    command.args(["-qec", env!("CARGO_BIN_EXE_kamen"), "/dev/null"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut terminal = command.spawn().unwrap();
    let mut input = terminal.stdin.take().unwrap();
    let mut screen = BufReader::new(terminal.stdout.take().unwrap()).lines();
    let mut hear_until = |last: &str| {
        let mut heard = String::new();
        while !heard.contains(last) {
            heard += &(screen.next().unwrap().unwrap() + "\n");
        }
        heard
    };
    let greeting = hear_until("Ctrl-D to leave.");
    for words in ["kamen play", "kamen --help", "help"] {
        assert!(greeting.contains(words), "{words}: {greeting}");
    }
    writeln!(input, "help").unwrap();
    let help = hear_until("quit  ");
    assert!(help.contains("go think  "), "{help}");
    assert!(!help.contains("error"), "{help}");
    // Ctrl-D.
    input.write_all(b"\x04").unwrap();
    assert!(terminal.wait().unwrap().success());
}

#[test]
fn a_program_is_not_greeted() {
    let (answer, errors) = told(&mut kamen(""), "help\nquit\n");
    assert_eq!(answer, "error message=\"bad command 'help'\"\n");
    assert_eq!(errors, "");
}
