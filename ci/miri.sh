#!/usr/bin/env bash
# The runtime's unsafe code under Miri: undefined behaviour, data races, and outdated values of atomics, on one thread and
# on several, for several seeds of Miri's scheduler, in both models of borrowing. And that of columns: without threads in both
# models, with threads in none.
# Guards the SAFETY comments of runtime/src and columns/src: `init` and `take` are plain accesses in the runtime, and so are those
# of a pass to its column (columns/src/{wave,push,users}.rs, together/), so a race is reported as one. At the end a racy variant of each
# must be reported.
#
#   ci/miri.sh [seeds] [test options]     seeds: 4 unless told
#   ci/miri.sh columns [seeds]            columns alone
set -euo pipefail
. "$(dirname "$0")/lib.sh"
cd "$(dirname "$0")/.."

if ! cargo +nightly miri --version >/dev/null 2>&1; then
    echo "ci/miri.sh: needs a nightly toolchain with miri and rust-src:" >&2
    echo "  rustup toolchain install nightly --component miri,rust-src" >&2
    exit 2
fi

all=yes
if [[ ${1:-} == columns ]]; then
    all=no
    shift
fi
seeds=${1:-4}
shift || true
export RUST_BACKTRACE=0 # hundreds of panics are caught
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}/miri
flags="${MIRIFLAGS:-} -Zmiri-disable-isolation" # the limits read the clock
# Rayon passes in neither model: its queues (crossbeam-epoch) not in the first, and in the second the last job of a scope ends it
# while its closure, an argument, still refers to it. So with threads it is races, and accesses to what is gone, that are looked
# for; both models judge the same code without threads. Rayon's threads outlive the tests.
threads="$flags -Zmiri-disable-stacked-borrows -Zmiri-ignore-leaks"
runtime() {
    cargo +nightly miri test -p polarnet-runtime --lib -- "$@"
}
columns() {
    cargo +nightly miri test -p polarnet-columns "$@"
}

if [[ $all == yes ]]; then
    MIRIFLAGS="$flags -Zmiri-many-seeds=0..$seeds" runtime engine_tests threads:: helpers:: "$@"
    MIRIFLAGS="$flags -Zmiri-tree-borrows" runtime engine_tests pace threads:: helpers:: half:: "$@"
fi
for model in "" -Zmiri-tree-borrows; do
    MIRIFLAGS="$flags $model" columns --no-default-features --lib --test columns --test spaces --test panics \
        --test sequences --test plan --test acc --test acc_panics --test levels --test together --test down --test rows \
        --test fallible
    PROPTEST_CASES=3 MIRIFLAGS="$flags $model" columns --test serial
done
# Panics that cross rayon's threads take Miri an hour: one test of them is left to the runs without threads.
MIRIFLAGS="$threads" columns --test acc --test acc_panics --test levels --test together --test down --test rows \
    --test fallible -- --skip a_panic_drops_everything
MIRIFLAGS="$threads -Zmiri-many-seeds=0..$seeds" columns --lib -- wave

if [[ $all == yes ]]; then
    MIRIFLAGS="$flags" must_be_reported Miri 'Undefined Behavior: Data race' runtime runtime --ignored engine_tests::must_be_reported
fi
MIRIFLAGS="$threads" must_be_reported Miri 'Undefined Behavior: Data race' columns columns --lib -- --ignored wave::tests::must_be_reported
echo "ci/miri.sh: nothing found; and the races that must be reported were"
