//! The library as CheckerBoard uses it: whole games, and calls that are wrong, by a program in C with checks of addresses and of undefined
//! behaviour. Under Windows, or Wine, `protocol/windows/check.py` does the same.

use kamen_core::Variant;
use kamen_core::pdn;
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

fn output(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let out = String::from_utf8_lossy(&output.stdout);
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{out}{messages}");
    out.into_owned()
}

/// The library beside this test.
fn library() -> PathBuf {
    let own = env::current_exe().unwrap();
    own.with_file_name("libkamen_checkerboard.so")
}

/// Compiles the program, and begins a call of it.
fn host(folder: &Path) -> Command {
    let program = folder.join("host");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/host.c");
    let mut compiler = Command::new("cc");
    compiler.args(["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-g"]);
    compiler.args(["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]);
    compiler
        .arg(source)
        .args(["-pthread", "-ldl", "-o"])
        .arg(&program);
    output(&mut compiler);
    let mut command = Command::new(program);
    command.arg(library());
    command
}

#[test]
fn games_of_every_kind_are_legal() {
    let folder = tempfile::tempdir().unwrap();
    let cases = [
        (21, Variant::English),
        (22, Variant::Italian),
        (24, Variant::Spanish),
        (25, Variant::Russian),
        (26, Variant::Brazilian),
    ];
    for (number, variant) in cases {
        let kind = format!("set gametype {number}");
        let commands = [&kind, "set hashsize 4", "set book 2"];
        let out = output(
            host(folder.path())
                .args(["play", "0.01", "80"])
                .args(commands),
        );
        let game = pdn::Reader::new(out.as_bytes()).next().unwrap().unwrap();
        let replay = pdn::replay(variant, &game);
        assert!(replay.faults.is_empty(), "{variant}: {out}");
        assert!(replay.played.len() >= 20, "{variant}: {out}");
    }
}

/// CheckerBoard's numbers of Czech draughts are its own, so that its games are no PDN; but the host checks each move.
#[test]
fn a_game_without_lists_of_moves_is_played_by_two_squares() {
    let folder = tempfile::tempdir().unwrap();
    let commands = ["set gametype 29", "set hashsize 4"];
    let out = output(
        host(folder.path())
            .args(["play", "0.01", "30"])
            .args(commands),
    );
    assert!(out.contains("\n1. "), "{out}");
}

#[test]
fn wrong_calls_do_no_harm() {
    let folder = tempfile::tempdir().unwrap();
    let out = output(host(folder.path()).arg("misuse"));
    assert_eq!(out, "all as it should be\n");
}
