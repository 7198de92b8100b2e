//! Every kind of file that Kamen writes and reads, cut at every byte and with a bit flipped in every byte: it is refused by
//! its name, or read as it was. Never is anything else read, and nothing panics.

use crate::command::{fail, kamen_in, run, succeed};
use kamen::AnyPosition;
use kamen::book::Book;
use kamen::collection::{index::Index, key as position_key};
use kamen::eval::weights::Weights;
use kamen::players::EvolvedNetwork;
use kamen::players::memory::Memory;
use kamen::players::rated::RatedPositions;
use kamen::rules::Variant;
use kamen::tables::{Content, Folder, Settings, TableFile};
use kamen::tournament::Ledger;
use kamen_files::sealed::Seal;
use kamen_files::{Journal, Owner, merge_parts};
use kamen_training::record::Records;
use rayon::prelude::*;
use std::fmt::Display;
use std::fs;
use std::path::Path;

/// How much of a damaged file may be read.
#[derive(Clone, Copy, PartialEq)]
enum Kept {
    /// All or nothing.
    All,
    /// What stands before a last piece without its end, which somebody may have been writing when he was killed.
    Beginning,
    /// All sound pieces, with words on those that are not.
    Sound,
}

/// A kind of file.
struct Kind {
    /// The file, below the folder of the commands.
    file: &'static str,
    /// The commands that make it, and the status of the last one.
    commands: &'static [&'static str],
    status: i32,
    kept: Kept,
    /// At most so many cut and so many flipped files are read; 0 for all.
    most: usize,
    /// What a file holds, piece by piece. Beside the file is what else the commands have made.
    read: fn(&Path) -> Result<Vec<String>, String>,
}

