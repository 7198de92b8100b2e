//! Rows of numbers that are learned, each step going by Adam.

use crate::training::fit::Pace;

/// Rows of numbers that are learned together.
#[derive(Clone, Debug)]
pub(super) struct Rows<const N: usize> {
    pub(super) values: Vec<[f32; N]>,
    /// Slopes of the loss since the last step.
    pub(super) slopes: Vec<[f32; N]>,
    /// Running means of the slopes, and of their squares.
    means: Vec<[f32; N]>,
    squares: Vec<[f32; N]>,
    /// Rows with slopes, each once.
    met: Vec<u32>,
    is_met: Vec<bool>,
    /// No value becomes smaller or greater.
    range: (f32, f32),
}

/// What a running mean, and one of squares, keeps of itself in a step.
const KEPT: (f32, f32) = (0.9, 0.999);

impl<const N: usize> Rows<N> {
    pub(super) fn new(count: usize, range: (f32, f32)) -> Rows<N> {
        let zeros = || vec![[0.0; N]; count];
        Rows {
            values: zeros(),
            slopes: zeros(),
            means: zeros(),
            squares: zeros(),
            met: Vec::new(),
            is_met: vec![false; count],
            range,
        }
    }

    /// The slope of the loss by a row, to be gone against in the next step.
    #[inline(always)]
    pub(super) fn add(&mut self, row: usize, slope: impl Fn(usize) -> f32) {
        if !self.is_met[row] {
            self.is_met[row] = true;
            self.met.push(row as u32);
        }
        for (i, sum) in self.slopes[row].iter_mut().enumerate() {
            *sum += slope(i);
        }
    }

    /// A step in all rows that were met since the last one. What the running means lack in the beginning is not
    /// made up for: so rows that are met for the first times take longer steps.
    pub(super) fn step(&mut self, pace: &Pace) {
        let (least, most) = self.range;
        for row in self.met.drain(..) {
            let row = row as usize;
            self.is_met[row] = false;
            let (values, slopes) = (&mut self.values[row], &mut self.slopes[row]);
            let (means, squares) = (&mut self.means[row], &mut self.squares[row]);
            for i in 0..N {
                let slope = slopes[i] + pace.decay * values[i];
                slopes[i] = 0.0;
                means[i] += (1.0 - KEPT.0) * (slope - means[i]);
                squares[i] += (1.0 - KEPT.1) * (slope * slope - squares[i]);
                let step = pace.rate * means[i] / (squares[i].sqrt() + 1e-8);
                values[i] = (values[i] - step).clamp(least, most);
            }
        }
    }
}
