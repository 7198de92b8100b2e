//! Perft that is shared out, from splits and counts.

use super::{Job, Part, Survey, Unread};
use kamen_files::LineSeal;
use kamen_perft::split::format::{self, CountsHead, Line, SplitHead};
use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// What a file holds.
#[derive(Default)]
struct Counts {
    split: Option<SplitHead>,
    head: Option<CountsHead>,
    /// The positions counted.
    positions: Vec<String>,
}

/// Adds the counts that files tell of: those of the same variant and depth belong together. A file that is damaged or has a position
/// that another one has is named and does not count.
pub(crate) fn add(paths: &[PathBuf], survey: &mut Survey) {
    let mut splits: BTreeMap<String, SplitHead> = BTreeMap::new();
    let mut works: BTreeMap<String, (CountsHead, Vec<(PathBuf, Counts)>)> = BTreeMap::new();
    for path in paths {
        match read(path) {
            Err(why) => survey.unread.push(Unread::damaged(path, why)),
            Ok(mut counts) => {
                if let Some(split) = counts.split.take() {
                    splits.insert(split.to_string(), split);
                }
                if let Some(head) = counts.head {
                    let work = works.entry(head.to_string());
                    let (_, files) = work.or_insert_with(|| (head, Vec::new()));
                    files.push((path.clone(), counts));
                }
            }
        }
    }
    for (identity, split) in &splits {
        let is_begun = |(head, _): &(CountsHead, _)| is_of(split, head);
        if !works.values().any(is_begun) {
            survey.jobs.push(not_begun(split, identity.clone()));
        }
    }
    for (identity, (head, files)) in works {
        let fits = |split: &&SplitHead| is_of(split, &head);
        let of: Vec<&SplitHead> = splits.values().filter(fits).collect();
        let mut job = job(head, &of, identity);
        let mut seen: HashMap<String, PathBuf> = HashMap::new();
        for (path, counts) in files {
            let twice = counts.positions.iter().find(|fen| seen.contains_key(*fen));
            if let Some((fen, other)) = twice.and_then(|fen| seen.get_key_value(fen)) {
                let why = format!("{} has position {fen}, too", other.display());
                survey.unread.push(Unread::damaged(&path, why));
                continue;
            }
            job.parts
                .push(Part::new(&path, counts.positions.len() as u64, None));
            let positions = counts.positions.into_iter();
            seen.extend(positions.map(|fen| (fen, path.clone())));
        }
        survey.jobs.push(job);
    }
}

/// Whether counts may be below the positions of a split.
fn is_of(split: &SplitHead, head: &CountsHead) -> bool {
    (split.variant, split.counting) == (head.variant, head.counting)
}

/// A split without counts.
fn not_begun(split: &SplitHead, identity: String) -> Job {
    Job {
        command: "perft",
        what: format!("{}, {} plies split", split.variant, split.plies),
        unit: "positions",
        all: Some(split.positions as u64),
        parts: Vec::new(),
        standings: Vec::new(),
        notes: vec!["nothing is counted yet".to_owned()],
        identity,
    }
}

fn job(head: CountsHead, splits: &[&SplitHead], identity: String) -> Job {
    let (variant, depth) = (head.variant, head.depth);
    let (what, all) = match splits {
        [split] => (
            format!("{variant}, depth {} + {depth}", split.plies),
            Some(split.positions as u64),
        ),
        _ => (format!("{variant}, depth {depth} below a split"), None),
    };
    let notes = match splits.len() {
        0 => vec!["no split is there, so it is not known how many positions there are".to_owned()],
        1 => Vec::new(),
        many => vec![format!(
            "there are {many} splits, so it is not known how many positions there are"
        )],
    };
    Job {
        command: "perft",
        what,
        unit: "positions",
        all,
        parts: Vec::new(),
        standings: Vec::new(),
        notes,
        identity,
    }
}

/// Reads the whole lines of a file, which may be written to meanwhile.
fn read(path: &Path) -> Result<Counts, String> {
    let mut reader = BufReader::new(File::open(path).map_err(|error| error.to_string())?);
    let (mut counts, mut text) = (Counts::default(), String::new());
    for number in 1.. {
        text.clear();
        let read = reader.read_line(&mut text);
        let told = |why: String| format!("line {number}: {why}");
        read.map_err(|error| told(error.to_string()))?;
        if !text.ends_with('\n') {
            break;
        }
        let opened = LineSeal::TEXT.open(text.trim_end());
        let line = opened.map_err(|error| told(error.to_string()))?.text;
        match format::line(line) {
            Some(Line::Comment) => (),
            Some(Line::Split(head)) => counts.split = Some(head),
            Some(Line::Counts(head)) => counts.head = Some(head),
            Some(Line::Text(line)) if counts.head.is_some() => {
                let (.., fen) =
                    format::counted(line).ok_or_else(|| told(format!("no count: `{line}`")))?;
                counts.positions.push(fen.to_owned());
            }
            Some(Line::Text(line)) => {
                format::part(line).ok_or_else(|| told(format!("no position: `{line}`")))?;
            }
            None => return Err(told(format!("no head: `{line}`"))),
        }
    }
    Ok(counts)
}
