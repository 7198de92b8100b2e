//! The table of `.github/FAULTS.md`: commands, faults of the machine, and the exit status that follows.

use crate::command::{kamen, run, succeed, text};
use crate::shell::{shell, workplace};
use std::collections::VecDeque;
use std::fs::{self, File};
use std::path::Path;
use std::process::Stdio;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

/// A fault: its column, how the shell brings it about (`KAMEN` is the command), and words of which the error has one. Without memory for its
/// stack there is no thread.
const FAULTS: &[(&str, &str, &[&str])] = &[
    ("full", "exec KAMEN >/dev/full", &["No space left"]),
    ("large", "ulimit -f 0; exec KAMEN", &["File too large"]),
    ("folder", "exec KAMEN", &["file"]),
    ("in", "exec KAMEN <&-", &[]),
    ("out", "exec KAMEN >&-", &[]),
    ("err", "exec KAMEN 2>&-", &[]),
    ("files", "ulimit -n 4; exec KAMEN", &["Too many open files"]),
    (
        "memory",
        "ulimit -v LIMIT; exec KAMEN",
        &["memory", "thread"],
    ),
    ("core", "exec taskset -c 0 KAMEN", &[]),
];

/// Megabytes of memory beside what the program itself takes.
const MEMORY: &[u64] = &[2, 16, 40, 100];

/// What stands in a file that was there before.
const PRECIOUS: &str = "precious";

/// A cell of the table.
#[derive(Clone, Debug)]
struct Cell {
    command: String,
    fault: &'static str,
    line: String,
    words: &'static [&'static str],
    expected: i32,
}

/// The cells of the page.
fn cells() -> VecDeque<Cell> {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/.github/FAULTS.md");
    let page = fs::read_to_string(page).unwrap();
    let rows = page.lines().filter_map(|line| line.strip_prefix("| "));
    let mut rows = rows.map(|row| row.split('|').map(str::trim).collect::<Vec<_>>());
    let head = rows.next().unwrap();
    let columns: Vec<&str> = FAULTS.iter().map(|(column, ..)| *column).collect();
    assert_eq!(head[1..head.len() - 1], columns);
    let base = program_memory();
    let mut cells = VecDeque::new();
    for row in rows.skip(1) {
        let command = row[0].trim_matches('`').to_owned();
        assert_eq!(row.len(), head.len(), "{command}");
        for (&(fault, line, words), cell) in FAULTS.iter().zip(&row[1..]) {
            let Ok(expected) = cell.parse() else {
                assert_eq!(*cell, "-", "{command}");
                continue;
            };
            let limits = if fault == "memory" { MEMORY } else { &[0] };
            cells.extend(limits.iter().map(|more| Cell {
                command: command.clone(),
                fault,
                line: line.replace("LIMIT", &(base + (more << 10)).to_string()),
                words,
                expected,
            }));
        }
    }
    cells
}

/// The address space of the program before it does anything, in kibibytes.
fn program_memory() -> u64 {
    let mut child = kamen("hub")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    thread::sleep(Duration::from_millis(300));
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    let line = status.lines().find(|line| line.starts_with("VmPeak:"));
    let kibibytes = line.and_then(|line| line.split_whitespace().nth(1));
    kibibytes.unwrap().parse().unwrap()
}

fn prepare(folder: &Path, games: &[u8]) {
    let hub = "set-param name=tt-size value=20\nset-param name=threads value=8\ninit\npos start\nlevel depth=2\n\
               go think\nping\n";
    let files: [(&str, &[u8]); 6] = [
        ("game.hub", hub.as_bytes()),
        ("one.pdn", b"[GameType \"29\"] 1. c3-d4 b6-a5 *\n"),
        ("quit.txt", b"quit\n"),
        ("won.txt", b"W:Wc3:Bd4 win\n"),
        ("some.games", games),
        ("file", b""),
    ];
    for (name, bytes) in files {
        fs::write(folder.join(name), bytes).unwrap();
    }
}

/// What is wrong with a cell.
fn wrong(cell: &Cell, games: &[u8]) -> Option<String> {
    let folder = workplace();
    prepare(folder.path(), games);
    let out = folder.path().join("out");
    let mut command = cell.command.clone();
    // Self-play and indexes go on with what is in their file.
    let makes_file = ["-o out", "--json out"]
        .iter()
        .any(|end| command.ends_with(end))
        && !["selfplay", "pdn index"]
            .iter()
            .any(|grows| command.contains(grows));
    if cell.fault == "folder" {
        command = command.strip_suffix("out").unwrap().to_owned() + "file/out";
    } else if makes_file && cell.fault == "large" {
        fs::write(&out, PRECIOUS).unwrap();
    }
    let (command, input) = command.split_once(" <").unwrap_or((&command, "/dev/null"));
    let line = cell.line.replace("KAMEN", command);
    let mut shell = shell(&line, folder.path());
    // The shell itself has no descriptor left to open it.
    shell.stdin(File::open(folder.path().join(input)).unwrap());
    let (status, _, errors) = run(&mut shell);
    let status = status.unwrap_or(-1);
    let is_memory = cell.fault == "memory";
    // zstd does not name the memory that it is refused, so its file is taken for one at fault.
    let is_zstd = is_memory && errors.contains("Error strings stripped");
    let is_right = status == cell.expected || is_memory && status == 0 || is_zstd && status == 2;
    let is_named = cell.words.iter().any(|&word| errors.contains(word));
    let is_told = status == 0 || is_named || is_zstd;
    let panics = errors.contains("internal error") || errors.contains("panicked");
    let is_kept = !makes_file || cell.fault != "large" || text(&fs::read(&out).ok()?) == PRECIOUS;
    let is_fine = is_right && is_told && !panics && is_kept;
    (!is_fine).then(|| {
        format!(
            "{}: `{line}`: status {status}, expected {} and {:?}; kept: {is_kept}: {errors}",
            cell.fault, cell.expected, cell.words
        )
    })
}

#[cfg(target_os = "linux")]
#[test]
fn every_cell_of_the_table_is_true() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("some.games");
    let mut selfplay = kamen("selfplay czech --games 20 --nodes 20 --quiet --out");
    succeed(selfplay.arg(&games));
    let games = fs::read(games).unwrap();
    let cells = Mutex::new(cells());
    let wrongs = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                loop {
                    let Some(cell) = cells.lock().unwrap().pop_front() else {
                        return;
                    };
                    let wrong = wrong(&cell, &games);
                    wrongs.lock().unwrap().extend(wrong);
                }
            });
        }
    });
    let wrongs = wrongs.into_inner().unwrap();
    assert!(wrongs.is_empty(), "{}", wrongs.join("\n"));
}

/// The time of day is asked for nowhere else: everything that is measured is measured by a clock that only goes forward.
#[test]
fn the_time_of_day_is_only_written() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = vec![root.join("src"), root.join("perft"), root.join("protocol")];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs")
                && fs::read_to_string(&path).unwrap().contains("SystemTime")
            {
                let path = path.strip_prefix(root).unwrap();
                found.push(path.display().to_string());
            }
        }
    }
    found.sort();
    assert_eq!(
        found,
        [
            "src/cli/play/mod.rs",
            "src/cli/start.rs",
            "src/files/today.rs"
        ]
    );
}
