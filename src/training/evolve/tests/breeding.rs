//! From one generation to the next.

use super::super::breeding::{cross, first, mutate, next, roulette};
use super::*;

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
fn more_pieces_are_better_at_first_or_worse_in_giveaway() {
    for (variant, sign) in [(Variant::Czech, 1.0), (Variant::Losing, -1.0)] {
        let settings = EvolutionSettings {
            variant,
            ..settings()
        };
        for network in first(&settings, &mut random()) {
            let squares = network.neurons.iter().flat_map(|neuron| &neuron.inputs);
            assert!(squares.sum::<f32>() > 0.0, "{variant}");
            let weights = network.neurons.iter().map(|neuron| neuron.weight);
            assert!(sign * weights.sum::<f32>() > 0.0, "{variant}");
        }
    }
}

/// The mean and the variance of numbers.
fn moments(numbers: &[f64]) -> (f64, f64) {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    let squares = numbers.iter().map(|number| (number - mean).powi(2));
    (mean, squares.sum::<f64>() / count)
}

/// Asserts that numbers have a mean and a variance, within four standard deviations.
fn assert_normal(numbers: &[f64], mean: f64, variance: f64) {
    let count = numbers.len() as f64;
    let (found_mean, found_variance) = moments(numbers);
    assert!(
        (found_mean - mean).abs() <= 4.0 * (variance / count).sqrt(),
        "{found_mean}"
    );
    assert!(
        (found_variance / variance - 1.0).abs() <= 4.0 * (2.0 / count).sqrt(),
        "{found_variance}"
    );
}

#[test]
fn the_first_weights_have_their_mean_and_variance() {
    for (mean, variance, biases) in [(0.1, 0.0009, true), (1.0, 0.2, false)] {
        let settings = EvolutionSettings {
            population: 100,
            breeding: BreedingSettings {
                first_mean: mean,
                first_variance: variance,
                biases,
                ..BreedingSettings::default()
            },
            ..settings()
        };
        let mut population = first(&settings, &mut random());
        let networks = population.iter_mut();
        let weights: Vec<f64> = networks
            .flat_map(|network| network.weights_mut(biases))
            .map(|weight| f64::from(*weight))
            .collect();
        assert_eq!(weights.len(), 100 * (3 * 33 + if biases { 4 } else { 0 }));
        assert_normal(&weights, mean, variance);
        for network in &population {
            let has_biases = network.bias != 0.0 && network.neurons.iter().all(|n| n.bias != 0.0);
            let has_none = network.bias == 0.0 && network.neurons.iter().all(|n| n.bias == 0.0);
            assert!(if biases { has_biases } else { has_none });
        }
    }
}

/// Two networks whose weights say which network and neuron they belong to.
fn marked() -> [EvolvedNetwork; 2] {
    [100.0, 200.0].map(|mark| {
        let mut network = EvolvedNetwork::blank(Variant::Czech, &[50]);
        for (neuron, number) in network.neurons.iter_mut().zip(0u8..) {
            let mark = mark + f32::from(number);
            neuron.inputs.fill(mark);
            (neuron.bias, neuron.weight) = (mark, mark);
        }
        network.bias = mark;
        network
    })
}

/// The counts that crossovers of marked networks give.
#[derive(Debug, Default)]
struct Exchanged {
    /// Pairs with some exchange.
    pairs: u32,
    /// Hidden neurons.
    neurons: u32,
    /// Output neurons.
    outputs: u32,
}

/// Crosses marked networks so many times, and asserts that what belongs together stays together.
fn exchange(settings: &BreedingSettings, times: u32) -> Exchanged {
    let mut random = random();
    let mut count = Exchanged::default();
    for _ in 0..times {
        let before = marked();
        let mut after = before.clone();
        cross(&mut after, settings, &mut random);
        let is_output = after[0].bias == before[1].bias;
        let mut neurons = 0;
        for place in 0..50 {
            let is_theirs = after[0].neurons[place].bias == before[1].neurons[place].bias;
            let is_their_weight = match settings.exchange {
                Exchange::All => is_theirs,
                Exchange::Incoming => is_output,
            };
            for (child, own) in after.iter().zip([0, 1]) {
                let from = |is_other: bool| if is_other { 1 - own } else { own };
                let incoming = &before[from(is_theirs)].neurons[place];
                let outgoing = &before[from(is_their_weight)].neurons[place];
                let neuron = &child.neurons[place];
                assert_eq!(neuron.inputs, incoming.inputs);
                assert_eq!(neuron.bias, incoming.bias);
                assert_eq!(neuron.weight, outgoing.weight);
            }
            neurons += u32::from(is_theirs);
        }
        count.pairs += u32::from(is_output || neurons > 0);
        count.outputs += u32::from(is_output);
        count.neurons += neurons;
    }
    count
}

#[test]
fn neurons_are_exchanged_with_their_weights() {
    let all = BreedingSettings::default();
    let published = Preset::Evolution01.settings().breeding;
    let never = BreedingSettings {
        crossover: 0.0,
        ..published.clone()
    };
    // The chance of a crossover, of a neuron in it, of the output in it.
    let cases = [
        (all, 1.0, 0.2, 0.0),
        (published, 0.2, 0.5, 0.5),
        (never, 0.0, 0.5, 0.5),
    ];
    for (settings, pair, neuron, output) in cases {
        let found = exchange(&settings, 2000);
        // Four standard deviations.
        let within = |found: u32, of: u32, chance: f64| {
            let most = 4.0 * (f64::from(of) * chance * (1.0 - chance)).sqrt();
            (f64::from(found) - f64::from(of) * chance).abs() <= most
        };
        assert!(within(found.pairs, 2000, pair), "{settings:?}: {found:?}");
        let is_right = within(found.neurons, 50 * found.pairs, neuron)
            && within(found.outputs, found.pairs, output);
        assert!(is_right, "{settings:?}: {found:?}");
    }
}

