#!/bin/sh
# build.sh FOLDER: makes the package kamen-draughts in a folder; needs what README.md names.
# KAMEN_VARIANT=czech makes one for that variant and those with the same rules, with a smaller core.
# KAMEN_WASM_QUICK=1 leaves out what takes minutes and makes the module smaller and faster.
set -eu
out=${1:?"expected a folder for the package"}
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
target=wasm32-unknown-unknown
mkdir -p "$out"
out=$(cd "$out" && pwd)

# Debian's Rust has the sources of the standard library, which is built for the target.
export PATH="/usr/bin:$PATH" RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$root/target/web}"
# What every browser has that has modules with vectors at all.
export RUSTFLAGS="-C target-feature=+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals -C link-arg=-zstack-size=4194304"
# Nothing here asks the system for random numbers.
RUSTFLAGS="$RUSTFLAGS --cfg getrandom_backend=\"unsupported\""
cd "$root"
/usr/bin/cargo build --quiet --lib -p kamen-wasm --profile web -Zbuild-std=std,panic_abort --target $target
module=$CARGO_TARGET_DIR/$target/web/kamen_wasm.wasm

features="--enable-simd --enable-bulk-memory --enable-sign-ext --enable-nontrapping-float-to-int --enable-mutable-globals"
if [ "${KAMEN_WASM_QUICK:-}" ]; then
    cp "$module" "$out/kamen.wasm"
else
    wasm-opt $features -O3 --strip-debug --strip-producers "$module" -o "$out/kamen.wasm"
    # For browsers that cannot suspend a module: it can unwind and rewind its own stack.
    wasm-opt $features -O3 --strip-debug --strip-producers --asyncify --pass-arg=asyncify-imports@host.pause \
        "$module" -o "$out/kamen-rewinding.wasm"
fi

cp "$here"/kamen.js "$here"/index.js "$here"/kamen.d.ts "$here"/package.json "$here"/README.md "$out"
cp "$root"/LICENSE-APACHE "$root"/LICENSE-MIT "$out"
cp "$root"/src/data/*/*.weights "$root"/src/data/*/*.book "$root"/src/data/*/*.values "$root"/src/data/*/*.distances "$out"
node "$here/manifest.js" "$out"
