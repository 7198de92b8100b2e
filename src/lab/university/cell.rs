//! A cell of a published table: what was printed, and what comes out here.

use super::significance::p_value;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::mem::discriminant;

/// What stands in a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Content {
    /// Games: wins of the first player, wins of the second, draws.
    Games([u32; 3]),
    /// Wins of the first and of the second, of so many games.
    Wins([u32; 3]),
    /// A number, with the decimals that are printed.
    Number(f64, usize),
    /// Words, or the results of single games as W, D and L.
    Words(String),
}

impl fmt::Display for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Content::Games([wins, losses, draws]) => write!(f, "{wins}/{losses}/{draws}"),
            Content::Wins([wins, losses, _]) => write!(f, "{wins}:{losses}"),
            Content::Number(number, decimals) => write!(f, "{number:.decimals$}"),
            Content::Words(words) => f.write_str(words),
        }
    }
}

/// What came out here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Found {
    pub(super) content: Content,
    /// Wins of the first player as White and as Black, where games were counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) by_color: Option<[u32; 2]>,
}

impl From<Content> for Found {
    fn from(content: Content) -> Found {
        Found {
            content,
            by_color: None,
        }
    }
}

/// What makes a cell known again in a journal.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Place {
    pub(super) table: String,
    pub(super) row: String,
    pub(super) column: String,
}

/// A finished cell.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Compared {
    #[serde(flatten)]
    pub(super) place: Place,
    /// `None` where it is lost.
    pub(super) published: Option<Content>,
    #[serde(flatten)]
    pub(super) found: Found,
    /// Whether both are the same; `None` where nothing is printed or only samples can be compared.
    pub(super) equal: Option<bool>,
    /// The probability that samples of the same player differ at least as much.
    pub(super) p: Option<f64>,
}

impl Compared {
    pub(super) fn new(place: Place, published: Option<Content>, found: Found) -> Compared {
        let p = match (&published, &found.content) {
            (Some(Content::Games(one)), Content::Games(two))
            | (Some(Content::Wins(one)), Content::Wins(two)) => Some(p_value(*one, *two)),
            _ => None,
        };
        let is_alike = |content: &&Content| discriminant(*content) == discriminant(&found.content);
        let equal = published
            .as_ref()
            .filter(|content| p.is_none() && is_alike(content))
            .map(|content| content.to_string() == found.content.to_string());
        Compared {
            place,
            published,
            found,
            equal,
            p,
        }
    }

    /// What of the difference is said in words.
    pub(super) fn difference(&self) -> String {
        let mut words = match (self.equal, self.p) {
            (Some(true), _) => "equal".to_owned(),
            (Some(false), _) => "differs".to_owned(),
            (None, Some(p)) => format!("p {}", probability(p)),
            (None, None) if self.published.is_some() => "in words alone".to_owned(),
            (None, None) => "lost in print".to_owned(),
        };
        if let Some([white, black]) = self.found.by_color {
            words += &format!(", wins with White {white}, with Black {black}");
        }
        words
    }
}

/// A probability in two digits.
fn probability(p: f64) -> String {
    if p >= 0.01 {
        format!("{p:.2}")
    } else {
        format!("{p:.0e}")
    }
}
