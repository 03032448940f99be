#!/usr/bin/env bash
# The engine for threads under ThreadSanitizer: data races of real threads on real nets.
# Guards runtime/src/{cell,link,rules,pool}.rs. No suppressions: std is built with the sanitizer too, and the linker has
# no fences, which ThreadSanitizer does not know. At the end a racy variant must be reported.
#
#   ci/tsan.sh [test options]
set -euo pipefail
cd "$(dirname "$0")/.."

sysroot=$(rustc +nightly --print sysroot 2>/dev/null || true)
if [[ -z $sysroot || ! -d $sysroot/lib/rustlib/src/rust/library ]]; then
    echo "ci/tsan.sh: needs a nightly toolchain with rust-src:" >&2
    echo "  rustup toolchain install nightly --component rust-src" >&2
    exit 2
fi

host=$(rustc +nightly -vV | sed -n 's/^host: //p')
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}/tsan
export RUSTFLAGS="${RUSTFLAGS:-} -Zsanitizer=thread"
run() {
    cargo +nightly test -Zbuild-std --target "$host" -p polarnet-runtime --release --lib -- "$@"
}
run engine_tests "$@"

if run --ignored engine_tests::must_be_reported >"$CARGO_TARGET_DIR/must_be_reported" 2>&1; then
    echo "ci/tsan.sh: ThreadSanitizer did not report a race that is there" >&2
    exit 1
fi
if ! grep -q 'ThreadSanitizer: data race' "$CARGO_TARGET_DIR/must_be_reported"; then
    echo "ci/tsan.sh: the racy test failed for another reason: $CARGO_TARGET_DIR/must_be_reported" >&2
    exit 1
fi
echo "ci/tsan.sh: no race; and the one that must be reported was"
