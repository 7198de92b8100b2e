//! Databases that grow.

use super::*;
use crate::{BuiltIn, Player, RandomMover};
use kamen_core::board::Color;
use kamen_core::game::{AnyGame, FinishedGame, GameLine};
use kamen_core::rules::Variant;
use kamen_files::{Lock, hidden_beside};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const CZECH: Variant = Variant::Czech;

/// A game of random moves to its end.
fn game(seed: u64) -> FinishedGame {
    let mut random = RandomMover::new();
    random.new_game(seed);
    let mut game = AnyGame::start(CZECH);
    while game.over().is_none() {
        game.play_legal(&random.choose(&game).chosen);
    }
    let (line, result) = (game.line(), game.over().unwrap().result());
    FinishedGame { line, result }
}

/// What the sides learn from games, one after the other.
fn taught(games: &[(u64, [bool; 2])]) -> RatedPositions {
    let mut positions = RatedPositions::new(CZECH);
    for (number, &(seed, learners)) in (1..).zip(games) {
        let episode = Episode::of_game(&game(seed));
        for color in [Color::White, Color::Black] {
            if learners[color as usize] {
                episode.teach(&TdRule::default(), color, &mut positions);
            }
        }
        positions.played.add(number, None);
    }
    positions
}

fn file() -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a.cdb");
    (folder, path)
}

fn open(path: &Path) -> Database {
    let database = Database::new(path);
    database.open(CZECH).unwrap();
    database
}

