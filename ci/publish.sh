#!/usr/bin/env bash
# That the crates can be packed as they would be published, in an order in which each finds those that it needs. Nothing is uploaded.
# Crates with `publish = false` are left out; nothing that is published may need them.
#
#   ci/publish.sh           packs: seconds
#   ci/publish.sh verify    builds each crate from what was packed, too: minutes
set -euo pipefail
cd "$(dirname "$0")/.."

case ${1:-} in
"") options=(--no-verify) ;;
verify) options=() ;;
*)
    echo "usage: ci/publish.sh [verify]" >&2
    exit 2
    ;;
esac
exec cargo publish --workspace --dry-run --allow-dirty "${options[@]}"
