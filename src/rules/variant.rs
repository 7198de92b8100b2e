//! The variants by name, and what is data about them.

use super::{
    DrawRules, brazilian, breakthrough, canadian, czech, english, frisian, international, italian,
    killer, pool, russian, spanish, spantsireti, thai, turkish,
};
use crate::board::Color;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::fmt;
use std::str::FromStr;

/// A variant of draughts, known at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// International draughts, 10x10.
    International,
    /// International draughts in which whoever cannot move wins.
    Losing,
    /// Killer draughts, 10x10.
    Killer,
    /// International draughts in which the first king wins.
    Breakthrough,
    /// Frisian draughts, 10x10.
    Frisian,
    /// Frysk!: Frisian draughts with five men a side.
    Frysk,
    /// Canadian draughts, 12x12.
    Canadian,
    /// Brazilian draughts, 8x8.
    Brazilian,
    /// Russian draughts, 8x8.
    Russian,
    /// Russian giveaway, poddavki.
    RussianGiveaway,
    /// Spantsireti, 10x8.
    Spantsireti,
    /// Czech draughts, 8x8.
    Czech,
    /// Czech draughts with eight men a side.
    CzechZapletal,
    /// Czech giveaway, žravá dáma.
    CzechGiveaway,
    /// English draughts (checkers), 8x8.
    English,
    /// English giveaway.
    EnglishGiveaway,
    /// Pool checkers, 8x8.
    Pool,
    /// Italian draughts, 8x8.
    Italian,
    /// Spanish draughts, 8x8.
    Spanish,
    /// Portuguese draughts, 8x8.
    Portuguese,
    /// Thai draughts, 8x8.
    Thai,
    /// Turkish draughts, all 64 squares.
    Turkish,
}

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// A side that cannot move loses.
    Win,
    /// A side that cannot move wins.
    Giveaway,
}

/// What is to know about a variant beside how its pieces move.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// The name used on the command line and in perft suites.
    pub name: &'static str,
    /// Values of the Hub parameter `variant` that mean it; the first is the one that is declared.
    pub hub_names: &'static [&'static str],
    /// Number of the PDN tag GameType, where PDN 3.0 has one.
    pub game_type: Option<u8>,
    /// Who moves first.
    pub first: Color,
    /// Rows that each side fills with men at the start.
    pub rows_of_men: usize,
    /// Rows behind them that are empty at the start.
    pub empty_back_rows: usize,
    /// Whether squares are customarily written with letters.
    pub algebraic: bool,
    /// Who wins.
    pub objective: Objective,
    /// When a game is drawn.
    pub draws: DrawRules,
}

impl Variant {
    /// All variants.
    pub const ALL: [Variant; 22] = [
        Variant::International,
        Variant::Losing,
        Variant::Killer,
        Variant::Breakthrough,
        Variant::Frisian,
        Variant::Frysk,
        Variant::Canadian,
        Variant::Brazilian,
        Variant::Russian,
        Variant::RussianGiveaway,
        Variant::Spantsireti,
        Variant::Czech,
        Variant::CzechZapletal,
        Variant::CzechGiveaway,
        Variant::English,
        Variant::EnglishGiveaway,
        Variant::Pool,
        Variant::Italian,
        Variant::Spanish,
        Variant::Portuguese,
        Variant::Thai,
        Variant::Turkish,
    ];

    /// The facts of the variant.
    pub const fn facts(self) -> &'static Facts {
        match self {
            Variant::International => &international::FACTS,
            Variant::Losing => &international::LOSING,
            Variant::Killer => &killer::FACTS,
            Variant::Breakthrough => &breakthrough::FACTS,
            Variant::Frisian => &frisian::FACTS,
            Variant::Frysk => &frisian::FRYSK,
            Variant::Canadian => &canadian::FACTS,
            Variant::Brazilian => &brazilian::FACTS,
            Variant::Russian => &russian::FACTS,
            Variant::RussianGiveaway => &russian::GIVEAWAY,
            Variant::Spantsireti => &spantsireti::FACTS,
            Variant::Czech => &czech::FACTS,
            Variant::CzechZapletal => &czech::ZAPLETAL,
            Variant::CzechGiveaway => &czech::GIVEAWAY,
            Variant::English => &english::FACTS,
            Variant::EnglishGiveaway => &english::GIVEAWAY,
            Variant::Pool => &pool::FACTS,
            Variant::Italian => &italian::FACTS,
            Variant::Spanish => &spanish::FACTS,
            Variant::Portuguese => &spanish::PORTUGUESE,
            Variant::Thai => &thai::FACTS,
            Variant::Turkish => &turkish::FACTS,
        }
    }

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// Its value of the Hub parameter `variant`.
    pub const fn hub_name(self) -> &'static str {
        self.facts().hub_names[0]
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no variant has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown variant '{found}', expected one of: {}", names())]
pub struct UnknownVariant {
    /// The name, as it was written.
    pub found: String,
}

/// The names of all variants, for messages.
fn names() -> String {
    Variant::ALL.map(Variant::name).join(" ")
}

impl FromStr for Variant {
    type Err = UnknownVariant;

    /// Reads a command-line name or a Hub name, in upper or lower case.
    fn from_str(text: &str) -> Result<Variant, UnknownVariant> {
        let wanted = text.to_ascii_lowercase();
        Variant::ALL
            .into_iter()
            .find(|v| v.name() == wanted || v.facts().hub_names.contains(&wanted.as_str()))
            .ok_or_else(|| UnknownVariant {
                found: text.chars().filter(|c| !c.is_control()).take(40).collect(),
            })
    }
}

impl Serialize for Variant {
    /// As its name.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.name())
    }
}

impl<'a> Deserialize<'a> for Variant {
    fn deserialize<D: Deserializer<'a>>(from: D) -> Result<Variant, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_leads_to_its_variant_and_no_other() {
        for variant in Variant::ALL {
            assert_eq!(variant.name().parse(), Ok(variant));
            for name in variant.facts().hub_names {
                assert_eq!(name.parse(), Ok(variant), "{name}");
            }
        }
        let error = "chess".parse::<Variant>().unwrap_err().to_string();
        assert!(
            error.contains("'chess'") && error.contains("czech"),
            "{error}"
        );
    }
}
