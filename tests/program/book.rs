//! Opening books: made, killed, shown, pruned, merged, exported, damaged; and played from.

use crate::command::{answer, fail, kamen, kamen_in, kill_after, output, run, succeed};
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

fn book(words: &str, folder: &Path) -> Command {
    let arguments: Vec<&str> = ["book"]
        .into_iter()
        .chain(words.split_whitespace())
        .collect();
    kamen_in(folder, &arguments)
}

const BUILD: &str = "build czech --positions 700 --nodes 300 --quiet";

#[test]
fn books_are_made_and_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let made = output(&mut book(&format!("{BUILD} --threads 2 -o a.book"), folder));
    assert!(made.starts_with("a.book: czech, "), "{made}");
    // The same again, and on one thread.
    assert_eq!(
        output(&mut book(&format!("{BUILD} -o a.book"), folder)),
        made
    );
    output(&mut book(&format!("{BUILD} --threads 1 -o b.book"), folder));
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    assert_eq!(read("a.book"), read("b.book"));
    output(&mut book("merge a.book b.book -o c.book", folder));
    assert_eq!(read("a.book"), read("c.book"));
    output(&mut book("prune a.book --within 0.2 -o d.book", folder));
    assert!(read("d.book").len() < read("a.book").len());
    let checked = output(&mut book("check d.book --depth 4 --within 0.05", folder));
    assert!(checked.ends_with("no move within 0.05 men loses by force in 4 plies\n"));

    let shown = output(&mut book("show a.book", folder));
    assert_eq!(shown.lines().count(), 2 + 7, "{shown}");
    let json = output(&mut book("show a.book --json --numbers", folder));
    let moves: Vec<serde_json::Value> = json
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(moves.len(), 7);
    assert_eq!(moves[0]["good"], true);
    let best = moves[0]["move"].as_str().unwrap();
    assert!(shown.lines().nth(2).unwrap().contains(" good"), "{shown}");

    let pdn = output(&mut book("export a.book --within 0.1 -o a.pdn", folder));
    assert_eq!(pdn, "");
    let checked = output(&mut kamen_in(folder, &["pdn", "check", "a.pdn"]));
    assert!(
        checked.contains("a.pdn: 1 game, ") && checked.contains(", 0 faults"),
        "{checked}"
    );
    let text = output(&mut book("export a.book --text", folder));
    assert_eq!(text.lines().count() * 12 + 64, read("a.book").len());
    assert!(text.starts_with("1b75246f53f7a09d "), "{text}");

    // The engine plays from it, without a search.
    let lines = format!(
        "set-param name=variant value=czech\nset-param name=book-file value={}\nset-param name=book-ply value=0\n\
         init\npos start\nlevel move-time=60\ngo think\n",
        folder.join("a.book").display()
    );
    let answered = answer(&mut kamen(""), &lines);
    assert!(
        answered.contains(&format!("\ndone move={best} ponder=")),
        "{answered}"
    );
    assert!(answered.contains(" nodes=0 "), "{answered}");
}

#[test]
fn a_killed_builder_goes_on_to_the_same_book() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let build = "build russian --positions 2500 --nodes 4000 --quiet --threads 1";
    // It writes every ten seconds, and when it is asked to end.
    let mut child = book(&format!("{build} -o a.book"), folder).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(700));
    succeed(Command::new("kill").args(["-INT", &child.id().to_string()]));
    let status = child.wait().unwrap().code();
    assert!(matches!(status, Some(0 | 1)), "{status:?}");
    let stopped = fs::metadata(folder.join("a.book")).unwrap().len();
    kill_after(
        &mut book(&format!("{build} -o a.book"), folder),
        Duration::from_millis(300),
    );
    output(&mut book(&format!("{build} -o a.book"), folder));
    output(&mut book(&format!("{build} -o b.book"), folder));
    let [a, b] = ["a.book", "b.book"].map(|name| fs::read(folder.join(name)).unwrap());
    assert_eq!(a, b);
    assert!(stopped <= a.len() as u64);
    let names: HashSet<_> = fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().file_name())
        .collect();
    assert_eq!(names.len(), 2, "{names:?}");
}

const GAMES: &str = "[GameType \"29\"]\n[WhiteElo \"1500\"]\n[BlackElo \"2100\"]\n1. c3-d4 b6-a5 2. b2-c3 2-0\n\n\
    [GameType \"29\"]\n1. c3-d4 b6-a5 2. b2-c3 1-1\n\n[GameType \"29\"]\n1. c3-b4 *\n\n[GameType \"25\"]\n1. c3-d4 2-0\n";

