#!/bin/sh
# cargo.sh WORDS..: Cargo for 64-bit Windows. With the standard library that rustup has for it, or else with Debian's Rust, which builds it
# from source (rustc-web, cargo-web, rust-web-src); both link with mingw-w64. RUSTFLAGS and CARGO_TARGET_DIR are the caller's.
set -eu
target=x86_64-pc-windows-gnu
command -v x86_64-w64-mingw32-gcc >/dev/null || { echo "cargo.sh: mingw-w64 is missing" >&2; exit 1; }
if [ -e "$(rustc --print sysroot)/lib/rustlib/$target" ]; then
    exec cargo "$@" --target $target
fi
[ -e /usr/lib/rustlib/src/rust/library/std ] || {
    echo "cargo.sh: Rust has no $target: rustup target add $target, or on Debian apt install rustc-web cargo-web rust-web-src" >&2
    exit 1
}
export PATH="/usr/bin:$PATH" RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1
exec /usr/bin/cargo "$@" -Zbuild-std=std,panic_unwind --target $target
