//! Jobs on collections of games that are stopped by Ctrl-C: they end soon, keep what is finished, and the same command goes on to the
//! same end.

use super::job::{JOBS, Job};
use crate::command::{interrupt, kamen, succeed};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::cell::Cell;
use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Commands that read collections.
const COMMANDS: &[&str] = &["pdn ", "analyze ", "exercises ", "problem ", "book build "];
/// Times that each is stopped before it may come to its end.
const TIMES: usize = 3;

#[test]
fn stopped_by_ctrl_c_the_same_command_comes_to_the_same_end() {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let is_of_collections = |job: &&Job| COMMANDS.iter().any(|words| job.words.starts_with(words));
    let mut stopped = 0;
    for job in JOBS.iter().filter(is_of_collections) {
        let began = Instant::now();
        let expected = job.expected();
        let whole = began.elapsed();
        let folder = job.folder();
        for _ in 0..TIMES {
            let after = whole.mul_f64(random.random());
            let wait = || {
                sleep(after);
                true
            };
            let began = Instant::now();
            let (status, _, errors) = interrupt(&mut job.command(&folder), wait);
            let took = began.elapsed();
            assert!(
                took < whole + Duration::from_secs(20),
                "{}: {took:?}",
                job.name
            );
            match status {
                // It had ended, or has nothing to go on with.
                Some(0) | None => {}
                Some(1) => {
                    stopped += 1;
                    let says_so = ["resumes from here", "goes on", "stopped"];
                    assert!(
                        says_so.iter().any(|words| errors.contains(words)),
                        "{}: {errors}",
                        job.name
                    );
                }
                other => panic!("{}: {other:?}: {errors}", job.name),
            }
        }
        job.finish(&folder, &expected, "stopped by Ctrl-C");
    }
    assert!(stopped > 0);
}

#[test]
fn exercises_and_problems_that_are_done_are_kept() {
    let cases = [
        (
            "exercises",
            "exercises in.pdn --nodes 4000 --threads 1 -o e.pdn",
            "game",
        ),
        (
            "problem",
            "problem p.pdn --nodes 40000 --threads 1 -o j.pdn",
            "problem",
        ),
    ];
    for (name, words, unit) in cases {
        let job = Job::named(name);
        let output = job.writes[0];
        let command = |folder: &TempDir| {
            let mut command = kamen(words);
            command.current_dir(folder.path());
            command
        };
        let at_once = job.folder();
        succeed(&mut command(&at_once));
        let folder = job.folder();
        let journal = folder.path().join(format!(".kamen-journal.{output}"));
        // The first line has the settings.
        let done = || {
            let text = fs::read_to_string(&journal).unwrap_or_default();
            text.matches('\n').count().saturating_sub(1)
        };
        let (status, _, errors) = interrupt(&mut command(&folder), || done() > 0);
        assert_eq!(status, Some(1), "{name}: {errors}");
        let kept = done();
        let plural = if kept == 1 { "" } else { "s" };
        let said =
            format!("stopped after {kept} {unit}{plural}; the same command resumes from here");
        assert!(errors.contains(&said), "{name}: {errors}");
        assert!(!folder.path().join(output).exists());
        let (_, errors) = succeed(&mut command(&folder));
        let said = format!("{kept} {unit}{plural} from an earlier run");
        assert!(errors.contains(&said), "{name}: {errors}");
        let read = |folder: &TempDir| fs::read(folder.path().join(output)).unwrap();
        assert!(
            read(&folder) == read(&at_once) && !journal.exists(),
            "{name}"
        );
    }
}

/// A search that would go on for hours ends at once.
#[test]
fn the_search_at_hand_is_stopped() {
    let cases = [
        (
            "exercises",
            "exercises in.pdn --nodes 1000000000 --threads 1 -o e.pdn",
        ),
        (
            "problem",
            "problem p.pdn --nodes 1000000000 --threads 1 -o j.pdn",
        ),
    ];
    for (name, words) in cases {
        let job = Job::named(name);
        let folder = job.folder();
        let mut command = kamen(words);
        command.current_dir(folder.path());
        let stopped_at = Cell::new(None);
        let wait = || {
            sleep(Duration::from_secs(2));
            stopped_at.set(Some(Instant::now()));
            true
        };
        let (status, _, errors) = interrupt(&mut command, wait);
        let took = stopped_at.get().map(|at: Instant| at.elapsed());
        assert_eq!(status, Some(1), "{name}: {errors}");
        assert!(errors.contains("stopped after "), "{name}: {errors}");
        assert!(
            took.is_some_and(|took| took < Duration::from_secs(5)),
            "{name}: {took:?}"
        );
    }
}
