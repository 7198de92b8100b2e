//! From one generation to the next.
//!
//! The best networks may survive unchanged. The others are children of two parents, each drawn by roulette in
//! proportion to its wins: first the two cross over, then each child mutates.

use super::settings::{BreedingSettings, EvolutionSettings, Exchange};
use kamen_core::rules::Objective;
use kamen_players::EvolvedNetwork;
use rand::RngExt;
use rand_distr::StandardNormal;
use rand_pcg::Pcg64Mcg;
use std::mem::swap;

/// The first generation: random weights. With a positive mean each network roughly counts pieces; around 0 no network
/// wins a game for generations, and selection has nothing to work on.
pub(super) fn first(settings: &EvolutionSettings, random: &mut Pcg64Mcg) -> Vec<EvolvedNetwork> {
    let breeding = &settings.breeding;
    let blank = EvolvedNetwork {
        view: settings.view,
        ..EvolvedNetwork::blank(settings.variant, &settings.layers)
    };
    let mut population = vec![blank; settings.population];
    let networks = population.iter_mut();
    for weight in networks.flat_map(|network| network.weights_mut(breeding.biases)) {
        let first = normal(breeding.first_mean, breeding.first_variance, random);
        *weight = limited(first);
    }
    if settings.variant.facts().objective == Objective::Giveaway {
        let networks = population.iter_mut();
        for neuron in networks.flat_map(|network| &mut network.neurons) {
            neuron.weight = -neuron.weight;
        }
    }
    population
}

/// The next generation, given the fitness of each network of this one.
pub(super) fn next(
    parents: &[EvolvedNetwork],
    wins: &[u32],
    settings: &BreedingSettings,
    random: &mut Pcg64Mcg,
) -> Vec<EvolvedNetwork> {
    let mut places: Vec<usize> = (0..parents.len()).collect();
    places.sort_by_key(|&place| std::cmp::Reverse(wins[place]));
    let elite = settings.elite.min(parents.len());
    let mut next: Vec<EvolvedNetwork> = (places[..elite].iter())
        .map(|&place| parents[place].clone())
        .collect();
    if settings.elite_mutates {
        for survivor in &mut next {
            mutate(survivor, settings, random);
        }
    }
    while next.len() < parents.len() {
        let mut pair = [(); 2].map(|()| parents[roulette(wins, random)].clone());
        cross(&mut pair, settings, random);
        let missing = parents.len() - next.len();
        for mut child in pair.into_iter().take(settings.children.min(missing)) {
            mutate(&mut child, settings, random);
            next.push(child);
        }
    }
    next
}

/// An index drawn in proportion to wins; uniformly if there are none.
pub(super) fn roulette(wins: &[u32], random: &mut Pcg64Mcg) -> usize {
    let all: u64 = wins.iter().copied().map(u64::from).sum();
    if all == 0 {
        return random.random_range(0..wins.len());
    }
    let mut rest = random.random_range(0..all);
    let is_drawn = |&wins: &u32| {
        let is_here = rest < u64::from(wins);
        rest = rest.saturating_sub(u64::from(wins));
        is_here
    };
    wins.iter().position(is_drawn).unwrap_or_default()
}

/// Crossover: with some chance, the two exchange some of their neurons.
pub(super) fn cross(
    pair: &mut [EvolvedNetwork; 2],
    settings: &BreedingSettings,
    random: &mut Pcg64Mcg,
) {
    if !happens(settings.crossover, random) {
        return;
    }
    let [one, other] = pair;
    cross_inner(one, other, settings, random);
    for (neuron, counterpart) in one.neurons.iter_mut().zip(&mut other.neurons) {
        if happens(settings.neuron_crossover, random) {
            swap(neuron, counterpart);
            if settings.exchange == Exchange::Incoming {
                // That is an incoming weight of the output, so it stays.
                swap(&mut neuron.weight, &mut counterpart.weight);
            }
        }
    }
    if settings.exchange == Exchange::Incoming && happens(settings.neuron_crossover, random) {
        for (neuron, counterpart) in one.neurons.iter_mut().zip(&mut other.neurons) {
            swap(&mut neuron.weight, &mut counterpart.weight);
        }
        swap(&mut one.bias, &mut other.bias);
    }
}

/// Crossover of the hidden layers before the last one.
fn cross_inner(
    one: &mut EvolvedNetwork,
    other: &mut EvolvedNetwork,
    settings: &BreedingSettings,
    random: &mut Pcg64Mcg,
) {
    for layer in 0..one.before.len() {
        for place in 0..one.before[layer].len() {
            if !happens(settings.neuron_crossover, random) {
                continue;
            }
            swap(
                &mut one.before[layer][place],
                &mut other.before[layer][place],
            );
            if settings.exchange == Exchange::All {
                let theirs = outgoing(other, layer, place);
                for (weight, counterpart) in outgoing(one, layer, place).into_iter().zip(theirs) {
                    swap(weight, counterpart);
                }
            }
        }
    }
}

/// The weights of the output of a neuron before the last hidden layer.
fn outgoing(network: &mut EvolvedNetwork, layer: usize, place: usize) -> Vec<&mut f32> {
    match network.before.get_mut(layer + 1) {
        Some(next) => next
            .iter_mut()
            .map(|neuron| &mut neuron.inputs[place])
            .collect(),
        None => {
            let next = network.neurons.iter_mut();
            next.map(|neuron| &mut neuron.inputs[place]).collect()
        }
    }
}

/// Mutation: with some chance, changes some of the weights.
pub(super) fn mutate(
    network: &mut EvolvedNetwork,
    settings: &BreedingSettings,
    random: &mut Pcg64Mcg,
) {
    if !happens(settings.mutation, random) {
        return;
    }
    for weight in network.weights_mut(settings.biases) {
        if happens(settings.weight_mutation, random) {
            *weight = limited(*weight + normal(0.0, settings.mutation_variance, random));
        }
    }
}

/// Whether something of a certain chance happens. What is certain draws no number.
fn happens(chance: f64, random: &mut Pcg64Mcg) -> bool {
    chance >= 1.0 || random.random_bool(chance)
}

/// A normally distributed number.
fn normal(mean: f64, variance: f64, random: &mut Pcg64Mcg) -> f32 {
    let deviation = variance.sqrt() as f32;
    mean as f32 + deviation * random.sample::<f32, _>(StandardNormal)
}

/// A weight within the limits of files.
fn limited(weight: f32) -> f32 {
    let most = EvolvedNetwork::MOST_WEIGHT;
    weight.clamp(-most, most)
}
