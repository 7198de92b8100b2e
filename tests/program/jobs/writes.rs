//! Jobs that are killed at each of their writes, as `KAMEN_STOP_AT_WRITE` asks for.

use super::job::Job;
use crate::command::text;
use std::os::unix::process::ExitStatusExt;
use std::process::Output;
use tempfile::TempDir;

/// Kills a job at its first write, on fresh files at its second one, and so on, but for some that are [`alike`](Job::alike);
/// each time the same command goes on to the same end. Then in the midst of its first write, of the second one of the run
/// that goes on, and so on.
fn stop_at_every_write(name: &str) {
    let job = Job::named(name);
    let expected = job.expected();
    let mut writes = 0;
    let [first, last] = job.alike;
    for number in (1..).filter(|number| *number <= first || *number >= last) {
        let folder = job.folder();
        if !is_killed(job, &stopped(job, &folder, "KAMEN_STOP_AT_WRITE", number)) {
            break;
        }
        job.finish(&folder, &expected, &format!("killed at write {number}"));
        writes = number;
    }
    assert!(writes > 0, "{name}: it never writes");
    let folder = job.folder();
    for number in 1.. {
        if !is_killed(job, &stopped(job, &folder, "KAMEN_STOP_IN_WRITE", number)) {
            break;
        }
        assert!(number < 10 * writes, "{name}: it does not get on");
    }
    job.compare(&folder, &expected, "killed in the midst of writes");
}

fn stopped(job: &Job, folder: &TempDir, place: &str, number: u32) -> Output {
    let mut command = job.command(folder);
    command.env(place, number.to_string()).output().unwrap()
}

/// Whether it was killed; otherwise it must have come to its end.
fn is_killed(job: &Job, output: &Output) -> bool {
    const KILL: i32 = 9;
    let is_killed = output.status.signal() == Some(KILL);
    let errors = text(&output.stderr);
    let status = output.status;
    assert!(
        is_killed || status.success(),
        "{}: {status}: {errors}",
        job.name
    );
    is_killed
}

/// A test for each job, so that they run beside each other.
macro_rules! stopped_at_every_write {
    ($($test:ident: $job:literal,)*) => {$(
        #[test]
        fn $test() {
            stop_at_every_write($job);
        }
    )*

        #[test]
        fn every_job_is_here() {
            let names: Vec<&str> = super::job::JOBS.iter().map(|job| job.name).collect();
            assert_eq!(names, [$($job),*]);
        }
    };
}

stopped_at_every_write! {
    td_learn_with_two_files: "td learn, two files",
    td_learn_with_one_file: "td learn, one file",
    a_match_with_memory: "match with a player that remembers",
    a_match_with_learning: "match with a player that learns",
    selfplay: "selfplay",
    pdn_records: "pdn records",
    train: "train",
    university: "university",
    evolve: "evolve",
    evolve_in_several_processes: "evolve, several processes",
    tune: "tune",
    learn: "learn",
    tables_make: "tables make",
    tables_make_a_unit: "tables make, a unit",
    tables_join_units: "tables make, units joined",
    book_build: "book build",
    book_build_in_several_processes: "book build, several processes",
    analyze: "analyze",
    a_part_of_an_analysis: "analyze, a part",
    analyze_merge: "analyze merge",
    exercises: "exercises",
    problem: "problem",
    perft: "perft",
    pdn_index: "pdn index",
    pdn_find: "pdn find",
    pdn_tree: "pdn tree",
    pdn_convert: "pdn convert",
}