#[test]
fn mutation_changes_a_part_of_the_weights_of_some() {
    let published = |preset: Preset| preset.settings().breeding;
    let cases = [
        (BreedingSettings::default(), 1.0, 0.1, 0.0009),
        (published(Preset::Evolution01), 0.2, 0.2, 2.0),
        (published(Preset::Evolution02), 1.0, 0.05, 2.0),
        (published(Preset::Evolution07), 0.2, 0.05, 2.0),
    ];
    for (settings, individual, weight, variance) in cases {
        let (mut random, mut mutants, mut all, mut changes) = (random(), 0u32, 0, Vec::new());
        for _ in 0..1000 {
            let mut network = EvolvedNetwork::blank(Variant::International, &[4]);
            mutate(&mut network, &settings, &mut random);
            let has_biases = network.bias != 0.0 || network.neurons.iter().any(|n| n.bias != 0.0);
            assert!(settings.biases || !has_biases);
            let weights = network.weights_mut(settings.biases);
            let weights: Vec<f64> = weights.map(|weight| f64::from(*weight)).collect();
            if weights.iter().any(|&weight| weight != 0.0) {
                mutants += 1;
                all += weights.len();
                changes.extend(weights.into_iter().filter(|&weight| weight != 0.0));
            }
        }
        let off = |found: f64, of: f64, chance: f64| {
            (found - of * chance).abs() / (of * chance * (1.0 - chance)).sqrt().max(1e-9)
        };
        assert!(
            off(f64::from(mutants), 1000.0, individual) <= 4.0,
            "{mutants}"
        );
        assert!(off(changes.len() as f64, all as f64, weight) <= 4.0);
        assert_normal(&changes, 0.0, variance);
    }
}

#[test]
fn the_best_live_on() {
    for (elite, expected) in [(0, &[][..]), (1, &[1]), (2, &[1, 3]), (9, &[1, 3, 0, 2])] {
        let settings = EvolutionSettings {
            breeding: BreedingSettings {
                elite,
                ..BreedingSettings::default()
            },
            ..settings()
        };
        let mut random = random();
        let parents = first(&settings, &mut random);
        let wins = [3, 9, 0, 9];
        let children = next(&parents, &wins, &settings.breeding, &mut random);
        assert_eq!(children.len(), 4);
        for (place, child) in children.iter().enumerate() {
            match expected.get(place) {
                Some(&parent) => assert_eq!(*child, parents[parent], "{elite}"),
                None => assert!(!parents.contains(child), "{elite}"),
            }
        }
    }
}

#[test]
fn parents_have_one_child_or_two() {
    let [one, other] = marked();
    for (children, population, expected) in [(1, 4, 4), (2, 4, 2), (2, 5, 3)] {
        let settings = BreedingSettings {
            elite: 0,
            children,
            mutation: 0.0,
            neuron_crossover: 0.5,
            ..BreedingSettings::default()
        };
        let mut parents = vec![one.clone(); population];
        parents[1] = other.clone();
        // Only parents of different networks give children unlike both.
        let mut wins = vec![0; population];
        (wins[0], wins[1]) = (1, 1);
        let mut random = random();
        let is_mixed = |child: &EvolvedNetwork| *child != one && *child != other;
        let mut generations = (0..200).map(|_| next(&parents, &wins, &settings, &mut random));
        let counts = generations.find(|children| children.iter().all(is_mixed));
        let children_of_all = counts.expect("a generation of mixed children only");
        // The second child has what the first one lacks.
        let complements = |a: &EvolvedNetwork, b: &EvolvedNetwork| {
            let mut pairs = a.neurons.iter().zip(&b.neurons);
            pairs.all(|(a, b)| a.bias != b.bias)
        };
        let pairs = children_of_all.chunks(2).filter(|pair| match pair {
            [a, b] => complements(a, b),
            _ => false,
        });
        assert_eq!(population - pairs.count(), expected);
    }
}

#[test]
fn the_best_mutate_if_wanted() {
    let settings = EvolutionSettings {
        breeding: BreedingSettings {
            elite: 3,
            elite_mutates: true,
            mutation: 0.5,
            weight_mutation: 0.5,
            ..BreedingSettings::default()
        },
        ..settings()
    };
    let mut random = random();
    let parents = first(&settings, &mut random);
    let wins = [3, 9, 0, 9];
    // Half of the best mutate: both that do and that do not are seen in all places.
    let mut seen = [[false; 2]; 3];
    for _ in 0..40 {
        let children = next(&parents, &wins, &settings.breeding, &mut random);
        assert_eq!(children.len(), 4);
        for (place, parent) in [1, 3, 0].into_iter().enumerate() {
            seen[place][usize::from(children[place] != parents[parent])] = true;
        }
    }
    assert_eq!(seen, [[true; 2]; 3]);
}
