//! The target that the variable `KAMEN_FUZZ` names, under the fuzzer of LLVM; its arguments are that fuzzer's.

#![no_main]

use kamen_fuzz::Target;
use libfuzzer_sys::fuzz_target;
use std::sync::OnceLock;

fuzz_target!(|input: &[u8]| {
    static TARGET: OnceLock<&Target> = OnceLock::new();
    let target = TARGET.get_or_init(|| {
        let name = std::env::var("KAMEN_FUZZ").expect("KAMEN_FUZZ=TARGET");
        Target::named(&name).expect("the name of a target")
    });
    (target.run)(input);
});
