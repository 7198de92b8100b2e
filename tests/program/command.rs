//! The program as users run it: its words, what it tells, and how it is ended.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;
use std::thread::sleep;
use std::time::Duration;

/// The exit status, standard output and standard error.
pub type Told = (Option<i32>, String, String);

/// `kamen-lab`, which `kamen` runs for the commands of the laboratory. `cargo test --workspace` has built it; where this
/// package alone is tested it is built here.
pub fn lab() -> &'static Path {
    static LAB: OnceLock<PathBuf> = OnceLock::new();
    LAB.get_or_init(|| {
        let path = Path::new(env!("CARGO_BIN_EXE_kamen")).with_file_name("kamen-lab");
        if !path.exists() {
            let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
            let built = Command::new(cargo)
                .args(["build", "-p", "kamen-lab"])
                .status();
            assert!(built.unwrap().success(), "kamen-lab cannot be built");
        }
        path
    })
}

/// `kamen` with words that blanks part, and nothing to read.
pub fn kamen(words: &str) -> Command {
    lab();
    let mut command = Command::new(env!("CARGO_BIN_EXE_kamen"));
    command.args(words.split_whitespace());
    command.env_remove("RUST_LOG").stdin(Stdio::null());
    command
}

/// `kamen` with arguments that may have blanks, in a folder.
pub fn kamen_in(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = kamen("");
    command.args(arguments).current_dir(folder);
    command
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// What a command that has ended told.
pub fn told(output: &Output) -> Told {
    let [out, errors] = [&output.stdout, &output.stderr].map(|bytes| text(bytes));
    (output.status.code(), out, errors)
}

/// Runs a command to its end.
pub fn run(command: &mut Command) -> Told {
    told(&command.output().unwrap())
}

/// The standard output and error of a command that must succeed.
pub fn succeed(command: &mut Command) -> (String, String) {
    let (status, out, errors) = run(command);
    assert_eq!(status, Some(0), "{command:?}: {errors}");
    (out, errors)
}

/// The standard output of a command that must succeed without a word on standard error.
pub fn output(command: &mut Command) -> String {
    let (out, errors) = succeed(command);
    assert_eq!(errors, "", "{command:?}");
    out
}

/// The standard error of a command that must fail with that exit status.
pub fn fail(command: &mut Command, expected: i32) -> String {
    let (status, _, errors) = run(command);
    assert_eq!(status, Some(expected), "{command:?}: {errors}");
    errors
}

/// What an engine answers to lines of Hub, up to its move. Whoever ends it sooner, with `quit` for example,
/// ends its search.
pub fn answer(command: &mut Command, lines: &str) -> String {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut engine = command.spawn().unwrap();
    let mut input = engine.stdin.take().unwrap();
    input.write_all(lines.as_bytes()).unwrap();
    let mut answer = String::new();
    for line in BufReader::new(engine.stdout.take().unwrap()).lines() {
        answer += &(line.unwrap() + "\n");
        if answer.contains("\ndone ") {
            break;
        }
    }
    drop(input);
    assert!(engine.wait().unwrap().success(), "{answer}");
    answer
}

/// Kills a command after some time.
pub fn kill_after(command: &mut Command, time: Duration) {
    let mut child = spawn(command);
    sleep(time);
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Ends a command as Ctrl-C does, once it `is_at_work`.
#[cfg(unix)]
pub fn interrupt(command: &mut Command, is_at_work: impl Fn() -> bool) -> Told {
    let child = spawn(command);
    while !is_at_work() {
        sleep(Duration::from_millis(20));
    }
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert!(sent.success());
    told(&child.wait_with_output().unwrap())
}

/// The most memory that a process had so far, in kilobytes; `None` if it has ended.
#[cfg(target_os = "linux")]
pub fn most_memory(process: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", process.id())).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

fn spawn(command: &mut Command) -> Child {
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// The files of a folder whose names end so.
pub fn files(dir: &Path, end: &str) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(dir).unwrap().map(Result::unwrap);
    let mut files: Vec<(String, Vec<u8>)> = entries
        .filter(|entry| entry.path().is_file())
        .map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            (name, fs::read(entry.path()).unwrap())
        })
        .filter(|(name, _)| name.ends_with(end))
        .collect();
    files.sort();
    files
}
