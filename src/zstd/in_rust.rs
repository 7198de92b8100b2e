//! The part of the crate `zstd` that Kamen uses, in Rust alone.
//!
//! It unpacks. What would pack is an error of the kind [`io::ErrorKind::Unsupported`].

use std::io::{self, Read, Write};

fn unsupported<T>() -> io::Result<T> {
    let why = "this build unpacks Zstandard, but does not pack";
    Err(io::Error::new(io::ErrorKind::Unsupported, why))
}

fn damaged(why: impl std::fmt::Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why.to_string())
}

/// Whole texts in memory.
pub mod bulk {
    use super::{damaged, io, unsupported};
    use ruzstd::decoding::FrameDecoder;

    /// Unpacks at most `capacity` bytes.
    ///
    /// # Errors
    /// The bytes are damaged, or there are more.
    pub fn decompress(packed: &[u8], capacity: usize) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        (bytes.try_reserve_exact(capacity)).map_err(|_| io::ErrorKind::OutOfMemory)?;
        bytes.resize(capacity, 0);
        let length = FrameDecoder::new().decode_all(packed, &mut bytes);
        bytes.truncate(length.map_err(damaged)?);
        Ok(bytes)
    }

    /// Packs nothing.
    ///
    /// # Errors
    /// Always.
    pub fn compress(_: &[u8], _: i32) -> io::Result<Vec<u8>> {
        unsupported()
    }

    /// Packs nothing.
    #[derive(Debug)]
    pub struct Compressor(());

    impl Compressor {
        /// # Errors
        /// Always.
        pub fn new(_: i32) -> io::Result<Compressor> {
            unsupported()
        }

        /// # Errors
        /// Always.
        pub fn with_dictionary(_: i32, _: &[u8]) -> io::Result<Compressor> {
            unsupported()
        }

        /// # Errors
        /// Always.
        pub fn compress(&mut self, _: &[u8]) -> io::Result<Vec<u8>> {
            unsupported()
        }
    }
}

/// Dictionaries.
pub mod dict {
    use super::{io, unsupported};

    /// Learns nothing.
    ///
    /// # Errors
    /// Always.
    pub fn from_samples<S: AsRef<[u8]>>(_: &[S], _: usize) -> io::Result<Vec<u8>> {
        unsupported()
    }
}

/// Unpacks what it reads.
pub struct Decoder<R: Read>(ruzstd::decoding::StreamingDecoder<R, ruzstd::decoding::FrameDecoder>);

impl<R: Read> Decoder<R> {
    /// # Errors
    /// The bytes do not begin as packed ones do.
    pub fn new(packed: R) -> io::Result<Decoder<R>> {
        let decoder = ruzstd::decoding::StreamingDecoder::new(packed);
        decoder.map(Decoder).map_err(damaged)
    }
}

impl<R: Read> Read for Decoder<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.0.read(bytes)
    }
}

/// Packs nothing.
#[derive(Debug)]
pub struct Encoder<W>(W);

impl<W: Write> Encoder<W> {
    /// # Errors
    /// Always.
    pub fn new(_: W, _: i32) -> io::Result<Encoder<W>> {
        unsupported()
    }

    /// # Errors
    /// Always.
    pub fn finish(self) -> io::Result<W> {
        unsupported()
    }
}

impl<W: Write> Write for Encoder<W> {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        unsupported()
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes() -> Vec<u8> {
        (0..300_000u64).map(|i| ((i * i) >> 7) as u8).collect()
    }

    #[test]
    fn what_zstd_packs_is_unpacked() {
        let bytes = bytes();
        for level in [1, 12, 19] {
            let packed = ::zstd::bulk::compress(&bytes, level).unwrap();
            assert!(packed.len() < bytes.len());
            assert_eq!(bulk::decompress(&packed, bytes.len()).unwrap(), bytes);
            let mut streamed = Vec::new();
            Decoder::new(&packed[..])
                .unwrap()
                .read_to_end(&mut streamed)
                .unwrap();
            assert_eq!(streamed, bytes);
        }
    }

    #[test]
    fn damage_and_too_little_room_are_errors() {
        let packed = ::zstd::bulk::compress(&bytes(), 19).unwrap();
        assert!(bulk::decompress(&packed, 1000).is_err());
        for length in [3, 100, packed.len() - 1] {
            assert!(
                bulk::decompress(&packed[..length], 1 << 20).is_err(),
                "{length}"
            );
        }
        assert!(bulk::decompress(b"no such thing", 100).is_err());
        assert!(bulk::compress(b"anything", 1).is_err());
    }
}
