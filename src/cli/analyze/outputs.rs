//! The outputs of an analysis. Begin with [`Outputs`].

use super::page;
use super::report::GameReport;
use crate::paths::check_outputs;
use crate::pdn::PdnError;
use crate::report::Report;
use crate::{CliError, json::print_json};
use crc32fast::Hasher;
use kamen_files::{
    GrowingFile, Journal, JournalError, LockError, Owner, fault, hidden_beside, whole_file,
    write_whole_by,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs::OpenOptions;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// The journal of an analysis.
pub(super) const OWNER: Owner = Owner {
    command: "analyze",
    work: "analysis",
};

/// How games are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Pdn,
    Page,
    Json,
}

/// Where games go, and how, of the files that were given for the three forms; without any to standard output. `-` is that, too.
pub(crate) fn wanted([pdn, page, json]: [Option<&Path>; 3]) -> Vec<(Form, Option<&Path>)> {
    let pdn = pdn.map(|path| (Form::Pdn, Some(path)));
    let page = page.map(|path| (Form::Page, Some(path)));
    let json = json.map(|path| {
        let file = Some(path).filter(|path| path.as_os_str() != "-");
        (Form::Json, file)
    });
    let all: Vec<_> = [pdn, page, json].into_iter().flatten().collect();
    match all.is_empty() {
        true => vec![(Form::Pdn, None)],
        false => all,
    }
}

impl Form {
    /// A game with what stands before it: text that begins the output, or that parts games.
    fn text(self, is_first: bool, game: &Texts) -> String {
        let text = match self {
            Form::Pdn => &game.pdn,
            Form::Page => &game.page,
            Form::Json => &game.json,
        };
        self.between(is_first) + text
    }

    fn between(self, is_first: bool) -> String {
        match (self, is_first) {
            (Form::Pdn, false) => "\n".to_owned(),
            (Form::Page, true) => page::frame().0,
            (Form::Page, false) => ",".to_owned(),
            (Form::Pdn, true) | (Form::Json, _) => String::new(),
        }
    }

    /// What stands behind all games.
    fn end(self, is_empty: bool) -> String {
        match self {
            Form::Page if is_empty => page::frame().0 + &page::frame().1,
            Form::Page => page::frame().1,
            Form::Pdn | Form::Json => String::new(),
        }
    }
}

/// An analysed game, as the outputs have it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Texts {
    /// The annotated game.
    pdn: String,
    /// Data of the page.
    page: String,
    /// A line of JSON.
    json: String,
}

impl Texts {
    pub(super) fn new(pdn: String, report: &GameReport) -> io::Result<Texts> {
        let mut json = Vec::new();
        print_json(report, &mut json)?;
        Ok(Texts {
            pdn,
            page: page::game(report)?,
            json: String::from_utf8_lossy(&json).into_owned(),
        })
    }
}

/// A game of the input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Identity {
    /// Its number, from 1.
    pub(super) game: u64,
    /// The checksum of its text.
    pub(super) checksum: u32,
}

/// A line of the journal.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    #[serde(flatten)]
    identity: Identity,
    /// The lengths of the files after it, in bytes.
    lengths: Vec<u64>,
    /// The checksums (CRC-32) of what they hold then; none in journals of older versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    checksums: Vec<u32>,
}

/// Where games are written, one by one. They are collected under names of our own until all are there, and copied to the
/// files then; with nothing but files a journal says how far they are, so that another run of the same command goes on after
/// any interruption.
pub(super) struct Outputs<'a> {
    files: Vec<OutFile<'a>>,
    streams: Vec<Stream<'a>>,
    journal: Option<Journal>,
    /// The games that the files have from an earlier run, each with the length of the journal after it.
    kept: Vec<(Line, u64)>,
    /// How many of them were met again.
    met: usize,
    /// Games that were written or met.
    count: u64,
    /// Whether the files have all games.
    is_done: bool,
}

/// A file, and where its games are collected.
struct OutFile<'a> {
    form: Form,
    part: GrowingFile,
    whole: PathBuf,
    /// As its user calls it.
    path: &'a Path,
    /// Of all that the part holds.
    checksum: Hasher,
}

