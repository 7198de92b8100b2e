//! Jobs that meet another one of their kind at work.

use crate::command::{fail, kamen, succeed};
use std::fs;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Jobs that go on for long, and the file that each locks.
const LONG: &[(&str, &str)] = &[
    (
        "td learn czech --games 1000000 --white w.cdb --black b.cdb",
        ".kamen-lock.b.cdb",
    ),
    (
        "td learn czech --games 1000000 --shared s.cdb",
        ".kamen-lock.s.cdb",
    ),
    (
        "selfplay czech --games 1000000 --nodes 1000 --out s.games",
        "s.games",
    ),
    (
        "train czech --data in.games --epochs 1000 --out w.weights",
        ".kamen-lock.w.weights",
    ),
    ("evolve czech --generations 1000 --dir e", "e/log.txt"),
    (
        "tune czech --engine kamen nodes=1000 --param search-futility=60,0,200,40 --iterations 1000 --dir t",
        "t/log.txt",
    ),
    ("learn czech --generations 1000 --dir l", "l/log.txt"),
    (
        "tables make international --material kk-kk --dir .",
        "international/.kamen-lock.kk-kk.values",
    ),
    (
        "tables make international --unit kk-kk --dir .",
        "international/units/.kamen-lock.kk-kk.complete",
    ),
    (
        "book build czech --positions 100000 --nodes 1000 -o b.book",
        ".kamen-lock.b.book",
    ),
    (
        "match czech --engine easy --engine medium --games 100000 --journal j.jsonl -q",
        "j.jsonl",
    ),
    ("analyze in.pdn --depth 60 -o a.pdn", ".kamen-games.a.pdn"),
    (
        "exercises in.pdn --nodes 100000000 -o e.pdn",
        ".kamen-journal.e.pdn",
    ),
    (
        "problem p.pdn --nodes 100000000 -o j.pdn -q",
        ".kamen-journal.j.pdn",
    ),
    (
        "perft international 14 --positions in.split -o c.counts",
        "c.counts",
    ),
];

/// What they need.
const NEEDS: &[&str] = &[
    "selfplay czech --games 60 --nodes 20 --out in.games -q",
    "tables make international 2 --dir . -q",
    "tables make international --material kk-k --dir . -q",
    "tables make international --unit k-k --dir . -q",
    "tables make international --unit kk-k --dir . -q",
    "match czech --engine random --engine random name=other --games 2 --pdn in.pdn -q",
    "perft international --split 1 -o in.split",
];

/// Killed when it is dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn of_two_jobs_on_one_output_the_second_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for words in NEEDS {
        succeed(kamen(words).current_dir(folder.path()));
    }
    let problem = "[GameType \"20\"] [FEN \"W:W27,28,32,33,38:B12,13,18,19,23\"] 1-0\n";
    fs::write(folder.path().join("p.pdn"), problem).unwrap();
    for (words, lock) in LONG {
        let command = || {
            let mut command = kamen(words);
            command.current_dir(folder.path());
            command
        };
        let mut first = command();
        let first = first.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let first = Running(first.unwrap());
        let (began, lock) = (Instant::now(), folder.path().join(lock));
        while !lock.exists() {
            assert!(began.elapsed() < Duration::from_secs(20), "{words}");
            sleep(Duration::from_millis(5));
        }
        // It is locked as soon as it is there. To try whether it is would keep the job out.
        sleep(Duration::from_millis(200));
        let refused = fail(&mut command(), 2);
        assert!(
            refused.contains(" is in use by another "),
            "{words}: {refused}"
        );
        drop(first);
    }
}
