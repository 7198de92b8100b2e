# A programmer in Rust: a crate of one's own with the example of the README, then a game through the library.
mkdir -p crate/src
sed -n '/^```toml$/,/^```$/p' "$REPOSITORY/README.md" | grep -v '^```' | sed "s|\.\./kamen|$REPOSITORY|" >dependencies.toml
grep -q 'default-features = false' dependencies.toml
{
    printf '[package]\nname = "stranger"\nversion = "0.1.0"\nedition = "2024"\n\n'
    cat dependencies.toml
    printf '\n[workspace]\n'
} >crate/Cargo.toml
sed -n '/^```rust$/,/^```$/p' "$REPOSITORY/README.md" | grep -v '^```' >crate/src/main.rs
grep -q 'fn main' crate/src/main.rs
# The versions that the repository is tested with, without asking the network.
cp "$REPOSITORY/Cargo.lock" crate/
"$CARGO" check --quiet --offline --manifest-path crate/Cargo.toml
