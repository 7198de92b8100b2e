//! The transcripts of the Markdown files come out.
//!
//! A transcript is a fenced block whose first word of the info string is `console` or `hub`:
//!
//! ````text
//! ```console
//! $ kamen perft czech 3
//! perft 1 7 0.000 1.2
//! ...
//! perft 3 302 0.001 3.4
//! ```
//!
//! ```hub
//! > hub
//! id name=Kamen ..
//! ...
//! wait
//! > quit
//! ```
//! ````
//!
//! - `console`: a line that begins with `$ ` is a command of the shell, which a trailing `\` carries over to the next
//!   line; what it prints, on standard error too, follows. `kamen`, `target/release/kamen` and `cargo run --release` are
//!   the program under test. All commands of a file run in one folder, in their order, and find `perft`, `src` and
//!   `tests` there.
//! - `hub`: a line that begins with `> ` is sent to `kamen`; its answers follow. The next line is sent when the last one
//!   that is shown has come, so that must not be `...`.
//! - A line `...` stands for any lines, `[..]` for any text in a line.
//! - A time or a speed is equal to any other: the value of `time=` and `nps=`, a number before one of [`UNITS`], and the last two
//!   columns of perft. All else is compared, so what is shown must not depend on the machine: one thread, or work that
//!   is the same on any number of them, with a limit of depth or nodes.
//! - `no-run` as second word: nothing is run.
//!
//! Blocks of other languages (`sh`, `text`, ..) are not run.

use crate::command::kamen;
use crate::shell::{shell, workplace};
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

/// How long an answer to a line of Hub may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// A fenced block: the words of its info string, and its text.
type Block = (Vec<String>, String);

fn blocks(markdown: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut is_inside = false;
    for event in Parser::new(markdown) {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                is_inside = true;
                blocks.push((
                    info.split_whitespace().map(str::to_owned).collect(),
                    String::new(),
                ));
            }
            Event::End(TagEnd::CodeBlock) => is_inside = false,
            Event::Text(text) if is_inside => blocks.last_mut().unwrap().1 += &text,
            _ => {}
        }
    }
    blocks
}

/// The lines that begin with a sign, each with the lines that follow it. A `\` carries a line over to the next.
fn parts<'a>(text: &'a str, sign: &str) -> Vec<(&'a str, &'a str)> {
    let starts = text.match_indices(sign).map(|(at, _)| at);
    let starts: Vec<usize> = starts
        .filter(|&at| at == 0 || text[..at].ends_with('\n'))
        .collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let split = |(start, end): (&usize, usize)| {
        let part = &text[start + sign.len()..end];
        let mut line_ends = part.match_indices('\n').map(|(at, _)| at);
        let first = line_ends
            .find(|&at| !part[..at].ends_with('\\'))
            .unwrap_or(part.len());
        (&part[..first], part[first..].trim_start_matches('\n'))
    };
    starts.iter().zip(ends).map(split).collect()
}

/// What follows a number that is a time or a speed.
const UNITS: [&str; 4] = ["s", "knps", "a second", "million positions a second"];

/// A line with its times and speeds replaced, and the blanks that align them.
fn normal(line: &str) -> String {
    let words: Vec<&str> = line.trim_end().split(' ').collect();
    let mut normal: Vec<&str> = Vec::new();
    for (place, word) in words.iter().enumerate() {
        let varies = match word.split_once('=') {
            Some(("time", _)) => Some("time=N"),
            Some(("nps", _)) => Some("nps=N"),
            _ if word.parse::<f64>().is_err() => None,
            // The last columns of `perft DEPTH COUNT SECONDS SPEED`.
            _ if words[0] == "perft" && place > 2 => Some("N"),
            _ => has_unit(&words[place + 1..].join(" ")).then_some("N"),
        };
        while varies.is_some() && normal.last().is_some_and(|word| word.is_empty()) {
            normal.pop();
        }
        normal.push(varies.unwrap_or(word));
    }
    normal.join(" ")
}

/// Whether the text after a number makes it a time or a speed.
fn has_unit(rest: &str) -> bool {
    let follows = |unit| rest.strip_prefix(unit).map(|rest| rest.chars().next());
    (UNITS.into_iter().filter_map(follows)).any(|next| !next.is_some_and(char::is_alphanumeric))
}

