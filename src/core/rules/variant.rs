//! The list of variants. Begin with [`Variant`].

use super::{
    Brazilian, Breakthrough, Canadian, Czech, English, Facts, Frisian, International, Italian,
    Killer, Numbering, Pool, RuleSet, Rules, Russian, Spanish, Spantsireti, Thai, Turkish,
    brazilian, breakthrough, canadian, czech, english, frisian, international, italian, killer,
    pool, russian, spanish, spantsireti, thai, turkish,
};
use crate::geometry::Shape;
use std::any::TypeId;
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

/// The only list of variants. A line is `Name: facts, Rules;`, with the [`Facts`] of the
/// variant and its [`Rules`] type.
macro_rules! variants {
    ($d:tt $($(#[$doc:meta])* $name:ident: $facts:expr, $rules:ident;)*) => {
        /// A variant of draughts, known at run time.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Variant {
            $($(#[$doc])* $name,)*
        }

        impl Variant {
            /// All variants.
            pub const ALL: [Variant; [$(Variant::$name),*].len()] = [$(Variant::$name),*];

            /// The facts of the variant.
            pub const fn facts(self) -> &'static Facts {
                match self {
                    $(Variant::$name => &$facts,)*
                }
            }

            /// The facts of movement and capture.
            pub const fn rules(self) -> &'static RuleSet {
                match self {
                    $(Variant::$name => &<$rules as Rules>::RULES,)*
                }
            }

            /// The numbering of its squares.
            pub const fn numbering(self) -> Numbering {
                match self {
                    $(Variant::$name => <$rules as Rules>::NUMBERING,)*
                }
            }

            /// The shape of its board.
            pub const fn shape(self) -> Shape {
                match self {
                    $(Variant::$name => Shape::of::<<$rules as Rules>::Geometry>(),)*
                }
            }

            /// The name of its type of rules.
            const fn rules_name(self) -> &'static str {
                match self {
                    $(Variant::$name => stringify!($rules),)*
                }
            }

            /// Its type of rules.
            fn rules_type(self) -> TypeId {
                match self {
                    $(Variant::$name => TypeId::of::<$rules>(),)*
                }
            }
        }

        /// Crosses from a [`Variant`] known at run time to its [`Rules`] type.
        ///
        /// `with_rules!(variant, of: R => expression)` evaluates the expression with `R` naming that
        /// type and `of` the variant as a [`VariantOf<R>`](crate::rules::VariantOf); either may be
        /// left out. The expression is compiled for every variant, so it should be no more than a
        /// call, and it is for entering a hot loop, once a game, never once a node: elsewhere
        /// [`AnyGame`](crate::game::AnyGame) does everything that can be done with a game.
        #[macro_export]
        macro_rules! with_rules {
            ($d variant:expr, $d of:ident: $d R:ident => $d body:expr) => {
                match $d variant {
                    $($d crate::rules::Variant::$name => {
                        if const { !$d crate::rules::Variant::$name.is_built() } {
                            $d crate::rules::left_out($d crate::rules::Variant::$name);
                        }
                        type $d R = $d crate::rules::$rules;
                        let $d of = $d crate::rules::VariantOf::<$d R>::crossing(
                            $d crate::rules::Variant::$name
                        );
                        $d body
                    })*
                }
            };
            ($d variant:expr, $d R:ident => $d body:expr) => {
                match $d variant {
                    $($d crate::rules::Variant::$name => {
                        if const { !$d crate::rules::Variant::$name.is_built() } {
                            $d crate::rules::left_out($d crate::rules::Variant::$name);
                        }
                        type $d R = $d crate::rules::$rules;
                        $d body
                    })*
                }
            };
        }
    };
}

variants! { $
    /// International draughts, 10x10.
    International: international::FACTS, International;
    /// International draughts in which the side that cannot move wins.
    Losing: international::LOSING, International;
    /// Killer draughts, 10x10.
    Killer: killer::FACTS, Killer;
    /// International draughts in which the first king wins.
    Breakthrough: breakthrough::FACTS, Breakthrough;
    /// Frisian draughts, 10x10.
    Frisian: frisian::FACTS, Frisian;
    /// Frysk!: Frisian draughts with five men a side.
    Frysk: frisian::FRYSK, Frisian;
    /// Canadian draughts, 12x12.
    Canadian: canadian::FACTS, Canadian;
    /// Brazilian draughts, 8x8.
    Brazilian: brazilian::FACTS, Brazilian;
    /// Russian draughts, 8x8.
    Russian: russian::FACTS, Russian;
    /// Russian giveaway, poddavki.
    RussianGiveaway: russian::GIVEAWAY, Russian;
    /// Spantsireti, 10x8.
    Spantsireti: spantsireti::FACTS, Spantsireti;
    /// Czech draughts, 8x8.
    Czech: czech::FACTS, Czech;
    /// Czech draughts with eight men a side.
    CzechZapletal: czech::ZAPLETAL, Czech;
    /// Czech giveaway, žravá dáma.
    CzechGiveaway: czech::GIVEAWAY, Czech;
    /// English draughts (checkers), 8x8.
    English: english::FACTS, English;
    /// English giveaway.
    EnglishGiveaway: english::GIVEAWAY, English;
    /// Pool checkers, 8x8.
    Pool: pool::FACTS, Pool;
    /// Italian draughts, 8x8.
    Italian: italian::FACTS, Italian;
    /// Spanish draughts, 8x8.
    Spanish: spanish::FACTS, Spanish;
    /// Portuguese draughts, 8x8.
    Portuguese: spanish::PORTUGUESE, Spanish;
    /// Thai draughts, 8x8.
    Thai: thai::FACTS, Thai;
    /// Turkish draughts, all 64 squares.
    Turkish: turkish::FACTS, Turkish;
}

