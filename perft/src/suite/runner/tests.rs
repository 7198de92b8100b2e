use super::*;

const HEAD: &str = "variant czech\ncount unique\n";

/// Text after `HEAD`, and the messages expected of file and engine.
const FAILING: &[(&str, &[&str])] = &[
    ("id a\nfen W:W21:B1\nsource s\nperft 1 1\nperft 2 2", &[]),
    (
        "id a\nfen W:W21:B1\nsource s\nperft 1 2\nperft 2 2\nperft 2 0",
        &[
            "line 6: perft 1: expected 2 nodes, found 1",
            "line 8: perft 2: expected 0 nodes, found 2",
        ],
    ),
    (
        "id a\nfen W:W21:B33\nsource s\nperft 1 1",
        &["line 3: bad position at column 8: no square 33"],
    ),
    (
        "id a\nfen W:W21:B1\nperft 1 1\nid b\nfen W:W21:B1\nsource s\nperft 1 1",
        &[
            "line 3: expected a `perft` line for this position",
            "line 5: expected a `source` line before this count",
        ],
    ),
];

fn messages(name: &str, text: &str) -> Vec<String> {
    let loaded = load(name, text);
    let run = loaded
        .jobs
        .iter()
        .flat_map(|job| job.run(&Options::default()).failures);
    let all = loaded.broken.iter().cloned().chain(run);
    all.map(|failure| failure.to_string()).collect()
}

fn assert_messages(text: &str, found: &[String], expected: &[&str]) {
    assert_eq!(found.len(), expected.len(), "{text}: {found:?}");
    for (message, part) in found.iter().zip(expected) {
        assert!(message.contains(part), "{text}: {message}");
    }
}

#[test]
fn failures_say_where_and_what() {
    for (text, expected) in FAILING {
        assert_messages(text, &messages("x", &format!("{HEAD}{text}")), expected);
    }
}

#[test]
fn a_whole_file_is_left_out_if_it_cannot_be_meant() {
    let position = "id a\nfen W:W21:B1\nsource s\nperft 1 9";
    let cases = [
        (
            "# x\nvariant chess\ncount unique",
            "line 2: unknown variant 'chess', expected",
        ),
        ("count unique", "expected a `variant` line"),
    ];
    for (head, message) in cases {
        let text = format!("{head}\n{position}");
        assert_messages(&text, &messages("x", &text), &[message]);
    }
}

#[test]
fn move_lists_are_compared_both_ways() {
    let fen = "variant czech\nid a\nfen W:W21,32:B1\n";
    let cases: [(&str, &[&str]); 3] = [
        ("moves 32-27 32-28 21-17", &[]),
        (
            "moves 21-17 32-27 32-27",
            &["line 2: moves: missing [32-27], not expected [32-28]"],
        ),
        ("moves 32-27", &["missing [], not expected [21-17 32-28]"]),
    ];
    for (moves, expected) in cases {
        let text = format!("{fen}{moves}");
        assert_messages(&text, &messages("a.moves", &text), expected);
    }
}

#[test]
fn large_counts_are_skipped() {
    let text = format!("{HEAD}id a\nfen W:W21-32:B1-12\nsource s\nperft 2 49\nperft 9 3963671");
    let outcome = load("x", &text).jobs[0].run(&Options {
        max_nodes: Some(49),
        ..Options::default()
    });
    assert_eq!((outcome.counts, outcome.skipped), (1, 1));
    assert_eq!((outcome.depth, outcome.nodes), (2, 49));
}

/// A man that can capture four men around a square, clockwise or anticlockwise.
const ROUND: &str = "fen W:W38:B22,23,32,33\nsource counted by hand\n";

#[test]
fn paths_count_where_the_suite_says_so() {
    for (count, nodes) in [("unique", 1), ("paths", 2)] {
        let text = format!("variant international\ncount {count}\nid a\n{ROUND}perft 1 {nodes}");
        assert_messages(&text, &messages("x", &text), &[]);
    }
}

#[test]
fn moves_may_be_written_with_letters() {
    let text = "variant turkish\nid a\nfen W:Wa3,Kh1:Bb3,d3\nmoves a3xe3xb3xd3\n";
    assert_messages(text, &messages("a.moves", text), &[]);
    let text = text.replace("a3xe3xb3xd3", "a3xc3xb3");
    let expected = ["missing [a3xc3xb3], not expected [41x45x42x44]"];
    assert_messages(&text, &messages("a.moves", &text), &expected);
}
