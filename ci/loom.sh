#!/usr/bin/env bash
# The concurrent linker under loom: every interleaving of two to four threads, every value a load may return.
# Guards runtime/src/{cell,link,rules,pool}.rs; runtime/LINKER.md says what is claimed, runtime/src/loom_tests shows it.
#
#   ci/loom.sh short [test options]   all but the largest explorations
#   ci/loom.sh full  [test options]   everything; ten minutes of two cores
set -euo pipefail
cd "$(dirname "$0")/.."

mode=${1:-short}
shift || true
case $mode in
short) options=(--skip loom_tests::large) ;;
full) options=() ;;
*)
    echo "usage: ci/loom.sh [short|full] [test options]" >&2
    exit 2
    ;;
esac

# A target of its own: another cfg rebuilds everything.
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}/loom
export RUSTFLAGS="${RUSTFLAGS:-} --cfg loom"
# Tests that must fail would print their stacks.
export RUST_BACKTRACE=0
exec cargo test -p polarnet-runtime --release --lib -- loom_tests "${options[@]}" "$@"
