//! The jobs, each small enough for a second.

use crate::command::{kamen, run, succeed, text};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;
use tempfile::TempDir;

/// A job whose result is in files.
pub struct Job {
    pub name: &'static str,
    pub words: &'static str,
    /// Commands that make what it needs; `NAME = TEXT` is a file.
    needs: &'static [&'static str],
    /// Files that tell times: that they are there is compared, but not what they say.
    timed: &'static [&'static str],
    /// What it writes, beside which users have files of their own.
    pub writes: &'static [&'static str],
    /// Writes from the first to the last of these are of one kind: games, say. Those between them are left out to save time.
    pub alike: [u32; 2],
}

const GAMES: &str = "selfplay czech --games 60 --nodes 20 --max-plies 80 --out in.games -q";
const PDN: &str = "match czech --engine random --engine random name=other --games 4 --seed 2 --max-plies 60 \
                   --pdn in.pdn -q";
/// Games of a tournament that a file has already.
const OLD: &str =
    "match czech --engine random --engine random name=other --games 2 --seed 3 --pdn g.pdn -q";

const MORE: &str = "match czech --engine random --engine random name=other --games 2 --seed 4 --max-plies 60 \
                    --pdn more.pdn -q";

/// Problems that are sound.
const PROBLEMS: &str = "p.pdn = \
[Event \"1\"] [GameType \"25\"] [Stipulation \"Black to move and win\"] [FEN \"B:Wg7,h4:BKc1,c5,e5\"] *
[Event \"2\"] [GameType \"25\"] [Stipulation \"White to move and win\"] [FEN \"W:WKf8,f4,d4:Bb2,a5\"] *
[Event \"3\"] [GameType \"25\"] [Stipulation \"Black to move and win\"] [FEN \"B:Wg7,h4:BKc1,c5,e5\"] *
[Event \"4\"] [GameType \"25\"] [Stipulation \"White to move and win\"] [FEN \"W:WKf8,f4,d4:Bb2,a5\"] *
";

/// Each write is of its own kind.
const NONE: [u32; 2] = [0, 0];

pub const JOBS: &[Job] = &[
    Job {
        name: "td learn, two files",
        words: "td learn czech --games 40 --block 10 --batch 2 --depth 1 --white w.cdb --black b.cdbz",
        needs: &[],
        timed: &[],
        writes: &["w.cdb", "b.cdbz"],
        alike: NONE,
    },
    Job {
        name: "td learn, one file",
        words: "td learn czech --games 6 --block 3 --depth 1 --shared s.cdbz",
        needs: &[],
        timed: &[],
        writes: &["s.cdbz"],
        alike: NONE,
    },
    Job {
        name: "match with a player that remembers",
        words: "match czech --engine david:1:d.memory --engine minimax:1:basic --games 6 --max-plies 120 \
                --journal j.jsonl --pdn g.pdn --json r.json -q",
        needs: &[OLD],
        timed: &["j.jsonl", "r.json"],
        writes: &["d.memory", "j.jsonl", "g.pdn", "r.json"],
        alike: NONE,
    },
    Job {
        name: "match with a player that learns",
        words: "match czech --engine td:1:d.cdb --engine random --games 6 --journal j.jsonl --pdn g.pdn --json r.json -q",
        needs: &[OLD],
        timed: &["j.jsonl", "r.json"],
        writes: &["d.cdb", "j.jsonl", "g.pdn", "r.json"],
        alike: NONE,
    },
    Job {
        name: "selfplay",
        words: "selfplay czech --games 5 --nodes 30 --out s.games",
        needs: &[],
        timed: &[],
        writes: &["s.games"],
        alike: NONE,
    },
    Job {
        name: "pdn records",
        words: "pdn records in.pdn --variant czech --nodes 10 --out r.games",
        needs: &[PDN],
        timed: &[],
        writes: &["r.games"],
        alike: NONE,
    },
    Job {
        name: "train",
        words: "train czech --data in.games --kind network --epochs 1 --threads 1 --out w.weights --plot p.svg",
        needs: &[GAMES],
        timed: &[],
        writes: &["w.weights", "p.svg"],
        alike: NONE,
    },
    Job {
        name: "university",
        words: "university maze trees 5 --quick --depth 1 --journal u.jsonl --html u.html",
        needs: &[],
        timed: &[],
        writes: &["u.jsonl", "u.html"],
        alike: [3, 18],
    },
    Job {
        name: "evolve",
        words: "evolve czech --generations 2 --population 3 --games 2 --depth 1 --neurons 2 --max-plies 40 --dir e",
        needs: &[],
        timed: &["e/checkpoint.json", "e/log.txt"],
        writes: &["e/generation-001.json"],
        alike: NONE,
    },
    Job {
        name: "evolve, several processes",
        words: "evolve czech --generations 1 --population 3 --games 4 --depth 1 --neurons 2 --max-plies 40 --dir e \
                --shard 1/2 --no-wait",
        needs: &[
            "evolve czech --generations 1 --population 3 --games 4 --depth 1 --neurons 2 --max-plies 40 --dir e \
                  --shard 2/2 --no-wait",
        ],
        timed: &["e/checkpoint.json", "e/log.txt"],
        writes: &["e/generation-001.json"],
        alike: NONE,
    },
    Job {
        name: "tune",
        words: "tune czech --engine kamen nodes=30 param.tt-size=10 param.book=false param.eval=hand-made \
                --param search-futility=60,0,200,40 --pairs 1 --max-plies 30 --iterations 2 --dir t",
        needs: &[],
        timed: &["t/checkpoint.json", "t/log.txt"],
        writes: &["t/checkpoint.json"],
        alike: NONE,
    },
    Job {
        name: "learn",
        words: "learn czech --kind network --games 20 --nodes 5 --epochs 1 --match-games 2 --generations 1 --dir l",
        needs: &[],
        timed: &["l/checkpoint.json", "l/log.txt", "l/001.match.jsonl"],
        writes: &["l/001.weights", "l/001.games"],
        alike: [6, 20],
    },
    Job {
        name: "tables make",
        words: "tables make czech --material m-k --dtw --threads 1 --dir .",
        // Its own values were made without distances.
        needs: &[
            "tables make czech 2 --dir . -q",
            "tables make czech --material k-k --dtw --dir . -q",
        ],
        timed: &[],
        writes: &["czech/m-k.values", "czech/m-k.distances"],
        alike: NONE,
    },
    Job {
        name: "tables make, a unit",
        words: "tables make czech --unit m-k --threads 1 --dir .",
        needs: &["tables make czech --unit k-k --dir . -q"],
        timed: &[],
        writes: &["czech/units/m-k.complete"],
        alike: NONE,
    },
    Job {
        name: "tables make, units joined",
        words: "tables make czech --join m-k --threads 1 --dir .",
        needs: &[
            "tables make czech --unit k-k --dir . -q",
            "tables make czech --unit m-k --dir . -q",
        ],
        timed: &[],
        writes: &["czech/m-k.values"],
        alike: NONE,
    },
    Job {
        name: "book build",
        words: "book build czech --positions 30 --nodes 50 --threads 1 -o b.book",
        needs: &[],
        timed: &[],
        writes: &["b.book"],
        alike: NONE,
    },
    Job {
        name: "book build, several processes",
        words: "book build czech --positions 8 --nodes 50 --threads 1 -o b.book --shard 1/2 --no-wait",
        needs: &[
            "book build czech --positions 8 --nodes 50 --threads 1 -o b.book --shard 2/2 --no-wait -q",
        ],
        timed: &[],
        writes: &["b.book"],
        alike: NONE,
    },
    Job {
        name: "analyze",
        words: "analyze in.pdn --nodes 20 -o a.pdn --html a.html --json a.json",
        needs: &[PDN],
        timed: &[],
        writes: &["a.pdn", "a.html", "a.json"],
        alike: NONE,
    },
    Job {
        name: "analyze, a part",
        words: "analyze in.pdn --nodes 20 --shard 2/2 --journal a.jsonl",
        needs: &[PDN],
        timed: &[],
        writes: &["a.jsonl"],
        alike: NONE,
    },
    Job {
        name: "analyze merge",
        words: "analyze merge 1.jsonl 2.jsonl -o a.pdn --html a.html",
        needs: &[
            PDN,
            "analyze in.pdn --nodes 20 --shard 1/2 --journal 1.jsonl -q",
            "analyze in.pdn --nodes 20 --shard 2/2 --journal 2.jsonl -q",
        ],
        timed: &[],
        writes: &["a.pdn", "a.html"],
        alike: NONE,
    },
    Job {
        name: "exercises",
        words: "exercises in.pdn --nodes 20 --threads 1 -o e.pdn --html e.html --json e.json -q",
        needs: &[PDN],
        timed: &[],
        writes: &["e.pdn", "e.html", "e.json"],
        alike: NONE,
    },
    Job {
        name: "problem",
        words: "problem p.pdn --nodes 1000 --tree 50 --threads 1 -o j.pdn --json j.json -q",
        needs: &[PROBLEMS],
        timed: &[],
        writes: &["j.pdn", "j.json"],
        alike: NONE,
    },
    Job {
        name: "perft",
        words: "perft english 4 --positions in.split -o c.counts",
        needs: &["perft english --split 2 -o in.split"],
        timed: &[],
        writes: &["c.counts"],
        alike: [5, 45],
    },
    Job {
        name: "pdn index",
        words: "pdn index in.pdn more.pdn -o i.kidx",
        needs: &[PDN, MORE],
        // It has the times of the files.
        timed: &["i.kidx"],
        writes: &["i.kidx"],
        alike: NONE,
    },
    Job {
        name: "pdn find",
        words: "pdn find in.pdn --material 12-12 --pdn f.pdn",
        needs: &[PDN],
        timed: &[],
        writes: &["f.pdn"],
        alike: NONE,
    },
    Job {
        name: "pdn tree",
        words: "pdn tree in.pdn --html t.html",
        needs: &[PDN],
        timed: &[],
        writes: &["t.html"],
        alike: NONE,
    },
    Job {
        name: "pdn convert",
        words: "pdn convert in.pdn --split result -o by.pdn",
        needs: &[PDN],
        timed: &[],
        writes: &["by-draw.pdn"],
        alike: NONE,
    },
];

/// The files of a folder and those below it, by name.
type Files = BTreeMap<String, Vec<u8>>;

impl Job {
    /// The job with that name.
    pub fn named(name: &str) -> &'static Job {
        let found = JOBS.iter().find(|job| job.name == name);
        found.unwrap_or_else(|| panic!("no job {name}"))
    }

    /// A folder with what the job needs, and with files of its user whose names are close to those of the job.
    pub fn folder(&self) -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, bytes) in self.needed() {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        for name in self.writes {
            for ending in ["part", "journal", "abc123.part", "lock"] {
                let path = folder.path().join(format!("{name}.{ending}"));
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, "of the user\n").unwrap();
            }
        }
        folder
    }

    /// What the job needs, made once.
    fn needed(&self) -> Files {
        static MADE: OnceLock<BTreeMap<&str, OnceLock<Files>>> = OnceLock::new();
        let made = MADE.get_or_init(|| {
            let jobs = JOBS.iter().map(|job| (job.name, OnceLock::new()));
            jobs.collect()
        });
        let make = || {
            let folder = tempfile::tempdir().unwrap();
            for need in self.needs {
                match need.split_once(" = ") {
                    Some((name, text)) => fs::write(folder.path().join(name), text).unwrap(),
                    None => drop(succeed(kamen(need).current_dir(folder.path()))),
                }
            }
            files(folder.path(), &[])
        };
        made[self.name].get_or_init(make).clone()
    }

    /// The command, in such a folder.
    pub fn command(&self, folder: &TempDir) -> Command {
        let mut command = kamen(self.words);
        command.current_dir(folder.path());
        command
    }

    /// What the job comes to if nothing happens to it.
    pub fn expected(&self) -> Files {
        let folder = self.folder();
        succeed(&mut self.command(&folder));
        self.files(&folder)
    }

    /// Runs it to its end, and compares what is in its folder.
    pub fn finish(&self, folder: &TempDir, expected: &Files, what: &str) {
        let (status, _, errors) = run(&mut self.command(folder));
        assert_eq!(status, Some(0), "{}, {what}: {errors}", self.name);
        self.compare(folder, expected, what);
    }

    /// Compares what is in its folder.
    pub fn compare(&self, folder: &TempDir, expected: &Files, what: &str) {
        let found = self.files(folder);
        let names = |files: &Files| files.keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(&found), names(expected), "{}, {what}", self.name);
        for (name, bytes) in expected {
            let found = &found[name];
            let text = |bytes: &[u8]| text(&bytes[..bytes.len().min(3000)]);
            assert!(
                found == bytes,
                "{}, {what}: {name} differs: {}\nexpected {}",
                self.name,
                text(found),
                text(bytes)
            );
        }
    }

    /// What is in its folder.
    pub fn files(&self, folder: &TempDir) -> Files {
        files(folder.path(), self.timed)
    }
}

/// What is in a folder: files, without the content of those that tell times, and folders.
fn files(folder: &Path, timed: &[&str]) -> Files {
    let mut found = Files::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(folder).unwrap().to_str().unwrap();
            if path.is_dir() {
                open.push(path.clone());
            } else {
                let is_timed = timed.contains(&name);
                let bytes = (!is_timed).then(|| fs::read(&path).unwrap());
                found.insert(name.to_owned(), bytes.unwrap_or_default());
            }
        }
    }
    found
}
