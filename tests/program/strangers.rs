//! The first hour of seven strangers, each with nothing but the README: `strangers/*.sh`, one script for each.

use crate::shell::{shell, workplace};
use std::fs;
use std::path::Path;

const STRANGERS: [&str; 7] = [
    "player",
    "gui_author",
    "director",
    "programmer",
    "generator_author",
    "researcher",
    "composer",
];

#[test]
fn every_stranger_comes_through_the_first_hour() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
    let scripts = repository.join("tests/program/strangers");
    assert_eq!(fs::read_dir(&scripts).unwrap().count(), STRANGERS.len());
    for stranger in STRANGERS {
        let folder = workplace();
        let script = scripts.join(stranger).with_extension("sh");
        let line = format!("sh -eux {}", script.display());
        let mut shell = shell(&line, folder.path());
        shell.env("REPOSITORY", repository);
        shell.env(
            "CARGO",
            std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()),
        );
        let (status, out, errors) = crate::command::run(&mut shell);
        assert_eq!(status, Some(0), "{stranger}\n{out}{errors}");
    }
}
