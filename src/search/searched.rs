//! The search, compiled in this crate, once for each type of rules. See [`Searched`].

use super::control::Control;
use super::limits::Limits;
use super::result::{Handler, SearchResult};
use super::threads;
use super::worker::Resources;
use kamen_core::each_rules;
use kamen_core::rules::{self, Game, Rules};
use kamen_eval::{Evaluation, Evaluator};

/// An evaluator whose search is compiled already: [`Evaluation`]. Others say that they want
/// [`search_by`](super::search_by). A generic function is compiled again in every crate that calls it, an implementation for
/// a type is not.
pub trait Searched<R: Rules>: Evaluator<R> + Sized {
    /// As [`search`].
    fn search(
        game: &Game<R>,
        resources: Resources<'_, Self>,
        limits: &Limits,
        control: &Control,
        handler: &mut dyn Handler<R>,
    ) -> SearchResult<R>;
}

macro_rules! searched {
    ($($rules:ident)*) => {$(
        impl Searched<rules::$rules> for Evaluation {
            fn search(
                game: &Game<rules::$rules>,
                resources: Resources<'_, Evaluation>,
                limits: &Limits,
                control: &Control,
                handler: &mut dyn Handler<rules::$rules>,
            ) -> SearchResult<rules::$rules> {
                threads::search_by(game, resources, limits, control, handler)
            }
        }
    )*};
}

each_rules!(searched);

/// Searches the current position of a game until a limit is reached or `control` stops it.
///
/// On one thread, with limits of depth or nodes only and an empty table, the result is the same every time.
/// The limit of nodes is for all threads together.
pub fn search<R: Rules, E: Searched<R>>(
    game: &Game<R>,
    resources: Resources<'_, E>,
    limits: &Limits,
    control: &Control,
    handler: &mut dyn Handler<R>,
) -> SearchResult<R> {
    E::search(game, resources, limits, control, handler)
}
