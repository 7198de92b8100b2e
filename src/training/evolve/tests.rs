use super::breeding::{crossed, mutate, next, roulette};
use super::*;
use std::fs;
use tempfile::TempDir;

fn settings() -> EvolutionSettings {
    EvolutionSettings {
        variant: Variant::CzechZapletal,
        population: 4,
        games: 4,
        depth: 1,
        neurons: 3,
        max_plies: 60,
        seed: 5,
    }
}

fn random() -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(7)
}

/// Evolves up to so many generations.
fn evolve(folder: &Path, generations: usize, threads: usize) -> Evolution {
    let mut evolution = Evolution::open(folder, &settings()).unwrap();
    while evolution.reports().len() < generations {
        let stop = Stop::default();
        let report = evolution.generation(threads, &stop, &mut || ()).unwrap();
        assert!(report.is_some());
    }
    evolution
}

#[test]
fn the_roulette_is_fair() {
    let mut random = random();
    let cases = [
        ([0, 1, 3, 0, 6], [0.0, 0.1, 0.3, 0.0, 0.6]),
        ([0; 5], [0.2; 5]),
        ([0, 0, 0, 0, 9], [0.0, 0.0, 0.0, 0.0, 1.0]),
    ];
    for (wins, chances) in cases {
        let mut counts = [0u32; 5];
        for _ in 0..10_000 {
            counts[roulette(&wins, &mut random)] += 1;
        }
        for (count, chance) in counts.into_iter().zip(chances) {
            // Four standard deviations.
            let most = 400.0 * f64::sqrt(chance * (1.0 - chance));
            let off = (f64::from(count) - 10_000.0 * chance).abs();
            assert!(off <= most, "{wins:?}: {counts:?}");
        }
    }
}

#[test]
fn children_have_whole_neurons_of_both() {
    let mut random = random();
    let big = EvolutionSettings {
        neurons: 50,
        ..settings()
    };
    let parents = breeding::first(&big, &mut random);
    let [one, other] = [&parents[0], &parents[1]];
    let mut theirs = 0;
    for _ in 0..100 {
        let child = crossed(one, other, &mut random);
        assert_eq!((child.bias, child.neurons.len()), (one.bias, 50));
        for (place, neuron) in child.neurons.iter().enumerate() {
            let is_theirs = *neuron == other.neurons[place];
            theirs += u32::from(is_theirs);
            assert!(is_theirs || *neuron == one.neurons[place]);
        }
    }
    // A fifth of 5,000, within four standard deviations.
    assert!(theirs.abs_diff(1000) < 114, "{theirs}");
}

#[test]
fn mutation_changes_a_part_of_the_weights() {
    let mut random = random();
    let mut network = EvolvedNetwork::blank(Variant::International, 64);
    mutate(&mut network, &mut random);
    let changes: Vec<f64> = network
        .weights_mut()
        .map(|weight| f64::from(*weight))
        .collect();
    let all = changes.len() as f64;
    let changed: Vec<f64> = changes
        .into_iter()
        .filter(|&change| change != 0.0)
        .collect();
    let count = changed.len() as f64;
    let mean = changed.iter().sum::<f64>() / count;
    let deviation = f64::sqrt(changed.iter().map(|change| change * change).sum::<f64>() / count);
    let expected = f64::from(breeding::CHANGE);
    assert!(
        (count / all - breeding::MUTATION).abs() < 0.03,
        "{count} of {all}"
    );
    assert!(mean.abs() < 0.2 * expected, "{mean}");
    assert!((deviation / expected - 1.0).abs() < 0.2, "{deviation}");
}

#[test]
fn the_best_live_on() {
    let mut random = random();
    let parents = breeding::first(&settings(), &mut random);
    let children = next(&parents, &[3, 9, 0, 9], &mut random);
    assert_eq!(children.len(), 4);
    assert_eq!(children[..2], [parents[1].clone(), parents[3].clone()]);
    assert!(!parents.contains(&children[2]) && !parents.contains(&children[3]));
}

#[test]
fn more_pieces_are_better_at_first_or_worse_in_giveaway() {
    for (variant, sign) in [(Variant::Czech, 1.0), (Variant::Losing, -1.0)] {
        let settings = EvolutionSettings {
            variant,
            ..settings()
        };
        for network in breeding::first(&settings, &mut random()) {
            let squares = network.neurons.iter().flat_map(|neuron| &neuron.squares);
            assert!(squares.sum::<f32>() > 0.0, "{variant}");
            let weights = network.neurons.iter().map(|neuron| neuron.weight);
            assert!(sign * weights.sum::<f32>() > 0.0, "{variant}");
        }
    }
}

#[test]
fn the_games_that_are_won_are_counted() {
    let settings = EvolutionSettings {
        games: 20,
        depth: 2,
        ..settings()
    };
    // One neuron, to which own pieces are worth so much.
    let wins = |worth: f32| {
        let mut network = EvolvedNetwork::blank(settings.variant, 1);
        network.neurons[0].squares.fill(0.1);
        network.neurons[0].weight = worth;
        let (stop, mut played) = (Stop::default(), 0);
        let fitness = fitness::FitnessTest {
            settings: &settings,
            seed: 3,
            threads: 1,
            stop: &stop,
        };
        let wins = fitness.wins(&network, &mut || played += 1).unwrap();
        assert_eq!(played, 20);
        wins.unwrap()
    };
    let (good, bad) = (wins(1.0), wins(-1.0));
    assert!(good > 0 && bad == 0, "{good} {bad}");
}

