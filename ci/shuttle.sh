#!/usr/bin/env bash
# The engine for threads under shuttle: thousands of schedules of whole runs, reproducible by their seeds.
# Guards runtime/src/{engine,pool,worker}.rs: no schedule hangs, ends early, or gives another result. Shuttle knows no
# weak memory; ci/loom.sh does.
#
#   ci/shuttle.sh [schedules] [test options]     schedules: those of each test in all; 600 to 30,000, by the test, unless told
set -euo pipefail
cd "$(dirname "$0")/.."

if [[ ${1:-} =~ ^[0-9]+$ ]]; then
    export POLARNET_SCHEDULES=$1
    shift
fi
# A target of its own: another cfg rebuilds everything.
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}/shuttle
export RUSTFLAGS="${RUSTFLAGS:-} --cfg shuttle"
exec cargo test -p polarnet-runtime --release --lib -- engine_tests "$@"
