//! Kamen, a draughts engine and library: the rules of 22 variants, move generation, notation, search
//! and learned evaluations. The programs `kamen` and `kamen-lab` are made of it.
//!
//! [`AnyGame`] is a game of any [`Variant`]; [`Engine`] finds good moves in it. Moves and squares are
//! written and read as people do, with numbers or letters.
//!
//! - Rules and notation: [moves](#moves), [positions](#positions), [games](#games), [PDN](#pdn), [perft](#perft)
//! - Thinking: [search](#search), [engines that play](#engines-that-play), [tables and books](#tables-and-books),
//!   [analysis](#analysis)
//! - [Where to find what](#where-to-find-what), [features](#features), [speed](#speed), [crates](#crates)
//!
//! # Moves
//!
//! ```
//! use kamen::{AnyPosition, Variant};
//!
//! let position = AnyPosition::parse_fen(Variant::Russian, "W:Wc3,e1:Bd4,f6,b4")?;
//! for m in position.legal_moves() {
//!     let path: Vec<String> = position.path(&m).iter().map(ToString::to_string).collect();
//!     println!("{} by {}, or {m} in the protocol Hub", position.write_move(&m), path.join(" "));
//! }
//! # let moves: Vec<String> = position.legal_moves().iter().map(|m| position.write_move(m)).collect();
//! # assert_eq!(moves, ["c3xa5", "c3xg7"]);
//! let m = position.parse_move("c3xg7")?;
//! assert!(m.is_capture() && m.captured().len() == 2);
//! println!("{}", position.after(&m)?.fen());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Positions
//!
//! From a FEN, from squares, and back:
//!
//! ```
//! use kamen::{AnyPosition, Color, Kind, Variant};
//!
//! let pieces = [("c3", Color::White, Kind::King), ("f6", Color::Black, Kind::Man)];
//! let pieces = pieces.map(|(square, color, kind)| (square.parse().unwrap(), color, kind));
//! let position = AnyPosition::from_pieces(Variant::Czech, Color::White, pieces)?;
//! for (square, color, kind) in position.pieces() {
//!     println!("a {color} {kind} on {square}");
//! }
//! assert_eq!(position.piece("22".parse()?), Some((Color::White, Kind::King)));
//! // As text with its variant, or in a map.
//! assert_eq!(position.to_string(), "czech W:WK22:B11");
//! assert_eq!("czech W:WK22:B11".parse::<AnyPosition>()?, position);
//! let seen = std::collections::HashSet::from([position]);
//! # assert!(seen.contains(&position));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Games
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
//!     // All of it can be taken back.
//!     while let Some(m) = game.undo() {
//!         assert!(game.legal_moves().contains(&m));
//!     }
//! }
//! # Ok::<(), kamen::game::IllegalMove>(())
//! ```
//!
//! # PDN
//!
//! The games of a file, replayed by the rules, and a game written as PDN:
//!
//! ```
//! use kamen::{AnyGame, Variant, pdn};
//!
//! let file = "[White \"Ada\"] [GameType \"29\"] 1. c3-d4 d6-c5 2. b2-c3 f6-e5 3. d4xf6 *";
//! for game in pdn::Reader::new(file.as_bytes()) {
//!     let game = game?;
//!     let variant = pdn::variant_of(&game)?.unwrap_or(Variant::International);
//!     let replay = pdn::replay(variant, &game);
//!     for (position, m) in &replay.played {
//!         println!("{}: {}", game.tag("White").unwrap_or("?"), position.write_move(m));
//!     }
//!     assert!(replay.faults.is_empty(), "{}", replay.faults[0]);
//! }
//!
//! let mut played = AnyGame::start(Variant::English);
//! played.play_text("11-15")?;
//! let mut record = pdn::Record::from(&played);
//! record.tags.push(("White".to_owned(), "Grace".to_owned()));
//! println!("{}", pdn::write_game(&record)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Perft
//!
//! Counts of move sequences, with the feature `perft`:
//!
//! ```
//! # #[cfg(feature = "perft")] {
//! use kamen::perft::{Counter, Method};
//! use kamen::{AnyPosition, Variant};
//!
//! let counter = Counter::new(Variant::Frisian, Method::PLAIN);
//! let start = AnyPosition::start(Variant::Frisian);
//! assert_eq!(counter.count(&start, 5, &())?, 21265);
//! for (m, count) in counter.divide(&start, 5, &())? {
//!     println!("{} {count}", start.write_move(&m));
//! }
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Search
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
//! # Engines that play
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
//! # Tables and books
//!
//! What is known without a search. The library carries tables of few pieces (feature `embedded-tables`) and a book of every
//! variant (`embedded-books`); others come from files:
//!
//! ```
//! use kamen::book::Book;
//! use kamen::tables::{Tables, Value};
//! use kamen::{AnyPosition, Variant};
//!
//! let tables = Tables::embedded(Variant::Czech);
//! let ending = AnyPosition::parse_fen(Variant::Czech, "W:WKa1,Kc1,Ke1:BKb8")?;
//! if let Some(outcome) = tables.outcome(&ending) {
//!     println!("{:?} in {} plies", outcome.value, outcome.distance);
//!     # assert_eq!(outcome.value, Value::Win);
//! }
//! # assert_eq!(tables.outcome(&ending).is_some(), cfg!(feature = "embedded-tables"));
//!
//! let start = AnyPosition::start(Variant::Czech);
//! if let Some(book) = Book::embedded(Variant::Czech) {
//!     for m in book.good_moves(&start, 20) {
//!         println!("{} {}", start.write_move(&m.played), m.score());
//!     }
//!     # assert!(!book.good_moves(&start, 20).is_empty());
//! }
//! # Ok::<(), kamen::notation::PositionError>(())
//! ```
//!
//! # Analysis
//!
//! What the moves of a game gave away:
//!
//! ```
//! use kamen::analysis::judge_game;
//! use kamen::{AnyGame, Engine, Limits, Variant};
//!
//! let mut game = AnyGame::start(Variant::Czech);
//! for text in ["c3-d4", "f6-g5", "d4-e5", "d6xf4"] {
//!     game.play_text(text)?;
//! }
//! let engines = [Engine::new(Variant::Czech)?];
//! let limits = Limits::nodes(2000);
//! let judgments = judge_game(&engines, limits, None, *game.initial(), game.moves(), &|| ())?;
//! for judgment in &judgments {
//!     let played = judgment.position.write_move(&judgment.played);
//!     println!("{played} gives {:.2} points away, {:?}", judgment.loss, judgment.mark);
//!     if let Some(better) = judgment.better() {
//!         println!("better: {}", judgment.position.write_line(&better.moves));
//!     }
//! }
//! # assert_eq!(judgments.len(), 4);
//! # assert!(judgments[2].loss > judgments[0].loss);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to find what
//!
//! | Module | What it is for |
//! | --- | --- |
//! | [`game`] | games, positions and moves of a variant known at run time: begin here |
//! | [`notation`] | their texts: FEN, Hub, squares with numbers or letters |
//! | [`pdn`] | files of games |
//! | [`search`] | [`Engine`], its limits and how to stop it |
//! | [`analysis`] | what an engine thinks of the moves of a game |
//! | [`collection`] | many games: positions found, indexed and counted, names of openings |
//! | [`book`] | opening books: what positions of the opening are worth |
//! | [`eval`] | evaluations: learned, hand-made, out of a file |
//! | `perft` | counts of move sequences, suites of known ones |
//! | `players` | simple players, as opponents |
//! | [`rules`] | the variants, and their rules as data and as types |
//! | [`tables`] | the values of all positions with few pieces |
//! | [`movegen`], [`board`], [`geometry`] | the typed layer below, for code that looks at millions of positions |
//! | `engine`, `frontend`, `tournament`, `transport` | the parts of the program |
//! | `training` | how evaluations are learned |
//!
//! # Features
//!
//! | Feature | What it adds | By default |
//! | --- | --- | --- |
//! | `program` | the command line, the protocols and matches: `engine`, `frontend`, `tournament`, `transport`, and `perft` and `players` | on |
//! | `serve` | the command `serve` of the program | on |
//! | `embedded-tables` | endgame tables inside the library, two to four megabytes; without it [`tables::Tables::embedded`] has none | on |
//! | `embedded-books` | opening books inside the library; without it [`book::Book::embedded`] has none | on |
//! | `perft` | the module `perft` | with `program` |
//! | `players` | the module `players` | with `program` |
//! | `serde` | variants, results, positions, games, moves and colours as strings, with `serde` | off |
//! | `training` | the module `training` | off |
//!
//! With `default-features = false` the rules, notation, search, evaluations, analysis, and books and tables from files are
//! there, and the dependencies are few. Whoever wants rules, moves and notation alone takes the crate `kamen-core`: no weights,
//! and less than a minute to build.
//!
//! # Speed
//!
//! Moves are generated with sets of bits. `RUSTFLAGS="-C target-cpu=native"`, or the same in your own `.cargo/config.toml`, lets the
//! compiler use what your processor has for them. Perft is then up to 1.7 times as fast: 1.7 times in Russian, 1.5 in
//! international and 1.3 in English draughts, with one thread on an x86-64 machine without AVX-512. This repository builds so; a
//! crate that depends on it does not unless you say it.
//!
//! # Crates
//!
//! This crate is the one door to others, each of which may be used alone. A line may use what stands below it, never what
//! stands above:
//!
//! | Crate | Modules here |
//! | --- | --- |
//! | `kamen-cli` | the command line |
//! | `kamen-serve` | the server of `kamen serve` |
//! | `kamen-frontend` | `frontend` |
//! | `kamen-engine`, `kamen-analysis` | `engine`, [`analysis`] |
//! | `kamen-collection` | [`collection`] |
//! | `kamen-progress` | how far long jobs are, for `kamen status` |
//! | `kamen-training` | `training` |
//! | `kamen-tournament` | `tournament`, `transport` |
//! | `kamen-book` | [`book`] |
//! | `kamen-players` | `players` |
//! | `kamen-search` | [`search`] |
//! | `kamen-eval` | [`eval`] |
//! | `kamen-perft`, `kamen-tables` | `perft`, [`tables`] |
//! | `kamen-core` | [`notation`], [`pdn`], [`game`], [`movegen`], [`rules`], [`board`], [`score`], [`geometry`] |

// They would panic where nobody reads the output any more.
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub use kamen_analysis as analysis;
pub use kamen_book as book;
#[cfg(feature = "program")]
#[doc(hidden)]
pub use kamen_cli::{self as cli, cpu};
pub use kamen_collection as collection;
pub use kamen_core::{
    AnyGame, AnyMove, AnyPosition, Color, GameLine, GameOver, Kind, Score, SquareName, Variant,
    board, game, geometry, movegen, notation, pdn, rules, score, with_rules,
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

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
