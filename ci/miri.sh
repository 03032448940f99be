#!/usr/bin/env bash
# The runtime's unsafe code under Miri: undefined behaviour, data races, and outdated values of atomics, on one thread and
# on several, for several seeds of Miri's scheduler, in both models of borrowing. And that of columns.
# Guards the SAFETY comments of runtime/src: `init` and `take` are plain accesses there, so a race is reported as one. At
# the end a racy variant must be reported.
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
export RUST_BACKTRACE=0 # hundreds of panics are caught
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}/miri
flags="${MIRIFLAGS:-} -Zmiri-disable-isolation" # the limits read the clock
run() {
    cargo +nightly miri test -p polarnet-runtime --lib -- "$@"
}
MIRIFLAGS="$flags -Zmiri-many-seeds=0..$seeds" run engine_tests "$@"
MIRIFLAGS="$flags -Zmiri-tree-borrows" run engine_tests "$@"
for model in "" -Zmiri-tree-borrows; do
    MIRIFLAGS="$flags $model" cargo +nightly miri test -p polarnet-columns --no-default-features --test columns \
        --test spaces --test panics --test sequences --test plan --test acc --test acc_panics --test levels --test together \
        --test down
    PROPTEST_CASES=3 MIRIFLAGS="$flags $model" cargo +nightly miri test -p polarnet-columns --test serial
done
# With threads: rayon's queues (crossbeam-epoch) pass in the second model only, and its threads outlive the tests. Panics
# that cross rayon's threads take Miri an hour: one test of them is left to the runs without threads.
MIRIFLAGS="$flags -Zmiri-tree-borrows -Zmiri-ignore-leaks" cargo +nightly miri test -p polarnet-columns \
    --test acc --test acc_panics --test levels --test together --test down -- --skip a_panic_drops_everything

if MIRIFLAGS="$flags" run --ignored engine_tests::must_be_reported >"$CARGO_TARGET_DIR/must_be_reported" 2>&1; then
    echo "ci/miri.sh: Miri did not report a race that is there" >&2
    exit 1
fi
if ! grep -q 'Undefined Behavior: Data race' "$CARGO_TARGET_DIR/must_be_reported"; then
    echo "ci/miri.sh: the racy test failed for another reason: $CARGO_TARGET_DIR/must_be_reported" >&2
    exit 1
fi
echo "ci/miri.sh: nothing found; and the race that must be reported was"
