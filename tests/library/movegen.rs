//! The engine's move generator against the naive one, and what must hold of its moves, on random
//! positions of every variant.

use crate::positions::{choices, positions, rotated};
use crate::properties::{Checked, hold, runner};
use crate::typed;
use kamen::board::Key;
use kamen::geometry::Bits;
use kamen::movegen::{can_capture, can_move};
use kamen::perft::perft;
use kamen::rules::{MoveOf, Position, Rules, Variant, VariantOf};
use kamen::{AnyPosition, with_rules};
use kamen_naive::{Move, Naive};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use rayon::prelude::*;
use std::collections::HashMap;

/// Random positions of each variant.
const POSITIONS: u32 = 2_000;
/// The same where the naive generator has no part.
const FEWER_POSITIONS: u32 = 2_000;
/// Random games of each variant.
const GAMES: u32 = 60;
/// Random games of each variant in which positions come again by another way.
const KEY_GAMES: u32 = 500;
/// Random games have fewer plies.
const LONGEST: usize = 150;

/// A variant, and the naive generator for it.
struct Table<R> {
    of: VariantOf<R>,
    naive: Naive,
}

impl<R: Rules> Table<R> {
    fn new(of: VariantOf<R>) -> Table<R> {
        let naive = Naive::new(of.variant().name());
        let naive = naive.unwrap_or_else(|| panic!("the naive generator has no {of}"));
        Table { of, naive }
    }

    fn position(&self, hub: &str) -> Result<Position<R>, TestCaseError> {
        let position = AnyPosition::parse_hub(self.of.variant(), hub);
        let position = position.map_err(|e| TestCaseError::fail(e.to_string()))?;
        Ok(position.typed().expect("rules of the variant"))
    }

    fn plain(&self, hub: &str) -> Result<kamen_naive::Position, TestCaseError> {
        let plain = self.naive.parse_hub(hub);
        plain.ok_or_else(|| TestCaseError::fail("unreadable"))
    }
}

/// Moves with their text, in text order.
fn by_text<M>(moves: Vec<M>, text: impl Fn(&M) -> String) -> Vec<(String, M)> {
    let mut texts: Vec<_> = moves.into_iter().map(|m| (text(&m), m)).collect();
    texts.sort_by(|a, b| a.0.cmp(&b.0));
    texts
}

/// Both generators agree about one position: its moves, each of them once, and where they lead.
fn check_moves<R: Rules>(table: &Table<R>, hub: &str) -> Checked {
    let position = table.position(hub)?;
    let plain = table.plain(hub)?;
    let fen = typed::fen(table.of, &position);
    let found = by_text(typed::moves(&position), |m| typed::text(table.of, m));
    let wanted = by_text(table.naive.legal_moves(&plain), Move::hub);
    // The naive list has no move twice, so neither has an equal one.
    let texts = |(text, _): &(String, MoveOf<R>)| text.clone();
    let wanted_texts = wanted.iter().map(|(text, _)| text.clone());
    prop_assert_eq!(
        Vec::from_iter(found.iter().map(texts)),
        Vec::from_iter(wanted_texts),
        "{}",
        fen
    );
    prop_assert_eq!(perft(&position, 1), found.len() as u64, "count, {}", fen);
    let replies = |(_, m): &(String, MoveOf<R>)| typed::moves(&position.after(m)).len() as u64;
    let two_plies: u64 = found.iter().map(replies).sum();
    prop_assert_eq!(perft(&position, 2), two_plies, "two plies, {}", fen);
    for ((text, m), (_, naive_move)) in found.iter().zip(&wanted) {
        let naive_after = table.naive.play(&plain, naive_move).hub();
        let after = position.after(m);
        let written = typed::hub(table.of, &after);
        prop_assert_eq!(&written, &naive_after, "after {}, {}", text, fen);
        // Nothing is left behind that the text does not show.
        let read = table.position(&naive_after)?;
        // But for the count of king moves, which the text leaves out.
        let same = (after.board, after.turn) == (read.board, read.turn);
        prop_assert!(same, "{:?} after {}, {}", after, text, fen);
    }
    check_kinds(table, &position, &found)
}

/// The questions that are answered without a list of moves.
fn check_kinds<R: Rules>(
    table: &Table<R>,
    position: &Position<R>,
    moves: &[(String, MoveOf<R>)],
) -> Checked {
    let fen = typed::fen(table.of, position);
    let captures = moves.iter().filter(|(_, m)| m.is_capture()).count();
    prop_assert!(captures == 0 || captures == moves.len(), "mixed, {}", fen);
    let must_capture = can_capture::<R>(&position.board, position.turn);
    prop_assert_eq!(must_capture, captures > 0, "can_capture, {}", fen);
    if !must_capture {
        prop_assert_eq!(can_move(position), !moves.is_empty(), "can_move, {}", fen);
    }
    let passed = Position {
        turn: !position.turn,
        ..*position
    };
    let replies = table.plain(&typed::hub(table.of, &passed))?;
    let replies = table.naive.legal_moves(&replies);
    let threatened = replies.iter().any(|m| !m.captured.is_empty());
    let threat = can_capture::<R>(&passed.board, passed.turn);
    prop_assert_eq!(threat, threatened, "threat, {}", fen);
    Ok(())
}

/// Positions and moves are read as they are written.
fn check_text<R: Rules>(table: &Table<R>, hub: &str) -> Checked {
    let position = table.position(hub)?;
    prop_assert_eq!(typed::hub(table.of, &position), hub);
    let fen = typed::fen(table.of, &position);
    let read = AnyPosition::parse_fen(table.of.variant(), &fen).map(|found| found.typed());
    prop_assert_eq!(read, Ok(Some(position)), "{}", fen);
    for m in typed::moves(&position) {
        let text = typed::text(table.of, &m);
        let read = AnyPosition::of(table.of, &position).parse_move(&text);
        let read = read.map(|found| found.typed::<R>());
        prop_assert_eq!(read, Ok(Some(m)), "{} in {}", text, fen);
    }
    Ok(())
}

