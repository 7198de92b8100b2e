//! Prints results as JSON, for other programs.

use serde::Serialize;
use std::io::{self, Write};

/// Prints one JSON object and a newline.
pub fn print_json(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}
