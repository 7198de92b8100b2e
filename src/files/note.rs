//! Words on standard error.

use std::fmt;
use std::io::{self, Write};

/// Writes a line to standard error. A closed one is ignored, where `eprintln!` would panic.
pub fn note(line: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{line}");
}
