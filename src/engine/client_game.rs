//! The game that a client plays, put together from the positions that it sends.

use kamen_core::game::{AnyGame, AnyMove, AnyPosition, GameLine};
use kamen_core::rules::GameResult;

/// The plies that are remembered; of a longer game, those since. No game by the rules comes near.
const LONGEST: usize = 20_000;

/// The game so far. Clients need not send all of it: Hub begins at the position after the last capture or man's move.
#[derive(Debug)]
pub(super) struct ClientGame {
    line: GameLine,
    /// The positions, the first one included.
    positions: Vec<AnyPosition>,
    /// Whether its end was reported.
    is_reported: bool,
}

impl ClientGame {
    /// A game that begins at a position.
    pub(super) fn new(start: AnyPosition) -> ClientGame {
        ClientGame {
            line: GameLine::new(start),
            positions: vec![start],
            is_reported: false,
        }
    }

    /// Takes in a position and the moves from it: the game goes on, was taken back, or is another one.
    pub(super) fn follow(&mut self, from: AnyPosition, moves: &[AnyMove]) {
        let before = (self.is_reported).then(|| self.line.clone());
        if let Some(place) = self.positions.iter().position(|known| *known == from) {
            self.go_back(place);
        } else if let Some(way) = self.way_to(&from) {
            way.iter().for_each(|m| self.add(m));
        } else {
            *self = ClientGame::new(from);
        }
        moves.iter().for_each(|m| self.add(m));
        self.is_reported = before.is_some_and(|before| before == self.line);
    }

    /// Adds a move, which is legal.
    pub(super) fn add(&mut self, m: &AnyMove) {
        let here = self.positions.last().copied();
        if let Some(here) = here
            && let Ok(next) = here.after(m)
        {
            if self.positions.len() > LONGEST {
                *self = ClientGame::new(here);
            }
            self.positions.push(next);
            self.line.moves.push(*m);
        }
    }

    fn go_back(&mut self, plies: usize) {
        self.line.moves.truncate(plies);
        self.positions.truncate(plies + 1);
    }

    /// The plies that were played, as far as is known.
    pub(super) fn plies(&self) -> usize {
        self.line.moves.len()
    }

    /// One or two moves that lead from the last position to another.
    fn way_to(&self, goal: &AnyPosition) -> Option<Vec<AnyMove>> {
        let here = self.positions.last()?;
        let steps = |from: &AnyPosition| -> Vec<(AnyMove, AnyPosition)> {
            let moves = from.legal_moves().into_iter();
            moves
                .filter_map(|m| Some((m, from.after(&m).ok()?)))
                .collect()
        };
        let first = steps(here);
        let direct = first.iter().find(|(_, next)| next == goal);
        if let Some((m, _)) = direct {
            return Some(vec![*m]);
        }
        first.iter().find_map(|(m, next)| {
            let (reply, _) = steps(next).into_iter().find(|(_, after)| after == goal)?;
            Some(vec![*m, reply])
        })
    }

    /// The game and its result, once, when the rules have ended it.
    pub(super) fn take_end(&mut self) -> Option<(GameLine, GameResult)> {
        if self.is_reported {
            return None;
        }
        let end: AnyGame = self.line.end()?;
        let result = end.over()?.result();
        self.is_reported = true;
        Some((self.line.clone(), result))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kamen_core::rules::Variant;

    fn moves(texts: &[&str]) -> (AnyPosition, Vec<AnyMove>) {
        let mut game = AnyGame::start(Variant::Czech);
        let played = texts.iter().map(|text| game.play_text(text).unwrap());
        let played = played.collect();
        (*game.position(), played)
    }

    #[test]
    fn positions_are_joined_to_a_game() {
        let start = AnyPosition::start(Variant::Czech);
        let line = ["c3-d4", "b6-a5", "b2-c3", "f6-g5"];
        let mut client_game = ClientGame::new(start);
        client_game.follow(start, &moves(&line[..1]).1);
        // The next positions come without the moves before them.
        for plies in [2, 4] {
            client_game.follow(moves(&line[..plies]).0, &[]);
            assert_eq!(client_game.line.moves, moves(&line[..plies]).1, "{plies}");
        }
        // A move is taken back.
        let (from, all) = moves(&line[..3]);
        client_game.follow(moves(&line[..2]).0, &all[2..]);
        assert_eq!(client_game.positions.last(), Some(&from));
        assert_eq!(client_game.line.moves, all);
        // Another game.
        let (other, _) = moves(&["a3-b4", "h6-g5", "e3-f4"]);
        client_game.follow(other, &[]);
        assert_eq!(client_game.line, GameLine::new(other));
        client_game.follow(start, &[]);
        assert_eq!(client_game.line, GameLine::new(start));
    }

    #[test]
    fn an_endless_game_does_not_fill_the_memory() {
        let start = AnyPosition::parse_fen(Variant::Czech, "W:WKc1:BKf8").unwrap();
        let mut client_game = ClientGame::new(start);
        let mut here = start;
        let texts = ["c1-d2", "f8-e7", "d2-c1", "e7-f8"].iter().cycle();
        for text in texts.take(LONGEST + 10) {
            let m = here.parse_move(text).unwrap();
            client_game.add(&m);
            here = here.after(&m).unwrap();
        }
        assert_eq!(client_game.positions.last(), Some(&here));
        assert_eq!(client_game.plies(), 10);
    }

    #[test]
    fn an_end_is_told_once() {
        let last = AnyPosition::parse_fen(Variant::Czech, "W:Wc3:Bd4").unwrap();
        let mut client_game = ClientGame::new(last);
        assert_eq!(client_game.take_end(), None);
        let m = last.legal_moves()[0];
        for _ in 0..2 {
            client_game.follow(last, &[m]);
            let (line, result) = client_game.take_end().unwrap();
            assert_eq!((line.moves, result), (vec![m], GameResult::White));
            client_game.follow(last, &[m]);
            assert_eq!(client_game.take_end(), None);
            client_game.follow(last, &[]);
            assert_eq!(client_game.take_end(), None);
        }
    }
}
