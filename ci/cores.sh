#!/usr/bin/env bash
# 1, 2, 4 … threads, up to as many as there are processors, and, beside the last of these, as many processes of one thread each at the same time: in
# turn, medians. A row is `workload,size,engine,threads,seconds,speedup,processes,share`, in the seconds that `workload` prints; `speedup` is over one
# thread, `processes` what one of the processes takes, and `share` is 1 where the threads do as much as all of these.
#
#   ci/cores.sh [-n RUNS] [-t THREADS] [-s] [WORKLOAD:SIZE:ENGINE…]
#
#     -s    threads only, no processes, which take most of the time
#
#   ci/cores.sh -n 5 net/sort_bitonic:20:compiled
#   WORKLOAD=./workload ./cores.sh      where there is no Rust: with a binary that was built elsewhere
set -euo pipefail
export LC_ALL=C

runs=5 most=$(nproc) processes=1
while getopts n:t:s option; do
    case $option in
    n) runs=$OPTARG ;;
    t) most=$OPTARG ;;
    s) processes= ;;
    *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
if [ $# -eq 0 ]; then
    set -- net/{sort_bitonic:20,sum_tree:29}:compiled agents/queens:13:compiled net/{sort_bitonic:18,sum_tree:24}:direct agents/queens:12:direct
fi
counts=()
for ((count = 1; count < most; count *= 2)); do counts+=("$count"); done
counts+=("$most")

if [ -n "${WORKLOAD:-}" ]; then
    workload=$(realpath "$WORKLOAD")
else
    cd "$(dirname "$0")/.."
    cargo build --release -q -p benches --bin workload
    workload=$(realpath "${CARGO_TARGET_DIR:-target}")/release/workload
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
median() { awk '/^seconds/ { print $2 }' "$@" | sort -g | awk '{ all[NR] = $1 } END { print (all[int((NR + 1) / 2)] + all[int(NR / 2) + 1]) / 2 }'; }

echo workload,size,engine,threads,seconds,speedup,processes,share
for what in "$@"; do
    IFS=: read -r name size engine <<<"$what"
    rm -f "$scratch"/*
    # Memory that the system has at hand from then on.
    "$workload" "$name" "$size" --engine "$engine" --threads "$most" >"$scratch/first"
    for run in $(seq "$runs"); do
        for count in "${counts[@]}"; do
            sleep 0.05
            "$workload" "$name" "$size" --engine "$engine" --threads "$count" >>"$scratch/threads-$count"
        done
        [ -n "$processes" ] || continue
        sleep 0.05
        pids=()
        for process in $(seq "$most"); do
            "$workload" "$name" "$size" --engine "$engine" --threads 1 >"$scratch/processes-$run-$process" &
            pids+=($!)
        done
        for pid in "${pids[@]}"; do wait "$pid"; done
    done
    one=$(median "$scratch/threads-1")
    for count in "${counts[@]}"; do
        threads=$(median "$scratch/threads-$count")
        awk -v one="$one" -v threads="$threads" -v count="$count" -v what="$name,$size,$engine" 'BEGIN {
            printf "%s,%d,%.4f,%.2f,", what, count, threads, one / threads }'
        if [ -n "$processes" ] && [ "$count" -eq "${counts[-1]}" ]; then
            awk -v threads="$threads" -v processes="$(median "$scratch"/processes-*)" -v count="$most" 'BEGIN {
                printf "%.4f,%.2f\n", processes, processes / (count * threads) }'
        else
            echo ,
        fi
    done
done
