#!/usr/bin/env bash
# That the folds of columns check no index: no `panic_bounds_check` in the assembly of columns/examples/folds.rs, which has
# a function for each kind of fold, `asm_…`. `asm_checked` is there to be found: it does check.
#
#   ci/asm.sh
set -euo pipefail
cd "$(dirname "$0")/.."

target=${CARGO_TARGET_DIR:-target}/asm
# Without link-time optimisation the assembly is that of the example and what it instantiates.
export CARGO_TARGET_DIR=$target CARGO_PROFILE_RELEASE_LTO=off
assembly=$target/folds.s
cargo rustc --quiet --release -p polarnet-columns --example folds -- --emit "asm=$assembly"

# name: the lines of all functions, closures among them, in whose symbol the name stands.
body() {
    awk -v name="$1" '
        /^[A-Za-z_.$][^ ]*:/ && !/^\.L/ { inside = $0 ~ "[0-9]" name "([^a-z_]|$)" }
        inside
    ' "$assembly"
}

failed=0
for name in asm_fold asm_together asm_fill_up asm_fill_down asm_planned asm_points; do
    lines=$(body "$name")
    if [ "$(grep -c . <<<"$lines")" -lt 20 ]; then
        echo "ci/asm.sh: $name is not in $assembly" >&2
        failed=1
    elif grep -n panic_bounds_check <<<"$lines" >&2; then
        echo "ci/asm.sh: $name checks indices" >&2
        failed=1
    else
        echo "ci/asm.sh: $name: $(grep -c '^	[a-z]' <<<"$lines") instructions, no index is checked"
    fi
done
lines=$(body asm_checked)
if ! grep -q panic_bounds_check <<<"$lines"; then
    echo "ci/asm.sh: asm_checked does check, but that was not found" >&2
    failed=1
fi
exit "$failed"
