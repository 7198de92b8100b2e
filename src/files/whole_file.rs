//! Files written whole or not at all.

use super::{fault, hidden};
use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Writes a file under a temporary name beside it and renames it, so that it is either new or unchanged. Its permissions
/// stay. What is no file, such as `/dev/stdout`, is written to directly.
///
/// A program that is killed leaves what it has written under the temporary name, such as `.kamen-part-k3VbQz.NAME`; the
/// next one that writes the file removes it.
///
/// # Errors
/// If it cannot be written; what it held before stays.
pub fn write_whole_by(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let Some(whole) = whole_file(path)? else {
        return write(&mut OpenOptions::new().write(true).open(path)?);
    };
    let mut file = beside(&whole)?;
    write(file.as_file_mut())?;
    if let Ok(old) = fs::metadata(&whole) {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.as_file().sync_all()?;
    fault::before_write();
    file.persist(&whole).map_err(|failed| failed.error)?;
    Ok(())
}

/// The same for bytes that are there.
///
/// # Errors
/// If it cannot be written; what it held before stays.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_whole_by(path, |file| file.write_all(bytes))
}

/// The file itself to which a path leads, which need not exist; `None` for what is no file, such as a device or a pipe.
///
/// # Errors
/// If a link leads nowhere that can be reached.
pub fn whole_file(path: &Path) -> io::Result<Option<PathBuf>> {
    match fs::metadata(path) {
        Ok(found) if found.is_file() => fs::canonicalize(path).map(Some),
        Ok(found) if !found.is_dir() => Ok(None),
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(Some(path.to_owned())),
    }
}

/// What temporary names begin with.
const PART: &str = "part-";
/// The random characters behind it.
const RANDOM: usize = 6;

/// A new file in the folder of another, with a name that nothing there has. It is removed when it is dropped, and locked
/// until then: what is not locked was left behind by a program that was killed, and is removed here.
fn beside(whole: &Path) -> io::Result<NamedTempFile> {
    remove_abandoned(whole);
    loop {
        let file = create(whole)?;
        // Where nothing can be locked, nothing is removed either.
        let _ = file.as_file().lock();
        // Another writer may have taken it for one that was left behind, before it was locked.
        if file.path().exists() {
            return Ok(file);
        }
    }
}

