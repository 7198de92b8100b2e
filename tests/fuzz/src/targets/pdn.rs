//! Games of PDN: what is read is written so that the same is read; played again, a game is written by the rules and read back.

use kamen_core::Variant;
use kamen_core::pdn::{self, Game, Reader};

/// The most games of an input that are looked at.
const GAMES: usize = 20;

pub(crate) fn run(input: &[u8]) {
    let games: Vec<Game> = Reader::new(input)
        .take(GAMES)
        .filter_map(Result::ok)
        .collect();
    let _ = pdn::guess(&games);
    for game in games {
        let written = game.to_string();
        let again: Result<Vec<Game>, _> = Reader::new(written.as_bytes()).collect();
        let again = again.unwrap_or_else(|error| panic!("{written:?}: {error}"));
        // What cannot be read of a game is not written, and an end alone is no game.
        if again.is_empty() && game.tags.is_empty() && written.split_whitespace().count() <= 1 {
            continue;
        }
        let [again] = &again[..] else {
            panic!("{} games of {written:?}", again.len());
        };
        assert_eq!(again.to_string(), written);
        let variant = pdn::variant_of(&game).ok().flatten();
        replay(variant.unwrap_or(Variant::International), &game);
    }
}

/// Plays a game again. Its moves come back out of a game that is written of them.
fn replay(variant: Variant, game: &Game) {
    let replay = pdn::replay(variant, game);
    let _ = pdn::finished(variant, game);
    let Some(played) = replay.game() else {
        return;
    };
    let Ok(record) = pdn::write_game(&pdn::Record::from(&played)) else {
        return;
    };
    let text = record.to_string();
    let read: Vec<Game> = Reader::new(text.as_bytes())
        .collect::<Result<_, _>>()
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    let again = pdn::replay(
        pdn::variant_of(&read[0]).ok().flatten().unwrap_or(variant),
        &read[0],
    );
    assert!(again.faults.is_empty(), "{text}: {}", again.faults[0]);
    let again = again.game().unwrap_or_else(|| panic!("{text}"));
    assert_eq!(again.moves(), played.moves(), "{text}");
    assert_eq!(again.position(), played.position(), "{text}");
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    super::texts(&[
        "[Event \"A \\\"match\\\"\"] [White \"Ada\"] [Black \"Bo\"] [Result \"2-0\"] [GameType \"20\"]\n\
         1. 32-28 {[%clock 0:10:00] quiet} 19-23 2. 28x19 14x23! 3. 37-32 (3. 33-28? $2 {no} 23x32) 10-14 2-0\n",
        "[GameType \"29\"]\n[FEN \"W:Wc3,Ke1:Bd4,f6,b4\"]\n1. c3xe5xg7 *\n% a comment\n; another\n1. c3-d4 0-1",
        "[GameType \"21,W,8,8,N1,0\"] 1. 11-15 23-19 2. 8-11 22-17 1/2-1/2",
        "[GameType \"40\"] 1. 33-28 18-22 {-0.12/9 0.5s} 2. 28x17 1-1",
        "[GameType \"25\"][SetUp \"1\"][FEN \"B:W1-12,K20:B21-32.\"] 1... c3-d4 2. ... ??? ! 1-0 [GameType \"99\"]",
        "1. 32-28 ( 1. 31-27 ( 1. 33-29 17-22 ) 16-21 ) 17-22 2. 28x17 12x21 /FEN \"W:W31:B2\"/ 1. 31-27 *",
    ])
}
