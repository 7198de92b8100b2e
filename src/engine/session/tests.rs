use super::*;
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
