use super::david::{Outlook, PieceValues};
use super::record::Record;
use super::*;
use crate::minimax::capture_search::{self, View};
use crate::{Player, RandomMover};
use kamen_core::board::Color;
use kamen_core::game::{AnyGame, AnyMove, AnyPosition, GameLine};
use kamen_core::rules::{GameResult, Variant};
use kamen_core::score::Score;
use std::cmp::Reverse;
use std::path::PathBuf;
use tempfile::TempDir;

/// A memory in a folder of its own, open.
fn memory(variant: Variant) -> (TempDir, Memory) {
    let folder = TempDir::new().unwrap();
    let memory = Memory::new(folder.path().join("memory"));
    memory.open(variant).unwrap();
    (folder, memory)
}

/// Plays from a position to the end, or so many plies.
fn play(start: AnyPosition, first: &mut dyn Player, second: &mut dyn Player) -> GameLine {
    let mut line = GameLine::new(start);
    let mut game = AnyGame::new(start);
    while game.over().is_none() && game.plies() < 200 {
        let chosen = match game.turn() == start.turn() {
            true => first.choose(&game).chosen,
            false => second.choose(&game).chosen,
        };
        game.play(&chosen).unwrap();
        line.moves.push(chosen);
    }
    line
}

fn winner(line: &GameLine) -> Option<Color> {
    line.end()?.over()?.winner()
}

/// A game that Black wins against random moves.
fn lost_by_white(variant: Variant) -> GameLine {
    all_lost_by_white(variant).next().unwrap()
}

/// Games that Black wins against random moves.
fn all_lost_by_white(variant: Variant) -> impl Iterator<Item = GameLine> {
    let mut random = RandomMover::new();
    let games = (0..50).map(move |seed| {
        random.new_game(seed);
        let mut goliath = Goliath::new(variant, 3);
        let start = AnyPosition::start(variant);
        match start.turn() {
            Color::White => play(start, &mut random, &mut goliath),
            Color::Black => play(start, &mut goliath, &mut random),
        }
    });
    games.filter(|line| winner(line) == Some(Color::Black))
}

/// The positions of a game, each with the move that was made there.
fn moments(line: &GameLine) -> Vec<(AnyGame, AnyMove)> {
    let mut game = AnyGame::new(line.start);
    let moment = |m: &AnyMove| {
        let before = game.clone();
        game.play(m).unwrap();
        (before, *m)
    };
    line.moves.iter().map(moment).collect()
}

#[test]
fn names_are_read_and_written() {
    let good = ["goliath:3", "Goliath:30", "david:4:memory", "DAVID:1:a:b"];
    for text in good {
        let player = text.parse::<BuiltIn>().unwrap();
        assert_eq!(
            player.to_string().parse::<BuiltIn>().unwrap(),
            player,
            "{text}"
        );
    }
    let bad = [
        "goliath",
        "goliath:",
        "goliath:0",
        "goliath:31",
        "goliath:3:x",
        "david:4",
        "david:4:",
        "david:0:x",
        "david:x",
    ];
    for text in bad {
        let error = text.parse::<BuiltIn>().unwrap_err().to_string();
        assert!(error.contains("goliath:N, david:N:FILE"), "{text}: {error}");
    }
    let foreign = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"));
    let player: BuiltIn = format!("david:4:{}", foreign.display()).parse().unwrap();
    let error = player.check(Variant::Czech).unwrap_err().to_string();
    assert!(error.contains("Cargo.toml: found '"), "{error}");
}

#[test]
fn decided_games_are_remembered_once_and_others_never() {
    let (_folder, memory) = memory(Variant::Czech);
    let lost = lost_by_white(Variant::Czech);
    let mut david = David::new(Variant::Czech, 2, &memory);
    let mut unfinished = lost.clone();
    unfinished.moves.pop();
    david.game_over(&unfinished, GameResult::Black, None);
    assert_eq!(memory.games(), 0);
    david.game_over(&lost, GameResult::Black, None);
    david.game_over(&lost, GameResult::Black, None);
    // The turned game is the same one.
    david.game_over(&lost.half_turned(), GameResult::White, None);
    assert_eq!(memory.games(), 1);
    let text = std::fs::read_to_string(memory.path()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2, "{text}");
    assert_eq!(lines[0], "kamen-memory 1 czech");
    let another = Memory::new(memory.path());
    another.open(Variant::Czech).unwrap();
    assert_eq!(another.games(), 1);
    assert!(another.open(Variant::English).is_err());
}

