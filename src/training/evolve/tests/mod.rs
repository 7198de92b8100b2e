mod breeding;
mod presets;
mod replacement;

use super::*;
use kamen_core::rules::Variant;
use kamen_players::View;
use std::collections::BTreeMap;
use std::fs;
use tempfile::TempDir;

fn settings() -> EvolutionSettings {
    small(EvolutionSettings::standard(Variant::CzechZapletal))
}

/// The same evolution with few short games.
fn small(settings: EvolutionSettings) -> EvolutionSettings {
    EvolutionSettings {
        population: 4,
        games: 4,
        depth: 1,
        layers: vec![3],
        max_plies: 60,
        seed: 5,
        ..settings
    }
}

fn random() -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(7)
}

/// Evolves up to so many generations.
fn evolve(folder: &Path, generations: usize, threads: usize) -> Evolution {
    evolve_by(&settings(), folder, generations, threads)
}

fn evolve_by(
    settings: &EvolutionSettings,
    folder: &Path,
    generations: usize,
    threads: usize,
) -> Evolution {
    let mut evolution = Evolution::open(folder, settings).unwrap();
    while evolution.reports().len() < generations {
        let stop = Stop::default();
        let report = evolution.generation(threads, &stop, &mut || ()).unwrap();
        assert!(report.is_some());
    }
    evolution
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
        let mut network = EvolvedNetwork::blank(settings.variant, &[1]);
        network.neurons[0].inputs.fill(0.1);
        network.neurons[0].weight = worth;
        let (stop, mut played) = (Stop::default(), 0);
        let fitness = FitnessTest {
            settings: &settings,
            opponent: None,
            seed: 3,
            threads: 1,
        };
        let duels = [fitness.tournament(&network)];
        let tallies = duels::play(&duels, None, &stop, &mut || played += 1).unwrap();
        assert_eq!(played, 20);
        tallies.unwrap()[0].wins
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
        points: Vec::new(),
        games: 10,
        is_next_opponent: false,
    };
    assert_eq!(report.best(), (1, 7));
    // By points a network of more draws may be better.
    let by_points = PopulationReport {
        points: vec![9, 14, 0, 15],
        ..report.clone()
    };
    assert_eq!((by_points.best(), by_points.fitness()[0]), ((3, 7), 9));
    assert_eq!(
        report.to_string(),
        "generation 3: the best won 7 of 10 games, the mean is 3.8; 40 games"
    );
}

#[test]
fn however_it_is_interrupted_the_same_comes_of_it() {
    let replacing = EvolutionSettings {
        opponent_replacement: 0.5,
        ..small(Preset::Evolution06.settings())
    };
    for settings in [settings(), small(Preset::Evolution01.settings()), replacing] {
        let [whole, parts] = [(); 2].map(|()| TempDir::new().unwrap());
        let expected = evolve_by(&settings, whole.path(), 3, 1).state;
        evolve_by(&settings, parts.path(), 1, 2);
        {
            let mut evolution = Evolution::open(parts.path(), &settings).unwrap();
            let stop = Stop::default();
            stop.now();
            let given_up = evolution.generation(1, &stop, &mut || ()).unwrap();
            assert_eq!(given_up, None);
        }
        assert_eq!(evolve_by(&settings, parts.path(), 3, 3).state, expected);
        let [whole, parts] = [&whole, &parts].map(|dir| contents(dir.path()));
        assert_eq!(whole, parts);
        let kept = if settings.keep == Keep::All {
            3 + 3 * 4
        } else {
            3
        };
        assert_eq!(whole.len(), 3 + kept, "{:?}", whole.keys());
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

/// The files of a folder by name.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries
        .map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            (name, fs::read(entry.path()).unwrap())
        })
        .collect()
}

#[test]
fn all_networks_are_kept_if_wanted() {
    let folder = TempDir::new().unwrap();
    let settings = small(Preset::Evolution01.settings());
    let evolution = evolve_by(&settings, folder.path(), 2, 1);
    let read = |name: &str| EvolvedNetwork::read(&folder.path().join(name)).unwrap();
    for report in evolution.reports() {
        let generation = report.generation;
        let networks: Vec<EvolvedNetwork> = (1..=4)
            .map(|number| read(&format!("gen{generation}_net{number}.json")))
            .collect();
        for (network, &wins) in networks.iter().zip(&report.wins) {
            let origin = Origin {
                seed: 5,
                generation,
                wins,
                games: 4,
            };
            assert_eq!((&network.origin, network.view), (&origin, View::White));
        }
        let best = read(&format!("generation-{generation:03}.json"));
        assert_eq!(networks[report.best().0], best);
    }
}

/// A checkpoint written before there were operators to choose.
#[test]
fn an_old_folder_goes_on_as_before() {
    let [old, new] = [(); 2].map(|()| TempDir::new().unwrap());
    let expected = evolve(new.path(), 2, 1).state;
    drop(evolve(old.path(), 1, 1));
    let path = old.path().join("checkpoint.json");
    let seal = kamen_files::sealed::Seal {
        kind: "checkpoint",
        version: 1,
    };
    let mut content: serde_json::Value = seal.read(&path).unwrap().unwrap();
    let settings = content["settings"].as_object_mut().unwrap();
    for name in ["view", "opponent-replacement", "breeding", "keep"] {
        assert!(settings.remove(name).is_some(), "{name}");
    }
    seal.write(&path, &content).unwrap();
    let elite = EvolutionSettings {
        breeding: BreedingSettings {
            elite: 1,
            ..BreedingSettings::default()
        },
        ..self::settings()
    };
    let error = Evolution::open(old.path(), &elite).unwrap_err().to_string();
    assert!(
        error.contains("breeding.elite was 2, now it is 1"),
        "{error}"
    );
    assert_eq!(evolve(old.path(), 2, 1).state, expected);
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
    type Change = fn(&mut EvolutionState);
    let cases: [(Change, &str); 3] = [
        (
            |state| drop(state.population.pop()),
            "found 3 networks, expected 4",
        ),
        (
            |state| state.population[1].view = View::White,
            "sees the side of white, expected mover",
        ),
        (
            |state| state.opponent = Some(EvolvedNetwork::blank(Variant::Czech, &[3])),
            "found a network of czech",
        ),
    ];
    for (change, expected) in cases {
        let mut state = EvolutionState::new(&settings());
        change(&mut state);
        let seal = kamen_files::sealed::Seal {
            kind: "checkpoint",
            version: 1,
        };
        seal.write(&path, &state).unwrap();
        let error = Evolution::open(folder.path(), &settings()).unwrap_err();
        let error = error.to_string();
        assert!(error.contains(expected), "{error}");
    }
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
