//! Jobs as text.

use crate::table::TextTable;
use kamen_progress::{Job, Survey};

/// The most names of files that nothing is known of.
const NAMES: usize = 5;

/// A table of the jobs, a line or more on each that has more to say, and the files that do not count.
pub(super) fn text(found: &Survey) -> String {
    let mut text = String::new();
    if !found.jobs.is_empty() {
        let head = ["job", "done", "of", "unit", "running", "an hour", "to go"];
        let mut table = TextTable::new(&head, 0);
        for job in &found.jobs {
            table.push(cells(job));
        }
        text += &table.text();
    }
    for job in &found.jobs {
        let said = said(job);
        if !said.is_empty() {
            text += &format!("{}\n", name(job));
        }
        for line in said {
            text += &format!("  {line}\n");
        }
    }
    for (path, why) in damaged(found) {
        text += &format!("not counted: {path}: {why}\n");
    }
    let others = others(found);
    if !others.is_empty() {
        let names = others.iter().take(NAMES).cloned().collect::<Vec<_>>();
        let more = match others.len() - names.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        text += &format!("other files: {}{more}\n", names.join(" "));
    }
    if text.is_empty() {
        text += "no job has written anything here\n";
    }
    text
}

/// What a job is called.
pub(super) fn name(job: &Job) -> String {
    format!("{} {}", job.command, job.what)
}

/// The cells of a job: its name, done, of how much, the unit, parts running, rate and rest.
pub(super) fn cells(job: &Job) -> Vec<String> {
    let unknown = || "-".to_owned();
    let parts = job.parts.len();
    vec![
        name(job),
        job.done().to_string(),
        job.all.map_or_else(unknown, |all| all.to_string()),
        job.unit.to_owned(),
        format!("{} of {parts}", job.running()),
        job.rate()
            .map_or_else(unknown, |rate| amount(3600.0 * rate)),
        match job.is_complete() {
            true => "done".to_owned(),
            false => job.to_go().map_or_else(unknown, time),
        },
    ]
}

/// What else there is to say of a job: Elo so far, interrupted parts, and its notes.
pub(super) fn said(job: &Job) -> Vec<String> {
    let standing = job.standings.iter().map(|one| {
        let elo = one
            .elo
            .map_or_else(|| "-".to_owned(), |elo| elo.to_string());
        format!(
            "{} {} of {} points, {elo} Elo",
            one.name,
            one.points,
            2 * one.games
        )
    });
    let waiting = match job.waiting() {
        0 => None,
        1 => Some("1 part is neither running nor complete".to_owned()),
        many => Some(format!("{many} parts are neither running nor complete")),
    };
    standing
        .chain(waiting)
        .chain(job.notes.iter().cloned())
        .collect()
}

/// The files that are damaged or do not fit, and why.
pub(super) fn damaged(found: &Survey) -> impl Iterator<Item = (String, &str)> {
    found.unread.iter().filter_map(|unread| {
        let why = unread.damage.as_deref()?;
        Some((unread.path.display().to_string(), why))
    })
}

/// The files that no long job writes.
pub(super) fn others(found: &Survey) -> Vec<String> {
    let others = found.unread.iter().filter(|unread| unread.damage.is_none());
    others
        .map(|unread| unread.path.display().to_string())
        .collect()
}

fn amount(number: f64) -> String {
    match number >= 100.0 {
        true => format!("{number:.0}"),
        false => format!("{number:.1}"),
    }
}

/// A time in the unit that suits it.
fn time(seconds: f64) -> String {
    const UNITS: [(f64, &str); 3] = [(86_400.0, "days"), (3600.0, "h"), (60.0, "min")];
    let unit = UNITS.iter().find(|(length, _)| seconds >= 2.0 * length);
    match unit {
        Some((length, name)) => format!("{:.1} {name}", seconds / length),
        None => format!("{seconds:.0} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_the_unit_that_suits_them() {
        for (seconds, expected) in [
            (0.4, "0 s"),
            (119.0, "119 s"),
            (120.0, "2.0 min"),
            (7199.0, "120.0 min"),
            (7200.0, "2.0 h"),
            (200_000.0, "2.3 days"),
        ] {
            assert_eq!(time(seconds), expected);
        }
    }
}