/// The moves of the side of `color` with and without the memory, where the game had choices.
fn choices(
    line: &GameLine,
    color: Color,
    memory: &Memory,
) -> Vec<(AnyMove, AnyMove, AnyMove, AnyMove)> {
    let variant = line.start.variant();
    let (_folder, empty) = self::memory(variant);
    let (mut without, mut with) = (
        David::new(variant, 3, &empty),
        David::new(variant, 3, memory),
    );
    let own = moments(line)
        .into_iter()
        .filter(|(game, _)| game.turn() == color);
    own.map(|(game, made)| {
        let turned = AnyGame::new(game.position().half_turned());
        // As new games, so that neither side avoids positions that were there.
        let game = AnyGame::new(*game.position());
        let chosen = [&mut without, &mut with].map(|david| david.choose(&game).chosen);
        let mirrored = with.choose(&turned).chosen.half_turned();
        (made, chosen[0], chosen[1], mirrored)
    })
    .collect()
}

#[test]
fn a_remembered_game_changes_moves_in_attack_and_defence() {
    for variant in [Variant::Czech, Variant::English, Variant::Frisian] {
        let (mut found, mut avoided) = (0, 0);
        for lost in all_lost_by_white(variant).take(4) {
            let (_folder, memory) = memory(variant);
            memory.learn(&lost).unwrap();
            for (game, _) in moments(&lost) {
                let turned = memory.ways(&game.position().half_turned());
                let back = |way: &Way| (way.next.half_turned(), way.plies);
                let turned: Vec<_> = turned.iter().map(back).collect();
                let ways = memory.ways(game.position());
                let ways: Vec<_> = ways.iter().map(|way| (way.next, way.plies)).collect();
                assert_eq!(ways, turned, "{variant}");
            }
            let attack = choices(&lost, Color::Black, &memory).into_iter();
            found += attack
                .filter(|(made, without, with, turned)| {
                    without != made && with == made && turned == made
                })
                .count();
            let defence = choices(&lost, Color::White, &memory).into_iter();
            avoided += defence
                .filter(|(made, without, with, turned)| {
                    without == made && with != made && turned != made
                })
                .count();
        }
        assert!(found > 0 && avoided > 0, "{variant}: {found}, {avoided}");
    }
}

#[test]
fn records_that_do_not_run_to_a_win_are_skipped() {
    let lost = lost_by_white(Variant::Czech);
    let whole = Record::of_won(&lost).unwrap().text();
    let (start, last) = whole.rsplit_once(' ').unwrap();
    let cases = [
        (whole.clone(), 1),
        (start.to_owned(), 0),
        (format!("{start} 1-32"), 0),
        (format!("{start} word"), 0),
        (format!("{whole} {last}"), 0),
        (whole.replacen("game", "poem", 1), 0),
        ("game".to_owned(), 0),
        ("bound W 1 2".to_owned(), 0),
    ];
    for (text, expected) in cases {
        let (_folder, memory) = memory(Variant::Czech);
        let mut journal = journal::Journal::open(memory.path(), Variant::Czech).unwrap();
        journal.append(&text).unwrap();
        memory.open(Variant::Czech).unwrap();
        assert_eq!(memory.games(), expected, "{text}");
        let ways: usize = moments(&lost)
            .iter()
            .map(|(game, _)| memory.ways(game.position()).len())
            .sum();
        assert_eq!(ways > 0, expected > 0, "{text}");
    }
}

/// A score that no search has would overflow, or pass for more than a win.
#[test]
fn corrections_without_a_score_are_skipped() {
    let start = AnyPosition::start(Variant::Czech);
    let cases = [
        ("-10000", 1),
        ("10000", 1),
        ("10001", 0),
        ("-10001", 0),
        ("-2147483648", 0),
        ("2147483648", 0),
        ("1.5", 0),
    ];
    for (score, expected) in cases {
        let (_folder, memory) = memory(Variant::Czech);
        let mut journal = journal::Journal::open(memory.path(), Variant::Czech).unwrap();
        let record = format!("bound {} {score} 9", start.hub());
        journal.append(&record).unwrap();
        memory.open(Variant::Czech).unwrap();
        assert_eq!(memory.bounds().len(), expected, "{score}");
    }
}

