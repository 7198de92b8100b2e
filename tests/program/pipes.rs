//! Output that nobody reads any more: every command ends quietly.

use crate::command::kamen;
use std::fs;
use std::io::pipe;
use std::path::Path;

/// Commands that write much or little to standard output or standard error, and whether they have something to
/// complain of.
const COMMANDS: &[(&str, bool)] = &[
    ("", false),
    ("hub", false),
    ("--help", false),
    ("variants", false),
    ("moves czech", false),
    ("moves czech --fen rubbish", true),
    ("eval czech --nodes 100", false),
    ("perft czech 3 --divide", false),
    ("perft czech 2 --json", false),
    ("perft killer --split 3", false),
    ("perft --sum sum.txt", false),
    ("perft --suite bad.perft", true),
    ("bench --depth 1", false),
    ("bench --suite bad.txt --nodes 10", true),
    ("pdn check bad.pdn", true),
    ("pdn check missing.pdn", true),
    (
        "match czech --engine random --engine random --games 4",
        false,
    ),
    ("selfplay czech --games 1 --nodes 50 --out new.games", false),
    ("dxp --listen 203.0.113.1:1", true),
    ("no-such-command", true),
];

fn prepare(folder: &Path) {
    let faults = "[GameType \"29\"] 1. c3-d4 1. c3-c4 *\n".repeat(500);
    let files = [
        ("bad.pdn", faults),
        ("bad.txt", "nonsense\n".repeat(500)),
        ("bad.perft", "nonsense\n".repeat(500)),
        ("sum.txt", "1 10 A\n".to_owned()),
    ];
    for (name, text) in files {
        fs::write(folder.join(name), text).unwrap();
    }
}

#[test]
fn commands_end_quietly_when_nobody_reads() {
    for &(words, complains) in COMMANDS {
        for (out_is_closed, errors_are_closed) in [(true, true), (true, false), (false, true)] {
            let folder = tempfile::tempdir().unwrap();
            prepare(folder.path());
            let mut command = kamen(words);
            command.current_dir(folder.path());
            let closed = || {
                let (reader, writer) = pipe().unwrap();
                drop(reader);
                writer
            };
            if out_is_closed {
                command.stdout(closed());
            }
            if errors_are_closed {
                command.stderr(closed());
            }
            let output = command.output().unwrap();
            let errors = String::from_utf8_lossy(&output.stderr);
            let which = format!("{words}, closed: {out_is_closed} {errors_are_closed}: {errors}");
            let status = output.status.code();
            if complains {
                assert!(matches!(status, Some(0..=2)), "{which}: {status:?}");
            } else {
                assert_eq!(status, Some(0), "{which}");
                assert!(!errors.contains("rror"), "{which}");
            }
        }
    }
}
