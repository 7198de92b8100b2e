//! The command line of the real binary: exit status, standard output and standard error.

use crate::command::{self, kamen, run};
use kamen::Variant;

/// The standard output of words that must succeed without a word on standard error.
fn output(words: &[&str]) -> String {
    command::output(kamen("").args(words))
}

/// The nodes of a perft line, which also has the depth, the seconds and the speed.
fn perft_nodes(line: &str, depth: u32) -> u64 {
    let words: Vec<&str> = line.split(' ').collect();
    assert_eq!(words.len(), 5, "{line}");
    assert_eq!(words[..2], ["perft", &depth.to_string()], "{line}");
    assert!(
        words[3..].iter().all(|w| w.parse::<f64>().is_ok()),
        "{line}"
    );
    words[2].parse().unwrap()
}

#[test]
fn perft_counts_every_depth() {
    // From the start position; the first two are published counts, see perft/suites.
    const CASES: [(&str, &[u64]); 3] = [
        ("international", &[9, 81, 658, 4265, 27117]),
        ("english", &[7, 49, 302, 1469, 7361]),
        ("czech", &[7, 49, 302, 1469]),
    ];
    for (variant, counts) in CASES {
        let text = output(&["perft", variant, &counts.len().to_string()]);
        let depths = text.lines().zip(1..);
        let found: Vec<u64> = depths
            .map(|(line, depth)| perft_nodes(line, depth))
            .collect();
        assert_eq!(found, counts, "{variant}");
    }
}

#[test]
fn divide_adds_up() {
    let text = output(&["perft", "czech", "3", "--divide", "--hub"]);
    let (moves, totals): (Vec<&str>, Vec<&str>) =
        text.lines().partition(|line| !line.starts_with("perft "));
    let count = |line: &&str| line.split_once(' ').unwrap().1.parse::<u64>().unwrap();
    assert_eq!(totals.len(), 1, "{text}");
    assert_eq!(moves.len(), 7);
    let sum: u64 = moves.iter().map(count).sum();
    assert_eq!(sum, perft_nodes(totals[0], 3));
    assert!(text.ends_with(&format!("{}\n", totals[0])), "{text}");
    assert!(
        moves.iter().any(|line| line.starts_with("21-17 ")),
        "{text}"
    );
}

#[test]
fn moves_are_written_as_hub_does_where_that_is_asked_for() {
    const CASES: [(&[&str], &[&str]); 6] = [
        (
            &["english"],
            &["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"],
        ),
        (
            &["english", "--fen", "B:W18:B14,K22"],
            &["14x23x18", "22x15x18"],
        ),
        // Captured squares ascend, whatever the order on the way.
        (
            &["international", "--fen", "W:W32,33:B28,19,18,7,8"],
            &["33x11x7x8x18x28"],
        ),
        // A king must take before a man may.
        (&["czech", "--fen", "W:Wc3,Ka1:Bd4,b2"], &["22x15x18"]),
        (&["international", "--fen", "W:W46:B37,41"], &[]),
        (&["international", "--fen", "B:WK1:B"], &[]),
    ];
    for (arguments, expected) in CASES {
        let text = output(&[&["moves", "--hub"], arguments].concat());
        let mut found: Vec<&str> = text.lines().collect();
        found.sort_unstable();
        let mut expected = expected.to_vec();
        expected.sort_unstable();
        assert_eq!(found, expected, "{arguments:?}");
        for capture in found.iter().filter(|m| m.contains('x')) {
            let squares = capture.split('x').skip(2).map(|s| s.parse::<u8>().unwrap());
            assert!(squares.is_sorted(), "{capture}");
        }
    }
}

