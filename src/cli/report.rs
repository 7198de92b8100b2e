//! What a job tells on standard output while its result goes to a file.

use std::io::{self, ErrorKind, Write};

/// An output that only reports. When nobody reads it any more, as behind `| head -1`, the job goes on without it; where the
/// output is the result itself, the work is over then, and there is no report.
#[derive(Debug)]
pub struct Report<W> {
    /// `None` once nobody reads.
    out: Option<W>,
}

impl<W: Write> Report<W> {
    /// A report to `out`.
    pub fn new(out: W) -> Report<W> {
        Report { out: Some(out) }
    }

    fn told<T>(&mut self, told: io::Result<T>, unread: T) -> io::Result<T> {
        match told {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.out = None;
                Ok(unread)
            }
            told => told,
        }
    }
}

impl<W: Write> Write for Report<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(out) = &mut self.out else {
            return Ok(bytes.len());
        };
        let written = out.write(bytes);
        self.told(written, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.out.as_mut().map_or(Ok(()), Write::flush);
        self.told(flushed, ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_goes_on_when_nobody_reads_and_other_errors_stay() {
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        let mut report = Report::new(writer);
        for _ in 0..2 {
            report.write_all(b"progress").unwrap();
            report.flush().unwrap();
        }
        let mut full: &mut [u8] = &mut [0; 4];
        let mut report = Report::new(&mut full);
        assert!(report.write_all(b"progress").is_err());
    }
}