/// Removes what killed programs have left of a file under temporary names.
pub fn remove_abandoned(whole: &Path) {
    let (start, end) = (hidden::start(PART), hidden::end(whole));
    let is_temporary = |name: &OsStr| {
        let name = name.as_encoded_bytes();
        let random = name.strip_prefix(start.as_encoded_bytes());
        let random = random.and_then(|rest| rest.strip_suffix(end.as_encoded_bytes()));
        random
            .is_some_and(|text| text.len() == RANDOM && text.iter().all(u8::is_ascii_alphanumeric))
    };
    let entries = fs::read_dir(hidden::folder(whole));
    let entries = entries.into_iter().flatten().flatten();
    for entry in entries.filter(|entry| is_temporary(&entry.file_name())) {
        let opened = OpenOptions::new().write(true).open(entry.path());
        if opened.is_ok_and(|file| file.try_lock().is_ok()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn create(whole: &Path) -> io::Result<NamedTempFile> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    // The error of the system alone, without the temporary name.
    let mut code = None;
    let open = |path: &Path| -> io::Result<File> {
        let opened = options.open(path);
        opened.inspect_err(|error| code = error.raw_os_error())
    };
    let file = tempfile::Builder::new()
        .prefix(&hidden::start(PART))
        .suffix(&hidden::end(whole))
        .rand_bytes(RANDOM)
        .make_in(hidden::folder(whole), open);
    file.map_err(|error| code.map_or(error, io::Error::from_raw_os_error))
}

/// Checks that a file could be written this way, without touching it.
///
/// # Errors
/// If it cannot be written.
pub fn can_write_whole(path: &Path) -> io::Result<()> {
    match whole_file(path)? {
        None => OpenOptions::new().write(true).open(path).map(drop),
        Some(whole) => beside(&whole).map(drop),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
    use std::process::{Command, Stdio};

    /// The names in a folder, sorted.
    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name();
        let mut names: Vec<String> = entries
            .map(|entry| name(entry).into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn permissions_stay_and_those_of_a_new_file_are_the_usual_ones() {
        let folder = tempfile::tempdir().unwrap();
        let [file, usual] = ["file", "usual"].map(|name| folder.path().join(name));
        File::create(&usual).unwrap();
        write_whole(&file, b"new").unwrap();
        assert_eq!(mode(&file), mode(&usual));
        for changed in [0o640, 0o400, 0o755] {
            fs::set_permissions(&file, fs::Permissions::from_mode(changed)).unwrap();
            write_whole(&file, format!("{changed}").as_bytes()).unwrap();
            assert_eq!(mode(&file), changed);
            assert_eq!(fs::read(&file).unwrap(), format!("{changed}").as_bytes());
        }
    }

    #[test]
    fn nothing_else_in_the_folder_is_touched() {
        let folder = tempfile::tempdir().unwrap();
        let [file, other] = ["file", "file.part"].map(|name| folder.path().join(name));
        fs::write(&other, "of somebody else").unwrap();
        can_write_whole(&file).unwrap();
        assert_eq!(names(folder.path()), ["file.part"]);
        write_whole(&file, b"new").unwrap();
        assert_eq!(fs::read(&other).unwrap(), b"of somebody else");
        let failed = write_whole_by(&file, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("enough"))
        });
        assert_eq!(failed.unwrap_err().to_string(), "enough");
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert_eq!(names(folder.path()), ["file", "file.part"]);
        let missing = folder.path().join("missing/file");
        for refused in [can_write_whole(&missing), write_whole(&missing, b"")] {
            let refused = refused.unwrap_err();
            assert_eq!(
                refused.to_string(),
                "No such file or directory (os error 2)"
            );
        }
    }

    #[test]
    fn of_two_writers_one_is_last_and_both_write_the_whole() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        write_whole_by(&file, |out| {
            out.write_all(b"fir")?;
            write_whole(&file, b"second")?;
            assert_eq!(fs::read(&file)?, b"second");
            out.write_all(b"st")
        })
        .unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"first");
        assert_eq!(names(folder.path()), ["file"]);
    }

    /// It is killed in a process of its own, which is this test again.
    #[test]
    fn whoever_is_killed_while_writing_leaves_the_old_file() {
        const TEST: &str = "whoever_is_killed_while_writing_leaves_the_old_file";
        const ASKED: &str = "KAMEN_TEST_WHOLE_FILE";
        if let Some(file) = std::env::var_os(ASKED) {
            let written = write_whole_by(Path::new(&file), |out| {
                out.write_all(b"half")?;
                loop {
                    std::thread::park();
                }
            });
            return written.unwrap();
        }
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "old").unwrap();
        let mut writer = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", &format!("whole_file::tests::{TEST}")])
            .env(ASKED, &file)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let half = || {
            let parts = names(folder.path())
                .into_iter()
                .map(|name| folder.path().join(name));
            parts
                .into_iter()
                .any(|part| fs::read(part).is_ok_and(|bytes| bytes == b"half"))
        };
        while !half() {
            assert_eq!(writer.try_wait().unwrap(), None, "it has ended");
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        writer.kill().unwrap();
        writer.wait().unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"old");
        // Another's file with such a name, and one that is being written.
        let others = [
            ".kamen-part-abcdef.other",
            ".kamen-part-abcdefg.file",
            "file.abcdef.part",
            "file.part",
        ];
        for other in others {
            fs::write(folder.path().join(other), b"other").unwrap();
        }
        let living = beside(&file).unwrap();
        assert_eq!(names(folder.path()).len(), 2 + others.len());
        write_whole(&file, b"new").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        let mut left = [&others[..], &["file"]].concat();
        let living = living
            .path()
            .file_name()
            .unwrap()
            .to_str()
            .unwrap()
            .to_owned();
        left.push(&living);
        left.sort_unstable();
        assert_eq!(names(folder.path()), left);
    }

    #[test]
    fn a_link_stays_and_leads_to_what_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let [file, link] = ["file", "link"].map(|name| folder.path().join(name));
        fs::write(&file, "old").unwrap();
        symlink("file", &link).unwrap();
        write_whole(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn what_is_no_file_is_written_to_and_stays() {
        let folder = tempfile::tempdir().unwrap();
        // A link of our own: were it replaced, the device itself would stay.
        let link = folder.path().join("null");
        symlink("/dev/null", &link).unwrap();
        write_whole(&link, b"gone").unwrap();
        let found = fs::metadata(&link).unwrap().file_type();
        assert!(found.is_char_device());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
