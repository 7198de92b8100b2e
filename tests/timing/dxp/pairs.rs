//! Kamen against itself.

use super::harness::Kamen;
use kamen::rules::Variant;

/// The lines about results.
fn results(said: &str) -> Vec<&str> {
    said.lines()
        .filter(|line| line.starts_with("won "))
        .collect()
}

/// The moves of all games.
fn moves(said: &str) -> Vec<&str> {
    let is_move = |line: &&str| {
        line.split('.')
            .next()
            .is_some_and(|n| n.parse::<u32>().is_ok())
    };
    said.lines()
        .filter(is_move)
        .filter_map(|line| line.split(' ').nth(1))
        .collect()
}

#[test]
fn whoever_listens_and_whoever_asks() {
    for caller_asks in [true, false] {
        let level = ["--level", "depth=5", "--ponder"];
        let plan = [
            "--initiator",
            "--minutes",
            "1",
            "--fen",
            "W:W31,32,33,38:BK2,8,9,13",
        ];
        let common = [&level[..], &["--games", "2"]].concat();
        let asking = [&level[..], &plan].concat();
        let (listens, calls) = if caller_asks {
            (common, asking)
        } else {
            (asking, common)
        };
        let (listener, address) = Kamen::listen(&listens);
        let address = address.to_string();
        let caller = Kamen::start(&[&["--call", &address], &calls[..]].concat());
        let (one, other) = (caller.finish_well(), listener.finish_well());
        assert_eq!(moves(&one), moves(&other));
        assert!(moves(&one).len() > 10, "{one}");
        let call = format!("calling {address}, for up to 10 s\nconnected to {address}\n");
        assert!(one.starts_with(&call), "{one}");
        // What one has won the other has lost.
        let last = |said: &str| -> Vec<u32> {
            let line = results(said).last().unwrap().replace(',', "");
            line.split(' ')
                .filter_map(|word| word.parse().ok())
                .collect()
        };
        let (a, b) = (last(&one), last(&other));
        assert_eq!(a.iter().sum::<u32>(), 2, "{one}");
        assert_eq!([a[0], a[1], a[2]], [b[1], b[0], b[2]], "{one}{other}");
        assert_eq!(a.len(), 3, "{one}");
    }
}

#[test]
fn every_variant_is_carried() {
    for variant in Variant::ALL {
        let rules = ["--variant", variant.name(), "--level", "depth=2"];
        let (listener, address) = Kamen::listen(&[&rules[..], &["--games", "2"]].concat());
        let address = address.to_string();
        let plan = [
            "--initiator",
            "--minutes",
            "0",
            "--moves",
            "8",
            "--call",
            &address,
        ];
        let caller = Kamen::start(&[&rules[..], &plan].concat());
        let (one, other) = (caller.finish_well(), listener.finish_well());
        assert_eq!(moves(&one), moves(&other), "{variant}");
        assert!(moves(&one).len() > 12, "{variant}: {one}");
        assert!(
            !one.contains("illegal") && one.contains("all moves are made"),
            "{one}"
        );
    }
}

#[test]
fn two_frames_of_one_game_agree() {
    for variant in ["english", "russian", "brazilian", "italian", "turkish"] {
        let rules = [
            "--variant",
            variant,
            "--frame",
            "pydraughts",
            "--level",
            "depth=2",
        ];
        let (listener, address) = Kamen::listen(&[&rules[..], &["--games", "2"]].concat());
        let address = address.to_string();
        let openings = [
            "--initiator",
            "--moves",
            "8",
            "--minutes",
            "0",
            "--call",
            &address,
        ];
        let fen = match variant {
            "turkish" => "W:Wa3,b3,Kc2:Bd6,e6,Kf7",
            _ => "W:W21,22,K30:B9,10,K3",
        };
        let caller = Kamen::start(&[&rules[..], &openings, &["--fen", fen]].concat());
        let (one, other) = (caller.finish_well(), listener.finish_well());
        assert_eq!(moves(&one), moves(&other), "{variant}");
        assert!(moves(&one).len() > 6, "{variant}: {one}");
    }
}
