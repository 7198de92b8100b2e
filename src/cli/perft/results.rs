//! Writes counts of positions line by line, so that an interrupted run can resume.

use super::PerftError;
use hashbrown::HashSet;
use kamen_files::{GrowingFile, LineSeal, LockError, Unsealed};
use kamen_perft::split::format::{self, CountsHead, Line, SplitHead};
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

/// A stream or file to which counts are appended.
pub(super) struct Results<'a> {
    out: Out<'a>,
    /// FENs already counted in the file.
    done: HashSet<String>,
    /// Heads already in the file.
    heads: Vec<String>,
}

enum Out<'a> {
    Stream(Box<dyn Write + 'a>),
    File(GrowingFile),
}

impl<'a> Results<'a> {
    /// Results on a stream, initially empty.
    pub(super) fn new(out: &'a mut impl Write) -> Results<'a> {
        Results {
            out: Out::Stream(Box::new(out)),
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
        let mut file = GrowingFile::open(path).map_err(|error| match error.kind() {
            ErrorKind::ResourceBusy => LockError::new(path, "count", error).into(),
            _ => failed(error),
        })?;
        let mut bytes = Vec::new();
        let mut reader = file.reader().map_err(failed)?;
        reader.read_to_end(&mut bytes).map_err(failed)?;
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
            out: Out::Stream(Box::new(io::sink())),
            done: HashSet::new(),
            heads: Vec::new(),
        };
        let end = bytes
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |last| last + 1);
        let mut unsealed = Unsealed::default();
        for (index, line) in String::from_utf8_lossy(&bytes[..end]).lines().enumerate() {
            let opened = LineSeal::TEXT.open(line);
            let opened = opened.map_err(|damage| PerftError::Line {
                path: path.to_owned(),
                line: index + 1,
                message: damage.to_string(),
            })?;
            let is_comment = results.read(opened.text, counts);
            if !is_comment.map_err(|expected| broken(index, line, &expected))? {
                unsealed.see(index + 1, opened);
            }
        }
        unsealed.tell(path);
        file.cut_to(end as u64).map_err(failed)?;
        results.out = Out::File(file);
        Ok(results)
    }

    /// Reads a line of the file, without its checksum; whether it is a comment. The error says what was expected.
    fn read(&mut self, line: &str, counts: &CountsHead) -> Result<bool, String> {
        match format::line(line) {
            Some(Line::Comment) => return Ok(true),
            Some(Line::Counts(found)) if found != *counts => return Err(counts.to_string()),
            Some(Line::Counts(_) | Line::Split(_)) => self.heads.push(line.to_owned()),
            Some(Line::Text(text)) => {
                let (_, _, fen) = format::counted(text).ok_or("`<multiplicity> <nodes> <fen>`")?;
                self.done.insert(fen.to_owned());
            }
            None => return Err("what --positions wrote".to_owned()),
        }
        Ok(false)
    }

    /// Writes the heads unless the file has them. One of another split is an error: their counts do not add up.
    pub(super) fn begin(
        &mut self,
        split: Option<&SplitHead>,
        counts: &CountsHead,
    ) -> Result<(), PerftError> {
        let split = split.map(ToString::to_string);
        let is_split = |head: &&String| matches!(format::line(head), Some(Line::Split(_)));
        if let (Some(split), Some(other), Out::File(file)) =
            (&split, self.heads.iter().find(is_split), &self.out)
            && other != split
        {
            let other = format!("it has counts of `{other}`, expected `{split}`");
            return Err(PerftError::Write {
                path: file.path().to_owned(),
                error: io::Error::other(other),
            });
        }
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
        let line = LineSeal::TEXT.seal(line) + "\n";
        match &mut self.out {
            Out::Stream(out) => {
                let written = out.write_all(line.as_bytes());
                written
                    .and_then(|()| out.flush())
                    .map_err(PerftError::Output)
            }
            Out::File(file) => {
                let written = file.append(line.as_bytes());
                written.map_err(|error| PerftError::Write {
                    path: file.path().to_owned(),
                    error,
                })
            }
        }
    }
}
