//! Checks that the processor has the features that the program was compiled for.
//!
//! The standard library assumes features enabled at compile time, so this queries the processor
//! directly. On an unsupported processor the program then prints an error instead of dying of an
//! illegal instruction. The code here must not need such an instruction itself, so it uses only
//! integers and static text.

use std::io::Write;

/// A feature bit of the `cpuid` instruction (Intel's manual, volume 2A; AMD's, 3).
#[cfg(target_arch = "x86_64")]
struct Feature {
    name: &'static str,
    leaf: u32,
    /// The register, 0 to 3: EAX, EBX, ECX, EDX.
    register: usize,
    bit: u32,
    /// Whether the program was compiled for the feature.
    is_needed: bool,
}

/// The features that distinguish processor generations, oldest first.
#[cfg(target_arch = "x86_64")]
static FEATURES: &[Feature] = &{
    macro_rules! features {
        ($($name:literal $leaf:literal $register:literal $bit:literal),+) => {[$(Feature {
            name: $name,
            leaf: $leaf,
            register: $register,
            bit: $bit,
            is_needed: cfg!(target_feature = $name),
        }),+]};
    }
    features![
        "sse3" 1 2 0, "ssse3" 1 2 9, "sse4.1" 1 2 19, "sse4.2" 1 2 20, "popcnt" 1 2 23,
        "avx" 1 2 28, "f16c" 1 2 29, "fma" 1 2 12, "movbe" 1 2 22, "bmi1" 7 1 3, "bmi2" 7 1 8,
        "avx2" 7 1 5, "lzcnt" 0x8000_0001 2 5, "avx512f" 7 1 16, "avx512cd" 7 1 28,
        "avx512dq" 7 1 17, "avx512bw" 7 1 30, "avx512vl" 7 1 31, "avx512vbmi" 7 2 1,
        "avx512vpopcntdq" 7 2 14
    ]
};

#[cfg(target_arch = "x86_64")]
impl Feature {
    fn is_there(&self) -> bool {
        use std::arch::x86_64::__cpuid_count;
        let highest = __cpuid_count(self.leaf & 0x8000_0000, 0).eax;
        let found = __cpuid_count(self.leaf, 0);
        let register = match self.register {
            0 => found.eax,
            1 => found.ebx,
            2 => found.ecx,
            _ => found.edx,
        };
        self.leaf <= highest && register >> self.bit & 1 == 1
    }
}

/// The first feature that the program was compiled for and the processor lacks.
#[cfg(target_arch = "x86_64")]
#[inline(never)]
pub fn missing() -> Option<&'static str> {
    let mut features = FEATURES.iter();
    let missing = features.find(|feature| feature.is_needed && !feature.is_there());
    missing.map(|feature| feature.name)
}

/// Other architectures need no check.
#[cfg(not(target_arch = "x86_64"))]
pub fn missing() -> Option<&'static str> {
    None
}

/// Reports on standard error that the processor lacks `feature`, and the remedy.
#[inline(never)]
pub fn complain(feature: &str) {
    let mut err = std::io::stderr();
    for text in [
        "kamen: this program was built for processors with ",
        feature,
        ", which this one lacks; build it on this machine, or for all with ",
        "RUSTFLAGS=\"-C target-cpu=x86-64-v2\"\n",
    ] {
        // A failure to write cannot be reported.
        let _ = err.write_all(text.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_runs_where_it_was_made() {
        assert_eq!(missing(), None);
    }

    /// If the standard library detects a feature, its bit must be set here.
    #[cfg(target_arch = "x86_64")]
    #[test]
    fn the_bits_are_those_that_the_standard_library_reads() {
        macro_rules! check {
            ($($name:tt),+) => {$(
                let feature = FEATURES.iter().find(|f| f.name == $name).expect("a feature");
                assert_eq!(feature.is_there(), is_x86_feature_detected!($name), $name);
            )+};
        }
        check![
            "sse3", "ssse3", "sse4.1", "sse4.2", "popcnt", "avx", "f16c", "fma", "movbe", "bmi1"
        ];
        check![
            "bmi2", "avx2", "lzcnt", "avx512f", "avx512cd", "avx512dq", "avx512bw", "avx512vl"
        ];
        check!["avx512vbmi", "avx512vpopcntdq"];
    }
}
