//! `kamen analyze` and `kamen chances`.

use crate::command::{fail, kamen_in, output, run, succeed};
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};

/// White gives two men away.
const GAMES: &str = "\
[White \"Anna\"]
[Black \"B <b>&\"]
[GameType \"25\"]

1. c3-d4 {[%clk 0:10:00] good} f6-g5 (1... b6-a5) 2. e3-f4 $4 {oh} g5xc5 3. b2-c3 *

[White \"C\"]
[GameType \"29\"]
[FEN \"W:WKa1,c3:Bh8,Kb8\"]

1. c3-d4 {[%eval 0.10]} *
";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.pdn"), GAMES).unwrap();
    folder
}

fn analyze(folder: &Path, arguments: &[&str]) -> String {
    let common = ["analyze", "games.pdn", "--quiet", "--nodes", "3000"];
    output(&mut kamen_in(folder, &[&common, arguments].concat()))
}

#[test]
fn games_get_scores_marks_and_better_lines() {
    let folder = folder();
    let annotated = analyze(folder.path(), &[]);
    // All that came in is there.
    for kept in [
        "[White \"Anna\"]",
        "{[%clk 0:10:00] good}",
        "(1... b6-a5)",
        "{oh}",
        "{[%eval 0.10]} *",
    ] {
        assert!(annotated.contains(kept), "{kept}: {annotated}");
    }
    let flat = annotated.replace('\n', " ");
    assert!(flat.contains("1. c3-d4 {[%eval 0."), "{annotated}");
    // The glyph stands there once, and the better line behind it.
    assert_eq!(flat.matches("$4").count(), 1, "{annotated}");
    let behind = flat.split("2. e3-f4").nth(1).unwrap();
    assert!(behind.contains("(2. "), "{annotated}");
    let loss = behind.split("[%eval ").nth(1).unwrap();
    let score: f64 = loss.split(']').next().unwrap().parse().unwrap();
    assert!(score < -0.5, "{annotated}");
    // A score that is there already stays alone.
    assert_eq!(flat.matches("c3-d4 {[%eval 0.10]}").count(), 1);
    fs::write(folder.path().join("again.pdn"), &annotated).unwrap();
    let check = output(&mut kamen_in(folder.path(), &["pdn", "check", "again.pdn"]));
    assert!(check.contains("2 games"), "{check}");
    // The same search says the same.
    assert_eq!(analyze(folder.path(), &[]), annotated);
}

#[test]
fn json_and_page_tell_the_same() {
    let folder = folder();
    let outputs = ["--json", "out.json", "--html", "out.html", "-o", "out.pdn"];
    assert_eq!(analyze(folder.path(), &outputs), "");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let games: Vec<Value> = (read("out.json").lines())
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(games.len(), 2);
    let plies = games[0]["plies"].as_array().unwrap();
    assert_eq!(plies.len(), 5);
    assert_eq!(plies[2]["move"], "2. e3-f4");
    assert_eq!(plies[2]["mark"], "blunder");
    assert_eq!(plies[2]["lines"].as_array().unwrap().len(), 2);
    assert!(plies[2]["loss"].as_f64().unwrap() >= 0.15);
    for ply in plies {
        let wdl = ply["wdl"].as_array().unwrap().iter();
        assert_eq!(wdl.map(|part| part.as_u64().unwrap()).sum::<u64>(), 1000);
    }
    let page = read("out.html");
    assert!(page.contains("Anna") && !page.contains("B <b>&"));
    assert!(page.contains("\\u003csvg"));
    let one = analyze(folder.path(), &["--game", "2", "--json", "-", "--numbers"]);
    let one: Value = serde_json::from_str(&one).unwrap();
    assert_eq!(one["game"], 2);
    assert_eq!(one["plies"][0]["move"], "1. 22-18");
    // What is known without a search: the book has the first move of the one game, tables the end of the other.
    let first = plies[0]["known"].as_str().unwrap();
    assert!(first.starts_with("book "), "{first}");
    assert!(
        read("out.pdn")
            .replace('\n', " ")
            .contains(&format!("] {first}}}"))
    );
    let last = one["plies"][0]["known"].as_str().unwrap();
    assert!(last.starts_with("tables: "), "{last}");
}

#[test]
fn words_say_what_marks_mean() {
    let folder = folder();
    let outputs = [
        "--words", "--json", "out.json", "--html", "out.html", "-o", "out.pdn",
    ];
    analyze(folder.path(), &outputs);
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let pdn = read("out.pdn").replace('\n', " ");
    let blunder = "Blunder; d4-c5 was better, e3-f4 loses 2 men";
    for said in ["From the book.}", &format!("{blunder}.}}")] {
        assert!(pdn.contains(said), "{said}: {pdn}");
    }
    // The book's number is not said twice.
    assert!(!pdn.contains("book 0."), "{pdn}");
    let games: Vec<Value> = (read("out.json").lines())
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(games[0]["plies"][2]["words"], serde_json::json!([blunder]));
    assert_eq!(
        games[1]["plies"][0]["words"],
        serde_json::json!(["Tables: a draw"])
    );
    assert!(read("out.html").contains(blunder));
    // Without the option nothing changes.
    let plain = ["--json", "plain.json"];
    analyze(folder.path(), &plain);
    assert!(!read("plain.json").contains("words"));
}

#[test]
fn the_board_is_turned_for_the_player() {
    let folder = folder();
    let turned = |player: &str| {
        let words = ["--nodes", "10", "--html", "out.html", "--player", player];
        let words = [&["analyze", "games.pdn", "-q"], &words[..]].concat();
        let (_, said) = succeed(&mut kamen_in(folder.path(), &words));
        let page = fs::read_to_string(folder.path().join("out.html")).unwrap();
        let games = page.split("\"turned\":").skip(1);
        let games = games.map(|rest| rest.split(',').next().unwrap().to_owned());
        (games.collect::<Vec<_>>().join(" "), said)
    };
    for (player, games) in [
        ("anna", "false null"),
        ("B <b>&", "true null"),
        ("C", "null false"),
    ] {
        assert_eq!(turned(player), (games.to_owned(), String::new()));
    }
    let nobody = "no game has a player Dora; there are Anna, B <b>&, C\n".to_owned();
    assert_eq!(turned("Dora"), ("null null".to_owned(), nobody));
    let words = ["analyze", "games.pdn", "--player", "Anna"];
    let refused = fail(&mut kamen_in(folder.path(), &words), 2);
    assert!(refused.contains("--html"), "{refused}");
}

/// The page in a browser, where there is one: `chromium`.
#[test]
fn the_page_draws_and_marks_in_a_browser() {
    let folder = folder();
    analyze(folder.path(), &["--html", "out.html"]);
    let at = |hash: &str| -> Option<String> {
        let mut browser = Command::new("chromium");
        browser.args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
        ]);
        browser.args([
            "--disable-background-networking",
            "--no-first-run",
            "--dump-dom",
        ]);
        browser.arg(format!(
            "--user-data-dir={}",
            folder.path().join("user").display()
        ));
        browser.arg(format!("file://{}/out.html{hash}", folder.path().display()));
        let told = browser.stdin(Stdio::null()).output().ok()?;
        Some(String::from_utf8_lossy(&told.stdout).into_owned())
    };
    let Some(page) = at("#3") else {
        println!("skipped: no chromium");
        return;
    };
    for expected in [
        "<h1 id=\"title\">Anna – B &lt;b&gt;&amp; *</h1>",
        "<a href=\"#game=1&amp;ply=3\" class=\"blunder here\">2. e3-f4??</a>",
        "2. e3-f4??, a blunder",
        "White gives away ",
        "Better than 2. e3-f4",
    ] {
        assert!(page.contains(expected), "{expected}: {page}");
    }
    // Twelve men each.
    let board = page.split("<div id=\"board\">").nth(1).unwrap();
    let board = board.split("</div>").next().unwrap();
    assert_eq!(board.matches("<g transform=").count(), 24);
    // The better move has an arrow beside the blunder, and the move before it stands alone.
    let before = at("#ply=2").unwrap();
    let arrows = |page: &str| page.matches("stroke-linejoin=\"round\"").count();
    assert_eq!((arrows(&before), arrows(&page)), (1, 2));
}