/// The names in the folder of a file.
fn names(path: &Path) -> Vec<String> {
    let entries = fs::read_dir(path.parent().unwrap()).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

const BOTH: [bool; 2] = [true, true];
const WHITE: [bool; 2] = [true, false];

#[test]
fn every_game_is_learned_and_none_is_lost_whoever_dies() {
    let (_folder, path) = file();
    let games = [(1, WHITE), (2, [false, true]), (1, BOTH), (3, BOTH)];
    for (place, &(seed, learners)) in games.iter().enumerate() {
        // Dropped without a word, as by a kill.
        let database = open(&path);
        database.learn(&game(seed).line, learners, None).unwrap();
        let expected = taught(&games[..=place]);
        assert_eq!(*database.positions(CZECH), expected);
        assert_eq!(names(&path), [".kamen-games.a.cdb", "a.cdb"]);
        // What it did not take over itself the next one does.
        if place == 2 {
            database.close().unwrap();
            assert_eq!(names(&path), ["a.cdb"]);
            assert_eq!(RatedPositions::read(&path).unwrap(), expected);
        }
    }
    take_over_played(&path).unwrap();
    assert_eq!(names(&path), ["a.cdb"]);
    assert_eq!(RatedPositions::read(&path).unwrap(), taught(&games));
}

#[test]
fn many_share_a_file_and_each_learns_from_all() {
    let (_folder, path) = file();
    let databases = [open(&path), open(&path), open(&path)];
    let mut games = Vec::new();
    for seed in 0..9 {
        let database = &databases[seed as usize % 3];
        database.learn(&game(seed).line, BOTH, None).unwrap();
        games.push((seed, BOTH));
        assert_eq!(*database.positions(CZECH), taught(&games));
        // Some leave and take the games over, while the others go on.
        if seed == 3 || seed == 7 {
            database.close().unwrap();
        }
    }
    for database in &databases {
        database.open(CZECH).unwrap();
        assert_eq!(*database.positions(CZECH), taught(&games));
    }
    // All at once.
    std::thread::scope(|scope| {
        for database in &databases {
            scope.spawn(move || {
                for seed in 0..20 {
                    database.learn(&game(seed).line, BOTH, None).unwrap();
                    if seed % 7 == 0 {
                        database.close().unwrap();
                    }
                }
            });
        }
    });
    databases[0].close().unwrap();
    let positions = RatedPositions::read(&path).unwrap();
    assert_eq!((positions.played.games, names(&path).len()), (69, 1));
    // Ends are learned once, whoever was first.
    let ends: usize = positions.count_kinds()[1..].iter().sum();
    let [.., finals, draws] =
        taught(&(0..20).map(|seed| (seed, BOTH)).collect::<Vec<_>>()).count_kinds();
    assert_eq!(ends, finals + draws);
}

#[test]
fn while_a_learner_has_the_file_games_wait_beside_it() {
    let (_folder, path) = file();
    let database = open(&path);
    let before = fs::read(&path).unwrap();
    let lock = Lock::on(&path, "learner").unwrap();
    database.learn(&game(1).line, BOTH, None).unwrap();
    database.close().unwrap();
    assert_eq!(fs::read(&path).unwrap(), before);
    // The learner writes what it has learned itself.
    let mut others = RatedPositions::read(&path).unwrap();
    others.games = 5;
    let end = Rating::end(1.0, Kind::Final);
    let start = kamen_core::AnyPosition::start(CZECH);
    others.put(Pieces::of_any(&start), end);
    others.write(&path).unwrap();
    drop(lock);
    database.close().unwrap();
    let found = RatedPositions::read(&path).unwrap();
    assert_eq!((found.games, found.played.games), (5, 1));
    assert_eq!(found.get(&Pieces::of_any(&start)), Some(end));
    assert_eq!(names(&path), ["a.cdb"]);
}

#[test]
fn a_game_that_is_told_again_is_learned_once() {
    let (_folder, path) = file();
    let database = open(&path);
    for seed in 0..4 {
        database
            .learn(&game(seed).line, WHITE, Some(seed as u32))
            .unwrap();
    }
    drop(database);
    let database = open(&path);
    for seed in 2..6 {
        database
            .recall(&game(seed).line, WHITE, seed as u32)
            .unwrap();
    }
    // The same game for the other side.
    database.recall(&game(5).line, [false, true], 5).unwrap();
    let games: Vec<_> = (0..6)
        .map(|seed| (seed, WHITE))
        .chain([(5, [false, true])])
        .collect();
    let expected = taught(&games);
    let found = database.positions(CZECH);
    assert!(found.sorted().eq(expected.sorted()));
    assert_eq!(found.played.names.len(), 7);
    let mut played = Played::default();
    (1..=300).for_each(|number| played.add(number, Some(number as u32)));
    assert_eq!(
        (played.names.len(), played.names[0]),
        (Played::MOST_NAMES, 45)
    );
}

#[test]
fn what_the_rules_have_not_ended_teaches_nothing() {
    let (_folder, path) = file();
    let database = open(&path);
    let mut line = game(1).line;
    line.moves.pop();
    for line in [line, GameLine::new(kamen_core::AnyPosition::start(CZECH))] {
        database.learn(&line, BOTH, None).unwrap();
    }
    assert!(database.positions(CZECH).is_empty());
    assert_eq!(names(&path), ["a.cdb"]);
}

#[test]
fn damage_beside_the_file_is_named_and_a_cut_line_removed() {
    let (_folder, path) = file();
    let database = open(&path);
    for seed in 0..3 {
        database.learn(&game(seed).line, BOTH, None).unwrap();
    }
    let games = hidden_beside(&path, "games");
    let whole = fs::read_to_string(&games).unwrap();
    let line = |number: usize| whole.lines().nth(number).unwrap();
    let again = |text: &str| {
        Database::new(&path)
            .open(CZECH)
            .map_err(|error| (error, fs::write(&games, text)))
    };
    let cases = [
        (
            whole.replacen("2 wb", "2 bw", 1),
            ".kamen-games.a.cdb:3: `crc=",
        ),
        (
            whole.replacen(line(0), "other", 1),
            ":1: found 'other', expected 'kamen-rated-games 1 czech'",
        ),
        (
            whole
                .replacen("czech", "english", 1)
                .replacen(" crc", "\n1 wb -\n#", 1),
            ":1: found 'kamen-rated-games 1 english'",
        ),
        (
            whole.replacen(&format!("{}\n", line(1)), "", 1),
            ":2: found game 2, expected 1: these are games of another file",
        ),
        (
            whole.replacen(line(1), "1 wb", 1),
            ":2: expected the number of a game",
        ),
        (whole.replacen(line(1), "1 wb - W", 1), ":2: "),
        (
            whole.replacen(
                line(1),
                &format!("1 wb - {}", &line(1)[7..line(1).len() - 20]),
                1,
            ),
            ":2: ",
        ),
    ];
    for (text, expected) in cases {
        fs::write(&games, &text).unwrap();
        let (error, _) = again(&whole).unwrap_err();
        assert!(error.to_string().contains(expected), "{expected}: {error}");
    }
    // Of what is changed anywhere nothing is read.
    let expected = [RatedPositions::new(CZECH), taught(&[(0, BOTH), (1, BOTH)])];
    for place in (0..whole.len()).step_by(3) {
        let mut bytes = whole.clone().into_bytes();
        bytes[place] ^= 1 << (place % 7);
        fs::write(&games, bytes).unwrap();
        RatedPositions::new(CZECH).write(&path).unwrap();
        match Database::new(&path).open(CZECH) {
            Err(error) => assert!(error.to_string().contains(".kamen-games.a.cdb:"), "{error}"),
            Ok(()) => {
                // Without its end the last line is none.
                let found = RatedPositions::read(&path).unwrap();
                assert!(expected.contains(&found), "byte {place}");
            }
        }
    }
    // Cut anywhere, it has the whole games.
    for length in (0..whole.len()).step_by(41) {
        fs::write(&games, &whole[..length]).unwrap();
        RatedPositions::new(CZECH).write(&path).unwrap();
        let found = open(&path).positions(CZECH);
        let lines = whole[..length].matches('\n').count() as u64;
        assert_eq!(found.played.games, lines.saturating_sub(1), "{length}");
        assert_eq!(names(&path), ["a.cdb"]);
    }
}

#[test]
fn a_player_learns_for_the_colours_that_it_moves_for_unless_it_is_fixed() {
    let (_folder, path) = file();
    let name = format!("td:1:{}", path.display());
    let built_in: BuiltIn = name.parse().unwrap();
    assert_eq!(built_in.to_string(), name);
    built_in.check(CZECH).unwrap();
    let error = built_in.check(Variant::English).unwrap_err().to_string();
    assert!(
        error.contains("positions of czech, expected english"),
        "{error}"
    );
    let fixed: BuiltIn = format!("{name}:fixed").parse().unwrap();
    assert_eq!(fixed.to_string(), format!("{name}:fixed"));
    assert!(built_in.learns() && !fixed.learns());
    for (player, colors) in [
        (&built_in, WHITE),
        (&fixed, WHITE),
        (&built_in, BOTH),
        (&built_in, [false; 2]),
    ] {
        let mut player = player.player(CZECH);
        let game = game(7);
        player.new_game(0);
        let mut here = AnyGame::start(CZECH);
        for m in &game.line.moves {
            if colors[here.turn() as usize] {
                player.choose(&here);
            }
            here.play_legal(m);
        }
        player.game_over(&game.line, game.result, None);
    }
    let expected = taught(&[(7, WHITE), (7, BOTH)]);
    assert_eq!(RatedPositions::read(&path).unwrap(), expected);
    assert!(format!("{}none:fixed", name).parse::<BuiltIn>().is_err());
    assert!("td:1:".parse::<BuiltIn>().is_err() && "td:1::fixed".parse::<BuiltIn>().is_err());
}
