//! Judgments in words. Begin with [`words`].

use super::{Judgment, Known, Line, Mark};
use kamen_core::board::Color;
use kamen_core::game::{AnyMove, AnyPosition};
use kamen_core::rules::Objective;
use kamen_core::score::Score;
use kamen_tables::Value;

/// What is to be said of a move, each a phrase without a full stop, such as `Inaccuracy; 32-28 was better, it wins a man`, `The
/// only move that holds`, `From the book`, `Tables: lost in 13 plies`; empty if nothing is. Squares have letters or numbers.
///
/// Each phrase says no more than was computed: men are counted along the lines of the search, up to a position in which no
/// capture is due; `wins in 5 moves` is a forced win that the search has seen to its end.
pub fn words(judgment: &Judgment, letters: bool) -> Vec<String> {
    let mut said = Vec::new();
    said.extend(mark(judgment, letters));
    said.extend(known(judgment));
    said
}

fn mark(judgment: &Judgment, letters: bool) -> Option<String> {
    let name = match judgment.mark? {
        Mark::Only => return Some(only(judgment)),
        Mark::Inaccuracy => "Inaccuracy",
        Mark::Mistake => "Mistake",
        Mark::Blunder => "Blunder",
    };
    let Some(better) = judgment.better() else {
        return Some(name.to_owned());
    };
    let position = &judgment.position;
    let best = position.write_move_with(&better.moves[0], letters);
    let played = position.write_move_with(&judgment.played, letters);
    let why = reason(judgment, better, &played).unwrap_or_default();
    Some(format!("{name}; {best} was better{why}"))
}

/// Of a move to which every alternative gives away much.
fn only(judgment: &Judgment) -> String {
    let next = judgment.lines.get(1).map(|line| line.score);
    let is_loss = |score: Score| score < -Score::MAX_EVAL;
    match next.is_some_and(is_loss) && !is_loss(judgment.score) {
        true => "The only move that does not lose".to_owned(),
        false => "The only move that holds".to_owned(),
    }
}

/// A result that a search is sure of, with the moves that the winner needs, if it has seen the end.
enum End {
    Win(Option<u32>),
    Loss(Option<u32>),
}

fn end(score: Score) -> Option<End> {
    let moves = score.plies_to_end().map(|plies| plies.div_ceil(2));
    match score {
        _ if score > Score::MAX_EVAL => Some(End::Win(moves)),
        _ if score < -Score::MAX_EVAL => Some(End::Loss(moves)),
        _ => None,
    }
}

/// Why the better line is better than the move played: what follows the word `better`.
fn reason(judgment: &Judgment, better: &Line, played: &str) -> Option<String> {
    match (end(better.score), end(judgment.score)) {
        (Some(End::Win(Some(moves))), _) => {
            let ending = if moves == 1 { "" } else { "s" };
            Some(format!(", it wins in {moves} move{ending}"))
        }
        (Some(End::Win(None)), _) => Some(", it wins by the tables".to_owned()),
        (None, Some(End::Loss(Some(moves)))) => {
            let ending = if moves == 1 { "" } else { "s" };
            Some(format!(", {played} loses in {moves} move{ending}"))
        }
        (None, Some(End::Loss(None))) => Some(format!(", {played} loses by the tables")),
        _ => material(judgment, better, played),
    }
}

