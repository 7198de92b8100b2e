//! Journals: what is refused stays as it was; to what is read a line can be added, and all of it is read again. Those of parts have
//! only units of their part.

use super::Scratch;
use kamen_files::{Journal, JournalError, Owner, PartFile, Shard, merge_parts};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

const OWNER: Owner = Owner {
    command: "fuzz",
    work: "trial",
};

fn open(path: &Path) -> (Result<Journal, JournalError>, Vec<Value>) {
    let mut lines = Vec::new();
    let opened = Journal::open(
        path,
        OWNER,
        &json!({ "games": 2, "seed": [1, 2] }),
        |mut line: Value, _| {
            // The checksum of the line is a member of it.
            line.as_object_mut().map(|line| line.remove("crc"));
            lines.push(line);
        },
    );
    (opened, lines)
}

pub(crate) fn run(input: &[u8]) {
    Scratch::with(input, |_, path| {
        if let Ok(merged) = merge_parts::<Value>(&[path.to_owned()], OWNER) {
            let shard: Option<Shard> = merged.missing.iter().find_map(|line| {
                let (_, part) = line.rsplit_once("no journal of part ")?;
                part.parse().ok()
            });
            let is_missing = |unit| shard.is_some_and(|shard: Shard| shard.has(unit));
            assert!(!merged.results.keys().any(|&unit| is_missing(unit)));
        }
        let (opened, mut lines) = open(path);
        let Ok(mut journal) = opened else {
            assert!(
                fs::read(path).is_ok_and(|bytes| bytes == input),
                "what is refused is changed"
            );
            return;
        };
        assert!(fs::read(path).is_ok_and(|bytes| input.starts_with(&bytes)));
        let added = json!({ "game": lines.len(), "text": "a \"b\"\n" });
        journal.append(&added).expect("room for a temporary file");
        drop(journal);
        lines.push(added);
        let (again, found) = open(path);
        assert!(again.is_ok(), "{:?}", again.err());
        assert_eq!(found, lines);
    });
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let written = Scratch::with(b"", |_, path| {
        let mut journal = open(path).0.expect("a new journal");
        for number in 0..3 {
            let line = json!({ "game": number, "moves": ["32-28"], "score": 0.5 });
            journal.append(&line).expect("room for a temporary file");
        }
        fs::read(path).expect("the file")
    });
    let part = Scratch::with(b"", |_, path| {
        let shard = Shard { part: 1, parts: 3 };
        let part = PartFile::open(path, OWNER, &json!({ "seed": 1 }), shard);
        let mut part = part.expect("a new journal");
        for unit in [1, 4] {
            part.add(unit, &unit).expect("room for a temporary file");
        }
        part.end(6).expect("room for a temporary file");
        fs::read(path).expect("the file")
    });
    vec![written, part, Vec::new()]
}
