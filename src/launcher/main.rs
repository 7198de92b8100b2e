//! Starts the build of a program that the processor runs best.
//!
//! A release has a program in several builds, one for each level of the x86-64 psABI (version 1.0, table 3.1): `kamen-x86-64-v2`,
//! `kamen-x86-64-v3` and `kamen-x86-64-v4`. This program has the name of the program alone, `kamen`, and stands beside them. It is built
//! for every processor, and becomes the build of the highest level that is there and that the processor has.

use std::env;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    match start() {
        Ok(status) => status,
        Err(message) => {
            // A failure to write cannot be reported.
            let _ = writeln!(io::stderr(), "kamen: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Starts the build. Where a program can take the place of another, this does not return if it can be started.
fn start() -> Result<ExitCode, String> {
    let own = env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
    let levels = levels();
    let program = levels
        .iter()
        .map(|level| build_of(&own, level))
        .find(|path| path.is_file());
    let Some(program) = program else {
        let lowest = build_of(&own, "x86-64-v2");
        return Err(match levels.is_empty() {
            true => "this processor lacks SSE 4.2 or POPCNT, which every build needs".to_owned(),
            false => format!("{} is missing: unpack the whole archive", lowest.display()),
        });
    };
    let mut command = Command::new(&program);
    command.args(env::args_os().skip(1));
    become_it(&mut command).map_err(|error| format!("cannot start {}: {error}", program.display()))
}

/// A build beside this program: `kamen-x86-64-v3`, or `kamen-x86-64-v3.exe`.
fn build_of(own: &Path, level: &str) -> PathBuf {
    let mut name = own.file_stem().unwrap_or_default().to_owned();
    name.push("-");
    name.push(level);
    name.push(env::consts::EXE_SUFFIX);
    own.with_file_name(name)
}

/// The levels that the processor has and that there are builds for, the highest first.
fn levels() -> Vec<&'static str> {
    #[cfg(target_arch = "x86_64")]
    {
        macro_rules! has {
            ($($feature:tt)+) => { $(is_x86_feature_detected!($feature))&&+ };
        }
        let has_v2 = has!("sse3" "ssse3" "sse4.1" "sse4.2" "popcnt" "cmpxchg16b");
        let has_v3 = has_v2 && has!("avx" "avx2" "bmi1" "bmi2" "f16c" "fma" "lzcnt" "movbe");
        let has_v4 = has_v3 && has!("avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl");
        let levels = [
            (has_v4, "x86-64-v4"),
            (has_v3, "x86-64-v3"),
            (has_v2, "x86-64-v2"),
        ];
        levels
            .into_iter()
            .filter(|(has, _)| *has)
            .map(|(_, level)| level)
            .collect()
    }
    #[cfg(not(target_arch = "x86_64"))]
    vec![env::consts::ARCH]
}

#[cfg(unix)]
fn become_it(command: &mut Command) -> io::Result<ExitCode> {
    use std::os::unix::process::CommandExt;
    Err(command.exec())
}

#[cfg(not(unix))]
fn become_it(command: &mut Command) -> io::Result<ExitCode> {
    let status = command.status()?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}