#[test]
fn captures_are_written_as_pdn_does_with_letters_where_it_is_the_custom() {
    let position = ["--fen", "W:W22:B18,11"];
    for (arguments, expected) in [
        (&["czech"][..], "c3xg7"),
        (&["czech", "--numbers"], "22x8"),
        (&["english"], "22x8"),
        (&["english", "--letters"], "c3xg7"),
        (&["czech", "--hub"], "22x8x11x18"),
        (&["czech", "--hub", "--numbers"], "22x8x11x18"),
        (&["czech", "--hub", "--letters"], "c3xg7xf6xd4"),
        (&["english", "--hub"], "22x8x11x18"),
    ] {
        let found = output(&[&["moves"], arguments, &position].concat());
        assert_eq!(found, format!("{expected}\n"), "{arguments:?}");
        let (variant, notation) = arguments.split_first().unwrap();
        let divide = ["perft", variant, "1", "--divide"];
        let divide = output(&[&divide, notation, &position].concat());
        assert!(divide.starts_with(&format!("{expected} 1\n")), "{divide}");
    }
    // Two kings' captures with the same ends, but other victims: all stops.
    let text = output(&["moves", "international", "--fen", "W:WK47:B14,19,22,29,42"]);
    let squares = ["27", "31", "36"];
    let ways = ["47x38x20x9x", "47x38x24x13x"];
    let mut expected: Vec<String> = (ways.iter())
        .flat_map(|way| squares.map(|to| format!("{way}{to}")))
        .collect();
    expected.sort();
    let mut found: Vec<&str> = text.lines().collect();
    found.sort_unstable();
    assert_eq!(found, expected);
    let thai = output(&["moves", "thai", "--fen", "B:BK3:W7"]);
    assert_eq!(thai, "3-10\n");
    let json = output(&[&["moves", "czech", "--json"], &position[..]].concat());
    assert_eq!(
        json,
        "{\"move\":\"22x8x11x18\",\"pdn\":\"c3xg7\",\"letters\":\"c3xg7xf6xd4\",\"from\":\"22\",\"to\":\"8\",\
         \"captured\":[\"11\",\"18\"],\"crowns\":false}\n"
    );
}

#[test]
fn variants_are_listed_with_their_hub_names() {
    let text = output(&["variants"]);
    let mut names = Vec::new();
    for line in text.lines().skip(1) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let boards = ["8x8", "10x8", "10x10", "12x12"];
        assert!(words.iter().any(|word| boards.contains(word)), "{line}");
        names.push(words[0]);
    }
    let all: Vec<&str> = Variant::ALL.map(|v| v.name()).to_vec();
    assert_eq!(names, all);
    assert!(text.contains(" normal\n"), "{text}");
    assert!(text.lines().all(|line| line.len() <= 100), "{text}");
}