#[test]
fn faults_are_told() {
    let folder = folder();
    fs::write(
        folder.path().join("bad.pdn"),
        "[GameType \"29\"] 1. c3-d4 a1-a2 *\n",
    )
    .unwrap();
    fs::write(folder.path().join("text.txt"), "hello\n").unwrap();
    let run_with = |words: &str| {
        let words: Vec<&str> = words.split_whitespace().collect();
        run(&mut kamen_in(folder.path(), &words))
    };
    for (words, status, said) in [
        (
            "analyze games.pdn --game 9 --nodes 10",
            2,
            "no game 9, the file has 2",
        ),
        ("analyze missing.pdn", 2, "missing.pdn"),
        (
            "analyze text.txt -q -o out.pdn",
            2,
            "text.txt: no game 1, the file has 0",
        ),
        (
            "analyze games.pdn -q -o x.pdn --json x.pdn",
            2,
            "named for two outputs",
        ),
        ("analyze bad.pdn --nodes 10", 1, "game 1: "),
        ("analyze bad.pdn --nodes 10 --lenient", 3, "left out 1 game"),
        ("analyze games.pdn --time 0", 2, "expected seconds"),
        ("analyze games.pdn --lines 0", 2, "--lines"),
        (
            "analyze games.pdn --nodes 10 -q -o no/such/out.pdn",
            2,
            "no/such",
        ),
        ("chances games.pdn", 2, "games.pdn"),
    ] {
        let (found, _, errors) = run_with(words);
        assert_eq!(found, Some(status), "{words}: {errors}");
        assert!(errors.contains(said), "{words}: {errors}");
    }
    assert!(!folder.path().join("out.pdn").exists());
}

