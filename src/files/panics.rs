//! Panics: errors of the program itself.

use std::any::Any;

/// From now on, every panic writes a line to standard error, whether or not anything is logged; with
/// `RUST_BACKTRACE=1` the backtrace follows.
pub fn report_panics() {
    use super::note;
    use std::backtrace::{Backtrace, BacktraceStatus};
    std::panic::set_hook(Box::new(|info| {
        note(format_args!(
            "kamen: {}{}",
            panic_message(info.payload()),
            place(info)
        ));
        let trace = Backtrace::capture();
        if trace.status() == BacktraceStatus::Captured {
            note(format_args!("{trace}"));
        }
    }));
}

/// Where it happened.
fn place(info: &std::panic::PanicHookInfo<'_>) -> String {
    let place = info.location();
    place.map_or_else(String::new, |at| {
        format!(" ({}, line {})", at.file(), at.line())
    })
}

/// What a panic says, in one line.
pub fn panic_message(payload: &dyn Any) -> String {
    let text = (payload.downcast_ref::<&str>().copied())
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message");
    let words: Vec<&str> = text.split_whitespace().collect();
    format!("internal error: {}", words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    const TEST: &str = "panics::tests::a_panic_is_told_in_one_line_though_nothing_is_logged";
    const ASKED: &str = "KAMEN_TEST_PANICS";

    /// It panics in a process of its own, for there is one hook for all tests.
    #[test]
    fn a_panic_is_told_in_one_line_though_nothing_is_logged() {
        if std::env::var_os(ASKED).is_some() {
            report_panics();
            panic!("found {},\n  expected nothing", 7);
        }
        let output = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", TEST, "--nocapture"])
            .env(ASKED, "1")
            .env_remove("RUST_LOG")
            .env_remove("RUST_BACKTRACE")
            .output()
            .unwrap();
        assert!(!output.status.success());
        let errors = String::from_utf8_lossy(&output.stderr);
        let told = errors.lines().find(|line| line.contains("internal error"));
        let told = told.unwrap_or_else(|| panic!("{errors}"));
        let expected = "kamen: internal error: found 7, expected nothing (";
        assert!(
            told.starts_with(expected) && told.contains("panics.rs, line "),
            "{told}"
        );
    }
}
