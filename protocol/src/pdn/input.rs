//! The bytes of a file as UTF-8 or as an encoding of single bytes, and files that are no text.

use std::io::{self, ErrorKind, Read};

use super::encoding::Encoding;

/// How much is asked for at once.
const CHUNK: usize = 1 << 16;

/// A stream that is decoded where that cannot be done byte by byte.
pub(super) struct Input<R> {
    inner: R,
    /// Bytes that are read, and how many of them are done.
    held: Vec<u8>,
    done: usize,
    has_begun: bool,
    has_ended: bool,
    /// An error that was met behind bytes that are held.
    failed: Option<io::Error>,
    /// Whether the decoder has said its last.
    is_decoded: bool,
    decoder: Option<encoding_rs::Decoder>,
    /// What the file is encoded in, if that was said or shows at its beginning.
    pub(super) encoding: Option<Encoding>,
}

impl<R: Read> Input<R> {
    pub(super) fn new(inner: R, encoding: Option<Encoding>) -> Self {
        Self {
            inner,
            held: Vec::new(),
            done: 0,
            has_begun: false,
            has_ended: false,
            failed: None,
            is_decoded: false,
            decoder: None,
            encoding,
        }
    }

    /// Whether [`Input::encoding`] is that of what is read out of it.
    pub(super) const fn is_as_it_was(&self) -> bool {
        self.decoder.is_none()
    }

    /// Reads the first bytes and looks what they are.
    fn begin(&mut self) -> io::Result<()> {
        while self.held.len() < CHUNK && !self.has_ended {
            if let Err(error) = self.fill() {
                self.failed = Some(error);
                break;
            }
        }
        if let [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] = self.held[..] {
            return Err(refusal("text in UTF-32", "convert it to UTF-8"));
        }
        let by_mark = match self.held[..] {
            [0xff, 0xfe, ..] => Some(Encoding::UTF_16_LITTLE),
            [0xfe, 0xff, ..] => Some(Encoding::UTF_16_BIG),
            _ if self.encoding.is_none() => utf_16(&self.held),
            _ => None,
        };
        self.encoding = by_mark.or(self.encoding);
        self.decoder = self.encoding.and_then(Encoding::decoder);
        if self.decoder.is_none() {
            refuse_other_files(&self.held)?;
        }
        self.has_begun = true;
        Ok(())
    }

    /// Reads on.
    fn fill(&mut self) -> io::Result<()> {
        self.held.drain(..self.done);
        self.done = 0;
        let length = self.held.len();
        self.held.resize(length + CHUNK, 0);
        let space = self.held.get_mut(length..).unwrap_or_default();
        let read = loop {
            match self.inner.read(space) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                result => break result,
            }
        };
        self.held.truncate(length + *read.as_ref().unwrap_or(&0));
        self.has_ended = matches!(read, Ok(0));
        read.map(|_| ())
    }
}

impl<R: Read> Read for Input<R> {
    /// `out` has room for a character.
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if !self.has_begun {
            self.begin()?;
        }
        loop {
            let held = self.held.get(self.done..).unwrap_or_default();
            match &mut self.decoder {
                None if held.is_empty() => {
                    return self.failed.take().map_or_else(|| self.inner.read(out), Err);
                }
                None => {
                    let length = held.len().min(out.len());
                    let (from, to) = (held.get(..length), out.get_mut(..length));
                    if let (Some(from), Some(to)) = (from, to) {
                        to.copy_from_slice(from);
                    }
                    self.done += length;
                    return Ok(length);
                }
                Some(decoder) => {
                    if self.is_decoded {
                        return Ok(0);
                    }
                    let (result, read, written, _) =
                        decoder.decode_to_utf8(held, out, self.has_ended);
                    self.done += read;
                    self.is_decoded =
                        self.has_ended && result == encoding_rs::CoderResult::InputEmpty;
                    if written > 0 || self.is_decoded {
                        return Ok(written);
                    }
                    self.failed.take().map_or_else(|| self.fill(), Err)?;
                }
            }
        }
    }
}

/// UTF-16 without a mark: many of the first bytes are zero, all of them in even or all in odd places.
fn utf_16(bytes: &[u8]) -> Option<Encoding> {
    let start = bytes.get(..512).unwrap_or(bytes);
    let pairs = start.chunks_exact(2);
    let zeros = |at: usize| {
        let is_zero = |pair: &&[u8]| pair.get(at) == Some(&0);
        pairs.clone().filter(is_zero).count()
    };
    let most = |zeros: usize| start.len() >= 8 && zeros * 3 > pairs.len();
    match (zeros(0), zeros(1)) {
        (0, odd) if most(odd) => Some(Encoding::UTF_16_LITTLE),
        (even, 0) if most(even) => Some(Encoding::UTF_16_BIG),
        _ => None,
    }
}

/// What files of other kinds begin with.
const OTHER_FILES: [(&[u8], &str, &str); 16] = [
    (b"PK\x03\x04", "a ZIP archive", "unpack it first"),
    (b"PK\x05\x06", "an empty ZIP archive", "unpack it first"),
    (b"\x1f\x8b", "a gzip archive", "unpack it first"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive", "unpack it first"),
    (b"Rar!\x1a\x07", "a RAR archive", "unpack it first"),
    (b"BZh", "a bzip2 archive", "unpack it first"),
    (b"\xfd7zXZ\0", "an xz archive", "unpack it first"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive", "unpack it first"),
    (b"\x89PNG", "a PNG picture", "expected the text of games"),
    (
        b"\xff\xd8\xff",
        "a JPEG picture",
        "expected the text of games",
    ),
    (b"GIF8", "a GIF picture", "expected the text of games"),
    (b"BM", "a BMP picture", "expected the text of games"),
    (b"%PDF-", "a PDF document", "expected the text of games"),
    (
        b"\xd0\xcf\x11\xe0",
        "a document of an office program",
        "save it as text first",
    ),
    (b"\x7fELF", "a program", "expected the text of games"),
    (b"MZ", "a program", "expected the text of games"),
];

/// More control characters than this in the first bytes are no text.
const MAX_CONTROLS: usize = 8;

/// Refuses archives, pictures and the like.
fn refuse_other_files(bytes: &[u8]) -> io::Result<()> {
    let is_control = |byte: &u8| {
        !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0b | 0x0c | 0x1a) && byte.is_ascii_control()
    };
    let controls = bytes.iter().filter(|byte| is_control(byte)).count();
    let kinds = OTHER_FILES.iter();
    // Two letters may well begin a text.
    let mut fitting =
        kinds.filter(|(start, ..)| bytes.starts_with(start) && (start.len() > 2 || controls > 0));
    if let Some((_, found, advice)) = fitting.next() {
        return Err(refusal(found, advice));
    }
    if controls > MAX_CONTROLS && controls * 32 > bytes.len() {
        let at = bytes.iter().position(is_control);
        let found = format!("binary data at byte {}", at.unwrap_or_default() + 1);
        return Err(refusal(&found, "expected the text of games"));
    }
    Ok(())
}

fn refusal(found: &str, advice: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, format!("found {found}, {advice}"))
}
