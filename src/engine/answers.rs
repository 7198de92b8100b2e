//! What a person at the prompt is told of the program itself.

use kamen_eval::Choice;
use kamen_search::bench;

/// The instructions beyond those of every such processor that the program may use.
macro_rules! features {
    ($($name:literal)*) => {
        [$(($name, cfg!(target_feature = $name))),*]
    };
}

/// Which program this is, what compiled it, and for what.
pub(super) fn build() -> String {
    let features = features!["popcnt" "bmi2" "avx2" "avx512f" "neon"];
    let used = features.iter().filter(|(_, is_used)| *is_used);
    let used: Vec<&str> = used.map(|(name, _)| *name).collect();
    let used = match used.is_empty() {
        true => String::new(),
        false => format!(" with {}", used.join(" ")),
    };
    let checks = match cfg!(debug_assertions) {
        true => ", with debug assertions",
        false => "",
    };
    format!(
        "Kamen {}, compiled by {} for {} {}{used}{checks}\n",
        env!("CARGO_PKG_VERSION"),
        env!("KAMEN_RUSTC"),
        std::env::consts::ARCH,
        std::env::consts::OS,
    )
}

/// The line of `kamen bench`.
pub(super) fn bench() -> String {
    match bench::run(
        &Choice::default(),
        bench::DEPTH,
        bench::TT_SIZE,
        &mut |_| (),
    ) {
        Ok(sums) => format!("{sums}\n"),
        Err(error) => format!("{error}\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_build_names_its_compiler() {
        let told = build();
        assert!(told.starts_with("Kamen "), "{told}");
        assert!(told.contains(" compiled by rustc 1."), "{told}");
    }
}
