//! Kamen
fn main() {}
