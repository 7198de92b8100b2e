//! The answers, as JSON.

mod analyse;
mod arguments;
mod book;
mod pdn;
mod tables;

pub(crate) use analyse::analyse;
pub(crate) use book::book;
pub(crate) use pdn::{read_pdn, write_pdn};
pub(crate) use tables::tables;

use crate::call::{Answered, Call};
use crate::http::{Caching, Response};
use crate::problem::Problem;
use arguments::{GAME, game};
use kamen_core::notation::{GameState, VariantFacts};
use kamen_core::rules::Variant;
use serde::Serialize;

/// The parameters of each path that has some.
#[cfg(test)]
pub(crate) const PARAMETERS: [(&str, &[&str]); 4] = [
    ("/moves/{variant}", &GAME),
    ("/tables/{variant}", &GAME),
    ("/book/{variant}", &GAME),
    ("/analyse/{variant}", &analyse::PARAMETERS),
];

/// An answer of this content.
fn json(content: &impl Serialize, caching: Caching) -> Answered {
    let body = serde_json::to_vec(content);
    let body = body.map_err(|error| Problem::new(500, error.to_string()))?;
    Ok(Response::new("application/json", body.into()).cached(caching))
}

/// What the server is.
#[derive(Serialize)]
struct Version {
    name: &'static str,
    version: &'static str,
    protocol: &'static str,
}

pub(crate) fn version(_: &Call) -> Answered {
    let version = Version {
        name: "Kamen",
        version: env!("CARGO_PKG_VERSION"),
        protocol: "hub 2",
    };
    json(&version, Caching::Checked)
}

pub(crate) fn variants(_: &Call) -> Answered {
    json(
        &Variant::ALL.map(VariantFacts::of).as_slice(),
        Caching::Checked,
    )
}

pub(crate) fn moves(call: &Call) -> Answered {
    json(&GameState::of(&game(call, &GAME)?), Caching::Day)
}
