//! Perft for variants known at run time. Begin with [`Counter`].

use super::method::{CountError, Method, Progress};
use super::split::split;
use super::typed::TypedCounter;
use kamen_core::game::{AnyMove, AnyPosition};
use kamen_core::rules::{Position, Rules, Variant};
use kamen_core::with_rules;

/// Counts move sequences from positions of one variant by [`Method`], with or without a
/// transposition table.
///
/// ```
/// use kamen_perft::{Counter, Method};
/// use kamen_core::{AnyPosition, Variant};
///
/// let counter = Counter::new(Variant::Czech, Method::PLAIN);
/// let start = AnyPosition::start(Variant::Czech);
/// assert_eq!(counter.count(&start, 5, &())?, 7361);
/// # Ok::<(), kamen_perft::CountError>(())
/// ```
pub struct Counter {
    typed: Box<dyn Count>,
}

/// A counter with its rules type erased. Positions must be of its variant.
trait Count: Send + Sync {
    fn count(
        &self,
        position: &AnyPosition,
        depth: u32,
        progress: &dyn Progress,
    ) -> Result<u128, CountError>;

    fn divide(
        &self,
        position: &AnyPosition,
        depth: u32,
        progress: &dyn Progress,
    ) -> Result<Vec<(AnyMove, u128)>, CountError>;

    fn split(
        &self,
        position: &AnyPosition,
        plies: u32,
    ) -> Result<Vec<(AnyPosition, u128)>, CountError>;
}

impl Counter {
    /// Creates a counter without a table.
    pub fn new(variant: Variant, method: Method) -> Counter {
        match Counter::made(variant, method, None) {
            Ok(counter) => counter,
            // Only the table can fail to be allocated.
            Err(error) => unreachable!("{error}"),
        }
    }

    /// Creates a counter with a table of `megabytes` MiB, which keeps its entries between counts.
    ///
    /// # Errors
    /// The table cannot be allocated.
    pub fn with_table(
        variant: Variant,
        method: Method,
        megabytes: usize,
    ) -> Result<Counter, CountError> {
        Counter::made(variant, method, Some(megabytes))
    }

    fn made(
        variant: Variant,
        method: Method,
        megabytes: Option<usize>,
    ) -> Result<Counter, CountError> {
        let typed: Box<dyn Count> = with_rules!(variant, of: R => {
            Box::new(TypedCounter::<R>::new(of, method, megabytes)?)
        });
        Ok(Counter { typed })
    }

    /// The number of sequences of `depth` legal moves; 1 at depth 0.
    ///
    /// # Errors
    /// The count does not fit into 128 bits, or the position is of another variant.
    pub fn count(
        &self,
        position: &AnyPosition,
        depth: u32,
        progress: &dyn Progress,
    ) -> Result<u128, CountError> {
        self.typed.count(position, depth, progress)
    }

    /// Divide: each legal move with the number of sequences of `depth` moves that begin with it.
    ///
    /// # Errors
    /// The count does not fit into 128 bits, or the position is of another variant.
    pub fn divide(
        &self,
        position: &AnyPosition,
        depth: u32,
        progress: &dyn Progress,
    ) -> Result<Vec<(AnyMove, u128)>, CountError> {
        self.typed.divide(position, depth, progress)
    }

    /// The distinct positions after `plies` moves, each with the number of sequences that lead to
    /// it, in no particular order. Positions that differ only in counts of king moves are distinct.
    ///
    /// # Errors
    /// A number does not fit into 128 bits, or the position is of another variant.
    pub fn split(
        &self,
        position: &AnyPosition,
        plies: u32,
    ) -> Result<Vec<(AnyPosition, u128)>, CountError> {
        self.typed.split(position, plies)
    }
}

impl<R: Rules> TypedCounter<R> {
    fn position(&self, position: &AnyPosition) -> Result<Position<R>, CountError> {
        let (found, expected) = (position.variant(), self.variant.variant());
        let typed = position.typed().filter(|_| found == expected);
        typed.ok_or(CountError::Variant { found, expected })
    }
}

impl<R: Rules> Count for TypedCounter<R> {
    fn count(
        &self,
        position: &AnyPosition,
        depth: u32,
        progress: &dyn Progress,
    ) -> Result<u128, CountError> {
        TypedCounter::count(self, &self.position(position)?, depth, progress)
    }

    fn divide(
        &self,
        position: &AnyPosition,
        depth: u32,
        progress: &dyn Progress,
    ) -> Result<Vec<(AnyMove, u128)>, CountError> {
        let counts = TypedCounter::divide(self, &self.position(position)?, depth, progress)?;
        let erased = counts
            .iter()
            .map(|(m, nodes)| (AnyMove::of(self.variant, m), *nodes));
        Ok(erased.collect())
    }

    fn split(
        &self,
        position: &AnyPosition,
        plies: u32,
    ) -> Result<Vec<(AnyPosition, u128)>, CountError> {
        let position = self.position(position)?;
        let parts = split(&position, plies, self.method.counting);
        let parts = parts.ok_or(CountError::Overflow { depth: plies })?;
        let erased = |(position, times)| (AnyPosition::of(self.variant, &position), times);
        Ok(parts.into_iter().map(erased).collect())
    }
}
