//! The trees that the lectures work through, and the published tables.

use crate::command::{fail, kamen, kamen_in, output, succeed};
use crate::shell::{shell, workplace};
use serde_json::Value;
use std::fs;

fn objects(text: &str) -> Vec<Value> {
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn a_tree_is_shown_with_what_is_cut_and_why() {
    let folder = tempfile::tempdir().unwrap();
    let leaves = "3 12 8 / 2 4 6 / 14 5 2";
    let words = ["bench", "--leaves", leaves, "--svg", "tree.svg"];
    let (text, _) = succeed(&mut kamen_in(folder.path(), &words));
    let cut = "  MIN 2: 2 moves left out, as it is at most 3 and MAX has 3 elsewhere\n    2\n    4 (left out)\n";
    assert!(
        text.starts_with("MAX 3\n  MIN 3\n    3\n    12\n"),
        "{text}"
    );
    assert!(text.contains(cut), "{text}");
    assert!(
        text.ends_with("alpha-beta looks at 7 of 9 leaves\n"),
        "{text}"
    );
    let drawn = fs::read_to_string(folder.path().join("tree.svg")).unwrap();
    assert_eq!(drawn.matches("<circle").count(), 13);
    assert_eq!(drawn.matches("stroke-dasharray").count(), 2);
    let nodes = objects(&output(&mut kamen_in(
        folder.path(),
        &["bench", "--leaves", "-1 2 / 5", "--json"],
    )));
    let values: Vec<_> = nodes
        .iter()
        .map(|node| node["value"].as_i64().unwrap())
        .collect();
    assert_eq!(values, [5, -1, -1, 2, 5, 5]);
}

#[test]
fn the_trees_of_the_lectures_are_shown() {
    let text = output(&mut kamen("bench --tree"));
    for line in [
        "  d8-e7 -97\n",
        "  d8-c7 12: 1 move left out, as it is at least -97 and the other side has 97 elsewhere\n",
        "best move d8-e7, 97 ahead\n",
        "Adversarial search: 3 12 8 / 2 4 6 / 14 5 2; values for MAX\n",
    ] {
        assert!(text.contains(line), "{line}{text}");
    }
}

/// What is exact comes out, in one run or in two.
#[test]
fn published_tables_are_filled_and_a_run_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let run = |words: &str| kamen_in(folder.path(), &words.split(' ').collect::<Vec<_>>());
    let quick = "university --quick --threads 2 --journal all.jsonl --html all.html";
    succeed(&mut run(
        "university trees 5 --quick --depth 2 --journal all.jsonl",
    ));
    let (text, _) = succeed(&mut run(quick));
    for line in [
        "trees: 4 of 4 cells equal",
        "maze: 5 of 5 cells equal",
        "table 4: not compared, the opponent",
        "table 8: not compared, needs --rated",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    let journal = fs::read_to_string(folder.path().join("all.jsonl")).unwrap();
    assert_eq!(succeed(&mut run(quick)).0, text);
    assert_eq!(
        fs::read_to_string(folder.path().join("all.jsonl")).unwrap(),
        journal
    );
    let page = fs::read_to_string(folder.path().join("all.html")).unwrap();
    assert!(
        page.contains("<h2>table 5: czech, Black against depth 3</h2>"),
        "{page}"
    );
    let told = fail(
        &mut run("university --quick --journal all.jsonl --seed 2"),
        2,
    );
    assert!(told.contains("seed was 1, now it is 2"), "{told}");
}

#[test]
fn matches_are_compared_by_the_exact_test() {
    let text = output(&mut kamen("university 4.1 4.8 --games 20 --depth 2 --json"));
    let cells = objects(&text);
    assert_eq!(cells.len(), 4, "{text}");
    for cell in &cells {
        let games = cell["content"]["games"].as_array().unwrap();
        let sum: u64 = games.iter().map(|part| part.as_u64().unwrap()).sum();
        assert_eq!(sum, 20, "{cell}");
        let p = cell["p"].as_f64().unwrap();
        assert!(p > 1e-4 && p <= 1.0, "{cell}");
        let by_color = cell["by_color"].as_array().unwrap();
        let wins: u64 = by_color.iter().map(|part| part.as_u64().unwrap()).sum();
        assert_eq!(wins, games[0].as_u64().unwrap(), "{cell}");
    }
    for (words, expected) in [
        ("university 4.16", "unknown table '4.16'"),
        ("university --rated czech", "expected VARIANT=FILE"),
        ("university --networks no/such", "no folder no/such"),
    ] {
        assert!(fail(&mut kamen(words), 2).contains(expected), "{words}");
    }
}

/// The rows of the table of texts and commands are 1 to 40, and each command runs, in their order.
#[test]
fn the_command_of_each_row_of_the_map_runs() {
    let page = include_str!("../../src/players/UNIVERSITY.md");
    let (_, table) = page.split_once("## From the texts to the code").unwrap();
    let rows = table.lines().filter(|line| line.starts_with("| "));
    let rows: Vec<Vec<&str>> = rows
        .map(|line| line.split(" | ").collect())
        .skip(2)
        .collect();
    let numbers: Vec<u32> = (rows.iter())
        .map(|row| row[0].trim_start_matches("| ").parse().unwrap())
        .collect();
    assert_eq!(numbers, (1..=40).collect::<Vec<_>>());
    let folder = workplace();
    for row in &rows {
        let line = row[3].trim_end_matches(" |").trim_matches('`');
        let (out, _) = succeed(&mut shell(line, folder.path()));
        assert!(!out.is_empty() || line.contains(" cmp "), "{line}");
    }
}

/// Networks and rated positions of one's own fill the tables that need them.
#[test]
fn networks_and_rated_positions_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let run = |words: &str| {
        let words: Vec<&str> = words.split(' ').collect();
        succeed(&mut kamen_in(folder.path(), &words)).0
    };
    fs::create_dir(folder.path().join("nets")).unwrap();
    run("evolve czech --generations 1 --population 4 --games 2 --depth 1 --dir e -q");
    for number in ["01", "02", "06", "07"] {
        let to = folder.path().join(format!("nets/{number}.json"));
        fs::copy(folder.path().join("e/generation-001.json"), to).unwrap();
    }
    let text = run("university 4.10 4.13 4.14 --networks nets --games 10 --depth 1");
    for line in [
        "table 4.10: czech, minimax:N:basic v. 01",
        "table 4.14: 01 v. 07",
        "table 4.15: 2 for a win",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert!(!text.contains("need --networks"), "{text}");
    run("td learn czech --games 20 --depth 1 --shared w.cdb");
    let text = run("university 8 --rated czech=w.cdb --depth 2");
    assert!(
        text.contains("table 8: czech, White against depth 3"),
        "{text}"
    );
    assert!(text.contains(" of 12 cells equal"), "{text}");
}
