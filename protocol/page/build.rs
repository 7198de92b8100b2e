//! Builds the crate again whenever a file of the page changes, which the compiler does not see.

fn main() {
    println!("cargo::rerun-if-changed=.");
}