const KINDS: &[Kind] = &[
    Kind {
        file: "a.games",
        commands: &["selfplay czech --games 3 --nodes 20 --quiet -o a.games"],
        status: 0,
        kept: Kept::Beginning,
        most: 0,
        read: |path| {
            let records = Records::open(path).map_err(told)?;
            let mut games = Vec::new();
            for record in records {
                match record {
                    Ok(record) => games.push(format!("{record:?}")),
                    // The next writer cuts it off.
                    Err(error) if error.to_string().contains("in the middle of a game") => break,
                    Err(error) => return Err(told(error)),
                }
            }
            Ok(games)
        },
    },
    Kind {
        file: "a.weights",
        commands: &[
            "selfplay czech --games 20 --nodes 20 --quiet -o a.games",
            "train --variant czech --data a.games --epochs 1 --out a.weights",
        ],
        status: 0,
        kept: Kept::All,
        most: 100,
        read: |path| {
            let weights = Weights::read(path).map_err(told)?;
            Ok(vec![format!("{} {:?}", weights.name(), weights.parts())])
        },
    },
    Kind {
        file: "evolved/generation-001.json",
        commands: &[
            "evolve --variant czech --population 4 --games 2 --depth 1 --neurons 2 --generations 1 --dir evolved",
        ],
        status: 0,
        kept: Kept::All,
        most: 300,
        read: |path| whole(EvolvedNetwork::read(path)),
    },
    Kind {
        file: "evolved/checkpoint.json",
        commands: &[
            "evolve --variant czech --population 4 --games 2 --depth 1 --neurons 2 --generations 1 --dir evolved",
        ],
        status: 0,
        kept: Kept::All,
        most: 300,
        read: |path| checkpoint(path, "checkpoint"),
    },
    Kind {
        file: "tuned/checkpoint.json",
        commands: &[
            "tune czech --engine kamen nodes=20 param.tt-size=12 param.book=false --param search-futility=60,0,200,40 \
                     --pairs 1 --max-plies 20 --iterations 2 --dir tuned",
        ],
        status: 0,
        kept: Kept::All,
        most: 300,
        read: |path| checkpoint(path, "tuning"),
    },
    Kind {
        file: "match.jsonl",
        commands: &[
            "match czech --engine random --engine minimax:1:basic --games 2 --max-plies 20 --quiet --journal match.jsonl",
        ],
        status: 0,
        kept: Kept::Beginning,
        most: 0,
        read: |path| {
            let mut games = Vec::new();
            let settings = serde_json::from_value(settings_of(path)).map_err(told)?;
            let opened = Ledger::open(Some(path), None, &settings, |game| {
                games.push(format!("{game:?}"))
            });
            opened.map_err(told).map(|_| games)
        },
    },
    Kind {
        file: ".kamen-journal.out.pdn",
        commands: &["analyze games.pdn --nodes 200 --quiet -o out.pdn"],
        status: 1,
        kept: Kept::Beginning,
        most: 0,
        read: |path| {
            let (mut games, settings) = (Vec::new(), settings_of(path));
            let owner = Owner {
                command: "analyze",
                work: "analysis",
            };
            let seen = |game: serde_json::Value, _| games.push(game["checksum"].to_string());
            let opened = Journal::open(path, owner, &settings, seen);
            opened.map_err(told).map(|_| games)
        },
    },
    Kind {
        file: "university.jsonl",
        commands: &["university maze trees --journal university.jsonl"],
        status: 0,
        kept: Kept::Beginning,
        most: 300,
        read: |path| {
            let owner = Owner {
                command: "university",
                work: "set of experiments",
            };
            let (mut cells, settings) = (Vec::new(), settings_of(path));
            let seen = |cell: serde_json::Value, _| {
                let parts = ["table", "row", "column", "content"];
                cells.push(parts.map(|part| cell[part].to_string()).concat());
            };
            let opened = Journal::open(path, owner, &settings, seen);
            opened.map_err(told).map(|_| cells)
        },
    },
    Kind {
        file: "part.jsonl",
        commands: &[
            "analyze games.pdn --nodes 50 --lenient --quiet --shard 1/1 --journal part.jsonl",
        ],
        status: 0,
        kept: Kept::Beginning,
        most: 300,
        read: |path| {
            let owner = Owner {
                command: "analyze",
                work: "analysis",
            };
            let merged = merge_parts::<serde_json::Value>(&[path.to_owned()], owner);
            let merged = merged.map_err(told)?;
            Ok(merged
                .results
                .iter()
                .map(|result| format!("{result:?}"))
                .collect())
        },
    },
    Kind {
        file: ".kamen-journal.e.pdn",
        commands: &["exercises games.pdn --nodes 50 --threads 1 --quiet -o e.pdn"],
        status: 1,
        kept: Kept::Beginning,
        most: 200,
        read: |path| {
            let (mut games, settings) = (Vec::new(), settings_of(path));
            let owner = Owner {
                command: "exercises",
                work: "search for exercises",
            };
            let seen = |game: serde_json::Value, _| {
                games.push(format!("{} {}", game["checksum"], game["found"]))
            };
            let opened = Journal::open(path, owner, &settings, seen);
            opened.map_err(told).map(|_| games)
        },
    },
    Kind {
        file: "a.book",
        commands: &["book build czech --positions 40 --nodes 40 --quiet -o a.book"],
        status: 0,
        kept: Kept::All,
        most: 300,
        read: |path| {
            Ok(vec![format!(
                "{:?}",
                Book::read(path).map_err(told)?.to_bytes()
            )])
        },
    },
    Kind {
        file: "czech/mk-k.values",
        commands: &["tables make czech 3 --dtw --dir . --quiet"],
        status: 0,
        kept: Kept::All,
        most: 200,
        read: tables,
    },
    Kind {
        file: "czech/mk-k.distances",
        commands: &["tables make czech 3 --dtw --dir . --quiet"],
        status: 0,
        kept: Kept::All,
        most: 200,
        read: tables,
    },
    Kind {
        file: "czech/units/mk-k.complete",
        commands: &[
            "tables make czech --unit k-k --dir . --quiet",
            "tables make czech --unit m-k --dir . --quiet",
            "tables make czech --unit kk-k --dir . --quiet",
            "tables make czech --unit mk-k --dir . --quiet",
        ],
        status: 0,
        kept: Kept::All,
        most: 200,
        read: |path| {
            let root = path.ancestors().nth(3).unwrap();
            let folder = Folder::new(root, Variant::Czech);
            let settings = Settings {
                distances: false,
                memory: u64::MAX,
            };
            let made = folder.make_units("mk-k".parse().unwrap(), &settings);
            let joined = made.and_then(|made| {
                let material = "mk-k".parse().unwrap();
                Ok((made.counts, made.bytes, folder.join(material, &settings)?))
            });
            Ok(vec![format!("{:?}", joined.map_err(told)?)])
        },
    },
    Kind {
        file: "games.kidx",
        commands: &["pdn index games.pdn -o games.kidx"],
        status: 0,
        kept: Kept::Beginning,
        most: 0,
        read: |path| {
            let mut index = Index::open(path).map_err(told)?;
            let start = AnyPosition::start(Variant::Russian);
            let mut games = Vec::new();
            for at in index.find(position_key(&start)).map_err(told)? {
                games.push(format!("{at:?} {:?}", index.game(at.game).map_err(told)?.0));
            }
            Ok(games)
        },
    },
    Kind {
        file: "a.cdb",
        commands: &["td learn czech --games 3 --depth 1 --shared a.cdb"],
        status: 0,
        kept: Kept::All,
        most: 0,
        read: rated,
    },
    Kind {
        file: "a.cdbz",
        commands: &["td learn czech --games 3 --depth 1 --shared a.cdbz"],
        status: 0,
        kept: Kept::All,
        most: 0,
        read: rated,
    },
    Kind {
        file: "memory",
        commands: &["match czech --engine random --engine david:1:memory --games 6 --quiet"],
        status: 0,
        kept: Kept::Sound,
        // Each says on standard error what it leaves out.
        most: 100,
        read: |path| {
            let memory = Memory::new(path);
            memory.check(Variant::Czech).map_err(told)?;
            Ok(vec!["game".to_owned(); memory.games()])
        },
    },
    Kind {
        file: "split",
        commands: &["perft czech --split 1 --fen W:W21:B12 -o split"],
        status: 0,
        kept: Kept::All,
        most: 0,
        read: |path| {
            let folder = path.parent().unwrap();
            counted(
                folder,
                &path.to_string_lossy(),
                &format!("{}.done", path.display()),
            )
        },
    },
    Kind {
        file: "done",
        commands: &[
            "perft czech --split 1 --fen W:W21:B12 -o split",
            "perft czech 2 --positions split -o done",
        ],
        status: 0,
        kept: Kept::All,
        most: 0,
        read: |path| {
            let folder = path.parent().unwrap();
            let now = summed(folder, path);
            let gone_on = counted(folder, "split", &path.to_string_lossy());
            match (now, gone_on) {
                (Ok(now), Ok(gone_on)) if now != gone_on => Ok([now, gone_on].concat()),
                (Ok(sum), _) | (_, Ok(sum)) => Ok(sum),
                (Err(error), Err(_)) => Err(error),
            }
        },
    },
];

