//! Moves as CheckerBoard reads them. Begin with [`Played::of`].

use crate::game::{Game, Place};
use kamen_core::{AnyMove, AnyPosition};

/// `struct coor`: a square of a board.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coordinates {
    /// The column, from 0.
    pub x: i32,
    /// The row, from 0.
    pub y: i32,
}

/// `struct CBmove`: a move.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CbMove {
    /// How many pieces it captures.
    pub jumps: i32,
    /// The piece that stands on `to` after it.
    pub newpiece: i32,
    /// The piece that leaves `from`.
    pub oldpiece: i32,
    /// Where it begins.
    pub from: Coordinates,
    /// Where it ends.
    pub to: Coordinates,
    /// The squares on which the piece lands, from `path[1]` on.
    pub path: [Coordinates; 12],
    /// The squares of the captured pieces.
    pub del: [Coordinates; 12],
    /// The captured pieces.
    pub delpiece: [i32; 12],
}

/// A move with all that CheckerBoard wants to know of it.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    pub(crate) from: Place,
    pub(crate) to: Place,
    old: i32,
    new: i32,
    jumps: Vec<Jump>,
}

/// One jump of a capture.
#[derive(Clone, Copy, Debug)]
struct Jump {
    landing: Place,
    captured: Place,
    code: i32,
}

impl Played {
    /// A legal move of a position.
    pub(crate) fn of(game: Game, position: &AnyPosition, m: &AnyMove) -> Option<Played> {
        let path: Option<Vec<Place>> = (position.path(m).into_iter())
            .map(|square| game.place_of(square))
            .collect();
        let path = path?;
        let (&from, &to) = (path.first()?, path.last()?);
        let captured: Option<Vec<Place>> = (m.captured().into_iter())
            .map(|square| game.place_of(square))
            .collect();
        let jumps = jumps(&path, captured?);
        let jump = |(landing, captured)| Jump {
            landing,
            captured,
            code: game.code_at(position, captured),
        };
        let after = position.after_legal(m);
        Some(Played {
            from,
            to,
            old: game.code_at(position, from),
            new: game.code_at(&after, to),
            jumps: jumps.into_iter().map(jump).collect(),
        })
    }

    /// The move in the form of `getmove` and `islegal`.
    pub(crate) fn cb(&self) -> CbMove {
        let mut m = CbMove {
            jumps: self.jumps.len() as i32,
            newpiece: self.new,
            oldpiece: self.old,
            from: self.from.into(),
            to: self.to.into(),
            ..CbMove::default()
        };
        for (place, jump) in m.path.iter_mut().skip(1).zip(&self.jumps) {
            *place = jump.landing.into();
        }
        for ((square, piece), jump) in m.del.iter_mut().zip(&mut m.delpiece).zip(&self.jumps) {
            (*square, *piece) = (jump.captured.into(), jump.code);
        }
        m
    }

    /// The move in the form of `get movelist`.
    fn text(&self, game: Game) -> String {
        let mut numbers = vec![self.jumps.len() as i32, self.old, self.new];
        let number = |place| i32::from(game.number_of(place));
        numbers.extend([number(self.from), number(self.to)]);
        for jump in &self.jumps {
            numbers.extend([number(jump.landing), number(jump.captured), jump.code]);
        }
        let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        numbers.join(",")
    }
}

/// The jumps of a path: where each lands, and what it captures, which lies on its way.
fn jumps(path: &[Place], mut captured: Vec<Place>) -> Vec<(Place, Place)> {
    let mut found = Vec::new();
    for (&from, &landing) in path.iter().zip(path.iter().skip(1)) {
        let on_the_way = |place: &Place| place.is_between(from, landing);
        if let Some(index) = captured.iter().position(on_the_way) {
            found.push((landing, captured.remove(index)));
        }
    }
    found
}

