//! The players as their users meet them.

use super::*;
use crate::BuiltIn;
use kamen_core::game::AnyPosition;
use kamen_core::rules::Czech;
use kamen_core::with_rules;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn made(name: &str, variant: Variant) -> Box<dyn Player> {
    let mut player = name.parse::<BuiltIn>().expect(name).player(variant);
    player.new_game(1);
    player
}

fn at(variant: Variant, fen: &str) -> AnyGame {
    AnyGame::new(AnyPosition::parse_fen(variant, fen).expect(fen))
}

#[test]
fn names_are_read_and_written() {
    let tree = |iterations, exploration, rollout| SimulationSettings {
        iterations,
        method: SimulationMethod::Tree {
            exploration,
            rollout,
        },
        threads: 1,
    };
    let flat = SimulationSettings {
        iterations: 7,
        method: SimulationMethod::Flat,
        threads: 1,
    };
    let threads = |threads| SimulationSettings {
        threads,
        ..tree(5, 1.4, Rollout::Random)
    };
    let eval = Rollout::Evaluation;
    let cases = [
        ("montecarlo:7", "montecarlo:7", flat),
        ("mcts:5:threads=64", "mcts:5:threads=64", threads(64)),
        ("mcts:5:threads=1:c=1.4", "mcts:5", threads(1)),
        ("mcts:100", "mcts:100", tree(100, 1.4, Rollout::Random)),
        (
            "MCTS:1:C=1.4:rollout=Random",
            "mcts:1",
            tree(1, 1.4, Rollout::Random),
        ),
        (
            "mcts:9:rollout=eval",
            "mcts:9:rollout=eval",
            tree(9, eval.exploration(), eval),
        ),
        (
            "mcts:9:rollout:eval:c:0.5",
            "mcts:9:c=0.5:rollout=eval",
            tree(9, 0.5, eval),
        ),
        (
            "mcts:9:rollout=eval:c=0",
            "mcts:9:c=0:rollout=eval",
            tree(9, 0.0, eval),
        ),
        (
            "mcts:1000000000:c=0.25:rollout=progressive",
            "mcts:1000000000:c=0.25:rollout=progressive",
            tree(1_000_000_000, 0.25, Rollout::Progressive),
        ),
    ];
    for (text, name, settings) in cases {
        let player = BuiltIn::Simulation(settings);
        assert_eq!(text.parse::<BuiltIn>().unwrap(), player, "{text}");
        assert_eq!(player.to_string(), name);
        assert_eq!(name.parse::<BuiltIn>().unwrap(), player, "{text}");
    }
    let bad = [
        "mcts",
        "mcts:",
        "mcts:0",
        "mcts:-1",
        "mcts:1000000001",
        "mcts:9:",
        "mcts:9:c",
        "mcts:9:c=",
        "mcts:9:c=-1",
        "mcts:9:c=nan",
        "mcts:9:c=inf",
        "mcts:9:c=1:c=1",
        "mcts:9:rollout=best",
        "mcts:9:rollout=",
        "mcts:9:threads=0",
        "mcts:9:threads=65",
        "mcts:9:threads=2:threads=2",
        "mcts:9:depth=4",
        "montecarlo",
        "montecarlo:0",
        "montecarlo:5:c=1",
    ];
    for text in bad {
        let error = text.parse::<BuiltIn>().expect_err(text).to_string();
        assert!(
            error.contains("mcts:N[:c=C][:rollout=random|progressive|eval][:threads=T]"),
            "{error}"
        );
    }
}

/// Ends that are proven, so that the search stops early: who wins, by the score of the side to move.
#[test]
fn decided_endings_are_proven() {
    let cases = [
        (Variant::Czech, "W:WKd4,Kf4:Ba5", 1),
        (Variant::Czech, "B:WKd4,Kf4:Ba5,h6", -1),
        (Variant::English, "W:WK18,K14:BK4", 1),
        (Variant::International, "W:WK28,K33:B15", 1),
        (Variant::Frisian, "W:WK28,K33:B15", 1),
        (Variant::RussianGiveaway, "W:Wc3,e3:Bf6", 1),
        (Variant::Breakthrough, "W:W11,36:B35,45", -1),
    ];
    for (variant, fen, sign) in cases {
        let game = at(variant, fen);
        for rollout in ["random", "progressive", "eval"] {
            let name = format!("mcts:200000:rollout={rollout}");
            let thought = made(&name, variant)
                .choose(&game)
                .thought
                .expect("a search");
            let (score, nodes) = (thought.score, thought.nodes);
            assert!(
                score.is_decided() && score.0.signum() == sign,
                "{variant} {fen} {name}: {score}"
            );
            assert!(nodes < 200_000, "{variant} {fen} {name}");
        }
    }
}

