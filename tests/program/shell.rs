//! Command lines as readers of the documents type them, in a folder where they find what they need.

use crate::command::lab;
use std::env;
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// A folder with `kamen`, `kamen-lab` and `kamen-gomoku` in `bin` and in `target/release`, a `cargo run` that runs it, and the folders of the repository
/// that documents mention.
pub fn workplace() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let kamen = env!("CARGO_BIN_EXE_kamen");
    fs::create_dir(at("bin")).unwrap();
    symlink(lab(), at("bin/kamen-lab")).unwrap();
    symlink(lab().with_file_name("kamen-gomoku"), at("bin/kamen-gomoku")).unwrap();
    fs::create_dir_all(at("target/release")).unwrap();
    symlink(kamen, at("bin/kamen")).unwrap();
    symlink(kamen, at("target/release/kamen")).unwrap();
    let cargo = format!(
        "shift\n[ \"$1\" = --release ] && shift\n[ \"$1\" = -- ] && shift\nexec {kamen} \"$@\"\n"
    );
    script(&at("bin/cargo"), &cargo);
    for name in ["perft", "src", "tests"] {
        symlink(Path::new(env!("CARGO_MANIFEST_DIR")).join(name), at(name)).unwrap();
    }
    folder
}

/// Writes a program for the shell.
pub fn script(path: &Path, text: &str) {
    fs::write(path, format!("#!/bin/sh\n{text}")).unwrap();
    fs::set_permissions(path, Permissions::from_mode(0o755)).unwrap();
}

/// A command line in that folder, which reads nothing.
pub fn shell(line: &str, folder: &Path) -> Command {
    let path = env::var("PATH").unwrap_or_default();
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).current_dir(folder);
    shell.stdin(Stdio::null()).env_remove("RUST_LOG");
    shell.env("PATH", format!("{}/bin:{path}", folder.display()));
    shell
}
