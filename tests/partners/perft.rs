//! `kamen perft --against` and partners that are right, wrong or broken.
//!
//! The partner is this very program, called as `partner VARIANT FAULT`: the naive generator with a
//! rule broken.

use crate::bounds::left_behind;
use crate::text;
use kamen_naive::{Fault, Naive};
use libtest_mimic::{Failed, Trial};
use std::io::{self, Write};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// All tests of this file.
pub fn trials() -> Vec<Trial> {
    let named = |name: &str, test: fn() -> Result<(), Failed>| Trial::test(name, test);
    let mut trials = vec![
        named("a_right_partner_agrees", right_partner),
        named("a_move_that_is_made_otherwise_is_found", made_otherwise),
        named("a_difference_is_one_json_object", json),
        named("a_broken_partner_is_an_error_that_says_so", broken_partners),
        named("a_partner_that_hangs_is_ended", hanging_partner),
        named("what_a_partner_has_started_ends_with_it", orphan_of_partner),
    ];
    trials.extend(PLANTED.iter().map(|planted| {
        let name = format!("planted_fault_is_found_{}", planted.fault);
        Trial::test(name, || planted.check())
    }));
    trials
}

/// Answers as `perft/AGAINST.md` asks for, with broken rules; `none` is no fault.
pub fn answer(variant: &str, fault: &str) -> io::Result<()> {
    let naive = rules(variant, fault);
    let mut out = io::stdout();
    for line in io::stdin().lines() {
        let line = line?;
        let (fen, depth) = line.split_once(' ').expect("a position and a depth");
        let depth: usize = depth.parse().expect("a depth");
        let position = naive.parse_fen(fen).expect("a position");
        for m in naive.legal_moves(&position) {
            let nodes = naive.perft(&naive.play(&position, &m), depth - 1);
            writeln!(out, "{} {nodes}", m.hub())?;
        }
        writeln!(out)?;
        out.flush()?;
    }
    Ok(())
}

fn rules(variant: &str, fault: &str) -> Naive {
    let naive = Naive::new(variant).expect("a variant");
    match fault {
        "none" => naive,
        fault => naive.with(Fault::by_name(fault).expect("a fault")),
    }
}

/// The command that starts the naive partner.
fn partner(variant: &str, fault: &str) -> String {
    let program = std::env::current_exe().expect("this program");
    format!("'{}' partner {variant} {fault}", program.display())
}

/// `kamen perft VARIANT DEPTH --against COMMAND` with more arguments.
fn against(variant: &str, depth: u32, command: &str, more: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kamen"))
        .args(["perft", variant, &depth.to_string()])
        .args(["--against", command])
        .args(more)
        .env_remove("RUST_LOG")
        .stdin(Stdio::null())
        .output()
        .expect("kamen runs")
}

/// A planted fault, the root of the search for it, the depth at which it must be found, and what is
/// printed about it: the way to the position, and the moves that one side alone has.
struct Planted {
    fault: &'static str,
    variant: &'static str,
    fen: &'static str,
    depth: u32,
    after: &'static str,
    only_ours: &'static str,
    only_theirs: &'static str,
}

/// Roots are three plies before a position of a random game in which the fault shows. It may show
/// earlier. Where both sides have equally many moves, it is seen a ply later.
const PLANTED: &[Planted] = &[
    Planted {
        fault: "free-choice",
        variant: "international",
        fen: "W:W19,29,32,36,37,41,45:B21,26",
        depth: 4,
        after: "37-31 26x46x31x41 45-40",
        only_ours: "",
        only_theirs: "46x10x19x32 46x14x19x32 46x5x19x32",
    },
    Planted {
        fault: "no-capture-backward",
        variant: "international",
        fen: "W:W28,36,40,41,45:B16,17,29",
        depth: 4,
        after: "28-23",
        only_ours: "29x18x23",
        only_theirs: "16-21 17-21 17-22 29-33 29-34",
    },
    Planted {
        fault: "no-promotion-in-passing",
        variant: "russian",
        fen: "W:W16,23,29:B1,3,8,9,10,21",
        depth: 4,
        after: "29-25",
        only_ours: "21x12x16x23x25",
        only_theirs: "21x30x25",
    },
    Planted {
        fault: "short-king",
        variant: "czech",
        fen: "B:WK10,20,21,25,28,30,32:B11,16,23",
        depth: 4,
        after: "16-19",
        only_ours: "10x24x19",
        only_theirs: "10-14 10-15 10-6 10-7 20-16 21-17 25-22 28-24 30-26 32-27",
    },
    Planted {
        fault: "removed-at-once",
        variant: "brazilian",
        fen: "B:WK28:B8,20,26",
        depth: 6,
        after: "8-11 28-19 11-16",
        only_ours: "19x12x16 19x30x26",
        only_theirs: "19x12x16x26 19x30x16x26",
    },
];

impl Planted {
    fn check(&self) -> Result<(), Failed> {
        let command = partner(self.variant, self.fault);
        let output = against(self.variant, self.depth, &command, &["--fen", self.fen]);
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{errors}");
        assert!(errors.contains("differs"), "{errors}");
        let printed = text(&output.stdout);
        let value = |key: &str| -> &str {
            let line = printed.lines().find(|line| line.starts_with(key));
            let line = line.unwrap_or_else(|| panic!("no `{key}` in {printed}"));
            line.rsplit_once(": ")
                .or(line.split_once(key))
                .map_or("", |pair| pair.1.trim())
        };
        self.check_lists(&printed)?;
        let found = [
            value("differ after"),
            value("only ours"),
            value("only theirs"),
        ];
        assert_eq!(
            found,
            [self.after, self.only_ours, self.only_theirs],
            "{printed}"
        );
        Ok(())
    }

