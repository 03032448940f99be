#!/usr/bin/env bash
# CUDA kernels on the CPU: the tests of emulator/, which runs the kernels' source as C++ behind a stand-in for the driver.
# Installs a C++ compiler where there is none, if it may.
#
#   ci/emulator.sh [test options]        seeded interleavings, late stores, checked addresses
#   ci/emulator.sh tsan [test options]   the kernels under ThreadSanitizer; races that are there must be reported
set -euo pipefail
. "$(dirname "$0")/lib.sh"
cd "$(dirname "$0")/.."

mode=plain
if [[ ${1:-} == tsan ]]; then
    mode=tsan
    shift
fi

# ThreadSanitizer is g++'s here: its library has to be loaded before the program's.
compiler=${CXX:-c++}
[[ $mode == plain ]] || compiler=g++
if ! command -v "$compiler" >/dev/null; then
    install g++
    if ! command -v "$compiler" >/dev/null; then
        echo "ci/emulator.sh: there is no C++ compiler \`$compiler\`, and none can be installed; install g++, or set CXX" >&2
        exit 2
    fi
fi

if [[ $mode == plain ]]; then
    exec cargo test -p polarnet-emulator "$@"
fi

library=$(g++ -print-file-name=libtsan.so)
if [[ ! -e $library ]]; then
    echo "ci/emulator.sh: g++ has no libtsan.so; install the one of its version" >&2
    exit 2
fi
# A target of its own: another libcuda.so.
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}/emulator-tsan
export POLARNET_EMULATOR_SANITIZE=thread CXX=g++
cargo test -p polarnet-emulator --no-run

# Only the kernels are judged: the host's code is not compiled with ThreadSanitizer.
export TSAN_OPTIONS="ignore_noninstrumented_modules=1 ${TSAN_OPTIONS:-}"
runner=(env "LD_PRELOAD=$(readlink -f "$library")")
# It needs addresses where it expects them, which much randomization breaks.
if setarch "$(uname -m)" -R true 2>/dev/null; then
    runner=(setarch "$(uname -m)" -R "${runner[@]}")
fi
failed=0
while read -r binary; do
    # One thread: tests are the main thread's, and ThreadSanitizer does not see how Rust's threads wait.
    "${runner[@]}" "$binary" --test-threads=1 "$@" || failed=1
done < <(cargo test -p polarnet-emulator --no-run --tests --message-format=json 2>/dev/null |
    sed -n '/"kind":\["test"\]/s/.*"executable":"\([^"]*\)".*/\1/p')
exit "$failed"
