//! `kamen completions`: lets a shell complete commands and options.

use super::CliError;
use clap_complete::{Shell, generate};
use std::io::Write;

/// The examples of `kamen completions --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen completions bash > kamen.bash
  kamen completions fish > kamen.fish

`source kamen.bash` tries it. Packages install them; otherwise they go where the shell looks: ~/.local/share/bash-completion/completions/kamen, \
~/.config/fish/completions/kamen.fish, or a folder of zsh's fpath as _kamen.";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    shell: Shell,
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    // `generate` panics where nobody reads.
    let mut text = Vec::new();
    generate(arguments.shell, &mut super::command(), "kamen", &mut text);
    out.write_all(&text)?;
    Ok(())
}
