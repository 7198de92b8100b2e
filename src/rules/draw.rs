//! When a game is drawn: repetition, and the counting rules.

use crate::board::{Board, Color, Move};
use crate::geometry::{Bits, Direction, Geometry};
use std::fmt;

/// The drawing rules of a variant. Moves are counted by each side, so `n` moves are `2 n` plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRules {
    /// The game is drawn when a position occurs so many times.
    pub repetitions: Option<u8>,
    /// Drawn after so many moves without a capture or a man's move.
    pub quiet_moves: Option<u16>,
    /// Endings that have a limit; the first that fits applies.
    pub endings: &'static [EndingRule],
}

/// A limit for an ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndingRule {
    /// Which ending.
    pub ending: Ending,
    /// Drawn after so many moves in it.
    pub moves: u16,
}

/// A kind of ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// At most so many pieces, a king among them, against a lone king.
    LoneKing(u16),
    /// Exactly so many pieces, a king among them, against a lone king on the main road, the
    /// diagonal from White's left corner.
    LoneKingOnMainRoad(u16),
    /// From the first to the second number of kings, and no man, against a lone king.
    KingsAgainstKing(u16, u16),
    /// From the first to the second number of pieces in all, with kings on both sides; any change
    /// of the material begins the count anew.
    KingsOnBothSides(u16, u16),
    /// One piece against one.
    OneAgainstOne,
}

impl Ending {
    /// The most pieces on the board in such an ending.
    const fn most_pieces(self) -> usize {
        let most = match self {
            Ending::LoneKing(strong)
            | Ending::LoneKingOnMainRoad(strong)
            | Ending::KingsAgainstKing(_, strong) => strong + 1,
            Ending::KingsOnBothSides(_, most) => most,
            Ending::OneAgainstOne => 2,
        };
        most as usize
    }

    /// If the pieces are such an ending, a number that is the same while its count goes on.
    fn key(self, census: &Census) -> Option<u16> {
        let lone = census.against_lone_king();
        match self {
            Ending::LoneKing(most) => {
                let (strong, _) = lone?;
                (strong <= most).then_some(1)
            }
            Ending::LoneKingOnMainRoad(pieces) => {
                let (strong, weak) = lone?;
                (strong == pieces && census.on_main_road[weak]).then_some(2)
            }
            Ending::KingsAgainstKing(least, most) => {
                let (strong, weak) = lone?;
                let only_kings = census.men[1 - weak] == 0;
                (only_kings && (least..=most).contains(&strong)).then_some(3)
            }
            Ending::KingsOnBothSides(least, most) => {
                let [men, kings] = [census.men, census.kings];
                let all = men[0] + men[1] + kings[0] + kings[1];
                let fits = kings[0] > 0 && kings[1] > 0 && (least..=most).contains(&all);
                fits.then_some(16 + kings[0] + 8 * kings[1] + 64 * men[0] + 512 * men[1])
            }
            Ending::OneAgainstOne => {
                let pieces = |side: usize| census.men[side] + census.kings[side];
                (pieces(0) == 1 && pieces(1) == 1).then_some(4)
            }
        }
    }
}

impl fmt::Display for EndingRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves = self.moves;
        match self.ending {
            Ending::LoneKing(most) => write!(f, "{moves} moves of 1-{most} against a king"),
            Ending::LoneKingOnMainRoad(pieces) => {
                write!(
                    f,
                    "{moves} moves of {pieces} against a king on the main road"
                )
            }
            Ending::KingsAgainstKing(least, most) if least == most => {
                write!(f, "{moves} moves of {least} kings against one")
            }
            Ending::KingsAgainstKing(least, _) => {
                write!(f, "{moves} moves of {least} or more kings against one")
            }
            Ending::KingsOnBothSides(least, most) => {
                write!(
                    f,
                    "{moves} moves of {least}-{most} pieces with kings on both sides"
                )
            }
            Ending::OneAgainstOne => write!(f, "{moves} moves of one against one"),
        }
    }
}

/// The pieces of an ending, by colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Census {
    men: [u16; 2],
    kings: [u16; 2],
    /// Whether a king of that colour stands on the main road.
    on_main_road: [bool; 2],
}

impl Census {
    fn new<G: Geometry>(board: &Board<G::Bits>) -> Census {
        let both = [Color::White, Color::Black];
        let corner = G::square_at(G::HEIGHT - 1, 0).unwrap_or_default();
        let road = G::ray(corner, Direction::NorthEast) | G::Bits::of(corner);
        Census {
            men: both.map(|color| board.men(color).count() as u16),
            kings: both.map(|color| board.kings(color).count() as u16),
            on_main_road: both.map(|color| (board.kings(color) & road).any()),
        }
    }

    /// If one side has a lone king only and the other a king, too: the number of the other's pieces
    /// and the side with the lone king.
    fn against_lone_king(&self) -> Option<(u16, usize)> {
        let pieces = |side: usize| self.men[side] + self.kings[side];
        let (strong, weak) = if pieces(0) >= pieces(1) {
            (0, 1)
        } else {
            (1, 0)
        };
        let is_lone = self.kings[weak] == 1 && self.men[weak] == 0;
        (is_lone && self.kings[strong] > 0).then_some((pieces(strong), weak))
    }
}

/// Why a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Draw {
    /// The position occurred too often.
    Repetition,
    /// Nothing was captured and no man moved for too long.
    QuietMoves,
    /// An ending that has a limit took too long.
    Ending,
}

/// How far the counting rules have run, in plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Plies since the last capture or man's move: how far back a repetition can lie.
    pub quiet: u16,
    /// Plies since the present ending began.
    ending: u16,
    /// The limit of the present ending, in plies, and its key; 0 outside of all endings.
    ending_limit: u16,
    ending_key: u16,
}

