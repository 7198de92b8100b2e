//! Drawing rules: draw by repetition, and the counting rules. Begin with [`DrawRules`].

use crate::board::{Board, Color, Key, Move};
use crate::geometry::{Bits, Direction, Geometry};
use std::fmt;

/// The drawing rules of a variant. `n` moves are moves of each side, `2 n` plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRules {
    /// Drawn when a position occurs this many times; `None` for never.
    pub repetitions: Option<u8>,
    /// Drawn after this many moves without a capture or a man's move; `None` for never.
    pub quiet_moves: Option<u16>,
    /// Endings with a move limit; the first that matches applies.
    pub endings: &'static [EndingRule],
}

/// The move limit of an ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndingRule {
    /// The ending.
    pub ending: Ending,
    /// Drawn after this many moves in it.
    pub moves: u16,
}

/// A kind of ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// At most this many pieces, including a king, against a lone king.
    LoneKing(u16),
    /// Exactly this many pieces, including a king, against a lone king on the main road, the
    /// diagonal from White's left corner.
    LoneKingOnMainRoad(u16),
    /// From the first to the second number of kings, without men, against a lone king.
    KingsAgainstKing(u16, u16),
    /// From the first to the second number of pieces in total, with kings on both sides; any change
    /// of material restarts the count.
    KingsOnBothSides(u16, u16),
    /// One piece against one.
    OneAgainstOne,
}

impl Ending {
    /// The greatest number of pieces in such an ending.
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

    /// A key that stays the same while the ending's count continues; `None` if the pieces are not
    /// such an ending.
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
            Ending::KingsAgainstKing(1, 1) => write!(f, "{moves} moves of king against king"),
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

/// Numbers of pieces by colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Census {
    men: [u16; 2],
    kings: [u16; 2],
    /// Whether a king of each colour is on the main road.
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

    /// If one side has only a lone king and the other has a king: the number of the other's pieces,
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
    /// Draw by repetition.
    Repetition,
    /// Too many moves without a capture or a man's move.
    QuietMoves,
    /// The move limit of an ending was reached.
    Ending,
}

/// The counters of the counting rules, in plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Plies since the last irreversible move, a capture or a man's move forward; a repetition cannot lie further back.
    pub quiet: u16,
    /// Plies since the current ending began.
    ending: u16,
    /// The limit of the current ending, in plies, and its key; 0 outside all endings.
    ending_limit: u16,
    ending_key: u16,
}

impl DrawRules {
    /// No draws.
    pub const NONE: DrawRules = DrawRules {
        repetitions: None,
        quiet_moves: None,
        endings: &[],
    };

    /// Draw by threefold repetition only.
    pub const REPETITION: DrawRules = DrawRules {
        repetitions: Some(3),
        ..DrawRules::NONE
    };

    /// The greatest number of pieces of any ending with a limit.
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

    /// The counters of a position without known history.
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

    /// Plies until a counting rule draws the game if no irreversible move is played; `u16::MAX` if
    /// none does.
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

    /// Whether a counting rule (not repetition) draws the game.
    #[inline(always)]
    pub fn is_count_out(&self, counters: Counters) -> bool {
        self.count_out(counters).is_some()
    }

    /// The reason why a game is drawn, if it is. `keys` are the keys of the positions since the
    /// last irreversible move, the current one last.
    pub fn called(&self, counters: Counters, keys: &[Key]) -> Option<Draw> {
        let times = || keys.iter().filter(|&key| Some(key) == keys.last()).count();
        let most = self.repetitions.map(usize::from);
        if most.is_some_and(|most| keys.len() >= most && times() >= most) {
            return Some(Draw::Repetition);
        }
        self.count_out(counters)
    }

    /// The counting rule that draws the game, if any.
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
    use crate::game::{AnyGame, AnyPosition};
    use crate::rules::Variant;
    use std::collections::HashSet;

    /// Plays without captures or repetitions; returns the plies until the rules draw the game.
    fn plies_to_draw(fen: &str) -> usize {
        let mut game = AnyGame::new(AnyPosition::parse_fen(Variant::International, fen).unwrap());
        let mut seen = HashSet::from([game.position().key()]);
        while game.draw().is_none() {
            let m = game.legal_moves().into_iter().find(|m| {
                let next = game.position().after(m).unwrap();
                !next.can_capture() && !m.is_capture() && !seen.contains(&next.key())
            });
            game.play(&m.expect("a safe new move")).unwrap();
            seen.insert(game.position().key());
        }
        game.plies()
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
        let position = AnyPosition::parse_fen(Variant::International, "W:WK46,K50:BK1,K2").unwrap();
        let mut game = AnyGame::new(position);
        for ply in 0..8 {
            assert_eq!(game.draw(), None, "{ply}");
            let text = ["50-45", "1-6", "45-50", "6-1"][ply % 4];
            game.play_text(text).unwrap();
        }
        assert_eq!(game.draw(), Some(Draw::Repetition));
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

    #[test]
    fn the_plies_to_a_draw_are_those_of_the_rule_that_is_nearest() {
        const RULES: DrawRules = DrawRules {
            quiet_moves: Some(15),
            ..DrawRules::REPETITION
        };
        let counters = |quiet, ending, ending_limit| Counters {
            quiet,
            ending,
            ending_limit,
            ending_key: 0,
        };
        for (rules, counted, left) in [
            (RULES, counters(10, 0, 0), 20),
            (RULES, counters(40, 0, 0), 0),
            (RULES, counters(10, 4, 10), 6),
            (RULES, counters(28, 4, 10), 2),
            (RULES, counters(0, 12, 10), 0),
            (DrawRules::REPETITION, counters(10, 0, 0), u16::MAX),
            (DrawRules::REPETITION, counters(10, 4, 10), 6),
        ] {
            assert_eq!(rules.plies_left(counted), left, "{counted:?}");
        }
    }

    #[test]
    fn every_change_of_material_is_another_ending_of_kings_on_both_sides() {
        let rule = Ending::KingsOnBothSides(4, 5);
        let mut keys = HashSet::new();
        let mut endings = 0;
        let each = || 0..6_u16;
        for men in each().flat_map(|a| each().map(move |b| [a, b])) {
            for kings in each().flat_map(|a| each().map(move |b| [a, b])) {
                let census = Census {
                    men,
                    kings,
                    on_main_road: [false; 2],
                };
                let pieces: u16 = men.iter().chain(&kings).sum();
                let is_ending = kings.iter().all(|&n| n > 0) && (pieces == 4 || pieces == 5);
                let key = rule.key(&census);
                assert_eq!(key.is_some(), is_ending, "{census:?}");
                endings += usize::from(is_ending);
                keys.extend(key);
            }
        }
        assert_eq!(keys.len(), endings);
    }

    #[test]
    fn endings_are_told_in_words() {
        for (ending, words) in [
            (Ending::LoneKing(2), "5 moves of 1-2 against a king"),
            (
                Ending::LoneKingOnMainRoad(3),
                "5 moves of 3 against a king on the main road",
            ),
            (
                Ending::KingsAgainstKing(1, 1),
                "5 moves of king against king",
            ),
            (
                Ending::KingsAgainstKing(3, 3),
                "5 moves of 3 kings against one",
            ),
            (
                Ending::KingsAgainstKing(3, 12),
                "5 moves of 3 or more kings against one",
            ),
            (
                Ending::KingsOnBothSides(4, 5),
                "5 moves of 4-5 pieces with kings on both sides",
            ),
            (Ending::OneAgainstOne, "5 moves of one against one"),
        ] {
            assert_eq!(EndingRule { ending, moves: 5 }.to_string(), words);
        }
    }
}
