#!/usr/bin/env bash
# The random tests with seeds that nobody has chosen, round after round: `cargo test` tries the same cases each time. What
# fails is shown small; the seed is printed with it.
#
#   ci/random.sh [minutes] [test options]     minutes: 10 unless told
#
# POLARNET_CASES: how many nets each test tries; 5000 unless told.
set -euo pipefail
cd "$(dirname "$0")/.."

minutes=${1:-10}
shift || true
if [[ ! $minutes =~ ^[0-9]+$ ]]; then
    echo "usage: ci/random.sh [minutes] [test options]" >&2
    exit 2
fi
export POLARNET_CASES=${POLARNET_CASES:-5000}

tests=()
for file in $(grep -lE 'tries::|proptest' tests/*.rs); do
    tests+=(--test "$(basename "$file" .rs)")
done

rounds=0
while ((rounds == 0 || SECONDS < 10#$minutes * 60)); do
    seed=$((RANDOM << 30 | RANDOM << 15 | RANDOM))
    echo "== seed $seed" >&2
    if ! PROPTEST_RNG_SEED=$seed cargo test --quiet --no-fail-fast "${tests[@]}" "$@"; then
        echo "ci/random.sh: again with PROPTEST_RNG_SEED=$seed POLARNET_CASES=$POLARNET_CASES" >&2
        exit 1
    fi
    rounds=$((rounds + 1))
done
echo "$rounds rounds without a failure"
