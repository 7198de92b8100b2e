//! `kamen perft` as a program: JSON, ways of counting, suites, and one count on many machines.

use crate::command::{self, kamen, text};
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn perft(arguments: &[&str]) -> Output {
    kamen("perft").args(arguments).output().expect("kamen runs")
}

/// The standard output of a count that must succeed without a word on standard error.
fn output(arguments: &[&str]) -> String {
    command::output(kamen("perft").args(arguments))
}

/// A command must fail with that status, say that on standard error, and print nothing.
fn fails(arguments: &[&str], status: i32, part: &str) {
    let output = perft(arguments);
    let errors = text(&output.stderr);
    assert_eq!(
        output.status.code(),
        Some(status),
        "{arguments:?}: {errors}"
    );
    assert!(errors.contains(part), "{arguments:?}: {errors}");
    assert_eq!(text(&output.stdout), "", "{arguments:?}");
}

/// Depth and nodes of the last line.
fn last(text: &str) -> Vec<&str> {
    let line = text.lines().last().unwrap_or_default();
    line.split(' ').skip(1).take(2).collect()
}

#[test]
fn json_is_one_object() {
    let text = output(&[
        "czech",
        "4",
        "--divide",
        "--json",
        "--threads",
        "2",
        "--hash",
        "1",
    ]);
    let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(report["variant"], "czech");
    assert_eq!(report["count"], "unique");
    assert_eq!(report["threads"], 2);
    assert_eq!(report["hash_mb"], 1);
    let nodes = |list: &serde_json::Value| -> Vec<u64> {
        let list = list.as_array().expect("a list").iter();
        list.filter_map(|item| item["nodes"].as_u64()).collect()
    };
    assert_eq!(nodes(&report["depths"]), [7, 49, 302, 1469]);
    assert_eq!(nodes(&report["divide"]).iter().sum::<u64>(), 1469);
    assert!(
        report["divide"][0]["move"]
            .as_str()
            .is_some_and(|m| m.contains('-'))
    );
}

#[test]
fn men_around_a_square_are_taken_in_two_ways() {
    let fen = ["international", "1", "--fen", "W:W38:B22,23,32,33"];
    for (counting, nodes) in [("unique", "1"), ("paths", "2")] {
        let text = output(&[&fen[..], &["--count", counting]].concat());
        assert_eq!(last(&text), ["1", nodes], "{counting}");
        let text = output(&[&fen[..], &["--count", counting, "--full"]].concat());
        assert_eq!(last(&text), ["1", nodes], "{counting}");
    }
}

#[test]
fn what_cannot_be_meant_is_a_usage_error() {
    const CASES: [(&[&str], &str); 16] = [
        (&[], "<VARIANT>"),
        (&["frisan", "3"], "a similar value exists: 'frisian'"),
        (&["czech", "99999999999"], "from 1 to 60"),
        (&["czech", "3", "--threads", "0"], "1..=1024"),
        (&["czech", "3", "--threads", "-1"], "-1"),
        (&["czech", "3", "--hash", "0"], "0"),
        (
            &["czech", "3", "--hash", "1", "--full"],
            "cannot be used with",
        ),
        (
            &["czech", "3", "--count", "both"],
            "[possible values: unique, paths]",
        ),
        (&["czech", "3", "--split", "2"], "cannot be used with"),
        (
            &["czech", "3", "--divide", "--positions", "x"],
            "cannot be used with",
        ),
        (&["czech", "3", "-o", "x"], "required"),
        (&["czech", "3", "--timeout", "1"], "--against"),
        (&["czech", "3", "--fen", "W:W40:B1"], "no square 40"),
        (
            &["czech", "3", "--positions", "no-such-file"],
            "cannot read no-such-file",
        ),
        (&["--sum", "no-such-file"], "cannot read no-such-file"),
        (&["--suite", "no-such-file"], "cannot read no-such-file"),
    ];
    for (arguments, part) in CASES {
        fails(arguments, 2, part);
    }
    fails(&["czech", "3", "--hash", "4000000000"], 1, "no memory");
    let king = ["international", "50", "--hash", "16", "--fen", "W:WK1:BK46"];
    let output = perft(&king);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stderr).contains("more than 2^128"),
        "counted until there are too many"
    );
}

#[test]
fn a_suite_is_checked_line_by_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.perft");
    let suite = "variant czech\ncount unique\nid a\nfen W:W21:B1\nsource s\nperft 1 1\n\
                 perft 2 3\nperft many\nperft 99 1\n";
    fs::write(&path, suite).expect("a file");
    let path = path.to_string_lossy();
    let output = perft(&["--suite", &path, "--threads", "2", "--full"]);
    let printed = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{printed}");
    for part in [
        "line 7: perft 2: expected 3 nodes, found 2",
        "line 8: expected `perft`, a depth in plies",
        "line 9: expected `perft`, a depth in plies",
        "1 positions, 2 counts, 3 failed",
    ] {
        assert!(printed.contains(part), "{part}: {printed}");
    }
    assert_eq!(text(&output.stderr), "kamen: 3 failed\n");
    let without = "variant czech\ncount unique\nid a\nfen W:W21:B1\n";
    fs::write(&*path, without).expect("a file");
    let output = perft(&["--suite", &path]);
    let printed = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{printed}");
    let refused = "line 3: expected a `perft` line for this position";
    assert!(printed.contains(refused), "{printed}");
    let shorter = output_of_good_lines(&path);
    assert!(shorter.contains("1 larger counts left out"), "{shorter}");
}

