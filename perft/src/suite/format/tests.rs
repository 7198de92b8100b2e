use super::*;

const HEAD: &str = "variant czech\ncount unique\n";

#[test]
fn a_whole_suite_is_read() {
    let text = "# text\n\n variant czech\r\ncount paths\n\nid start\nfen W:W9:B1\n\
                source a + b\nperft 1 7\nperft  20   40000000000000000000\n\
                source c\nperft 3 9\nid k\nfen B:W9:B1\nperft 1 1";
    let count = |depth, nodes, source: &str, line| Count {
        depth,
        nodes,
        source: source.to_owned(),
        line,
    };
    let start = Entry {
        id: "start".to_owned(),
        fen: "W:W9:B1".to_owned(),
        line: 6,
        counts: vec![
            count(1, 7, "a + b", 9),
            count(20, 40_000_000_000_000_000_000, "a + b", 10),
            count(3, 9, "c", 12),
        ],
    };
    let known = Entry {
        id: "k".to_owned(),
        fen: "B:W9:B1".to_owned(),
        line: 13,
        counts: vec![count(1, 1, "c", 15)],
    };
    let suite = Suite {
        variant: "czech".to_owned(),
        counting: Counting::Paths,
        positions: vec![start, known],
    };
    assert_eq!(Suite::parse(text), (suite, vec![]));
}

#[test]
fn a_whole_move_suite_is_read() {
    let text = "variant x\nid r\nfen B:W9:B1\nsensitive a b\nmoves 1-5  1-6\n";
    let words = |list: [&str; 2]| list.map(str::to_owned).to_vec();
    let entry = MoveEntry {
        id: "r".to_owned(),
        fen: "B:W9:B1".to_owned(),
        sensitive: words(["a", "b"]),
        moves: words(["1-5", "1-6"]),
        line: 2,
    };
    let suite = MoveSuite {
        variant: "x".to_owned(),
        positions: vec![entry],
    };
    assert_eq!(MoveSuite::parse(text), (suite, vec![]));
}

/// Text after `HEAD`, errors as (line, expected), number of counts still parsed.
type Broken = (&'static str, &'static [(usize, &'static str)], usize);

const BROKEN: &[Broken] = &[
    ("", &[], 0),
    ("perft 1 7", &[(3, "an `id` line before this one")], 0),
    ("variant b", &[(3, "this keyword only once")], 0),
    ("count paths", &[(3, "this keyword only once")], 0),
    (
        "moves 1-5",
        &[(
            3,
            "`variant`, `count`, `id`, `fen`, `source`, `perft` or `#`",
        )],
        0,
    ),
    (
        "id a\nsource s\nperft 1 1",
        &[(3, "a `fen` line for this position")],
        0,
    ),
    (
        "id a\nfen\nfen F\nsource s\nperft 1 1",
        &[(4, "a value after the keyword")],
        1,
    ),
    (
        "id a\nfen F\nfen G\nsource s\nperft 1 1",
        &[(5, "this keyword only once")],
        1,
    ),
    (
        "id a\nfen F\nperft 1 1",
        &[
            (3, "a `perft` line for this position"),
            (5, "a `source` line before this count"),
        ],
        0,
    ),
    (
        "id a\nfen F\nid b\nfen G\nsource s\nperft 1 1",
        &[(3, "a `perft` line for this position")],
        1,
    ),
    (
        "id a\nfen F\nsource s\nperft 1 1\nsource\nperft 2 2",
        &[
            (7, "a name after `source`"),
            (8, "a `source` line before this count"),
        ],
        1,
    ),
    (
        "id a\nfen F\nsource s\nperft 1\nperft x 1\nperft 2 -2\nperft 2 2 2\nperft 3 3",
        &[
            (6, "`perft`, a depth in plies and a number of nodes"),
            (7, "`perft`, a depth in plies and a number of nodes"),
            (8, "`perft`, a depth in plies and a number of nodes"),
            (9, "`perft`, a depth in plies and a number of nodes"),
        ],
        1,
    ),
    (
        "source s\nid a\nfen F\nperft 1 1\nid a\nfen G\nperft 2 2\nid\nfen H\nperft 3 3",
        &[
            (7, "an id that no other position has"),
            (10, "a name after `id`"),
        ],
        3,
    ),
];

#[test]
fn a_broken_line_is_reported_and_the_rest_is_read() {
    for (text, expected, counts) in BROKEN {
        let (suite, errors) = Suite::parse(&format!("{HEAD}{text}"));
        let errors: Vec<_> = errors.iter().map(|e| (e.line, e.expected)).collect();
        assert_eq!(errors, *expected, "{text}");
        let read: usize = suite.positions.iter().map(|entry| entry.counts.len()).sum();
        assert_eq!(read, *counts, "{text}");
    }
    let count = "source s\nperft 1 1";
    let text = format!("id a\nfen F\n{count}\nid a\nfen G\n{count}\nid\nfen H\n{count}\nid x");
    let (suite, _) = Suite::parse(&text);
    let ids: Vec<&str> = suite
        .positions
        .iter()
        .map(|entry| entry.id.as_str())
        .collect();
    assert_eq!(ids, ["a", "line-5", "line-9"]);
}

#[test]
fn a_file_names_its_variant_and_its_way_of_counting() {
    let messages = |errors: Vec<SuiteError>| -> Vec<String> {
        errors.iter().map(ToString::to_string).collect()
    };
    let no_variant = "expected a `variant` line, found `end of file`";
    let no_count = "expected a `count unique` or `count paths` line, found `end of file`";
    assert_eq!(
        messages(Suite::parse("count both").1),
        [
            "line 1: expected `count unique` or `count paths`, found `count both`".to_owned(),
            format!("line 2: {no_count}"),
            format!("line 2: {no_variant}"),
        ]
    );
    assert_eq!(
        messages(MoveSuite::parse("").1),
        [format!("line 1: {no_variant}")]
    );
}

#[test]
fn a_position_without_moves_is_dropped() {
    let text = "variant x\nid a\nfen F\nmoves\nid b\nmoves 1-5\nperft 1 1\nid c\nfen G\nmoves 1-5";
    let (suite, errors) = MoveSuite::parse(text);
    let errors: Vec<_> = errors.iter().map(|e| (e.line, e.expected)).collect();
    assert_eq!(
        errors,
        [
            (2, "a `moves` line for this position"),
            (4, "words after the keyword"),
            (5, "a `fen` line for this position"),
            (7, "`variant`, `id`, `fen`, `sensitive`, `moves` or `#`"),
        ]
    );
    assert_eq!(suite.positions.len(), 1);
    assert_eq!(suite.positions[0].id, "c");
}
