//! The program as users run it: its words, what it tells, and how it is ended.
//!
//! Called by the integration tests of commands (`mod command;`).

// Each test binary uses its own part of this module.
#![allow(dead_code)]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// The exit status, standard output and standard error.
pub type Told = (Option<i32>, String, String);

/// `kamen` with words that blanks part, and nothing to read.
pub fn kamen(words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kamen"));
    command.args(words.split_whitespace());
    command.env_remove("RUST_LOG").stdin(Stdio::null());
    command
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn told(output: &Output) -> Told {
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

/// The standard error of a command that must fail with that exit status.
pub fn fail(command: &mut Command, expected: i32) -> String {
    let (status, _, errors) = run(command);
    assert_eq!(status, Some(expected), "{command:?}: {errors}");
    errors
}

/// The standard output of a command that reads `input`.
pub fn answer(command: &mut Command, input: &str) -> String {
    let mut child = spawn(command.stdin(Stdio::piped()));
    let mut pipe = child.stdin.take().unwrap();
    pipe.write_all(input.as_bytes()).unwrap();
    drop(pipe);
    told(&child.wait_with_output().unwrap()).1
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
