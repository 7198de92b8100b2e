//! The program: a brain for managers of five in a row, matches, the published matches, and what is remembered.

use clap::{Parser, Subcommand};
use kamen_files::write_whole;
use kamen_gomoku::board::{Board, SIZES, Side, Square};
use kamen_gomoku::brain::Brain;
use kamen_gomoku::code::{FORMS, Win, path};
use kamen_gomoku::contestant::{Contestant, Memories};
use kamen_gomoku::game::{opening, play, psq};
use kamen_gomoku::goliath::combinations;
use kamen_gomoku::memory;
use kamen_gomoku::player::Player;
use kamen_gomoku::published::published;
use std::collections::HashMap;
use std::error::Error;
use std::io::{self, Read, Write};
use std::iter::repeat;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Five in a row: David, who remembers, and Goliath, who looks ahead
#[derive(Parser)]
#[command(name = "kamen-gomoku", version, after_help = EXAMPLES)]
struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// Who plays for the manager: goliath[:PLIES], david[:LEVEL[:FILE]], both[:LEVEL[:FILE]], random
    #[arg(long, value_name = "PLAYER", default_value = "both")]
    player: Contestant,
}

const EXAMPLES: &str =
    "Without a command it speaks the protocol of Gomocup and Piskvork on standard input and output.

Examples:
  kamen-gomoku --player david:20:zkusenosti.dat
  kamen-gomoku match goliath david:10 --games 2 --size 15
  kamen-gomoku published";

#[derive(Subcommand)]
enum Command {
    /// Play games between two players, who begin in turn
    Match(Match),
    /// Play the six published matches; takes some minutes
    Published,
    /// Count the positions that Goliath values, with and without alpha-beta
    Combinations(Combinations),
    /// Write the moves of a winner as the numbers that David remembers
    Code {
        /// The moves, as X,Y from 0; the last one makes the row of five
        #[arg(required = true)]
        moves: Vec<Square>,
    },
    /// Show what a file remembers: the number of each win, its moves, and its squares in the order of the moves
    Memory {
        /// The file, or - for standard input
        file: PathBuf,
    },
}

#[derive(clap::Args)]
struct Size {
    /// Squares of a side of the board
    #[arg(long, default_value_t = 23, value_parser = clap::value_parser!(u8).range(i64::from(*SIZES.start())..=i64::from(*SIZES.end())))]
    size: u8,
}

#[derive(clap::Args)]
struct Combinations {
    /// The moves so far, as X,Y from 0
    #[arg(default_value = "11,11")]
    moves: Vec<Square>,
    /// The longest lines
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=6))]
    depth: u8,
    #[command(flatten)]
    board: Size,
}

#[derive(clap::Args)]
struct Match {
    /// Who begins the first game
    first: Contestant,
    /// Who answers in it
    second: Contestant,
    /// Games
    #[arg(long, default_value_t = 1)]
    games: usize,
    /// Let the first player begin all games
    #[arg(long)]
    same_start: bool,
    #[command(flatten)]
    board: Size,
    /// Random moves that a game begins with; each two games have the same ones
    #[arg(long, default_value_t = 0)]
    random_plies: usize,
    /// For the random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A longer game is drawn
    #[arg(long, default_value_t = 300)]
    max_plies: usize,
    /// A folder for the games, as files of the manager Piskvork (.psq)
    #[arg(short, long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

/// What ends the program with a message.
type Failure = Box<dyn Error>;

fn main() -> ExitCode {
    let is_broken_pipe = |error: &Failure| {
        let error = error.downcast_ref::<io::Error>();
        error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    };
    match run(Args::parse()) {
        Ok(code) => code,
        // Nobody reads any more.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            kamen_files::note(format_args!("kamen-gomoku: {error}"));
            ExitCode::from(2)
        }
    }
}

fn run(args: Args) -> Result<ExitCode, Failure> {
    let mut out = io::stdout().lock();
    match args.command {
        None => Brain::new(args.player)?.talk(io::stdin().lock(), out)?,
        Some(Command::Match(asked)) => play_match(&asked, &mut out)?,
        Some(Command::Published) => published(&mut out)?,
        Some(Command::Combinations(asked)) => show_combinations(&asked, &mut out)?,
        Some(Command::Code { moves }) => writeln!(out, "{}", Win::of_moves(&moves)?)?,
        Some(Command::Memory { file }) => return show_memory(&file, &mut out),
    }
    Ok(ExitCode::SUCCESS)
}

