//! What is read is not lost to what is written, and what is not ours is not added to.

use crate::command::{fail, kamen_in, output};
use std::fs;

const GAMES: &str = "[GameType \"29\"]\n1. c3-d4 b6-a5 2. b2-c3 a5-b4 3. c3xa5 1-0\n";

#[test]
fn outputs_never_take_the_place_of_inputs() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::create_dir(folder.join("sub")).unwrap();
    let place = folder.join("games.pdn");
    let words = [
        "exercises games.pdn --nodes 10 -o games.pdn",
        "exercises games.pdn --nodes 10 --html sub/../games.pdn",
        "exercises games.pdn --nodes 10 -o new.pdn --json games.pdn",
        "problem games.pdn --nodes 10 -o games.pdn",
        "problem games.pdn --nodes 10 --json games.pdn",
        "analyze games.pdn --nodes 10 --html games.pdn",
        "analyze games.pdn --nodes 10 -o new.pdn --json ./games.pdn",
        "pdn tree games.pdn --html games.pdn",
    ];
    for words in words {
        fs::write(&place, GAMES).unwrap();
        let words: Vec<&str> = words.split_whitespace().collect();
        let told = fail(&mut kamen_in(folder, &words), 2);
        assert!(
            told.contains("games.pdn is what is read"),
            "{words:?}: {told}"
        );
        assert_eq!(fs::read_to_string(&place).unwrap(), GAMES, "{words:?}");
    }
    // Games with marks and comments may take the place of games.
    output(&mut kamen_in(
        folder,
        &[
            "analyze",
            "games.pdn",
            "--nodes",
            "10",
            "-q",
            "-o",
            "games.pdn",
        ],
    ));
    assert!(fs::read_to_string(&place).unwrap().contains(" {"));
}

#[test]
fn games_are_added_to_games_alone() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let picture = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".as_slice();
    fs::write(folder.join("picture.pdn"), picture).unwrap();
    fs::write(folder.join("games.pdn"), GAMES).unwrap();
    let play = |file| {
        let words =
            format!("match czech --engine random --engine random --games 2 -q --pdn {file}");
        kamen_in(folder, &words.split_whitespace().collect::<Vec<_>>())
    };
    let told = fail(&mut play("picture.pdn"), 2);
    assert!(told.contains("picture"), "{told}");
    assert_eq!(fs::read(folder.join("picture.pdn")).unwrap(), picture);
    output(&mut play("games.pdn"));
    let games = fs::read_to_string(folder.join("games.pdn")).unwrap();
    assert!(games.starts_with(GAMES) && games.len() > 2 * GAMES.len());
}

#[test]
fn nothing_is_said_to_be_kept_where_nothing_was_found() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("games.pdn"), GAMES).unwrap();
    for words in [
        "exercises none.pdn -o x.pdn",
        "problem none.pdn -o x.pdn",
        "problem games.pdn -o x.pdn",
    ] {
        let words: Vec<&str> = words.split_whitespace().collect();
        let told = fail(&mut kamen_in(folder, &words), 2);
        assert!(!told.contains("kept"), "{told}");
        assert!(!folder.join("x.pdn").exists(), "{words:?}");
    }
}
