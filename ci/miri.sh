#!/usr/bin/env bash
# The runtime's unsafe code under Miri: undefined behaviour, data races, and outdated values of atomics, on one thread and
# on several, for several seeds of Miri's scheduler.
# Guards the SAFETY comments of runtime/src: `init` and `take` are plain accesses there, so a race is reported as one.
#
#   ci/miri.sh [seeds] [test options]     seeds: 4 unless told
set -euo pipefail
cd "$(dirname "$0")/.."

if ! cargo +nightly miri --version >/dev/null 2>&1; then
    echo "ci/miri.sh: needs a nightly toolchain with miri and rust-src:" >&2
    echo "  rustup toolchain install nightly --component miri,rust-src" >&2
    exit 2
fi

seeds=${1:-4}
shift || true
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}/miri
# The clock is read (limits), so no isolation; the heap's words are turned into references by their place.
export MIRIFLAGS="${MIRIFLAGS:-} -Zmiri-many-seeds=0..$seeds -Zmiri-disable-isolation"
exec cargo +nightly miri test -p polarnet-runtime --lib -- engine_tests "$@"
