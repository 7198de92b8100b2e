//! What packages install beside the program: completions of shells and manual pages.

use crate::command::{kamen, kamen_in, output};
use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

#[test]
fn completions_are_scripts_that_know_the_commands() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = output(&mut kamen(&format!("completions {shell}")));
        for word in ["analyze", "tables", "threads"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    // What bash makes of it: the commands that begin so.
    let script = output(&mut kamen("completions bash"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kamen.bash");
    fs::write(&path, script).unwrap();
    let asked = format!(
        ". {} && COMP_WORDS=(kamen pe) COMP_CWORD=1 && _kamen kamen pe kamen && echo \"${{COMPREPLY[@]}}\"",
        path.display()
    );
    let completed = Command::new("bash").args(["-c", &asked]).output().unwrap();
    let words = String::from_utf8_lossy(&completed.stdout);
    let messages = String::from_utf8_lossy(&completed.stderr);
    assert_eq!(words.trim(), "perft", "{messages}");
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("pages");
    let told = output(&mut kamen_in(folder.path(), &["man", "pages"]));
    let names: BTreeSet<String> = fs::read_dir(&pages)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert!(
        told.starts_with(&format!("{} pages in ", names.len())),
        "{told}"
    );
    for name in [
        "kamen.1",
        "kamen-match.1",
        "kamen-tables-make.1",
        "kamen-pdn-check.1",
    ] {
        assert!(names.contains(name), "{name}: {names:?}");
    }
    assert!(names.iter().all(|name| !name.contains("help")), "{names:?}");
    let page = fs::read_to_string(pages.join("kamen-tables-make.1")).unwrap();
    assert!(page.contains(".TH kamen-tables-make 1"), "{page}");
    assert!(
        page.contains("SYNOPSIS") && page.contains("kamen tables make"),
        "{page}"
    );
}
