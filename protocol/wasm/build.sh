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
# What every browser has that has modules with vectors at all. Nothing here asks the system for random numbers.
target_features=+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals
flags="-C link-arg=-zstack-size=4194304 --cfg getrandom_backend=\"unsupported\""
cd "$root"

# compiled FOLDER FLAGS: compiles the core with more flags, in a folder of its own; prints where it is.
compiled() {
    RUSTFLAGS="$flags $2" CARGO_TARGET_DIR=$CARGO_TARGET_DIR/$1 \
        /usr/bin/cargo build --quiet --lib -p kamen-wasm --profile web -Zbuild-std=std,panic_abort --target $target
    echo "$CARGO_TARGET_DIR/$1/$target/web/kamen_wasm.wasm"
}

# optimised MODULE FILE OPTION..: makes a file of the package of it.
optimised() {
    module=$1 file=$2
    shift 2
    if [ "${KAMEN_WASM_QUICK:-}" ]; then
        cp "$module" "$out/$file"
    else
        wasm-opt --enable-simd --enable-bulk-memory --enable-sign-ext --enable-nontrapping-float-to-int --enable-mutable-globals \
            -O3 --strip-debug --strip-producers "$@" "$module" -o "$out/$file"
    fi
}

module=$(compiled one "-C target-feature=$target_features")
optimised "$module" kamen.wasm
if [ -z "${KAMEN_WASM_QUICK:-}" ]; then
    # For browsers that cannot suspend a module: it can unwind and rewind its own stack.
    optimised "$module" kamen-rewinding.wasm --asyncify --pass-arg=asyncify-imports@host.pause
fi

# For workers that share their memory, which begins with 8 MiB and may grow to 4 GiB; kamen-threads.js knows both. The rest is what a
# thread needs to begin with. For every crate Rust would warn that `atomics` is not stable.
threads="-A warnings -C target-feature=$target_features,+atomics"
for argument in --import-memory --shared-memory --initial-memory=8388608 --max-memory=4294967296 \
    --export=__stack_pointer --export=__wasm_init_tls --export=__tls_size --export=__tls_align; do
    threads="$threads -C link-arg=$argument"
done
module=$(compiled threads "$threads")
optimised "$module" kamen-threads.wasm --enable-threads

cp "$here"/kamen.js "$here"/kamen-thread.js "$here"/kamen-threads.js "$here"/index.js "$here"/kamen.d.ts "$here"/package.json "$here"/README.md "$out"
cp "$root"/LICENSE-APACHE "$root"/LICENSE-MIT "$out"
cp "$root"/src/data/*/*.weights "$root"/src/data/*/*.book "$root"/src/data/*/*.values "$root"/src/data/*/*.distances "$out"
node "$here/manifest.js" "$out"
