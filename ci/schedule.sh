#!/usr/bin/env bash
# What `schedule!` makes beside the same by hand, and its gradient beside one with columns, as a record: medians of runs in turn.
#
#   ci/schedule.sh [--busy] FILE     appends to FILE; on a machine that does something else only with --busy, which the record says
set -euo pipefail
. "$(dirname "$0")/lib.sh"
cd "$(dirname "$0")/.."
export LC_ALL=C

busy=
if [[ ${1:-} == --busy ]]; then
    busy=yes
    shift
fi
file=${1:?"ci/schedule.sh: which file? benches/record/$(date +%F)-schedule.csv"}

cargo build --release -p benches --example schedule
cargo build --release -p polarnet --example schedule_gmm
# What building took has to be forgotten: the load is an average of a minute.
load() { awk '{ print $1 }' /proc/loadavg 2>/dev/null || echo 0; }
quiet() { awk -v load="$(load)" 'BEGIN { exit !(load < 0.3) }'; }
for ((waited = 0; waited < 20; waited++)); do
    [[ -z $busy ]] || break
    ! quiet || break
    sleep 15
done
if [[ -z $busy ]] && ! quiet; then
    echo "ci/schedule.sh: the machine is busy (load $(load)), so the times would be of that; --busy takes them anyway" >&2
    exit 1
fi

machine="$(getconf _NPROCESSORS_ONLN) cores: $(processor)${busy:+; busy}"
commit=$(git describe --always --dirty --abbrev=9 2>/dev/null || echo unknown)
rows=$(mktemp)
trap 'rm -f "$rows"' EXIT
target=${CARGO_TARGET_DIR:-target}/release/examples
"$target/schedule" --csv >"$rows"
"$target/schedule_gmm" --csv >>"$rows"
if [[ ! -s $file ]]; then
    echo "machine,date,commit,what,size,threads,seconds_median,runs,beside,beside_seconds,ratio"
    echo "# ci/schedule.sh: schedule! beside the same by hand, in turn; ratio: ours over that. gmm: points/dimensions/components."
    echo "# Of two processes, half the time: they do twice the work."
fi >>"$file"
awk -v head="$machine,$(date +%F),$commit," '{ print head $0 }' "$rows" >>"$file"
