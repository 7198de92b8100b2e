//! Scores in words.

use kamen_analysis::signed_score_text;
use kamen_core::score::Score;
use kamen_engine::SearchInfo;

/// What the engine thinks of its line, for the person whose move it is.
pub(super) fn judgment(info: &SearchInfo) -> String {
    let score = score_for_you(info.score);
    match (info.nodes, info.depth) {
        (0, _) => format!(" ({score}, from the opening book)"),
        (_, depth) => format!(" ({score}, depth {depth})"),
    }
}

/// A score of the person: in men, or in words where the end is known.
pub(super) fn score_for_you(score: Score) -> String {
    let is_known = score.0.abs() > Score::MAX_EVAL.0;
    let verb = if score.0 < 0 { "lose" } else { "win" };
    match score.plies_to_end().map(|plies| plies.div_ceil(2)) {
        Some(1) => format!("you {verb} in 1 move"),
        Some(moves) => format!("you {verb} in {moves} moves"),
        // Tables know no distance.
        None if is_known => format!("you {verb}"),
        None => format!("{} for you", signed_score_text(score)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_told_in_words_where_the_end_is_known() {
        for (score, expected) in [
            (Score(35), "+0.35 for you"),
            (Score(-120), "-1.20 for you"),
            (Score::win_in(1), "you win in 1 move"),
            (Score::win_in(5), "you win in 3 moves"),
            (Score::loss_in(4), "you lose in 2 moves"),
            (Score::table_win(2), "you win"),
            (-Score::table_win(2), "you lose"),
        ] {
            assert_eq!(score_for_you(score), expected);
        }
    }
}
