//! Progress bars on standard error, hidden unless it is a terminal.

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::io::IsTerminal;
use std::time::Duration;

/// A bar that counts games.
pub(super) fn games_bar(games: u64, quiet: bool) -> ProgressBar {
    let template = "{pos} of {len} games {wide_bar} {rate}, {eta} left";
    progress_bar(games, template, quiet)
}

/// A bar with this template, in which `{rate}` is the speed; hidden without a terminal.
pub(super) fn progress_bar(length: u64, template: &str, quiet: bool) -> ProgressBar {
    if quiet || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(length);
    bar.enable_steady_tick(Duration::from_millis(250));
    styled(bar, template)
}

/// Applies the template to the bar.
pub(super) fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
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
