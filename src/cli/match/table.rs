//! Formats standings and crosstables as text.

use crate::table::TextTable;
use kamen_tournament::statistics::{Elo, Tally};
use kamen_tournament::{Row, Standings, Tournament};

/// The standings, best first.
pub(super) fn standings_table(tournament: &Tournament, standings: &Standings) -> String {
    let rows = standings.rows();
    let many = rows.len() > 2;
    let faulty = rows.iter().any(|row| !row.faults.is_empty());
    let mut head = vec![
        "#", "name", "games", "wins", "draws", "losses", "points", "score",
    ];
    head.extend(["Elo", "LOS"]);
    head.extend(many.then_some("S-B"));
    head.extend(faulty.then_some("faults"));
    let mut table = TextTable::new(&head, 1);
    for (place, row) in rows.iter().enumerate() {
        let tally = row.tally;
        let score = tally.score();
        let score = score.map_or("-".to_owned(), |score| format!("{:.1}%", 100.0 * score));
        let los = row.elo.map(|elo| format!("{:.1}%", 100.0 * elo.los));
        let mut cells = vec![
            (place + 1).to_string(),
            shown(&tournament.contestants[row.contestant].name),
            tally.games().to_string(),
            tally.wins.to_string(),
            tally.draws.to_string(),
            tally.losses.to_string(),
            row.points.to_string(),
            score,
            elo_text(row.elo),
            los.unwrap_or_else(|| "-".to_owned()),
        ];
        cells.extend(many.then(|| row.sonneborn_berger.to_string()));
        cells.extend(faulty.then(|| row.faults.values().sum::<u64>().to_string()));
        table.push(cells);
    }
    table.text()
}

/// The crosstables: points from each opponent, and wins against each.
pub(super) fn crosstables(tournament: &Tournament, standings: &Standings) -> String {
    let points = crosstable(tournament, standings, "points from", Tally::points);
    points + &crosstable(tournament, standings, "wins against", |tally| tally.wins)
}

/// What of the games of each against each there is, by place.
fn crosstable(
    tournament: &Tournament,
    standings: &Standings,
    title: &str,
    what: impl Fn(Tally) -> u64,
) -> String {
    let rows: Vec<Row> = standings.rows();
    let numbers: Vec<String> = (1..=rows.len()).map(|n| n.to_string()).collect();
    let mut head = vec!["#", title];
    head.extend(numbers.iter().map(String::as_str));
    let mut table = TextTable::new(&head, 1);
    for (place, row) in rows.iter().enumerate() {
        let mut cells = vec![
            (place + 1).to_string(),
            shown(&tournament.contestants[row.contestant].name),
        ];
        cells.extend(rows.iter().map(|other| {
            if other.contestant == row.contestant {
                return "x".to_owned();
            }
            let met = standings.meeting(row.contestant, other.contestant);
            met.map_or("-".to_owned(), |(tally, _)| what(tally).to_string())
        }));
        table.push(cells);
    }
    table.text()
}

/// `+12.3 ± 4.5`; `-` without games.
pub(super) fn elo_text(elo: Option<Elo>) -> String {
    elo.map_or_else(|| "-".to_owned(), |elo| elo.to_string())
}

/// A name shortened for a table, without control characters.
pub(super) fn shown(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).take(32).collect()
}
