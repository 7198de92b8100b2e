//! The launcher beside builds that are scripts.

#![cfg(unix)]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

/// A folder with the launcher under the name `kamen`, and a build for each level that says what it is, gives back its arguments and
/// ends with status 7.
fn folder(levels: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(
        env!("CARGO_BIN_EXE_kamen-launcher"),
        folder.path().join("kamen"),
    )
    .unwrap();
    for level in levels {
        let path = folder.path().join(format!("kamen-{level}"));
        fs::write(&path, format!("#!/bin/sh\necho {level} \"$@\"\nexit 7\n")).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
    }
    folder
}

fn run(folder: &Path) -> Output {
    let mut command = Command::new(folder.join("kamen"));
    command.args(["perft", "two words"]).output().unwrap()
}

/// The highest level of this processor, as its flags tell.
fn highest() -> &'static str {
    let flags = fs::read_to_string("/proc/cpuinfo").unwrap();
    let flags = flags
        .lines()
        .find(|line| line.starts_with("flags"))
        .unwrap()
        .to_owned();
    let has = |flag: &str| flags.split_whitespace().any(|found| found == flag);
    match () {
        () if has("avx512vl") && has("avx512bw") && has("avx512dq") && has("avx512cd") => {
            "x86-64-v4"
        }
        () if has("avx2") && has("bmi2") && has("fma") => "x86-64-v3",
        () => "x86-64-v2",
    }
}

/// One test, since a program that another thread has just written cannot be started while a third one forks.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
#[test]
fn the_best_build_is_started_and_a_missing_one_told() {
    let all = ["x86-64-v2", "x86-64-v3", "x86-64-v4"];
    let output = run(folder(&all).path());
    let told = String::from_utf8_lossy(&output.stdout);
    assert_eq!(told, format!("{} perft two words\n", highest()));
    assert_eq!(output.status.code(), Some(7));
    // Where a build is missing, the next one below.
    let told = run(folder(&all[..1]).path()).stdout;
    assert_eq!(
        String::from_utf8_lossy(&told),
        "x86-64-v2 perft two words\n"
    );
    // And without any.
    let output = run(folder(&[]).path());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        errors.starts_with("kamen: ") && errors.contains("is missing"),
        "{errors}"
    );
}