/// The material that the one line wins, or the other one loses.
fn material(judgment: &Judgment, better: &Line, played: &str) -> Option<String> {
    let position = &judgment.position;
    if position.variant().facts().objective != Objective::Win {
        return None;
    }
    let best = Gain::along(position, &better.moves)?;
    let own = Gain::along(position, &judgment.line)?;
    if best.pieces > own.pieces {
        let is_men = best.is_men && own.is_men;
        if position.can_capture() {
            // In the midst of an exchange what is won from here on tells little.
            let more = amount(best.pieces - own.pieces, is_men);
            return Some(format!(" by {more}"));
        }
        return Some(if best.pieces > 0 && own.pieces <= 0 {
            format!(", it wins {}", amount(best.pieces, is_men))
        } else if best.pieces > 0 {
            format!(
                ", it wins {} more",
                amount(best.pieces - own.pieces, is_men)
            )
        } else if best.pieces == 0 {
            format!(", {played} loses {}", amount(-own.pieces, is_men))
        } else {
            let more = amount(best.pieces - own.pieces, is_men);
            format!(", {played} loses {more} more")
        });
    }
    let is_crowned = best.pieces == own.pieces && best.kings > 0 && own.kings <= 0;
    is_crowned.then(|| ", it gets a king".to_owned())
}

/// What a side has won at the end of a line.
struct Gain {
    /// Own pieces less those of the other side, compared to before.
    pieces: i32,
    /// Own kings less those of the other side, compared to before.
    kings: i32,
    /// Whether there were only men, before and behind.
    is_men: bool,
}

impl Gain {
    /// For the side to move, up to the last position of the line in which no capture is due; `None` if there is none.
    fn along(start: &AnyPosition, moves: &[AnyMove]) -> Option<Gain> {
        let mut position = *start;
        let mut quiet = None;
        for m in moves {
            position = position.after_legal(m);
            if !position.can_capture() {
                quiet = Some(position);
            }
        }
        let (before, after) = (balance(start, start.turn()), balance(&quiet?, start.turn()));
        Some(Gain {
            pieces: after.0 - before.0,
            kings: after.1 - before.1,
            is_men: !before.2 && !after.2,
        })
    }
}

/// By how many pieces and kings a side has more than the other, and whether there are kings at all.
fn balance(position: &AnyPosition, color: Color) -> (i32, i32, bool) {
    let [own_men, own_kings] = position.census(color);
    let [other_men, other_kings] = position.census(!color);
    let (men, kings) = (
        own_men as i32 - other_men as i32,
        own_kings as i32 - other_kings as i32,
    );
    (men + kings, kings, own_kings + other_kings > 0)
}

fn amount(pieces: i32, is_men: bool) -> String {
    match (pieces, is_men) {
        (1, true) => "a man".to_owned(),
        (1, false) => "a piece".to_owned(),
        (_, true) => format!("{pieces} men"),
        (_, false) => format!("{pieces} pieces"),
    }
}

