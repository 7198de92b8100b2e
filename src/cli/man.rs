//! `kamen man`: writes manual pages.

use super::CliError;
use super::paths::folder_parser;
use clap::Command;
use clap_mangen::Man;
use kamen_files::write_whole;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The examples of `kamen man --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen man pages

`man -l pages/kamen-match.1` shows one. Packages install them. Pages of these names are overwritten.";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Folder for the pages; it is made if it is not there
    #[arg(value_name = "DIR", value_parser = folder_parser())]
    folder: PathBuf,
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    let folder = &arguments.folder;
    let cannot =
        |path: &Path, error| CliError::Usage(format!("cannot write {}: {error}", path.display()));
    std::fs::create_dir_all(folder).map_err(|error| cannot(folder, error))?;
    // Names with the parents before them (`kamen-tables-make`), and no pages of `help`.
    let mut command = super::command().disable_help_subcommand(true);
    command.build();
    let mut pages = Vec::new();
    collect(&command, &mut pages)?;
    for (name, page) in &pages {
        let path = folder.join(name);
        write_whole(&path, page).map_err(|error| cannot(&path, error))?;
    }
    writeln!(out, "{} pages in {}", pages.len(), folder.display())?;
    Ok(())
}

/// The page of a command, and those of the commands below it.
fn collect(command: &Command, pages: &mut Vec<(String, Vec<u8>)>) -> Result<(), CliError> {
    let man = Man::new(command.clone()).section("1").manual("Kamen");
    let mut page = Vec::new();
    man.render(&mut page)?;
    pages.push((man.get_filename(), page));
    for below in command.get_subcommands() {
        collect(below, pages)?;
    }
    Ok(())
}
