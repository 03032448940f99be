//! The workloads on the engines, side by side: `cargo bench -p benches --bench workloads`. Items are interactions.
//!
//! `SIZES` has other sizes than the small ones: `SIZES=usual`, or `SIZES=net/sum_rec=20,agents/fib=30`.

use benches::workloads::{Engine, Workload, all, find};
use divan::{Bencher, counter::ItemsCount};
use std::fmt;

fn main() {
    divan::main();
}

/// A workload on an engine.
struct Case {
    workload: Workload,
    engine: &'static Engine,
    size: u32,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.workload.name, self.size, self.engine.name)
    }
}

fn cases() -> Vec<Case> {
    let sizes = sizes(&std::env::var("SIZES").unwrap_or_default()).unwrap_or_else(|why| panic!("SIZES: {why}"));
    let mut cases = Vec::new();
    for workload in all() {
        let size = sizes(&workload);
        cases.extend(workload.engines().map(|engine| Case { workload, engine, size }));
    }
    cases
}

/// What `SIZES` says.
fn sizes(text: &str) -> Result<impl Fn(&Workload) -> u32 + use<>, String> {
    let mut named = Vec::new();
    for part in text.split(',').filter(|part| !part.is_empty() && *part != "usual") {
        let (name, size) = part.split_once('=').ok_or_else(|| format!("`{part}` is neither NAME=SIZE nor `usual`"))?;
        let workload = find(name).ok_or_else(|| format!("there is no workload `{name}`"))?;
        named.push((workload.name, size.parse().map_err(|_| format!("`{size}` is no size"))?));
    }
    let usual = text.split(',').any(|part| part == "usual");
    Ok(move |workload: &Workload| match named.iter().find(|(name, _)| *name == workload.name) {
        Some(&(_, size)) => size,
        None if usual => workload.usual,
        None => workload.small,
    })
}

#[divan::bench(args = cases(), sample_count = 50, max_time = 1)]
fn run(bencher: Bencher<'_, '_>, case: &Case) {
    let runtime = case.engine.runtime();
    let run = || case.workload.run(&runtime, case.size).unwrap_or_else(|why| panic!("{case}: {why}"));
    bencher.counter(ItemsCount::new(run().stats.interactions())).bench(run);
}
