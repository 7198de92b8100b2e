//! `kamen board`: draws a position.

use super::notation::SquareNames;
use super::{CliError, PositionArguments, file_parser};
use kamen_core::notation::{Diagram, MoveError};
use kamen_core::rules::Variant;
use kamen_files::write_whole;
use std::io::{self, Write};
use std::path::PathBuf;

/// The examples of `kamen board --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen board czech                                           the start position, as text
  kamen board italian --fen W:W19:B14 -o board.svg            as a picture
  kamen board russian W:Wc3:Bd4,f6 --move c3:g7 -o move.svg   with an arrow
  kamen board international --turned                          Black at the bottom";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    #[command(flatten)]
    squares: SquareNames,
    /// Draw with Black at the bottom
    #[arg(long)]
    turned: bool,
    /// Draw an arrow for a legal move; may be given several times
    #[arg(long = "move", value_name = "MOVE", requires = "out")]
    moves: Vec<String>,
    /// Write an SVG file [default: text on standard output]
    #[arg(long, short, value_name = "FILE", value_parser = file_parser())]
    out: Option<PathBuf>,
}

/// Why no board is drawn.
#[derive(Debug, thiserror::Error)]
pub enum BoardError {
    /// A move is not legal in the position.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The board has too many files for letters.
    #[error("the board of {0} has more files than there are letters, expected --numbers")]
    NoLetters(Variant),
    /// The file cannot be written.
    #[error("cannot write {}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The fault.
        error: io::Error,
    },
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    let position = arguments.position.position()?;
    let variant = position.variant();
    let letters = arguments.squares.are_letters(variant);
    if letters && !SquareNames::has_letters(variant) {
        return Err(BoardError::NoLetters(variant).into());
    }
    let diagram = Diagram::new(position).with_letters(letters);
    let mut diagram = diagram.turned(arguments.turned);
    for text in &arguments.moves {
        let m = position.parse_move(text).map_err(BoardError::Move)?;
        diagram = diagram.with_arrow(&m);
    }
    match &arguments.out {
        Some(path) => {
            let written = write_whole(path, diagram.svg().as_bytes());
            written.map_err(|error| BoardError::File {
                path: path.clone(),
                error,
            })?;
        }
        None => write!(out, "{diagram}")?,
    }
    Ok(())
}
