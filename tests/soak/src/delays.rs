//! Delays, and a load of the machine under which they are measured.

use std::fmt;
use std::hint::spin_loop;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

/// Delays in seconds; negative where something came early.
#[derive(Clone, Debug, Default)]
pub struct Delays(Vec<f64>);

impl Delays {
    /// Takes one in.
    pub fn add(&mut self, seconds: f64) {
        self.0.push(seconds);
    }

    /// The delay that this share of all does not exceed.
    fn quantile(&self, share: f64) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len().saturating_sub(1);
        let place = (share * sorted.len() as f64).ceil() as usize;
        sorted
            .get(place.saturating_sub(1).min(last))
            .copied()
            .unwrap_or(0.0)
    }

    /// The share of those that are longer, of 1.
    pub fn share_above(&self, seconds: f64) -> f64 {
        let above = self.0.iter().filter(|delay| **delay > seconds).count();
        above as f64 / self.0.len().max(1) as f64
    }
}

/// Count, median, 99 and 99.9 percent, and the worst, in milliseconds.
impl fmt::Display for Delays {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [median, most, nearly_all, worst] =
            [0.5, 0.99, 0.999, 1.0].map(|share| 1000.0 * self.quantile(share));
        write!(
            f,
            "{}: median {median:.2} ms, 99 % {most:.2}, 99.9 % {nearly_all:.2}, worst {worst:.2}",
            self.0.len()
        )
    }
}

/// Threads that do nothing but keep processors busy, until it is dropped.
pub struct Load {
    ends: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl Load {
    /// So many for each processor.
    pub fn of(each: u32) -> Load {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let ends = Arc::new(AtomicBool::new(false));
        let threads = (0..cores * each as usize).map(|_| {
            let ends = Arc::clone(&ends);
            thread::spawn(move || {
                while !ends.load(Ordering::Relaxed) {
                    spin_loop();
                }
            })
        });
        let threads = threads.collect();
        Load { ends, threads }
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.ends.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_sorted_delays() {
        let mut delays = Delays::default();
        assert_eq!(delays.quantile(0.5), 0.0);
        for i in (1..=1000).rev() {
            delays.add(f64::from(i) / 1000.0);
        }
        assert_eq!(delays.quantile(0.5), 0.5);
        assert_eq!(delays.quantile(0.999), 0.999);
        assert_eq!(delays.quantile(1.0), 1.0);
        assert_eq!(delays.share_above(0.9), 0.1);
    }
}