#[test]
fn choices_follow_from_the_seed() {
    let game = AnyGame::start(Variant::Czech);
    for name in ["mcts:40", "mcts:40:rollout=progressive", "montecarlo:40"] {
        let mut player = made(name, Variant::Czech);
        let mut choices = |seed| -> Vec<ChosenMove> {
            player.new_game(seed);
            (0..6).map(|_| player.choose(&game)).collect()
        };
        assert_eq!(choices(7), choices(7), "{name}");
        let first = |seed| choices(seed)[0].chosen.to_string();
        let moves: BTreeSet<String> = (0..20).map(first).collect();
        assert!(moves.len() > 1, "{name}: {moves:?}");
    }
}

#[test]
fn a_capture_that_wins_is_preferred() {
    // One capture takes a man, the other two and leads to the last row.
    let game = at(Variant::Russian, "W:Wc3,a1:Bb4,d4,f6,b8");
    let captured = |m: &AnyMove| m.captured_set().count_ones();
    let mut takes: Vec<u32> = game.legal_moves().iter().map(captured).collect();
    takes.sort_unstable();
    assert_eq!(takes, [1, 2]);
    for name in [
        "montecarlo:400",
        "mcts:400",
        "mcts:400:rollout=progressive",
        "mcts:400:rollout=eval",
    ] {
        for seed in 0..5 {
            let mut player = made(name, Variant::Russian);
            player.new_game(seed);
            let chosen = player.choose(&game).chosen;
            assert_eq!(captured(&chosen), 2, "{name} {seed}: {chosen}");
        }
    }
}

#[test]
fn what_was_found_is_kept_between_moves() {
    let variant = Variant::Czech;
    with_rules!(variant, of: R => {
        for rollout in [Rollout::Random, Rollout::Evaluation] {
            let method = SimulationMethod::Tree { exploration: 1.0, rollout };
            let settings = SimulationSettings { iterations: 2000, method, threads: 1 };
            let mut player = Simulation::<R>::new(of, settings);
            let mut game = AnyGame::start(variant);
            let own = player.choose(&game).chosen;
            game.play(&own).unwrap();
            let tree = player.search.shared.own_tree();
            let best = tree.best(ROOT, false).unwrap();
            let reply = *tree.node(tree.best(best, false).unwrap());
            game.play(&AnyMove::of(of, &reply.m)).unwrap();
            player.search.begin(&game.typed().unwrap());
            assert!(reply.visits > 20, "{}", reply.visits);
            let root_visits = |player: &Simulation<R>| player.search.shared.tree().node(ROOT).visits;
            assert_eq!(root_visits(&player), reply.visits);
            // Another game is none of it.
            player.search.begin(&AnyGame::start(variant).typed().unwrap());
            assert_eq!(root_visits(&player), 0);
        }
    });
}

#[test]
fn a_lone_move_is_played_at_once() {
    let game = at(Variant::Czech, "W:Wa3:Bh8,f8");
    assert_eq!(game.legal_moves().len(), 1);
    let choice = made("mcts:1000000000", Variant::Czech).choose(&game);
    assert_eq!(choice.thought, None);
    let limits = Limits::nodes(50);
    let mut player = made("mcts:1000000000", Variant::Czech);
    let analysed = player.think(&game, &limits, &Control::new(), &mut |_| ());
    assert!(analysed.thought.is_some());
}

/// Threads share the iterations out, and agree on what is proven.
#[test]
fn threads_search_one_tree() {
    let variant = Variant::Czech;
    for rollout in ["random", "progressive", "eval"] {
        let name = format!("mcts:3000:rollout={rollout}:threads=4");
        let mut player = made(&name, variant);
        let mut game = AnyGame::start(variant);
        for _ in 0..6 {
            let choice = player.choose(&game);
            let nodes = choice.thought.map_or(3000, |thought| thought.nodes);
            assert_eq!(nodes, 3000, "{name}");
            game.play(&choice.chosen).expect(&name);
        }
        let ending = at(variant, "W:WKd4,Kf4:Ba5");
        let thought = player.choose(&ending).thought.expect("a search");
        assert!(thought.score.is_decided(), "{name} {thought:?}");
    }
}

