//! Lines typed at a terminal, with editing, history and completion. Begin with [`Terminal::read`].

use super::keys::{Keys, leave_on_signals};
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::cell::Cell;
use std::io::{self, Write};
use std::mem;

/// What was typed at a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Typed {
    Line(String),
    /// No text, for this reason.
    Bad(String),
    /// Ctrl-C.
    Interrupt,
    /// The end of the input: Ctrl-D.
    End,
}

/// A terminal.
pub(super) struct Terminal {
    editor: Editor<Words, MemHistory>,
    /// What was typed while nobody read, or pasted at once.
    ahead: String,
    _keys: Keys,
}

impl Terminal {
    /// # Errors
    /// The terminal cannot be used.
    pub(super) fn open() -> io::Result<Terminal> {
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .build();
        let mut editor = Editor::with_history(config, MemHistory::new()).map_err(io_error)?;
        editor.set_helper(Some(Words::default()));
        leave_on_signals();
        Ok(Terminal {
            editor,
            ahead: String::new(),
            _keys: Keys::listen(),
        })
    }

    /// Reads a line; `words` are what can be completed.
    pub(super) fn read(
        &mut self,
        prompt: &str,
        words: Vec<String>,
        out: &mut impl Write,
    ) -> io::Result<Typed> {
        if let Some(line) = self.take_line() {
            writeln!(out, "{prompt}{line}")?;
            return Ok(Typed::Line(line));
        }
        out.flush()?;
        if let Some(helper) = self.editor.helper_mut() {
            helper.words = words;
        }
        let ahead = mem::take(&mut self.ahead);
        match self.editor.readline_with_initial(prompt, (&ahead, "")) {
            Ok(typed) => {
                // Several lines may have been pasted.
                self.ahead = typed + "\n";
                let line = self.take_line().unwrap_or_default();
                if !line.trim().is_empty() {
                    self.editor.add_history_entry(&line).map_err(io_error)?;
                }
                Ok(Typed::Line(line))
            }
            // As in a shell, what was begun is given up.
            Err(ReadlineError::Interrupted) if self.has_begun() => Ok(Typed::Line(String::new())),
            Err(error) if is_interrupt(&error) => Ok(Typed::Interrupt),
            Err(ReadlineError::Eof) => Ok(Typed::End),
            Err(error) => Err(io_error(error)),
        }
    }

    /// Whether there is something in the line that is edited.
    fn has_begun(&self) -> bool {
        self.editor
            .helper()
            .is_some_and(|helper| helper.has_begun.get())
    }

    /// The first whole line of what is there.
    fn take_line(&mut self) -> Option<String> {
        let (line, rest) = self.ahead.split_once('\n')?;
        let (line, rest) = (line.to_owned(), rest.to_owned());
        self.ahead = rest;
        Some(line)
    }

    /// Whether Esc or Ctrl-C was pressed; keeps what else was typed.
    pub(super) fn is_hurried(&mut self) -> bool {
        let pressed = Keys::pressed();
        self.ahead += &pressed.text;
        pressed.hurries
    }
}

/// Whether Ctrl-C was pressed, which is a key or, on Unix, may come as a signal.
fn is_interrupt(error: &ReadlineError) -> bool {
    match error {
        ReadlineError::Interrupted => true,
        #[cfg(unix)]
        ReadlineError::Signal(rustyline::error::Signal::Interrupt) => true,
        _ => false,
    }
}

fn io_error(error: ReadlineError) -> io::Error {
    match error {
        ReadlineError::Io(error) => error,
        other => io::Error::other(other),
    }
}

/// What can be completed.
#[derive(Default)]
struct Words {
    words: Vec<String>,
    files: FilenameCompleter,
    /// Whether the line is not empty.
    has_begun: Cell<bool>,
}

impl Words {
    /// The words that begin with `typed`, whatever its case.
    fn beginning_with(&self, typed: &str) -> Vec<Pair> {
        let typed = typed.to_lowercase();
        let words = self.words.iter();
        let words = words.filter(|word| word.to_lowercase().starts_with(&typed));
        let pair = |word: &String| Pair {
            display: word.clone(),
            replacement: word.clone(),
        };
        words.map(pair).collect()
    }
}

impl Completer for Words {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let typed = line.get(..position).unwrap_or(line);
        match typed.split_once(' ') {
            Some(("save" | "save!", _)) => self.files.complete_path(line, position),
            Some(_) => Ok((position, Vec::new())),
            None => Ok((0, self.beginning_with(typed))),
        }
    }
}

impl Helper for Words {}
impl Highlighter for Words {}
impl Validator for Words {}
/// There are no hints; but whoever gives them sees every change of the line.
impl Hinter for Words {
    type Hint = String;

    fn hint(&self, line: &str, _: usize, _: &Context<'_>) -> Option<String> {
        self.has_begun.set(!line.is_empty());
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_commands_are_completed() {
        let words = Words {
            words: ["c3-d4", "c3-b4", "moves", "save"]
                .map(str::to_owned)
                .into(),
            ..Words::default()
        };
        let history = MemHistory::new();
        let complete = |line: &str| {
            let context = Context::new(&history);
            let (at, found) = words.complete(line, line.len(), &context).unwrap();
            assert_eq!(
                at,
                if found.is_empty() && line.contains(' ') {
                    line.len()
                } else {
                    0
                }
            );
            let found = found.into_iter().map(|pair| pair.replacement);
            found.collect::<Vec<_>>().join(" ")
        };
        for (line, expected) in [
            ("", "c3-d4 c3-b4 moves save"),
            ("C3", "c3-d4 c3-b4"),
            ("c3-d", "c3-d4"),
            ("m", "moves"),
            ("x", ""),
            ("hint ", ""),
        ] {
            assert_eq!(complete(line), expected, "{line:?}");
        }
    }
}