#[test]
fn each_generation_plays_games_of_its_own() {
    let folder = TempDir::new().unwrap();
    let settings = EvolutionSettings {
        games: 20,
        ..settings()
    };
    let mut evolution = Evolution::open(folder.path(), &settings).unwrap();
    for _ in 0..4 {
        let finished = evolution.generation(1, &Stop::default(), &mut || ());
        assert!(finished.unwrap().is_some());
    }
    // The best network is the first of the next generation.
    let mut pairs = evolution.reports().windows(2);
    let differs = pairs.any(|pair| pair[0].best().1 != pair[1].wins[0]);
    assert!(differs, "{:?}", evolution.reports());
}

#[test]
fn the_best_of_equals_is_the_first() {
    let report = PopulationReport {
        generation: 3,
        wins: vec![1, 7, 0, 7],
        games: 10,
    };
    assert_eq!(report.best(), (1, 7));
    assert_eq!(
        report.to_string(),
        "generation 3: the best won 7 of 10 games, the mean is 3.8; 40 games"
    );
}

#[test]
fn however_it_is_interrupted_the_same_comes_of_it() {
    let [whole, parts] = [(); 2].map(|()| TempDir::new().unwrap());
    let expected = evolve(whole.path(), 3, 1).state;
    evolve(parts.path(), 1, 2);
    {
        let mut evolution = Evolution::open(parts.path(), &settings()).unwrap();
        let stop = Stop::default();
        stop.now();
        let given_up = evolution.generation(1, &stop, &mut || ()).unwrap();
        assert_eq!(given_up, None);
    }
    assert_eq!(evolve(parts.path(), 3, 3).state, expected);
    for name in [
        "checkpoint.json",
        "log.txt",
        "generation-001.json",
        "generation-003.json",
    ] {
        let [one, other] = [&whole, &parts].map(|dir| fs::read(dir.path().join(name)).unwrap());
        assert!(one == other, "{name}");
    }
    // Another seed is another evolution.
    let other = EvolutionState::new(&EvolutionSettings {
        seed: 6,
        ..settings()
    });
    assert_ne!(
        other.population,
        EvolutionState::new(&settings()).population
    );
}

#[test]
fn the_best_network_is_a_file_and_says_where_it_is_from() {
    let folder = TempDir::new().unwrap();
    let evolution = evolve(folder.path(), 2, 1);
    let (_, wins) = evolution.reports()[1].best();
    let network = EvolvedNetwork::read(&folder.path().join("generation-002.json")).unwrap();
    let expected = Origin {
        seed: 5,
        generation: 2,
        wins,
        games: 4,
    };
    assert_eq!(network.origin, expected);
    assert_eq!(network.variant, Variant::CzechZapletal);
}

#[test]
fn a_folder_of_no_use_is_left_as_it_is() {
    let folder = TempDir::new().unwrap();
    drop(evolve(folder.path(), 1, 1));
    let path = folder.path().join("checkpoint.json");
    let good = fs::read_to_string(&path).unwrap();
    let cases = [
        (
            good[..good.len() - 40].to_owned(),
            "found no whole checkpoint of kamen",
        ),
        (good.replacen("0.1", "0.2", 1), "the file is damaged"),
        (String::new(), "found no whole checkpoint"),
    ];
    for (text, expected) in cases {
        fs::write(&path, &text).unwrap();
        let error = Evolution::open(folder.path(), &settings()).unwrap_err();
        let error = error.to_string();
        assert!(
            error.contains("checkpoint.json: ") && error.contains(expected),
            "{error}"
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
        assert_eq!(
            fs::read_to_string(folder.path().join("log.txt"))
                .unwrap()
                .lines()
                .count(),
            1
        );
    }
    fs::write(&path, &good).unwrap();
    let other = EvolutionSettings {
        games: 6,
        ..settings()
    };
    let error = Evolution::open(folder.path(), &other).unwrap_err();
    assert!(
        error.to_string().contains("games was 4, now it is 6"),
        "{error}"
    );
    let mut state = EvolutionState::new(&settings());
    state.population.pop();
    let seal = crate::util::sealed::Seal {
        kind: "checkpoint",
        version: 1,
    };
    seal.write(&path, &state).unwrap();
    let error = Evolution::open(folder.path(), &settings())
        .unwrap_err()
        .to_string();
    assert!(error.contains("found 3 networks, expected 4"), "{error}");
}

#[cfg(unix)]
#[test]
fn a_folder_is_for_one_at_a_time() {
    let folder = TempDir::new().unwrap();
    let first = Evolution::open(folder.path(), &settings()).unwrap();
    let error = Evolution::open(folder.path(), &settings()).unwrap_err();
    assert!(
        error.to_string().contains("in use by another evolution"),
        "{error}"
    );
    drop(first);
    Evolution::open(folder.path(), &settings()).unwrap();
}
