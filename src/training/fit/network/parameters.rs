//! Parameters and their optimizer, Adam (Kingma and Ba, *Adam: A Method for Stochastic Optimization*, 2015).

use crate::fit::StepParams;

/// Rows of `N` parameters each, with their gradients and the state of Adam. Only rows with a gradient take part
/// in a step.
#[derive(Clone, Debug)]
pub(super) struct Parameters<const N: usize> {
    pub(super) values: Vec<[f32; N]>,
    /// Gradients accumulated since the last step.
    pub(super) gradients: Vec<[f32; N]>,
    /// Running means of the gradients and of their squares.
    means: Vec<[f32; N]>,
    squares: Vec<[f32; N]>,
    /// Rows with gradients, each once.
    touched: Vec<u32>,
    is_touched: Vec<bool>,
    /// The bounds of the values.
    range: (f32, f32),
}

/// Decay rates of the two running means.
const BETAS: (f32, f32) = (0.9, 0.999);

impl<const N: usize> Parameters<N> {
    /// `count` rows of zeros.
    pub(super) fn new(count: usize, range: (f32, f32)) -> Parameters<N> {
        let zeros = || vec![[0.0; N]; count];
        Parameters {
            values: zeros(),
            gradients: zeros(),
            means: zeros(),
            squares: zeros(),
            touched: Vec::new(),
            is_touched: vec![false; count],
            range,
        }
    }

    /// Adds to the gradient of a row.
    #[inline]
    pub(super) fn accumulate(&mut self, row: usize, gradient: impl Fn(usize) -> f32) {
        if !self.is_touched[row] {
            self.is_touched[row] = true;
            self.touched.push(row as u32);
        }
        for (i, sum) in self.gradients[row].iter_mut().enumerate() {
            *sum += gradient(i);
        }
    }

    /// Takes a step in all touched rows and clears their gradients. The running means are not corrected for
    /// their bias towards zero, so the first steps of a row are longer.
    pub(super) fn step(&mut self, params: &StepParams) {
        let (least, most) = self.range;
        for row in self.touched.drain(..) {
            let row = row as usize;
            self.is_touched[row] = false;
            let (values, gradients) = (&mut self.values[row], &mut self.gradients[row]);
            let (means, squares) = (&mut self.means[row], &mut self.squares[row]);
            for i in 0..N {
                let gradient = gradients[i] + params.weight_decay * values[i];
                gradients[i] = 0.0;
                means[i] += (1.0 - BETAS.0) * (gradient - means[i]);
                squares[i] += (1.0 - BETAS.1) * (gradient * gradient - squares[i]);
                let step = params.learning_rate * means[i] / (squares[i].sqrt() + 1e-8);
                values[i] = (values[i] - step).clamp(least, most);
            }
        }
    }
}
