//! Formats an engine's report of its move as a PDN comment.

use crate::score::Score;
use std::fmt;
use std::time::Duration;

/// An engine's report of its move. The format is that of cutechess and fastchess, `+0.17/12
/// 1.250s`: the score in men for the side that moved, `+M5` for a win in five moves, the depth, the
/// time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveReport {
    /// The score for the side that moved.
    pub score: Option<Score>,
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The time used for the move.
    pub time: Option<Duration>,
}

impl fmt::Display for MoveReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = Vec::new();
        if let Some(score) = self.score {
            let depth = self
                .depth
                .map_or(String::new(), |depth| format!("/{depth}"));
            words.push(score_text(score) + &depth);
        }
        if let Some(time) = self.time {
            words.push(format!("{:.3}s", time.as_secs_f64()));
        }
        f.write_str(&words.join(" "))
    }
}

fn score_text(score: Score) -> String {
    let sign = if score < Score::DRAW { '-' } else { '+' };
    match score.plies_to_end() {
        Some(plies) => format!("{sign}M{}", plies.div_ceil(2)),
        None => format!("{sign}{}", Score(score.0.abs())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_written_as_other_runners_do() {
        let cases = [
            (Some(Score(17)), Some(12), Some(1250), "+0.17/12 1.250s"),
            (Some(Score(-103)), Some(1), None, "-1.03/1"),
            (Some(Score::win_in(9)), Some(20), None, "+M5/20"),
            (Some(Score::loss_in(8)), None, Some(3), "-M4 0.003s"),
            (None, Some(3), Some(0), "0.000s"),
            (None, None, None, ""),
        ];
        for (score, depth, time, expected) in cases {
            let time = time.map(Duration::from_millis);
            let report = MoveReport { score, depth, time };
            assert_eq!(report.to_string(), expected);
        }
    }
}
