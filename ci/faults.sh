#!/usr/bin/env bash
# Every allocation fails once: reading, passes, all engines, streams, searches, columns. What fails ends with an error or unwinds, on
# whichever thread; nothing is left, and the same thing succeeds afterwards.
# Guards what `Drop` does in runtime/src and columns/src.
#
#   ci/faults.sh [NAME [N]]     the subjects whose names have NAME in them; N: its allocation N, and where that is
set -euo pipefail
cd "$(dirname "$0")/../faults"

if ! cargo +nightly --version >/dev/null 2>&1; then
    echo "ci/faults.sh: needs a nightly toolchain: rustup toolchain install nightly" >&2
    exit 2
fi
exec cargo +nightly run --quiet --release -- "$@"