/// Whether lines are those that are shown. (`snapbox` ends a `...` at the first line that fits what follows it, which
/// among lines that differ in their figures only is the wrong one.)
fn fit(shown: &[String], lines: &[String]) -> bool {
    match (shown, lines) {
        ([any, rest @ ..], _) if any == "..." => {
            (0..=lines.len()).any(|skipped| fit(rest, &lines[skipped..]))
        }
        ([pattern, rest @ ..], [line, others @ ..]) => fits(pattern, line) && fit(rest, others),
        ([], []) => true,
        _ => false,
    }
}

/// Whether a line is the one that is shown, in which `[..]` stands for any text.
fn fits(pattern: &str, line: &str) -> bool {
    match pattern.split_once("[..]") {
        None => pattern == line,
        Some((before, after)) => line.strip_prefix(before).is_some_and(|rest| {
            let mut starts = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
            starts.any(|at| fits(after, &rest[at..]))
        }),
    }
}

/// What differs between what a document shows and what comes.
fn difference(what: &str, shown: &str, comes: &str) -> Option<String> {
    let [wanted, found] = [shown, comes].map(|text| text.lines().map(normal).collect::<Vec<_>>());
    (!fit(&wanted, &found)).then(|| format!("{what}\nexpected:\n{shown}\nfound:\n{comes}"))
}

/// What differs in the transcripts of a document.
fn differences(markdown: &str) -> Vec<String> {
    let folder = workplace();
    let mut found = Vec::new();
    for (info, text) in blocks(markdown) {
        let info: Vec<&str> = info.iter().map(String::as_str).collect();
        match info[..] {
            [_, "no-run", ..] => {}
            ["console", ..] => {
                for (command, shown) in parts(&text, "$ ") {
                    let comes = run(command, folder.path());
                    found.extend(difference(command, shown, &comes));
                }
            }
            ["hub", ..] => {
                let comes = dialogue(&parts(&text, "> "));
                found.extend(difference("a dialogue", &text, &comes));
            }
            _ => {}
        }
    }
    found
}

