//! Short moves, which name the file alone of all squares but the last: `cd4`, `c:e5:g3`. Begin with [`in_full`].

use super::squares;
use crate::game::{AnyMove, AnyPosition};
use crate::geometry::Square;
use crate::rules::Variant;
use kamen_protocol::{MoveText, SquareName};
use std::borrow::Cow;

/// Most texts that a short one is taken for, so that a long one cannot take much time.
const MOST: usize = 4096;

/// The texts that a text may stand for: itself, or all those with squares for the files of a short one. Only squares
/// that a legal move begins on are tried for the first.
pub(super) fn in_full<'a>(
    position: &AnyPosition,
    legal: &[AnyMove],
    text: &'a MoveText,
) -> Vec<Cow<'a, MoveText>> {
    if !text.is_short() {
        return vec![Cow::Borrowed(text)];
    }
    let variant = position.variant();
    let starts = |square: Square| legal.iter().any(|m| m.start_square() == square);
    let mut texts = vec![Vec::new()];
    for (index, &name) in text.squares.iter().enumerate() {
        let names: Vec<SquareName> = match name {
            SquareName::Letters { file, rank: 0 } => of_file(variant, file)
                .filter(|&(_, square)| index > 0 || starts(square))
                .map(|(name, _)| name)
                .collect(),
            whole => vec![whole],
        };
        let longer = texts.iter().flat_map(|text: &Vec<SquareName>| {
            names.iter().map(move |&name| {
                let mut text = text.clone();
                text.push(name);
                text
            })
        });
        texts = longer.take(MOST).collect();
    }
    let kind = text.kind;
    let full = texts.into_iter().map(|squares| MoveText { kind, squares });
    full.map(Cow::Owned).collect()
}

/// The squares of a file, as printed.
fn of_file(variant: Variant, file: u8) -> impl Iterator<Item = (SquareName, Square)> {
    let ranks = 1..=variant.shape().height as u8;
    ranks.filter_map(move |rank| {
        let name = SquareName::Letters { file, rank };
        Some((name, squares::by_name(variant, name)?))
    })
}
