//! Splits and counts of perft: lines are read as written, and a sum is only given of what is whole.

use kamen_core::Variant;
use kamen_perft::Counting;
use kamen_perft::split::Sum;
use kamen_perft::split::format::{self, CountsHead, Line, SplitHead};

pub(crate) fn run(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let mut sum = Sum::default();
    let mut is_whole = true;
    for line in text.lines() {
        match format::line(line) {
            Some(Line::Split(head)) => {
                assert_eq!(
                    format::line(&head.to_string()),
                    Some(Line::Split(head.clone()))
                );
            }
            Some(Line::Counts(head)) => {
                assert_eq!(format::line(&head.to_string()), Some(Line::Counts(head)));
            }
            _ => {}
        }
        let _ = (format::part(line), format::counted(line));
        is_whole &= sum.add(line).is_ok();
    }
    if let (true, Ok(total)) = (is_whole, sum.finish())
        && let Some(split) = total.split
    {
        assert_eq!(split.positions, total.positions);
    }
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let split = SplitHead {
        variant: Variant::Czech,
        counting: Counting::Unique,
        plies: 2,
        positions: 2,
        sequences: 4,
        fen: "W:W1:B2".to_owned(),
    };
    let counts = CountsHead {
        variant: Variant::Czech,
        counting: Counting::Unique,
        depth: 6,
    };
    super::texts(&[
        &format!("{split}\n{counts}\n1 37102 W:W1:B2\n3 5 B:W3:B4\n"),
        &format!("{split}\n# a comment\n\n1 W:W1:B2\n3 B:W3:B4\n"),
        "1 340282366920938463463374607431768211455 W:W1:B2\n2 1 W:W1:B3\n",
    ])
}
