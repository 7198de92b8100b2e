//! The program and other programs, which are right, wrong or broken.
//!
//! The other program is this very test, called with words of its own. So there is no test harness
//! around it, and [`libtest_mimic`] stands in for one.

mod bounds;
mod engine;
mod matches;
mod perft;
mod refusals;
mod slow;

use libtest_mimic::Arguments;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let other = match words[..] {
        [_, "engine", "hub1"] => Some(slow::hub1()),
        [_, "engine", "dxp", port] => Some(slow::dxp(port)),
        [_, "engine", fault] => Some(engine::play(fault)),
        [_, "partner", variant, fault] => Some(perft::answer(variant, fault)),
        _ => None,
    };
    // Whoever asked the other program may be gone; that is no failure.
    if other.is_some() {
        return ExitCode::SUCCESS;
    }
    let trials = matches::trials()
        .into_iter()
        .chain(bounds::trials())
        .chain(refusals::trials())
        .chain(perft::trials())
        .collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// What a program has printed.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
