//! Text to messages and back.

mod hostile;
mod pdn;
mod round_trips;
mod transcripts;
