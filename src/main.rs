//! The `kamen` program: reads the command line and hands over to the library.

// They would panic where nobody reads the output any more.
#![deny(clippy::print_stdout, clippy::print_stderr)]

use std::process::ExitCode;

fn main() -> ExitCode {
    match kamen::cpu::missing() {
        None => run(),
        Some(feature) => {
            kamen::cpu::complain(feature);
            ExitCode::FAILURE
        }
    }
}

// Apart from `main`, which must not need what may be missing.
#[inline(never)]
fn run() -> ExitCode {
    // Quiet unless RUST_LOG asks: clients read standard error as if it were our answer.
    env_logger::Builder::from_env(env_logger::Env::new().default_filter_or("off")).init();
    ExitCode::from(kamen::program())
}
