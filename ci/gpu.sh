#!/usr/bin/env bash
# Tests and benchmarks of the CUDA back end, for a machine that has a GPU and no Rust: built on one machine, run on another.
#
#   ci/gpu.sh build [FOLDER]      builds the program, and puts it into FOLDER (target/gpu) with nets and this script, as `run.sh`
#   FOLDER/run.sh [OPTIONS]       there: device, nets and column passes on the device beside the CPU, benchmark. Needs a driver, no network
#
#     --small         sizes for the emulator: LD_LIBRARY_PATH=$(ci/gpu.sh emulator) FOLDER/run.sh --small
#     --device N      the device (0)
#     --csv FILE      where the record goes (FOLDER/record.csv; of passes and limits, record-passes.csv and record-limits.csv); rows are appended. None of an emulated device
#     OTHERS          of the benchmark, as `FOLDER/gpu` says
#
# `POLARNET_BESIDE=FOLDER ci/gpu.sh build` takes programs of others along, in CUDA C++, to be run beside where there is an nvcc.
# All of it takes nine minutes at most. The exit code is 0 only if device and CPU agree everywhere.
# The program needs a C library as new as that of the machine where it was built.
set -euo pipefail
export LC_ALL=C

usage() {
    sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0"
}

build() {
    # As seen from where the caller is.
    local into='' others=''
    [[ -z ${1:-} ]] || into=$(realpath -m "$1")
    [[ -z ${POLARNET_BESIDE:-} ]] || others=$(realpath "$POLARNET_BESIDE")
    cd "$(dirname "$0")/.."
    into=${into:-${CARGO_TARGET_DIR:-target}/gpu}
    CARGO_PROFILE_RELEASE_STRIP=symbols cargo build --release -p benches --features cuda --example cuda
    rm -rf "$into/nets"
    mkdir -p "$into/nets"
    cp "${CARGO_TARGET_DIR:-target}/release/examples/cuda" "$into/gpu"
    cp ci/gpu.sh "$into/run.sh"
    chmod +x "$into/gpu" "$into/run.sh"
    git describe --always --dirty --abbrev=9 >"$into/commit" 2>/dev/null || echo unknown >"$into/commit"
    # NVRTC, which a machine without the toolkit lacks.
    local nvrtc
    rm -f "$into/nvrtc.tar.gz"
    if nvrtc=$(ci/ptx.sh --nvrtc 2>/dev/null); then
        tar -C "$nvrtc" --dereference --transform 's,^,nvrtc/,' -cf - $(basename -a "$nvrtc"/libnvrtc.so.*[0-9] "$nvrtc"/libnvrtc-builtins.so.*) | gzip -9 >"$into/nvrtc.tar.gz"
    else
        echo "ci/gpu.sh: no NVRTC comes along, as \`ci/ptx.sh --nvrtc\` finds none: without one there, books are interpreted, and no passes run" >&2
    fi
    # What others wrote comes along where it is there.
    local from to
    for from in tests/nets tests/regressions docs/book/src/pictures ../shared/nets; do
        [[ -d $from ]] || continue
        to=$into/nets/$(tr / - <<<"${from#../}")
        mkdir -p "$to"
        find "$from" -maxdepth 1 \( -name '*.hvm' -o -name '*.net' \) -exec cp -t "$to" {} +
    done
    # Programs to be run beside ours, which are not of this repository.
    rm -rf "$into/beside"
    [[ -z $others ]] || { mkdir -p "$into/beside" && cp "$others"/*.cu "$into/beside"; }
    local kib
    kib=$(du -sk "$into" | cut -f1)
    echo "ci/gpu.sh: $into has $(find "$into/nets" -type f | wc -l) nets, $kib KiB with the program" >&2
    if [[ $kib -gt $((60 << 10)) ]]; then
        echo "ci/gpu.sh: that is more than 60 MiB" >&2
        exit 1
    fi
}

# Where the emulator's stand-in for the driver is.
emulator() {
    cd "$(dirname "$0")/.."
    local found
    found=$(cargo build --release -p polarnet-emulator --message-format=json 2>/dev/null |
        sed -n '/"build-script-executed"/{/polarnet-emulator/s/.*"out_dir":"\([^"]*\)".*/\1/p;}')
    if [[ ! -e $found/libcuda.so ]]; then
        echo "ci/gpu.sh: the emulator cannot be built; \`ci/emulator.sh\` says why" >&2
        exit 1
    fi
    echo "$found"
}

say() { echo "$*${note:-}"; }

# All of it, in seconds.
readonly most=530

# A command, which ends in so many seconds, even if a kernel does not, and before all of them have passed. 124 if it was too slow.
timed() {
    local seconds=$1 status=0
    shift
    if [[ $((most - SECONDS)) -lt $seconds ]]; then seconds=$((most - SECONDS)); fi
    say "== $*"
    if [[ $seconds -lt 2 ]]; then
        say "run.sh: no time is left for that"
        return 124
    fi
    timeout -k 5 "$seconds" "$@" || status=$?
    if [[ $status == 124 || $status == 137 ]]; then
        say "run.sh: that took more than $seconds s"
        return 124
    fi
    return "$status"
}

