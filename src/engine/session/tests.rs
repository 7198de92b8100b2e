use super::*;
use kamen_core::notation::fen_to_hub;
use std::cell::RefCell;

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
            &Limits::default(),
            &Control::new(),
            numbers,
            &report,
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
        let mut session = Session::new(&options).unwrap();
        assert_eq!(session.phase(), 1.0, "{variant}");
        let hub = fen_to_hub(options.variant, place).unwrap();
        let setup = Setup::Hub(hub.to_string());
        let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
        session.set_position(&setup, &moves, None).unwrap();
        assert_eq!(session.phase(), phase, "{variant} {place}");
    }
}