#[test]
fn one_variant_is_told_with_its_drawing_rules() {
    let text = output(&["variants", "frisian"]);
    for line in [
        "variant      frisian\n",
        "board        10x10\n",
        "Hub          frisian\n",
        "PDN          GameType 40\n",
        "draw after   3 occurrences of a position\n",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
}

#[test]
fn the_variant_and_the_position_come_first_or_as_options() {
    let expected = output(&["moves", "russian", "W:Wc3:Bd4"]);
    let older = ["moves", "--fen", "W:Wc3:Bd4", "--variant", "russian"];
    assert_eq!(output(&older), expected);
    assert_eq!(
        output(&["perft", "russian", "1", "W:Wc3:Bd4", "--json"])
            .matches("\"nodes\":1")
            .count(),
        1
    );
}

/// The objects of a command with `--json`, one a line.
fn objects(arguments: &[&str]) -> Vec<serde_json::Value> {
    let text = output(&[arguments, &["--json"]].concat());
    let lines = text.lines().map(serde_json::from_str);
    lines.map(|line| line.expect("a line of JSON")).collect()
}

#[test]
fn variants_are_objects_too() {
    let variants = objects(&["variants"]);
    assert_eq!(variants.len(), kamen::rules::Variant::ALL.len());
    let czech = variants.iter().find(|one| one["variant"] == "czech");
    let expected = serde_json::json!({
        "variant": "czech", "hub_names": ["czech"], "width": 8, "height": 8, "squares": "a1-h8",
        "first": "white", "men": 12, "long_king": true, "men_capture_backward": false,
        "choice": "king first", "pdn_game_type": 29,
    });
    for (name, value) in expected.as_object().unwrap() {
        assert_eq!(&czech.unwrap()[name], value, "{name}");
    }
    let of = |name: &str| variants.iter().find(|one| one["variant"] == name).unwrap();
    assert_eq!(of("frisian")["first"], "white");
    assert_eq!(of("english")["first"], "black");
    assert_eq!(of("international")["repetitions"], 3);
}

#[test]
fn bench_as_objects_has_the_same_nodes() {
    let events = objects(&["bench", "--depth", "3"]);
    let (last, positions) = events.split_last().unwrap();
    assert!(positions.iter().all(|one| one["event"] == "position"));
    let nodes = positions.iter().map(|one| one["nodes"].as_u64().unwrap());
    assert_eq!(last["event"], "bench");
    assert_eq!(last["nodes"], nodes.sum::<u64>());
    let text = output(&["bench", "--depth", "3"]);
    let sums = format!("\nBench: {} nodes ", last["nodes"]);
    assert!(text.contains(&sums), "{text}");
}

#[test]
fn bench_compares_the_trees_of_minimax() {
    let folder = tempfile::tempdir().unwrap();
    let svg = folder.path().join("tree.svg");
    let arguments = ["bench", "--tree", "czech", "--depth", "5", "--svg"];
    let with_svg = [&arguments[..], &[svg.to_str().unwrap()]].concat();
    let events = objects(&with_svg);
    let nodes = |depth: u64, search: &str| {
        let mut found = events.iter();
        let found = found.find(|one| one["depth"] == depth && one["search"] == search);
        found.unwrap()["nodes"].as_u64().unwrap()
    };
    for depth in 4..=5 {
        let [plain, alpha_beta] = ["plain", "alpha-beta"].map(|search| nodes(depth, search));
        let sorted = nodes(depth, "alpha-beta, sorted");
        assert!(plain > alpha_beta && alpha_beta > sorted, "{depth}");
    }
    assert_eq!(nodes(5, "plain"), 7 + 49 + 302 + 1469 + 7361);
    let text = output(&["bench", "--tree", "czech", "--depth", "5"]);
    assert_eq!(text.lines().count(), 2 + events.len(), "{text}");
    let drawn = std::fs::read_to_string(svg).unwrap();
    assert!(drawn.starts_with("<svg") && drawn.contains("alpha-beta, sorted"));
}

#[test]
fn bench_is_the_same_every_time() {
    let nodes = || {
        let text = output(&["bench", "--depth", "5"]);
        let last = text.lines().last().unwrap_or_default().to_owned();
        let words: Vec<&str> = last.split(' ').collect();
        assert!(
            matches!(words[..], ["Bench:", nodes, "nodes", speed, "nps"]
                if nodes.parse::<u64>().is_ok_and(|n| n > 1000) && speed.parse::<u64>().is_ok()),
            "{last}"
        );
        words[1].to_owned()
    };
    assert_eq!(nodes(), nodes());
}

#[test]
fn bad_arguments_are_explained() {
    const CASES: &[(&[&str], &str)] = &[
        (&["perft"], "<VARIANT>"),
        (&["perft", "czech"], "<DEPTH>"),
        (
            &["perft", "chess", "3"],
            "[possible values: international, losing, killer",
        ),
        (&["perft", "czceh", "3"], "a similar value exists: 'czech'"),
        (&["perft", "czech", "0"], "from 1 to 60"),
        (&["perft", "czech", "61"], "from 1 to 60"),
        (&["perft", "czech", "deep"], "'deep'"),
        (&["perft", "czech", "3", "--hub"], "the moves of --divide"),
        (&["moves", "czech", "--fen", "W:Wa9"], "expected 1 to 32"),
        (
            &["moves", "czech", "--fen", "W:W1:B5"],
            "expected a king there",
        ),
        (
            &["moves", "english", "--fen", "W:W:B"],
            "expected at least one",
        ),
        (&["moves", "english", "--fen", "rubbish"], "expected"),
        (&["bench", "--depth", "0"], "1..=60"),
        (&["bench", "--tree", "chess"], "'chess'"),
        (
            &["bench", "--tree", "czech", "--depth", "31"],
            "31 is not in 1..=30",
        ),
        (
            &["bench", "--tree", "czech", "--tt-size", "20"],
            "cannot be used with",
        ),
        (
            &["bench", "--tree", "czech", "--weights", "x"],
            "cannot be used with",
        ),
        (&["bench", "--svg", "tree.svg"], "--leaves <LEAVES>"),
        (&["bench", "--leaves", "3 x"], "bad leaf 'x'"),
        (&["bench", "--leaves", "3 /"], "a branch without a leaf"),
        (&["bench", "--leaves", "3", "--depth", "2"], "--depth"),
        (
            &["bench", "--tree", "czech", "--svg", "no/such/folder.svg"],
            "there is no folder no/such",
        ),
        (&["chess"], "unrecognized subcommand 'chess'"),
        (&["--loud"], "unexpected argument '--loud'"),
    ];
    for &(arguments, expected) in CASES {
        let (status, out, errors) = run(kamen("").args(arguments));
        assert_eq!(status, Some(2), "{arguments:?}: {errors}");
        assert!(errors.contains(expected), "{arguments:?}: {errors}");
        assert!(out.is_empty(), "{arguments:?}");
    }
}

#[test]
fn help_has_an_example_of_each_command() {
    for command in [
        "hub", "perft", "moves", "pdn", "variants", "bench", "selfplay", "trees",
    ] {
        let text = output(&[command, "--help"]);
        assert!(text.contains("Example"), "{command}");
    }
    assert!(output(&["--version"]).starts_with("kamen "));
}
