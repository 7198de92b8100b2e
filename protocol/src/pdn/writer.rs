//! Games to text.

use std::fmt;

use super::{Element, Game, GameEnd, PlayedMove, Tag};
use crate::MoveKind;

/// Lines of the body are broken before they get longer, in characters.
const WIDTH: usize = 79;

/// Writes the tags a line each, an empty line, and the body in lines of at most 79 characters
/// where its words allow that.
///
/// What is written is read back as the same game. An empty variation is left out, and a game
/// needs a tag or something in its body beside line comments.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tags.iter().try_for_each(|tag| writeln!(f, "{tag}"))?;
        if !self.tags.is_empty() {
            writeln!(f)?;
        }
        let sign = match self.game_type() {
            Ok(Some(game_type)) => game_type.capture_sign(),
            _ => 'x',
        };
        let mut lines = Lines::new(f, sign);
        lines.elements(&self.body)?;
        lines.word(&self.end.unwrap_or(GameEnd::Asterisk).to_string())?;
        lines.finish()
    }
}

/// Writes `[Name "value"]`.
impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.value().replace('\\', "\\\\").replace('"', "\\\"");
        write!(f, "[{} \"{value}\"]", self.name())
    }
}

/// Puts words into lines. The last word is held back: a parenthesis may have to join it.
struct Lines<'a, 'f> {
    out: &'a mut fmt::Formatter<'f>,
    /// The sign of captures.
    sign: char,
    /// Parentheses that join the next word.
    prefix: String,
    held: String,
    /// Whether the line may not be broken before the word that is held back.
    stays: bool,
    /// Characters in the line.
    column: usize,
}

impl<'a, 'f> Lines<'a, 'f> {
    fn new(out: &'a mut fmt::Formatter<'f>, sign: char) -> Self {
        Self {
            out,
            sign,
            prefix: String::new(),
            held: String::new(),
            stays: false,
            column: 0,
        }
    }

    fn elements(&mut self, elements: &[Element]) -> fmt::Result {
        for element in elements {
            match element {
                Element::Move(played) => self.word(&move_text(played, self.sign))?,
                Element::Comment(comment) => self.comment(comment.text())?,
                Element::Line(line) => self.line(line.text())?,
                Element::Nag(number) => self.word(&format!("${number}"))?,
                Element::Setup(setup) => self.word(&format!("/FEN \"{}\"/", setup.fen()))?,
                Element::Variation(inside) if inside.is_empty() => {}
                Element::Variation(inside) => {
                    self.prefix.push('(');
                    self.elements(inside)?;
                    self.held.push(')');
                }
            }
        }
        Ok(())
    }

    fn comment(&mut self, text: &str) -> fmt::Result {
        self.prefix.push('{');
        let mut follows_command = false;
        let has_brace = text.contains('{');
        for (index, word) in text.split(' ').enumerate() {
            self.word(word)?;
            // A line comment, or a tag, if it began a line.
            let is_command = word.starts_with("[%");
            let is_tag = index > 0 && word.starts_with(['%', '[']) && !is_command;
            // A move, if the comment had no end and another began.
            let is_number = has_brace && word.starts_with(|c: char| c.is_ascii_digit());
            // Programs look for `[%eval 0.35]` with one blank.
            self.stays = is_tag || is_number || follows_command;
            follows_command = is_command && !word.ends_with(']');
        }
        self.held.push('}');
        Ok(())
    }

    /// A line of its own.
    fn line(&mut self, text: &str) -> fmt::Result {
        self.flush()?;
        // A parenthesis that is open stands before it.
        std::mem::swap(&mut self.held, &mut self.prefix);
        self.flush()?;
        if self.column > 0 {
            self.out.write_str("\n")?;
        }
        self.column = 0;
        writeln!(self.out, "%{text}")
    }

    fn word(&mut self, word: &str) -> fmt::Result {
        self.flush()?;
        self.held.push_str(&self.prefix);
        self.held.push_str(word);
        self.prefix.clear();
        self.stays = false;
        Ok(())
    }

    fn flush(&mut self) -> fmt::Result {
        if self.held.is_empty() {
            return Ok(());
        }
        let width = self.held.chars().count();
        if self.column > 0 {
            if self.column + 1 + width > WIDTH && !self.stays {
                self.out.write_str("\n")?;
                self.column = 0;
            } else {
                self.out.write_str(" ")?;
                self.column += 1;
            }
        }
        self.out.write_str(&self.held)?;
        self.column += width;
        self.held.clear();
        Ok(())
    }

    fn finish(mut self) -> fmt::Result {
        self.flush()?;
        self.out.write_str("\n")
    }
}

/// A move with its number and strength.
fn move_text(played: &PlayedMove, sign: char) -> String {
    let number = match played.number {
        Some(number) => format!("{number} "),
        None => String::new(),
    };
    let text = match &played.text {
        _ if played.doubt.is_some() => played.doubt.as_deref().unwrap_or_default().to_owned(),
        None => "...".to_owned(),
        // In Thai draughts a capture of two squares would not be told from a quiet move.
        Some(text) if text.kind == MoveKind::Capture && sign == ':' => {
            text.to_string().replace('x', ":")
        }
        Some(text) => text.to_string(),
    };
    format!("{number}{text}{}", played.strength.marks())
}

#[cfg(test)]
mod tests {
    use super::super::{Comment, Element, Game};

    #[test]
    fn commands_are_not_broken() {
        let words = "x".repeat(70);
        for command in ["[%eval 0.35]", "[%clk 0:10:00]"] {
            let text = format!("{words} {command} and {words}");
            let game = Game {
                body: vec![Element::Comment(Comment::new(&text))],
                ..Game::default()
            };
            let written = game.to_string();
            assert!(written.contains(command), "{written}");
        }
    }
}
