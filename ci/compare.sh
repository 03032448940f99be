#!/usr/bin/env bash
# Times commands in turn, ours first, so that what else the machine does is the same for all: the median, the fastest run,
# and how many times as long as the first each takes.
#
#   ci/compare.sh [OPTIONS] 'OUR COMMAND' 'OTHER COMMAND'…
#
#     -n RUNS        runs of each (7)
#     -w RUNS        runs before these, which do not count (1)
#     --seconds RE   take the seconds that a command prints, where one does: the number after the text RE of its output
#     --csv FILE     append a row for each other command, in the format that benches/README.md has; with
#     --name NAME      the workload
#     --size SIZE      its size
#     --engine NAME    the engine of ours
#     --threads N      on so many threads (1)
#     --peer NAME      what the other command is called: once for each, in their order (the program's name)
#
#   ci/compare.sh -n 5 'target/release/workload net/sum_rec 22' 'hvm run sum_rec.hvm'
set -euo pipefail
. "$(dirname "$0")/lib.sh"
export LC_ALL=C

fail() {
    echo "ci/compare.sh: $*" >&2
    exit 2
}

runs=7 warm=1 pattern='' csv='' name='' size='' engine='' threads=1 peers=() commands=()
while [ $# -gt 0 ]; do
    case $1 in
    -n | -w | --seconds | --csv | --name | --size | --engine | --threads | --peer)
        [ $# -ge 2 ] || fail "$1 needs a value"
        case $1 in
        -n) runs=$2 ;;
        -w) warm=$2 ;;
        --seconds) pattern=$2 ;;
        --csv) csv=$2 ;;
        --name) name=$2 ;;
        --size) size=$2 ;;
        --engine) engine=$2 ;;
        --threads) threads=$2 ;;
        --peer) peers+=("$2") ;;
        esac
        shift 2
        ;;
    -h | --help)
        sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0"
        exit 0
        ;;
    --)
        shift
        commands+=("$@")
        break
        ;;
    -*) fail "there is no option $1 (--help shows them)" ;;
    *)
        commands+=("$1")
        shift
        ;;
    esac
done
[ -n "${EPOCHREALTIME:-}" ] || fail "this needs bash 5 or later"
[ ${#commands[@]} -ge 1 ] || fail "which commands? (--help shows how)"
[[ $runs =~ ^[1-9][0-9]*$ ]] || fail "-n $runs: the number of runs is 1 or more"
[[ $warm =~ ^[0-9]+$ ]] || fail "-w $warm: that is no number of runs"
[ -z "$csv" ] || [ -n "$name" ] || fail "--csv needs the --name of the workload"
[ ${#peers[@]} -lt ${#commands[@]} ] || fail "there are more --peer names than other commands"
for field in "$name" "$size" "$engine" "$threads" "${peers[@]}"; do
    [[ $field != *,* ]] || fail "'$field' has a comma, which separates the columns"
done

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Runs command number $1 and sets `seconds`.
seconds=0
once() {
    local at=$1 start end status=0
    start=$EPOCHREALTIME
    (eval "${commands[at]}") >"$scratch/out" 2>"$scratch/err" </dev/null || status=$?
    end=$EPOCHREALTIME
    if [ "$status" != 0 ]; then
        echo "ci/compare.sh: exit status $status from: ${commands[at]}" >&2
        tail -n 5 "$scratch/err" >&2
        exit 1
    fi
    seconds=$(awk -v start="$start" -v end="$end" 'BEGIN { printf "%.6f", end - start }')
    if [ -n "$pattern" ]; then
        local printed
        printed=$(cat "$scratch/out" "$scratch/err" | awk -v pattern="$pattern" '
            match($0, pattern) && match(rest = substr($0, RSTART + RLENGTH), /[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?/) {
                print substr(rest, RSTART, RLENGTH); exit
            }')
        seconds=${printed:-$seconds}
    fi
}

for ((run = -warm; run < runs; run++)); do
    for at in "${!commands[@]}"; do
        once "$at"
        [ "$run" -lt 0 ] || echo "$seconds" >>"$scratch/$at"
    done
done

median() {
    sort -g "$scratch/$1" | awk '{ x[NR] = $1 } END { h = int((NR + 1) / 2); printf "%.6f", NR % 2 ? x[h] : (x[h] + x[h + 1]) / 2 }'
}
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { if (b > 0) printf "%.3f", a / b; else print "-" }'; }

ours=$(median 0)
printf '%12s %12s %8s  %s\n' median least ratio command
for at in "${!commands[@]}"; do
    printf '%12s %12s %8s  %s\n' "$(median "$at")" "$(sort -g "$scratch/$at" | head -n 1)" \
        "$(ratio "$(median "$at")" "$ours")" "${commands[at]}"
done

if [ -n "$csv" ]; then
    cores=$(getconf _NPROCESSORS_ONLN 2>/dev/null || nproc)
    machine="$(processor); $cores cores"
    commit=$(git -C "$(dirname "$0")" describe --always --dirty --abbrev=9 2>/dev/null || echo unknown)
    [ -s "$csv" ] || echo machine,date,commit,workload,size,engine,threads,seconds_median,runs,peer,peer_seconds,ratio >"$csv"
    for ((at = 1; at < ${#commands[@]}; at++)); do
        first=${commands[at]%% *}
        other=$(median "$at")
        echo "$machine,$(date +%F),$commit,$name,$size,$engine,$threads,$ours,$runs,${peers[at - 1]:-${first##*/}},$other,$(ratio "$other" "$ours")"
    done >>"$csv"
fi
