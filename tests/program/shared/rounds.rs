//! Jobs in rounds that several processes share: `learn`, `evolve`, `tune`, `book build`.

use crate::command::{fail, files, kamen, run, succeed};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;
use tempfile::TempDir;

/// A job in rounds.
struct Job {
    /// The command, without where its files are.
    words: &'static str,
    /// The option that says where they are, and their name there.
    place: [&'static str; 2],
    /// Rounds in all.
    rounds: usize,
    /// What the first process keeps and all need.
    state: &'static [&'static str],
    /// What tells times and so differs from run to run.
    timed: &'static [&'static str],
    /// Words to replace by others, with which the work is another one, and what is said of that.
    other: [&'static str; 3],
}

const JOBS: &[Job] = &[
    Job {
        words: "evolve czech --population 5 --games 4 --depth 1 --neurons 2 --max-plies 40 --generations 3",
        place: ["--dir", "run"],
        rounds: 3,
        state: &["checkpoint.json"],
        timed: &[],
        other: ["--depth 1", "--depth 2", "depth"],
    },
    Job {
        words: "tune czech --engine kamen nodes=40 param.tt-size=10 param.book=false --points 2 --pairs 3 --max-plies 30 \
                --iterations 3 --param search-futility=60,0,200,40",
        place: ["--dir", "run"],
        rounds: 3,
        state: &["checkpoint.json"],
        timed: &[],
        other: ["--pairs 3", "--pairs 4", "pairs"],
    },
    Job {
        words: "book build czech --positions 60 --nodes 60 --batch 4 --threads 1 -q",
        place: ["--out", "run/b.book"],
        rounds: 4,
        state: &["b.book"],
        timed: &[],
        other: ["--nodes 60", "--nodes 70", "nodes"],
    },
    Job {
        words: "learn czech --kind network --games 21 --nodes 5 --epochs 1 --match-games 2 --generations 2 -q",
        place: ["--dir", "run"],
        rounds: 2,
        state: &["checkpoint.json", "000.weights", "001.weights"],
        timed: &[
            "checkpoint.json",
            "log.txt",
            "001.match.jsonl",
            "002.match.jsonl",
        ],
        other: ["--nodes 5", "--nodes 6", "nodes"],
    },
];

impl Job {
    /// Its command with more words, in a folder, in which it works in the folder `run`.
    fn command(&self, folder: &Path, more: &str) -> Command {
        self.command_of(folder, self.words, more)
    }

    fn command_of(&self, folder: &Path, words: &str, more: &str) -> Command {
        fs::create_dir_all(folder.join("run")).unwrap();
        let [option, name] = self.place;
        let mut command = kamen(&format!("{words} {option} {name} {more}"));
        command.current_dir(folder).stdout(Stdio::null());
        command
    }

    /// What comes of it, without what tells times.
    fn result(&self, folder: &Path) -> Vec<(String, Vec<u8>)> {
        let mut files = files(&folder.join("run"), "");
        files.retain(|(name, _)| !self.timed.contains(&name.as_str()) && !name.starts_with('.'));
        files
    }

    /// What one process comes to.
    fn expected(&self) -> Vec<(String, Vec<u8>)> {
        let folder = TempDir::new().unwrap();
        succeed(&mut self.command(folder.path(), ""));
        self.result(folder.path())
    }

    fn compare(&self, folder: &Path, expected: &[(String, Vec<u8>)], what: &str) {
        let found = self.result(folder);
        let names = |files: &[(String, Vec<u8>)]| -> Vec<String> {
            files.iter().map(|(name, _)| name.clone()).collect()
        };
        assert_eq!(names(&found), names(expected), "{}, {what}", self.words);
        for ((name, found), (_, expected)) in found.iter().zip(expected) {
            assert!(found == expected, "{}, {what}: {name} differs", self.words);
        }
    }
}

#[test]
fn processes_with_one_folder_come_to_what_one_does() {
    for job in JOBS {
        let expected = job.expected();
        let folder = TempDir::new().unwrap();
        let spawn = |part| {
            let mut command = job.command(folder.path(), &format!("--shard {part}/2"));
            command.stderr(Stdio::inherit()).spawn().unwrap()
        };
        // The first is killed now and then, and so is a helper that began before it.
        let mut helper = spawn(2);
        for pause in [60, 150, 300] {
            let mut killed = spawn(1);
            sleep(Duration::from_millis(pause));
            killed.kill().unwrap();
            killed.wait().unwrap();
        }
        helper.kill().unwrap();
        helper.wait().unwrap();
        for mut one in [1, 2].map(spawn) {
            assert!(one.wait().unwrap().success(), "{}", job.words);
        }
        job.compare(folder.path(), &expected, "two processes");
        // Again there is nothing to do.
        for part in [1, 2] {
            succeed(&mut job.command(folder.path(), &format!("--shard {part}/2")));
        }
        job.compare(folder.path(), &expected, "again");
    }
}

