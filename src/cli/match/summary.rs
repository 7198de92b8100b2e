//! The result of a tournament, printed as text or JSON. Begin with [`Summary`].

use super::table::{crosstables, elo_text, shown, standings_table};
use kamen_core::rules::Variant;
use kamen_tournament::statistics::{Elo, Pairs, Tally, Verdict};
use kamen_tournament::{
    Contestant, DrawPolicy, Format, Part, Row, Standings, Tournament, TournamentEnd,
};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// The result of a tournament so far.
pub(super) struct Summary<'a> {
    pub(super) tournament: &'a Tournament,
    pub(super) standings: &'a Standings,
    /// `None` after an error.
    pub(super) ending: Option<TournamentEnd>,
    /// Index of the winner of a knockout.
    pub(super) winner: Option<usize>,
    /// How long it took; `None` where nobody measured it.
    pub(super) seconds: Option<f64>,
}

impl Summary<'_> {
    fn name(&self, contestant: usize) -> &str {
        &self.tournament.contestants[contestant].name
    }

    /// Games and game pairs of a two-player match, from the first contestant's side.
    fn pair(&self) -> Option<(Tally, Pairs)> {
        let is_pair = self.tournament.contestants.len() == 2;
        self.standings.meeting(0, 1).filter(|_| is_pair)
    }
}

impl fmt::Display for Summary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (tournament, standings) = (self.tournament, self.standings);
        writeln!(
            f,
            "{}, {}, {} games, {}, seed {}",
            tournament.variant,
            tournament.format,
            standings.games(),
            tournament.openings.source,
            tournament.seed
        )?;
        if tournament.part != Part::All {
            writeln!(f, "part {} of the games", tournament.part)?;
        }
        f.write_str(&standings_table(tournament, standings))?;
        if tournament.contestants.len() > 2 {
            f.write_str(&crosstables(tournament, standings))?;
        }
        if let Some((tally, pairs)) = self.pair() {
            write_pair(f, tally, pairs)?;
            self.write_colors(f)?;
        }
        if let (Some(sprt), Some((_, pairs))) = (&tournament.sprt, self.pair()) {
            let (lower, upper) = sprt.bounds();
            let verdict = match sprt.verdict(pairs) {
                Some(Verdict::Accepted) => format!("stronger than {} Elo", sprt.elo0),
                Some(Verdict::Rejected) => format!("not stronger by {} Elo", sprt.elo1),
                None => "open".to_owned(),
            };
            let llr = sprt.llr(pairs);
            let first = self.name(0);
            writeln!(
                f,
                "SPRT {sprt}: LLR {llr:.2} ({lower:.2}, {upper:.2}), {first}: {verdict}"
            )?;
        }
        if let Some(winner) = self.winner {
            writeln!(f, "winner: {}", self.name(winner))?;
        }
        self.write_games(f)?;
        for row in standings.rows() {
            self.write_effort(f, &row)?;
        }
        Ok(())
    }
}

fn write_pair(f: &mut fmt::Formatter<'_>, tally: Tally, pairs: Pairs) -> fmt::Result {
    let [a, b, c, d, e] = pairs.0;
    let draws = percent(tally.draws, tally.games());
    writeln!(
        f,
        "pairs with 0 to 4 points: {a} {b} {c} {d} {e}; {draws} of the games drawn"
    )
}

impl Summary<'_> {
    /// Writes the first contestant's games by its colour.
    fn write_colors(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some([white, black]) = self.standings.by_color(0, 1) else {
            return Ok(());
        };
        let [white, black] = [white, black].map(|tally| {
            let (wins, draws, losses) = (tally.wins, tally.draws, tally.losses);
            format!("+{wins} ={draws} -{losses}")
        });
        let name = shown(self.name(0));
        writeln!(f, "{name}: {white} with White, {black} with Black")
    }

    /// Writes how games ended, their mean length, and White's score.
    fn write_games(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let standings = self.standings;
        let games = standings.games();
        if games == 0 {
            return Ok(());
        }
        let mut reasons: Vec<_> = standings.reasons.iter().collect();
        reasons.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let reasons: Vec<String> = (reasons.iter())
            .map(|(reason, count)| format!("{reason} {count}"))
            .collect();
        let plies = standings.plies as f64 / games as f64;
        let white = standings.white.points() as f64 / (2 * games) as f64 * 100.0;
        let reasons = reasons.join(", ");
        writeln!(
            f,
            "ends: {reasons}; {plies:.0} plies on average; White scored {white:.1}%"
        )?;
        if standings.repeated > 0 {
            let repeated = standings.repeated;
            writeln!(
                f,
                "{repeated} games repeat another one move for move, so errors are larger than \
                 shown: take more openings"
            )?;
        }
        Ok(())
    }

    fn write_effort(&self, f: &mut fmt::Formatter<'_>, row: &Row) -> fmt::Result {
        let effort = row.effort;
        if effort.moves == 0 && row.faults.is_empty() {
            return Ok(());
        }
        let name = self.name(row.contestant);
        let seconds = effort.seconds / effort.moves.max(1) as f64;
        write!(f, "{name}: {} moves, {seconds:.4} s each", effort.moves)?;
        if effort.searches > 0 {
            let depth = effort.depths as f64 / effort.searches as f64;
            write!(f, ", depth {depth:.1}")?;
        }
        if effort.nodes > 0 && effort.seconds > 0.0 {
            let speed = effort.nodes as f64 / effort.seconds / 1000.0;
            write!(f, ", {speed:.0} knps")?;
        }
        let faults: Vec<String> = (row.faults.iter())
            .map(|(kind, count)| format!("{kind} {count}"))
            .collect();
        if !faults.is_empty() {
            write!(f, "; faults: {}", faults.join(", "))?;
        }
        writeln!(f)
    }
}

