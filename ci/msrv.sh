#!/usr/bin/env bash
# That the oldest Rust that Cargo.toml names builds everything but the tests: `rust-version`.
set -euo pipefail
cd "$(dirname "$0")/.."

toolchain=$(sed -n 's/^rust-version = "\(.*\)"$/\1/p' Cargo.toml).0
rustup toolchain list | grep -q "^$toolchain-" || rustup toolchain install "$toolchain" --profile minimal
CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}/msrv cargo "+$toolchain" check
