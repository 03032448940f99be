#!/usr/bin/env bash
# Mutation testing: one place after another is made wrong (another operator, a constant instead of a result, an arm of a match less), and
# tests have to see it. What they do not see is a test that is missing, or no mistake: docs/book/src/reliability.md has those.
# Guards the tests of runtime/src/{link,rules}.rs and columns/src: those of the same crate look, without rustc's messages (ui.rs).
#
#   ci/mutants.sh [link|rules|columns|all|FILE …] [options of cargo-mutants]     link and rules unless told; all: columns, too
#
# FILE: of runtime/src or columns/src. Options that help: `--list`; `--shard 3/20`, one twentieth of them; `--re NAME`; `--timeout SECONDS`
# for one of them, a minute or three times what the tests take otherwise. The tree is copied; target/mutants.out has what became of each.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! cargo mutants --version >/dev/null 2>&1; then
    echo "ci/mutants.sh: needs cargo-mutants:" >&2
    echo "  cargo install cargo-mutants --locked" >&2
    exit 2
fi

runtime=() columns=()
while [[ $# -gt 0 && $1 != -* ]]; do
    case $1 in
    link | rules) runtime+=("runtime/src/$1.rs") ;;
    columns) columns+=('columns/src/**/*.rs') ;;
    all) runtime+=(runtime/src/link.rs runtime/src/rules.rs) columns+=('columns/src/**/*.rs') ;;
    runtime/src/*.rs) runtime+=("$1") ;;
    columns/src/*.rs) columns+=("$1") ;;
    *)
        echo "usage: ci/mutants.sh [link|rules|columns|all|FILE …] [options of cargo-mutants]" >&2
        exit 2
        ;;
    esac
    shift
done
if [[ ${#runtime[@]} -eq 0 && ${#columns[@]} -eq 0 ]]; then
    runtime=(runtime/src/link.rs runtime/src/rules.rs)
fi

# What is built is kept for the next run, but for the crates themselves, whose copy is elsewhere then.
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
export CARGO_TARGET_DIR=$target/mutants
mkdir -p "$target"

# Not beside a limit that was asked for. The second step goes on with what the first one missed by itself.
limits=(--minimum-test-timeout 60 --timeout-multiplier 3) options=()
for option in "$@"; do
    case $option in
    -t* | --timeout* | --minimum-test-timeout*) limits=() ;;
    --iterate) continue ;;
    esac
    options+=("$option")
done
set -- "${options[@]}"

# mutate CRATE FILES… -- OPTIONS… -- TEST OPTIONS…
mutate() {
    local crate=$1 files=()
    shift
    while [[ $1 != -- ]]; do
        files+=(--file "$1")
        shift
    done
    cargo mutants --package "$crate" "${files[@]}" --output "$target" "${limits[@]}" --cap-lints=true "${@:2}"
}
if [[ ${#runtime[@]} -gt 0 ]]; then
    # Most are seen by few tests, which run soon; the others are looked for by all.
    mutate polarnet-runtime "${runtime[@]}" -- "$@" -- --lib -- engine_tests::rules || [[ $? == 2 || $? == 3 ]]
    mutate polarnet-runtime "${runtime[@]}" -- --iterate "$@" -- --lib
fi
if [[ ${#columns[@]} -gt 0 ]]; then
    mutate polarnet-columns "${columns[@]}" -- "$@" -- --lib --test columns --test impls --test sequences || [[ $? == 2 || $? == 3 ]]
    tests=()
    for file in columns/tests/*.rs columns/tests/*/main.rs; do
        name=${file#columns/tests/} name=${name%/main.rs} name=${name%.rs}
        [[ $name == ui ]] || tests+=(--test "$name")
    done
    mutate polarnet-columns "${columns[@]}" -- --iterate "$@" -- --lib "${tests[@]}" || [[ $? == 2 || $? == 3 ]]
    mutate polarnet-columns "${columns[@]}" -- --iterate "$@" -- --doc
fi
