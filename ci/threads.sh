#!/usr/bin/env bash
# Two threads beside one, and beside two processes of one thread each that run at the same time: in an order drawn anew each
# round, since what ran just before changes what a processor does next; medians.
# A row is `workload,size,engine,one_thread,two_threads,two_processes,speedup,share`, in the seconds that `workload` prints;
# `share` is 1 where two threads do as much as two processes.
#
#   ci/threads.sh [-n RUNS] [WORKLOAD:SIZE:ENGINE…]
#
#   ci/threads.sh -n 9 net/sort_radix:18:compiled
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/.."

runs=7
if [ "${1:-}" = -n ]; then
    runs=${2:?how many runs?}
    shift 2
fi
if [ $# -eq 0 ]; then
    set -- net/{sum_rec:28,sum_tree:24,stress:12,sort_bitonic:18,sort_radix:20,church:22,ackermann:9,deeper:4000}:compiled \
        agents/{fib:40,ack:11,queens:12,isort:20000,msort:800000,bsort:20000,sum_rec:28,tree:24}:compiled \
        net/{sum_rec:25,sum_tree:23,stress:12,sort_bitonic:17,sort_radix:18,church:22,ackermann:9,deeper:4000}:direct
fi

cargo build --release -q -p benches --bin workload
workload=${CARGO_TARGET_DIR:-target}/release/workload
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# What a run says is appended to a file. No pipe: its other end would be on one of the processors, too.
run() { "$workload" "$name" "$size" --engine "$engine" --threads "$1" >>"$scratch/$2"; }
run_one() { run 1 one; }
run_two() { run 2 two; }
# A file each: both at once might mix their lines.
run_both() {
    run 1 both &
    run 1 other
    wait $!
    cat "$scratch/other" >>"$scratch/both"
    rm "$scratch/other"
}
# What the kernel still does for the run before would be on one of them, too.
rest() { sleep 0.05; }
median() { awk '/^seconds/ { print $2 }' "$scratch/$1" | sort -g | awk '{ all[NR] = $1 } END { print (all[int((NR + 1) / 2)] + all[int(NR / 2) + 1]) / 2 }'; }

echo workload,size,engine,one_thread,two_threads,two_processes,speedup,share
for what in "$@"; do
    IFS=: read -r name size engine <<<"$what"
    rm -f "$scratch"/*
    for _ in $(seq "$runs"); do
        for how in $(shuf -e one both two); do
            rest
            "run_$how"
        done
    done
    awk -v one="$(median one)" -v both="$(median both)" -v two="$(median two)" -v what="$name,$size,$engine" 'BEGIN {
        printf "%s,%.4f,%.4f,%.4f,%.2f,%.2f\n", what, one, two, both, one / two, both / (2 * two) }'
done