/// One whole game, and one with a move that cannot be played.
const GAMES: &str = "[GameType \"25\"]\n\n1. c3-d4 f6-g5 *\n\n[GameType \"25\"]\n\n1. c3-d8 *\n";

fn told(error: impl Display) -> String {
    error.to_string()
}

/// What is one piece.
fn whole<T: std::fmt::Debug, E: Display>(read: Result<T, E>) -> Result<Vec<String>, String> {
    read.map(|value| vec![format!("{value:?}")]).map_err(told)
}

fn checkpoint(path: &Path, kind: &'static str) -> Result<Vec<String>, String> {
    let seal = Seal { kind, version: 1 };
    let read = seal.read::<serde_json::Value>(path);
    // Whoever reads it adds the path.
    whole(read).map_err(|error| format!("{}: {error}", path.display()))
}

/// The settings of the sound journal, which stands in the folder above.
fn settings_of(path: &Path) -> serde_json::Value {
    let folder = path.parent().unwrap().parent().unwrap();
    let text = fs::read_to_string(folder.join(path.file_name().unwrap())).unwrap();
    let head: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    head["settings"].clone()
}

/// What `kamen tables make` says of tables that are there.
fn tables(path: &Path) -> Result<Vec<String>, String> {
    let root = path.parent().unwrap().parent().unwrap();
    let folder = Folder::new(root, Variant::Czech);
    let settings = Settings {
        distances: true,
        memory: u64::MAX,
    };
    let mut found = Vec::new();
    let material = "mk-k".parse().unwrap();
    let made = folder.make(&[material], &settings, &mut |made| {
        found.push(format!("{made:?}"))
    });
    made.map_err(told)?;
    let file = folder.file(material, Content::Values);
    let opened = TableFile::open(&file, Variant::Czech, Content::Values).map_err(told)?;
    found.push(format!("{:?}", opened.slices()));
    Ok(found)
}

fn rated(path: &Path) -> Result<Vec<String>, String> {
    let positions = RatedPositions::read(path).map_err(told)?;
    let all: Vec<_> = positions.sorted().collect();
    Ok(vec![format!(
        "{} {:?} {all:?}",
        positions.games, positions.history
    )])
}

/// Counts below the positions of a split, and sums up.
fn counted(folder: &Path, split: &str, done: &str) -> Result<Vec<String>, String> {
    let words = ["perft", "czech", "2", "--positions", split, "-o", done];
    match run(&mut kamen_in(folder, &words)) {
        (Some(0), _, _) => summed(folder, Path::new(done)),
        (_, _, errors) => Err(errors),
    }
}

fn summed(folder: &Path, done: &Path) -> Result<Vec<String>, String> {
    let words = ["perft", "--sum", &done.to_string_lossy()];
    match run(&mut kamen_in(folder, &words)) {
        // Without its head a part of a split is believed with a warning.
        (Some(0), _, errors) if errors.contains("missing positions go unnoticed") => Err(errors),
        (Some(0), sum, _) => Ok(vec![sum]),
        (_, _, errors) => Err(errors),
    }
}

