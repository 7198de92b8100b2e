//! The bytes of a file that are read but not yet understood.

use std::io::{self, Read};

use super::Place;

/// How much is asked for at once.
const CHUNK: usize = 1 << 16;

/// A stream with a window on what comes next, which remembers where in the file that is.
pub(super) struct Source<R> {
    input: R,
    buffer: Vec<u8>,
    /// Where in the buffer the window begins.
    start: usize,
    /// Whether nothing comes behind the buffer.
    ended: bool,
    place: Place,
    /// The last byte before the window.
    last: u8,
    /// Bytes that were consumed.
    consumed: u64,
}

impl<R: Read> Source<R> {
    pub(super) fn new(input: R) -> Self {
        Self {
            input,
            buffer: Vec::new(),
            start: 0,
            ended: false,
            place: Place { line: 1, column: 1 },
            last: 0,
            consumed: 0,
        }
    }

    /// The stream.
    pub(super) const fn input(&self) -> &R {
        &self.input
    }

    /// Where the window begins.
    pub(super) const fn place(&self) -> Place {
        self.place
    }

    /// How many bytes lie before the window.
    pub(super) const fn consumed(&self) -> u64 {
        self.consumed
    }

    /// What is there of what comes next; [`Source::fill`] gets more.
    #[inline]
    pub(super) fn window(&self) -> &[u8] {
        self.buffer.get(self.start..).unwrap_or_default()
    }

    /// Makes the window longer; `false` at the end of the file.
    pub(super) fn fill(&mut self) -> io::Result<bool> {
        if self.ended {
            return Ok(false);
        }
        if self.start > 0 {
            self.buffer.drain(..self.start);
            self.start = 0;
        }
        let length = self.buffer.len();
        self.buffer.resize(length + CHUNK.max(length), 0);
        let read = loop {
            let space = self.buffer.get_mut(length..).unwrap_or_default();
            match self.input.read(space) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => break result,
            }
        };
        self.buffer.truncate(length + *read.as_ref().unwrap_or(&0));
        self.ended = matches!(read, Ok(0));
        read.map(|bytes| bytes > 0)
    }

    /// The byte at an offset in the window; `None` behind the end of the file.
    #[inline]
    pub(super) fn peek(&mut self, offset: usize) -> io::Result<Option<u8>> {
        loop {
            if let Some(&byte) = self.window().get(offset) {
                return Ok(Some(byte));
            }
            if !self.fill()? {
                return Ok(None);
            }
        }
    }

    /// The offset of the first byte from `from` on that is `wanted`, if there is one before
    /// `limit`.
    pub(super) fn find(
        &mut self,
        mut from: usize,
        limit: usize,
        mut wanted: impl FnMut(u8) -> bool,
    ) -> io::Result<Option<usize>> {
        loop {
            let window = self.window();
            let end = window.len().min(limit);
            let part = window.get(from..end).unwrap_or_default();
            if let Some(found) = part.iter().position(|&byte| wanted(byte)) {
                return Ok(Some(from + found));
            }
            from = end;
            if end == limit || !self.fill()? {
                return Ok(None);
            }
        }
    }

    /// Moves the window on by bytes that no editor shows.
    pub(super) fn advance_unseen(&mut self, length: usize) {
        self.start += length;
        self.consumed += length as u64;
    }

    /// Puts other text in the place of the first bytes of the window, which are `written` and have no line end; what is
    /// behind keeps its place in the file.
    pub(super) fn replace(&mut self, length: usize, text: &[u8], written: &str) {
        let end = (self.start + length).min(self.buffer.len());
        let start = end.saturating_sub(text.len()).max(self.start);
        self.buffer.splice(start..end, text.iter().copied());
        self.consumed += (start - self.start) as u64;
        self.start = start;
        let chars = written.chars().count();
        self.place = self.place.right(chars.saturating_sub(text.len()));
    }

    /// Moves the window on by bytes that are ASCII and no line ends.
    #[inline]
    pub(super) fn advance_in_line(&mut self, length: usize) {
        self.start += length;
        self.consumed += length as u64;
        self.place = self.place.right(length);
        self.last = b' ';
    }

    /// Moves the window on; a character counts as one column.
    pub(super) fn advance(&mut self, length: usize) {
        let end = self.start + length;
        let bytes = self.buffer.get(self.start..end).unwrap_or_default();
        let Place {
            mut line,
            mut column,
        } = self.place;
        let mut last = self.last;
        for &byte in bytes {
            match byte {
                b'\n' if last == b'\r' => {}
                b'\n' | b'\r' => {
                    line = line.saturating_add(1);
                    column = 1;
                }
                // The later bytes of a character of UTF-8; behind ASCII it is one of Latin-1.
                0x80..=0xbf if last >= 0x80 => {}
                _ => column = column.saturating_add(1),
            }
            last = byte;
        }
        self.start += bytes.len();
        self.consumed += bytes.len() as u64;
        self.place = Place { line, column };
        self.last = last;
    }

    /// Moves the window to the first byte that is `wanted`, or to the end of the file.
    pub(super) fn skip_to(&mut self, wanted: impl Fn(u8) -> bool) -> io::Result<()> {
        loop {
            let window = self.window();
            let end = window.iter().position(|&byte| wanted(byte));
            let length = end.unwrap_or(window.len());
            self.advance(length);
            if end.is_some() || !self.fill()? {
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stream that gives a byte at a time.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = buffer.len().min(1);
            self.0.read(buffer.get_mut(..length).unwrap())
        }
    }

    #[test]
    fn places_are_counted_as_an_editor_does() {
        let cases = [
            ("ab\ncd*", 2, 3),
            ("\r\n\r\n*", 3, 1),
            ("\r\r*", 3, 1),
            ("\n\r*", 3, 1),
            ("é文 *", 1, 4),
            ("*", 1, 1),
        ];
        for (text, line, column) in cases {
            let mut source = Source::new(Slow(text.as_bytes()));
            source.skip_to(|byte| byte == b'*').unwrap();
            assert_eq!(source.place(), Place { line, column }, "{text:?}");
            assert_eq!(source.consumed(), text.len() as u64 - 1);
        }
    }

    #[test]
    fn bytes_are_found_across_reads() {
        let mut source = Source::new(Slow(b"abcdef"));
        assert_eq!(source.find(1, 99, |byte| byte == b'e').unwrap(), Some(4));
        assert_eq!(source.find(1, 4, |byte| byte == b'e').unwrap(), None);
        assert_eq!(source.find(0, 99, |byte| byte == b'x').unwrap(), None);
        source.advance_in_line(4);
        assert_eq!(source.peek(1).unwrap(), Some(b'f'));
        assert_eq!(source.peek(2).unwrap(), None);
    }
}
