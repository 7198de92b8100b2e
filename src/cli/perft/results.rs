//! Writes counts of positions line by line, so that an interrupted run can resume.

use super::PerftError;
use kamen_perft::split::format::{self, CountsHead, Line, SplitHead};
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A stream or file to which counts are appended.
pub(super) struct Results<'a> {
    out: Box<dyn Write + 'a>,
    /// The file's name, for messages; `None` for a stream.
    path: Option<PathBuf>,
    /// FENs already counted in the file.
    done: HashSet<String>,
    /// Heads already in the file.
    heads: Vec<String>,
}

impl<'a> Results<'a> {
    /// Results on a stream, initially empty.
    pub(super) fn new(out: &'a mut impl Write) -> Results<'a> {
        Results {
            out: Box::new(out),
            path: None,
            done: HashSet::new(),
            heads: Vec::new(),
        }
    }

    /// Results in a file, which may already hold counts of the same kind; an incomplete last line
    /// is dropped.
    pub(super) fn open(path: &Path, counts: &CountsHead) -> Result<Results<'a>, PerftError> {
        let failed = |error| PerftError::Write {
            path: path.to_owned(),
            error,
        };
        let broken = |index: usize, text: &str, expected: &str| PerftError::Line {
            path: path.to_owned(),
            line: index + 1,
            message: format!("expected {expected}, found `{:.200}`", text.trim_end()),
        };
        let (mut file, bytes) = read_for_writing(path).map_err(failed)?;
        let text = String::from_utf8_lossy(&bytes);
        if !text.is_empty() && !text.starts_with('#') {
            // A file of another kind is left untouched.
            return Err(broken(
                0,
                text.lines().next().unwrap_or_default(),
                "a line `# counts`",
            ));
        }
        let mut results = Results {
            out: Box::new(io::sink()),
            path: Some(path.to_owned()),
            done: HashSet::new(),
            heads: Vec::new(),
        };
        let end = bytes
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |last| last + 1);
        for (index, line) in String::from_utf8_lossy(&bytes[..end]).lines().enumerate() {
            let read = results.read(line, counts);
            read.map_err(|expected| broken(index, line, &expected))?;
        }
        file.set_len(end as u64).map_err(failed)?;
        file.seek(SeekFrom::Start(end as u64)).map_err(failed)?;
        results.out = Box::new(file);
        Ok(results)
    }

    /// Reads a line of the file; the error says what was expected.
    fn read(&mut self, line: &str, counts: &CountsHead) -> Result<(), String> {
        match format::line(line) {
            Some(Line::Comment) => (),
            Some(Line::Counts(found)) if found != *counts => return Err(counts.to_string()),
            Some(Line::Counts(_) | Line::Split(_)) => self.heads.push(line.to_owned()),
            Some(Line::Text(text)) => {
                let (_, _, fen) = format::counted(text).ok_or("`<multiplicity> <nodes> <fen>`")?;
                self.done.insert(fen.to_owned());
            }
            None => return Err("what --positions wrote".to_owned()),
        }
        Ok(())
    }

    /// Writes the heads unless the file has them.
    pub(super) fn begin(
        &mut self,
        split: Option<&SplitHead>,
        counts: &CountsHead,
    ) -> Result<(), PerftError> {
        let split = split.map(ToString::to_string);
        for head in split.into_iter().chain([counts.to_string()]) {
            if !self.heads.contains(&head) {
                self.write(&head)?;
            }
        }
        Ok(())
    }

    /// Whether the file holds the count of a position.
    pub(super) fn holds(&self, fen: &str) -> bool {
        self.done.contains(fen)
    }

    /// Writes the count of a position.
    pub(super) fn add(&mut self, times: u128, nodes: u128, fen: &str) -> Result<(), PerftError> {
        self.write(&format!("{times} {nodes} {fen}"))
    }

    /// Writes and flushes a line, so that little is lost if the program is killed.
    fn write(&mut self, line: &str) -> Result<(), PerftError> {
        let line = format!("{line}\n");
        let written = self.out.write_all(line.as_bytes());
        let written = written.and_then(|()| self.out.flush());
        written.map_err(|error| match &self.path {
            Some(path) => PerftError::Write {
                path: path.clone(),
                error,
            },
            None => PerftError::Output(error),
        })
    }
}

/// Opens a file for appending, creating it if necessary, and reads it.
fn read_for_writing(path: &Path) -> io::Result<(File, Vec<u8>)> {
    let mut options = OpenOptions::new();
    let options = options.read(true).write(true).create(true).truncate(false);
    let mut file = options.open(path)?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok((file, bytes))
}
