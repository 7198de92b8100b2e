//! What people and scripts name: players, evaluations, variants, squares, addresses, levels of tournaments.

use kamen_core::Variant;
use kamen_core::notation::{Frame, SquareName};
use kamen_eval::Choice;
use kamen_players::BuiltIn;
use kamen_protocol::{Fen, HubPosition, MoveText};
use kamen_tables::Material;
use kamen_tournament::transport::Address;
use std::fmt::Display;
use std::str::FromStr;

pub(crate) fn run(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    for line in text.lines().take(20) {
        there_and_back::<Variant>(line);
        there_and_back::<Frame>(line);
        there_and_back::<Address>(line);
        there_and_back::<Choice>(line);
        there_and_back::<Material>(line);
        // Those with a file of a network read it.
        if !line.contains(':')
            || line.starts_with("mcts")
            || line.starts_with("montecarlo")
            || line.starts_with("goliath")
        {
            there_and_back::<BuiltIn>(line);
        }
        written(line, |text| SquareName::parse(text).ok());
        written(line, |text| MoveText::parse(text).ok());
        written(line, |text| HubPosition::parse(text).ok());
        written(line, |text| Fen::parse(text).ok());
    }
}

fn there_and_back<T: FromStr + Display>(text: &str) {
    written(text, |text| text.parse::<T>().ok());
}

/// What is read is written so that the same is read.
fn written<T: Display>(text: &str, read: impl Fn(&str) -> Option<T>) {
    let Some(value) = read(text) else { return };
    let first = value.to_string();
    let second = read(&first).map(|again| again.to_string());
    assert_eq!(second.as_ref(), Some(&first), "{text:?}");
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    super::texts(&[
        "international\nnormal\nCzech\nbreakthrough\nplain\npydraughts\nrandom\neasy\ngoliath:3\nmcts:100:c=0.5:threads=2\nmontecarlo:50",
        "hand-made:material+dynamic\nlearned\nhand-made\n127.0.0.1:80\n[::1]:5\nlocalhost\n::1\ndam.example.org:1",
        "32\nc3\nh8\n32-28\n28x19x23\nc3xe5xg7\nc3:e5\nWbbbeeeWWw\nB\nW:W31,K32:B1,2\nB:Wa1,Kc3:Bb2:H0:F1\nW:W1-12:B20-31.",
        "mkk-m\nk-k\nmm-kk\n-k",
    ])
}
