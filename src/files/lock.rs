//! One process at a time.

use super::{fault, hidden, whole_file};
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

/// Keeps other processes from working on a file that is written whole now and then, until it is dropped. The lock is a file
/// of its own beside it, for the file itself is another one after each write; what a killed process left of it is used again.
#[derive(Debug)]
pub struct Lock {
    /// `None` for what is no file, such as a device.
    held: Option<(PathBuf, File)>,
}

/// Why a file cannot be locked.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Another process works on it.
    #[error("{} is in use by another {work}, expected one for each", path.display())]
    InUse {
        /// The file.
        path: PathBuf,
        /// What that does.
        work: &'static str,
    },
    /// The lock cannot be made beside it.
    #[error("cannot use {}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
}

impl Lock {
    /// Locks a file, which need not exist. `work` names what is done with it, for whoever comes second.
    ///
    /// # Errors
    /// Another process has it, or nothing can be written beside it.
    pub fn on(path: &Path, work: &'static str) -> Result<Lock, LockError> {
        let locked = || {
            let Some(whole) = whole_file(path)? else {
                return Ok(None);
            };
            let lock = hidden::beside(&whole, "lock");
            let file = open_locked(&lock)?;
            Ok(Some((lock, file)))
        };
        let held = locked().map_err(|error| LockError::new(path, work, error))?;
        Ok(Lock { held })
    }

    /// Removes what a killed process has left of the lock of a file.
    pub fn sweep(path: &Path) {
        if let Ok(Some(whole)) = whole_file(path)
            && hidden::beside(&whole, "lock").exists()
        {
            drop(Lock::on(path, ""));
        }
    }
}

impl LockError {
    /// Why a file could not be opened; [`ErrorKind::ResourceBusy`] says that it is in use, as of
    /// [`GrowingFile::open`](super::GrowingFile::open).
    pub fn new(path: &Path, work: &'static str, error: io::Error) -> LockError {
        let path = path.to_owned();
        match error.kind() {
            ErrorKind::ResourceBusy => LockError::InUse { path, work },
            _ => LockError::File { path, error },
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if let Some((path, file)) = &self.held {
            let _ = fault::remove(path);
            // Closing alone would keep it locked while a program that another thread starts still has a copy of the descriptor.
            let _ = file.unlock();
        }
    }
}

/// Opens a file for reading and writing, makes it where there is none, and locks it until it is unlocked or closed. An error
/// of the kind [`ErrorKind::ResourceBusy`] says that another process has locked it.
pub(super) fn open_locked(path: &Path) -> io::Result<File> {
    let mut tries = 1;
    loop {
        match system::open_alone(path)? {
            Some(file) if is_at(&file, path)? => return Ok(file),
            // Who had it before removed it, after it was opened here.
            Some(_) => {}
            None if tries == TRIES || system::is_locked(path) => {
                return Err(ErrorKind::ResourceBusy.into());
            }
            // Somebody looks at it.
            None => {
                tries += 1;
                sleep(Duration::from_millis(1));
            }
        }
    }
}

/// Whoever looks whether a file is in use keeps others from locking it for a moment, which a busy machine makes long.
const TRIES: u32 = 1000;

/// Whether a process works on a file: one that grows, or one with a [`Lock`]. Where files cannot be locked, none is seen.
pub fn is_in_use(path: &Path) -> bool {
    system::is_locked(path) || system::is_locked(&hidden::beside(path, "lock"))
}

fn for_writing() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    options
}

#[cfg(unix)]
mod system {
    use super::*;
    use std::fs::TryLockError;
    use std::os::unix::fs::MetadataExt;

    /// Opens a file that nobody else has locked; it is ours until it is unlocked.
    pub(super) fn open_alone(path: &Path) -> io::Result<Option<File>> {
        let file = for_writing().open(path)?;
        // Where nothing can be locked, nobody is kept out.
        let is_ours = !matches!(file.try_lock(), Err(TryLockError::WouldBlock));
        Ok(is_ours.then_some(file))
    }

    pub(super) fn is_locked(path: &Path) -> bool {
        let file = File::open(path);
        file.is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }

    pub(super) fn is_same(one: &Metadata, other: &Metadata) -> bool {
        (one.dev(), one.ino()) == (other.dev(), other.ino())
    }
}