#[test]
fn games_make_books() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("games.pdn"), GAMES).unwrap();
    let build = "build czech --from games.pdn --nodes 50";
    let made = output(&mut book(&format!("{build} -o a.book"), folder));
    assert!(made.starts_with("2 games, 2 left out "), "{made}");
    let points = |name: &str| {
        let json = output(&mut book(&format!("show {name} --json"), folder));
        let moves = json
            .lines()
            .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        let played = moves.into_iter().find(|m| m["move"] == "c3-d4").unwrap();
        played["points"].as_u64().unwrap()
    };
    assert_eq!(points("a.book"), 3);
    output(&mut book(
        &format!("{build} --min-rating 2000 -o b.book"),
        folder,
    ));
    assert_eq!(points("b.book"), 0);
    let more = output(&mut book(
        &format!("{build} --expand --positions 300 -o a.book"),
        folder,
    ));
    assert!(more.contains("looked into"), "{more}");
    assert_eq!(points("a.book"), 3);
}

#[test]
fn what_cannot_be_used_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    output(&mut book(
        "build czech --positions 40 --nodes 20 -o a.book",
        folder,
    ));
    let whole = fs::read(folder.join("a.book")).unwrap();
    let cut = &whole[..whole.len() - 5];
    fs::write(folder.join("cut.book"), cut).unwrap();
    fs::write(folder.join("foreign.book"), "Hello").unwrap();
    fs::write(folder.join("games.pdn"), GAMES).unwrap();
    let cases = [
        ("show none.book", "none.book: No such file"),
        (
            "build international --from games.pdn --expand --positions 40 -o b.book",
            "found no finished game of international from its start position",
        ),
        ("show cut.book", "the file is not whole"),
        (
            "show foreign.book",
            "foreign.book: no opening book of kamen",
        ),
        ("show a.book --fen W:W99:B1", "no square 99"),
        (
            "build russian --positions 40 -o a.book",
            "a book of czech, expected russian",
        ),
        (
            "build czech -o b.book",
            "expected --time SECONDS or --positions N",
        ),
        (
            "build czech --positions 40 -o none/b.book",
            "no folder none",
        ),
        (
            "build czech --from none.pdn -o b.book",
            "cannot read none.pdn",
        ),
        ("merge a.book cut.book -o b.book", "cut.book: found"),
        (
            "prune a.book --within 99 -o b.book",
            "expected men from 0 to 80",
        ),
    ];
    for (words, expected) in cases {
        let error = fail(&mut book(words, folder), 2);
        assert!(error.contains(expected), "{words}: {error}");
    }
    assert_eq!(fs::read(folder.join("a.book")).unwrap(), whole);
    assert!(!folder.join("b.book").exists());
    // The engine goes on with the book that it has.
    let lines = format!(
        "set-param name=variant value=czech\ninit\nset-param name=book-file value={}\ninit\npos start\n\
         level move-time=60\ngo think\n",
        folder.join("cut.book").display()
    );
    let answered = answer(&mut kamen(""), &lines);
    assert!(
        answered.contains("error message=") && answered.contains("not whole"),
        "{answered}"
    );
    assert!(answered.contains(" nodes=0 "), "{answered}");
}

#[test]
fn ballots_are_balanced_openings() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let words = "ballots czech --plies 4 --within 0.25 --count 6 --nodes 500 -o ballots.txt";
    let made = output(&mut book(words, folder));
    assert_eq!(made, "ballots.txt: 6 openings of czech\n");
    let text = fs::read_to_string(folder.join("ballots.txt")).unwrap();
    let lines: HashSet<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines.len(), 6, "{text}");
    for line in lines {
        let (moves, score) = line.split_once(" # ").unwrap();
        assert_eq!(moves.split(' ').count(), 4);
        assert!(score.parse::<f64>().unwrap().abs() <= 0.25, "{line}");
    }
    // A search long enough for a first one before it, which leaves only what is hopeless out.
    let words = "ballots czech --plies 6 --beyond 0.3 --within 0.8 --count 4 --nodes 50000";
    let sharp = output(&mut book(words, folder));
    assert!(sharp.starts_with(
        "# czech: 6 random plies, seed 1, beyond 0.30 and within 0.80 men by 50000 nodes\n"
    ));
    let scores: Vec<f64> = (sharp.lines().skip(1))
        .map(|line| line.split_once(" # ").unwrap().1.parse().unwrap())
        .collect();
    assert_eq!(scores.len(), 4, "{sharp}");
    assert!(
        scores
            .iter()
            .all(|score| (0.3..=0.8).contains(&score.abs())),
        "{sharp}"
    );
    let words = "ballots czech --plies 6 --beyond 0.4 --within 0.2";
    let (status, _, errors) = run(&mut book(words, folder));
    assert_eq!(status, Some(2));
    assert!(
        errors.contains("found --beyond 0.4 and --within 0.2"),
        "{errors}"
    );
    for openings in ["ballots.txt", "ballots:none"] {
        let arguments = format!(
            "match czech --engine random --engine easy --games 4 --quiet --openings {openings}"
        );
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let (status, out, errors) = run(&mut kamen_in(folder, &arguments));
        match openings {
            "ballots.txt" => assert_eq!(status, Some(0), "{out}{errors}"),
            _ => assert!(
                errors.contains("no table of ballots is called 'none'"),
                "{errors}"
            ),
        }
    }
}
