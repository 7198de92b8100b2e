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

/// Makes errors of what would kill the program.
///
/// Where memory is refused for something small, the standard library says so on standard error and aborts. That ends the
/// program with the status of all work that fails, and leaves no image of its memory behind. What is large is asked for in
/// another way, and refused in words. A file that may grow no larger is an error of its writer once somebody hears the signal.
#[cfg(unix)]
fn end_in_order() {
    use signal_hook::consts::{SIGABRT, SIGXFSZ};
    use signal_hook::flag::{register, register_conditional_shutdown};
    use std::sync::{Arc, atomic::AtomicBool};
    let always = Arc::new(AtomicBool::new(true));
    let status = crate::status::FAILED.into();
    let aborts = register_conditional_shutdown(SIGABRT, status, Arc::clone(&always));
    if let Err(error) = aborts.and(register(SIGXFSZ, always)) {
        log::warn!("signals are not heard: {error}");
    }
}

#[cfg(not(unix))]
fn end_in_order() {}

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
    end_in_order();
    ExitCode::from(program())
}
