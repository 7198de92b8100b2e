use super::*;
use crate::tests::random_weights;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

#[test]
fn a_file_holds_all_of_it_and_a_damaged_one_is_refused() {
    for kind in Kind::ALL {
        check_file(kind);
    }
}

fn check_file(kind: Kind) {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let mut weights = random_weights(Variant::Czech, kind, &mut random);
    // Few occur in games.
    (weights.weights.iter_mut().enumerate()).for_each(|(i, weight)| {
        if i % 1000 != 0 {
            *weight = [0; 2];
        }
    });
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("weights");
    weights.write(&path).unwrap();
    assert_eq!(Weights::read_for(Variant::Czech, &path).unwrap(), weights);
    let refused = |bytes: &[u8]| Weights::from_bytes(bytes).unwrap_err().to_string();
    let bytes = weights.to_bytes().unwrap();
    assert!(refused(b"").contains("no file of weights"));
    assert!(refused(b"KAMENREC and more").contains("no file of weights"));
    assert!(refused(&bytes[..9]).contains("ends in the middle"));
    for length in [20, 100, bytes.len() / 2, bytes.len() - 1] {
        assert!(refused(&bytes[..length]).contains("checksum"), "{length}");
    }
    for place in [8, 12, 40, bytes.len() / 2, bytes.len() - 1] {
        let mut damaged = bytes.clone();
        damaged[place] ^= 0x10;
        assert!(!refused(&damaged).is_empty(), "{place}");
    }
    let wrong = Weights::read_for(Variant::Russian, &path)
        .unwrap_err()
        .to_string();
    assert!(
        wrong.contains("found weights for czech, expected russian"),
        "{wrong}"
    );
    let other = Weights {
        origin: Origin {
            form: Form::Patterns("1x1/1".to_owned()),
            ..weights.origin.clone()
        },
        ..weights.clone()
    };
    assert!(refused(&other.to_bytes().unwrap()).contains("regions 1x1/1"));
    for scale in [0.0, -3.0, 1e9] {
        let mut other = weights.clone();
        other.origin.scale = scale;
        assert!(
            refused(&other.to_bytes().unwrap()).contains("expected 1 to 100000"),
            "{scale}"
        );
    }
    let short = Weights {
        weights: weights.weights[1..].to_vec(),
        ..weights
    };
    assert!(refused(&short.to_bytes().unwrap()).contains("weights"));
}
