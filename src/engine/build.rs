//! Tells the program what compiles it.

use std::env::var_os;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let compiler = var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let said = Command::new(compiler).arg("--version").output();
    let said = said.map(|said| String::from_utf8_lossy(&said.stdout).trim().to_owned());
    let version = said.ok().filter(|version| !version.is_empty());
    println!(
        "cargo::rustc-env=KAMEN_RUSTC={}",
        version.as_deref().unwrap_or("an unknown compiler")
    );
}
