//! `kamen pdn find`, `index` and `tree`.

use crate::command::{fail, interrupt, kamen_in, output, run, succeed};
use serde_json::Value;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// Three games that meet after four plies, one that does not, one with a fault, an ending, and one of another variant.
const GAMES: &str = "\
[White \"Novák, Jan\"] [Black \"Lee\"] [Date \"1998.05.01\"] [WhiteRating \"2000\"] [GameType \"29\"]
1. c3-d4 d6-c5 2. b2-c3 f6-g5 3. c3-b4 g5-h4 2-0

[White \"Ann\"] [Black \"Bert\"] [Date \"2005.??.??\"] [WhiteElo \"2200\"] [BlackElo \"1800\"] [GameType \"29\"]
1. c3-d4 f6-g5 2. b2-c3 d6-c5 1-1
[GameType \"29\"] 1. c3-d4 f6-g5 2. d4-e5 *  [GameType \"29\"] [Black \"novák\"] 1. c3-d4 f6-g5 2. b2-c3 d6-c5 3. a1-b2 0-2
[GameType \"29\"] 1. c3-d4 f6-g5 2. c1-d8 *
[GameType \"29\"] [FEN \"W:WKa3:BKh6,Kc7\"] 1. a3-b4 h6-g7 2. b4-a3 g7-h6 3. a3-b4 h6-g7 1-1
[GameType \"21\"] [White \"Wyllie\"] 1. 11-15 23-19 2. 8-11 22-17 3. 4-8 *
";
const AFTER: &str = "c3-d4 d6-c5 b2-c3 f6-g5";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.pdn"), GAMES).unwrap();
    folder
}

fn words<'a>(command: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    ["pdn"]
        .into_iter()
        .chain(command.split(' '))
        .chain(more.iter().copied())
        .collect()
}

fn printed(folder: &Path, command: &str, more: &[&str]) -> String {
    output(&mut kamen_in(folder, &words(command, more)))
}

fn refused(folder: &Path, command: &str, more: &[&str], status: i32) -> String {
    fail(&mut kamen_in(folder, &words(command, more)), status)
}

/// The games and plies of a list.
fn places(list: &str) -> Vec<String> {
    let lines = list
        .lines()
        .filter_map(|line| line.strip_prefix("games.pdn: game "));
    lines
        .map(|line| line.split(": ").next().unwrap().to_owned())
        .collect()
}

#[test]
fn games_are_found_by_position_pattern_and_material() {
    let folder = folder();
    let twin = "B:Wa3,b2,d2,d4,e3,f4,g1,g3,h2,h4:Bb4,d6";
    assert!(
        refused(folder.path(), "find games.pdn", &["--fen", twin], 1)
            .contains("no game found among 7 games, 1 of them left out for faults")
    );
    let cases: &[(&[&str], &[&str])] = &[
        (&["--after", AFTER], &["1, ply 4", "2, ply 4", "4, ply 4"]),
        (
            &["--after", AFTER, "--player", "NOVÁK"],
            &["1, ply 4", "4, ply 4"],
        ),
        (&["--after", AFTER, "--result", "black"], &["4, ply 4"]),
        (&["--opening", "c3-d4 f6-g5"], &["2", "3", "4"]),
        (&["--pattern", "W:Wd4:Bc5:Ec3"], &["1, plies 2, 6"]),
        (&["--pattern", "?h4", "--mirror"], &[]),
        (&["--pattern", "B?h4"], &["1, ply 6"]),
        (&["--pattern", "B:W?a5", "--mirror"], &["1, ply 6"]),
        (&["--material", "k-kk"], &["6, plies 0-6"]),
        (&["--endgame", "2k-k", "--mirror"], &["6, plies 0-6"]),
        (&["--material", "kk-k"], &[]),
        (
            &["--material", "12-12", "--pattern", "Wb4"],
            &["1, plies 5-6", "7, plies 4-5"],
        ),
        (&["--fen", "W:WKa3:BKh6,Kc7"], &["6, plies 0, 4"]),
        (
            &["--fen", "B:WKf2,Ka3:BKh6", "--mirror"],
            &["6, plies 0, 4"],
        ),
        (&["--fen", "B:WKf2,Ka3:BKh6"], &[]),
    ];
    for (arguments, expected) in cases {
        let (_, list, errors) = run(&mut kamen_in(
            folder.path(),
            &words("find games.pdn", arguments),
        ));
        assert_eq!(places(&list), *expected, "{arguments:?}: {list}{errors}");
    }
    let list = printed(folder.path(), "find games.pdn", &["--after", AFTER]);
    let expected = "\
games.pdn: game 1, ply 4: Novák, Jan - Lee 2-0, 1998.05.01; next 3. c3-b4
games.pdn: game 2, ply 4: Ann - Bert 1-1, 2005.??.??; the end
games.pdn: game 4, ply 4: ? - novák 0-2; next 3. a1-b2
3 of 7 games, 1 of them left out for faults: White won 1, drawn 1, Black won 1\n";
    assert_eq!(list, expected);
    let count = printed(
        folder.path(),
        "find games.pdn",
        &["--after", AFTER, "--count"],
    );
    assert_eq!(count, list.lines().last().unwrap().to_owned() + "\n");
}

#[test]
fn found_games_are_printed_as_pdn_and_json() {
    let folder = folder();
    let all = ["--after", AFTER];
    let pdn = printed(folder.path(), "find games.pdn --pdn -", &all);
    let out = printed(folder.path(), "find games.pdn --pdn found.pdn", &all);
    assert_eq!(
        out,
        "found.pdn: 3 games: White won 1, drawn 1, Black won 1\n"
    );
    assert_eq!(
        fs::read_to_string(folder.path().join("found.pdn")).unwrap(),
        pdn
    );
    let checked = printed(folder.path(), "check found.pdn", &[]);
    assert_eq!(checked, "found.pdn: 3 games, 15 moves, 0 faults; czech\n");
    let json = printed(folder.path(), "find games.pdn --json", &all);
    let lines: Vec<Value> = json
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(
        (&lines[0]["game"], &lines[0]["plies"][0], &lines[0]["next"]),
        (&1.into(), &4.into(), &"3. c3-b4".into())
    );
    assert_eq!(
        (&lines[1]["white"], &lines[1]["result"], &lines[1]["next"]),
        (&"Ann".into(), &"1-1".into(), &Value::Null)
    );
    // The position comes back.
    let fen = lines[0]["fen"].as_str().unwrap();
    assert_eq!(
        printed(folder.path(), "find games.pdn --json --fen", &[fen]),
        json
    );
    // Nothing is written where nothing is found.
    let error = refused(
        folder.path(),
        "find games.pdn --pdn found.pdn --material 1-1",
        &[],
        1,
    );
    assert!(error.contains("no game found among 7 games"), "{error}");
    assert_eq!(
        fs::read_to_string(folder.path().join("found.pdn")).unwrap(),
        pdn
    );
}

#[test]
fn what_cannot_be_found_is_refused() {
    let folder = folder();
    let cases = [
        ("", "expected what to find: --fen, --after"),
        ("--fen W:W55:B1", "bad position at column 4: no square 55"),
        ("--after 32-28", "illegal move '32-28'"),
        ("--pattern X31", "bad pattern: found 'X31'"),
        ("--material 4:3", "bad material '4:3'"),
        ("--after x", "bad move 'x'"),
    ];
    for (arguments, expected) in cases {
        let error = refused(
            folder.path(),
            format!("find games.pdn {arguments}").trim(),
            &[],
            2,
        );
        assert!(error.contains(expected), "{arguments}: {error}");
    }
    let error = refused(folder.path(), "find missing.pdn --material 1-1", &[], 2);
    assert!(error.contains("missing.pdn: No such file"), "{error}");
}

#[test]
fn an_index_answers_as_its_files_do() {
    let folder = folder();
    let at = folder.path();
    let (out, _) = succeed(&mut kamen_in(
        at,
        &words("index games.pdn -o games.kidx", &[]),
    ));
    assert!(
        out.starts_with(
            "games.pdn: 6 games, 1 game with faults left out\ngames.kidx: 6 games, 35 positions, "
        ),
        "{out}"
    );
    let cases: &[&[&str]] = &[
        &["--after", AFTER],
        &["--after", AFTER, "--player", "novák"],
        &["--after", AFTER, "--result", "draw"],
        &["--after", AFTER, "--json"],
        &["--after", AFTER, "--pdn", "-"],
        &["--after", "c3-d4"],
        &["--fen", "B:WKf2,Ka3:BKh6", "--mirror"],
        &["--after", "11-15 23-19"],
        &["--material", "k-kk"],
        &["--pattern", "B?h4"],
        &["--player", "wyllie"],
    ];
    for arguments in cases {
        let by_file = printed(at, "find games.pdn", arguments);
        let by_index = printed(at, "find games.kidx", arguments);
        assert_eq!(sound(&by_index), sound(&by_file), "{arguments:?}");
    }
    let error = refused(at, "find games.kidx --after a3-b4", &[], 1);
    assert!(error.contains("no game found among 6 games"), "{error}");
    for arguments in [
        &["--plies", "3"][..],
        &["--after", "c3-d4", "--plies", "8", "--json"],
        &["--fen", "W:WKa3:BKh6,Kc7"],
        &["--player", "novák", "--plies", "2"],
        &["--result", "draw", "--plies", "3"],
        &["--opening", "c3-d4 f6-g5", "--after", "c3-d4"],
        &["--player", "novák", "--result", "white", "--json"],
    ] {
        let (by_file, by_index) = (
            printed(at, "tree games.pdn", arguments),
            printed(at, "tree games.kidx", arguments),
        );
        assert_eq!(sound(&by_index), sound(&by_file), "{arguments:?}");
    }
    let error = refused(at, "tree games.kidx --player nobody", &[], 1);
    assert!(error.contains("no game found among 7 games"), "{error}");
}

/// What is printed of a collection, where the one game with a fault is left out, as of one without it: an index does not know of it.
fn sound(printed: &str) -> String {
    let told = printed.replace("7 games, 1 of them left out for faults", "6 games");
    told.replace("7 games", "6 games")
}

#[test]
fn what_cannot_be_wanted_is_passed_over() {
    let folder = folder();
    // A fault behind the last position that could be the one, and one before it.
    let games = "[GameType \"29\"] [White \"Ann\"] 1. c3-d4 f6-e5 2. d4xf6 g7xe5 3. a1-a2 *\n\
                 [GameType \"29\"] [White \"Bo\"] 1. c3-d4 f6-g5 2. d4-d5 d6-c5 *\n\
                 [GameType \"29\"] [White \"Ann\"] 1. c3-d4 f6-g5 2. b2-c3 d6-c5 *\n";
    fs::write(folder.path().join("games.pdn"), games).unwrap();
    let find = |arguments: &[&str]| printed(folder.path(), "find games.pdn --count", arguments);
    let one_won = ": White won 0, drawn 0, Black won 0\n";
    for (arguments, expected) in [
        (
            &["--after", AFTER][..],
            "1 of 3 games, 1 of them left out for faults",
        ),
        (
            &["--after", "c3-d4"],
            "1 of 3 games, 2 of them left out for faults",
        ),
        (
            &["--player", "ann"],
            "1 of 3 games, 1 of them left out for faults",
        ),
        (&["--player", "ann", "--after", AFTER], "1 of 3 games"),
        (&["--after", "c3-d4", "--keep-beginnings"], "3 of 3 games"),
        (
            &["--material", "12-12", "--keep-beginnings"],
            "3 of 3 games",
        ),
        (
            &["--material", "11-11", "--keep-beginnings"],
            "1 of 3 games",
        ),
    ] {
        assert_eq!(
            find(arguments),
            format!("{expected}{one_won}"),
            "{arguments:?}"
        );
    }
}

#[test]
fn an_index_is_added_to_and_notices_changes() {
    let folder = folder();
    let at = folder.path();
    fs::write(
        at.join("more.pdn"),
        "[GameType \"29\"] 1. c3-d4 f6-g5 2. b2-c3 d6-c5 3. g3-f4 *\n",
    )
    .unwrap();
    printed(at, "index games.pdn -o games.kidx", &[]);
    let before = fs::read(at.join("games.kidx")).unwrap();
    let again = printed(at, "index games.pdn -o games.kidx", &[]);
    assert!(again.starts_with("games.pdn: no new games\n"), "{again}");
    assert_eq!(fs::read(at.join("games.kidx")).unwrap(), before);
    let out = printed(at, "index games.pdn more.pdn -o games.kidx", &[]);
    assert!(
        out.contains("more.pdn: 1 game\ngames.kidx: 7 games, 41 positions"),
        "{out}"
    );
    assert!(
        fs::read(at.join("games.kidx"))
            .unwrap()
            .starts_with(&before)
    );
    let list = printed(at, "find games.kidx --after", &[AFTER]);
    assert_eq!(places(&list), ["1, ply 4", "2, ply 4", "4, ply 4"]);
    assert!(
        list.contains("more.pdn: game 1, ply 4: ? - ? *; next 3. g3-f4\n4 of 7 games"),
        "{list}"
    );
    // Cut off, as by a writer that was killed.
    let whole = fs::read(at.join("games.kidx")).unwrap();
    fs::write(at.join("games.kidx"), &whole[..whole.len() - 1]).unwrap();
    for (command, expected) in [
        ("find games.kidx --count --after c3-d4", "4 of 6 games"),
        ("tree games.kidx", "6 games"),
    ] {
        let (out, errors) = succeed(&mut kamen_in(at, &words(command, &[])));
        assert!(out.contains(expected), "{command}: {out}");
        assert!(
            errors.contains("games.kidx is not whole, its last games are missing"),
            "{command}: {errors}"
        );
    }
    fs::write(at.join("games.kidx"), whole).unwrap();
    // From another folder, and with the files moved together.
    fs::create_dir(at.join("club")).unwrap();
    for name in ["games.pdn", "more.pdn", "games.kidx"] {
        fs::rename(at.join(name), at.join("club").join(name)).unwrap();
    }
    let moved = printed(at, "find club/games.kidx --after", &[AFTER]);
    assert!(
        moved.starts_with("club/games.pdn: game 1, ply 4: "),
        "{moved}"
    );
    // The same bytes, written again.
    fs::write(at.join("club/games.pdn"), GAMES).unwrap();
    assert_eq!(printed(at, "find club/games.kidx --after", &[AFTER]), moved);
    let mut file = OpenOptions::new()
        .append(true)
        .open(at.join("club/games.pdn"))
        .unwrap();
    file.write_all(b"\n").unwrap();
    for command in [
        "find club/games.kidx --material k-kk",
        "find club/games.kidx --count --after c3-d4",
        "tree club/games.kidx",
        "index club/games.pdn -o club/games.kidx",
    ] {
        let error = refused(at, command, &[], 2);
        assert!(
            error.contains("games.pdn has changed since club/games.kidx was made"),
            "{command}: {error}"
        );
    }
    let error = refused(at, "find club/games.kidx --after", &[AFTER], 2);
    assert!(
        error.contains("remove the index and make it again"),
        "{error}"
    );
    for (bytes, expected) in [
        (
            &b"KAMENIDX\x02\x00\x02\x00{}"[..],
            "found version 2 of the format, expected 1",
        ),
        (b"KAMENIDX", "ends in the middle"),
    ] {
        fs::write(at.join("other.kidx"), bytes).unwrap();
        let error = refused(at, "find other.kidx --after c3-d4", &[], 2);
        assert!(error.contains(expected), "{error}");
    }
    let error = refused(at, "index club/games.kidx -o games.kidx", &[], 2);
    assert!(
        error.contains("is an index, expected a file of games"),
        "{error}"
    );
    let error = refused(at, "index - -o games.kidx", &[], 2);
    assert!(error.contains("found standard input"), "{error}");
    let error = refused(at, "index missing.pdn -o games.kidx", &[], 2);
    assert!(error.contains("missing.pdn: No such file"), "{error}");
}

/// A file of so many games.
fn many(path: &Path, games: usize) {
    let mut file = File::create(path).unwrap();
    for game in 0..games {
        let second = ["f6-g5", "f6-e5", "b6-a5", "b6-c5", "h6-g5"][game % 5];
        writeln!(
            file,
            "[GameType \"29\"] [Round \"{game}\"] 1. c3-b4 {second} *"
        )
        .unwrap();
    }
}

#[test]
fn an_interrupted_index_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    many(&at.join("many.pdn"), 200_000);
    let (status, _, errors) = interrupt(
        &mut kamen_in(at, &words("index many.pdn -o many.kidx", &[])),
        || {
            std::thread::sleep(Duration::from_millis(700));
            at.join("many.kidx").exists()
        },
    );
    assert_eq!(status, Some(1), "{errors}");
    assert!(errors.contains("the same command goes on"), "{errors}");
    fs::write(at.join("short.pdn"), "").unwrap();
    let out = printed(at, "index many.pdn -o many.kidx", &[]);
    assert!(
        out.contains("many.kidx: 200000 games, 600000 positions"),
        "{out}"
    );
    let count = printed(at, "find many.kidx --count --after", &["c3-b4 b6-a5"]);
    assert!(
        count.is_empty() || count.starts_with("40000 of 200000 games"),
        "{count}"
    );
}

#[test]
fn a_tree_tells_results_ratings_years_book_and_names() {
    let folder = folder();
    let tree = printed(folder.path(), "tree games.pdn", &[]);
    let lines: Vec<&str> = tree.lines().collect();
    assert!(lines[0].starts_with("czech, W:Wa1,a3,"), "{tree}");
    let single = lines
        .iter()
        .find(|line| line.starts_with("1. 11-15 "))
        .unwrap();
    assert!(single.contains("Old Faithful"), "{tree}");
    let czech = lines
        .iter()
        .find(|line| line.starts_with("1. c3-d4 "))
        .unwrap();
    let cells: Vec<&str> = czech.split_whitespace().collect();
    assert_eq!(
        cells[..8],
        ["1.", "c3-d4", "4", "1", "1", "1", "50.0%", "2100"],
        "{tree}"
    );
    assert_eq!(cells[8], "1998-2005");
    assert!(
        cells[9].starts_with(['+', '-']) || cells[9] == "0.00",
        "the score of the book: {tree}"
    );
    assert_eq!(
        lines.last(),
        Some(&"7 games, 1 of them left out for faults")
    );
    let deep = printed(
        folder.path(),
        "tree games.pdn --plies 4 --min-games 2 --after c3-d4",
        &[],
    );
    assert!(deep.contains("\n1... f6-g5  "), "{deep}");
    assert!(deep.contains("\n  2. b2-c3  "), "{deep}");
    let json = printed(
        folder.path(),
        "tree games.pdn --json --after",
        &["c3-d4 f6-g5"],
    );
    let node: Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
    assert_eq!(
        (&node["games"], &node["draws"], &node["line"]),
        (&3.into(), &1.into(), &"".into())
    );
    let first = &node["moves"][0];
    assert_eq!(
        (&first["move"], &first["games"], &first["rating"]),
        (&"2. b2-c3".into(), &2.into(), &2200.into())
    );
    let error = refused(folder.path(), "tree games.pdn --after a3-b4", &[], 1);
    assert!(error.contains("no game found among 7 games"), "{error}");
    let error = refused(folder.path(), "tree games.pdn --after 32-28", &[], 2);
    assert!(error.contains("illegal move '32-28'"), "{error}");
    let page = printed(folder.path(), "tree games.pdn --html tree.html", &[]);
    assert!(
        page.starts_with("tree.html: ") && page.contains(" positions of 7 games"),
        "{page}"
    );
    let html = fs::read_to_string(folder.path().join("tree.html")).unwrap();
    assert!(html.contains("Old Fourteenth") && html.contains("default-src 'none'"));
}

#[test]
fn openings_have_names_elsewhere_too() {
    let folder = folder();
    let stats = printed(folder.path(), "stats games.pdn --plies 1", &[]);
    assert!(stats.contains("1. c3-d4      3"), "{stats}");
    fs::write(
        folder.path().join("english.pdn"),
        "[GameType \"21\"] 1. 11-15 23-19 2. 8-11 22-17 3. 4-8 0-1\n",
    )
    .unwrap();
    let stats = printed(folder.path(), "stats english.pdn --plies 5", &[]);
    assert!(
        stats.contains("  opening\n") && stats.contains("  Old Fourteenth (ACF 126)\n"),
        "{stats}"
    );
    let shown = printed(folder.path(), "show english.pdn --ply 1", &[]);
    assert!(
        shown.contains("\nopening: Old Fourteenth (ACF 126)\n"),
        "{shown}"
    );
    let words = [
        "analyze",
        "english.pdn",
        "--depth",
        "1",
        "--json",
        "-",
        "--quiet",
    ];
    let json = output(&mut kamen_in(folder.path(), &words));
    assert!(
        json.contains("\"opening\":\"Old Fourteenth (ACF 126)\""),
        "{json}"
    );
}
