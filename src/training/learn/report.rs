//! The results of a generation.

use kamen_tournament::statistics::{Elo, Pairs, Tally, Verdict, elo_of_score, signed};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The results of a generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct GenerationReport {
    /// Number of the generation, from 1.
    pub generation: u32,
    /// Games that its weights were fitted to.
    pub games: u64,
    /// Quiet positions of these games.
    pub positions: u64,
    /// Mean logistic loss over the validation set.
    pub loss: f64,
    /// Its opponent, the best generation before; 0 for the start.
    pub opponent: u32,
    /// The result of the match.
    #[serde(rename = "match")]
    pub contest: MatchReport,
    /// Elo of the best weights above the start: the sum over the matches won.
    pub elo: f64,
    /// Seconds of work so far.
    pub seconds: f64,
}

/// The result of a match, for the new weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct MatchReport {
    /// The games.
    pub tally: Tally,
    /// Elo of the new weights above the best so far.
    pub elo: f64,
    /// Half the width of the 95 % confidence interval; `None` if it is unbounded.
    pub error: Option<f64>,
    /// Whether the new weights are kept.
    pub decision: Decision,
}

/// Whether new weights become the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// Kept: the test accepted them.
    Accepted,
    /// Kept: the test did not decide, but they scored more than half of the points.
    Ahead,
    /// Not kept: the test rejected them.
    Rejected,
    /// Not kept: the test did not decide, and they scored at most half of the points.
    Behind,
}

impl Decision {
    /// Whether the new weights become the best.
    pub fn keeps_new(self) -> bool {
        matches!(self, Decision::Accepted | Decision::Ahead)
    }
}

impl MatchReport {
    pub(super) fn new(tally: Tally, pairs: Pairs, verdict: Option<Verdict>) -> MatchReport {
        let elo = Elo::of(tally, pairs);
        let score = tally.score().unwrap_or(0.5);
        // A perfect score is counted as if half a point of the next game were lost, so that its Elo is finite.
        let edge = 0.5 / (tally.games().max(1) as f64 + 1.0);
        let decision = match verdict {
            Some(Verdict::Accepted) => Decision::Accepted,
            Some(Verdict::Rejected) => Decision::Rejected,
            None if score > 0.5 => Decision::Ahead,
            None => Decision::Behind,
        };
        MatchReport {
            tally,
            elo: elo_of_score(score.clamp(edge, 1.0 - edge)) + 0.0,
            error: elo.and_then(|elo| elo.error()),
            decision,
        }
    }
}

impl GenerationReport {
    /// Hours of work so far.
    pub fn hours(&self) -> f64 {
        self.seconds / 3600.0
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Decision::Accepted => "accepted, kept",
            Decision::Ahead => "undecided, kept",
            Decision::Rejected => "rejected",
            Decision::Behind => "undecided, not kept",
        })
    }
}

impl fmt::Display for MatchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally {
            wins,
            draws,
            losses,
        } = self.tally;
        write!(f, "+{wins} ={draws} -{losses}, {} ", signed(self.elo))?;
        match self.error {
            Some(error) => write!(f, "±{error:.1} ")?,
            None => f.write_str("±? ")?,
        }
        write!(f, "Elo, {}", self.decision)
    }
}

impl fmt::Display for GenerationReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "generation {}: {} games, {} positions, loss {:.5}; against generation {}: {}; ",
            self.generation, self.games, self.positions, self.loss, self.opponent, self.contest
        )?;
        write!(f, "{}", Gain(self.elo, self.seconds))
    }
}

/// Elo, and the seconds it took.
pub(super) struct Gain(pub(super) f64, pub(super) f64);

impl fmt::Display for Gain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (elo, hours) = (self.0, self.1 / 3600.0);
        if hours < 1.0 {
            let minutes = hours * 60.0;
            return write!(f, "{elo:.1} Elo above the start after {minutes:.1} minutes");
        }
        write!(f, "{elo:.1} Elo above the start after {hours:.2} hours")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contest(points: [u64; 5], verdict: Option<Verdict>) -> MatchReport {
        let [lost, _, even, _, won] = points;
        let tally = Tally {
            wins: 2 * won,
            draws: 2 * even,
            losses: 2 * lost,
        };
        MatchReport::new(tally, Pairs(points), verdict)
    }

    #[test]
    fn what_is_stronger_is_kept() {
        let (yes, no) = (Some(Verdict::Accepted), Some(Verdict::Rejected));
        let cases = [
            ([5, 0, 5, 0, 20], yes, Decision::Accepted, "+190.8", true),
            ([5, 0, 5, 0, 6], no, Decision::Rejected, "+21.7", false),
            ([5, 0, 5, 0, 6], None, Decision::Ahead, "+21.7", true),
            ([5, 0, 5, 0, 5], None, Decision::Behind, "+0.0", false),
            ([6, 0, 5, 0, 5], None, Decision::Behind, "-21.7", false),
            ([0, 0, 0, 0, 5], None, Decision::Ahead, "+528.9", true),
            ([5, 0, 0, 0, 0], None, Decision::Behind, "-528.9", false),
            ([0; 5], None, Decision::Behind, "+0.0", false),
        ];
        for (points, verdict, decision, elo, keeps_new) in cases {
            let contest = contest(points, verdict);
            assert_eq!(contest.decision, decision, "{points:?}");
            assert_eq!(decision.keeps_new(), keeps_new);
            assert_eq!(format!("{:+.1}", contest.elo), elo, "{points:?}");
        }
    }

    #[test]
    fn the_log_tells_elo_and_time() {
        let report = GenerationReport {
            generation: 3,
            games: 30_000,
            positions: 1_234_567,
            loss: 0.512_345,
            opponent: 1,
            contest: contest([5, 0, 5, 0, 20], Some(Verdict::Accepted)),
            elo: 250.0,
            seconds: 1800.0,
        };
        assert_eq!(
            report.to_string(),
            "generation 3: 30000 games, 1234567 positions, loss 0.51235; against generation 1: \
             +40 =10 -10, +190.8 ±128.2 Elo, accepted, kept; 250.0 Elo above the start after 30.0 minutes"
        );
        let text = serde_json::to_string(&report).unwrap();
        assert_eq!(
            serde_json::from_str::<GenerationReport>(&text).unwrap(),
            report
        );
        let even = contest([0, 0, 2, 0, 0], None).to_string();
        assert_eq!(even, "+0 =4 -0, +0.0 ±250.9 Elo, undecided, not kept");
    }
}
