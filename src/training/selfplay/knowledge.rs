//! What a player knows.

use kamen_tables::Tables;

/// What the player of both sides knows.
#[derive(Debug)]
pub struct Knowledge<'a, E> {
    /// Evaluates quiet positions.
    pub evaluator: &'a E,
    /// The endgame tables that the search looks up, and that end a game as soon as they know its result.
    pub tables: Option<&'a Tables>,
}

impl<E> Clone for Knowledge<'_, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Knowledge<'_, E> {}

impl<'a, E> From<&'a E> for Knowledge<'a, E> {
    /// An evaluation alone.
    fn from(evaluator: &'a E) -> Self {
        Knowledge {
            evaluator,
            tables: None,
        }
    }
}