/// Neither side is treated differently: the turned board has the same number of moves.
fn check_symmetry<R: Rules>(table: &Table<R>, hub: &str) -> Checked {
    let position = table.position(hub)?;
    let turned = table.position(&rotated(hub))?;
    for depth in 1..=2 {
        let nodes = [perft(&position, depth), perft(&turned, depth)];
        prop_assert_eq!(
            nodes[0],
            nodes[1],
            "depth {}, {}",
            depth,
            typed::fen(table.of, &position)
        );
    }
    Ok(())
}

/// The positions of a random game from the start, until it or the choices end.
fn random_game<R: Rules>(of: VariantOf<R>, choices: &[u8]) -> Vec<Position<R>> {
    let mut game = vec![Position::start(of)];
    for &choice in choices {
        let position = game[game.len() - 1];
        let moves = typed::moves(&position);
        if moves.is_empty() {
            break;
        }
        game.push(position.after(&moves[usize::from(choice) % moves.len()]));
    }
    game
}

/// A game in a message is a list of choices; what it came to is in the reason.
fn check_game<R: Rules>(table: &Table<R>, choices: &[u8]) -> Checked {
    for position in random_game(table.of, choices) {
        check_moves(table, &typed::hub(table.of, &position))?;
    }
    Ok(())
}

#[test]
fn both_generators_agree_on_random_positions() {
    (Variant::ALL.into_par_iter().with_max_len(1)).for_each(|variant| {
        with_rules!(variant, of: R => {
            let table = Table::<R>::new(of);
            hold(variant, POSITIONS, positions(of), |hub| check_moves(&table, hub));
        });
    });
}

#[test]
fn both_generators_agree_on_random_games() {
    for variant in Variant::ALL {
        with_rules!(variant, of: R => {
            let table = Table::<R>::new(of);
            hold(variant, GAMES, choices(LONGEST), |choices| check_game(&table, choices));
        });
    }
}

#[test]
fn positions_and_moves_are_read_as_written() {
    for variant in Variant::ALL {
        with_rules!(variant, of: R => {
            let table = Table::<R>::new(of);
            hold(variant, FEWER_POSITIONS, positions(of), |hub| check_text(&table, hub));
        });
    }
}

#[test]
fn the_board_turned_with_colours_exchanged_has_as_many_moves() {
    for variant in Variant::ALL {
        with_rules!(variant, of: R => {
            let table = Table::<R>::new(of);
            hold(variant, FEWER_POSITIONS, positions(of), |hub| check_symmetry(&table, hub));
        });
    }
}

/// A key belongs to one position, by whatever way that is reached.
#[test]
fn positions_of_random_games_have_keys_of_their_own() {
    for variant in Variant::ALL {
        with_rules!(variant, of: R => check_keys::<R>(of));
    }
}

fn check_keys<R: Rules>(of: VariantOf<R>) {
    let mut runner = runner(KEY_GAMES);
    let mut keys: HashMap<String, Key> = HashMap::new();
    let mut texts: HashMap<Key, String> = HashMap::new();
    let mut came_from: HashMap<String, String> = HashMap::new();
    let mut transpositions = 0;
    for _ in 0..KEY_GAMES {
        let choices = choices(LONGEST)
            .new_tree(&mut runner)
            .expect("choices")
            .current();
        let game = random_game(of, &choices);
        for (i, position) in game.iter().enumerate() {
            let text = typed::hub(of, position);
            // The text does not show the count of king moves.
            let key = Position::<R>::new(position.board, position.turn).key();
            assert_eq!(*keys.entry(text.clone()).or_insert(key), key, "{text}");
            assert_eq!(*texts.entry(key).or_insert(text.clone()), text, "{key:?}");
            if i > 0 {
                let before = typed::hub(of, &game[i - 1]);
                let first = came_from.entry(text).or_insert(before.clone());
                transpositions += u32::from(*first != before);
            }
        }
    }
    assert!(transpositions > 20, "{of}: {transpositions}");
    for (text, key) in &keys {
        let read = AnyPosition::parse_hub(of.variant(), text).map(|p| p.key());
        assert_eq!(read, Ok(*key), "{text}");
    }
}

/// Two thousand random positions hold what the mixtures are for.
#[test]
fn random_positions_hold_the_rare_captures() {
    for variant in Variant::ALL {
        with_rules!(variant, of: R => check_mixtures(&Table::<R>::new(of)));
    }
}

fn check_mixtures<R: Rules>(table: &Table<R>) {
    if R::RULES.first_king_wins {
        return; // Kings end the game, so there is little to capture.
    }
    let mut runner = runner(POSITIONS);
    let positions = positions(table.of);
    let (mut long, mut back, mut quiet) = (0, 0, 0);
    for _ in 0..2_000 {
        let tree = positions.new_tree(&mut runner).expect("positions");
        let position = table.position(&tree.current()).expect("a position");
        let moves = typed::moves(&position);
        let any = |has: fn(&MoveOf<R>) -> bool| u32::from(moves.iter().any(has));
        long += any(|m| m.captured.count() >= 6);
        back += any(|m| m.is_capture() && m.from == m.to);
        quiet += any(|m| !m.is_capture());
    }
    let name = table.of;
    assert!(
        long + back > 20 && quiet > 200,
        "{name}: {long} {back} {quiet}"
    );
}
