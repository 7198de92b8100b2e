//! Where a person types and reads: a terminal, or lines of text without one. Begin with [`Console::open`].

use super::picture::{Look, picture};
use super::terminal::{Terminal, Typed};
use super::wrap::wrap;
use crate::CliError;
use crate::progress::progress_bar;
use indicatif::ProgressBar;
use kamen_core::notation::Diagram;
use kamen_tournament::transport::lines::next_line;
use std::io::{self, IsTerminal, StdinLock, Write};

/// The most characters of a line of text.
const WIDTH: usize = 60;

enum Input {
    Lines(StdinLock<'static>),
    Terminal(Box<Terminal>),
}

/// Where a person types and reads.
pub(super) struct Console<'a, W: Write> {
    input: Input,
    out: &'a mut W,
    look: Look,
}

impl<'a, W: Write> Console<'a, W> {
    /// Lines are edited, and boards have colours, where standard input and output are a terminal that can do so.
    ///
    /// # Errors
    /// The terminal cannot be used.
    pub(super) fn open(out: &'a mut W, is_ascii: bool) -> Result<Console<'a, W>, CliError> {
        // Windows has a console without it.
        let is_dumb = std::env::var_os("TERM").map_or(cfg!(not(windows)), |term| term == "dumb");
        let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb;
        let input = match is_terminal {
            true => Input::Terminal(Box::new(Terminal::open()?)),
            false => Input::Lines(io::stdin().lock()),
        };
        let look = Look {
            has_colors: is_terminal && console::colors_enabled(),
            is_ascii,
        };
        Ok(Console { input, out, look })
    }

    pub(super) fn is_terminal(&self) -> bool {
        matches!(self.input, Input::Terminal(_))
    }

    /// Reads a line; `words` are the beginnings that can be completed.
    pub(super) fn read(&mut self, prompt: &str, words: Vec<String>) -> Result<Typed, CliError> {
        match &mut self.input {
            Input::Terminal(terminal) => Ok(terminal.read(prompt, words, self.out)?),
            Input::Lines(lines) => {
                write!(self.out, "{prompt}")?;
                self.out.flush()?;
                Ok(match next_line(lines)? {
                    None => {
                        // The prompt has no end of line.
                        writeln!(self.out)?;
                        Typed::End
                    }
                    Some(Ok(line)) => Typed::Line(line),
                    Some(Err(error)) => Typed::Bad(error.to_string()),
                })
            }
        }
    }

    /// Writes a paragraph.
    pub(super) fn say(&mut self, text: &str) -> Result<(), CliError> {
        let text = match self.is_terminal() {
            true => wrap(text, self.width(), 0),
            false => text.to_owned(),
        };
        Ok(writeln!(self.out, "{text}")?)
    }

    /// Writes text as it is.
    pub(super) fn write(&mut self, text: &str) -> Result<(), CliError> {
        Ok(write!(self.out, "{text}")?)
    }

    /// Draws a board on which the squares of the last move are marked.
    pub(super) fn draw(
        &mut self,
        diagram: &Diagram,
        last_move: &[[usize; 2]],
    ) -> Result<(), CliError> {
        self.write(&picture(diagram, last_move, self.look))
    }

    /// How wide text may be.
    pub(super) fn width(&self) -> usize {
        let columns = match self.is_terminal() {
            true => usize::from(console::Term::stdout().size().1),
            false => WIDTH,
        };
        columns.clamp(20, WIDTH)
    }

    /// Whether Esc or Ctrl-C was pressed since the last call. What else was typed waits for the prompt.
    pub(super) fn is_hurried(&mut self) -> bool {
        match &mut self.input {
            Input::Terminal(terminal) => terminal.is_hurried(),
            Input::Lines(_) => false,
        }
    }

    /// A line that tells what is going on, while it does; hidden without a terminal.
    pub(super) fn status(&self) -> ProgressBar {
        match self.is_terminal() {
            true => progress_bar(0, "{wide_msg}", false),
            false => ProgressBar::hidden(),
        }
    }
}