/// What a command prints, on standard error as well.
fn run(command: &str, folder: &Path) -> String {
    let output = shell(&format!("{{ {command}\n}} 2>&1"), folder)
        .output()
        .unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A dialogue with the engine: what is sent, and what it answers up to the last line that is shown.
fn dialogue(parts: &[(&str, &str)]) -> String {
    let mut command = kamen("");
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut engine = command.spawn().unwrap();
    let (mut input, output) = (engine.stdin.take().unwrap(), engine.stdout.take().unwrap());
    let (lines, answers) = channel();
    thread::spawn(move || {
        BufReader::new(output)
            .lines()
            .try_for_each(|line| lines.send(line.unwrap()))
    });
    let mut dialogue = String::new();
    for (sent, shown) in parts {
        writeln!(input, "{sent}").unwrap();
        dialogue += &format!("> {sent}\n");
        let last = shown.lines().next_back().map(normal);
        while let Some(last) = &last
            && let Ok(line) = answers.recv_timeout(PATIENCE)
        {
            dialogue += &format!("{line}\n");
            // Nothing follows a `done` until the next line is sent.
            if fits(last, &normal(&line)) || line.starts_with("done") {
                break;
            }
        }
    }
    drop(input);
    engine.wait().unwrap();
    dialogue
}

/// The Markdown files of the repository.
fn documents(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() && name != "target" && name != ".git" {
            documents(&path, found);
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
}

#[test]
fn every_transcript_comes_out() {
    let mut files = Vec::new();
    documents(Path::new(env!("CARGO_MANIFEST_DIR")), &mut files);
    assert!(files.iter().any(|path| path.ends_with("README.md")));
    let found: Vec<String> = files
        .iter()
        .flat_map(|path| {
            let found = differences(&fs::read_to_string(path).unwrap());
            let named = |text| format!("{}:\n{text}", path.display());
            found.into_iter().map(named)
        })
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Blocks, and what is said of them, if anything.
const BLOCKS: &[(&str, Option<&str>)] = &[
    (
        "```console\n$ kamen perft czech 2\nperft 1 7 9.9 1.5\nperft 2 49 0.001 3\n```",
        None,
    ),
    (
        "```console\n$ kamen perft czech 2\nperft 1 7 9.9 1.5\nperft 2  49 0.001 3.5\n```",
        Some("perft 2 49"),
    ),
    (
        "```console\n$ kamen perft czech \\\n    4 | cut -d ' ' -f 3\n7\n...\n1469\n```",
        None,
    ),
    (
        "```console\n$ kamen perft czech 2\n...\nperft 2 50 0.0 1.0\n```",
        Some("50"),
    ),
    (
        "```console\n$ echo 1.5 men, 7 moves in 2.5 s at 1.5 knps\n\
         1.5 men, 7 moves in 0.125 s at 150 knps\n```",
        None,
    ),
    (
        "```console\n$ echo 1.5 men, 7 moves in 2.5 s\n1.6 men, 7 moves in 2.5 s\n```",
        Some("1.6 men"),
    ),
    (
        "```console\n$ echo 1.5 men, 7 moves in 2.5 s\n1.5 men, 8 moves in 2.5 s\n```",
        Some("8 moves"),
    ),
    (
        "```console\n$ echo '12345.5 s, 7 secrets'\n    1.5 s, 8 secrets\n```",
        Some("8 secrets"),
    ),
    (
        "```console\n$ kamen perft chess 2\n...\n  [possible values: international, [..]\n...\n```",
        None,
    ),
    (
        "```console\n$ cargo run --release -- perft czech 1\nperft 1 7 9.9 1.5\n$ ls\n...\ntarget\n...\n```",
        None,
    ),
    ("```console no-run\n$ kamen perft czech 20\n```", None),
    ("```text\n$ kamen perft czech 2\nnothing\n```", None),
    ("```hub\n> hub\n...\nwait\n> init\nready\n> quit\n```", None),
    ("```hub\n> ping\npong\n> quit\nbye\n```", Some("bye")),
    (
        "```hub\n> init\nready\n> pos start\n> level depth=1\n> go think\n\
         info depth=1 mean-depth=1.0 score=0.07 nodes=11 time=9 nps=8.5 pv=\"[..]\ndone move=33-28\n```",
        None,
    ),
    (
        "```hub\n> init\nready\n> pos start\n> level depth=1\n> go think\n\
         info depth=1 mean-depth=1.0 score=0.07 nodes=12 time=0.0 nps=8.5 pv=\"[..]\ndone move=33-28\n```",
        Some("nodes=12"),
    ),
    (
        "```hub\n> init\nready\n> pos start\n> level depth=1\n> go think\n...\ndone move=31-26\n```",
        Some("done move=33-28"),
    ),
];

#[test]
fn transcripts_are_compared_but_for_what_varies() {
    for (block, expected) in BLOCKS {
        let found = differences(block);
        let fits = match (expected, found.as_slice()) {
            (None, []) => true,
            (Some(part), [difference]) => difference.contains(part),
            _ => false,
        };
        assert!(fits, "{block}\n{}", found.join("\n"));
    }
}

/// The links of a document that lead to a file, and that file from the folder of the document.
fn links(path: &Path) -> Vec<(String, PathBuf)> {
    let text = fs::read_to_string(path).unwrap();
    let link = |event| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
            Some(dest_url.to_string())
        }
        _ => None,
    };
    let links = Parser::new(&text).filter_map(link);
    let links = links.filter(|url| !url.contains("://") && !url.starts_with('#'));
    let target = |url: &String| {
        let (file, _) = url.split_once('#').unwrap_or((url, ""));
        path.parent().unwrap().join(file)
    };
    links.map(|url| (url.clone(), target(&url))).collect()
}

#[test]
fn every_link_leads_to_a_file() {
    let mut files = Vec::new();
    documents(Path::new(env!("CARGO_MANIFEST_DIR")), &mut files);
    let links: Vec<_> = files
        .iter()
        .flat_map(|path| links(path).into_iter().map(move |link| (path, link)))
        .collect();
    assert!(links.len() > 100, "{}", links.len());
    for (path, (url, target)) in links {
        assert!(target.exists(), "{}: {url}", path.display());
    }
}