#[test]
fn threads_and_programs_share_a_memory() {
    let (_folder, shared) = memory(Variant::Czech);
    let games: Vec<GameLine> = (0..24)
        .map(|seed| {
            let mut random = RandomMover::new();
            random.new_game(seed);
            let start = AnyPosition::start(Variant::Czech);
            play(start, &mut random, &mut Goliath::new(Variant::Czech, 2))
        })
        .filter(|line| winner(line).is_some())
        .collect();
    assert!(games.len() > 10);
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let (games, shared) = (&games, &shared);
            scope.spawn(move || {
                // Two threads with the same memory, two as other programs would have it.
                let own = Memory::new(shared.path());
                own.open(Variant::Czech).unwrap();
                let memory = if thread < 2 { shared } else { &own };
                for game in games.iter().skip(thread % 2).step_by(2) {
                    memory.learn(game).unwrap();
                }
            });
        }
    });
    shared.open(Variant::Czech).unwrap();
    assert_eq!(shared.games(), games.len());
}

#[test]
fn the_fastest_win_the_safe_promise_and_the_longest_defence_are_chosen() {
    use View::{Lost, Open, Won};
    let outlook = |attack, defence, remembered_win, remembered_loss| {
        Outlook {
            attack,
            defence,
            remembered_win,
            remembered_loss,
        }
        .worth()
    };
    let cases = [
        (
            outlook(Open(5), Open(-3), None, None),
            PieceValues::Promises(-3),
        ),
        (
            outlook(Won(-5), Open(-3), None, None),
            PieceValues::Promises(-3),
        ),
        (
            outlook(Won(-5), Won(-3), None, None),
            PieceValues::Wins(Reverse(5)),
        ),
        (
            outlook(Open(5), Open(5), Some(9), None),
            PieceValues::Wins(Reverse(9)),
        ),
        (
            outlook(Open(5), Open(5), Some(9), Some(2)),
            PieceValues::Wins(Reverse(9)),
        ),
        (
            outlook(Open(5), Lost(4), Some(9), None),
            PieceValues::Loses(4),
        ),
        (
            outlook(Open(5), Open(5), None, Some(30)),
            PieceValues::Loses(30),
        ),
        (
            outlook(Lost(6), Lost(4), None, Some(30)),
            PieceValues::Loses(4),
        ),
    ];
    for (number, (found, expected)) in cases.into_iter().enumerate() {
        assert_eq!(found, expected, "{number}");
    }
    let ranked = [
        PieceValues::Loses(2),
        PieceValues::Loses(8),
        PieceValues::Promises(-100),
        PieceValues::Promises(100),
        PieceValues::Wins(Reverse(7)),
        PieceValues::Wins(Reverse(1)),
    ];
    assert!(ranked.is_sorted());
}

/// The value of a position by plain minimax, which goes on while something can be taken.
fn naive(
    position: &AnyPosition,
    plies: u32,
    search: &mut dyn capture_search::CaptureSearch,
) -> View {
    if let Some(over) = position.won() {
        let is_won = over.winner() == Some(position.turn());
        return if is_won { View::Won(0) } else { View::Lost(0) };
    }
    if plies == 0 && !position.can_capture() {
        return search.rate(position);
    }
    let moves = position.legal_moves();
    let values = moves.iter().map(|m| {
        let next = position.after_legal(m);
        naive(&next, plies.saturating_sub(1), search)
            .reversed()
            .before(1)
    });
    values.max().unwrap()
}

/// Up to two plies no position can recur.
#[test]
fn the_first_best_move_is_that_of_plain_minimax() {
    for variant in Variant::ALL {
        let mut search = capture_search::capture_search(variant);
        let (mut random, mut decided) = (RandomMover::new(), 0);
        for seed in 0..30 {
            random.new_game(seed);
            let mut game = AnyGame::start(variant);
            while game.over().is_none() && game.plies() < 150 {
                let position = *game.position();
                let moves = position.legal_moves();
                let plies = 1 + game.plies() as u32 % 2;
                // The last moves of a game, where wins are near, and some before.
                if game.plies() % 8 < 2 || position.census(position.turn()) <= [2, 1] {
                    let guard = crate::guard::Guard::default();
                    let seen = search.best(&guard, &position, &moves, plies).unwrap();
                    let value = |m: &AnyMove, search: &mut dyn capture_search::CaptureSearch| {
                        let next = position.after_legal(m);
                        naive(&next, plies - 1, search).reversed().before(1)
                    };
                    let values: Vec<View> = moves.iter().map(|m| value(m, &mut *search)).collect();
                    let best = *values.iter().max().unwrap();
                    let place = values.iter().position(|value| *value == best).unwrap();
                    let expected = capture_search::Seen { place, view: best };
                    assert_eq!(seen, expected, "{variant} {} {plies}", position.fen());
                    decided += u32::from(best.is_decided());
                }
                let chosen = random.choose(&game).chosen;
                game.play(&chosen).unwrap();
            }
        }
        assert!(decided > 0, "{variant}");
    }
}

