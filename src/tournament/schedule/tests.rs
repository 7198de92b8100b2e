use super::*;
use std::collections::HashMap;

/// Plays everything with results by `points`, at most `ahead` games at a time; the games in order.
fn play(
    schedule: &mut Schedule,
    ahead: usize,
    mut points: impl FnMut(GameId) -> u8,
) -> Vec<GameId> {
    let (mut played, mut running) = (Vec::new(), std::collections::VecDeque::new());
    loop {
        match schedule.next_game() {
            Next::Game(id) => {
                assert!(id.first != id.second);
                played.push(id);
                running.push_back(id);
            }
            Next::Over if running.is_empty() => return played,
            Next::Wait => assert!(!running.is_empty(), "nothing to wait for"),
            Next::Over => (),
        }
        while running.len() >= ahead || (!running.is_empty() && played.len() > 10_000) {
            let id = running.pop_front().unwrap();
            schedule.finished(id, points(id));
        }
        if let Some(id) = running.pop_front() {
            schedule.finished(id, points(id));
        }
    }
}

#[test]
fn everybody_meets_whom_the_format_says() {
    for (format, contestants, games, pairings) in [
        (Format::Pair, 2, 10, 1),
        (Format::Gauntlet, 5, 4, 4),
        (Format::RoundRobin, 2, 4, 1),
        (Format::RoundRobin, 5, 3, 10),
        (Format::RoundRobin, 6, 2, 15),
    ] {
        let mut schedule = Schedule::new(format, contestants, games, Part::All);
        let all = schedule.games();
        let played = play(&mut schedule, 3, |_| 1);
        let even = games.next_multiple_of(2);
        assert_eq!(played.len() as u64, all, "{format}");
        assert_eq!(played.len(), pairings * even as usize, "{format}");
        let mut colours = HashMap::<(usize, usize), Vec<u32>>::new();
        for id in &played {
            colours
                .entry((id.first, id.second))
                .or_default()
                .push(id.number);
        }
        assert_eq!(colours.len(), pairings);
        for numbers in colours.values() {
            assert!(numbers.iter().copied().eq(0..even), "{format} {numbers:?}");
        }
        if format == Format::Gauntlet {
            assert!(played.iter().all(|id| id.first == 0));
        }
    }
}

#[test]
fn rounds_of_a_round_robin_let_everybody_play() {
    let pairings = round_robin(6);
    for round in pairings.chunks(3) {
        let mut players: Vec<usize> = round.iter().flat_map(|&(a, b)| [a, b]).collect();
        players.sort_unstable();
        assert_eq!(players, [0, 1, 2, 3, 4, 5], "{pairings:?}");
    }
}

#[test]
fn the_stronger_half_goes_on() {
    // The lower number wins whenever it is White.
    for contestants in 2..=9 {
        let mut schedule = Schedule::new(Format::Knockout, contestants, 4, Part::All);
        let played = play(&mut schedule, 3, |id| 1 + u8::from(id.first_is_white()));
        assert_eq!(schedule.winner(), Some(0), "{contestants}");
        assert_eq!(played.len() as u64, schedule.games(), "{contestants}");
        let last = played[played.len() - 1];
        assert_eq!((last.first, last.second), (0, 1), "{contestants}");
    }
    // The higher number wins.
    let mut schedule = Schedule::new(Format::Knockout, 6, 2, Part::All);
    play(&mut schedule, 1, |_| 0);
    assert_eq!(schedule.winner(), Some(5));
}

#[test]
fn an_even_match_goes_on_but_not_for_ever() {
    let mut schedule = Schedule::new(Format::Knockout, 2, 4, Part::All);
    assert_eq!(play(&mut schedule, 2, |_| 1).len(), 8);
    assert_eq!(schedule.winner(), Some(0));
    let mut schedule = Schedule::new(Format::Knockout, 2, 4, Part::All);
    let second_wins_game_6 = |id: GameId| u8::from(id.number != 5);
    assert_eq!(play(&mut schedule, 2, second_wins_game_6).len(), 6);
    assert_eq!(schedule.winner(), Some(1));
}

#[test]
fn what_is_resumed_is_what_would_have_been_played() {
    let points = |id: GameId| ((id.first + 2 * id.second + id.number as usize) % 3) as u8;
    for (format, contestants) in [(Format::RoundRobin, 5), (Format::Knockout, 7)] {
        let mut whole = Schedule::new(format, contestants, 4, Part::All);
        let all = play(&mut whole, 2, points);
        for done in [0, 1, 5, all.len() - 1, all.len()] {
            let mut resumed = Schedule::new(format, contestants, 4, Part::All);
            for &id in &all[..done] {
                resumed.resume(id, points(id));
            }
            let rest = play(&mut resumed, 2, points);
            assert_eq!(rest, all[done..], "{format} {done}");
            assert_eq!(resumed.winner(), whole.winner());
        }
    }
}
