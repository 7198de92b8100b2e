//! Five in a row with the two players of a thesis of 2005: Goliath, who looks ahead and forgets, and David, who looks along
//! single lines and remembers how games were won. `GOMOKU.md` says how they play and what the text leaves open.
//!
//! A [`Board`](board::Board) has the stones, [`rate`](rating::rate) is what both players go by, a [`Win`](code::Win) what David
//! remembers of a game, and a [`Brain`](brain::Brain) a player behind the protocol that managers of this game speak. Nothing of
//! Kamen depends on this crate: the same players for draughts are in `kamen-players`.
//!
//! ```
//! use kamen_gomoku::board::{Board, Side};
//! use kamen_gomoku::game::play;
//! use kamen_gomoku::goliath::Goliath;
//!
//! let game = play(Board::new(15), [&mut Goliath::default(), &mut Goliath { plies: 1, prunes: true }], 225);
//! assert_eq!(game.winner(), Some(Side::First));
//! ```

pub mod board;
pub mod both;
pub mod brain;
pub mod code;
pub mod contestant;
pub mod david;
pub mod game;
pub mod goliath;
pub mod memory;
pub mod player;
pub mod published;
pub mod rating;