/// Copies files of the folder `run` that end so.
fn copy(from: &Path, to: &Path, ends: &[&str]) {
    fs::create_dir_all(to.join("run")).unwrap();
    for end in ends {
        for (name, bytes) in files(&from.join("run"), end) {
            fs::write(to.join("run").join(name), bytes).unwrap();
        }
    }
}

#[test]
fn processes_without_a_common_folder_exchange_files() {
    for job in JOBS {
        let expected = job.expected();
        let folders = [(); 3].map(|()| TempDir::new().unwrap());
        let [first, others @ ..] = &folders;
        let step = |folder: &TempDir, part| {
            let more = format!("--shard {part}/3 --no-wait");
            succeed(&mut job.command(folder.path(), &more)).1
        };
        for round in 0..job.rounds {
            let errors = step(first, 1);
            assert!(
                errors.contains("waits for parts of other processes"),
                "{}: {errors}",
                job.words
            );
            for (other, part) in others.iter().zip(2..) {
                copy(first.path(), other.path(), job.state);
                let errors = step(other, part);
                let expected = format!("part {part}/3 of ");
                assert!(
                    errors.contains(&expected),
                    "{}, {round}: {errors}",
                    job.words
                );
                // Once more there is nothing to do, and parts of rounds before may come once more.
                let before = job.result(other.path());
                step(other, part);
                assert!(job.result(other.path()) == before, "{}", job.words);
                copy(other.path(), first.path(), &[".part"]);
            }
        }
        succeed(&mut job.command(first.path(), "--shard 1/3 --no-wait"));
        job.compare(first.path(), &expected, "by copies");
    }
}

#[test]
fn a_part_of_other_work_is_refused() {
    for job in JOBS {
        let folders = [(); 2].map(|()| TempDir::new().unwrap());
        let [first, other] = folders.each_ref().map(TempDir::path);
        let [from, to, what] = job.other;
        let words = job.words.replace(from, to);
        succeed(&mut job.command(first, "--shard 1/2 --no-wait"));
        // The other process has other settings, and makes its own beginning of them.
        succeed(&mut job.command_of(other, &words, "--shard 1/2 --no-wait"));
        succeed(&mut job.command_of(other, &words, "--shard 2/2 --no-wait"));
        copy(other, first, &["2-of-2.part"]);
        let errors = fail(&mut job.command(first, "--shard 1/2 --no-wait"), 2);
        assert!(
            errors.contains("2-of-2.part") && errors.contains(what),
            "{}: {errors}",
            job.words
        );
        // A damaged part is named, and its process does it again once it is removed.
        let part = files(&first.join("run"), "2-of-2.part").remove(0);
        let path = first.join("run").join(&part.0);
        fs::remove_file(&path).unwrap();
        succeed(&mut job.command(first, "--shard 2/2 --no-wait"));
        let mut bytes = fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(&path, bytes).unwrap();
        let (status, _, errors) = run(&mut job.command(first, "--shard 1/2 --no-wait"));
        let waits = errors.contains("waits for parts");
        assert!(
            status != Some(0) && errors.contains(&part.0) || waits,
            "{}: {errors}",
            job.words
        );
        fs::remove_file(&path).unwrap();
        succeed(&mut job.command(first, "--shard 2/2 --no-wait"));
        succeed(&mut job.command(first, "--shard 1/2 --no-wait"));
    }
}

#[test]
fn words_that_belong_together() {
    for job in JOBS {
        let folder = TempDir::new().unwrap();
        for (more, expected) in [
            ("--no-wait", "--shard"),
            ("--shard 3/2", "such as 1/4"),
            ("--shard auto", "no variable of Slurm"),
        ] {
            let errors = fail(&mut job.command(folder.path(), more), 2);
            assert!(errors.contains(expected), "{} {more}: {errors}", job.words);
        }
        assert!(job.result(folder.path()).is_empty());
    }
}