#[test]
fn goliath_loses_the_same_way_again_and_david_does_not() {
    let mut lost_by_david = 0;
    for variant in [Variant::Czech, Variant::English] {
        let start = AnyPosition::start(variant);
        let mut opponent = Goliath::new(variant, 6);
        let mut lose = |loser: &mut dyn Player, games: usize| -> Vec<GameLine> {
            let one = |_| {
                loser.new_game(0);
                let line = play(start, &mut *loser, &mut opponent);
                if let Some(over) = line.end().and_then(|end| end.over()) {
                    loser.game_over(&line, over.result(), None);
                }
                line
            };
            let lines = (0..games).map(one);
            lines
                .filter(|line| winner(line) == Some(!start.turn()))
                .collect()
        };
        let lost = lose(&mut Goliath::new(variant, 1), 2);
        assert!(lost.len() != 1, "{variant}");
        assert_eq!(lost.first(), lost.last(), "{variant}");
        let (_folder, memory) = memory(variant);
        let lost = lose(&mut David::new(variant, 1, &memory), 12);
        lost_by_david += lost.len();
        for (number, line) in lost.iter().enumerate() {
            assert!(!lost[..number].contains(line), "{variant}: {number}");
        }
    }
    assert!(lost_by_david > 1, "{lost_by_david}");
}

#[test]
fn records_are_listed_and_forgotten_by_all_who_share_the_file() {
    let (_folder, memory) = memory(Variant::Czech);
    let games: Vec<GameLine> = all_lost_by_white(Variant::Czech).take(3).collect();
    for game in &games {
        assert!(memory.learn(game).unwrap());
    }
    let (position, score, depth) = (AnyPosition::start(Variant::Czech), Score(30), 9);
    let bound = Bound {
        position,
        score,
        depth,
    };
    memory.learn_bound(bound).unwrap();
    let list = |path: &std::path::Path| Listing::read(path).unwrap();
    let before = list(memory.path());
    assert_eq!((before.variant, before.records.len()), (Variant::Czech, 4));
    // Another program plays with it.
    let other = Memory::new(memory.path());
    other.open(Variant::Czech).unwrap();
    let (game, place) = moments(&games[1]).into_iter().nth(1).unwrap();
    assert!(
        other
            .ways(game.position())
            .iter()
            .any(|way| way.next == place)
    );
    let names: Vec<RecordName> = [1, 3].map(|n| before.records[n].name).to_vec();
    let unknown: RecordName = "00000000".parse().unwrap();
    let refused = Listing::forget(memory.path(), &[names[0], unknown]).unwrap_err();
    assert_eq!(refused.to_string(), "there is no record 00000000");
    assert_eq!(list(memory.path()).records.len(), 4);
    Listing::forget(memory.path(), &names).unwrap();
    for memory in [&memory, &other] {
        memory.open(Variant::Czech).unwrap();
        assert_eq!((memory.games(), memory.bounds().len()), (2, 0));
        assert_eq!(memory.bound(&position), None);
    }
    let after = list(memory.path());
    assert_eq!((after.records.len(), after.forgotten), (2, 2));
    // What was forgotten can be learned again.
    assert!(other.learn(&games[1]).unwrap());
    assert!(!other.learn(&games[0]).unwrap());
    assert_eq!(list(memory.path()).records.len(), 3);
    let again = Memory::new(memory.path());
    again.open(Variant::Czech).unwrap();
    assert_eq!(again.games(), 3);
}

#[test]
fn the_name_of_a_record_is_eight_digits() {
    assert_eq!(
        "6b3f02a1".parse::<RecordName>().unwrap().to_string(),
        "6b3f02a1"
    );
    for text in ["", "6b3f02a", "6b3f02a1f", "6b3f02ag", "+b3f02a1"] {
        assert!(text.parse::<RecordName>().is_err(), "{text}");
    }
}
