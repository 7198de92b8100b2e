//! Progress on a terminal, which is standard error.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::Duration;

/// Progress by games.
pub(super) fn games_bar(games: u64, quiet: bool) -> ProgressBar {
    let template = "{pos} of {len} games {wide_bar} {per_sec}, {eta} left";
    progress_bar(games, template, quiet)
}

/// Progress that looks like the template, as time goes by; hidden where there is no terminal.
pub(super) fn progress_bar(length: u64, template: &str, quiet: bool) -> ProgressBar {
    if quiet || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(length);
    bar.enable_steady_tick(Duration::from_millis(250));
    styled(bar, template)
}

/// The bar as the template wants it to look.
pub(super) fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
