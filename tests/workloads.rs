//! What `benches/` measures is right: each workload has its result, and as many interactions, on every engine.

#[path = "../benches/src/workloads/mod.rs"]
#[allow(dead_code, reason = "benches/ uses the rest")]
mod workloads;

use polarnet::{EngineKind, Runtime};
use workloads::{Kind, Workload, all, find};

/// Interactions of a run whose result is right.
fn interactions(workload: &Workload, runtime: &Runtime, size: u32) -> u64 {
    workload.run(runtime, size).unwrap_or_else(|why| panic!("{why}\n{runtime:?}")).stats.interactions()
}

/// The workload says what the number of interactions is, and has checked it.
#[test]
fn small_sizes() {
    for workload in all() {
        for engine in workload.engines() {
            interactions(&workload, &engine.runtime(), workload.small);
        }
    }
}

/// The naive reference, too.
#[test]
fn very_small_sizes() {
    // A loop of `stress` takes the reference too long.
    for workload in all().iter().filter(|workload| workload.name != "net/stress") {
        // The sorts of lists have sizes in numbers, all others in steps.
        let sizes = if workload.small < 100 { 1..=4 } else { 20..=22 };
        for size in sizes {
            let oracle = Runtime::new().engine(EngineKind::Oracle);
            let expected = interactions(workload, &oracle, size);
            for engine in workload.engines() {
                let found = interactions(workload, &engine.runtime(), size);
                assert_eq!(found, expected, "{} {size} on {}", workload.name, engine.name);
            }
        }
    }
}

/// HVM2 counts as many for these nets, but for its first step: here the size is handed in, which takes two.
#[test]
fn counts_are_those_of_hvm2() {
    let runtime = Runtime::new().threads(1);
    for (name, size, hvm2) in [("net/sum_rec", 20, 25_165_807), ("net/sort_bitonic", 12, 9_480_165)] {
        let workload = find(name).expect("it is there");
        assert_eq!(interactions(&workload, &runtime, size), hvm2 + 1, "{name}");
    }
}

#[test]
fn names() {
    let all = all();
    for workload in &all {
        let part = if workload.kind == Kind::Net { "net/" } else { "agents/" };
        assert!(workload.name.starts_with(part), "{}", workload.name);
        assert!(workload.small <= workload.usual && !workload.about.is_empty(), "{}", workload.name);
        assert_eq!(all.iter().filter(|other| other.name == workload.name).count(), 1, "{}", workload.name);
        assert!(workload.engines().next().is_some(), "{}", workload.name);
    }
}