impl DrawRules {
    /// Nothing is drawn.
    pub const NONE: DrawRules = DrawRules {
        repetitions: None,
        quiet_moves: None,
        endings: &[],
    };

    /// Drawn by the third occurrence of a position, and by nothing else.
    pub const REPETITION: DrawRules = DrawRules {
        repetitions: Some(3),
        ..DrawRules::NONE
    };

    /// The most pieces of any ending that has a limit.
    #[inline(always)]
    fn most_ending_pieces(&self) -> usize {
        let most = |rule: &EndingRule| rule.ending.most_pieces();
        self.endings.iter().map(most).max().unwrap_or(0)
    }

    /// The counters after `m` led to `board`.
    #[inline(always)]
    pub fn after<G: Geometry>(
        &self,
        counters: Counters,
        m: &Move<G::Bits>,
        board: &Board<G::Bits>,
    ) -> Counters {
        let quiet = if m.is_irreversible() {
            0
        } else {
            counters.quiet.saturating_add(1)
        };
        let mut next = Counters {
            quiet,
            ..Counters::default()
        };
        if board.occupied().count() <= self.most_ending_pieces() {
            self.count_ending::<G>(&mut next, counters, m.is_capture(), board);
        }
        next
    }

    /// The counters of a position whose past is not known.
    pub fn fresh<G: Geometry>(&self, board: &Board<G::Bits>) -> Counters {
        let mut counters = Counters::default();
        if board.occupied().count() <= self.most_ending_pieces() {
            self.count_ending::<G>(&mut counters, Counters::default(), true, board);
        }
        counters
    }

    #[inline(never)]
    fn count_ending<G: Geometry>(
        &self,
        next: &mut Counters,
        before: Counters,
        anew: bool,
        board: &Board<G::Bits>,
    ) {
        let census = Census::new::<G>(board);
        let found = (self.endings.iter())
            .find_map(|rule| rule.ending.key(&census).map(|key| (2 * rule.moves, key)));
        let Some((limit, key)) = found else {
            return;
        };
        (next.ending_limit, next.ending_key) = (limit, key);
        if !anew && (limit, key) == (before.ending_limit, before.ending_key) {
            next.ending = before.ending.saturating_add(1);
        }
    }

    /// Plies until a counting rule makes the position a draw, if nothing irreversible happens;
    /// `u16::MAX` where none does.
    #[inline(always)]
    pub fn plies_left(&self, counters: Counters) -> u16 {
        let quiet =
            (self.quiet_moves).map_or(u16::MAX, |moves| 2 * moves - counters.quiet.min(2 * moves));
        let ending = match counters.ending_limit {
            0 => u16::MAX,
            limit => limit.saturating_sub(counters.ending),
        };
        quiet.min(ending)
    }

    /// Whether a counting rule (not repetition) makes the position a draw.
    #[inline(always)]
    pub fn is_count_out(&self, counters: Counters) -> bool {
        self.count_out(counters).is_some()
    }

    /// The counting rule that makes the position a draw, if one does.
    #[inline(always)]
    pub fn count_out(&self, counters: Counters) -> Option<Draw> {
        let quiet = (self.quiet_moves).is_some_and(|moves| counters.quiet >= 2 * moves);
        if quiet {
            return Some(Draw::QuietMoves);
        }
        let limit = counters.ending_limit;
        (limit != 0 && counters.ending >= limit).then_some(Draw::Ending)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Game, International, Variant};
    use crate::{movegen, notation};
    use std::collections::HashSet;

    /// Plays on without captures or repetitions; the plies until the rules call a draw.
    fn plies_to_draw(fen: &str) -> usize {
        let position = notation::parse_fen(Variant::International, fen).unwrap();
        let mut game = Game::<International>::new(Variant::International, position);
        let mut seen = HashSet::from([position.key()]);
        let mut plies = 0;
        while !game.is_draw() {
            let mut moves = Vec::new();
            movegen::legal_moves(game.position(), &mut moves);
            let m = moves.into_iter().find(|m| {
                let next = game.position().after(m);
                let safe = !movegen::can_capture::<International>(&next.board, next.turn);
                safe && !m.is_capture() && !seen.contains(&next.key())
            });
            game.play(&m.expect("a safe new move"));
            seen.insert(game.position().key());
            plies += 1;
        }
        plies
    }

    #[test]
    fn endings_are_drawn_when_their_count_is_out() {
        let cases = [
            ("W:WK46,K47:BK4", 10),
            ("W:WK46:BK4", 10),
            ("W:WK46,K47,K48:BK4", 32),
            ("W:WK46,K47,K48,K49:BK4", 50),
            ("W:WK46,K47:BK4,K3", 50),
        ];
        for (fen, plies) in cases {
            assert_eq!(plies_to_draw(fen), plies, "{fen}");
        }
    }

    #[test]
    fn the_third_occurrence_is_a_draw() {
        let position = notation::parse_fen(Variant::International, "W:WK46,K50:BK1,K2").unwrap();
        let mut game = Game::<International>::new(Variant::International, position);
        for ply in 0..8 {
            assert!(!game.is_draw(), "{ply}");
            let text = ["50-45", "1-6", "45-50", "6-1"][ply % 4];
            let m = notation::parse_move(game.position(), text).unwrap();
            game.play(&m);
        }
        assert!(game.is_draw());
    }

    #[test]
    fn the_quiet_count_ends_a_game_of_kings() {
        let facts = Variant::Czech.facts();
        let mut counters = Counters::default();
        for ply in 0..30 {
            assert!(!facts.draws.is_count_out(counters), "{ply}");
            counters.quiet += 1;
        }
        assert!(facts.draws.is_count_out(counters));
    }
}
