#!/usr/bin/env bash
# The engine for threads, and passes of columns by several threads, under ThreadSanitizer: data races of real threads, on real nets
# and on batches of thousands of rows.
# Guards runtime/src/{cell,link,rules,pool,threads,helpers}.rs and columns/src/{wave,push,users,par}.rs, together/, acc/. No suppressions: std is
# built with the sanitizer too, and neither the linker nor columns have fences, which ThreadSanitizer does not know. At the end a
# racy variant of each must be reported.
#
#   ci/tsan.sh [test options]
#   ci/tsan.sh columns          columns alone
set -euo pipefail
. "$(dirname "$0")/lib.sh"
cd "$(dirname "$0")/.."

sysroot=$(rustc +nightly --print sysroot 2>/dev/null || true)
if [[ -z $sysroot || ! -d $sysroot/lib/rustlib/src/rust/library ]]; then
    echo "ci/tsan.sh: needs a nightly toolchain with rust-src:" >&2
    echo "  rustup toolchain install nightly --component rust-src" >&2
    exit 2
fi

all=yes
if [[ ${1:-} == columns ]]; then
    all=no
    shift
fi
host=$(rustc +nightly -vV | sed -n 's/^host: //p')
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}/tsan
export RUSTFLAGS="${RUSTFLAGS:-} -Zsanitizer=thread"
runtime() {
    cargo +nightly test -Zbuild-std --target "$host" -p polarnet-runtime --release --lib -- "$@"
}
columns() {
    cargo +nightly test -Zbuild-std --target "$host" -p polarnet-columns --release "$@"
}

if [[ $all == yes ]]; then
    runtime engine_tests threads:: helpers:: "$@"
fi
columns --lib --test acc --test acc_panics --test levels --test together --test down --test rows

if [[ $all == yes ]]; then
    must_be_reported ThreadSanitizer 'ThreadSanitizer: data race' runtime runtime --ignored engine_tests::must_be_reported
fi
must_be_reported ThreadSanitizer 'ThreadSanitizer: data race' columns columns --lib -- --ignored wave::tests::must_be_reported
echo "ci/tsan.sh: no race; and those that must be reported were"