/// The answer to `get movelist`.
pub(crate) fn list(game: Game, position: &AnyPosition) -> Option<String> {
    let moves: Option<Vec<Played>> = (position.legal_moves().iter())
        .map(|m| Played::of(game, position, m))
        .collect();
    let moves = moves?;
    if moves.is_empty() {
        return Some(NO_MOVES.to_owned());
    }
    let texts = moves.iter().map(|m| m.text(game) + ";");
    Some(format!("movelist {},", moves.len()) + &texts.collect::<String>())
}

/// The answer where there are none.
pub(crate) const NO_MOVES: &str = "movelist 0";

impl From<Place> for Coordinates {
    fn from(place: Place) -> Coordinates {
        Coordinates {
            x: place.x.into(),
            y: place.y.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{GAMES, code};
    use kamen_core::{AnyGame, Color, Kind};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    /// The examples of `cb_api_reference.htm`, in any order.
    #[test]
    fn lists_are_those_of_the_reference() {
        let italian = Game::numbered(22).unwrap();
        let cases = [
            ("B:W31:B3", "movelist 2,0,6,6,3,6;0,6,6,3,7;"),
            (
                "B:W11,13,19,21:B6,9",
                "movelist 2,2,6,6,9,25,18,13,5,25,21,5;2,6,6,6,22,15,11,5,22,19,5;",
            ),
        ];
        for (fen, expected) in cases {
            let position = AnyPosition::parse_fen(italian.variant, fen).unwrap();
            let found = list(italian, &position).unwrap();
            assert_eq!(sorted(&found), sorted(expected));
        }
    }

    fn sorted(list: &str) -> Vec<&str> {
        let mut parts: Vec<&str> = list.split_inclusive(';').collect();
        // The first stands behind the number of moves.
        let head = parts.remove(0);
        let (count, first) = head.split_at(head.find(',').unwrap() + 1);
        parts.extend([count, first]);
        parts.sort_unstable();
        parts
    }

    /// The move changes the board as the rules say, played by its parts alone.
    #[test]
    fn moves_of_random_games_lead_where_the_rules_lead() {
        let mut random = Pcg64Mcg::seed_from_u64(1);
        for game in GAMES {
            let mut captures = 0;
            for _ in 0..40 {
                let mut played = AnyGame::start(game.variant);
                while played.over().is_none() && played.plies() < 150 {
                    let moves = played.legal_moves();
                    let m = moves.get(random.random_range(0..moves.len())).unwrap();
                    let position = *played.position();
                    let told = Played::of(game, &position, m).unwrap();
                    assert_eq!(told.jumps.len(), m.captured().len());
                    let mut board = game.write(&position);
                    let cb = told.cb();
                    put(&mut board, cb.from, 0);
                    for (square, _) in cb.del.iter().zip(0..cb.jumps) {
                        put(&mut board, *square, 0);
                    }
                    put(&mut board, cb.to, cb.newpiece);
                    played.play(m).unwrap();
                    assert_eq!(board, game.write(played.position()), "{game:?}");
                    captures += usize::from(cb.jumps > 1);
                }
            }
            assert!(captures > 20, "{game:?}: {captures}");
        }
    }

    fn put(board: &mut crate::Board, square: Coordinates, code: i32) {
        let (x, y) = (square.x as usize, square.y as usize);
        *board.get_mut(x).unwrap().get_mut(y).unwrap() = code;
    }

    #[test]
    fn a_crowning_changes_the_piece() {
        let game = GAMES.first().copied().unwrap();
        let position = AnyPosition::parse_fen(game.variant, "B:WK1,27:B23").unwrap();
        let moves = position.legal_moves();
        let cb = Played::of(game, &position, moves.first().unwrap())
            .unwrap()
            .cb();
        assert_eq!(cb.oldpiece, code(Color::Black, Kind::Man));
        assert_eq!(cb.newpiece, code(Color::Black, Kind::King));
        assert_eq!(cb.delpiece.first(), Some(&code(Color::White, Kind::Man)));
    }
}
