//! Jobs whose progress nobody reads, or nobody any more: they go on.

use super::job::JOBS;
use std::io::{BufRead, BufReader, pipe};
use std::process::Stdio;

#[test]
fn a_job_goes_on_when_nobody_reads() {
    for job in JOBS {
        let expected = job.expected();
        let folder = job.folder();
        let (reader, writer) = pipe().unwrap();
        drop(reader);
        let mut command = job.command(&folder);
        let output = command.stdout(writer).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", job.name);
        job.compare(&folder, &expected, "no reader");
        // As `| head -1`.
        let folder = job.folder();
        let mut command = job.command(&folder);
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut reader = BufReader::new(child.stdout.take().unwrap());
        reader.read_line(&mut line).unwrap();
        drop(reader);
        assert_eq!(child.wait().unwrap().code(), Some(0), "{}", job.name);
        job.compare(&folder, &expected, "a reader of one line");
    }
}
