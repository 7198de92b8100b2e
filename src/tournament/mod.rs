//! Matches and tournaments.
pub mod statistics;