    /// Both lists are what the naive generator has in the printed position, with and without the
    /// fault.
    fn check_lists(&self, printed: &str) -> Result<(), Failed> {
        let line = |key: &str| printed.lines().find_map(|line| line.strip_prefix(key));
        let fen = line("position ").ok_or("no position")?;
        for (key, fault) in [("ours ", "none"), ("theirs ", self.fault)] {
            let naive = rules(self.variant, fault);
            let position = naive.parse_fen(fen).ok_or("an illegal position")?;
            let mut wanted: Vec<String> = naive
                .legal_moves(&position)
                .iter()
                .map(|m| m.hub())
                .collect();
            wanted.sort();
            let wanted = format!("({}): {}", wanted.len(), wanted.join(" "));
            assert_eq!(line(key), Some(wanted.as_str()), "{printed}");
        }
        Ok(())
    }
}

fn right_partner() -> Result<(), Failed> {
    for (variant, depth) in [
        ("international", 4),
        ("turkish", 3),
        ("thai", 4),
        ("frisian", 3),
    ] {
        let output = against(
            variant,
            depth,
            &partner(variant, "none"),
            &["--threads", "2"],
        );
        assert_eq!(text(&output.stderr), "", "{variant}");
        assert_eq!(output.status.code(), Some(0), "{variant}");
        let printed = text(&output.stdout);
        assert_eq!(printed.lines().count(), depth as usize, "{printed}");
        assert!(
            printed.lines().all(|line| line.starts_with("agree ")),
            "{printed}"
        );
    }
    Ok(())
}

/// The partner lists the right moves everywhere, but the man that it moves to the last row stays a
/// man.
fn made_otherwise() -> Result<(), Failed> {
    let fen = ["--fen", "W:W12:B39"];
    let command = partner("international", "not-crowned");
    let output = against("international", 6, &command, &fen);
    assert_eq!(output.status.code(), Some(1));
    let printed = text(&output.stdout);
    for part in [
        "differ after 12-7 39-43\n",
        "position W:W7:B43\n",
        "the partner makes the move 7-1 differently: it counts 0 after it, and 18 for the position",
        "position after it B:WK1:B43\n",
    ] {
        assert!(printed.contains(part), "{part} in {printed}");
    }
    Ok(())
}

fn json() -> Result<(), Failed> {
    let planted = &PLANTED[4];
    let command = partner(planted.variant, planted.fault);
    let more = ["--fen", planted.fen, "--json"];
    let output = against(planted.variant, planted.depth, &command, &more);
    assert_eq!(output.status.code(), Some(1));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    assert!(
        report["agreed"]
            .as_array()
            .is_some_and(|agreed| !agreed.is_empty())
    );
    let lists = &report["difference"]["kind"]["moves"];
    assert!(
        lists["ours"].is_object() && lists["ours"] != lists["theirs"],
        "{report}"
    );
    Ok(())
}

/// Partners that are started as a command, the exit status, and what is said of them.
const BROKEN: &[(&str, i32, &str)] = &[
    ("", 2, "cannot read the command"),
    ("one 'two", 2, "cannot read the command"),
    (
        "no-such-program-at-all",
        2,
        "cannot start `no-such-program-at-all`",
    ),
    (
        "sh -c 'exit 3'",
        1,
        "the partner ended (exit status: 3) instead of answering `W:W",
    ),
    (
        "sh -c 'read a; echo 22-17 1'",
        1,
        "the partner ended (exit status: 0)",
    ),
    ("cat", 1, "with `W:W21,22"),
    (
        "sh -c 'read a; echo error: no such thing'",
        1,
        "with `error: no such thing`",
    ),
    ("sh -c 'read a; echo 22-17'", 1, "expected `<move> <nodes>`"),
    ("sh -c 'read a; echo 22-33 1'", 1, "numbers up to 32"),
    ("sh -c 'read a; echo c3-d4 1'", 1, "numbers up to 32"),
    ("yes 22-17 1", 1, "an empty line after"),
    ("head -c 10000000 /dev/zero", 1, "expected `<move> <nodes>`"),
];

fn broken_partners() -> Result<(), Failed> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    for (command, status, part) in BROKEN {
        let output = against("czech", 3, command, &[]);
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(*status), "{command}: {errors}");
        assert!(errors.contains(part), "{command}: {errors}");
        assert_eq!(errors.lines().count(), 1, "{command}: {errors}");
    }
    Ok(())
}

/// A partner that ends is told at once, though what it has started holds its output; and that is ended, too.
fn orphan_of_partner() -> Result<(), Failed> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    let marker = format!("603.{}", std::process::id());
    let begun = Instant::now();
    let command = format!("sh -c 'read a; sleep {marker} & exit 3'");
    let output = against("czech", 3, &command, &["--timeout", "30"]);
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(
        errors.contains("the partner ended (exit status: 3)"),
        "{errors}"
    );
    assert!(begun.elapsed() < Duration::from_secs(20), "{errors}");
    assert_eq!(left_behind(&marker), None);
    Ok(())
}

fn hanging_partner() -> Result<(), Failed> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    for command in ["sleep 600", "sh -c 'read a; echo 22-17 1; exec sleep 600'"] {
        let begun = Instant::now();
        let output = against("czech", 3, command, &["--timeout", "1"]);
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{command}: {errors}");
        assert!(errors.contains("did not answer `W:W21,22"), "{errors}");
        assert!(errors.contains("within 1 s"), "{errors}");
        assert!(begun.elapsed() < Duration::from_secs(60), "{command}");
    }
    Ok(())
}
