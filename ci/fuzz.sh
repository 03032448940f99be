#!/usr/bin/env bash
# Fuzzes, with the address sanitizer; leaks are errors, too.
#
#   columns   sequences of operations on batches, against a plain model (columns/tests/sequences)
#   fpcore    FPCore of any text
#   nets      nets that the random tests' generators make of bytes: all engines agree
#   serial    batches of any bytes, postcard and JSON: refused, or sound
#   text      books of any text: an error at its place, or all engines agree
#
# What was found interesting is kept in fuzz/corpus, made small by `min`; `cargo test` goes through it, too.
#
#   ci/fuzz.sh [TARGET|all] [seconds] [options of libFuzzer]     all, for 60 seconds each, unless told
#   ci/fuzz.sh min [TARGET|all]                                  the corpus without what nothing is lost by
set -euo pipefail
cd "$(dirname "$0")/../fuzz"

if ! cargo +nightly fuzz --version >/dev/null 2>&1; then
    echo "ci/fuzz.sh: needs a nightly toolchain and cargo-fuzz:" >&2
    echo "  rustup toolchain install nightly && cargo install cargo-fuzz --locked" >&2
    exit 2
fi

command=run
if [[ ${1:-} == min ]]; then
    command=cmin
    shift
fi
targets=(columns fpcore nets serial text)
if [[ -n ${1:-} && $1 != all ]]; then
    if [[ ! " ${targets[*]} " == *" $1 "* ]]; then
        echo "ci/fuzz.sh: there is no target $1; there are ${targets[*]}" >&2
        exit 2
    fi
    targets=("$1")
fi
shift || true
seconds=${1:-60}
shift || true

# As a workspace of its own, it has no target directory of others.
unset CARGO_TARGET_DIR
for target in "${targets[@]}"; do
    echo "== $target" >&2
    options=(-max_total_time="$seconds" -max_len=4096 -timeout=30 -print_final_stats=1)
    # Threads that end leave 32 bytes of the C library's for a moment, which count as a leak. The soak looks for those of nets.
    [[ $target != nets ]] || options+=(-detect_leaks=0)
    case $command in
    run) cargo +nightly fuzz run "$target" -- "${options[@]}" "$@" ;;
    cmin) cargo +nightly fuzz cmin "$target" ;;
    esac
done
