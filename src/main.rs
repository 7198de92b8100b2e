//! The program `kamen`: reads the command line and hands over to the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    kamen_cli::start(kamen_cli::program)
}
