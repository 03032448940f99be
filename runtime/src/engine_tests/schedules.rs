//! The engines under [shuttle](https://docs.rs/shuttle): thousands of schedules, reproducible by their seeds.
//!
//! Shuttle switches threads at every access to an atomic or a mutex. It does not model weak memory; loom does.

use super::*;
use shuttle::{
    Config, Runner,
    scheduler::{PctScheduler, RandomScheduler, Scheduler},
};
use std::sync::OnceLock;

fn run(scheduler: impl Scheduler + 'static, test: impl Fn() + Send + Sync + 'static) {
    let mut config = Config::new();
    config.stack_size = 1 << 18;
    let start = std::time::Instant::now();
    let schedules = Runner::new(scheduler, config).run(test);
    println!("{schedules} schedules in {} s", start.elapsed().as_secs());
}

/// How many schedules a test tries in all: `POLARNET_SCHEDULES`, or what is usual.
fn schedules(usual: usize) -> usize {
    std::env::var("POLARNET_SCHEDULES")
        .ok()
        .map_or(usual, |count| count.parse().expect("POLARNET_SCHEDULES is a number"))
}

/// Runs `test` under `count` schedules: half of them random, the others change threads rarely, but at the worst moments.
fn try_all(seed: u64, count: usize, test: impl Fn() + Send + Sync + Clone + 'static) {
    let half = count.div_ceil(2);
    run(RandomScheduler::new_from_seed(seed, half), test.clone());
    run(PctScheduler::new_from_seed(seed, 3, half), test);
}

#[test]
fn random_nets() {
    let mut ending = Vec::new();
    for net in Net::all().chain(Net::of_agents().take(50)) {
        let expected = Arc::new(OnceLock::new());
        let first = expected.clone();
        run(RandomScheduler::new_from_seed(0, 1), move || assert!(first.set(net.expected()).is_ok()));
        if expected.get().is_some_and(Option::is_some) {
            ending.push((net, expected));
        }
    }
    assert!(ending.len() > 20, "{} nets end", ending.len());
    let count = schedules(400 * ending.len()).div_ceil(ending.len());
    for (net, expected) in ending {
        try_all(net.seed, count, move || {
            for threads in [2, 3] {
                net.check(threads, expected.get().and_then(Option::as_ref).expect("it ends"));
            }
        });
    }
}

#[test]
fn church_numerals() {
    try_all(1, schedules(2_000), || {
        let expected = reduce::<Plain>(1, 1 << 10, u64::MAX, |worker| nets::church(worker, 2)).expect("no limit");
        assert_eq!(expected.normal, [Term::Leaf(nets::number(4))]);
        let found = reduce::<Shared>(3, 1 << 11, u64::MAX, |worker| nets::church(worker, 2));
        assert_eq!(found.as_ref(), Some(&expected));
    });
}

#[test]
fn calls() {
    try_all(1, schedules(600), || books::check(&[2, 3]));
}

#[test]
fn rust_in_rules() {
    try_all(1, schedules(600), || rust::check(&[2, 3]));
}

/// Limits stop everybody, and nobody waits for a worker that has stopped.
#[test]
fn limits() {
    try_all(1, schedules(600), || {
        assert_eq!(reduce::<Shared>(3, 1 << 9, u64::MAX, |worker| nets::church(worker, 4)), None);
        assert_eq!(reduce::<Shared>(3, 1 << 11, 40, |worker| nets::church(worker, 3)), None);
    });
}