/// Locks of Windows would keep readers out, too. So whoever has a file open for writing shares it with readers alone.
#[cfg(windows)]
mod system {
    use super::*;
    use std::os::windows::fs::{MetadataExt, OpenOptionsExt};

    /// `FILE_SHARE_READ | FILE_SHARE_DELETE`
    const READERS: u32 = 1 | 4;
    /// `ERROR_SHARING_VIOLATION`
    const REFUSED: i32 = 32;

    /// Opens a file that nobody else has open for writing; it is ours until it is closed.
    pub(super) fn open_alone(path: &Path) -> io::Result<Option<File>> {
        match for_writing().share_mode(READERS).open(path) {
            Ok(file) => Ok(Some(file)),
            Err(error) if error.raw_os_error() == Some(REFUSED) => Ok(None),
            Err(error) => Err(error),
        }
    }

    pub(super) fn is_locked(path: &Path) -> bool {
        let file = OpenOptions::new().read(true).share_mode(READERS).open(path);
        file.is_err_and(|error| error.raw_os_error() == Some(REFUSED))
    }

    /// The numbers of files are not to be had without `unsafe`.
    pub(super) fn is_same(one: &Metadata, other: &Metadata) -> bool {
        (one.creation_time(), one.len()) == (other.creation_time(), other.len())
    }
}

/// Where files cannot be locked, nobody is kept out.
#[cfg(not(any(unix, windows)))]
mod system {
    use super::*;

    pub(super) fn open_alone(path: &Path) -> io::Result<Option<File>> {
        for_writing().open(path).map(Some)
    }

    pub(super) fn is_locked(_: &Path) -> bool {
        false
    }

    pub(super) fn is_same(_: &Metadata, _: &Metadata) -> bool {
        true
    }
}

/// Whether a path leads to the open file.
pub(super) fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    match std::fs::metadata(path) {
        Ok(found) => Ok(system::is_same(&file.metadata()?, &found)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_lock_keeps_others_out_and_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let left = || fs::read_dir(folder.path()).unwrap().count();
        for _ in 0..2 {
            let lock = Lock::on(&path, "job").unwrap();
            assert_eq!(left(), 1);
            let refused = Lock::on(&path, "job").unwrap_err().to_string();
            let expected = "file is in use by another job, expected one for each";
            assert!(refused.ends_with(expected), "{refused}");
            drop(lock);
            assert_eq!(left(), 0);
        }
        // As a killed process leaves it.
        for sweep in [Lock::sweep, |path: &Path| {
            drop(Lock::on(path, "job").unwrap())
        }] {
            fs::write(hidden::beside(&path, "lock"), "").unwrap();
            sweep(&path);
            assert_eq!(left(), 0);
        }
        let lock = Lock::on(&path, "job").unwrap();
        Lock::sweep(&path);
        assert_eq!((left(), is_in_use(&path)), (1, true));
        drop(lock);
        assert!(!is_in_use(&path));
        let grows = crate::GrowingFile::open(&path).unwrap();
        assert!(is_in_use(&path));
        drop(grows);
        assert!(!is_in_use(&path));
        drop(Lock::on(Path::new("/dev/null"), "job").unwrap());
    }

    /// Looking keeps nobody out.
    #[test]
    fn a_file_can_be_locked_while_others_look_at_it() {
        use std::sync::atomic::{AtomicBool, Ordering};
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "").unwrap();
        let is_over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    is_in_use(&path);
                }
            });
            let refused = (0..300).filter(|_| crate::GrowingFile::open(&path).is_err());
            let refused = refused.count();
            is_over.store(true, Ordering::Relaxed);
            assert_eq!(refused, 0);
        });
    }

    #[test]
    fn of_many_that_lock_at_once_one_has_it_at_any_time() {
        use std::sync::atomic::{AtomicU32, Ordering};
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let (inside, times) = (AtomicU32::new(0), AtomicU32::new(0));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    while times.load(Ordering::Relaxed) < 500 {
                        if let Ok(lock) = Lock::on(&path, "job") {
                            assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                            times.fetch_add(1, Ordering::Relaxed);
                            inside.fetch_sub(1, Ordering::SeqCst);
                            drop(lock);
                        }
                    }
                });
            }
        });
    }
}
