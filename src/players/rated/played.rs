//! The games that were played with a file of rated positions since it was written: a line for each, beside the file.
//!
//! The first line is `kamen-rated-games 1 VARIANT`, any other one `NUMBER COLORS NAME START MOVES..`: the number of the game
//! among all that were played with the file; who learns from it, `w`, `b` or `wb`; its name in eight hexadecimal digits, or `-`; where
//! it began, and its moves. Each line ends with its checksum ([`LineSeal::TEXT`]). The file is locked for as long as somebody reads
//! or writes it, and removed where it is empty.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use super::RatedFileError;
use super::played_line::{
    MAGIC, PlayedGame, PlayedLineError, check_head, number_of, parse, text_of,
};
use kamen_core::rules::Variant;
use kamen_files::{GrowingFile, LineSeal, Unsealed, fault, hidden_beside, whole_file};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long another process is waited for, which has the file for a moment.
const PATIENCE: Duration = Duration::from_secs(60);

/// The file, open and locked.
#[derive(Debug)]
pub(super) struct PlayedGames {
    file: GrowingFile,
    variant: Variant,
    /// The whole lines behind the first, without checksums, each with its number in the file.
    lines: Vec<(usize, String)>,
}

impl PlayedGames {
    /// Opens the games of a file of rated positions, and removes a line that was cut short. `None` where there are none, unless
    /// they are to be made.
    pub(super) fn open(
        rated: &Path,
        variant: Variant,
        makes: bool,
    ) -> Result<Option<PlayedGames>, RatedFileError> {
        let path = path_of(rated).map_err(|error| file_error(rated, error))?;
        if !makes && !path.exists() {
            return Ok(None);
        }
        let mut file = wait_for(&path).map_err(|error| file_error(&path, error))?;
        let text = whole_lines(&mut file).map_err(|error| file_error(&path, error))?;
        let (mut lines, mut unsealed) = (Vec::new(), Unsealed::default());
        for (line, number) in text.lines().zip(1..) {
            let told = |error| line_error(&path, number, error);
            let opened = LineSeal::TEXT.open(line).map_err(|e| told(e.into()))?;
            let text = unsealed.see(number, opened);
            match number {
                1 => check_head(text, variant).map_err(told)?,
                _ => lines.push((number, text.to_owned())),
            }
        }
        unsealed.tell(&path);
        Ok(Some(PlayedGames {
            file,
            variant,
            lines,
        }))
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Bytes of the file.
    pub(super) fn length(&self) -> u64 {
        self.file.length()
    }

    /// Hands out the games after so many, in order.
    pub(super) fn after(
        &self,
        played: u64,
        mut each: impl FnMut(PlayedGame),
    ) -> Result<(), RatedFileError> {
        let mut expected = played + 1;
        for (number, line) in &self.lines {
            let told = |error| line_error(self.file.path(), *number, error);
            let found = number_of(line).ok_or_else(|| told(PlayedLineError::Words))?;
            if found <= played {
                continue;
            }
            if found != expected {
                return Err(told(PlayedLineError::Number { found, expected }));
            }
            each(parse(self.variant, line).map_err(told)?);
            expected += 1;
        }
        Ok(())
    }

    /// Adds a game, whole or not at all.
    pub(super) fn append(&mut self, game: &PlayedGame) -> Result<(), RatedFileError> {
        let mut piece = match self.file.length() {
            0 => sealed(&format!("{MAGIC} {}", self.variant)),
            _ => String::new(),
        };
        let line = text_of(game);
        piece.push_str(&sealed(&line));
        let written = self.file.append(piece.as_bytes());
        written.map_err(|error| file_error(self.file.path(), error))?;
        self.lines.push((self.lines.len() + 2, line));
        Ok(())
    }

    /// Forgets all games: the file of rated positions has them.
    pub(super) fn clear(&mut self) -> Result<(), RatedFileError> {
        self.lines.clear();
        let cut = self.file.cut_to(0);
        cut.map_err(|error| file_error(self.file.path(), error))
    }

    /// Removes the file, if it is empty; then lets others have it.
    pub(super) fn close(self) {
        if self.file.length() == 0 {
            // What stays is empty, and is used again.
            let _ = fault::remove(self.file.path());
        }
    }
}

/// Where the played games of a file are.
pub(super) fn path_of(rated: &Path) -> io::Result<PathBuf> {
    let what = "a device or pipe cannot be learned in";
    let whole = whole_file(rated)?.ok_or_else(|| io::Error::new(ErrorKind::InvalidInput, what))?;
    Ok(hidden_beside(&whole, "games"))
}

/// Opens the file as soon as nobody else has it.
fn wait_for(path: &Path) -> io::Result<GrowingFile> {
    let began = Instant::now();
    loop {
        match GrowingFile::open(path) {
            Err(error) if error.kind() == ErrorKind::ResourceBusy && began.elapsed() < PATIENCE => {
                sleep(Duration::from_millis(5));
            }
            opened => return opened,
        }
    }
}

/// The text of the whole lines. What was cut short behind them is removed: nobody is writing it any more.
fn whole_lines(file: &mut GrowingFile) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.reader()?.read_to_end(&mut bytes)?;
    let end = bytes.iter().rposition(|&byte| byte == b'\n');
    bytes.truncate(end.map_or(0, |place| place + 1));
    file.cut_to(bytes.len() as u64)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn sealed(line: &str) -> String {
    format!("{}\n", LineSeal::TEXT.seal(line))
}

fn file_error(path: &Path, error: io::Error) -> RatedFileError {
    RatedFileError::file(path, error)
}

fn line_error(path: &Path, line: usize, error: PlayedLineError) -> RatedFileError {
    let path = path.to_owned();
    let error = Box::new(error);
    RatedFileError::Played { path, line, error }
}