/// The sound files of a kind, in a folder, and what one more folder holds after damage.
struct Damage<'a> {
    kind: &'a Kind,
    /// The folder of the sound files.
    folder: &'a Path,
    bytes: Vec<u8>,
    expected: Vec<String>,
}

impl Damage<'_> {
    /// Reads other bytes in the place of the file, in a folder of their own that has all that is beside it.
    fn read(&self, folder: &Path, bytes: &[u8]) -> Result<Vec<String>, String> {
        let path = folder.join(self.kind.file);
        let beside = self.folder.join(self.kind.file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        for entry in fs::read_dir(beside.parent().unwrap()).unwrap() {
            let entry = entry.unwrap();
            if entry.file_type().unwrap().is_file() {
                fs::copy(entry.path(), path.with_file_name(entry.file_name())).unwrap();
            }
        }
        fs::write(&path, bytes).unwrap();
        let read = (self.kind.read)(&path);
        if let Err(error) = &read {
            let name = path.file_name().unwrap().to_str().unwrap();
            // What files of counts have together is told of all.
            let of_all = [" sequences to them", "found no counts"];
            let is_named = [name, of_all[0], of_all[1]]
                .iter()
                .any(|words| error.contains(words));
            assert!(is_named, "{}: {error}", self.kind.file);
        }
        read
    }

    /// Checks that nothing else is read from damaged bytes; `is_cut` if they end early.
    fn check(&self, folder: &Path, bytes: &[u8], is_cut: bool, what: &str) {
        let Ok(found) = self.read(folder, bytes) else {
            return;
        };
        let is_right = match self.kind.kept {
            Kept::Beginning if is_cut => self.expected.starts_with(&found),
            Kept::Sound => {
                let mut rest = self.expected.iter();
                found.iter().all(|piece| rest.any(|other| other == piece))
            }
            _ => found == self.expected,
        };
        let file = self.kind.file;
        assert!(
            is_right,
            "{file}, {what}: {found:?} for {:?}",
            self.expected
        );
    }
}

/// Up to `most` of so many places, evenly spread; all if that is 0.
fn places(all: usize, most: usize) -> Vec<usize> {
    let step = if most == 0 { 1 } else { all.div_ceil(most) };
    (0..all).step_by(step).collect()
}

fn every_damage_is_noticed(kind: &Kind) {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("games.pdn"), GAMES).unwrap();
    let (last, first) = kind.commands.split_last().unwrap();
    let command = |words: &str| kamen_in(folder, &words.split_whitespace().collect::<Vec<_>>());
    for words in first {
        succeed(&mut command(words));
    }
    match kind.status {
        0 => drop(succeed(&mut command(last))),
        status => drop(fail(&mut command(last), status)),
    }
    let bytes = fs::read(folder.join(kind.file)).unwrap();
    let mut damage = Damage {
        kind,
        folder,
        bytes,
        expected: Vec::new(),
    };
    let own = || tempfile::tempdir_in(folder).unwrap();
    damage.expected = damage.read(own().path(), &damage.bytes).unwrap();
    assert!(!damage.expected.is_empty(), "{}", kind.file);
    let length = damage.bytes.len();
    places(length, kind.most)
        .par_iter()
        .for_each_init(own, |own, &place| {
            let (own, bytes) = (own.path(), &damage.bytes);
            damage.check(own, &bytes[..place], true, &format!("cut at {place}"));
            let mut flipped = bytes.clone();
            flipped[place] ^= 1 << (place % 8);
            // Without its end the last line is none.
            let is_cut = place + 1 == length;
            damage.check(own, &flipped, is_cut, &format!("byte {place} flipped"));
        });
}

/// A test for each kind of file.
macro_rules! tests {
    ($($name:ident: $file:literal,)*) => {
        $(
            #[test]
            fn $name() {
                let kind = KINDS.iter().find(|kind| kind.file == $file).unwrap();
                every_damage_is_noticed(kind);
            }
        )*

        #[test]
        fn every_kind_is_tested() {
            assert_eq!([$($file),*].len(), KINDS.len());
        }
    };
}

tests! {
    records: "a.games",
    weights: "a.weights",
    networks: "evolved/generation-001.json",
    evolutions: "evolved/checkpoint.json",
    tunings: "tuned/checkpoint.json",
    matches: "match.jsonl",
    analyses: ".kamen-journal.out.pdn",
    published_tables: "university.jsonl",
    parts_of_analyses: "part.jsonl",
    exercises: ".kamen-journal.e.pdn",
    books: "a.book",
    tables_of_values: "czech/mk-k.values",
    tables_of_distances: "czech/mk-k.distances",
    complete_tables: "czech/units/mk-k.complete",
    indexes: "games.kidx",
    rated_positions: "a.cdb",
    compact_rated_positions: "a.cdbz",
    memories: "memory",
    splits: "split",
    counts: "done",
}
