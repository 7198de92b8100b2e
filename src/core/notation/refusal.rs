//! Why a text is not a legal move, for those who explain it to a player. Begin with [`Refusal::of`].

use super::moves::path;
use super::pdn::parse_move;
use super::{MoveError, Numbers};
use crate::game::{AnyMove, AnyPosition};
use crate::geometry::Square;
use kamen_protocol::{MoveText, SquareName};

/// Why a text is not a legal move of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The text is malformed.
    NotAMove,
    /// The board has no such square.
    NoSquare(SquareName),
    /// There is nothing to be moved on the square.
    Empty(SquareName),
    /// The piece on the square is not of the side to move.
    NotYours(SquareName),
    /// The text fits these legal moves.
    Ambiguous(Vec<AnyMove>),
    /// There are captures, and the text is none of them, even if precedence did not count.
    MustCapture,
    /// It is the beginning of these legal captures.
    Unfinished(Vec<AnyMove>),
    /// It is a capture that the rules of precedence exclude, or one that ends where it could have gone on.
    Outranked,
    /// The piece cannot go there; these are its legal moves.
    CannotGo(SquareName, Vec<AnyMove>),
}

impl Refusal {
    /// Why [`parse_move`] refuses a text; `None` if it is a legal move.
    ///
    /// ```
    /// use kamen_core::notation::Refusal;
    /// use kamen_core::{AnyPosition, Variant};
    ///
    /// let position = AnyPosition::parse_fen(Variant::Czech, "W:Wc3,g1:Bd4")?;
    /// assert_eq!(Refusal::of(&position, "g1-h2"), Some(Refusal::MustCapture));
    /// # Ok::<(), kamen_core::notation::PositionError>(())
    /// ```
    pub fn of(position: &AnyPosition, text: &str) -> Option<Refusal> {
        let error = parse_move(position, text).err()?;
        if let MoveError::NoSquare { square, .. } = error {
            return Some(Refusal::NoSquare(square));
        }
        let is_ambiguous = matches!(error, MoveError::Ambiguous { .. });
        Some(why(position, text, is_ambiguous).unwrap_or(Refusal::NotAMove))
    }
}

/// `None` if the text is malformed.
fn why(position: &AnyPosition, text: &str, is_ambiguous: bool) -> Option<Refusal> {
    let parsed = MoveText::parse(text).ok()?;
    let squares = path(position.variant(), Numbers::PLAIN, &parsed, text).ok()?;
    let (&name, &from, &to) = (parsed.squares.first()?, squares.first()?, squares.last()?);
    let legal = position.legal_moves();
    let those =
        |fits: &dyn Fn(&AnyMove) -> bool| legal.iter().filter(|m| fits(m)).copied().collect();
    if is_ambiguous {
        let ends = |m: &AnyMove| (m.start_square(), m.end_square()) == (from, to);
        return Some(Refusal::Ambiguous(those(&ends)));
    }
    Some(match position.at(from) {
        None => Refusal::Empty(name),
        Some((color, _)) if color != position.turn() => Refusal::NotYours(name),
        Some(_) if !position.can_capture() => {
            Refusal::CannotGo(name, those(&|m| m.start_square() == from))
        }
        Some(_) if !position.can_jump(&squares) => Refusal::MustCapture,
        Some(_) => {
            let begun: Vec<AnyMove> = those(&|m| begins(position, m, &squares));
            match begun.is_empty() {
                true => Refusal::Outranked,
                false => Refusal::Unfinished(begun),
            }
        }
    })
}

/// Whether a legal capture passes the squares of `path` and goes on.
fn begins(position: &AnyPosition, m: &AnyMove, path: &[Square]) -> bool {
    let mut whole = path.to_vec();
    whole.push(m.end_square());
    m.is_capture() && position.passes(m, &whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant::{self, *};

    /// The refusal in a word, with its square or its moves.
    fn told(variant: Variant, fen: &str, text: &str) -> String {
        let position = AnyPosition::parse_fen(variant, fen).unwrap();
        let moves = |moves: &[AnyMove]| {
            let mut texts: Vec<String> = moves.iter().map(AnyMove::to_string).collect();
            texts.sort();
            texts.join(" ")
        };
        match Refusal::of(&position, text) {
            None => "legal".to_owned(),
            Some(Refusal::NotAMove) => "not a move".to_owned(),
            Some(Refusal::NoSquare(square)) => format!("no square {square}"),
            Some(Refusal::Empty(square)) => format!("empty {square}"),
            Some(Refusal::NotYours(square)) => format!("not yours {square}"),
            Some(Refusal::Ambiguous(several)) => format!("ambiguous {}", moves(&several)),
            Some(Refusal::MustCapture) => "must capture".to_owned(),
            Some(Refusal::Unfinished(begun)) => format!("unfinished {}", moves(&begun)),
            Some(Refusal::Outranked) => "outranked".to_owned(),
            Some(Refusal::CannotGo(from, legal)) => format!("cannot go {from} {}", moves(&legal)),
        }
    }

    #[test]
    fn refusals_say_what_the_rules_say() {
        let cases = [
            (International, "W:W32:B8", "32-28", "legal"),
            (International, "W:W32:B8", "xyzzy", "not a move"),
            (International, "W:W32:B8", "32-51", "no square 51"),
            (International, "W:W32:B8", "33-29", "empty 33"),
            (International, "W:W32:B8", "8-12", "not yours 8"),
            (
                International,
                "W:W32:B8",
                "32-23",
                "cannot go 32 32-27 32-28",
            ),
            (
                International,
                "W:W32:B8",
                "32x23",
                "cannot go 32 32-27 32-28",
            ),
            (
                International,
                "W:W32,27:B8,22,21,18",
                "32-28",
                "must capture",
            ),
            (International, "W:W32,27:B8,28", "27-22", "must capture"),
            // One piece, where another takes two.
            (International, "W:W32,26:B28,21,11", "32x23", "outranked"),
            (
                International,
                "W:W32:B28,19",
                "32x23",
                "unfinished 32x14x19x28",
            ),
            (
                International,
                "W:WK47:B14,19,22,29,42",
                "47x36",
                "ambiguous 47x36x14x22x29x42 47x36x19x22x29x42",
            ),
            // Any capture will do, but to its end.
            (Russian, "W:Wc3:Bd4,f6", "c3xe5", "unfinished 22x8x11x18"),
            // The king may not stop short of where it can go on.
            (Russian, "W:WKa1:Bc3,f4", "a1xd4", "outranked"),
            (
                Russian,
                "W:WKa1:Bc3,f4",
                "a1xe5",
                "unfinished 29x24x19x22 29x28x19x22",
            ),
            // A king takes first.
            (Spantsireti, "W:Wc3:Bd4", "c3xe5", "legal"),
            // A man takes no king.
            (Italian, "W:W22:BK18", "22x15", "cannot go 22 22-19"),
            (English, "B:B1:W6,15", "1x10", "unfinished 1x19x6x15"),
            (Turkish, "W:Wa3,h3:Bb3", "h3-h4", "must capture"),
            (Frisian, "W:W38,50:BK28,44", "50x39", "outranked"),
        ];
        for (variant, fen, text, expected) in cases {
            assert_eq!(told(variant, fen, text), expected, "{variant} {fen} {text}");
        }
    }
}
