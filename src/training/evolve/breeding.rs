//! From one generation to the next.
//!
//! The best networks survive unchanged. Each of the others is a child of two parents, drawn by roulette in
//! proportion to their wins. The child is the first parent with some whole neurons of the second; then some of
//! its weights change by a normal distribution.

use super::EvolutionSettings;
use crate::players::EvolvedNetwork;
use crate::rules::Objective;
use rand::RngExt;
use rand_distr::StandardNormal;
use rand_pcg::Pcg64Mcg;

/// Networks that survive unchanged.
const ELITE: usize = 2;
/// The probability that a neuron comes from the second parent.
const CROSSOVER: f64 = 0.2;
/// The probability that a weight changes, and the standard deviation of the change.
pub(super) const MUTATION: f64 = 0.1;
pub(super) const CHANGE: f32 = 0.03;
/// The mean and the standard deviation of the first weights.
const MEAN: f32 = 0.1;
const SPREAD: f32 = 0.03;

/// The first generation: random weights with a positive mean, so that each network roughly counts pieces. With
/// weights around 0 no network wins a game for generations, and selection has nothing to work on.
pub(super) fn first(settings: &EvolutionSettings, random: &mut Pcg64Mcg) -> Vec<EvolvedNetwork> {
    let blank = EvolvedNetwork::blank(settings.variant, settings.neurons);
    let mut population = vec![blank; settings.population];
    for weight in population.iter_mut().flat_map(EvolvedNetwork::weights_mut) {
        *weight = MEAN + SPREAD * random.sample::<f32, _>(StandardNormal);
    }
    if settings.variant.facts().objective == Objective::Giveaway {
        let networks = population.iter_mut();
        for neuron in networks.flat_map(|network| &mut network.neurons) {
            neuron.weight = -neuron.weight;
        }
    }
    population
}

/// The next generation, given the wins of each network of this one.
pub(super) fn next(
    parents: &[EvolvedNetwork],
    wins: &[u32],
    random: &mut Pcg64Mcg,
) -> Vec<EvolvedNetwork> {
    let mut places: Vec<usize> = (0..parents.len()).collect();
    places.sort_by_key(|&place| std::cmp::Reverse(wins[place]));
    let elite = ELITE.min(parents.len());
    let mut next: Vec<EvolvedNetwork> = (places[..elite].iter())
        .map(|&place| parents[place].clone())
        .collect();
    while next.len() < parents.len() {
        let [one, other] = [(); 2].map(|()| &parents[roulette(wins, random)]);
        let mut child = crossed(one, other, random);
        mutate(&mut child, random);
        next.push(child);
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

/// Crossover: the first network with some neurons of the other.
pub(super) fn crossed(
    one: &EvolvedNetwork,
    other: &EvolvedNetwork,
    random: &mut Pcg64Mcg,
) -> EvolvedNetwork {
    let mut child = one.clone();
    for (neuron, theirs) in child.neurons.iter_mut().zip(&other.neurons) {
        if random.random_bool(CROSSOVER) {
            neuron.clone_from(theirs);
        }
    }
    child
}

/// Mutation: changes some of the weights.
pub(super) fn mutate(network: &mut EvolvedNetwork, random: &mut Pcg64Mcg) {
    let most = EvolvedNetwork::MOST_WEIGHT;
    for weight in network.weights_mut() {
        if random.random_bool(MUTATION) {
            let change: f32 = random.sample(StandardNormal);
            *weight = (*weight + CHANGE * change).clamp(-most, most);
        }
    }
}
