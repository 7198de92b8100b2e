//! What a process needs, measured from outside while it lives: memory and descriptors, as Linux tells them.

use serde::{Deserialize, Serialize};
use std::fs;

/// A process at a quiet moment: between two games, with the parameters of every such moment.
#[derive(Clone, Copy, Debug)]
struct Sample {
    game: u64,
    /// KiB.
    resident: u64,
    descriptors: u64,
    threads: u64,
}

/// Samples of one process.
#[derive(Debug, Default)]
pub struct Health {
    samples: Vec<Sample>,
}

/// What samples come to.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Trend {
    /// Samples.
    pub samples: usize,
    /// The first and the last resident memory, in KiB.
    pub resident: [u64; 2],
    /// How the resident memory grows, in bytes a game (least squares over the second half of the samples).
    pub slope: f64,
    /// The fewest and the most descriptors.
    pub descriptors: [u64; 2],
    /// The fewest and the most threads.
    pub threads: [u64; 2],
}

impl Health {
    /// Looks at a process after so many games; where the system tells nothing, nothing is noted.
    pub fn sample(&mut self, process: u32, game: u64) {
        let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
        let field = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.split_whitespace().next()?.parse().ok()
        };
        let descriptors = fs::read_dir(format!("/proc/{process}/fd")).map(Iterator::count);
        if let (Some(resident), Some(threads), Ok(descriptors)) =
            (field("VmRSS:"), field("Threads:"), descriptors)
        {
            self.samples.push(Sample {
                game,
                resident,
                descriptors: descriptors as u64,
                threads,
            });
        }
    }

    /// What they come to.
    pub fn summary(&self) -> Trend {
        let range = |of: fn(&Sample) -> u64| {
            let all = || self.samples.iter().map(of);
            [all().min().unwrap_or(0), all().max().unwrap_or(0)]
        };
        let resident = |sample: Option<&Sample>| sample.map_or(0, |sample| sample.resident);
        Trend {
            samples: self.samples.len(),
            resident: [self.samples.first(), self.samples.last()].map(resident),
            slope: slope(&self.samples[self.samples.len() / 2..]),
            descriptors: range(|sample| sample.descriptors),
            threads: range(|sample| sample.threads),
        }
    }
}

/// Bytes a game.
fn slope(samples: &[Sample]) -> f64 {
    let count = samples.len() as f64;
    if count < 2.0 {
        return 0.0;
    }
    let mean = |of: fn(&Sample) -> u64| samples.iter().map(|s| of(s) as f64).sum::<f64>() / count;
    let (games, memory) = (mean(|s| s.game), mean(|s| s.resident));
    let (mut both, mut square) = (0.0, 0.0);
    for sample in samples {
        let away = sample.game as f64 - games;
        both += away * (sample.resident as f64 - memory);
        square += away * away;
    }
    if square > 0.0 {
        1024.0 * both / square
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slope_is_that_of_the_second_half() {
        let mut health = Health::default();
        for game in 0..40 {
            health.samples.push(Sample {
                game: 10 * game,
                // It settles first, then it grows by 2 KiB in ten games.
                resident: if game < 20 {
                    500 * game
                } else {
                    10_000 + 2 * game
                },
                descriptors: 5 + game % 2,
                threads: 3,
            });
        }
        let trend = health.summary();
        assert!((trend.slope - 204.8).abs() < 1e-6, "{}", trend.slope);
        assert_eq!(trend.resident, [0, 10_078]);
        assert_eq!(trend.descriptors, [5, 6]);
        assert_eq!(Health::default().summary().samples, 0);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_living_process_has_memory_and_a_dead_one_has_none() {
        let mut health = Health::default();
        health.sample(std::process::id(), 0);
        health.sample(u32::MAX, 0);
        let trend = health.summary();
        assert_eq!(trend.samples, 1);
        assert!(trend.resident[0] > 100 && trend.descriptors[0] >= 3 && trend.threads[0] >= 1);
    }
}
