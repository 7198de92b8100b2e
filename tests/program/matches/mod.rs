//! `kamen match` between built-in players: results, files, and what is refused.

mod journal;
mod parts;

use crate::command::{kamen, text};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Output;
use tempfile::TempDir;

fn run(arguments: &str, more: &[&str]) -> Output {
    let words = arguments.split_whitespace();
    kamen("match").args(words).args(more).output().unwrap()
}

/// The standard output of a match that must succeed.
fn output(arguments: &str, more: &[&str]) -> String {
    let output = run(arguments, more);
    let errors = text(&output.stderr);
    assert!(output.status.success(), "{arguments}: {errors}");
    text(&output.stdout)
}

/// The result as JSON, without what differs from run to run.
fn result(arguments: &str, more: &[&str]) -> Value {
    let folder = TempDir::new().unwrap();
    let json = folder.path().join("result.json");
    output(
        &format!("{arguments} --quiet --json {}", json.display()),
        more,
    );
    let mut value: Value = serde_json::from_slice(&fs::read(json).unwrap()).unwrap();
    value["seconds"] = Value::Null;
    for contestant in value["contestants"].as_array_mut().unwrap() {
        contestant["result"]["effort"]["seconds"] = Value::Null;
    }
    value
}

fn lines(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

#[test]
fn every_variant_is_played_to_the_end() {
    for variant in kamen::Variant::ALL {
        let result = result(
            &format!("{variant} --engine minimax:2:progressive --engine random --games 6"),
            &[],
        );
        assert_eq!(result["games"], 6, "{variant}");
        assert_eq!(result["ending"], "complete", "{variant}");
        let winner = &result["contestants"][0];
        assert_eq!(
            winner["name"], "minimax:2:progressive",
            "{variant}: {result:#}"
        );
    }
}

#[test]
fn the_table_says_who_is_stronger() {
    let text = output(
        "czech --engine random --engine minimax:3:basic --games 40 -q",
        &[],
    );
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "czech, pair, 40 games, 4 random plies, seed 1");
    let words: Vec<&str> = lines[2].split_whitespace().collect();
    assert_eq!(words[..3], ["1", "minimax:3:basic", "40"], "{text}");
    assert!(lines[4].starts_with("pairs with 0 to 4 points: "), "{text}");
    // Of the 20 games with each colour.
    let colors = lines[5].strip_prefix("random: ").expect(&text);
    let numbers = colors.split(|c: char| !c.is_ascii_digit());
    let numbers: Vec<u32> = numbers.filter_map(|number| number.parse().ok()).collect();
    let sums: Vec<u32> = numbers.chunks(3).map(|tally| tally.iter().sum()).collect();
    assert_eq!(sums, [20, 20], "{text}");
    assert!(colors.contains(" with White, "), "{text}");
    assert!(text.contains("ends: no move"), "{text}");
}

/// It wrote a file of that name.
#[test]
fn a_hyphen_is_standard_output_where_that_can_be() {
    let folder = TempDir::new().unwrap();
    let players = [
        "czech", "--engine", "easy", "--engine", "random", "--games", "2", "-q",
    ];
    let run = |more: &[&str]| {
        let mut command = kamen("match");
        let command = command.current_dir(folder.path()).args(players);
        command.args(more).output().unwrap()
    };
    let output = run(&["--json", "-"]);
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(result["games"], 2);
    assert_eq!(text(&output.stdout).lines().count(), 1);
    // A level for people is shown by its own name.
    assert_eq!(result["meetings"][0]["first"], "easy");
    for option in ["--pdn", "--journal"] {
        let output = run(&[option, "-"]);
        assert_eq!(output.status.code(), Some(2), "{option}");
        let errors = text(&output.stderr);
        assert!(
            errors.contains("standard output cannot be used, expected a file"),
            "{errors}"
        );
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn every_game_has_its_line_and_an_odd_number_its_reason() {
    let players = "czech --engine easy --engine random --engine random name=other";
    let output = run(&format!("{players} --games 5"), &[]);
    let errors = text(&output.stderr);
    let mut lines = errors.lines();
    assert_eq!(
        lines.next(),
        Some("6 games instead of 5: each opening is played with both colours")
    );
    for number in 1..=18 {
        let line = lines.next().unwrap();
        assert!(line.starts_with(&format!("{number} of 18: ")), "{errors}");
    }
    assert_eq!(lines.next(), None);
    let even = run(&format!("{players} --games 2"), &[]);
    assert_eq!(text(&even.stderr).lines().count(), 6);
    let quiet = run(&format!("{players} --games 5 --quiet"), &[]);
    assert_eq!(text(&quiet.stderr), "");
}

#[test]
fn a_program_that_is_missing_is_one_line() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (journal, json) = (path("journal"), path("json"));
    let played = "czech --engine random --engine cmd=/no/such depth=1 --games 5";
    for more in [
        &[][..],
        &["--journal", &journal],
        &["--json", &json],
        &["--json", "-"],
    ] {
        let output = run(played, more);
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.starts_with("kamen: such cannot play: cannot start `/no/such`: "));
        assert_eq!(
            (errors.lines().count(), text(&output.stdout)),
            (1, String::new())
        );
    }
    assert!(!Path::new(&json).exists());
}

