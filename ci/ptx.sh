#!/usr/bin/env bash
# That each runtime/kernels/*.ptx is what its *.cu is compiled to, and that no kernel spills or takes more registers than
# runtime/kernels/limits.txt allows. The compilers are those of ci/ptx.txt, in target/ci; no GPU and no driver is needed.
# Without Python, pip, or the packages there is nothing to check.
#
#   ci/ptx.sh [FOLDER]             checks runtime/kernels, or FOLDER
#   ci/ptx.sh --bless [FOLDER]     writes *.ptx anew; limits.txt is for people to write
#   ci/ptx.sh --nvrtc              says where the pinned NVRTC is, for `POLARNET_NVRTC=$(ci/ptx.sh --nvrtc) cargo test …`
set -euo pipefail
. "$(dirname "$0")/lib.sh"
export LC_ALL=C

mode=
if [ "${1:-}" = --bless ] || [ "${1:-}" = --nvrtc ]; then
    mode=$1
    shift
fi
if [ $# -gt 1 ] || [ "$mode$#" = --nvrtc1 ] || [[ "${1:-}" == -* ]]; then
    echo "usage: ci/ptx.sh [--bless] [FOLDER] | ci/ptx.sh --nvrtc" >&2
    exit 2
fi
kernels=${1:+$(realpath "$1")}
kernels=${kernels:-runtime/kernels}
cd "$(dirname "$0")/.."

# To check nothing is allowed where nothing can be installed; to give nothing is not.
missing() {
    if [ -n "$mode" ]; then
        echo "ci/ptx.sh: $1" >&2
        exit 1
    fi
    echo "ci/ptx.sh: SKIPPED: $1" >&2
    exit 0
}

pins=ci/ptx.txt
into=${CARGO_TARGET_DIR:-target}/ci
compilers=$into/ptx-$(cksum <"$pins" | cut -d' ' -f1)

command -v python3 >/dev/null || install python3
command -v python3 >/dev/null || missing "there is no python3, and it cannot be installed; install it to compile kernels"
if [ ! -d "$compilers" ]; then
    python3 -m pip --version >/dev/null 2>&1 || install python3-pip
    python3 -m pip --version >/dev/null 2>&1 || missing "python3 has no pip, and it cannot be installed; install it to compile kernels"
    mkdir -p "$into"
    new=$(mktemp -d "$into/ptx-new-XXXXXX")
    trap 'rm -rf "$new"' EXIT
    echo "ci/ptx.sh: installing the packages of $pins in $compilers" >&2
    PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore \
        python3 -m pip install --quiet --no-deps --only-binary :all: --target "$new/packages" --requirement "$pins" ||
        missing "the packages of $pins cannot be installed; pip says why above"
    # As a whole or not at all. Somebody else may have been faster.
    mv -T "$new/packages" "$compilers" 2>/dev/null || [ -d "$compilers" ]
    rm -rf "$new"
    trap - EXIT
fi

if [ "$mode" = --nvrtc ]; then
    realpath "$compilers/nvidia/cu13/lib"
    exit
fi
exec python3 ci/ptx.py $mode "$kernels" "$compilers"
