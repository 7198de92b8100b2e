//! Runs a target over inputs that a seed makes: its own, those of the corpus, and changed copies of both.

use super::Target;
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The folder of the inputs of a target that were found worth keeping.
pub fn corpus(target: &Target) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    folder.join(target.name)
}

/// The files of a corpus, by name, with their content; none where there is no such folder.
///
/// # Errors
/// One cannot be read.
pub fn read_corpus(folder: &Path) -> io::Result<Vec<(PathBuf, Vec<u8>)>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut paths = paths.collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    let read = |path: PathBuf| fs::read(&path).map(|bytes| (path, bytes));
    paths.into_iter().map(read).collect()
}

/// Runs a target over `bases` and `inputs` changed copies of them; a panic goes on, after a line that has the input.
pub fn drive(target: &Target, bases: &[Vec<u8>], inputs: u32, seed: u64) {
    bases.iter().for_each(|base| tried(target, base));
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    for _ in 0..inputs {
        tried(target, &changed(bases, &mut random));
    }
}

fn tried(target: &Target, input: &[u8]) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| (target.run)(input))) {
        eprintln!("{} fails on b\"{}\"", target.name, input.escape_ascii());
        resume_unwind(panic);
    }
}

/// A base with some changes.
fn changed(bases: &[Vec<u8>], random: &mut impl Rng) -> Vec<u8> {
    let pick = |random: &mut dyn FnMut(usize) -> usize| {
        let place = random(bases.len().max(1));
        bases.get(place).cloned().unwrap_or_default()
    };
    let mut below = |most: usize| random.random_range(0..most.max(1));
    let mut input = pick(&mut below);
    // One change, or a hail of them.
    let hail = 1 << below(6);
    for _ in 0..1 + below(hail) {
        let place = below(input.len() + 1);
        let rest = input.len() - place;
        match below(8) {
            0 => input.truncate(place),
            1 => input.insert(place, below(256) as u8),
            2 => drop(input.drain(place..place + below(rest + 1).min(8))),
            // Another place of the same or of another input.
            3 => {
                let other = if below(2) == 0 {
                    input.clone()
                } else {
                    pick(&mut below)
                };
                let begin = below(other.len() + 1);
                let length = below(64).min(other.len() - begin);
                input.splice(place..place, other[begin..begin + length].iter().copied());
            }
            4 => input.splice(place.., pick(&mut below)).for_each(drop),
            _ if rest == 0 => {}
            5 => input[place] ^= 1 << below(8),
            6 => input[place] = [0, 1, 0x7f, 0x80, 0xff, b'0', b'9', b' ', b'"', b'\n'][below(10)],
            // A digit for a digit, a letter for a letter: what still reads.
            _ => {
                input[place] = match input[place] {
                    b'0'..=b'9' => b'0' + below(10) as u8,
                    b'a'..=b'z' => b'a' + below(26) as u8,
                    other => other.wrapping_add(1),
                }
            }
        }
        input.truncate(1 << 16);
    }
    input
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_that_panics_fails() {
        let target = Target {
            name: "test",
            run: |input| assert_ne!(input.first(), Some(&b'x')),
            seeds: Vec::new,
            inputs: 0,
        };
        let fails = |bases: &[&[u8]], inputs| {
            let bases: Vec<Vec<u8>> = bases.iter().map(|base| base.to_vec()).collect();
            catch_unwind(AssertUnwindSafe(|| drive(&target, &bases, inputs, 1))).is_err()
        };
        assert!(!fails(&[b"abc"], 0));
        assert!(fails(&[b"abc", b"xyz"], 0));
        assert!(fails(&[b"abc"], 20_000), "no change makes an x");
    }
}
