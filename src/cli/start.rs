//! The start of a program.

use std::io::Write;
use std::process::ExitCode;

/// Runs a program, which returns its exit status, with what both need: a processor that has what they were compiled for,
/// and a log.
pub fn start(program: fn() -> u8) -> ExitCode {
    match crate::cpu::missing() {
        None => run(program),
        Some(feature) => {
            crate::cpu::complain(feature);
            ExitCode::FAILURE
        }
    }
}

/// Not inlined: until the processor is checked, no instruction is executed that it may lack.
#[inline(never)]
fn run(program: fn() -> u8) -> ExitCode {
    // Quiet unless RUST_LOG asks: clients read standard error as if it were our answer.
    env_logger::Builder::from_env(env_logger::Env::new().default_filter_or("off"))
        .format(|out, record| {
            let time = humantime::format_rfc3339_millis(std::time::SystemTime::now());
            let (level, target) = (record.level(), record.target());
            writeln!(out, "[{time} {level:<5} {target}] {}", record.args())
        })
        .init();
    kamen_files::report_panics();
    ExitCode::from(program())
}
