//! The measurements of the 2011 thesis.

use crate::command::{answer, fail, files, kamen, kamen_in, output, succeed};
use std::fs;
use std::path::Path;
use std::process::Stdio;

#[test]
fn depth_plays_against_depth() {
    let table = |words: &str| output(&mut kamen(&format!("td tables czech --depth 3 {words}")));
    let against_3 = "Black against depth 3: L D L\nWhite against depth 3: L D W\n";
    let expected = format!("{against_3}won 1, drawn 2, lost 3\n");
    assert_eq!(table("--against 3"), expected);
    let json = "{\"color\":\"Black\",\"against\":3,\"results\":\"L D L\"}\n\
                {\"color\":\"White\",\"against\":3,\"results\":\"L D W\"}\n";
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
    let learn = "td learn czech --depth 4 --black-depth 2 --learner white --random 0 --games 1000";
    let learned = output(kamen(learn).args(["--until-changed", "--shared", path]));
    // 3 lost, then drawn: tests/experiments/tables-of-the-2011-thesis.md.
    let last = learned.lines().last().unwrap();
    assert!(last.starts_with("4 games: learner +0 =1 -0"), "{learned}");
    let table = "td tables czech --depth 4 --against 2 --rated";
    let with = output(kamen(table).arg(path));
    let without = output(&mut kamen("td tables czech --depth 4 --against 2"));
    assert!(
        without.contains("White against depth 2: L D D L\n"),
        "{without}"
    );
    assert!(with.contains("White against depth 2: L D D D\n"), "{with}");
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

/// The positions of a file that players have learned in, and the games that they have played with it.
fn learned(folder: &Path, file: &str) -> (u64, u64) {
    let stats = output(&mut kamen_in(folder, &["td", "stats", "--json", file]));
    let stats: serde_json::Value = serde_json::from_str(&stats).unwrap();
    let number = |name: &str| stats[name].as_u64().unwrap();
    (number("positions"), number("played"))
}

/// Wherever a player with a database plays, it learns; the file is longer after each game.
#[test]
fn every_game_is_learned_from() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let length = |file: &str| fs::metadata(folder.join(file)).map_or(0, |file| file.len());
    // In a terminal: d4xb2, and White has nothing left. Each time another square of the last man.
    let mut before = 0;
    for (game, fen) in (1..).zip(["B:Wc3:Bd4", "B:We3:Bd4", "B:We3:Bf4"]) {
        let words = "play czech --player td:2:play.cdb --fen";
        let mut command = kamen(words);
        let (told, _) = succeed(command.arg(fen).current_dir(folder));
        assert!(told.contains("The game is over, you lose."), "{told}");
        assert!(length("play.cdb") > before, "{fen}");
        before = length("play.cdb");
        assert_eq!(learned(folder, "play.cdb"), (game, game));
    }
    // Over Hub: d4 is square 18, c3 square 22.
    let board: String = (1..=32)
        .map(|square| match square {
            18 => 'b',
            22 => 'w',
            _ => 'e',
        })
        .collect();
    let lines = format!(
        "set-param name=variant value=czech\nset-param name=player value=\"td:2:hub.cdb\"\ninit\n\
         pos pos=B{board}\nlevel depth=2\ngo think\n"
    );
    answer(kamen("").current_dir(folder), &lines);
    assert_eq!(learned(folder, "hub.cdb"), (1, 1));
    // In matches, on one side or on both, and over DXP.
    let run = |words: &[&str]| {
        succeed(&mut kamen_in(
            folder,
            &[&["match", "czech", "-q"], words].concat(),
        ))
    };
    let game = ["--max-plies", "0", "--games", "2", "--engine"];
    run(&[&game[..], &["td:1:one.cdb", "--engine", "random"]].concat());
    assert_eq!(learned(folder, "one.cdb").1, 2);
    run(&[&game[..], &["td:1:both.cdb", "--engine", "td:2:both.cdb"]].concat());
    assert_eq!(learned(folder, "both.cdb").1, 4);
    let program = env!("CARGO_BIN_EXE_kamen");
    let dxp = format!("cmd={program} dxp czech --listen 127.0.0.1:{{port}} --player td:1:dxp.cdb");
    run(&[
        &game[..],
        &["random", "--engine", &dxp, "proto=dxp", "tc=60"],
    ]
    .concat());
    assert_eq!(learned(folder, "dxp.cdb").1, 2);
    // A fixed one does not.
    let file = fs::read(folder.join("one.cdb")).unwrap();
    run(&[&game[..], &["td:1:one.cdb:fixed", "--engine", "random"]].concat());
    assert_eq!(fs::read(folder.join("one.cdb")).unwrap(), file);
    assert_eq!(files(folder, "").len(), 5);
}

/// A lost game that is repeated changes, as in the tables of the thesis, though no learner is called.
#[test]
fn a_player_that_always_loses_the_same_game_finds_another() {
    let folder = tempfile::tempdir().unwrap();
    let words = "match czech --engine td:4:w.cdb --engine minimax:2:simulated --random-plies 0 --games 40 --max-plies 200 \
                 --pdn games.pdn -q";
    let mut command = kamen(words);
    succeed(command.current_dir(folder.path()));
    let games = fs::read_to_string(folder.path().join("games.pdn")).unwrap();
    let results = |color: &str| {
        let games = games.split("[Event ").skip(1);
        let own = games.filter(|game| game.contains(&format!("[{color} \"td:4:w.cdb\"]")));
        let result = |game: &str| game.split("[Result \"").nth(1).unwrap()[..3].to_owned();
        own.map(result).collect::<Vec<_>>()
    };
    let (white, black) = (results("White"), results("Black"));
    assert_eq!((white.len(), black.len()), (20, 20));
    assert_eq!(white[0], "0-1", "{white:?}");
    assert!(white.iter().any(|result| result != "0-1"), "{white:?}");
}

/// Several matches at once learn in one file, and every game counts.
#[test]
fn processes_share_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let words =
        "match czech --engine td:1:d.cdb --engine random --max-plies 0 --games 10 -q --seed";
    let mut running: Vec<_> = (1..=3)
        .map(|seed| {
            let mut command = kamen(&format!("{words} {seed}"));
            command
                .current_dir(folder.path())
                .stdout(Stdio::null())
                .spawn()
                .unwrap()
        })
        .collect();
    for process in &mut running {
        assert!(process.wait().unwrap().success());
    }
    assert_eq!(learned(folder.path(), "d.cdb").1, 30);
    assert_eq!(files(folder.path(), "").len(), 1);
    // What cannot be learned in is refused before the first game.
    fs::create_dir(folder.path().join("dir.cdb")).unwrap();
    for player in ["td:1:none/d.cdb", "td:1:dir.cdb"] {
        let words = ["match", "czech", "--engine", player, "--engine", "random"];
        fail(&mut kamen_in(folder.path(), &words), 2);
    }
}