#[test]
fn lines_of_progress_say_whose_elo_it_is() {
    let output = run(
        "czech --engine random --engine minimax:3:basic --games 2",
        &[],
    );
    let lines = text(&output.stderr);
    let last = lines.lines().last().unwrap();
    assert!(last.starts_with("2 of 2: "), "{lines}");
    // All points went to the other: there is no difference that would explain this, but a bound.
    let end = "; random +0 =0 -2, Elo < +307.0";
    assert!(last.ends_with(end), "{lines}");
}

#[test]
fn moves_are_shown_as_they_are_made() {
    let arguments = "czech --engine minimax:2:simulated:first --engine random --games 2 --moves";
    let folder = TempDir::new().unwrap();
    let pdn = folder.path().join("games.pdn");
    let output = run(
        arguments,
        &["--pdn", pdn.to_str().unwrap(), "--random-plies", "3"],
    );
    let shown = text(&output.stderr);
    let shown = shown.lines().filter(|line| !line.contains(" of 2: "));
    let shown: Vec<&str> = shown.collect();
    // White has moved twice in the opening.
    assert!(shown[0].starts_with("2... "), "{shown:?}");
    assert!(shown[1].starts_with("3. "), "{shown:?}");
    // The moves of the file are those of the opening and those that were shown.
    let written = fs::read_to_string(&pdn).unwrap();
    let count = |number: &str| shown.iter().filter(|line| line.starts_with(number)).count();
    assert_eq!(count("2... "), 2);
    for line in shown {
        let made = line.split_once(' ').unwrap().1;
        assert!(written.contains(made), "{line}");
    }
    for (more, expected) in [
        (&["--quiet"][..], "cannot be used with"),
        (&["--concurrency", "2"], "cannot be used with"),
        (&["--delay", "0"], "expected seconds"),
    ] {
        let refused = run(arguments, more);
        let errors = text(&refused.stderr);
        assert!(
            !refused.status.success() && errors.contains(expected),
            "{errors}"
        );
    }
    let lonely = run("czech --engine easy --engine random --delay 1", &[]);
    assert!(text(&lonely.stderr).contains("--moves"));
}

#[test]
fn results_follow_from_the_seed_however_many_threads_play() {
    let arguments = "english --engine minimax:2:basic --engine random --games 40 --max-plies 200";
    let one = result(arguments, &["--concurrency", "1"]);
    assert_eq!(one, result(arguments, &["--concurrency", "4"]));
    assert_ne!(one["plies"], result(arguments, &["--seed", "2"])["plies"]);
}

