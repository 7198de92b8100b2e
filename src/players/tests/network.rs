//! Networks against a second, naive evaluation.

use super::random_position;
use crate::{BuiltIn, EvolvedNetwork, Minimax, MinimaxEvaluation, MinimaxStyle, PlayerError, View};
use kamen_core::board::{Color, Kind};
use kamen_core::geometry::Geometry;
use kamen_core::rules::{BoardOf, Position, Rules, Variant};
use kamen_core::score::Score;
use kamen_core::with_rules;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::sync::Arc;

fn random_network(variant: Variant, layers: &[usize], random: &mut Pcg64Mcg) -> EvolvedNetwork {
    let mut network = EvolvedNetwork::blank(variant, layers);
    for weight in network.weights_mut(true) {
        *weight = random.random_range(-0.5..0.5);
    }
    network
}

/// A random network with this many neurons; a small number leaves most of a block of eight unused.
pub(super) fn random_evaluation(variant: Variant, neurons: u32) -> MinimaxEvaluation {
    let mut random = Pcg64Mcg::seed_from_u64(u64::from(neurons));
    let network = random_network(variant, &[neurons as usize], &mut random);
    MinimaxEvaluation::Network {
        file: "net".to_owned(),
        network: Arc::new(network),
    }
}

/// The output of a network that sees the board from the side of `own`, computed row by row.
pub(super) fn naive_output<R: Rules>(
    network: &EvolvedNetwork,
    board: &BoardOf<R>,
    own: Color,
) -> f64 {
    let (height, width) = (R::Geometry::HEIGHT, R::Geometry::WIDTH);
    let mut inputs = Vec::new();
    for row in 0..height {
        for file in 0..width {
            let (row, file) = match own {
                Color::White => (row, file),
                Color::Black => (height - 1 - row, width - 1 - file),
            };
            if let Some(square) = R::Geometry::square_at(row, file) {
                inputs.push(match board.at(square) {
                    None => 0.0,
                    Some((color, kind)) => {
                        let sign = if color == own { 1.0 } else { -1.0 };
                        sign * if kind == Kind::King { 5.0 } else { 1.0 }
                    }
                });
            }
        }
    }
    let fires = |weights: &[f32], bias: f32, inputs: &[f64]| {
        assert_eq!(weights.len(), inputs.len());
        let products = weights.iter().zip(inputs);
        let sum: f64 = products
            .map(|(&weight, input)| f64::from(weight) * input)
            .sum();
        1.0 / (1.0 + (-sum - f64::from(bias)).exp())
    };
    for layer in &network.before {
        let outputs = layer.iter();
        let outputs = outputs.map(|neuron| fires(&neuron.inputs, neuron.bias, &inputs));
        inputs = outputs.collect();
    }
    let mut output = f64::from(network.bias);
    for neuron in &network.neurons {
        output += f64::from(neuron.weight) * fires(&neuron.inputs, neuron.bias, &inputs);
    }
    output
}

#[test]
fn networks_are_worked_out_as_they_are_described() {
    let mut random = Pcg64Mcg::seed_from_u64(6);
    for variant in Variant::ALL {
        with_rules!(variant, of: R => {
            let layers: [&[usize]; 8] =
                [&[1], &[7], &[8], &[9], &[64], &[65], &[9, 5], &[80, 3, 17]];
            for layers in layers {
                let network = random_network(variant, layers, &mut random);
                for view in View::ALL {
                let network = EvolvedNetwork { view, ..network.clone() };
                let evaluation = MinimaxEvaluation::Network {
                    file: String::new(),
                    network: Arc::new(network.clone()),
                };
                let mut player = Minimax::<R>::new(of, 1, &evaluation, MinimaxStyle::default());
                let position = random_position::<R>(of, &mut random);
                // The last output is remembered.
                for own in [Color::White, Color::Black, Color::White] {
                    let (value, _) = player.judge(&position, own);
                    let side = match view {
                        View::Mover => own,
                        View::White => Color::White,
                    };
                    let sign = if position.turn == side { 1.0 } else { -1.0 };
                    let found = sign * f64::from(value) / 1e6;
                    let expected = naive_output::<R>(&network, &position.board, side);
                    assert!(
                        (found - expected).abs() < 1e-4,
                        "{variant} {view:?}: {found} {expected}"
                    );
                }
                }
            }
        });
    }
}

#[test]
fn extreme_weights_do_no_harm() {
    let variant = Variant::Canadian;
    let mut network = EvolvedNetwork::blank(variant, &[64]);
    for weight in network.weights_mut(true) {
        *weight = EvolvedNetwork::MOST_WEIGHT;
    }
    let evaluation = MinimaxEvaluation::Network {
        file: String::new(),
        network: Arc::new(network),
    };
    with_rules!(variant, of: R => {
        let position = Position::<R>::start(of);
        let mut player = Minimax::<R>::new(of, 3, &evaluation, MinimaxStyle::default());
        let (value, score) = player.judge(&position, position.turn);
        assert_eq!((value, score), (900_000_000, Score::MAX_EVAL));
    });
}

#[test]
fn files_of_networks_are_read_with_the_name_of_the_player() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("A=b:C.json");
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let network = random_network(Variant::English, &[5], &mut random);
    network.write(&path).unwrap();
    let name = format!("minimax:4:network:{}", path.display());
    let player: BuiltIn = name.parse().unwrap();
    let expected = BuiltIn::Minimax {
        depth: 4,
        evaluation: MinimaxEvaluation::Network {
            file: path.display().to_string(),
            network: Arc::new(network),
        },
        style: MinimaxStyle::default(),
    };
    assert_eq!(player, expected);
    assert_eq!(player.to_string(), name);
    player.check(Variant::English).unwrap();
    // The same board, but not the same game.
    let error = player.check(Variant::Czech).unwrap_err().to_string();
    let expected = format!(
        "cannot use {}: found a network of english, expected czech",
        path.display()
    );
    assert_eq!(error, expected);
    let missing = format!("{name}x").parse::<BuiltIn>().unwrap_err();
    assert!(matches!(&missing, PlayerError::File(_)), "{missing}");
    assert!(
        missing.to_string().contains("there is no such file"),
        "{missing}"
    );
}