/// A variant with the rules `R`.
///
/// Every typed game needs one, so a game and its rules cannot disagree.
#[derive(Debug)]
pub struct VariantOf<R> {
    variant: Variant,
    rules: PhantomData<R>,
}

// Implemented by hand, because a derive would put the same bounds on `R`.
impl<R> Clone for VariantOf<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for VariantOf<R> {}

impl<R: Rules> VariantOf<R> {
    /// Checks that the variant has the rules `R`.
    pub fn new(variant: Variant) -> Option<VariantOf<R>> {
        (variant.rules_type() == TypeId::of::<R>()).then_some(VariantOf {
            variant,
            rules: PhantomData,
        })
    }

    /// For [`with_rules!`](crate::with_rules), which guarantees the rules `R`.
    #[doc(hidden)]
    pub fn crossing(variant: Variant) -> VariantOf<R> {
        debug_assert!(VariantOf::<R>::new(variant).is_some());
        VariantOf {
            variant,
            rules: PhantomData,
        }
    }

    /// The variant.
    pub fn variant(self) -> Variant {
        self.variant
    }

    /// The facts of the variant.
    pub fn facts(self) -> &'static Facts {
        self.variant.facts()
    }
}

impl<R: Rules> fmt::Display for VariantOf<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.variant.fmt(f)
    }
}

/// The variant that a build is for: it has the rules of this one alone, and the code for others is left out. A build for all has
/// none.
const ONLY: Option<&str> = option_env!("KAMEN_VARIANT");

/// Ends what would need rules that this build was made without.
#[doc(hidden)]
#[cold]
pub fn left_out(variant: Variant) -> ! {
    panic!("{variant} is left out of this build")
}

const fn are_equal(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut index = 0;
    while index < one.len() && index < other.len() && one[index] == other[index] {
        index += 1;
    }
    index == one.len() && index == other.len()
}

impl Variant {
    /// The one that is meant where nothing names another: international draughts, but in a build for one variant that one.
    pub const USUAL: Variant = {
        let mut usual = Variant::International;
        if let Some(only) = ONLY {
            let mut index = 0;
            while !are_equal(Variant::ALL[index].name(), only) {
                index += 1;
                assert!(index < Variant::ALL.len(), "KAMEN_VARIANT names no variant");
            }
            usual = Variant::ALL[index];
        }
        usual
    };

    /// Whether it is in this build: a build for one variant, which the environment variable `KAMEN_VARIANT` named when it was compiled,
    /// has only those with the rules of that one. Names of others are unknown there.
    pub const fn is_built(self) -> bool {
        ONLY.is_none() || are_equal(self.rules_name(), Variant::USUAL.rules_name())
    }

    /// All variants of this build.
    pub fn built() -> impl Iterator<Item = Variant> {
        Variant::ALL
            .into_iter()
            .filter(|variant| variant.is_built())
    }

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// What people call it in English.
    pub const fn title(self) -> &'static str {
        self.facts().title
    }

    /// Its declared value of the Hub parameter `variant`.
    pub const fn hub_name(self) -> &'static str {
        self.facts().hub_names[0]
    }

    /// The greatest number of pieces of a side: that of the start position or, for variants that
    /// begin with fewer men than their relatives, that of all rows but two.
    pub const fn most_pieces(self) -> usize {
        let shape = self.shape();
        let at_start = self.facts().rows_of_men * shape.per_row();
        let of_relatives = (shape.height / 2 - 1) * shape.width / 2;
        if at_start > of_relatives {
            at_start
        } else {
            of_relatives
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// An unknown variant name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown variant '{found}', expected one of: {}", names())]
pub struct UnknownVariant {
    /// The name as written.
    pub found: String,
}

/// The names of all variants, for messages.
fn names() -> String {
    Variant::built()
        .map(Variant::name)
        .collect::<Vec<_>>()
        .join(" ")
}

impl FromStr for Variant {
    type Err = UnknownVariant;

    /// Parses a command-line or Hub name, ignoring case.
    fn from_str(text: &str) -> Result<Variant, UnknownVariant> {
        let wanted = text.to_ascii_lowercase();
        Variant::built()
            .find(|v| v.name() == wanted || v.facts().hub_names.contains(&wanted.as_str()))
            .ok_or_else(|| UnknownVariant {
                found: text.chars().filter(|c| !c.is_control()).take(40).collect(),
            })
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

    #[test]
    fn a_side_has_at_most_the_men_of_its_relatives() {
        for (variant, most) in [
            (Variant::International, 20),
            (Variant::Frysk, 20),
            (Variant::Canadian, 30),
            (Variant::Spantsireti, 15),
            (Variant::Czech, 12),
            (Variant::CzechZapletal, 12),
            (Variant::Thai, 12),
            (Variant::Turkish, 16),
        ] {
            assert_eq!(variant.most_pieces(), most, "{variant}");
        }
    }
}