#[test]
fn all_formats_have_their_tables() {
    let players = "--engine minimax:1:basic --engine random --engine minimax:2:basic \
                   --engine random name=other";
    let round_robin = output(&format!("russian {players} --games 4 -q"), &[]);
    assert!(
        round_robin.starts_with("russian, round-robin, 24 games"),
        "{round_robin}"
    );
    assert!(round_robin.contains("S-B") && round_robin.contains("points from"));
    // Wins of the row against the column, and of the column against the row: never more than the games.
    let wins = round_robin
        .lines()
        .skip_while(|line| !line.contains("wins against"));
    let cells = wins.skip(1).take(4).map(|line| {
        let cells: Vec<&str> = line.split_whitespace().rev().take(4).collect();
        cells
            .into_iter()
            .rev()
            .map(|cell| cell.parse::<u32>().ok())
            .collect::<Vec<_>>()
    });
    let cells: Vec<_> = cells.collect();
    for (row, of_row) in cells.iter().enumerate() {
        assert_eq!(of_row[row], None, "{round_robin}");
        for (own, of_other) in of_row.iter().zip(&cells).take(row) {
            let both = [*own, of_other[row]].map(Option::unwrap);
            assert!(both[0] + both[1] <= 4, "{round_robin}");
        }
    }
    let most = cells.iter().flatten().flatten().max();
    assert!(most >= Some(&3), "{round_robin}");
    let gauntlet = result(
        &format!("russian {players} --games 4 --format gauntlet"),
        &[],
    );
    assert_eq!(
        (&gauntlet["games"], &gauntlet["format"]),
        (&12.into(), &"gauntlet".into())
    );
    let knockout = result(
        &format!("russian {players} --games 10 --format knockout"),
        &[],
    );
    assert_eq!(knockout["winner"], "minimax:2:basic", "{knockout:#}");
    assert_eq!(knockout["games"], 30);
}

#[test]
fn a_test_ends_the_match_when_it_is_decided() {
    let players = "czech --engine minimax:2:basic --engine random";
    let accepted = result(&format!("{players} --sprt 0,50"), &[]);
    assert_eq!(accepted["ending"], "accepted", "{accepted:#}");
    assert!(accepted["games"].as_u64().unwrap() < 2000, "{accepted:#}");
    let sprt = &accepted["sprt"];
    assert!(sprt["llr"].as_f64() >= sprt["upper"].as_f64(), "{sprt}");
    let rejected = result(
        "czech --engine random --engine minimax:2:basic --sprt 0,50",
        &[],
    );
    assert_eq!(rejected["ending"], "rejected", "{rejected:#}");
}

#[test]
fn long_games_and_draws_end_as_asked() {
    let players = "czech --engine random --engine random --games 20";
    let short = result(&format!("{players} --max-plies 10"), &[]);
    assert_eq!(short["reasons"]["ply limit"], 20);
    assert_eq!(short["plies"], 200);
    // Two kings that cannot catch each other: the rules draw after 15 moves, or nobody does.
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("openings");
    fs::write(&file, "W:WKa1:BKb8 # kings\n").unwrap();
    let kings = format!(
        "czech --engine minimax:2:basic --engine minimax:2:basic --games 4 --max-plies 200 \
         --openings {}",
        file.display()
    );
    let by_rules = result(&kings, &[]);
    assert_eq!(by_rules["reasons"].get("ply limit"), None, "{by_rules:#}");
    let by_nobody = result(&kings, &["--draws", "none"]);
    assert_eq!(by_nobody["reasons"]["ply limit"], 4, "{by_nobody:#}");
    let resigned = result(
        "czech --engine minimax:4:basic --engine random --games 20 --resign 2,3",
        &[],
    );
    // Only the one who thinks can resign.
    assert_eq!(resigned["reasons"].get("adjudicated draw"), None);
    let drawn = result(&kings, &["--draws", "none", "--draw", "1,5,0.5"]);
    assert_eq!(drawn["reasons"]["adjudicated draw"], 4, "{drawn:#}");
}

