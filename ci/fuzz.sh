#!/usr/bin/env bash
# Fuzzes the columns with the address sanitizer: sequences of operations against a plain model (columns/tests/sequences).
# Leaks are errors, too.
#
#   ci/fuzz.sh [seconds] [options of libFuzzer]     seconds: 60 unless told
set -euo pipefail
cd "$(dirname "$0")/../fuzz"

if ! cargo +nightly fuzz --version >/dev/null 2>&1; then
    echo "ci/fuzz.sh: needs a nightly toolchain and cargo-fuzz:" >&2
    echo "  rustup toolchain install nightly && cargo install cargo-fuzz --locked" >&2
    exit 2
fi

seconds=${1:-60}
shift || true
cargo +nightly fuzz run columns -- -max_total_time="$seconds" -max_len=4096 -print_final_stats=1 "$@"
