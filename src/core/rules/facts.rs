//! The facts of a variant as data.

use super::DrawRules;
use crate::board::Color;

/// The objective: whether a side that cannot move wins or loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// A side that cannot move loses.
    Win,
    /// A side that cannot move wins.
    Giveaway,
}

/// How pydraughts 0.6 writes positions and moves of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PydraughtsFrame {
    /// As we do.
    Plain,
    /// Squares are numbered from the bottom row.
    RowsTurned,
    /// The board is turned and colours are exchanged.
    ColorsExchanged,
}

/// The customary colours of a board and its pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardColors {
    /// Light and dark wood, white and black pieces.
    Wood,
    /// Green and buff, white and red pieces: the boards of English draughts.
    GreenAndBuff,
    /// Squares of one colour, parted by lines.
    Plain,
}

/// The facts of a variant beside movement and capture.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// The name used on the command line and in perft suites.
    pub name: &'static str,
    /// What people call it in English: `Czech draughts`.
    pub title: &'static str,
    /// Its values of the Hub parameter `variant`; the first is the one declared.
    pub hub_names: &'static [&'static str],
    /// How games are written as PDN.
    pub pdn: PdnFacts,
    /// How pydraughts writes them.
    pub pydraughts: PydraughtsFrame,
    /// Who moves first.
    pub first: Color,
    /// Rows that each side fills with men at the start.
    pub rows_of_men: usize,
    /// Empty rows behind them at the start.
    pub empty_back_rows: usize,
    /// Whether squares are customarily written in algebraic notation.
    pub algebraic: bool,
    /// The colours of its board and pieces.
    pub colors: BoardColors,
    /// The objective: whether a side that cannot move wins or loses.
    pub objective: Objective,
    /// The drawing rules.
    pub draws: DrawRules,
}

/// How games of a variant are written as PDN.
#[derive(Clone, Copy, Debug)]
pub struct PdnFacts {
    /// Number of the PDN tag GameType: that of the variant in PDN 3.0, or that of its nearest
    /// relative, which precedes it in [`Variant::ALL`](super::Variant::ALL); `None` if it has neither.
    pub game_type: Option<u8>,
    /// The GameType number of lidraughts, if it differs from PDN 3.0.
    pub lidraughts: Option<u8>,
    /// Further values of the PDN tag Variant.
    pub names: &'static [&'static str],
    /// Its rank among the variants guessed from moves, the most common first; `None` if it is never
    /// guessed.
    pub guessed: Option<u8>,
}

impl PdnFacts {
    /// No number: the tag Variant names the variant, and it is never guessed.
    pub const NONE: PdnFacts = PdnFacts {
        game_type: None,
        lidraughts: None,
        names: &[],
        guessed: None,
    };

    /// PDN facts with this GameType number, never guessed.
    pub(super) const fn of_type(number: u8) -> PdnFacts {
        PdnFacts {
            game_type: Some(number),
            ..PdnFacts::NONE
        }
    }

    /// Sets the rank among the variants guessed.
    pub(super) const fn guessed(self, rank: u8) -> PdnFacts {
        PdnFacts {
            guessed: Some(rank),
            ..self
        }
    }

    /// Sets the number of lidraughts.
    pub(super) const fn lidraughts(self, number: u8) -> PdnFacts {
        PdnFacts {
            lidraughts: Some(number),
            ..self
        }
    }

    /// Sets further names.
    pub(super) const fn named(self, names: &'static [&'static str]) -> PdnFacts {
        PdnFacts { names, ..self }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::Variant;

    /// What the rule books say ([VARIANTS.md](VARIANTS.md)): variant, title, who begins, rows of men, goal, the occurrences of a
    /// position and the moves of kings that draw.
    const FACTS: &str = "\
international: International draughts, White, 4, Win, 3, 25
losing: Losing draughts, White, 4, Giveaway, 3, -
killer: Killer draughts, White, 4, Win, 3, 25
breakthrough: Breakthrough draughts, White, 4, Win, -, -
frisian: Frisian draughts, White, 4, Win, 3, -
frysk: Frysk!, White, 1, Win, 3, -
canadian: Canadian draughts, White, 5, Win, 3, 25
brazilian: Brazilian draughts, White, 3, Win, 3, 15
russian: Russian draughts, White, 3, Win, 3, 15
russian_giveaway: Russian giveaway, White, 3, Giveaway, 3, 15
spantsireti: Spantsireti, White, 3, Win, 3, -
czech: Czech draughts, White, 3, Win, 3, 15
czech_zapletal: Zapletal's short Czech draughts, White, 2, Win, 3, 15
czech_giveaway: Czech giveaway, White, 3, Giveaway, 3, 15
english: English draughts (checkers), Black, 3, Win, 3, 40
english_giveaway: English giveaway, Black, 3, Giveaway, 3, 40
pool: Pool checkers, Black, 3, Win, 3, -
italian: Italian draughts, White, 3, Win, 4, 40
spanish: Spanish draughts, White, 3, Win, 3, -
portuguese: Portuguese draughts, White, 3, Win, 3, -
thai: Thai draughts, Black, 2, Win, 3, -
turkish: Turkish draughts, White, 2, Win, 3, -
";

    #[test]
    fn variants_have_the_facts_of_their_rule_books() {
        let or_none = |number: Option<u16>| number.map_or("-".to_owned(), |n| n.to_string());
        let told = Variant::ALL.map(|variant| {
            let facts = variant.facts();
            format!(
                "{variant}: {}, {:?}, {}, {:?}, {}, {}\n",
                facts.title,
                facts.first,
                facts.rows_of_men,
                facts.objective,
                or_none(facts.draws.repetitions.map(u16::from)),
                or_none(facts.draws.quiet_moves),
            )
        });
        assert_eq!(told.concat(), FACTS);
    }
}