fn play_match(asked: &Match, out: &mut impl Write) -> Result<(), Failure> {
    if let Some(folder) = &asked.out {
        std::fs::create_dir_all(folder)?;
    }
    let mut memories = Memories::default();
    let mut players = [
        asked.first.player(&mut memories, asked.seed)?,
        (asked.second).player(&mut memories, asked.seed.wrapping_add(1))?,
    ];
    let names = [&asked.first, &asked.second].map(Contestant::to_string);
    let names = names.each_ref().map(String::as_str);
    let (mut won, mut drawn, mut lost) = (0, 0, 0);
    for number in 1..=asked.games {
        let seed = asked.seed.wrapping_add((number - 1) as u64 / 2);
        let board = opening(asked.board.size, asked.random_plies, seed);
        let [first, second] = &mut players;
        let mut seats: [&mut dyn Player; 2] = [&mut **first, &mut **second];
        let mut seated = names;
        let is_exchanged = number % 2 == 0 && !asked.same_start;
        if is_exchanged {
            seats.reverse();
            seated.reverse();
        }
        let game = play(board, seats, asked.max_plies);
        match game.winner() {
            None => drawn += 1,
            Some(side) if (side == Side::Second) == is_exchanged => won += 1,
            Some(_) => lost += 1,
        }
        let (pairing, moves) = (seated.join(" - "), game.stones().len());
        let winner = game.winner().map(|side| seated[side as usize]);
        let result = winner.map_or("drawn".to_owned(), |name| format!("{name} won"));
        writeln!(out, "{number}. {pairing}: {result} after {moves} moves")?;
        out.flush()?;
        if let Some(folder) = &asked.out {
            let file = folder.join(format!("{number:04}.psq"));
            write_whole(&file, psq(&game, seated).as_bytes())?;
        }
    }
    let pairing = names.join(" - ");
    writeln!(out, "{pairing}: {won} won, {drawn} drawn, {lost} lost")?;
    Ok(())
}

fn show_combinations(asked: &Combinations, out: &mut impl Write) -> Result<(), Failure> {
    let mut board = Board::new(asked.board.size);
    for &square in &asked.moves {
        board.put(board.to_move(), square)?;
    }
    let mut row = |columns: [&str; 4]| {
        let [plies, all, reduced, pruned] = columns;
        writeln!(out, "{plies:>5}{all:>24}{reduced:>24}{pruned:>24}")
    };
    row(["moves", "all squares", "Goliath's", "with alpha-beta"])?;
    for plies in 1..=asked.depth {
        let counts = combinations(&board, plies.into());
        let counts = counts.map(|n| n.map_or("-".to_owned(), |n| n.to_string()));
        row([&plies.to_string(), &counts[0], &counts[1], &counts[2]])?;
    }
    Ok(())
}

/// Shows the wins of a file. The status is 1 where lines are damaged.
fn show_memory(file: &Path, out: &mut impl Write) -> Result<ExitCode, Failure> {
    let mut bytes = Vec::new();
    let read = match file.to_str() {
        Some("-") => io::stdin().read_to_end(&mut bytes).map(drop),
        _ => std::fs::read(file).map(|read| bytes = read),
    };
    read.map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    let (wins, damaged) = memory::read(&String::from_utf8_lossy(&bytes));
    for (number, win) in (1..).zip(&wins) {
        let moves = win.shifts().len() + 1;
        write!(out, "{number}. {moves} moves: {win}\n{}", picture(win))?;
    }
    memory::tell(file, &damaged);
    Ok(ExitCode::from(u8::from(!damaged.is_empty())))
}

/// The moves of a win on as many squares as they need: `a` is the first, `b` the second.
fn picture(win: &Win) -> String {
    let moves = path(FORMS[0], Square::default(), win.shifts());
    let range = |part: fn(&Square) -> i16| {
        let parts = moves.iter().map(part);
        parts.clone().min().unwrap_or(0)..=parts.max().unwrap_or(0)
    };
    let letters = ('a'..='z').chain('A'..='Z').chain(repeat('*'));
    let signs: HashMap<&Square, char> = moves.iter().zip(letters).collect();
    let mut text = String::new();
    for y in range(|square| square.1) {
        text.push_str("   ");
        for x in range(|square| square.0) {
            text.extend([' ', *signs.get(&Square(x, y)).unwrap_or(&'.')]);
        }
        text.push('\n');
    }
    text
}