/// A share in per cent.
fn percent(part: u64, whole: u64) -> String {
    format!("{:.1}%", part as f64 * 100.0 / whole.max(1) as f64)
}

/// The result as written to JSON.
#[derive(Serialize)]
pub(super) struct Document<'a> {
    variant: &'static str,
    format: Format,
    openings: &'a str,
    draws: DrawPolicy,
    max_plies: Option<usize>,
    seed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<&'a Part>,
    games: u64,
    /// `complete`, `accepted`, `rejected`, `called-off`, `stopped` or `failed`.
    ending: &'static str,
    seconds: Option<f64>,
    contestants: Vec<Entry<'a>>,
    meetings: Vec<MeetingEntry<'a>>,
    sprt: Option<SprtEntry>,
    winner: Option<&'a str>,
    white: Tally,
    plies: u64,
    repeated_games: u64,
    reasons: BTreeMap<String, u64>,
}

/// One contestant's row.
#[derive(Serialize)]
struct Entry<'a> {
    #[serde(flatten)]
    contestant: &'a Contestant,
    result: Row,
}

#[derive(Serialize)]
struct MeetingEntry<'a> {
    first: &'a str,
    second: &'a str,
    #[serde(flatten)]
    tally: Tally,
    /// Of the first, with White and with Black.
    by_color: [Tally; 2],
    pairs: Pairs,
    elo: Option<Elo>,
}

#[derive(Serialize)]
struct SprtEntry {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    llr: f64,
    lower: f64,
    upper: f64,
    verdict: Option<Verdict>,
}

impl Summary<'_> {
    /// The result as JSON.
    pub(super) fn to_json(&self) -> Vec<u8> {
        let mut bytes = serde_json::to_vec_pretty(&self.document()).unwrap_or_default();
        bytes.push(b'\n');
        bytes
    }

    /// The JSON document.
    pub(super) fn document(&self) -> Document<'_> {
        let (tournament, standings) = (self.tournament, self.standings);
        let variant: Variant = tournament.variant;
        let entry = |result: Row| Entry {
            contestant: &tournament.contestants[result.contestant],
            result,
        };
        let reasons = standings.reasons.iter();
        Document {
            variant: variant.name(),
            format: tournament.format,
            openings: &tournament.openings.source,
            draws: tournament.draws,
            max_plies: tournament.max_plies,
            seed: tournament.seed,
            part: Some(&tournament.part).filter(|&part| *part != Part::All),
            games: standings.games(),
            ending: match self.ending {
                Some(TournamentEnd::Complete) => "complete",
                Some(TournamentEnd::Decided(Verdict::Accepted)) => "accepted",
                Some(TournamentEnd::Decided(Verdict::Rejected)) => "rejected",
                Some(TournamentEnd::CalledOff) => "called-off",
                Some(TournamentEnd::Stopped) => "stopped",
                None => "failed",
            },
            seconds: self.seconds,
            contestants: standings.rows().into_iter().map(entry).collect(),
            meetings: self.meetings(),
            sprt: self.sprt(),
            winner: self.winner.map(|winner| self.name(winner)),
            white: standings.white,
            plies: standings.plies,
            repeated_games: standings.repeated,
            reasons: reasons
                .map(|(reason, n)| (reason.to_string(), *n))
                .collect(),
        }
    }

    fn meetings(&self) -> Vec<MeetingEntry<'_>> {
        let count = self.tournament.contestants.len();
        let all = (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other)));
        let met = all.filter_map(|(one, other)| {
            let (tally, pairs) = self.standings.meeting(one, other)?;
            Some(MeetingEntry {
                first: self.name(one),
                second: self.name(other),
                tally,
                by_color: self.standings.by_color(one, other)?,
                pairs,
                elo: Elo::of(tally, pairs),
            })
        });
        met.collect()
    }

    fn sprt(&self) -> Option<SprtEntry> {
        let sprt = self.tournament.sprt?;
        let pairs = self.pair().map(|(_, pairs)| pairs).unwrap_or_default();
        let (lower, upper) = sprt.bounds();
        Some(SprtEntry {
            elo0: sprt.elo0,
            elo1: sprt.elo1,
            alpha: sprt.alpha,
            beta: sprt.beta,
            llr: sprt.llr(pairs),
            lower,
            upper,
            verdict: sprt.verdict(pairs),
        })
    }
}

/// The line after a game where no table is shown: the first contestant's results and Elo.
pub(super) fn score_line(tournament: &Tournament, standings: &Standings) -> String {
    let Some((tally, pairs)) = standings.meeting(0, 1) else {
        return String::new();
    };
    let elo = Elo::of(tally, pairs);
    let mut line = format!(
        "{} +{} ={} -{}, Elo {}",
        shown(&tournament.contestants[0].name),
        tally.wins,
        tally.draws,
        tally.losses,
        elo_text(elo)
    );
    if let Some(sprt) = &tournament.sprt {
        line.push_str(&format!(", LLR {:.2}", sprt.llr(pairs)));
    }
    line
}
