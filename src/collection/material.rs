//! How many pieces a position has. Begin with [`Material`].

use kamen_core::board::Color;
use kamen_core::game::AnyPosition;
use std::str::FromStr;

/// The pieces of both sides: `4-3`, four white and three black ones of any kind, or `kkm-k`, two white kings and a man against a
/// black king, also written `2km-k`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Material([Side; 2]);

/// The pieces of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    /// So many of any kind.
    Pieces(usize),
    /// Men and kings.
    Kinds([usize; 2]),
}

/// Why a text is no material.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("bad material '{found}', expected White's and Black's pieces: 4-3, kk-k or 2km-3m")]
pub struct MaterialError {
    found: String,
}

impl Material {
    /// That of the other side for each.
    #[must_use]
    pub fn turned(self) -> Material {
        let [white, black] = self.0;
        Material([black, white])
    }

    /// Whether a position has it.
    pub fn is_that_of(&self, position: &AnyPosition) -> bool {
        let [white, black] = self.0;
        white.is_of(position.census(Color::White)) && black.is_of(position.census(Color::Black))
    }
}

impl Material {
    /// Whether a position may be followed by one that has it: neither men nor pieces become more.
    pub(crate) fn is_ahead_of(&self, position: &AnyPosition) -> bool {
        let [white, black] = self.0;
        white.is_ahead_of(position.census(Color::White))
            && black.is_ahead_of(position.census(Color::Black))
    }
}

impl Side {
    fn is_ahead_of(self, [men, kings]: [usize; 2]) -> bool {
        match self {
            Side::Pieces(pieces) => men + kings >= pieces,
            Side::Kinds(kinds) => men >= kinds[0] && men + kings >= kinds[0] + kinds[1],
        }
    }

    fn is_of(self, census: [usize; 2]) -> bool {
        match self {
            Side::Pieces(pieces) => census[0] + census[1] == pieces,
            Side::Kinds(kinds) => census == kinds,
        }
    }

    fn parse(text: &str) -> Option<Side> {
        if let Ok(pieces) = text.parse() {
            return Some(Side::Pieces(pieces));
        }
        let (mut kinds, mut count) = ([0_usize; 2], String::new());
        for c in text.chars() {
            let kind = match c {
                '0'..='9' if count.len() < 3 => {
                    count.push(c);
                    continue;
                }
                'm' | 'M' => 0,
                'k' | 'K' => 1,
                _ => return None,
            };
            kinds[kind] += if count.is_empty() {
                1
            } else {
                count.parse().ok()?
            };
            count.clear();
        }
        (count.is_empty() && !text.is_empty()).then_some(Side::Kinds(kinds))
    }
}

impl FromStr for Material {
    type Err = MaterialError;

    fn from_str(text: &str) -> Result<Material, MaterialError> {
        let sides = text.trim().split_once('-');
        let sides =
            sides.and_then(|(white, black)| Some([Side::parse(white)?, Side::parse(black)?]));
        sides.map(Material).ok_or_else(|| MaterialError {
            found: text.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kamen_core::rules::Variant;

    #[test]
    fn material_is_counted_or_told_by_kinds() {
        let position = AnyPosition::parse_fen(Variant::Czech, "W:WKa1,Kc1,e3:Bd4,Kh8").unwrap();
        let cases = [
            ("3-2", true),
            ("2-3", false),
            ("kkm-mk", true),
            ("2km-km", true),
            ("kmk-2", true),
            ("3k-km", false),
            ("kkm-k", false),
        ];
        for (text, expected) in cases {
            let material: Material = text.parse().unwrap();
            assert_eq!(material.is_that_of(&position), expected, "{text}");
            assert_eq!(
                material.turned().is_that_of(&position.half_turned()),
                expected
            );
            assert_eq!(material.turned().turned(), material);
        }
        for text in [
            "", "4", "4-", "-3", "kx-k", "2-3k4", "4-3-2", "9999k-k", "-",
        ] {
            let error = text.parse::<Material>().unwrap_err();
            assert!(
                error
                    .to_string()
                    .starts_with(&format!("bad material '{text}'"))
            );
        }
    }
}
