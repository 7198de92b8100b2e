//! Jobs whose files may not become as large as they would: an error, and no signal that ends them.

use super::job::JOBS;
use crate::command::run;
use std::process::Command;

#[test]
fn a_limit_of_file_sizes_is_an_error_and_leaves_nothing() {
    for job in JOBS {
        // It waits a minute for a disk that is full.
        if job.name.starts_with("match") {
            continue;
        }
        let expected = job.expected();
        let folder = job.folder();
        let mut limited = Command::new("sh");
        let (kamen, words) = (env!("CARGO_BIN_EXE_kamen"), job.words);
        let line = format!("ulimit -f 1; exec '{kamen}' {words}");
        limited.args(["-c", &line]).current_dir(folder.path());
        let (status, _, errors) = run(&mut limited);
        match status {
            Some(0) => {}
            Some(1) => assert!(errors.contains("File too large"), "{}: {errors}", job.name),
            other => panic!("{}: {other:?}: {errors}", job.name),
        }
        job.finish(&folder, &expected, "after a limit");
    }
}
