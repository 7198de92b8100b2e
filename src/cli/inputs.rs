//! Files that are read, and must not be lost to what is written. Begin with [`keep_inputs`].

use super::CliError;
use std::fs;
use std::path::{Path, PathBuf};

/// Refuses outputs that would take the place of an input; `None` is standard output, and no file.
///
/// # Errors
/// Names the first such output.
pub(crate) fn keep_inputs<'a, P: AsRef<Path>>(
    inputs: impl IntoIterator<Item = P>,
    outputs: impl IntoIterator<Item = Option<&'a Path>>,
) -> Result<(), CliError> {
    let place = |path: &Path| fs::canonicalize(path).ok();
    let inputs: Vec<PathBuf> = (inputs.into_iter())
        .filter_map(|path| place(path.as_ref()))
        .collect();
    let is_read = |output: &&Path| place(output).is_some_and(|place| inputs.contains(&place));
    match outputs.into_iter().flatten().find(is_read) {
        None => Ok(()),
        Some(output) => Err(CliError::Usage(format!(
            "{} is what is read, expected another file to write to",
            output.display()
        ))),
    }
}
