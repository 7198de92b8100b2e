//! The library: rules, notation and counts against a second opinion and against themselves, and the search against
//! exhaustive play.

mod any_game;
mod endings;
mod games;
mod layers;
mod movegen;
mod pdn;
mod perft;
mod positions;
mod properties;
mod refusals;
mod search;
mod strength;
mod style;
mod typed;