impl OutFile<'_> {
    /// How many games of a journal the part has, as they were written; it is file number `at` of the journal, from 0.
    fn sound(&self, at: usize, kept: &[(Line, u64)]) -> io::Result<usize> {
        let (mut reader, mut checksum, mut read) =
            (BufReader::new(self.part.reader()?), Hasher::new(), 0);
        for (count, (line, _)) in kept.iter().enumerate() {
            let length = line.lengths.get(at).copied().unwrap_or(0);
            if length < read || length > self.part.length() {
                return Ok(count);
            }
            hash(&mut reader, length - read, &mut checksum)?;
            read = length;
            let expected = line.checksums.get(at);
            if expected.is_some_and(|&expected| expected != checksum.clone().finalize()) {
                return Ok(count);
            }
        }
        Ok(kept.len())
    }

    /// Adds text.
    fn append(&mut self, text: &[u8]) -> io::Result<()> {
        self.part.append(text)?;
        self.checksum.update(text);
        Ok(())
    }

    /// Cuts the part to a length in bytes.
    fn cut_to(&mut self, length: u64) -> io::Result<()> {
        self.part.cut_to(length)?;
        self.checksum = Hasher::new();
        let mut reader = BufReader::new(self.part.reader()?);
        hash(&mut reader, self.part.length(), &mut self.checksum)
    }
}

/// Takes so many bytes into a checksum.
fn hash(source: &mut impl BufRead, length: u64, checksum: &mut Hasher) -> io::Result<()> {
    let mut source = source.take(length);
    loop {
        let bytes = source.fill_buf()?;
        if bytes.is_empty() {
            return Ok(());
        }
        checksum.update(bytes);
        let read = bytes.len();
        source.consume(read);
    }
}

/// Standard output, or what else is no file.
struct Stream<'a> {
    form: Form,
    out: Box<dyn Write + 'a>,
    /// `None` for standard output.
    path: Option<&'a Path>,
}

impl Stream<'_> {
    fn write(&mut self, text: &[u8]) -> Result<(), CliError> {
        let written = self.out.write_all(text).and_then(|()| self.out.flush());
        written.map_err(|error| match self.path {
            Some(path) => PdnError::file(path, error).into(),
            None => error.into(),
        })
    }
}

