//! `kamen perft --suite`: checks suite files.

use super::{Arguments, PerftError};
use crate::CliError;
use indicatif::ProgressBar;
use kamen_perft::suite::runner::Options;
use kamen_perft::suite::{check, read};
use std::io::Write;

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    let mut suites = Vec::new();
    for path in &arguments.suite {
        let read = read(path).map_err(|error| PerftError::Read {
            path: path.clone(),
            error,
        });
        suites.push(read?);
    }
    let options = Options {
        max_nodes: arguments.max_nodes,
        method: arguments.method(),
    };
    let line = ProgressBar::new_spinner();
    let total = check(&suites, &options, out, |what| match what {
        Some(what) => {
            line.reset();
            line.set_message(what.to_owned());
        }
        None => line.finish_and_clear(),
    })?;
    match total.failed {
        0 => Ok(()),
        failed => Err(PerftError::Suite(failed).into()),
    }
}
