#!/bin/sh
# build.sh FOLDER: makes kamen.exe and kamen.dll for 64-bit Windows in a folder; needs what README.md names.
# CPU is what the processor must have (x86-64-v2 without it; x86-64-v3 has AVX2); PROFILE=quick builds faster what is slower.
set -eu
out=${1:?"expected a folder for the programs"}
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
profile=${PROFILE:-release}
target=x86_64-pc-windows-gnu
mkdir -p "$out"
out=$(cd "$out" && pwd)
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$root/target}/windows"
# No path of this machine is in the programs.
export RUSTFLAGS="-C target-cpu=${CPU:-x86-64-v2} --remap-path-prefix=$root=kamen --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"
cd "$root"
.ci/cargo-for $target build --quiet --locked --profile "$profile" -p kamen -p kamen-checkerboard
built=$CARGO_TARGET_DIR/$target/$profile
cp "$built/kamen.exe" "$out/kamen.exe"
cp "$built/kamen_checkerboard.dll" "$out/kamen.dll"