#[test]
fn games_are_written_as_pdn() {
    let folder = TempDir::new().unwrap();
    let pdn = folder.path().join("games.pdn");
    let arguments = format!(
        "czech --engine minimax:2:basic name=Anna --engine random name=Božena --games 4 \
         --event Test -q --pdn {}",
        pdn.display()
    );
    output(&arguments, &[]);
    let text = fs::read_to_string(&pdn).unwrap();
    assert_eq!(text.matches("[Event \"Test\"]").count(), 4);
    assert_eq!(text.matches("[White \"Božena\"]").count(), 2);
    assert!(text.contains("[Round \"1-2.2.1\"]") && text.contains("[Termination \"no move\"]"));
    assert!(text.contains("/2} "), "{text}");
    // Whoever starts the test at midnight may find two dates.
    let dates = text
        .lines()
        .filter_map(|line| line.strip_prefix("[Date \""));
    let dates: Vec<&str> = dates.filter_map(|line| line.strip_suffix("\"]")).collect();
    assert!(
        dates.len() == 4 && dates.iter().all(|date| date.starts_with("20")),
        "{dates:?}"
    );
    // Without a journal, games are added behind those that are there.
    output(&arguments, &[]);
    let more = fs::read_to_string(&pdn).unwrap();
    assert!(
        more.starts_with(&text) && more.len() == 2 * text.len(),
        "{more}"
    );
}

#[test]
fn bad_arguments_are_explained() {
    let cases = [
        ("", "--engine"),
        ("--engine random", "found 1 --engine, expected at least two"),
        (
            "--engine random --engine fritz",
            "--engine number 2: unknown player 'fritz'",
        ),
        ("--engine random --engine cmd=x depth=0", "depth: found '0'"),
        (
            "--engine random --engine cmd=/no/such/program depth=1",
            "cannot start `/no/such/program`: No such file",
        ),
        (
            "--engine random --engine cmd=true depth=1",
            "true cannot play: answered `hub` with nothing, expected `wait`",
        ),
        (
            "--engine random --engine easy --sprt 5,0",
            "expected ELO0,ELO1",
        ),
        (
            "--engine random --engine easy --sprt 0,5 --engine hard",
            "two for --sprt",
        ),
        (
            "--engine random --engine easy --resign 3",
            "expected MOVES,SCORE",
        ),
        (
            "--engine random --engine easy --engine hard --format pair",
            "two for --format pair",
        ),
        (
            "--engine random --engine easy --openings /no/file",
            "cannot read the openings",
        ),
        ("--engine random --engine easy --games 0", "1..=10000000"),
        (
            "--engine random --engine easy --json /no/folder/x",
            "there is no folder /no/folder",
        ),
        (
            "--engine random --engine proto=dxp address=127.0.0.1 tc=60 --concurrency 2",
            "remote plays one game at a time",
        ),
        (
            "--engine random --engine easy --journal /no/folder/x",
            "there is no folder /no/folder",
        ),
    ];
    for (arguments, expected) in cases {
        let output = run(&format!("czech {arguments}"), &[]);
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {errors}");
        assert!(errors.contains(expected), "{arguments}: {errors}");
    }
}

#[test]
fn an_opening_that_is_illegal_is_refused_with_its_line() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("ballots.txt");
    fs::write(&file, "9-13 21-17\n9-13 21-18\n").unwrap();
    let arguments = format!(
        "english --engine random --engine easy --openings {}",
        file.display()
    );
    let output = run(&arguments, &[]);
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(
        errors.contains("ballots.txt, line 2: move 2: illegal move '21-18'"),
        "{errors}"
    );
}

#[test]
fn a_memory_grows_with_every_decided_game_of_all_threads() {
    let folder = TempDir::new().unwrap();
    let memory = folder.path().join("memory");
    let david = format!("david:1:{}", memory.display());
    let text = output(
        "english --engine random --games 20 --concurrency 4 --quiet",
        &[
            "--engine",
            &david,
            "--pdn",
            &folder.path().join("pdn").display().to_string(),
        ],
    );
    let games = fs::read_to_string(folder.path().join("pdn")).unwrap();
    let decided = ["[Result \"1-0\"]", "[Result \"0-1\"]"];
    let decided: usize = decided.map(|tag| games.matches(tag).count()).iter().sum();
    let lines = lines(&memory);
    assert_eq!(lines[0], "kamen-memory 1 english", "{text}");
    assert!(decided > 10, "{games}");
    assert_eq!(lines.len() - 1, decided, "{games}");
    let czech = run("czech --engine random --games 2", &["--engine", &david]);
    let errors = self::text(&czech.stderr);
    let expected = "found a memory for english, expected czech";
    assert!(
        !czech.status.success() && errors.contains(expected),
        "{errors}"
    );
}
