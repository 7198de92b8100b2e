//! `kamen moves`.

use super::{CliError, PositionArguments};
use crate::movegen::legal_moves;
use crate::notation::hub_move;
use crate::with_rules;
use std::io::Write;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    with_rules!(arguments.position.variant, R => {
        let position = arguments.position.position::<R>()?;
        let mut moves = Vec::new();
        legal_moves(&position, &mut moves);
        for m in &moves {
            writeln!(out, "{}", hub_move::<R>(m))?;
        }
        Ok(())
    })
}