/// Games of random legal-looking length: the first, a broken one, and another.
const BROKEN: &str = "\n[GameType \"25\"]\n\n1. c3-d4 f6-g5 2. d4-c3 *\n";

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

const ALL: [&str; 6] = ["-o", "out.pdn", "--html", "out.html", "--json", "out.json"];

/// The three outputs of a folder.
fn outputs(folder: &Path) -> [String; 3] {
    ["out.pdn", "out.html", "out.json"].map(|name| fs::read_to_string(folder.join(name)).unwrap())
}

#[test]
fn threads_do_not_change_what_is_found() {
    let folder = folder();
    let analysed = |threads| {
        analyze(folder.path(), &[&ALL[..], &["--threads", threads]].concat());
        outputs(folder.path())
    };
    let alone = analysed("1");
    assert_eq!(analysed("3"), alone);
    assert_eq!(
        names(folder.path()),
        ["games.pdn", "out.html", "out.json", "out.pdn"]
    );
}

#[test]
fn after_a_broken_game_the_same_command_goes_on() {
    let (folder, whole) = (folder(), folder());
    let path = folder.path().join("games.pdn");
    let mended = BROKEN.replace("2. d4-c3", "2. b2-c3");
    fs::write(
        whole.path().join("games.pdn"),
        format!("{GAMES}{mended}{GAMES}"),
    )
    .unwrap();
    analyze(whole.path(), &ALL);
    fs::write(&path, format!("{GAMES}{BROKEN}{GAMES}")).unwrap();
    let words = [&["analyze", "games.pdn", "--nodes", "3000"], &ALL[..]].concat();
    let stopped = fail(&mut kamen_in(folder.path(), &words), 1);
    for said in [
        "games.pdn: game 3: line ",
        "stopped after 2 games; the same command resumes from here",
    ] {
        assert!(stopped.contains(said), "{stopped}");
    }
    let waiting = [
        ".kamen-games.out.html",
        ".kamen-games.out.json",
        ".kamen-games.out.pdn",
        ".kamen-journal.out.pdn",
        "games.pdn",
    ];
    assert_eq!(names(folder.path()), waiting);
    // A file that cannot be opened for once costs nothing.
    let [part, away] = [".kamen-games.out.pdn", "away"].map(|name| folder.path().join(name));
    fs::rename(&part, &away).unwrap();
    fs::create_dir(&part).unwrap();
    fail(&mut kamen_in(folder.path(), &words), 2);
    fs::remove_dir(&part).unwrap();
    fs::rename(&away, &part).unwrap();
    assert_eq!(names(folder.path()), waiting);
    // What was changed meanwhile is done anew.
    let mut bytes = fs::read(&part).unwrap();
    let second = String::from_utf8_lossy(&bytes).rfind("\"C\"").unwrap();
    bytes[second + 1] ^= 1;
    fs::write(&part, bytes).unwrap();
    let (_, _, said) = run(&mut kamen_in(folder.path(), &words));
    assert!(said.contains("1 game from an earlier run"), "{said}");
    assert_eq!(names(folder.path()), waiting);
    // Other settings would mix two analyses.
    let other = [&words[..], &["--lines", "3"]].concat();
    let refused = fail(&mut kamen_in(folder.path(), &other), 2);
    assert!(refused.contains("lines was 2, now it is 3"), "{refused}");
    // The same without the broken game, then with it mended: all behind it is done anew.
    for (text, status) in [
        (format!("{GAMES}{BROKEN}{GAMES}{BROKEN}"), 1),
        (format!("{GAMES}{mended}{GAMES}"), 0),
    ] {
        fs::write(&path, text).unwrap();
        let (found, _, said) = run(&mut kamen_in(folder.path(), &words));
        assert_eq!(found, Some(status), "{said}");
        assert!(said.contains("2 games from an earlier run"), "{said}");
        assert!(!said.contains("game 1: "), "{said}");
    }
    assert_eq!(outputs(folder.path()), outputs(whole.path()));
    assert_eq!(names(folder.path()), names(whole.path()));
}

