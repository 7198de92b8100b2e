use super::*;
use std::fs;
use tempfile::TempDir;

fn small() -> EvolvedNetwork {
    let mut network = EvolvedNetwork::blank(Variant::Czech, &[3]);
    for (place, weight) in network.weights_mut(true).enumerate() {
        *weight = (place as f32).sin() / 3.0;
    }
    network.origin = Origin {
        seed: u64::MAX,
        generation: 20,
        wins: 61,
        games: 100,
    };
    network
}

#[test]
fn what_was_written_is_read() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("net.json");
    for variant in Variant::ALL {
        let network = EvolvedNetwork {
            variant,
            ..EvolvedNetwork::blank(variant, &[2])
        };
        network.write(&path).unwrap();
        assert_eq!(EvolvedNetwork::read(&path).unwrap(), network, "{variant}");
    }
    for layers in [&[5, 3][..], &[1, 200, 7, 2]] {
        let network = EvolvedNetwork::blank(Variant::Czech, layers);
        network.write(&path).unwrap();
        let found = EvolvedNetwork::read(&path).unwrap();
        assert_eq!((found.layers(), &found), (layers.to_vec(), &network));
    }
    small().write(&path).unwrap();
    assert_eq!(EvolvedNetwork::read(&path).unwrap(), small());
}

/// Files written before there was a choice say nothing of the side, and are still written so.
#[test]
fn a_file_says_which_side_sees_the_board() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("net.json");
    for (view, expected) in [(View::Mover, None), (View::White, Some("white"))] {
        let network = EvolvedNetwork { view, ..small() };
        network.write(&path).unwrap();
        let text: serde_json::Value =
            serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        let found = text["content"].get("view").map(|view| view.as_str());
        assert_eq!(found, expected.map(Some), "{text}");
        assert_eq!(EvolvedNetwork::read(&path).unwrap(), network);
    }
}

#[test]
fn damaged_files_are_refused_by_name() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("net.json");
    small().write(&path).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    let cases = [
        (String::new(), "found no whole network of kamen: EOF"),
        (text[..text.len() / 2].to_owned(), "EOF while parsing"),
        (text.replace("czech", "english"), "the file is damaged"),
        (text.replacen("0.", "1.", 1), "the file is damaged"),
        (
            text.replace("\"version\":1", "\"version\":2"),
            "found version 2",
        ),
        (
            text.replace("\"network\"", "\"checkpoint\""),
            "found a checkpoint of kamen, expected a network",
        ),
    ];
    for (text, expected) in cases {
        fs::write(&path, &text).unwrap();
        let error = EvolvedNetwork::read(&path).unwrap_err().to_string();
        let named = error.starts_with(&format!("cannot use {}: ", path.display()));
        assert!(named && error.contains(expected), "{expected}: {error}");
    }
    let error = EvolvedNetwork::read(folder.path()).unwrap_err().to_string();
    assert!(error.contains("cannot use"), "{error}");
}

/// Invalid files with a correct checksum.
#[test]
fn other_shapes_are_refused() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("net.json");
    type Change = fn(&mut EvolvedNetwork);
    let cases: [(Change, &str); 9] = [
        (
            |network| network.variant = Variant::International,
            "neuron 1 has 32 squares, expected the 50 of international",
        ),
        (
            |network| network.neurons[1].inputs.push(0.0),
            "neuron 2 has 33 squares, expected the 32 of czech",
        ),
        (
            |network| network.neurons.clear(),
            "found 0 hidden neurons, expected from 1 to 1024",
        ),
        (
            |network| network.neurons = vec![network.neurons[0].clone(); 1025],
            "found 1025 hidden neurons",
        ),
        (
            |network| network.neurons[2].weight = 20000.0,
            "found the weight 20000, expected -10000 to 10000",
        ),
        (
            |network| *network = EvolvedNetwork::blank(Variant::Czech, &[3, 0, 2]),
            "found 0 hidden neurons",
        ),
        (
            |network| *network = EvolvedNetwork::blank(Variant::Czech, &[1; 17]),
            "found 17 hidden layers, expected at most 16",
        ),
        (
            |network| {
                *network = EvolvedNetwork::blank(Variant::Czech, &[4, 3]);
                network.neurons[2].inputs.pop();
            },
            "neuron 3 of hidden layer 2 has 3 inputs, expected 4",
        ),
        // JSON cannot represent the number.
        (
            |network| network.bias = f32::NAN,
            "in the content: invalid type: null",
        ),
    ];
    for (change, expected) in cases {
        let mut network = small();
        change(&mut network);
        network.write(&path).unwrap();
        let error = EvolvedNetwork::read(&path).unwrap_err().to_string();
        assert!(error.contains(expected), "{expected}: {error}");
    }
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("none/net.json");
    let error = small().write(&path).unwrap_err().to_string();
    assert!(error.contains("none/net.json: "), "{error}");
}