/// The suite without its wrong lines and with a limit that leaves one count out.
fn output_of_good_lines(path: &str) -> String {
    let suite = "variant czech\ncount unique\nid a\nfen W:W21-32:B1-12\nsource s\nperft 1 7\n\
                 perft 2 49\n";
    fs::write(path, suite).expect("a file");
    output(&["--suite", path, "--max-nodes", "48"])
}

/// A split of Frisian draughts: men and kings whose moves are counted, so that there are positions
/// which differ in nothing else.
const FRISIAN: &str = "W:W38,K47:B12,K3,K6:H0:F1:+W47=2";
const PLIES: &str = "3";
const DEPTH: &str = "4";

/// Writes the split of [`FRISIAN`] and gives the nodes at `PLIES` and `DEPTH` together.
fn split_frisian(path: &Path) -> String {
    let path = path.to_string_lossy();
    let fen = ["--fen", FRISIAN];
    let text = output(&[&["frisian", "--split", PLIES, "-o", &path], &fen[..]].concat());
    assert_eq!(text, "");
    let text = output(&[&["frisian", "7"], &fen[..]].concat());
    last(&text)[1].to_owned()
}

#[test]
fn a_split_counted_in_parts_adds_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let nodes = split_frisian(&folder.path().join("split"));
    let split = fs::read_to_string(file("split")).expect("a split");
    assert!(
        split.contains("=3"),
        "a king that has made three moves: {split}"
    );
    let (head, parts) = split.split_once('\n').expect("a head");
    let half = parts.lines().count() / 2;
    let joined = |lines: Vec<&str>| lines.join("\n") + "\n";
    let first: Vec<&str> = parts.lines().take(half).collect();
    let second: Vec<&str> = parts.lines().skip(half).collect();
    fs::write(file("1"), joined(first)).expect("a file");
    fs::write(file("2"), joined(second)).expect("a file");
    fs::write(file("head"), format!("{head}\n")).expect("a file");
    for part in ["1", "2"] {
        let done = format!("{part}.done");
        output(&[
            "frisian",
            DEPTH,
            "--positions",
            &file(part),
            "-o",
            &file(&done),
        ]);
    }
    let (head, done) = (file("head"), [file("1.done"), file("2.done")]);
    let text = output(&["--sum", &head, &done[0], &done[1]]);
    assert_eq!(text, format!("perft 7 {nodes}\n"));
    fails(&["--sum", &head, &done[0]], 1, "positions and");
    fails(
        &["--sum", &head, &done[0], &done[1], &done[0]],
        1,
        "expected each position once",
    );
    fails(
        &["--sum", &file("1")],
        2,
        "line 1: expected `<multiplicity> <nodes> <fen>`",
    );
}

#[test]
fn an_interrupted_count_goes_on_where_it_ended() {
    let folder = tempfile::tempdir().expect("a folder");
    let (split, done) = (folder.path().join("split"), folder.path().join("done"));
    let nodes = split_frisian(&split);
    let count = ["frisian", DEPTH, "--positions", &split.to_string_lossy()];
    let whole = output(&count);
    let path = done.to_string_lossy();
    for bytes in [0, 5, 200, whole.len() / 2, whole.len() - 3, whole.len()] {
        fs::write(&done, &whole[..bytes]).expect("a file");
        output(&[&count[..], &["-o", &path]].concat());
        let again = fs::read_to_string(&done).expect("counts");
        assert_eq!(again, whole, "{bytes} bytes were there");
        assert_eq!(output(&["--sum", &path]), format!("perft 7 {nodes}\n"));
    }
}