impl<'a> Outputs<'a> {
    /// Opens the outputs; a path that is `None` is standard output, `out`. `settings` identify the analysis.
    ///
    /// # Errors
    /// One cannot be written, or the journal is that of another analysis; then nothing changes.
    pub(super) fn open(
        wanted: &[(Form, Option<&'a Path>)],
        out: &'a mut dyn Write,
        settings: &Value,
    ) -> Result<Outputs<'a>, CliError> {
        check_outputs(wanted.iter().map(|&(_, path)| path))?;
        let mut outputs = Outputs {
            files: Vec::new(),
            streams: Vec::new(),
            journal: None,
            kept: Vec::new(),
            met: 0,
            count: 0,
            is_done: false,
        };
        let mut files = Vec::new();
        let mut out = Some(out);
        for &(form, path) in wanted {
            let fault = |error| PdnError::file(path.unwrap_or(Path::new("-")), error);
            let whole = path.map(whole_file).transpose().map_err(fault)?;
            let stream: Box<dyn Write> = match (path, whole.flatten()) {
                (Some(path), Some(whole)) => {
                    files.push((form, path, whole));
                    continue;
                }
                (Some(path), None) => {
                    Box::new(OpenOptions::new().write(true).open(path).map_err(fault)?)
                }
                (None, _) => match out.take() {
                    // With files besides the work goes on when nobody reads.
                    Some(out) if wanted.len() > 1 => Box::new(Report::new(out)),
                    Some(out) => Box::new(out),
                    None => continue,
                },
            };
            let out = stream;
            outputs.streams.push(Stream { form, out, path });
        }
        if let [(_, first, whole), ..] = &files[..]
            && outputs.streams.is_empty()
        {
            let path = hidden_beside(whole, "journal");
            let in_use = |error| match error {
                JournalError::InUse { work, .. } => {
                    let path = first.to_path_buf();
                    LockError::InUse { path, work }.into()
                }
                error => CliError::from(error),
            };
            let kept = &mut outputs.kept;
            let resume = |line, end| kept.push((line, end));
            outputs.journal = Some(Journal::open(&path, OWNER, settings, resume).map_err(in_use)?);
        }
        for (form, path, whole) in files {
            let opened = GrowingFile::open(&hidden_beside(&whole, "games"));
            let part = opened.map_err(|error| match error.kind() {
                ErrorKind::ResourceBusy => LockError::new(path, "analysis", error).into(),
                _ => CliError::from(PdnError::file(path, error)),
            })?;
            outputs.files.push(OutFile {
                form,
                part,
                whole,
                path,
                checksum: Hasher::new(),
            });
        }
        let mut there = outputs.kept.len();
        for (at, file) in outputs.files.iter().enumerate() {
            let sound = file.sound(at, &outputs.kept);
            let sound = sound.map_err(|error| PdnError::file(file.path, error))?;
            there = there.min(sound);
        }
        outputs.keep(there)?;
        Ok(outputs)
    }

    /// Whether another run of the same command goes on from here.
    pub(super) fn resumes(&self) -> bool {
        self.journal.is_some()
    }

    /// Games that the files have from an earlier run.
    pub(super) fn kept(&self) -> usize {
        self.kept.len()
    }

    /// Whether the files have this game from an earlier run. If they have another one in its place, it is removed, and
    /// all behind it.
    ///
    /// # Errors
    /// A file cannot be written.
    pub(super) fn has(&mut self, identity: &Identity) -> Result<bool, CliError> {
        let Some((line, _)) = self.kept.get(self.met) else {
            return Ok(false);
        };
        if line.identity == *identity {
            self.met += 1;
            self.count += 1;
            return Ok(true);
        }
        self.keep(self.met)?;
        Ok(false)
    }

    /// Removes all games but the first so many.
    fn keep(&mut self, games: usize) -> Result<(), CliError> {
        self.kept.truncate(games);
        let last = self.kept.last();
        for (at, file) in self.files.iter_mut().enumerate() {
            let length = last.and_then(|(line, _)| line.lengths.get(at).copied());
            let cut = file.cut_to(length.unwrap_or(0));
            cut.map_err(|error| PdnError::file(file.path, error))?;
        }
        if let Some(journal) = &mut self.journal {
            journal.cut_to(last.map_or(0, |&(_, end)| end))?;
        }
        Ok(())
    }

    /// Writes a game.
    ///
    /// # Errors
    /// An output cannot be written.
    pub(super) fn add(&mut self, identity: Identity, game: &Texts) -> Result<(), CliError> {
        let is_first = self.count == 0;
        for stream in &mut self.streams {
            stream.write(stream.form.text(is_first, game).as_bytes())?;
        }
        for file in &mut self.files {
            let written = file.append(file.form.text(is_first, game).as_bytes());
            written.map_err(|error| PdnError::file(file.path, error))?;
        }
        if let Some(journal) = &mut self.journal {
            let lengths = self.files.iter().map(|file| file.part.length()).collect();
            let checksums = self
                .files
                .iter()
                .map(|file| file.checksum.clone().finalize());
            journal.append(&Line {
                identity,
                lengths,
                checksums: checksums.collect(),
            })?;
        }
        self.count += 1;
        Ok(())
    }

    /// Ends the outputs, and writes the files.
    ///
    /// # Errors
    /// One cannot be written.
    pub(super) fn finish(mut self) -> Result<(), CliError> {
        // The input had more games in an earlier run.
        if self.met < self.kept.len() {
            self.keep(self.met)?;
        }
        let is_empty = self.count == 0;
        for stream in &mut self.streams {
            stream.write(stream.form.end(is_empty).as_bytes())?;
        }
        for file in &self.files {
            let written = write_whole_by(&file.whole, |out| {
                io::copy(&mut file.part.reader()?, out)?;
                out.write_all(file.form.end(is_empty).as_bytes())
            });
            written.map_err(|error| PdnError::file(file.path, error))?;
        }
        self.is_done = true;
        Ok(())
    }
}

impl Drop for Outputs<'_> {
    /// Leaves nothing behind that no later run could go on from.
    fn drop(&mut self) {
        let is_worth_it = self.count > 0 || !self.kept.is_empty();
        if self.journal.is_some() && is_worth_it && !self.is_done {
            return;
        }
        // The journal is the last: as long as it is there, another run knows of the rest.
        let parts = self.files.iter().map(|file| file.part.path());
        for path in parts.chain(self.journal.iter().map(Journal::path)) {
            let _ = fault::remove(path);
        }
    }
}
