//! Clients of Hub that send without end and do not read the answers: the memory stays as it is, and once they read, all
//! answers are there.

use crate::command::{kamen, most_memory, text};
use std::io::{Read, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

const READY: &str = "set-param name=tt-size value=12\ninit\n";

/// What is sent again and again, after the lines before it.
const FLOODS: &[(&str, &str)] = &[
    ("", "hub\n"),
    ("", "nonsense\n"),
    ("", "go think\n"),
    ("", "set-param name=variant value=chess\n"),
    (READY, "pos start moves=\"32-29\"\n"),
    (READY, "pos start\nlevel infinite\ngo analyze\n"),
    (READY, "pos start\ngo analyze multi-pv=20\nping\nstop\n"),
];

fn start() -> (Child, ChildStdin) {
    let mut command = kamen("hub");
    let mut engine = (command.stdin(Stdio::piped()).stdout(Stdio::piped()))
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let input = engine.stdin.take().unwrap();
    (engine, input)
}

/// Waits for the end of a process, which is to come soon.
fn ends_well(mut process: Child) {
    let begin = Instant::now();
    while process.try_wait().unwrap().is_none() {
        assert!(begin.elapsed() < Duration::from_secs(20));
        sleep(Duration::from_millis(10));
    }
    assert!(process.wait().unwrap().success());
}

#[cfg(target_os = "linux")]
#[test]
fn a_client_that_does_not_read_fills_no_memory() {
    let flood = |(before, lines): (&str, &str)| {
        let (mut engine, mut input) = start();
        input.write_all(before.as_bytes()).unwrap();
        let many = lines.repeat(1000);
        // Until nobody reads any more.
        let sender = thread::spawn(move || while input.write_all(many.as_bytes()).is_ok() {});
        sleep(Duration::from_secs(2));
        let most = most_memory(&engine).unwrap() >> 10;
        engine.kill().unwrap();
        engine.wait().unwrap();
        sender.join().unwrap();
        // Of weights and tables, which come with `init`, there is more than that in any case.
        let allowed = if before.is_empty() { 60 } else { 200 };
        assert!(most < allowed, "{lines}: {most} MB");
    };
    thread::scope(|scope| {
        for &which in FLOODS {
            scope.spawn(move || flood(which));
        }
    });
}

#[test]
fn answers_that_had_to_wait_are_all_there() {
    const TIMES: usize = 20_000;
    for (line, answers) in [
        ("ping\n", ["pong", "pong"]),
        ("go think\n", ["error message=", "done"]),
    ] {
        let (mut engine, mut input) = start();
        let lines = line.repeat(TIMES) + "quit\n";
        let sender = thread::spawn(move || input.write_all(lines.as_bytes()));
        sleep(Duration::from_millis(300));
        let mut said = Vec::new();
        engine
            .stdout
            .take()
            .unwrap()
            .read_to_end(&mut said)
            .unwrap();
        sender.join().unwrap().unwrap();
        ends_well(engine);
        for answer in answers {
            let count = text(&said)
                .lines()
                .filter(|line| line.starts_with(answer))
                .count();
            assert_eq!(count, TIMES, "{answer}");
        }
    }
}

#[test]
fn the_end_comes_though_nobody_reads() {
    // The input ends, and the answers have room.
    let (engine, mut input) = start();
    let analysis = "pos start\nlevel infinite\ngo analyze\n";
    input
        .write_all((READY.to_owned() + analysis).as_bytes())
        .unwrap();
    sleep(Duration::from_millis(500));
    drop(input);
    ends_well(engine);
    // More was asked than the answers have room for; then whoever should have read them ends.
    let (mut engine, mut input) = start();
    let flood = "hub\n".repeat(50);
    input
        .write_all((READY.to_owned() + analysis + &flood).as_bytes())
        .unwrap();
    drop(input);
    sleep(Duration::from_millis(500));
    assert!(
        engine.try_wait().unwrap().is_none(),
        "it waits for its reader"
    );
    drop(engine.stdout.take());
    ends_well(engine);
}
