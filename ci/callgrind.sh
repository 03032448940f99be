#!/usr/bin/env bash
# Instructions that the engines take for each workload of benches/, at its small size on one thread, against those of
# benches/record/callgrind.csv: 3 % more fail. Only reducing is counted, from the call of a definition to its result.
# Installs valgrind if it may; without it there is nothing to check.
#
#   ci/callgrind.sh [NAME…]     compares all, or those whose name has NAME in it
#   ci/callgrind.sh --bless     writes the file anew
set -euo pipefail
. "$(dirname "$0")/lib.sh"
cd "$(dirname "$0")/.."
export LC_ALL=C

record=benches/record/callgrind.csv
tolerance=3
bless=0
if [ "${1:-}" = --bless ]; then
    bless=1
    shift
    if [ $# -gt 0 ]; then
        echo "ci/callgrind.sh: --bless counts all workloads; it takes no names" >&2
        exit 2
    fi
elif [[ "${1:-}" == -* ]]; then
    echo "usage: ci/callgrind.sh [--bless | NAME…]" >&2
    exit 2
fi

if ! command -v valgrind >/dev/null; then
    install valgrind
    if ! command -v valgrind >/dev/null; then
        echo "ci/callgrind.sh: SKIPPED: there is no valgrind, and it cannot be installed; install it to count instructions" >&2
        exit 0
    fi
fi

cargo build --quiet --release -p benches --bin workload
workload=${CARGO_TARGET_DIR:-target}/release/workload
counted=$(mktemp)
log=$(mktemp)
trap 'rm -f "$counted" "$log"' EXIT

wanted() {
    local name=$1 part
    shift
    for part in "$@"; do
        [[ $name == *"$part"* ]] && return 0
    done
    [ $# -eq 0 ]
}

echo workload,engine,size,interactions,instructions,per_interaction >"$counted"
while read -r name engine size; do
    wanted "$name" "$@" || continue
    # Linking at start-up is not counted, nor is what the program prints.
    if ! output=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect='*reduce_counted*' \
        "$workload" "$name" "$size" --engine "$engine" 2>"$log"); then
        echo "ci/callgrind.sh: $name $size on $engine failed:" >&2
        cat "$log" >&2
        exit 1
    fi
    instructions=$(awk '/Collected :/ { print $4 }' "$log")
    awk -v name="$name" -v engine="$engine" -v size="$size" -v instructions="${instructions:-0}" '
        /^interactions / { printf "%s,%s,%d,%d,%.0f,%.2f\n", name, engine, size, $2, instructions, instructions / $2 }
    ' <<<"$output" >>"$counted"
done < <("$workload" --list)

if [ "$(wc -l <"$counted")" = 1 ]; then
    echo "ci/callgrind.sh: no workload has $* in its name; \`$workload\` lists them" >&2
    exit 2
fi
if awk -F, 'NR > 1 && $5 == 0 { zero = 1 } END { exit !zero }' "$counted"; then
    echo "ci/callgrind.sh: nothing was counted: is \`reduce_counted\` of benches/src/bin/workload.rs inlined?" >&2
    exit 1
fi
if [ "$bless" = 1 ]; then
    mkdir -p "$(dirname "$record")"
    cp "$counted" "$record"
    chmod 644 "$record"
    echo "ci/callgrind.sh: $record has $(($(wc -l <"$record") - 1)) counts"
    exit 0
fi

awk -F, -v tolerance="$tolerance" -v all="$#" -v record="$record" '
    function note(text) { printf "%-18s %-10s %10.2f an interaction  %s\n", $1, $2, $6, text }
    FNR == 1 { next }
    FILENAME == record { size[$1, $2] = $3; before[$1, $2] = $5; next }
    {
        now[$1, $2] = 1
        if (!(($1, $2) in before)) { note("NEW"); unblessed++; next }
        if (size[$1, $2] != $3) { note("ANOTHER SIZE, " $3 ", not " size[$1, $2]); unblessed++; next }
        percent = 100 * ($5 / before[$1, $2] - 1)
        change = sprintf("%+.2f %%", percent)
        if (percent > tolerance) { note(change "  MORE"); more++ }
        else if (percent < -tolerance) { note(change "  fewer"); fewer++ }
        else note(change)
    }
    END {
        if (all == 0) for (key in before) if (!(key in now)) {
            split(key, part, SUBSEP); print part[1], part[2], "is counted no more"; unblessed++
        }
        if (fewer) print fewer, "got faster: please bless, `ci/callgrind.sh --bless`"
        if (more) print more, "took more than " tolerance " % more instructions; if that is wanted: `ci/callgrind.sh --bless`"
        if (unblessed) print unblessed, "not as in " record ": `ci/callgrind.sh --bless`"
        exit more + unblessed > 0
    }
' "$record" "$counted"
