#!/usr/bin/env bash
# Everything that runs on threads, for half an hour: workloads under random limits and cancellations, on random numbers of threads,
# panics in rules, streams and searches that are given up, passes over columns. Each outcome is checked; memory, threads and open
# files may not grow. A round that fails is printed with the seed.
#
#   ci/soak.sh [minutes] [--seed N] [--threads N]     30 minutes unless told
set -euo pipefail
cd "$(dirname "$0")/.."

exec cargo run --release -p benches --bin soak -- "$@"
