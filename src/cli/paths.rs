//! Files that are named on the command line, looked at before the work begins: what is read must not be lost to what is written
//! (`keep_inputs`), and what is written must have a place ([`file_parser`], [`check_outputs`]).

use super::CliError;
use clap::builder::{PathBufValueParser, TypedValueParser};
use kamen_files::{can_write_whole, whole_file};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// Parses the name of a file that is appended to, renamed or reread, so not standard output.
pub fn file_parser() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path.to_str() {
        Some("-") => {
            Err("standard output cannot be used, expected a file (./- has that name)".to_owned())
        }
        _ => in_a_folder(path),
    })
}

/// Parses the name of a file that is written; `-` is standard output.
pub fn output_parser() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path.to_str() {
        Some("-") => Ok(path),
        _ => in_a_folder(path),
    })
}

/// A path where a file is or can be: no folder, and in one that is there.
fn in_a_folder(path: PathBuf) -> Result<PathBuf, String> {
    let folder = folder_of(&path);
    if path.is_dir() {
        Err("it is a folder, expected a file".to_owned())
    } else if folder.is_dir() {
        Ok(path)
    } else {
        Err(format!("there is no folder {}", folder.display()))
    }
}

/// Parses the name of a folder that is there or can be made.
pub fn folder_parser() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path.exists() && !path.is_dir() {
        true => Err("it is a file, expected a folder"),
        false => Ok(path),
    })
}

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

/// Refuses two outputs that are the same file; `None` and `-` are standard output, which has no place.
///
/// # Errors
/// Names the second of them.
pub fn tell_apart<'a>(outputs: impl IntoIterator<Item = Option<&'a Path>>) -> Result<(), CliError> {
    let mut places = Vec::new();
    for path in files(outputs) {
        // What is no file, such as a device, takes any number of outputs.
        let Ok(Some(whole)) = whole_file(path) else {
            continue;
        };
        let folder = fs::canonicalize(folder_of(&whole)).unwrap_or_default();
        let place = folder.join(whole.file_name().unwrap_or_default());
        if places.contains(&place) {
            return Err(CliError::Usage(format!(
                "{} is named for two outputs, expected a file for each",
                path.display()
            )));
        }
        places.push(place);
    }
    Ok(())
}

/// Checks before long work that all files can be written in the end, each under a name of its own.
///
/// # Errors
/// Names the first that cannot, or the second of two that are the same.
pub fn check_outputs<'a>(
    outputs: impl IntoIterator<Item = Option<&'a Path>>,
) -> Result<(), CliError> {
    let outputs: Vec<_> = outputs.into_iter().collect();
    tell_apart(outputs.iter().copied())?;
    files(outputs).try_for_each(|path| {
        can_write_whole(path)
            .map_err(|error| CliError::Usage(format!("cannot write {}: {error}", path.display())))
    })
}

/// The outputs that are not standard output.
fn files<'a>(
    outputs: impl IntoIterator<Item = Option<&'a Path>>,
) -> impl Iterator<Item = &'a Path> {
    let paths = outputs.into_iter().flatten();
    paths.filter(|path| path.as_os_str() != "-")
}

/// The folder that a path lies in.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder.as_os_str() != OsStr::new("") => folder,
        _ => Path::new("."),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn two_outputs_are_two_files() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("there"), "").unwrap();
        symlink(at("there"), at("link")).unwrap();
        fs::create_dir(at("below")).unwrap();
        let cases = [
            (["a", "b"], true),
            (["a", "a"], false),
            (["a", "below/../a"], false),
            (["there", "link"], false),
            (["below/a", "a"], true),
        ];
        for ([one, other], expected) in cases {
            let (one, other) = (at(one), at(other));
            let checked = check_outputs([Some(one.as_path()), None, Some(&other)]);
            assert_eq!(checked.is_ok(), expected, "{one:?} {other:?}");
        }
        let device = Some(Path::new("/dev/null"));
        check_outputs([device, device, Some(Path::new("-")), Some(Path::new("-"))]).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
    }

    #[test]
    fn a_file_is_in_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("file"), "").unwrap();
        let cases = [
            ("new", ""),
            ("file", ""),
            (".", "it is a folder"),
            ("absent/new", "there is no folder"),
            ("file/new", "there is no folder"),
        ];
        for (name, expected) in cases {
            let refused = in_a_folder(at(name)).err().unwrap_or_default();
            assert!(refused.starts_with(expected), "{name}: {refused}");
            assert_eq!(refused.is_empty(), expected.is_empty(), "{name}");
        }
        assert_eq!(in_a_folder("new".into()), Ok("new".into()));
    }
}
