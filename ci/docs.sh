#!/usr/bin/env bash
# Builds the book, docs/book, with the pinned mdBook, which is installed in target/tools if it is not there; fails on its warnings. Then
# looks at all links: of the Markdown files (tests/links.rs, which `cargo test` runs, too), and of the pages that were built.
# The book is in target/book afterwards.
set -euo pipefail
cd "$(dirname "$0")/.."

version=0.5.4
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
tools=$target/tools/mdbook-$version
book=$target/book

[ -x "$tools/bin/mdbook" ] ||
    cargo install mdbook --locked --version "=$version" --no-default-features --features search --root "$tools" --target-dir "$tools/build"
# What it was built of is much larger than it is.
rm -rf "$tools/build"

rm -rf "$book"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
"$tools/bin/mdbook" build --dest-dir "$book" docs/book 2>&1 | tee "$log" >&2
if grep -Eq '^ *(\S+ +)?(WARN|ERROR)|\[(WARN|ERROR)\]' "$log"; then
    echo "ci/docs.sh: mdBook has warnings, above" >&2
    exit 1
fi

POLARNET_BOOK=$book cargo test -p polarnet --test links -- --include-ignored
