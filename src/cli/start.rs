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
    #[cfg(unix)]
    outlive_limits();
    ExitCode::from(program())
}

/// A write beyond `ulimit -f` fails like one on a full disk, where the system would end the program and leave half a file.
/// Programs that it starts are ended as ever.
#[cfg(unix)]
fn outlive_limits() {
    let signal = rustix::process::Signal::XFSZ.as_raw();
    // Only that there is a handler counts.
    if let Err(error) = signal_hook::flag::register(signal, std::sync::Arc::default()) {
        log::warn!("a limit of file sizes would end the program: {error}");
    }
}
