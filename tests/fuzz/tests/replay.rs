//! Each target, over its seeds and its corpus and over changed copies of them.

use kamen_fuzz::{TARGETS, Target, drive};

/// Seeds all changes.
const SEED: u64 = 63;

fn replay(name: &str) {
    let target = Target::named(name).expect("a target");
    let mut bases = (target.seeds)();
    assert!(!bases.is_empty(), "no seeds");
    let corpus = drive::read_corpus(&drive::corpus(target)).expect("a corpus");
    bases.extend(corpus.into_iter().map(|(_, bytes)| bytes));
    drive::drive(target, &bases, target.inputs, SEED);
}

macro_rules! replays {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            replay(stringify!($name));
        })*

        #[test]
        fn all_targets_are_here() {
            let here = [$(stringify!($name)),*];
            assert_eq!(here.len(), TARGETS.len());
            assert!(TARGETS.iter().all(|target| here.contains(&target.name)));
        }
    };
}

replays! {
    hub_lines hub_session dxp_messages dxp_session pdn positions moves movegen proven names weights networks games indexes journals books
    tables rated serve memory counts suites
}
