//! The library as programs in C use it: the header, the example, and calls that are wrong.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The first line in which two texts differ, with its number.
fn difference<'a>(left: &'a str, right: &'a str) -> Option<(usize, &'a str, &'a str)> {
    let (mut left, mut right) = (left.lines(), right.lines());
    (1..).find_map(|number| match (left.next(), right.next()) {
        (None, None) => Some(None),
        (left, right) if left == right => None,
        (left, right) => Some(Some((
            number,
            left.unwrap_or("nothing"),
            right.unwrap_or("nothing"),
        ))),
    })?
}

/// `include/kamen.h` says what the declarations say. With `UPDATE=1` in the environment it is written anew.
#[test]
fn the_header_is_up_to_date() {
    let config = cbindgen::Config::from_file(here("cbindgen.toml")).unwrap();
    let header = cbindgen::Builder::new()
        .with_config(config)
        .with_crate(here(""))
        .generate()
        .unwrap();
    let mut made = Vec::new();
    header.write(&mut made);
    let made = String::from_utf8(made).unwrap();
    let path = here("include/kamen.h");
    if env::var_os("UPDATE").is_some() {
        fs::write(&path, &made).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap();
    assert_eq!(
        difference(&kept, &made),
        None,
        "UPDATE=1 cargo test -p kamen-c writes it anew"
    );
}

/// Compiles a program in C against the shared library of this build, with checks of addresses and of undefined behaviour.
fn compile(source: &str, folder: &Path) -> Command {
    let libraries = env::current_exe().unwrap();
    let libraries = libraries.parent().unwrap();
    let program = folder.join("program");
    let compiled = Command::new("cc")
        .args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-g"])
        .args(["-fsanitize=address,undefined", "-fno-sanitize-recover=all"])
        .arg("-I")
        .arg(here("include"))
        .arg(here(source))
        .arg("-L")
        .arg(libraries)
        .args(["-lkamen_c", "-pthread", "-o"])
        .arg(&program)
        .output()
        .unwrap();
    let messages = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success(), "{messages}");
    let mut command = Command::new(program);
    command.env("LD_LIBRARY_PATH", libraries);
    command
}

fn output(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let out = String::from_utf8_lossy(&output.stdout);
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{out}{messages}");
    out.into_owned()
}

#[test]
fn the_example_plays_whole_games() {
    let folder = tempfile::tempdir().unwrap();
    // Counts of perft/suites.
    for (variant, perft) in [("czech", 7361), ("international", 27117)] {
        let out = output(compile("examples/game.c", folder.path()).arg(variant));
        assert!(out.contains(&format!("\nperft 5: {perft}\n")), "{out}");
        assert!(out.ends_with("\nread back equal\n"), "{out}");
        assert!(!out.contains("unfinished"), "{out}");
    }
}

#[test]
fn wrong_calls_are_told_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let out = output(&mut compile("tests/misuse.c", folder.path()));
    assert_eq!(out, "all as it should be\n");
}

#[test]
fn the_header_serves_cpp_as_well() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("header.cpp");
    let text = "#include \"kamen.h\"\nint main() { return kamen_variant_count() == 0; }\n";
    fs::write(&source, text).unwrap();
    let compiled = Command::new("c++")
        .args(["-fsyntax-only", "-Wall", "-Werror", "-I"])
        .arg(here("include"))
        .arg(&source)
        .output()
        .unwrap();
    let messages = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success(), "{messages}");
}
