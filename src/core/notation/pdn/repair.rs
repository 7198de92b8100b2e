//! Makes a game one that the standard has nothing against. Begin with [`repair`].

use super::replay::Replay;
use super::square_converter::usual_board;
use super::variant::{game_type, variant_of};
use super::warning::ReplaySlip;
use super::write::{MANDATORY, number};
use crate::rules::Variant;
use kamen_protocol::pdn::{Element, Game, GameEnd, GameResult, GameType, PlayedMove, Tag};

/// A game without slips.
#[derive(Clone, Debug)]
pub struct Repaired {
    /// The game.
    pub game: Game,
    /// What was changed beside its slips, in words.
    pub changes: Vec<String>,
}

/// Repairs a game: the tags of the standard in their order, `GameType` and `Variant` for its variant, a result and an end,
/// and the numbers of moves.
///
/// `game` is [rewritten](super::rewrite()) with letters or numbers, `replay` is the [`replay`](super::replay()) of the game as
/// it was. What is repaired is read back without a slip.
pub fn repair(variant: Variant, game: &Game, replay: &Replay, letters: bool) -> Repaired {
    let mut repairer = Repairer {
        changes: Vec::new(),
    };
    let mut repaired = game.clone();
    repairer.result(&mut repaired, replay);
    repairer.tags(variant, &mut repaired, letters);
    repairer.end(&mut repaired);
    repairer.numbers(&mut repaired, replay);
    repaired.slips = kamen_protocol::pdn::Slips::default();
    Repaired {
        game: repaired,
        changes: repairer.changes,
    }
}

struct Repairer {
    changes: Vec<String>,
}

impl Repairer {
    fn changed(&mut self, what: String) {
        self.changes.push(what);
    }

    /// Makes the tag `Result` say what the game ends with, or the standard form of what it says.
    fn result(&mut self, game: &mut Game, replay: &Replay) {
        let told = game.tag("Result").map(str::trim).unwrap_or_default();
        let known = GameResult::parse(told);
        let points = replay
            .warnings
            .iter()
            .find_map(|warning| match &warning.slip {
                ReplaySlip::Points { found } => Some(found.as_str()),
                _ => None,
            });
        let value = match (game.end, known) {
            (Some(GameEnd::Result(end)), Some(known))
                if end.with_one_point() != known.with_one_point() =>
            {
                end.text()
            }
            (_, Some(_)) if GameResult::is_detailed(told) => told,
            (_, Some(known)) => known.text(),
            (Some(GameEnd::Result(end)), _) => end.text(),
            (_, None) if matches!(told, "" | "-" | "?") => points.unwrap_or("*"),
            (_, None) => told,
        };
        let value = value.to_owned();
        self.set(game, "Result", &value);
    }

    /// Gives a tag a value.
    fn set(&mut self, game: &mut Game, name: &str, value: &str) {
        let is_it = |tag: &&mut Tag| tag.name().eq_ignore_ascii_case(name);
        match game.tags.iter_mut().find(is_it) {
            Some(tag) if tag.value() == value && tag.name() == name => {}
            Some(tag) => {
                let before = format!("{} \"{}\"", tag.name(), tag.value());
                *tag = Tag::new(name, value);
                self.changed(format!("tag {before}: now {name} \"{value}\""));
            }
            None => {
                game.tags.push(Tag::new(name, value));
                self.changed(format!("tag {name} \"{value}\" added"));
            }
        }
    }

    fn tags(&mut self, variant: Variant, game: &mut Game, letters: bool) {
        let missing = MANDATORY
            .iter()
            .filter(|(name, _)| game.find_tag(name).is_none());
        let missing: Vec<(&str, &str)> = missing.copied().collect();
        if !missing.is_empty() {
            let names: Vec<&str> = missing.iter().map(|&(name, _)| name).collect();
            self.changed(format!("tags added: {}", names.join(" ")));
            game.tags
                .extend(missing.iter().map(|(name, value)| Tag::new(name, value)));
        }
        if let Some(usual) = game_type(variant) {
            let board = Some(usual_board(variant, letters));
            let value = GameType { board, ..usual }.to_string();
            self.set(game, "GameType", &value);
        }
        if variant_of(game) != Ok(Some(variant)) {
            self.set(game, "Variant", variant.name());
        }
        for name in ["FEN", "SetUp"] {
            if let Some(value) = game.tag(name).map(str::to_owned) {
                self.set(game, name, &value);
            }
        }
        let rank = |tag: &Tag| {
            let first = MANDATORY.iter().map(|&(name, _)| name);
            let mut order = first.chain(["Result", "GameType", "Variant", "SetUp", "FEN"]);
            order
                .position(|name| name.eq_ignore_ascii_case(tag.name()))
                .unwrap_or(usize::MAX)
        };
        game.tags.sort_by_key(rank);
    }

    fn end(&mut self, game: &mut Game) {
        if game.end.is_none() {
            game.end = Some(GameEnd::Asterisk);
            self.changed("* added at the end".to_owned());
        }
    }

    fn numbers(&mut self, game: &mut Game, replay: &Replay) {
        let first = game.main_line().find_map(|played| played.number);
        // A game from a position may begin with a later move.
        let base = match (game.fen(), first) {
            (Some(_), Some(first)) => (first.number as usize).clamp(1, 10_000) - 1,
            _ => 0,
        };
        let offset = replay.offset();
        let first = (game.body.iter()).position(|element| matches!(element, Element::Move(_)));
        let is_dots = |&first: &usize| game.body.get(first).is_some_and(is_unknown);
        if let Some(first) = first.filter(|first| offset == 1 && is_dots(first)) {
            game.body.remove(first);
            self.changed("... before the first move left out".to_owned());
        }
        let mut changed = 0;
        number_line(&mut game.body, 2 * base + offset, &mut changed);
        match changed {
            0 => {}
            1 => self.changed("1 move number set".to_owned()),
            some => self.changed(format!("{some} move numbers set")),
        }
    }
}

fn is_unknown(element: &Element) -> bool {
    matches!(element, Element::Move(PlayedMove { text: None, .. }))
}

/// Numbers the moves of a line that begins `ply` plies after the start.
fn number_line(elements: &mut [Element], mut ply: usize, changed: &mut usize) {
    let mut is_first = true;
    for element in elements {
        match element {
            Element::Move(played) => {
                let due = number(ply, is_first);
                // The number of the second move of a pair is usual behind a comment.
                let right = number(ply, true);
                if played.number != due && played.number != right {
                    *changed += 1;
                    played.number = due;
                }
                is_first = false;
                ply += 1;
            }
            Element::Variation(inside) => number_line(inside, ply.saturating_sub(1), changed),
            // The moves behind it have numbers of their own.
            Element::Setup(_) => return,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
