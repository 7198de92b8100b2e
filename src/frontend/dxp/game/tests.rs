use super::*;
use kamen_core::notation::fen_to_hub;
use kamen_core::score::Score;

fn game(variant: Variant, fen: Option<&str>, minutes: u16, moves: u16) -> Game {
    let start = fen.map(|fen| fen_to_hub(variant, fen).unwrap());
    let terms = Terms {
        start,
        ours: Color::White,
        minutes,
        moves,
    };
    Game::new(variant, terms).unwrap()
}

fn play(game: &mut Game, moves: &str) {
    for text in moves.split(' ') {
        game.play(text, Duration::from_secs(1)).unwrap();
    }
}

#[test]
fn moves_are_taken_back_by_the_score_sheet() {
    use Color::{Black, White};
    let cases = [
        (
            Variant::International,
            None,
            "32-28 19-23 28x19 14x23 37-32",
            vec![
                ((1, White), Some(0)),
                ((1, Black), Some(1)),
                ((3, Black), Some(5)),
                ((4, White), None),
                ((0, White), None),
            ],
        ),
        (
            Variant::English,
            None,
            "11-15 22-18 15x22",
            vec![
                ((1, Black), Some(0)),
                ((1, White), Some(1)),
                ((2, White), Some(3)),
                ((3, Black), None),
            ],
        ),
        (
            Variant::International,
            Some("B:W40,41:B10,11"),
            "10-14 40-34 11-17",
            vec![
                ((1, White), None),
                ((1, Black), Some(0)),
                ((2, White), Some(1)),
                ((2, Black), Some(2)),
                ((3, White), Some(3)),
                ((3, Black), None),
            ],
        ),
    ];
    for (variant, fen, moves, places) in cases {
        let mut game = game(variant, fen, 0, 0);
        play(&mut game, moves);
        for ((number, turn), expected) in places {
            assert_eq!(
                game.plies_before(number, turn),
                expected,
                "{moves}: {number} {turn:?}"
            );
        }
    }
}

#[test]
fn going_back_gives_the_time_back() {
    let mut game = game(Variant::International, None, 1, 0);
    let before = game.fen();
    play(&mut game, "32-28 19-23");
    let fen = game.fen();
    play(&mut game, "28x19 14x23 37-32");
    game.go_back(2);
    assert_eq!((game.fen(), game.moves().len()), (fen, 2));
    let left = Duration::from_secs(59);
    assert_eq!(game.left(Color::Black), Some(left));
    assert_eq!(game.left(Color::White), Some(left - LAG));
    game.go_back(0);
    assert_eq!(game.fen(), before);
}

#[test]
fn a_draw_stays_one_when_the_partner_goes_on() {
    let mut game = game(Variant::Czech, Some("W:WKa1:BKh2"), 0, 0);
    play(&mut game, "a1-b2 h2-g1 b2-a1 g1-h2 a1-b2 h2-g1 b2-a1 g1-h2");
    assert_eq!(game.over(), Some(GameOver::Draw(Draw::Repetition)));
    play(&mut game, "a1-c3");
    assert_eq!(game.over(), Some(GameOver::Draw(Draw::Repetition)));
    game.go_back(7);
    assert_eq!(game.over(), None);
}

#[test]
fn the_level_is_what_the_terms_leave() {
    let nothing = Level::default();
    let depth = Level {
        depth: Some(5),
        ..nothing
    };
    let mut timed = game(Variant::International, None, 5, 75);
    play(&mut timed, "32-28 19-23");
    let level = timed.level(&depth);
    assert_eq!((level.moves, level.depth), (Some(74), Some(5)));
    let time = level.time.unwrap();
    assert!((298.9..299.0).contains(&time), "{time}");
    assert_eq!(timed.level(&nothing).move_time, None);
    let untimed = game(Variant::International, None, 0, 0);
    assert_eq!(untimed.level(&nothing).move_time, Some(DEFAULT_MOVE_TIME));
    assert_eq!(untimed.level(&depth), depth);
}

#[test]
fn the_side_to_move_knows_when_all_moves_are_made() {
    let mut game = game(Variant::International, None, 0, 2);
    play(&mut game, "32-28 19-23 28x19");
    assert!(!game.moves_are_up());
    play(&mut game, "14x23");
    assert!(game.moves_are_up());
    let thought = |score| SearchInfo {
        depth: 1,
        mean_depth: 1.0,
        score,
        nodes: 1,
        time: Duration::ZERO,
        pv: Vec::new(),
        line: None,
        is_analysis: false,
        statistics: None,
        wdl: None,
    };
    for (score, claim) in [
        (None, EndReason::None),
        (Some(299), EndReason::None),
        (Some(300), EndReason::Won),
        (Some(-9990), EndReason::Lost),
    ] {
        game.thought = score.map(|score| thought(Score(score)));
        assert_eq!(game.claim(), claim);
    }
}
