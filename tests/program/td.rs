//! The measurements of the 2011 thesis.

use crate::command::{fail, kamen, output, succeed};
use std::fs;

#[test]
fn depth_plays_against_depth() {
    let table = |words: &str| output(&mut kamen(&format!("td tables czech --depth 3 {words}")));
    let against_3 = "Black against depth 3: L D L\nWhite against depth 3: L L W\n";
    let expected = format!("{against_3}won 1, drawn 1, lost 4\n");
    assert_eq!(table("--against 3"), expected);
    let json = "{\"color\":\"Black\",\"against\":3,\"results\":\"L D L\"}\n\
                {\"color\":\"White\",\"against\":3,\"results\":\"L L W\"}\n";
    assert_eq!(table("--against 3 --json"), json);
    // Equal players: what one wins the other loses.
    let both = table("--against 2,2");
    let lines: Vec<&str> = both.lines().collect();
    assert_eq!(lines[..2], lines[2..4]);
}

#[test]
fn rated_positions_of_the_player_count() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.cdb");
    let path = file.to_str().unwrap();
    let learn = "td learn czech --depth 2 --black-depth 3 --learner white --random 0 --games 1000";
    let learned = output(kamen(learn).args(["--until-changed", "--shared", path]));
    // 5 lost, then drawn: tests/experiments/tables-of-the-2011-thesis.md.
    let last = learned.lines().last().unwrap();
    assert!(last.starts_with("6 games: learner +0 =1 -0"), "{learned}");
    let table = "td tables czech --depth 2 --against 3 --rated";
    let with = output(kamen(table).arg(path));
    let without = output(&mut kamen("td tables czech --depth 2 --against 3"));
    assert!(
        without.contains("White against depth 3: L L\n"),
        "{without}"
    );
    assert!(with.contains("White against depth 3: L D\n"), "{with}");
    let errors = fail(kamen("td tables english --rated").arg(path), 2);
    assert!(
        errors.contains("positions of czech, expected english"),
        "{errors}"
    );
    fs::write(&file, "something else").unwrap();
    fail(kamen(table).arg(path), 2);
}

#[test]
fn alpha_beta_leaves_out_more_at_greater_depth() {
    let lines = output(&mut kamen("td graphs czech --depth 5 --games 2 --json"));
    let rows = lines
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let share = |name: &str, row: &serde_json::Value| row[name].as_f64().unwrap();
    let rows: Vec<_> = rows.collect();
    let skipped: Vec<f64> = rows.iter().map(|row| share("skipped", row)).collect();
    assert_eq!((skipped.len(), skipped[0]), (5, 0.0));
    assert!((0.25..0.5).contains(&skipped[4]), "{skipped:?}");
    assert!(
        rows.iter()
            .all(|row| (0.05..0.6).contains(&share("lone", row)))
    );
    let again = output(&mut kamen("td graphs czech --depth 1 --games 2"));
    assert!(again.starts_with("depth  skipped  lone moves  seconds for 10 games\n    1     0.0%"));
}

#[test]
fn learning_goes_on_only_with_the_same_settings_and_new_games() {
    let folder = tempfile::tempdir().unwrap();
    let td = |words: &str| {
        let words = format!("td learn czech --depth 1 --shared w.cdb {words}");
        let mut command = kamen(&words);
        command.current_dir(folder.path());
        command
    };
    succeed(&mut td("--games 4"));
    let file = folder.path().join("w.cdb");
    let before = fs::read(&file).unwrap();
    for (words, expected) in [
        ("--gamma 0.8", "gamma was 0.9, now it is 0.8"),
        ("--seed 2", "seed was 1, now it is 2"),
        ("--black-depth 2", "depth number 2 was 1, now it is 2"),
        ("--random 0.5", "random was 1.0, now it is 0.5"),
    ] {
        let refused = fail(&mut td(&format!("--games 8 {words}")), 2);
        assert!(
            refused.contains("w.cdb was learned with other settings: "),
            "{refused}"
        );
        assert!(
            refused.contains(expected) && refused.contains("--force"),
            "{refused}"
        );
        assert_eq!(fs::read(&file).unwrap(), before);
    }
    succeed(&mut td("--games 8"));
    let (changed, _) = succeed(&mut td("--games 9 --gamma 0.8 --force"));
    assert!(changed.contains("\n9 games: "), "{changed}");
    succeed(&mut td("--games 10 --gamma 0.8"));
    fs::write(
        folder.path().join("a.pdn"),
        "[GameType \"25\"]\n\n1. c3-d4 f6-g5 1-0\n",
    )
    .unwrap();
    let read = "--gamma 0.8 --pdn a.pdn";
    succeed(&mut td(read));
    let before = fs::read(&file).unwrap();
    let refused = fail(&mut td(read), 2);
    assert!(
        refused.contains("w.cdb has learned from a.pdn already"),
        "{refused}"
    );
    assert_eq!(fs::read(&file).unwrap(), before);
    succeed(&mut td(&format!("{read} --force")));
    let stats = output(kamen("td stats").arg(&file));
    assert!(stats.contains(" 12 games, "), "{stats}");
}

/// Learning as the thesis does it stores all kinds of positions, and values travel back from the ends.
#[test]
fn a_plain_run_stores_positions_of_all_kinds() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plain.cdb");
    succeed(kamen("td learn czech --games 400 --depth 4 --shared").arg(&path));
    let text = fs::read_to_string(&path).unwrap();
    for kind in ["N", "E", "D"] {
        let word = format!(" {kind} crc=");
        assert!(text.contains(&word), "no {kind}");
    }
    let is_travelled = |line: &str| line.contains(" N crc=") && !line.contains(" 0 ");
    assert!(text.lines().any(is_travelled));
}

#[test]
fn rewards_are_named_with_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let words = "td learn czech --games 1 --depth 1 --win 0.5 --draw -0.25 --loss -0.75 --step 0.01 --shared a.cdb";
    let mut command = kamen(words);
    let (text, _) = succeed(command.current_dir(folder.path()));
    let expected = "rewards 0.5 (win), -0.25 (draw), -0.75 (loss) and 0.01 on the way";
    assert!(text.contains(expected), "{text}");
    assert!(
        fail(
            &mut kamen("td learn czech --games 1 --win 2 --shared a.cdb"),
            2
        )
        .contains("from -1 to 1")
    );
}
