//! Games whose variant is known at run time against typed ones: random games of every variant, played by both.

use crate::positions::choices;
use crate::properties::{Checked, hold};
use crate::typed;
use kamen::game::IllegalMove;
use kamen::movegen::winner;
use kamen::rules::{Game, Rules, VariantOf};
use kamen::{AnyGame, AnyMove, AnyPosition, GameOver, Variant, with_rules};
use proptest::prelude::*;
use std::cell::Cell;

/// Random games of each variant.
const GAMES: u32 = 100;
/// They have fewer plies, but enough for the drawing rules to have a say.
const LONGEST: usize = 400;

/// What the games came to, so that it is seen that there was something to agree about.
#[derive(Default)]
struct Seen {
    draws: Cell<u32>,
    wins: Cell<u32>,
    counted_kings: Cell<u32>,
}

/// Plays a game in both ways. In a message it is a list of choices; what it came to is in the reason.
fn check_game<R: Rules>(of: VariantOf<R>, choices: &[u8], seen: &Seen) -> Checked {
    let (mut game, mut wanted) = (AnyGame::start(of.variant()), Game::start(of));
    for (plies, &choice) in choices.iter().enumerate() {
        prop_assert_eq!(game.plies(), plies);
        check_state(&game, &wanted, seen)?;
        check_texts(game.position())?;
        let moves = typed::moves(wanted.position());
        if moves.is_empty() {
            break;
        }
        let m = moves[usize::from(choice) % moves.len()];
        let played = AnyMove::of(of, &m);
        prop_assert_eq!(played.typed::<R>(), Some(m));
        wanted.play(&m);
        prop_assert_eq!(game.play(&played), Ok(()));
        // Who has moved does not move again.
        check_refusal(&game, &played)?;
    }
    Ok(())
}

/// Both games are the same, and the one is made of the other.
fn check_state<R: Rules>(game: &AnyGame, wanted: &Game<R>, seen: &Seen) -> Checked {
    let (of, position) = (wanted.variant_of(), wanted.position());
    let fen = typed::fen(of, position);
    let found = game.position();
    prop_assert_eq!(found, &AnyPosition::of(of, position), "{}", fen);
    prop_assert_eq!(found.typed(), Some(*position), "{}", fen);
    prop_assert_eq!(game.turn(), position.turn, "{}", fen);
    prop_assert_eq!(found.key(), position.key(), "{}", fen);
    prop_assert_eq!(game.keys(), wanted.keys(), "{}", fen);
    prop_assert_eq!(game.counters(), wanted.counters(), "{}", fen);
    prop_assert_eq!(game.draw(), wanted.draw(), "{}", fen);
    let has_won = winner(position, wanted.facts().objective);
    prop_assert_eq!(found.won().and_then(GameOver::winner), has_won, "{}", fen);
    let over = game.over();
    prop_assert_eq!(over.and_then(GameOver::winner), has_won, "{}", fen);
    prop_assert_eq!(over.is_some(), has_won.is_some() || wanted.is_draw());
    let texts = |moves: Vec<AnyMove>| Vec::from_iter(moves.iter().map(ToString::to_string));
    let moves = typed::moves(position);
    if let Some(m) = moves.first() {
        prop_assert_eq!(found.can_capture(), m.is_capture(), "{}", fen);
    }
    let moves = moves.into_iter().map(|m| AnyMove::of(of, &m)).collect();
    prop_assert_eq!(texts(game.legal_moves()), texts(moves), "{}", fen);
    let typed: Game<R> = game.typed().expect("rules of the variant");
    let whole = |game: &Game<R>| (*game.position(), game.counters(), game.keys().to_vec());
    prop_assert_eq!(whole(&typed), whole(wanted), "{}", fen);
    let count = |times: &Cell<u32>, is_seen| times.set(times.get() + u32::from(is_seen));
    count(&seen.draws, wanted.is_draw());
    count(&seen.wins, has_won.is_some());
    count(&seen.counted_kings, !found.wolf().is_empty());
    Ok(())
}

/// A position and its moves are read as they are written.
fn check_texts(position: &AnyPosition) -> Checked {
    let (variant, fen) = (position.variant(), position.fen());
    prop_assert_eq!(AnyPosition::parse_fen(variant, &fen), Ok(*position));
    let mut read = AnyPosition::parse_hub(variant, &position.hub().to_string());
    if let Ok(read) = &mut read {
        prop_assert_eq!(read.set_wolf(&position.wolf()), Ok(()), "{}", fen);
    }
    prop_assert_eq!(read, Ok(*position), "{}", fen);
    for m in position.legal_moves() {
        let text = m.to_string();
        prop_assert_eq!(position.parse_move(&text), Ok(m), "{} in {}", text, fen);
    }
    Ok(())
}

/// A move that is not legal is refused, and the game stays as it was.
fn check_refusal(game: &AnyGame, illegal: &AnyMove) -> Checked {
    let mut same = game.clone();
    let refused = IllegalMove {
        found: *illegal,
        variant: game.variant(),
    };
    prop_assert_eq!(same.position().after(illegal), Err(refused.clone()));
    prop_assert_eq!(same.play(illegal), Err(refused));
    prop_assert!(same.play_text(&illegal.to_string()).is_err());
    prop_assert_eq!(&same, game);
    Ok(())
}

#[test]
fn a_game_is_the_same_as_the_typed_one() {
    let seen = Seen::default();
    for variant in Variant::ALL {
        with_rules!(variant, of: R => {
            hold(variant, GAMES, choices(LONGEST), |choices| check_game::<R>(of, choices, &seen));
        });
    }
    let Seen {
        draws,
        wins,
        counted_kings,
    } = seen;
    let seen = [draws, wins, counted_kings].map(Cell::into_inner);
    assert!(seen.iter().all(|&times| times > 100), "{seen:?}");
}

#[test]
fn a_move_of_another_variant_is_not_legal() {
    for variant in Variant::ALL {
        let game = AnyGame::start(variant);
        for other in Variant::ALL.into_iter().filter(|other| *other != variant) {
            let m = AnyPosition::start(other).legal_moves()[0];
            let mut same = game.clone();
            assert!(same.play(&m).is_err(), "{variant}, {other}");
            assert_eq!(same, game, "{variant}, {other}");
        }
    }
}
