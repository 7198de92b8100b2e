//! Positions and games as one text, with their variant.

use super::pdn::RecordError;
use crate::game::{AnyGame, AnyPosition};
use crate::rules::{UnknownVariant, Variant};
use std::fmt;
use std::str::FromStr;

/// Why a text is no position or game with its variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameTextError {
    /// The first word names no variant.
    #[error(transparent)]
    Variant(#[from] UnknownVariant),
    /// What follows is no position of the variant, or a move is not legal.
    #[error(transparent)]
    Record(#[from] RecordError),
}

impl fmt::Display for AnyPosition {
    /// Writes the variant and the FEN: `czech W:W22:B18`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.variant(), self.fen())
    }
}

impl FromStr for AnyPosition {
    type Err = GameTextError;

    /// Parses a variant and a FEN; the variant alone stands for its start position.
    fn from_str(text: &str) -> Result<AnyPosition, GameTextError> {
        let (variant, fen) = variant_and_rest(text)?;
        Ok(match fen {
            "" => AnyPosition::start(variant),
            fen => AnyPosition::parse_fen(variant, fen).map_err(RecordError::from)?,
        })
    }
}

impl fmt::Display for AnyGame {
    /// Writes the variant, the FEN of the initial position, and the moves in Hub notation, parted by blanks.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.initial())?;
        self.moves().iter().try_for_each(|m| write!(f, " {m}"))
    }
}

impl FromStr for AnyGame {
    type Err = GameTextError;

    /// Parses a variant, a FEN without blanks or the tag `[FEN ".."]`, and moves as [`AnyPosition::parse_move`] reads them.
    fn from_str(text: &str) -> Result<AnyGame, GameTextError> {
        let (variant, rest) = variant_and_rest(text)?;
        let tag = rest.find(']').filter(|_| rest.starts_with('['));
        let (fen, moves) = match tag.and_then(|end| rest.split_at_checked(end + 1)) {
            Some(parts) => parts,
            None => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
        };
        let start = match fen {
            "" => Ok(AnyPosition::start(variant)),
            fen => AnyPosition::parse_fen(variant, fen),
        };
        let mut game = AnyGame::new(start.map_err(RecordError::from)?);
        for word in moves.split_whitespace() {
            let ply = game.plies() + 1;
            game.play_text(word)
                .map_err(|error| RecordError::Move { ply, error })?;
        }
        Ok(game)
    }
}

/// The variant of the first word, and what follows it.
fn variant_and_rest(text: &str) -> Result<(Variant, &str), UnknownVariant> {
    let text = text.trim();
    let (variant, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    Ok((variant.parse()?, rest.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    #[test]
    fn games_and_positions_are_read_as_they_are_written() {
        for variant in Variant::ALL {
            let mut random = Pcg64Mcg::seed_from_u64(7);
            let mut game = AnyGame::start(variant);
            while game.over().is_none() && game.plies() < 120 {
                let position = *game.position();
                assert_eq!(position.to_string().parse(), Ok(position), "{position}");
                let moves = game.legal_moves();
                game.play_legal(&moves[random.random_range(0..moves.len())]);
            }
            assert_eq!(game.to_string().parse(), Ok(game), "{variant}");
            let start = AnyPosition::start(variant);
            assert_eq!(variant.name().parse(), Ok(start));
            assert_eq!(variant.name().parse(), Ok(AnyGame::new(start)));
        }
    }

    #[test]
    fn errors_say_what_was_expected() {
        let cases = [
            ("", "unknown variant ''"),
            ("chess W:W22:B18", "unknown variant 'chess'"),
            ("czech nonsense", "bad position at column 1"),
            ("czech W:W22:B18 22-15", "move 1: illegal move '22-15'"),
            ("czech W:W22:B1 22-18 22-18", "move 2: illegal move"),
        ];
        for (text, expected) in cases {
            let error = text.parse::<AnyGame>().unwrap_err().to_string();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
        assert!("czech W:W33:B1".parse::<AnyPosition>().is_err());
        let tag = "czech [FEN \"W:Wc3 e3:Bd8\"] cd4 d8-c7".parse::<AnyGame>();
        assert_eq!(tag, "czech W:W22,23:B2 22-18 2-6".parse());
        assert!(tag.is_ok(), "{tag:?}");
    }
}