/// All that was begun has come back: no visit is left without its result.
#[test]
fn virtual_losses_are_taken_back() {
    let variant = Variant::Czech;
    with_rules!(variant, of: R => {
        let settings = SimulationSettings::read("mcts:2000:rollout=eval:threads=4").unwrap();
        let mut player = Simulation::<R>::new(of, settings);
        player.choose(&AnyGame::start(variant));
        let tree = player.search.shared.tree();
        let root = tree.node(ROOT);
        assert_eq!(root.visits, 2000);
        let (visits, sum) = tree.replies(ROOT).iter().fold((0, 0.0), |(visits, sum), node| {
            (visits + node.visits, sum + node.sum)
        });
        assert_eq!(visits, 2000);
        assert!((sum + root.sum - 2000.0).abs() < 1e-6);
    });
}

/// How long after `stop` a player answers.
fn time_to_stop(player: &mut dyn Player, game: &AnyGame) -> Duration {
    let control = Arc::new(Control::new());
    let stopper = Arc::clone(&control);
    let stopping = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(40));
        stopper.stop();
        Instant::now()
    });
    player.think(game, &Limits::default(), &control, &mut |_| ());
    let ended = Instant::now();
    ended.saturating_duration_since(stopping.join().expect("no panic"))
}

#[test]
fn limits_and_stop_end_the_search() {
    for variant in [Variant::International, Variant::Canadian] {
        let game = AnyGame::start(variant);
        for name in [
            "mcts:1000000000",
            "mcts:1000000000:rollout=eval",
            "montecarlo:1000000000",
        ] {
            let mut player = made(name, variant);
            let mut told = Vec::new();
            let mut hear = |progress: &Progress| told.push(progress.nodes);
            let choice = player.think(&game, &Limits::nodes(100), &Control::new(), &mut hear);
            assert_eq!(
                choice.thought.map(|thought| thought.nodes),
                Some(100),
                "{name}"
            );
            assert_eq!(told, [32, 64, 100], "{name}");
            // The least of some, as the machine may be busy.
            let late = (0..5)
                .map(|_| time_to_stop(&mut *player, &game))
                .min()
                .unwrap();
            assert!(
                late < Duration::from_millis(50),
                "{variant} {name}: {late:?}"
            );
        }
    }
}

/// In every variant and with every rollout a game comes to its end.
#[test]
fn whole_games_are_played() {
    for variant in Variant::ALL {
        for name in ["mcts:10", "mcts:10:rollout=eval", "montecarlo:10"] {
            let mut players = [
                made(name, variant),
                made("mcts:10:rollout=progressive", variant),
            ];
            let mut game = AnyGame::start(variant);
            while game.over().is_none() && game.plies() < 60 {
                let player = &mut players[game.plies() % 2];
                let chosen = player.choose(&game).chosen;
                game.play(&chosen).expect(name);
            }
        }
    }
}

/// What was found while the drawing rules did not count says nothing once they do.
#[test]
fn a_tree_without_the_drawing_rules_is_forgotten() {
    let settings = SimulationSettings::read("mcts:200").unwrap();
    let of = VariantOf::<Czech>::new(Variant::Czech).unwrap();
    let mut player = Simulation::<Czech>::new(of, settings);
    let mut game = at(Variant::Czech, "W:WKg1,a3:BKa7,h6");
    let round = ["g1-h2", "a7-b8", "h2-g1", "b8-a7"];
    let mut visits = |game: &AnyGame| {
        player.search.begin(&game.typed().unwrap());
        let before = player.search.shared.own_tree().node(ROOT).visits;
        player.search.run(200, |_| true, |_| ());
        before
    };
    for text in round.iter().cycle().take(12) {
        game.play_text(text).unwrap();
        visits(&game);
    }
    assert!(game.over().is_some(), "drawn by repetition");
    game.play_text("a3-b4").unwrap();
    assert!(game.over().is_none());
    assert_eq!(visits(&game), 0);
    // Once they count, a part is kept.
    game.play_text("h6-g5").unwrap();
    assert!(visits(&game) > 0);
}
