//! A game whose variant is known at run time only, in text: what a partner's moves are held against.

use super::{MoveError, PositionError, hub, hub_move, parse_fen, parse_move, write_fen};
use crate::board::Color;
use crate::movegen::winner;
use crate::rules::{Game, Position, Rules, Variant};
use crate::with_rules;
use kamen_protocol::HubPosition;

/// How the rules end a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// This side has won.
    Won(Color),
    /// Nobody has.
    Drawn,
}

/// A game of some variant. Moves are Hub text in the plain frame.
pub trait AnyGame: Send {
    /// Whose move it is.
    fn turn(&self) -> Color;

    /// The position.
    fn position(&self) -> HubPosition;

    /// The position as FEN.
    fn fen(&self) -> String;

    /// Plays a legal move and returns how Hub writes it.
    ///
    /// # Errors
    /// Says what is wrong with it and which moves there are; the game stays as it was.
    fn play(&mut self, text: &str) -> Result<String, MoveError>;

    /// How the rules end the game here, if they do.
    fn ended(&self) -> Option<Ended>;
}

/// A game from the start position of a variant.
pub fn new_game(variant: Variant) -> Box<dyn AnyGame> {
    with_rules!(variant, R => Box::new(Game::<R>::new(variant, Position::start(variant))))
}

/// A game from a position.
///
/// # Errors
/// Why it is not one of the variant.
pub fn new_game_from(
    variant: Variant,
    position: HubPosition,
) -> Result<Box<dyn AnyGame>, PositionError> {
    with_rules!(variant, R => {
        let position = hub::to_position::<R>(variant, &position)?;
        Ok(Box::new(Game::new(variant, position)))
    })
}

/// The Hub position of a FEN.
///
/// # Errors
/// Why it is not a position of the variant, or what of it a Hub position cannot hold.
pub fn fen_to_hub(variant: Variant, fen: &str) -> Result<HubPosition, PositionError> {
    with_rules!(variant, R => {
        let position = parse_fen::<R>(variant, fen)?;
        let hub = hub::from_position(&position);
        if hub::to_position::<R>(variant, &hub)? != position {
            return Err(PositionError::KingMoves {
                found: fen.chars().take(20).collect(),
                expected: "none: a board and a colour do not hold them",
            });
        }
        Ok(hub)
    })
}

impl<R: Rules> AnyGame for Game<R> {
    fn turn(&self) -> Color {
        Game::position(self).turn
    }

    fn position(&self) -> HubPosition {
        hub::from_position(Game::position(self))
    }

    fn fen(&self) -> String {
        write_fen(Game::position(self))
    }

    fn play(&mut self, text: &str) -> Result<String, MoveError> {
        let m = parse_move(Game::position(self), text)?;
        Game::play(self, &m);
        Ok(hub_move::<R>(&m))
    }

    fn ended(&self) -> Option<Ended> {
        let winner = winner(Game::position(self), self.facts().objective);
        let drawn = || self.is_draw().then_some(Ended::Drawn);
        winner.map(Ended::Won).or_else(drawn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(variant: Variant, fen: &str) -> Box<dyn AnyGame> {
        new_game_from(variant, fen_to_hub(variant, fen).unwrap()).unwrap()
    }

    #[test]
    fn the_rules_end_games() {
        use Ended::{Drawn, Won};
        let cases = [
            (Variant::International, "W:W31:B26,27", "31x22", None),
            (
                Variant::International,
                "W:W31:B27",
                "31x22",
                Some(Won(Color::White)),
            ),
            (
                Variant::Losing,
                "W:W31:B27",
                "31x22",
                Some(Won(Color::Black)),
            ),
            (
                Variant::Breakthrough,
                "W:W7:B27",
                "7-1",
                Some(Won(Color::White)),
            ),
            (
                Variant::English,
                "B:W9:B5,1",
                "5x14",
                Some(Won(Color::Black)),
            ),
            (
                Variant::Czech,
                "W:WKa1:BKh2",
                "a1-b2 h2-g1 b2-a1 g1-h2 a1-b2 h2-g1 b2-a1 g1-h2",
                Some(Drawn),
            ),
        ];
        for (variant, fen, moves, expected) in cases {
            let mut game = from(variant, fen);
            for text in moves.split(' ') {
                assert_eq!(game.ended(), None, "{fen} before {text}");
                game.play(text).unwrap();
            }
            assert_eq!(game.ended(), expected, "{fen}");
        }
    }

    #[test]
    fn what_is_played_is_written_as_hub_does() {
        let mut game = new_game(Variant::Czech);
        assert_eq!(game.play("c3-d4").as_deref(), Ok("22-18"));
        assert_eq!(game.turn(), Color::Black);
        let before = game.fen();
        assert!(game.play("c3-d4").is_err());
        assert_eq!(game.fen(), before);
        let again = new_game_from(Variant::Czech, game.position()).unwrap();
        assert_eq!(again.fen(), before);
    }

    #[test]
    fn counted_king_moves_are_not_dropped_silently() {
        let read = |fen| fen_to_hub(Variant::Frisian, fen).map_err(|error| error.to_string());
        assert!(read("W:WK28,40:BK5,12").is_ok());
        let error = read("W:WK28,40:BK5,12:H0:F1:+1+0").unwrap_err();
        assert!(error.contains("king moves"), "{error}");
    }
}