# A part of the run that has to end, and well.
part() {
    timed "$@" || failed=1
}

# One that need not end.
extra() {
    local status=0
    timed "$@" || status=$?
    if [[ $status != 0 && $status != 124 ]]; then failed=1; fi
}

# NVIDIA's checker of memory and races, where it is: small nets under it. It is slow, and knows nothing of an emulated device.
checked() {
    [[ -z $note ]] || return 0
    command -v compute-sanitizer >/dev/null || { say "== compute-sanitizer is not there"; return; }
    local nets tool
    nets=$here/nets/tests-regressions
    for tool in memcheck racecheck; do
        extra 25 compute-sanitizer --tool "$tool" --error-exitcode 1 "$here/gpu" nets "$nets" --device "$device" --small --runs 1 --seconds 15
    done
}

# Programs of others in CUDA C++ that came along in `beside`, as HVM2 writes them (`hvm gen-cu`), where they can be compiled.
beside() {
    local program
    for program in "$here"/beside/*.cu; do
        [[ -e $program ]] || return 0
        command -v nvcc >/dev/null || { say "== $(basename "$program") is not run: there is no nvcc"; continue; }
        # That it is theirs to compile and to end says nothing of ours.
        timed 60 nvcc -O3 -arch=native -w "$program" -o "$work/beside" || { say "run.sh: it does not compile"; continue; }
        for _ in 1 2 3 4 5; do timed 20 "$work/beside" || { say "run.sh: it does not run"; break; }; done
    done
}

run() {
    local here work csv='' small='' device=0 others=()
    here=$(cd "$(dirname "$0")" && pwd)
    # What is written: next to this, if that may be.
    work=$here
    [[ -w $here ]] || work=$(mktemp -d)
    while [[ $# -gt 0 ]]; do
        case $1 in
        --small) small=--small ;;
        --device | --csv)
            [[ $# -ge 2 ]] || { echo "run.sh: $1 needs a value" >&2; exit 2; }
            if [[ $1 == --csv ]]; then csv=$2; else device=$2; fi
            shift
            ;;
        *) others+=("$1") ;;
        esac
        shift
    done

    if [[ -z $csv ]]; then
        csv=$work/record.csv
        [[ $work == "$here" ]] || echo "run.sh: nothing can be written to $here, so the records are in $work" >&2
    fi

    # As ci/lib.sh does it; this script goes alone to where the GPU is.
    local model machine driver note=''
    model=$(awk -F': *' '/^model name/ { print $2; exit }' /proc/cpuinfo 2>/dev/null) || true
    machine="$(getconf _NPROCESSORS_ONLN) cores: ${model:-$(uname -m)}"
    driver=$(sed -n 's/^NVRM.* \([0-9]\{3,\}\.[0-9.]*\) .*/\1/p' /proc/driver/nvidia/version 2>/dev/null) || true
    [[ -n $driver ]] || driver=$(nvidia-smi --query-gpu=driver_version --format=csv,noheader 2>/dev/null | head -n 1) || true

    failed=0
    part 60 "$here/gpu" devices
    if [[ $failed != 0 ]]; then
        say "run.sh: FAILED: there is nothing to run on"
        exit 1
    fi
    if "$here/gpu" devices | grep -q emulated; then note='  [emulated: times mean nothing]'; fi
    # The compiler for kernels of books and passes: the one that came along, also where the machine has one, so that figures of several
    # machines are of the same code.
    if [[ -z ${POLARNET_NVRTC:-} && -e $here/nvrtc.tar.gz && -z $note ]]; then
        tar -xzf "$here/nvrtc.tar.gz" -C "$work" && export POLARNET_NVRTC=$work/nvrtc
    fi
    export POLARNET_KERNEL_CACHE=${POLARNET_KERNEL_CACHE:-$work/kernels}
    part 230 "$here/gpu" nets "$here/nets" --device "$device" --seconds 200 $small
    local told=(--machine "$machine" --driver "${driver:-unknown}" --date "$(date +%F)"
        --commit "$(cat "$here/commit" 2>/dev/null || echo unknown)")
    part 20 "$here/gpu" limits --device "$device" $small --csv "${csv%.csv}-limits.csv" "${told[@]}"
    part 80 "$here/gpu" passes --device "$device" $small --csv "${csv%.csv}-passes.csv" "${told[@]}"
    part 200 "$here/gpu" bench --device "$device" --seconds 175 $small --csv "$csv" "${told[@]}" ${others[@]+"${others[@]}"}
    checked
    beside
    if [[ $failed == 0 ]]; then say "run.sh: device and CPU agree"; else say "run.sh: FAILED"; fi
    exit "$failed"
}

case ${1:-} in
-h | --help) usage ;;
build) build "${2:-}" ;;
emulator) emulator ;;
*)
    if [[ ! -x $(dirname "$0")/gpu ]]; then
        usage >&2
        exit 2
    fi
    run "$@"
    ;;
esac
