//! Progress bars on standard error, hidden unless it is a terminal.

use super::json::print_json;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use serde::Serialize;
use std::fmt::{Display, Write};
use std::io::{self, IsTerminal};
use std::time::Duration;

/// A bar that counts games.
pub fn games_bar(games: u64, quiet: bool) -> ProgressBar {
    let template = "{pos} of {len} games {wide_bar} {rate}, {eta} left";
    progress_bar(games, template, quiet)
}

/// Takes so many steps of games, and prints the report of each beside the bar; false if one was stopped. `step` calls its
/// argument after each game.
pub fn print_steps<T: Serialize + Display, E: From<io::Error>>(
    steps: u32,
    bar: &ProgressBar,
    json: bool,
    out: &mut impl io::Write,
    mut step: impl FnMut(&mut dyn FnMut()) -> Result<Option<T>, E>,
) -> Result<bool, E> {
    let mut is_whole = true;
    for _ in 0..steps {
        let report = step(&mut || bar.inc(1)).inspect_err(|_| bar.finish_and_clear())?;
        let Some(report) = report else {
            is_whole = false;
            break;
        };
        bar.suspend(|| {
            match json {
                true => print_json(&report, out)?,
                false => writeln!(out, "{report}")?,
            }
            out.flush()
        })
        .map_err(E::from)?;
    }
    bar.finish_and_clear();
    Ok(is_whole)
}

/// A bar with this template, in which `{rate}` is the speed; hidden without a terminal.
pub fn progress_bar(length: u64, template: &str, quiet: bool) -> ProgressBar {
    if quiet || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(length);
    bar.enable_steady_tick(Duration::from_millis(250));
    styled(bar, template)
}

/// Applies the template to the bar.
pub fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    let write_rate = |state: &ProgressState, out: &mut dyn Write| {
        // Formatting a bar has no way to report an error.
        let _ = out.write_str(&rate(state.per_sec()));
    };
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style.with_key("rate", write_rate)),
        Err(_) => bar,
    }
}

/// A speed in about three digits: per second, or per minute below one per second.
fn rate(per_second: f64) -> String {
    match per_second {
        fast if fast >= 99.95 => format!("{fast:.0}/s"),
        steady if steady >= 1.0 => format!("{steady:.1}/s"),
        slow => format!("{:.1}/min", 60.0 * slow),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_readable() {
        let cases = [
            (171.8083, "172/s"),
            (99.97, "100/s"),
            (99.9, "99.9/s"),
            (4.4449, "4.4/s"),
            (0.0512, "3.1/min"),
            (0.0, "0.0/min"),
        ];
        for (per_second, expected) in cases {
            assert_eq!(rate(per_second), expected);
        }
    }
}
