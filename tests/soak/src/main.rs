//! Looks for faults of the program by using it for a long time: `cargo run --release -p kamen-soak`.
//!
//! The games of `kamen-soak games` come in blocks. A block is one life of one or two processes: 2,000 games by Hub between two engines whose
//! parameters change from game to game, or by DXP against random moves. Each move is checked by the naive generator,
//! which shares no code with the engine. After a block its memory, descriptors, slowest answers and faults go to a journal,
//! from which the same command goes on after an interruption.

mod arguments;
mod block;
mod by_dxp;
mod by_hub;
mod delays;
mod health;
mod hub_engine;
mod hub_game;
mod late;
mod referee;
mod report;
mod stop;

use arguments::{Arguments, Games};
use block::Block;
use clap::Parser;
use kamen_files::{Journal, Owner};
use report::{BlockReport, Summary};
use std::error::Error;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

const OWNER: Owner = Owner {
    command: "soak",
    work: "soak",
};

/// Plays the missing blocks, each of which goes to the journal when it is complete.
fn soak(arguments: &Games) -> Result<Summary, Box<dyn Error>> {
    let settings = arguments.settings();
    let mut done: Vec<BlockReport> = Vec::new();
    let identity = serde_json::to_value(settings)?;
    let journal = Journal::open(&arguments.journal, OWNER, &identity, |report, _| {
        done.push(report);
    })?;
    let blocks = arguments.blocks();
    let missing: Vec<u64> = (0..blocks)
        .filter(|number| done.iter().all(|report| report.block != *number))
        .collect();
    eprintln!(
        "{blocks} blocks of {} games, {} missing",
        settings.games,
        missing.len()
    );
    let next = AtomicU64::new(0);
    let (journal, failure) = (Mutex::new(journal), Mutex::new(None));
    let reports = Mutex::new(done);
    thread::scope(|scope| {
        for _ in 0..arguments.workers {
            scope.spawn(|| {
                while let Some(&number) = missing.get(next.fetch_add(1, Ordering::Relaxed) as usize)
                {
                    let report = Block { number, settings }.play(&arguments.program);
                    eprintln!("{report}");
                    let written = journal
                        .lock()
                        .expect("no panic while locked")
                        .append(&report);
                    reports.lock().expect("no panic while locked").push(report);
                    if let Err(error) = written {
                        *failure.lock().expect("no panic while locked") = Some(error);
                        return;
                    }
                }
            });
        }
    });
    if let Some(error) = failure.into_inner()? {
        return Err(error.into());
    }
    Ok(Summary::of(&reports.into_inner()?))
}

/// Whether no fault was found.
fn run(arguments: &Arguments) -> Result<bool, Box<dyn Error>> {
    match arguments {
        Arguments::Games(arguments) => {
            let summary = soak(arguments)?;
            println!("{summary}");
            return Ok(summary.is_clean());
        }
        Arguments::Late(arguments) => late::run(arguments)?,
        Arguments::Stop(arguments) => stop::run(arguments)?,
    }
    Ok(true)
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("kamen-soak: {error}");
            ExitCode::FAILURE
        }
    }
}