#[test]
fn what_is_no_split_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let split = folder.path().join("split");
    split_frisian(&split);
    let path = split.to_string_lossy();
    let other = ["czech", DEPTH, "--positions", &path];
    fails(
        &other,
        2,
        "line 1: expected variant=czech count=unique, found",
    );
    let paths = ["frisian", DEPTH, "--count", "paths", "--positions", &path];
    fails(
        &paths,
        2,
        "line 1: expected variant=frisian count=paths, found",
    );
    let notes = folder.path().join("notes");
    let notes_path = notes.to_string_lossy();
    for text in ["a note", "a note\nwithout an end"] {
        fs::write(&notes, text).expect("a file");
        let count = ["frisian", DEPTH, "--positions", &path, "-o", &notes_path];
        fails(
            &count,
            2,
            "line 1: expected a line `# counts`, found `a note`",
        );
        assert_eq!(fs::read_to_string(&notes).expect("a file"), text);
    }
    for (line, part) in [
        (
            "1 W:W99:B1",
            "line 1: bad position at column 4: no square 99",
        ),
        (
            "W:W40:B1",
            "line 1: expected `<multiplicity> <fen>`, found `W:W40:B1`",
        ),
        ("# split", "line 1: expected what --split writes"),
    ] {
        fs::write(&notes, format!("{line}\n")).expect("a file");
        fails(&["frisian", DEPTH, "--positions", &notes_path], 2, part);
        fs::write(&notes, line).expect("a file");
        let part = "line 1: the line has no end: the file is not whole";
        fails(&["frisian", DEPTH, "--positions", &notes_path], 2, part);
    }
    // No directory, so nothing is written, not even half of it.
    let nowhere = folder.path().join("no").join("where");
    fails(
        &["frisian", "--split", "1", "-o", &nowhere.to_string_lossy()],
        2,
        "there is no folder",
    );
}

#[test]
fn a_changed_line_is_refused_unless_its_checksum_is_removed() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let nodes = split_frisian(&folder.path().join("split"));
    let (split, done) = (file("split"), file("done"));
    let count = ["frisian", DEPTH, "--positions", &split, "-o"];
    output(&[&count[..], &[&done]].concat());
    let whole = fs::read_to_string(&done).expect("counts");
    let third: Vec<&str> = whole.lines().nth(2).expect("a count").split(' ').collect();
    let [times, nodes_there, fen, crc] = third[..] else {
        panic!("{third:?}");
    };
    let changed = whole.replace(
        &third.join(" "),
        &format!("{times} 1{nodes_there} {fen} {crc}"),
    );
    fs::write(file("changed"), &changed).expect("a file");
    let refused = format!("changed, line 3: `{crc}` is not the checksum");
    for arguments in [
        &["--sum", &file("changed")][..],
        &[
            "frisian",
            DEPTH,
            "--positions",
            &file("split"),
            "-o",
            &file("changed"),
        ],
    ] {
        fails(arguments, 2, &refused);
        fails(arguments, 2, &format!("remove `{crc}`"));
    }
    assert_eq!(
        fs::read_to_string(file("changed")).expect("a file"),
        changed
    );
    // As older versions wrote it, and in part by this one.
    for lines in [1, 5, whole.lines().count()] {
        let old = |line: &str| line.rsplit_once(' ').expect("a checksum").0.to_owned();
        let all = whole.lines().enumerate();
        let all = all.map(|(at, line)| {
            if at < lines {
                old(line)
            } else {
                line.to_owned()
            }
        });
        fs::write(file("old"), all.collect::<Vec<_>>().join("\n") + "\n").expect("a file");
        let summed = perft(&["--sum", &file("old")]);
        assert_eq!(text(&summed.stdout), format!("perft 7 {nodes}\n"));
        let warning = text(&summed.stderr);
        assert_eq!(warning.lines().count(), 1, "{warning}");
        assert!(warning.contains("no checksum, "), "{warning}");
        assert!(
            perft(&[&count[..], &[&file("old")]].concat())
                .status
                .success()
        );
    }
    fails(&["--sum", "/dev/null"], 1, "found no counts");
}

/// Many processes at a time: GNU parallel where it is installed, xargs otherwise.
#[test]
fn many_processes_count_a_split() {
    if cfg!(not(unix)) {
        println!("skipped: no shell");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let nodes = split_frisian(&folder.path().join("split.txt"));
    let version = Command::new("parallel").arg("--version").output();
    let is_gnu = version.is_ok_and(|output| text(&output.stdout).contains("GNU"));
    // As in perft/DISTRIBUTED.md.
    let script = if is_gnu {
        "parallel --pipe -N 20 -j 4 $KAMEN perft frisian 4 --positions - < split.txt > done.txt\n\
         $KAMEN perft --sum done.txt"
    } else {
        println!("GNU parallel is not installed: skipped; xargs stands in for it");
        "split -l 20 split.txt part.\n\
         ls part.* | xargs -P 4 -I{} $KAMEN perft frisian 4 --positions {} -o done.{}\n\
         $KAMEN perft --sum done.*"
    };
    let output = Command::new("sh")
        .args(["-ec", script])
        .env("KAMEN", env!("CARGO_BIN_EXE_kamen"))
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    assert_eq!(
        text(&output.stdout),
        format!("perft 7 {nodes}\n"),
        "{}",
        text(&output.stderr)
    );
}

/// The table is laid out before the first position is counted, which was in no time that was shown.
#[test]
fn the_time_of_the_first_depth_has_that_of_the_table() {
    let seconds = |more: &[&str]| {
        let text = output(&[&["czech", "1", "--json"], more].concat());
        let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        report["depths"][0]["seconds"].as_f64().expect("seconds")
    };
    let (without, with) = (seconds(&[]), seconds(&["--hash", "128"]));
    assert!(with > 0.005 && with > 3.0 * without, "{without} {with}");
}
