//! The best network as the next opponent.

use super::*;

#[test]
fn the_opponent_is_replaced_above_a_part_of_the_wins() {
    // The limit, the generation, wins of the best of 10 games, whether it is the next opponent.
    let cases = [
        (1.0, 1, 10, false),
        (1.0, 2, 10, false),
        (0.7, 1, 0, true),
        (0.7, 2, 7, false),
        (0.7, 2, 8, true),
        (0.7, 9, 8, true),
        (0.0, 2, 0, false),
        (0.0, 2, 1, true),
        (0.99, 1, 0, true),
        (0.99, 2, 9, false),
    ];
    for (opponent_replacement, generation, wins, expected) in cases {
        let settings = EvolutionSettings {
            opponent_replacement,
            ..settings()
        };
        let report = PopulationReport {
            generation,
            wins: vec![wins, 0],
            points: Vec::new(),
            games: 10,
            is_next_opponent: false,
        };
        let found = settings.replaces_opponent(&report);
        assert_eq!(found, expected, "{opponent_replacement} {report}");
    }
}

#[test]
fn the_log_says_when_the_opponent_changes() {
    let report = PopulationReport {
        generation: 1,
        wins: vec![1, 3],
        points: Vec::new(),
        games: 10,
        is_next_opponent: true,
    };
    let expected = "generation 1: the best won 3 of 10 games, the mean is 2.0; 20 games; the best is \
                    the next opponent";
    assert_eq!(report.to_string(), expected);
}

#[test]
fn the_best_network_of_a_generation_is_the_opponent_of_the_next() {
    for opponent_replacement in [1.0, 0.6, 0.0] {
        let folder = TempDir::new().unwrap();
        let settings = EvolutionSettings {
            opponent_replacement,
            games: 20,
            ..settings()
        };
        let mut evolution = Evolution::open(folder.path(), &settings).unwrap();
        let mut expected = None;
        for generation in 1..=4 {
            let finished = evolution.generation(1, &Stop::default(), &mut || ());
            let report = finished.unwrap().unwrap();
            let path = folder
                .path()
                .join(format!("generation-{generation:03}.json"));
            if report.is_next_opponent {
                expected = Some(EvolvedNetwork::read(&path).unwrap());
            }
            assert_eq!(evolution.state.opponent, expected, "{report}");
            let is_first = generation == 1 && opponent_replacement < 1.0;
            let is_above = f64::from(report.best().1) > 20.0 * opponent_replacement;
            assert_eq!(report.is_next_opponent, is_first || is_above, "{report}");
        }
    }
}

#[test]
fn games_are_played_against_the_opponent() {
    let settings = EvolutionSettings {
        games: 20,
        depth: 2,
        ..settings()
    };
    // One neuron, to which own pieces are worth so much.
    let network = |worth: f32| {
        let mut network = EvolvedNetwork::blank(settings.variant, &[1]);
        network.neurons[0].inputs.fill(0.1);
        network.neurons[0].weight = worth;
        network
    };
    let (good, bad) = (network(1.0), network(-1.0));
    let wins = |opponent: Option<&EvolvedNetwork>| {
        let fitness = FitnessTest {
            settings: &settings,
            opponent,
            seed: 3,
            threads: 1,
        };
        let duels = [fitness.tournament(&good)];
        let tallies = duels::play(&duels, None, &Stop::default(), &mut || ());
        tallies.unwrap().unwrap()[0].wins
    };
    assert_eq!(wins(Some(&bad)), 20);
    assert!(wins(None) < 20 && wins(Some(&good)) < 20);
}