#[test]
fn a_game_that_changed_is_analysed_anew() {
    let (folder, whole) = (folder(), folder());
    let changed = GAMES.replace("b2-c3", "a3-b4");
    fs::write(whole.path().join("games.pdn"), &changed).unwrap();
    analyze(whole.path(), &ALL);
    let path = folder.path().join("games.pdn");
    fs::write(&path, format!("{GAMES}{BROKEN}")).unwrap();
    let words = [
        &["analyze", "games.pdn", "--quiet", "--nodes", "3000"],
        &ALL[..],
    ]
    .concat();
    fail(&mut kamen_in(folder.path(), &words), 1);
    fs::write(&path, &changed).unwrap();
    output(&mut kamen_in(folder.path(), &words));
    assert_eq!(outputs(folder.path()), outputs(whole.path()));
    // Fewer games than there were.
    fs::write(&path, format!("{GAMES}{BROKEN}")).unwrap();
    fail(&mut kamen_in(folder.path(), &words), 1);
    let first = changed.find("[White \"C\"]").unwrap();
    for path in [&path, &whole.path().join("games.pdn")] {
        fs::write(path, &GAMES[..first]).unwrap();
    }
    analyze(whole.path(), &ALL);
    output(&mut kamen_in(folder.path(), &words));
    assert_eq!(outputs(folder.path()), outputs(whole.path()));
}

