//! The program: a brain for managers of five in a row, matches, the published matches, and what is remembered.

use clap::{Parser, Subcommand};
use kamen_files::write_whole;
use kamen_gomoku::board::{Board, SIZES, Side, Square};
use kamen_gomoku::brain::Brain;
use kamen_gomoku::code::Win;
use kamen_gomoku::combinations::combinations;
use kamen_gomoku::contestant::{Contestant, Memories};
use kamen_gomoku::game::{Game, Score, opening, play, to_move};
use kamen_gomoku::published::published;
use kamen_gomoku::{memory, protocol};
use std::io::{self, Write};
use std::path::PathBuf;
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
    Combinations {
        /// The moves so far, as X,Y from 0
        #[arg(value_parser = square, default_value = "11,11")]
        moves: Vec<Square>,
        /// The longest lines
        #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=6))]
        depth: u8,
        #[command(flatten)]
        board: Size,
    },
    /// Write the moves of a winner as the numbers that David remembers
    Code {
        /// The moves, as X,Y from 0; the last one makes the row of five
        #[arg(required = true, value_parser = square)]
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
type Failure = Box<dyn std::error::Error>;

fn square(text: &str) -> Result<Square, String> {
    protocol::square(text).ok_or_else(|| "expected a square as X,Y, from 0,0".to_owned())
}

fn main() -> ExitCode {
    let args = Args::parse();
    match run(args) {
        Ok(code) => code,
        // Nobody reads any more.
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            kamen_files::note(format_args!("kamen-gomoku: {error}"));
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &(dyn std::error::Error + 'static)) -> bool {
    let io = error.downcast_ref::<io::Error>();
    io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

fn run(args: Args) -> Result<ExitCode, Failure> {
    let mut out = io::stdout().lock();
    match args.command {
        None => Brain::new(args.player)?.talk(io::stdin().lock(), out)?,
        Some(Command::Match(asked)) => play_match(&asked, &mut out)?,
        Some(Command::Published) => {
            let mut written = Ok(());
            published(|row| {
                let sign = if row.agrees { "yes" } else { "no" };
                let (players, published, here) = (row.players, row.published, row.here);
                let line = format!(
                    "{players}\n  published  {published}\n  here       {here}\n  the same   {sign}\n"
                );
                if written.is_ok() {
                    written = out.write_all(line.as_bytes()).and_then(|()| out.flush());
                }
            });
            written?;
        }
        Some(Command::Combinations {
            moves,
            depth,
            board,
        }) => {
            show_combinations(&moves, usize::from(depth), board.size, &mut out)?;
        }
        Some(Command::Code { moves }) => writeln!(out, "{}", numbers(&Win::of_moves(&moves)?))?,
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
        asked
            .second
            .player(&mut memories, asked.seed.wrapping_add(1))?,
    ];
    let names = [asked.first.to_string(), asked.second.to_string()];
    let mut score = Score::default();
    for number in 0..asked.games {
        let has_begun = asked.same_start || number % 2 == 0;
        let seed = asked.seed.wrapping_add((number / 2) as u64);
        let board = opening(asked.board.size, asked.random_plies, seed);
        let [first, second] = &mut players;
        let (game, names) = match has_begun {
            true => (
                play(board, [&mut **first, &mut **second], asked.max_plies),
                [&*names[0], &*names[1]],
            ),
            false => (
                play(board, [&mut **second, &mut **first], asked.max_plies),
                [&*names[1], &*names[0]],
            ),
        };
        score.count(game.winner, has_begun);
        writeln!(out, "{}", line_of(number + 1, &game, names))?;
        out.flush()?;
        if let Some(folder) = &asked.out {
            let file = folder.join(format!("{:04}.psq", number + 1));
            write_whole(&file, game.psq(names).as_bytes())?;
        }
    }
    let Score { won, drawn, lost } = score;
    writeln!(
        out,
        "{} - {}: {won} won, {drawn} drawn, {lost} lost",
        names[0], names[1]
    )?;
    Ok(())
}

/// A game of a match in a line.
fn line_of(number: usize, game: &Game, names: [&str; 2]) -> String {
    let [first, second] = names;
    let moves = game.board.stones().len();
    let result = match game.winner {
        None => "drawn".to_owned(),
        Some(Side::First) => format!("{first} won"),
        Some(Side::Second) => format!("{second} won"),
    };
    format!("{number}. {first} - {second}: {result} after {moves} moves")
}

fn show_combinations(
    moves: &[Square],
    plies: usize,
    size: u8,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut board = Board::new(size);
    for &square in moves {
        board.put(to_move(&board), square)?;
    }
    let width = 24;
    writeln!(
        out,
        "moves{:>width$}{:>width$}{:>width$}",
        "all squares", "Goliath's", "with alpha-beta"
    )?;
    for row in combinations(&board, plies) {
        let all = row.all.map_or("-".to_owned(), |n| n.to_string());
        let (plies, reduced, pruned) = (row.plies, row.reduced, row.pruned);
        writeln!(
            out,
            "{plies:>5}{all:>width$}{reduced:>width$}{pruned:>width$}"
        )?;
    }
    Ok(())
}

fn numbers(win: &Win) -> String {
    let numbers: Vec<String> = win.codes().iter().map(u32::to_string).collect();
    numbers.join(" ")
}

/// Shows the wins of a file. The status is 1 where lines are damaged.
fn show_memory(file: &std::path::Path, out: &mut impl Write) -> Result<ExitCode, Failure> {
    let told = |error: io::Error| format!("cannot read {}: {error}", file.display());
    let bytes = match file.to_str() {
        Some("-") => {
            let mut bytes = Vec::new();
            io::Read::read_to_end(&mut io::stdin().lock(), &mut bytes).map_err(told)?;
            bytes
        }
        _ => std::fs::read(file).map_err(told)?,
    };
    let (wins, damaged) = memory::read(&String::from_utf8_lossy(&bytes));
    for (number, win) in (1..).zip(&wins) {
        writeln!(
            out,
            "{number}. {} moves: {}",
            win.shifts().len() + 1,
            numbers(win)
        )?;
        write!(out, "{}", picture(win))?;
    }
    for (number, error) in &damaged {
        let file = file.display();
        kamen_files::note(format_args!(
            "kamen-gomoku: {file}: line {number} is left out: {error}"
        ));
    }
    Ok(ExitCode::from(u8::from(!damaged.is_empty())))
}

/// The moves of a win on as many squares as they need: `a` is the first, `b` the second.
fn picture(win: &Win) -> String {
    let mut moves = vec![Square::default()];
    for &shift in win.shifts() {
        moves.push(moves[moves.len() - 1] + shift);
    }
    let range = |part: fn(&Square) -> i16| {
        let parts = || moves.iter().map(part);
        parts().min().unwrap_or(0)..=parts().max().unwrap_or(0)
    };
    let letters: Vec<char> = ('a'..='z').chain('A'..='Z').collect();
    let mut text = String::new();
    for y in range(|square| square.y) {
        text.push_str("   ");
        for x in range(|square| square.x) {
            let number = moves.iter().position(|&square| square == Square::new(x, y));
            let sign = number.map_or('.', |n| letters.get(n).copied().unwrap_or('*'));
            text.push(' ');
            text.push(sign);
        }
        text.push('\n');
    }
    text
}
