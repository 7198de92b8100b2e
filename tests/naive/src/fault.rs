//! Rules broken on purpose, for tests of what finds broken rules.

use super::Naive;
use super::table::{King, Precedence};

/// One broken rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Any capture may be chosen.
    FreeChoice,
    /// Men capture forward only.
    NoCaptureBackward,
    /// A man that touches the last row in mid-capture goes on as a man.
    NoPromotionInPassing,
    /// Kings go one square.
    ShortKing,
    /// Captured pieces are taken off at once.
    RemovedAtOnce,
    /// A man that ends its move on the last row stays a man.
    NotCrowned,
}

impl Fault {
    /// All of them with their names.
    pub const ALL: [(&str, Fault); 6] = [
        ("free-choice", Fault::FreeChoice),
        ("no-capture-backward", Fault::NoCaptureBackward),
        ("no-promotion-in-passing", Fault::NoPromotionInPassing),
        ("short-king", Fault::ShortKing),
        ("removed-at-once", Fault::RemovedAtOnce),
        ("not-crowned", Fault::NotCrowned),
    ];

    /// The fault of a name.
    pub fn by_name(name: &str) -> Option<Fault> {
        let (_, fault) = Fault::ALL.iter().find(|(known, _)| *known == name)?;
        Some(*fault)
    }
}

impl Naive {
    /// The same rules with a fault.
    pub fn with(mut self, fault: Fault) -> Naive {
        let rules = &mut self.rules;
        match fault {
            Fault::FreeChoice => rules.precedence = Precedence::Free,
            Fault::NoCaptureBackward => rules.man_captures_backward = false,
            Fault::NoPromotionInPassing => rules.promotes_in_passing = false,
            Fault::ShortKing => rules.king = King::Short,
            Fault::RemovedAtOnce => rules.removed_at_once = true,
            Fault::NotCrowned => self.crowns = false,
        }
        self
    }
}