#[test]
#[cfg(unix)]
fn killed_at_any_moment_it_loses_no_game() {
    let (folder, whole) = (folder(), folder());
    let games = GAMES.repeat(40);
    for folder in [&folder, &whole] {
        fs::write(folder.path().join("games.pdn"), &games).unwrap();
    }
    analyze(whole.path(), &ALL);
    let words = [&["analyze", "games.pdn", "--nodes", "3000"], &ALL[..]].concat();
    let mut killed = 0;
    for signal in ["-KILL", "-INT", "-TERM", "-KILL", "-KILL"] {
        let mut running = kamen_in(folder.path(), &words);
        let mut running = running.stderr(Stdio::piped()).spawn().unwrap();
        // It says how many there are, then that some more are done.
        let mut said = BufReader::new(running.stderr.take().unwrap());
        for _ in 0..12 {
            said.read_line(&mut String::new()).unwrap();
        }
        let pid = running.id().to_string();
        Command::new("kill").args([signal, &pid]).status().unwrap();
        let status = running.wait().unwrap();
        killed += usize::from(!status.success());
        let mut rest = String::new();
        said.read_to_string(&mut rest).unwrap();
        if signal != "-KILL" && !status.success() {
            assert_eq!(status.code(), Some(1), "{rest}");
            assert!(
                rest.contains("the same command resumes from here"),
                "{rest}"
            );
        }
    }
    assert!(killed > 1);
    let (status, _, said) = run(&mut kamen_in(folder.path(), &words));
    assert_eq!(status, Some(0), "{said}");
    assert_eq!(outputs(folder.path()), outputs(whole.path()));
    assert_eq!(names(folder.path()), names(whole.path()));
}

/// Files may grow only so far, as on a disk that is full.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_loses_no_game() {
    let (folder, whole) = (folder(), folder());
    let games = GAMES.repeat(10);
    for folder in [&folder, &whole] {
        fs::write(folder.path().join("games.pdn"), &games).unwrap();
    }
    analyze(whole.path(), &ALL);
    let words = format!("analyze games.pdn --quiet --nodes 3000 {}", ALL.join(" "));
    let mut limited = Command::new("sh");
    let command = format!(
        "ulimit -f 60; exec '{}' {words}",
        env!("CARGO_BIN_EXE_kamen")
    );
    limited.args(["-c", &command]).current_dir(folder.path());
    let (status, _, said) = run(&mut limited);
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("out.html: at byte "), "{said}");
    assert!(!folder.path().join("out.html").exists());
    let words: Vec<&str> = words
        .split_whitespace()
        .filter(|word| *word != "--quiet")
        .collect();
    let (status, _, said) = run(&mut kamen_in(folder.path(), &words));
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("games from an earlier run"), "{said}");
    assert_eq!(outputs(folder.path()), outputs(whole.path()));
}

#[test]
#[cfg(unix)]
fn what_is_no_file_gets_games_as_they_are_done() {
    let folder = folder();
    let annotated = analyze(folder.path(), &[]);
    assert_eq!(analyze(folder.path(), &["-o", "/dev/stdout"]), annotated);
    // A broken game ends it behind the others.
    fs::write(folder.path().join("games.pdn"), format!("{GAMES}{BROKEN}")).unwrap();
    let words = [
        "analyze",
        "games.pdn",
        "--quiet",
        "--nodes",
        "3000",
        "--html",
        "out.html",
    ];
    let words = [&words[..], &["--json", "-"]].concat();
    let (status, told, said) = run(&mut kamen_in(folder.path(), &words));
    assert_eq!(status, Some(1), "{said}");
    assert_eq!(told.lines().count(), 2);
    assert_eq!(names(folder.path()), ["games.pdn"]);
}

#[test]
fn chances_are_fitted_to_games() {
    let folder = tempfile::tempdir().unwrap();
    let kamen = |words: &str| {
        let words: Vec<&str> = words.split_whitespace().collect();
        kamen_in(folder.path(), &words)
    };
    let games = "selfplay czech --games 20 --nodes 100 --out czech.games --quiet";
    run(&mut kamen(games));
    let text = output(&mut kamen("chances czech.games"));
    assert!(
        text.starts_with("czech: ") && text.contains("margin"),
        "{text}"
    );
    let json = output(&mut kamen("chances czech.games --json --width 200"));
    let rows: Vec<Value> = (json.lines())
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let positions = |row: &Value| row["positions"].as_u64().unwrap();
    assert_eq!(
        positions(&rows[0]),
        rows[1..].iter().map(positions).sum::<u64>()
    );
    let error = fail(&mut kamen("chances none.games"), 2);
    assert!(error.contains("none.games"), "{error}");
}
