//! Perft suites: files of known node counts and move lists, against which the engine is checked.
//!
//! Begin with [`check`]: [`mod@format`] parses the files, [`runner`] runs the engine, [`report`]
//! prints the results. The project's own suites are in the crate kamen-perft.

mod error;
pub mod format;
mod reader;
pub mod report;
pub mod runner;

pub use error::SuiteError;

use report::{SuiteReport, SuiteTotal};
use runner::Options;
use std::io::{self, Write};
use std::path::Path;

/// Reads a file; returns its name and text.
///
/// # Errors
/// The file cannot be read.
pub fn read(path: &Path) -> io::Result<(String, String)> {
    let bytes = std::fs::read(path)?;
    // Invalid UTF-8 spoils its line, not the rest of the file.
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Ok((path.display().to_string(), text))
}

/// Checks suites, given as file names and texts, and prints the results to `out`. `watch` receives
/// the position being checked, and an empty text when it is done.
///
/// # Errors
/// `out` cannot be written to.
pub fn check(
    suites: &[(String, String)],
    options: &Options,
    out: impl Write,
    mut watch: impl FnMut(Option<&str>),
) -> io::Result<SuiteTotal> {
    let mut report = SuiteReport::new(out);
    for (name, text) in suites {
        let loaded = runner::load(name, text);
        report.suite(name, &loaded.broken)?;
        for job in &loaded.jobs {
            watch(Some(&format!("{name} {} ...", job.id)));
            let outcome = job.run(options);
            watch(None);
            report.position(&job.id, &outcome)?;
        }
    }
    report.finish()
}
