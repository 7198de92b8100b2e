//! Suites of known counts and of known moves: each fault has a place in the text.

use kamen_perft::suite::format::{MoveSuite, Suite};

pub(crate) fn run(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let (_, faults) = Suite::parse(&text);
    let (_, faults_of_moves) = MoveSuite::parse(&text);
    for fault in faults.iter().chain(&faults_of_moves) {
        assert!(!fault.to_string().is_empty());
    }
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    super::texts(&[
        "variant czech\ncount unique\nid start\nfen W:Wa1:Bb8\nsource somebody\nperft 1 7\nperft 2 49\n# end\n",
        "variant russian\nid one\nfen W:W32:B2\nsensitive majority\nmoves 32-28 32x19x23\n",
        "count paths\nvariant frisian\nid a\nfen B:WK1:B2:H0:F0\nsource x y\nperft 12 99999999999999999999\nid b\n",
    ])
}
