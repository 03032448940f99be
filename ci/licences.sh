#!/usr/bin/env bash
# That all that is used has a licence of those in deny.toml, comes from the registry, and is asked for with a version: cargo-deny,
# pinned, which is installed in target/tools if it is not there.
set -euo pipefail
cd "$(dirname "$0")/.."

version=0.20.2
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
tools=$target/tools/cargo-deny-$version
[ -x "$tools/bin/cargo-deny" ] ||
    cargo install cargo-deny --locked --version "=$version" --root "$tools" --target-dir "$tools/build"
# What it was built of is much larger than it is.
rm -rf "$tools/build"

exec "$tools/bin/cargo-deny" --workspace check bans licenses sources
