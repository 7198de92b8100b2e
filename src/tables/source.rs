//! Where the bytes of tables come from.

use std::fs::File;
use std::io;

/// A file, or memory.
pub(super) enum Source {
    File(File),
    #[cfg(feature = "embedded")]
    Memory(Vec<u8>),
}

impl Source {
    /// Reads all bytes from an offset that the buffer has room for.
    pub(super) fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        match self {
            Source::File(file) => read_at(file, bytes, offset),
            #[cfg(feature = "embedded")]
            Source::Memory(all) => {
                let rest = usize::try_from(offset).ok().and_then(|at| all.get(at..));
                let found = rest.and_then(|rest| rest.get(..bytes.len()));
                bytes.copy_from_slice(found.ok_or(io::ErrorKind::UnexpectedEof)?);
                Ok(())
            }
        }
    }
}

/// The file is not mapped: one that another program cuts off would end this one.
fn read_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    #[cfg(unix)]
    return std::os::unix::fs::FileExt::read_exact_at(file, bytes, offset);
    #[cfg(windows)]
    {
        let mut rest = bytes;
        let mut at = offset;
        while !rest.is_empty() {
            let read = std::os::windows::fs::FileExt::seek_read(file, rest, at)?;
            if read == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            rest = rest.split_at_mut(read).1;
            at += read as u64;
        }
        Ok(())
    }
    // Nobody else moves the cursor: such systems have no threads.
    #[cfg(not(any(unix, windows)))]
    {
        use std::io::{Read, Seek, SeekFrom};
        let mut file = file;
        file.seek(SeekFrom::Start(offset))?;
        file.read_exact(bytes)
    }
}
