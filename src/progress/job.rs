//! A job: what is done, what is running, how fast, and how long it may take yet.

use kamen_files::is_in_use;
use kamen_tournament::statistics::Elo;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Work of one kind, in one file or several.
#[derive(Clone, Debug, Serialize)]
pub struct Job {
    /// The command of `kamen`.
    pub command: &'static str,
    /// What it works on, in words.
    pub what: String,
    /// What is counted, such as `games`.
    pub unit: &'static str,
    /// How much there is to do; `None` where the files do not tell.
    pub all: Option<u64>,
    /// The parts, each with a file of its own.
    pub parts: Vec<Part>,
    /// How the contestants of a match stand.
    pub standings: Vec<Standing>,
    /// What else is to be said, a sentence each: missing parts, the last generation.
    pub notes: Vec<String>,
    /// What tells the work from others of the same words.
    #[serde(skip)]
    pub(crate) identity: String,
}

/// What a process does, or did.
#[derive(Clone, Debug, Serialize)]
pub struct Part {
    /// Its file, or its folder.
    pub path: PathBuf,
    /// How much is done.
    pub done: u64,
    /// Of how much; `None` where the file does not tell.
    pub all: Option<u64>,
    /// Whether a process has the file locked.
    pub is_running: bool,
    /// In how many seconds that was done: what the file tells, or from its beginning to its last change, pauses included; `None`
    /// where the file system does not keep the beginning.
    pub seconds: Option<f64>,
}

/// How a contestant stands.
#[derive(Clone, Debug, Serialize)]
pub struct Standing {
    /// Its name.
    pub name: String,
    /// Games that it has finished.
    pub games: u64,
    /// A win is 2, a draw 1.
    pub points: u64,
    /// Above the others.
    pub elo: Option<Elo>,
}

impl Part {
    /// A part that stands in a file.
    pub(crate) fn new(path: &Path, done: u64, all: Option<u64>) -> Part {
        Part {
            path: path.to_owned(),
            done,
            all,
            is_running: is_in_use(path),
            seconds: worked(path).map(|time| time.as_secs_f64()),
        }
    }

    /// Whether nothing is left of it; `false` where that is not known.
    pub fn is_complete(&self) -> bool {
        self.all.is_some_and(|all| self.done >= all)
    }

    /// How much is done in a second.
    pub fn rate(&self) -> Option<f64> {
        let seconds = self.seconds.filter(|&seconds| seconds > 0.0)?;
        Some(self.done as f64 / seconds)
    }
}

/// The time from the beginning of a file to its last change.
fn worked(path: &Path) -> Option<Duration> {
    let file = path.metadata().ok()?;
    let [began, changed] = [file.created().ok()?, file.modified().ok()?];
    changed.duration_since(began).ok()
}

impl Job {
    /// How much is done.
    pub fn done(&self) -> u64 {
        self.parts.iter().map(|part| part.done).sum()
    }

    /// How many parts are running.
    pub fn running(&self) -> usize {
        self.parts.iter().filter(|part| part.is_running).count()
    }

    /// How many parts are neither running nor complete, as far as the files tell.
    pub fn waiting(&self) -> usize {
        let rests = |part: &&Part| !part.is_running && part.all.is_some() && !part.is_complete();
        self.parts.iter().filter(rests).count()
    }

    /// How much the running parts do in a second together; `None` if none runs.
    pub fn rate(&self) -> Option<f64> {
        let running = self.parts.iter().filter(|part| part.is_running);
        let rate: f64 = running.filter_map(Part::rate).sum();
        (rate > 0.0).then_some(rate)
    }

    /// How many seconds it takes yet at this rate.
    pub fn to_go(&self) -> Option<f64> {
        let left = self.all?.checked_sub(self.done())?;
        Some(left as f64 / self.rate()?)
    }

    /// Whether nothing is left to do; `false` where that is not known.
    pub fn is_complete(&self) -> bool {
        self.all.is_some_and(|all| self.done() >= all)
    }

    pub(crate) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.parts.iter().map(|part| part.path.as_path())
    }

    pub(crate) fn is_same_work(&self, other: &Job) -> bool {
        (self.command, &self.identity) == (other.command, &other.identity)
    }

    /// Takes over the parts of the same work.
    pub(crate) fn join(&mut self, other: Job) {
        self.parts.extend(other.parts);
        self.notes.extend(other.notes);
        self.all = self.all.zip(other.all).map(|(own, more)| own + more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(done: u64, all: u64, is_running: bool, seconds: f64) -> Part {
        Part {
            path: PathBuf::new(),
            done,
            all: Some(all),
            is_running,
            seconds: Some(seconds),
        }
    }

    #[test]
    fn the_running_parts_say_how_long_it_takes_yet() {
        let mut job = Job {
            command: "match",
            what: String::new(),
            unit: "games",
            all: Some(100),
            // Two games a second, one, and those that do not count: at rest, done.
            parts: vec![
                part(10, 30, true, 5.0),
                part(10, 30, true, 10.0),
                part(5, 30, false, 1.0),
                part(10, 10, false, 1.0),
            ],
            standings: Vec::new(),
            notes: Vec::new(),
            identity: String::new(),
        };
        assert_eq!((job.done(), job.running(), job.waiting()), (35, 2, 1));
        assert_eq!(job.rate(), Some(3.0));
        assert_eq!(job.to_go(), Some(65.0 / 3.0));
        assert!(!job.is_complete());
        job.parts
            .iter_mut()
            .for_each(|part| part.is_running = false);
        assert_eq!((job.rate(), job.to_go()), (None, None));
        job.parts[0].seconds = Some(0.0);
        assert_eq!(job.parts[0].rate(), None);
    }
}
