//! The checksum of a file that is input of some work.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// The CRC-32 of all bytes of a file. It tells nothing of a file that ends with its own CRC-32, such as weights: theirs is always the
/// same.
///
/// # Errors
/// It cannot be read.
pub fn checksum_of(path: &Path) -> io::Result<u32> {
    let (mut reader, mut hasher) = (BufReader::new(File::open(path)?), crc32fast::Hasher::new());
    loop {
        let bytes = reader.fill_buf()?;
        if bytes.is_empty() {
            return Ok(hasher.finalize());
        }
        hasher.update(bytes);
        let length = bytes.len();
        reader.consume(length);
    }
}
