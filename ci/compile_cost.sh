#!/usr/bin/env bash
# What nets cost where they are compiled: the seconds that `net!` and `include_net!` add to `cargo build` of a crate that has
# polarnet as a dependency, with the profiles of Cargo as they are. Each time is the best of three builds of the crate alone.
#
#   ci/compile_cost.sh [nodes…]   1, 1000 and 10000 unless said otherwise; KINDS, WAYS and PROFILES narrow it down
set -euo pipefail
cd "$(dirname "$0")/.."
here=$PWD
target=${CARGO_TARGET_DIR:-$here/target}/compile_cost
crate=$target/crate
export CARGO_TARGET_DIR=$target/build CARGO_INCREMENTAL=0
mkdir -p "$crate/src"
cat >"$crate/Cargo.toml" <<EOF
[package]
name = "cost"
edition = "2024"
[dependencies]
polarnet = { path = "$here" }
[workspace]
EOF
cp Cargo.lock "$crate/"

# A net of about so many nodes, wires not counted. `definitions`: pairs of functions with switches, operators and calls, 26
# nodes a pair. `flat`: one definition, a chain of operators on numbers and of pairs.
net() {
    awk -v kind="$1" -v nodes="$2" 'BEGIN {
        if (nodes == 1) { print "@main = 1"; exit }
        if (kind == "definitions") {
            pairs = int(nodes / 26)
            print "@main = r & @sum0 ~ (10 (0 r))"
            for (i = 0; i < pairs; i++) {
                next_pair = (i + 1) % pairs
                printf "@sum%d = (?(((a a) @both%d) b) b)\n", i, i
                printf "@both%d = ({c a} ({$([*2] $([+1] d)) $([*2] $([+0] b))} f))\n", i
                printf "  & @sum%d ~ (a (b $([+] $(e f)))) & @sum%d ~ (c (d e))\n", next_pair, next_pair
            }
        } else {
            steps = int(nodes / 6)
            printf "@main = x%d & x0 ~ 1\n", steps
            for (i = 0; i < steps; i++)
                printf "  & x%d ~ $([+%d] y%d) & (y%d 7) ~ (x%d *)\n", i, i, i, i, i + 1
        }
    }'
}

program() { # way kind nodes
    case $1 in
    none) echo 'fn main() { let _ = polarnet::Runtime::new(); }' ;;
    net)
        echo 'fn main() { let book = polarnet::net! {'
        net "$2" "$3"
        echo '}; println!("{}", polarnet::Runtime::new().run(&book).unwrap()); }'
        ;;
    include)
        { echo '#![numbers(native)]' && net "$2" "$3"; } >"$crate/src/book.hvm"
        echo 'fn main() { let book = polarnet::include_net!("book.hvm");'
        echo 'println!("{}", polarnet::Runtime::new().run(&book).unwrap()); }'
        ;;
    esac
}

# The best of three, in milliseconds.
build() { # profile way kind nodes
    local best=999999999 start took
    program "$2" "${3:-}" "${4:-}" >"$crate/src/main.rs"
    for _ in 1 2 3; do
        touch "$crate/src/main.rs"
        start=$(date +%s%N)
        cargo build --quiet --offline --profile "$1" --manifest-path "$crate/Cargo.toml" >&2
        took=$((($(date +%s%N) - start) / 1000000))
        best=$((took < best ? took : best))
    done
    echo "$best"
}

for profile in ${PROFILES:-dev release}; do
    program none >"$crate/src/main.rs"
    cargo build --quiet --offline --profile "$profile" --manifest-path "$crate/Cargo.toml"
    base=$(build "$profile" none)
    echo "$profile: $base ms without a net"
    for way in ${WAYS:-net include}; do
        for kind in ${KINDS:-definitions flat}; do
            for nodes in "${@:-1 1000 10000}"; do
                for count in $nodes; do
                    took=$(build "$profile" "$way" "$kind" "$count")
                    printf '%-8s %-8s %-12s %6d nodes  + %6d ms\n' "$profile" "$way" "$kind" "$count" $((took - base))
                done
            done
        done
    done
done
