//! Reads lines from untrusted bytes. Begin with [`next_line`].

use std::io::{self, BufRead};

/// The longest line accepted, in bytes: enough for a game of thousands of moves.
pub(crate) const MAX_LINE: usize = 1 << 16;

/// Why a line is not text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    #[error("line too long, expected at most {MAX_LINE} bytes")]
    /// It is longer than that; it was skipped.
    TooLong,
    #[error("bad byte at column {0}, expected text in UTF-8")]
    /// It is not UTF-8, from this column on, counted from 1.
    NotUtf8(usize),
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
        }
        input.consume(used);
        if end.is_some() {
            return Ok(Some(finish(line, too_long)));
        }
    }
}

fn finish(mut line: Vec<u8>, too_long: bool) -> Result<String, LineError> {
    if too_long {
        return Err(LineError::TooLong);
    }
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    String::from_utf8(line).map_err(|e| LineError::NotUtf8(e.utf8_error().valid_up_to() + 1))
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
        let expected = [
            Ok("a".to_owned()),
            Ok(String::new()),
            Err(LineError::NotUtf8(2)),
            Err(LineError::TooLong),
            Ok(MAX_LINE.to_string()),
            Ok("end".to_owned()),
        ];
        assert_eq!(lines, expected);
    }
}
