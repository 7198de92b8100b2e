//! A program that plays the first legal move, and does something wrong.

use crate::slow;
use kamen::{AnyGame, AnyMove, AnyPosition, Variant};
use kamen_protocol::hub;
use std::io::{self, BufRead, Write};
use std::process::{Command, exit};
use std::thread::sleep;
use std::time::Duration;

/// The environment variable that says what a child is to sleep for.
pub const MARKER: &str = "KAMEN_TEST_CHILD_SLEEPS";

/// Sleeps for longer than anybody waits.
fn hang() -> ! {
    sleep(Duration::from_secs(600));
    exit(1)
}

/// Plays by Hub, with the fault in the third move of each game.
pub fn play(fault: &str) -> io::Result<()> {
    let mut out = io::stdout();
    let mut moves: Vec<AnyMove> = Vec::new();
    let mut count = 0;
    if fault == "fails-later" && std::fs::exists("was-here")? {
        eprintln!("I have had enough");
        return Ok(());
    }
    if fault == "silent" {
        hang();
    }
    if fault == "slow-reader" {
        slow::count_start()?;
    }
    for line in io::stdin().lock().lines() {
        let line = line?;
        match hub::Command::parse(&line) {
            Ok(hub::Command::Hub) => {
                writeln!(out, "id name=first version=1 author=\"A B\"")?;
                writeln!(out, "param name=threads value=1 type=int min=1 max=16")?;
                if fault == "params" {
                    flood(&mut out, b"param name=x value=1 type=int min=1 max=2\n")?;
                }
                if fault == "noise" {
                    out.write_all(b"\xff\xfe\n=== hello ===\n\nparam name=broken\ndone?\n")?;
                    out.write_all(&vec![b'x'; 300_000])?;
                    writeln!(out, "\ninfo depth=x score=perhaps")?;
                }
                writeln!(out, "wait")?;
            }
            Ok(hub::Command::SetParam { name, value }) => eprintln!("{name} is {value}"),
            Ok(hub::Command::Init) if fault == "never-ready" => hang(),
            Ok(hub::Command::Init) if fault == "refuses" => {
                writeln!(out, "error message=\"weights of another game\"")?;
            }
            Ok(hub::Command::Init) if fault == "complains" => {
                writeln!(
                    out,
                    "error message=\"no book\"\nerror message=\"no tables\""
                )?;
                sleep(Duration::from_millis(300));
                writeln!(out, "ready")?;
            }
            Ok(hub::Command::Ping) => writeln!(out, "pong")?,
            Ok(hub::Command::Init) => writeln!(out, "ready")?,
            Ok(hub::Command::NewGame) => count = 0,
            Ok(hub::Command::Pos {
                pos, moves: played, ..
            }) => {
                let hub::PosText::Board(board) = pos else {
                    continue;
                };
                // Only at the end of a game are there so many moves.
                if fault == "slow-reader" && played.len() > 8 {
                    sleep(slow::READING);
                }
                let position = AnyPosition::parse_hub(Variant::International, &board);
                let mut game = AnyGame::new(position.expect("a position"));
                for text in &played {
                    game.play_text(text).expect("a move");
                }
                moves = game.legal_moves();
            }
            Ok(hub::Command::Level(_)) if fault == "levels" => {
                let log = std::fs::OpenOptions::new()
                    .append(true)
                    .create(true)
                    .open("levels");
                writeln!(log?, "{line}")?;
            }
            Ok(hub::Command::Go(_)) => {
                count += 1;
                if count == 3 {
                    misbehave(fault, &mut out)?;
                }
                let text = moves[0];
                writeln!(out, "info depth=7 score=-0.25 nodes=1000 pv={text}")?;
                writeln!(out, "done move={text}")?;
            }
            Ok(hub::Command::Quit) => return Ok(()),
            _ => (),
        }
        out.flush()?;
    }
    // The end of the input does not impress it.
    if fault == "immortal" {
        hang();
    }
    Ok(())
}

/// What a child sleeps for, so that the test which started us knows it among the processes.
fn marker() -> String {
    std::env::var(MARKER).unwrap_or_else(|_| "600".to_owned())
}

/// Says the same for ever.
fn flood(out: &mut impl Write, line: &[u8]) -> io::Result<()> {
    let lines = line.repeat(1000);
    loop {
        out.write_all(&lines)?;
    }
}

fn misbehave(fault: &str, out: &mut impl Write) -> io::Result<()> {
    match fault {
        "illegal" => writeln!(out, "done move=1-50")?,
        "rubbish" => writeln!(out, "done move=castle")?,
        "long-move" => writeln!(out, "done move={}", "1x50x".repeat(10_000))?,
        "no-move" => writeln!(out, "error message=\"I am lost\"\ndone")?,
        "crash" => {
            eprintln!("division by zero");
            exit(3);
        }
        "hang" => hang(),
        "slow" => sleep(Duration::from_millis(900)),
        "closes" => {
            // Only the process that reads it can close our output; so another takes our place.
            #[cfg(unix)]
            {
                use std::os::unix::process::CommandExt;
                let error = Command::new("sh")
                    .args(["-c", "exec >&-; sleep 600"])
                    .exec();
                panic!("{error}");
            }
        }
        "endless" => flood(out, b"info depth=1 info info info info info info info\n")?,
        "complains-endlessly" => flood(&mut io::stderr(), b"what now, what now, what now\n")?,
        "leaves-a-child" => {
            // It inherits our output and holds it open.
            Command::new("sleep").arg(marker()).spawn()?;
            exit(0);
        }
        _ => return Ok(()),
    }
    out.flush()?;
    if matches!(fault, "illegal" | "rubbish" | "long-move" | "no-move") {
        // The move that follows comes too late to count.
        sleep(Duration::from_millis(50));
    }
    Ok(())
}
