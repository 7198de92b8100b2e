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
//! - A number with a decimal point is equal to any other, since times and speeds differ. With `figures` as second word
//!   of the info string (```` ```console figures ````) all numbers are. Runs of blanks are equal to one blank.
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

/// Text with what may vary replaced: numbers with a decimal point, or all numbers, and runs of blanks.
fn normal(text: &str, all_figures: bool) -> String {
    let mut normal = String::new();
    for line in text.lines().map(str::trim_end) {
        let mut rest = line;
        while let Some(first) = rest.chars().next() {
            let end = rest
                .find(|c: char| !c.is_ascii_digit() && c != '.')
                .unwrap_or(rest.len());
            let number = rest[..end].trim_end_matches('.');
            if first.is_ascii_digit() && (all_figures || number.contains('.')) {
                let before = normal.trim_end_matches(['+', '-']).len();
                if normal.len() == before + 1 && normal[..before].ends_with([' ', '=', '(']) {
                    normal.truncate(before);
                }
                normal += "N";
                rest = &rest[number.len()..];
            } else if first.is_ascii_digit() {
                normal += number;
                rest = &rest[number.len()..];
            } else {
                if first != ' ' || !normal.ends_with([' ', '\n']) {
                    normal.push(first);
                }
                rest = &rest[first.len_utf8()..];
            }
        }
        normal.push('\n');
    }
    normal
}

/// Whether lines are those that are shown. (`snapbox` ends a `...` at the first line that fits what follows it, which
/// among lines that differ in their figures only is the wrong one.)
fn fit(shown: &[&str], lines: &[&str]) -> bool {
    match (shown, lines) {
        (["...", rest @ ..], _) => (0..=lines.len()).any(|skipped| fit(rest, &lines[skipped..])),
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
fn difference(what: &str, shown: &str, comes: &str, all_figures: bool) -> Option<String> {
    let [wanted, found] = [shown, comes].map(|text| normal(text, all_figures));
    let [wanted, found] = [&wanted, &found].map(|text| text.lines().collect::<Vec<_>>());
    (!fit(&wanted, &found)).then(|| format!("{what}\nexpected:\n{shown}\nfound:\n{comes}"))
}

/// What differs in the transcripts of a document.
fn differences(markdown: &str) -> Vec<String> {
    let folder = workplace();
    let mut found = Vec::new();
    for (info, text) in blocks(markdown) {
        let info: Vec<&str> = info.iter().map(String::as_str).collect();
        let all_figures = info.get(1) == Some(&"figures");
        match info[..] {
            [_, "no-run", ..] => {}
            ["console", ..] => {
                for (command, shown) in parts(&text, "$ ") {
                    let comes = run(command, folder.path());
                    found.extend(difference(command, shown, &comes, all_figures));
                }
            }
            ["hub", ..] => {
                let comes = dialogue(&parts(&text, "> "), all_figures);
                found.extend(difference("a dialogue", &text, &comes, all_figures));
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
fn dialogue(parts: &[(&str, &str)], all_figures: bool) -> String {
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
        let last = shown
            .lines()
            .next_back()
            .map(|line| normal(line, all_figures));
        while let Some(last) = &last
            && let Ok(line) = answers.recv_timeout(PATIENCE)
        {
            dialogue += &format!("{line}\n");
            if fits(last.trim_end(), normal(&line, all_figures).trim_end()) {
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
        Some("perft 2 49"),
    ),
    (
        "```console\n$ kamen perft czech 2\nperft 1 7 9.9 1.5\nperft 2   49 0.001 3.5\n```",
        None,
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
        "```console figures\n$ kamen perft czech 2\n...\nperft 2 50 0.0 1.0\n```",
        None,
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
        "```hub figures\n> init\nready\n> pos start\n> level depth=2\n> go think\ninfo [..]\n...\ndone move=31-27 ponder=19-23\n```",
        None,
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
