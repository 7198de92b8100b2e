//! Kamen, a draughts engine and library: the rules of 22 variants, move generation, notation, search
//! and learned evaluations. The programs `kamen` and `kamen-lab` are made of it.
//!
//! [`AnyGame`] is a game of any [`Variant`]; [`Engine`] finds good moves in it. Moves and squares are
//! written and read as people do, with numbers or letters.
//!
//! The legal moves of a position:
//!
//! ```
//! use kamen::{AnyPosition, Variant};
//!
//! let position = AnyPosition::parse_fen(Variant::Russian, "W:Wc3,e1:Bd4,f6,b4")?;
//! for m in position.legal_moves() {
//!     println!("{}, or {m} in the protocol Hub", position.write_move(&m));
//! }
//! # let moves: Vec<String> = position.legal_moves().iter().map(|m| position.write_move(m)).collect();
//! # assert_eq!(moves, ["c3xa5", "c3xg7"]);
//! # Ok::<(), kamen::notation::PositionError>(())
//! ```
//!
//! A random game to its end, in every variant:
//!
//! ```
//! use kamen::{AnyGame, Variant};
//! use rand::{RngExt, SeedableRng};
//!
//! let mut random = rand_pcg::Pcg64Mcg::seed_from_u64(1);
//! for variant in Variant::ALL {
//!     let mut game = AnyGame::start(variant);
//!     while game.over().is_none() && game.plies() < 300 {
//!         let moves = game.legal_moves();
//!         game.play(&moves[random.random_range(0..moves.len())])?;
//!     }
//!     println!("{variant}: {:?}", game.over().map(|over| over.result()));
//! }
//! # Ok::<(), kamen::game::IllegalMove>(())
//! ```
//!
//! A search of a second, which tells how far it is and can be stopped from another thread:
//!
//! ```
//! use kamen::{AnyGame, Control, Engine, Limits, Variant};
//! use std::sync::Arc;
//! use std::time::Duration;
//!
//! let mut game = AnyGame::start(Variant::Czech);
//! game.play_text("c3-d4")?;
//! let engine = Engine::new(Variant::Czech)?;
//! let (limits, control) = (Limits::move_time(Duration::from_secs(1)), Arc::new(Control::new()));
//! # let limits = Limits { depth: Some(8), ..limits };
//! let stop = Arc::clone(&control);
//! std::thread::spawn(move || {
//!     std::thread::sleep(Duration::from_millis(500));
//!     stop.stop();
//! });
//! let answer = engine.think_with(&game, &limits, &control, &mut |progress| {
//!     let line = game.position().write_line(&progress.pv);
//!     println!("depth {}: {} {line}", progress.depth, progress.score);
//! })?;
//! println!("{:?}", answer.best.map(|m| game.position().write_move(&m)));
//! # assert!(answer.best.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Two engines that play each other, in two variants:
//!
//! ```
//! use kamen::{AnyGame, Engine, Limits, Variant};
//!
//! fn play(variant: Variant) -> Result<AnyGame, Box<dyn std::error::Error>> {
//!     let engines = [Engine::new(variant)?, Engine::new(variant)?];
//!     let depths = [Limits::depth(3), Limits::depth(2)];
//!     let mut game = AnyGame::start(variant);
//!     while game.over().is_none() {
//!         let side = game.plies() % 2;
//!         match engines[side].think(&game, &depths[side])?.best {
//!             Some(best) => game.play(&best)?,
//!             None => break,
//!         }
//!     }
//!     Ok(game)
//! }
//!
//! for variant in [Variant::Czech, Variant::English] {
//!     let game = play(variant)?;
//!     let result = game.over().map(|over| over.result());
//!     println!("{variant}: {result:?} after {} plies, {}", game.plies(), game.position().fen());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to find what
//!
//! | Module | What it is for |
//! | --- | --- |
//! | [`game`] | games, positions and moves of a variant known at run time: begin here |
//! | [`notation`] | their texts: FEN, Hub, squares with numbers or letters, PDN |
//! | [`search`] | [`Engine`], its limits and how to stop it |
//! | [`analysis`] | what an engine thinks of the moves of a game |
//! | [`book`] | opening books: what positions of the opening are worth |
//! | [`eval`] | evaluations: learned, hand-made, out of a file |
//! | [`perft`] | counts of move sequences, suites of known ones; with the feature `perft` |
//! | [`players`] | simple players, as opponents; with the feature `players` |
//! | [`rules`] | the variants, and their rules as data and as types |
//! | [`tables`] | the values of all positions with few pieces |
//! | [`movegen`], [`board`], [`geometry`] | the typed layer below, for code that looks at millions of positions |
//! | `engine`, `frontend`, `tournament`, `transport` | the parts of the program; with the feature `program` |
//!
//! Whoever wants rules, moves and notation alone takes the crate `kamen-core`: no weights, and less than a minute to build.
//!
//! The feature `program` (on by default) has all that the program needs beside the library: the command
//! line, protocols and matches. Without it (`default-features = false`) the dependencies are few. The features `perft`, `players` and
//! `training` add [`perft`], [`players`] and `kamen::training`, which are in no program that does not ask for them.
//!
//! This crate is the one door to others, each of which may be used alone. A line may use what stands below it, never what
//! stands above:
//!
//! | Crate | Modules here |
//! | --- | --- |
//! | `kamen-cli` | the command line |
//! | `kamen-frontend` | `frontend` |
//! | `kamen-engine`, `kamen-analysis` | `engine`, [`analysis`] |
//! | `kamen-training` | `training` |
//! | `kamen-tournament` | `tournament`, `transport` |
//! | `kamen-book` | [`book`] |
//! | `kamen-players` | [`players`] |
//! | `kamen-search` | [`search`] |
//! | `kamen-eval` | [`eval`] |
//! | `kamen-perft`, `kamen-tables` | [`perft`], [`tables`] |
//! | `kamen-core` | [`notation`], [`game`], [`movegen`], [`rules`], [`board`], [`score`], [`geometry`] |

// They would panic where nobody reads the output any more.
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub use kamen_analysis as analysis;
pub use kamen_book as book;
#[cfg(feature = "program")]
#[doc(hidden)]
pub use kamen_cli::{self as cli, cpu};
pub use kamen_core::{
    AnyGame, AnyMove, AnyPosition, Color, GameOver, Score, Variant, board, game, geometry, movegen,
    notation, rules, score, with_rules,
};
#[cfg(feature = "program")]
pub use kamen_engine as engine;
pub use kamen_eval as eval;
pub use kamen_files::{HeaderError, SealError, Stop};
#[cfg(feature = "program")]
pub use kamen_frontend as frontend;
#[cfg(feature = "perft")]
pub use kamen_perft as perft;
#[cfg(feature = "players")]
pub use kamen_players as players;
pub use kamen_search::{self as search, Answer, Control, Engine, EngineError, Limits, Progress};
pub use kamen_tables as tables;
#[cfg(feature = "program")]
pub use kamen_tournament::{self as tournament, transport};
#[cfg(feature = "training")]
pub use kamen_training as training;