/// What the book or the tables have of the position after the move.
fn known(judgment: &Judgment) -> Option<String> {
    let (value, plies) = match judgment.known? {
        Known::Book(_) => return Some("From the book".to_owned()),
        Known::Tables(value, plies) => (value, plies),
    };
    let result = match value {
        Value::Win => "won",
        Value::Loss => "lost",
        Value::Draw => return Some("Tables: a draw".to_owned()),
    };
    Some(match plies {
        None => format!("Tables: {result}"),
        Some(1) => format!("Tables: {result} in 1 ply"),
        Some(plies) => format!("Tables: {result} in {plies} plies"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kamen_core::rules::Variant::{self, *};

    /// A judged move: the lines begin with the best one and with the move played; scores are those of the side to move.
    fn judged(
        variant: Variant,
        fen: &str,
        best: (&str, i32),
        played: (&str, i32),
        mark: Mark,
    ) -> Judgment {
        let position = AnyPosition::parse_fen(variant, fen).unwrap();
        let line = |(text, score): (&str, i32)| {
            let (mut now, mut moves) = (position, Vec::new());
            for text in text.split(' ') {
                let m = now.parse_move(text).unwrap();
                now = now.after_legal(&m);
                moves.push(m);
            }
            Line {
                score: Score(score),
                depth: 9,
                moves,
            }
        };
        let lines = vec![line(best), line(played)];
        let own = if mark == Mark::Only {
            &lines[0]
        } else {
            &lines[1]
        };
        Judgment {
            position,
            played: own.moves[0],
            is_forced: false,
            score: own.score,
            line: own.moves.clone(),
            loss: 0.2,
            mark: Some(mark),
            known: None,
            lines,
        }
    }

    #[test]
    fn phrases_say_what_was_computed() {
        let win = |plies| Score::win_in(plies).0;
        let cases = [
            (
                English,
                "W:W22,32:B14,8",
                ("32-28 8-12", 20),
                ("22-18 14x23", -150),
                Mark::Blunder,
                "Blunder; 32-28 was better, 22-18 loses a man",
            ),
            (
                English,
                "W:W22,32:B14,8",
                ("32-28 14-18 22x15", 150),
                ("32-27 8-12", 20),
                Mark::Mistake,
                "Mistake; 32-28 was better, it wins a man",
            ),
            (
                English,
                "W:W22,32:B14,8",
                ("22-18 14x23 32-28", 20),
                ("32-28 8-12", -20),
                Mark::Inaccuracy,
                "Inaccuracy; 22-18 was better",
            ),
            (
                English,
                "W:W22,23:B18,8",
                ("22x15 8-11 15x8", 200),
                ("23x14 8-11", 100),
                Mark::Mistake,
                "Mistake; 22x15 was better by a man",
            ),
            (
                English,
                "W:W6,22,30:B14,8",
                ("6-1 8-12", 150),
                ("30-26 8-12", 50),
                Mark::Inaccuracy,
                "Inaccuracy; 6-1 was better, it gets a king",
            ),
            (
                English,
                "W:W22,23,30:B15,8,3",
                ("23-19 15x24 22-17", win(9)),
                ("22-18 15x22", -20),
                Mark::Mistake,
                "Mistake; 23-19 was better, it wins in 5 moves",
            ),
            (
                English,
                "W:W22,23,30:B15,8,3",
                ("22-17 15-18", 0),
                ("23-19 15x24", -win(8)),
                Mark::Blunder,
                "Blunder; 22-17 was better, 23-19 loses in 4 moves",
            ),
            (
                English,
                "W:W22,23,30:B15,8,3",
                ("22-17 15-18", Score::table_win(3).0),
                ("23-19 15x24", -20),
                Mark::Blunder,
                "Blunder; 22-17 was better, it wins by the tables",
            ),
            (
                English,
                "W:W22,23,30:B15,8,3",
                ("22-17 15-18", 10),
                ("23-19 15x24", -win(8)),
                Mark::Only,
                "The only move that does not lose",
            ),
            (
                English,
                "W:W22,23,30:B15,8,3",
                ("22-17 15-18", 10),
                ("23-19 15x24", -150),
                Mark::Only,
                "The only move that holds",
            ),
            // Material is not what counts where it is given away.
            (
                Losing,
                "W:W28,33:B12,18",
                ("33-29 12-17", 200),
                ("28-22 18x27", -150),
                Mark::Blunder,
                "Blunder; 33-29 was better",
            ),
        ];
        for (variant, fen, best, played, mark, expected) in cases {
            let said = words(&judged(variant, fen, best, played, mark), false);
            assert_eq!(said, [expected], "{fen} {best:?} {played:?}");
        }
    }

    #[test]
    fn what_is_known_is_said() {
        let known = |known| Judgment {
            known: Some(known),
            mark: None,
            ..judged(
                English,
                "W:W22,32:B14,8",
                ("32-28 8-12", 0),
                ("32-27 8-12", 0),
                Mark::Only,
            )
        };
        for (found, expected) in [
            (Known::Book(Score(7)), "From the book"),
            (
                Known::Tables(Value::Loss, Some(13)),
                "Tables: lost in 13 plies",
            ),
            (Known::Tables(Value::Win, Some(1)), "Tables: won in 1 ply"),
            (Known::Tables(Value::Win, None), "Tables: won"),
            (Known::Tables(Value::Draw, None), "Tables: a draw"),
        ] {
            assert_eq!(words(&known(found), false), [expected]);
        }
    }
}
