#!/usr/bin/env bash
# That nothing public was removed or changed since a revision, unless the version says so: cargo-semver-checks, pinned, which is
# installed in target/tools if it is not there. Macros it does not see.
#
#   ci/semver.sh REVISION [options of cargo-semver-checks]
set -euo pipefail
cd "$(dirname "$0")/.."

if [[ $# -lt 1 ]] || ! git rev-parse --quiet --verify "$1^{commit}" >/dev/null; then
    echo "usage: ci/semver.sh REVISION [options]" >&2
    exit 2
fi
revision=$1
shift

version=0.51.0
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
tools=$target/tools/cargo-semver-checks-$version
[ -x "$tools/bin/cargo-semver-checks" ] ||
    cargo install cargo-semver-checks --locked --version "=$version" --root "$tools" --target-dir "$tools/build"
# What it was built of is much larger than it is.
rm -rf "$tools/build"

exec "$tools/bin/cargo-semver-checks" semver-checks --workspace --baseline-rev "$revision" "$@"
