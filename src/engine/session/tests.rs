use super::*;
use kamen_core::notation::fen_to_hub;
use kamen_core::rules::GameResult;
use kamen_players::Player;
use rand::RngExt;
use std::cell::RefCell;
use std::sync::Mutex;

/// A player that panics, after some moves that it thought of.
struct Panicking(Vec<AnyMove>);

impl Player for Panicking {
    fn new_game(&mut self, _: u64) {}

    fn think(
        &mut self,
        _: &AnyGame,
        _: &Limits,
        control: &Control,
        progress: &mut dyn FnMut(&Progress),
    ) -> kamen_players::ChosenMove {
        for (m, depth) in self.0.iter().zip(1..) {
            progress(&Progress {
                depth,
                mean_depth: depth.into(),
                score: kamen_core::score::Score(3),
                nodes: 10,
                statistics: kamen_search::Statistics::default(),
                time: control.elapsed(),
                pv: vec![*m],
                line: None,
            });
        }
        panic!("out of ideas");
    }
}

#[test]
fn a_panic_is_told_and_the_last_completed_move_answered() {
    let game = AnyGame::start(Variant::Czech);
    let legal = game.legal_moves();
    let numbers = Frame::Plain.numbers(Variant::Czech);
    for (thought, answered) in [(vec![legal[2], legal[1]], legal[1]), (vec![], legal[0])] {
        let reports: RefCell<Vec<String>> = RefCell::default();
        let count = thought.len();
        let player = EngineOrPlayer::Player(Arc::new(Mutex::new(Box::new(Panicking(thought)))));
        let report = |found: Found| reports.borrow_mut().push(format!("{found:?}"));
        run(
            &player,
            &game,
            &Search {
                limits: Limits::default(),
                win_within: None,
            },
            &Control::new(),
            numbers,
            &report,
            &mut || (),
        );
        let reports = reports.into_inner();
        let done = Found::Done {
            best: Some(answered.hub_in(numbers)),
            ponder: None,
        };
        let failed = Found::Failed("internal error: out of ideas".to_owned());
        let end = [failed, done].map(|found| format!("{found:?}"));
        assert_eq!(reports[count..], end);
    }
}

#[test]
fn the_phase_is_the_part_of_the_pieces_that_is_left() {
    for (variant, place, moves, phase) in [
        ("czech", "W:We3:Bf4", "", 1.0 / 12.0),
        ("czech", "W:We3,g1:Bf4", "e3xg5", 2.0 / 24.0),
        (
            "turkish",
            "W:WKa1,Kb1,Kc1,Kd1:BKh8,Kg8,Kf8,Ke8",
            "",
            8.0 / 32.0,
        ),
    ] {
        let options = Options {
            variant: variant.parse().unwrap(),
            tt_size: 12,
            ..Options::default()
        };
        let mut session = Session::new(&options, &Shared::alone()).unwrap();
        assert_eq!(session.phase(), 1.0, "{variant}");
        let hub = fen_to_hub(options.variant, place).unwrap();
        let setup = Setup::Hub(hub.to_string());
        let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
        session.set_position(&setup, &moves, None).unwrap();
        assert_eq!(session.phase(), phase, "{variant} {place}");
    }
}

/// Whether the side to move can force a win within so many plies, by trying everything.
fn wins(position: &AnyPosition, plies: u32) -> bool {
    let after = |m| position.after_legal(m);
    match (ended(position), plies) {
        (Some(is_won), _) => is_won,
        (None, 0) => false,
        (None, _) => (position.legal_moves().iter()).any(|m| loses(&after(m), plies - 1)),
    }
}

fn loses(position: &AnyPosition, plies: u32) -> bool {
    let after = |m| position.after_legal(m);
    match (ended(position), plies) {
        (Some(is_won), _) => !is_won,
        (None, 0) => false,
        (None, _) => (position.legal_moves().iter()).all(|m| wins(&after(m), plies - 1)),
    }
}

/// Whether the side to move has won, where the game is over.
fn ended(position: &AnyPosition) -> Option<bool> {
    let winner = match position.turn() {
        Color::White => GameResult::White,
        Color::Black => GameResult::Black,
    };
    position.won().map(|over| over.result() == winner)
}

/// A position with two to four pieces.
fn few_pieces(variant: Variant, random: &mut Pcg64Mcg) -> AnyPosition {
    loop {
        let mut side = |color| {
            let pieces = (0..random.random_range(1..=2)).map(|_| {
                let king = if random.random_bool(0.5) { "K" } else { "" };
                format!("{king}{}", random.random_range(1..=32))
            });
            format!("{color}{}", pieces.collect::<Vec<_>>().join(","))
        };
        let fen = format!("W:{}:{}", side("W"), side("B"));
        if let Ok(position) = AnyPosition::parse_fen(variant, &fen) {
            return position;
        }
    }
}

#[test]
fn a_win_is_found_where_there_is_one_within_so_many_plies() {
    use Variant::{Czech, English, Frisian, Losing};
    let mut random = Pcg64Mcg::seed_from_u64(3);
    let mut counts = [0; 2];
    for variant in [Czech, English, Losing, Frisian] {
        let options = Options {
            variant,
            tt_size: 12,
            ..Options::default()
        };
        let player = Session::new(&options, &Shared::alone())
            .unwrap()
            .player
            .without_tables();
        for _ in 0..150 {
            let position = few_pieces(variant, &mut random);
            let plies = random.random_range(1..=5);
            let done: RefCell<Option<String>> = RefCell::default();
            let report = |found: Found| {
                if let Found::Done { best, .. } = found {
                    *done.borrow_mut() = best;
                }
            };
            let numbers = Frame::Plain.numbers(variant);
            run(
                &player,
                &AnyGame::new(position),
                &Search {
                    limits: Limits::to_win_within(plies),
                    win_within: Some(plies),
                },
                &Control::new(),
                numbers,
                &report,
                &mut || (),
            );
            let best = done.into_inner();
            let expected = ended(&position).is_none() && wins(&position, plies);
            assert_eq!(best.is_some(), expected, "{position} within {plies}");
            if let Some(best) = best {
                let m = position.parse_move_in(numbers, &best).unwrap();
                let after = position.after_legal(&m);
                assert!(loses(&after, plies - 1), "{position}: {best}");
            }
            counts[usize::from(expected)] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 40), "{counts:?}");
}
