//! Properties that must hold of random values of every variant. The seed is fixed; `PROPTEST_RNG_SEED=n` sets another
//! one, and `PROPTEST_CASES=n` another number of values.

use kamen::Variant;
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestError, TestRunner};
use std::fmt::Debug;

/// Nothing but a number that is the same every time.
const SEED: u64 = 1989;

/// What comes of a property.
pub type Checked = Result<(), TestCaseError>;

/// What proptest goes by: as many cases as `cases` unless the environment says otherwise.
pub fn runner(cases: u32) -> TestRunner {
    let asked = ProptestConfig::default();
    TestRunner::new(ProptestConfig {
        cases: match std::env::var_os("PROPTEST_CASES") {
            Some(_) => asked.cases,
            None => cases,
        },
        rng_seed: match asked.rng_seed {
            RngSeed::Random => RngSeed::Fixed(SEED),
            fixed => fixed,
        },
        failure_persistence: None,
        ..asked
    })
}

/// Holds a property against random values; a failure names the variant and the smallest example.
pub fn hold<T: Debug>(
    variant: Variant,
    cases: u32,
    values: impl Strategy<Value = T>,
    property: impl Fn(&T) -> Checked,
) {
    let mut runner = runner(cases);
    match runner.run(&values, |value| property(&value)) {
        Ok(()) => (),
        Err(TestError::Fail(reason, value)) => {
            let seed = runner.config().rng_seed;
            panic!("{variant}, seed {seed}: {reason}\nsmallest example: {value:?}")
        }
        Err(error) => panic!("{variant}: {error}"),
    }
}
