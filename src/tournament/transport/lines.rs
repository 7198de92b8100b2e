//! Reads lines from untrusted bytes. Begin with [`next_line`].

use std::io::{self, BufRead};

/// The longest line accepted, in bytes: enough for a game of thousands of moves.
pub const MAX_LINE: usize = 1 << 16;

/// The beginning of a line that is kept of one that is too long, in bytes.
const START: usize = 16;

/// Why a line is not text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{fault}")]
pub struct LineError {
    /// What is wrong with it.
    fault: LineFault,
    /// Its first word, cut off where it is long or no text.
    pub command: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
enum LineFault {
    #[error("line too long, expected at most {MAX_LINE} bytes")]
    /// It is longer than that; it was skipped.
    TooLong,
    #[error("bad byte at column {0}, expected text in UTF-8")]
    /// It is not UTF-8, from this column on, counted from 1.
    NotUtf8(usize),
}

impl LineError {
    fn new(fault: LineFault, line: &[u8]) -> LineError {
        let start = line.get(..START).unwrap_or(line);
        let text = start.utf8_chunks().next().map_or("", |chunk| chunk.valid());
        let command = text.split_whitespace().next().unwrap_or_default();
        LineError {
            fault,
            command: command.to_owned(),
        }
    }
}

/// Reads the next line, without its terminator; `None` at the end of the input. A line that is too
/// long is skipped without being stored.
pub fn next_line(input: &mut impl BufRead) -> io::Result<Option<Result<String, LineError>>> {
    let mut line = Vec::new();
    let (mut begun, mut too_long) = (false, false);
    loop {
        let chunk = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            chunk => chunk?,
        };
        if chunk.is_empty() {
            return Ok(begun.then(|| finish(line, too_long)));
        }
        begun = true;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let (part, used) = match end {
            Some(end) => (chunk.get(..end).unwrap_or_default(), end + 1),
            None => (chunk, chunk.len()),
        };
        too_long |= line.len() + part.len() > MAX_LINE;
        if !too_long {
            line.extend_from_slice(part);
        } else if line.len() < START {
            line.extend(part.iter().take(START));
        }
        input.consume(used);
        if end.is_some() {
            return Ok(Some(finish(line, too_long)));
        }
    }
}

fn finish(mut line: Vec<u8>, too_long: bool) -> Result<String, LineError> {
    if too_long {
        return Err(LineError::new(LineFault::TooLong, &line));
    }
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    String::from_utf8(line).map_err(|error| {
        let column = error.utf8_error().valid_up_to() + 1;
        LineError::new(LineFault::NotUtf8(column), error.as_bytes())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    #[test]
    fn lines_come_out_whole_and_bad_ones_do_no_harm() {
        let long = vec![b'x'; 3 * MAX_LINE];
        let just = vec![b'y'; MAX_LINE];
        let text = [b"a\r\n\nb\xff\n", &long[..], b"\n", &just[..], b"\nend"].concat();
        // A small buffer makes lines cross its end.
        let mut input = BufReader::with_capacity(7, &text[..]);
        let mut lines = Vec::new();
        while let Some(line) = next_line(&mut input).unwrap() {
            lines.push(line.map(|l| if l.len() > 9 { l.len().to_string() } else { l }));
        }
        let bad = |fault, command: &str| {
            let command = command.to_owned();
            Err(LineError { fault, command })
        };
        let expected = [
            Ok("a".to_owned()),
            Ok(String::new()),
            bad(LineFault::NotUtf8(2), "b"),
            bad(LineFault::TooLong, "xxxxxxxxxxxxxxxx"),
            Ok(MAX_LINE.to_string()),
            Ok("end".to_owned()),
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn the_first_word_of_a_bad_line_is_known() {
        let long = " 32-28".repeat(MAX_LINE);
        let cases = [
            (format!("pos start moves=\"{long}\"").into_bytes(), "pos"),
            (b"go th\xffink".to_vec(), "go"),
            (b"\xffgo".to_vec(), ""),
            (b"\t pos \xff".to_vec(), "pos"),
        ];
        for (text, command) in cases {
            for capacity in [3, 1 << 20] {
                let mut input = BufReader::with_capacity(capacity, &text[..]);
                let error = next_line(&mut input).unwrap().unwrap().unwrap_err();
                assert_eq!(error.command, command, "{error} {capacity}");
            }
        }
    }
}
