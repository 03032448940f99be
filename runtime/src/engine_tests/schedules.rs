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
    let schedules = Runner::new(scheduler, config).run(test);
    println!("{schedules} schedules");
}

/// Runs `test` under random schedules, and under such that change threads rarely, but at the worst moments.
fn schedules(seed: u64, count: usize, test: impl Fn() + Send + Sync + Clone + 'static) {
    run(RandomScheduler::new_from_seed(seed, count), test.clone());
    run(PctScheduler::new_from_seed(seed, 3, count), test);
}

#[test]
fn random_nets() {
    let mut ending = 0;
    for net in Net::all().chain(Net::of_agents().take(50)) {
        let expected = Arc::new(OnceLock::new());
        let first = expected.clone();
        run(RandomScheduler::new_from_seed(0, 1), move || assert!(first.set(net.expected()).is_ok()));
        if expected.get().is_some_and(Option::is_some) {
            ending += 1;
            schedules(net.seed, 200, move || {
                for threads in [2, 3] {
                    net.check(threads, expected.get().and_then(Option::as_ref).expect("it ends"));
                }
            });
        }
    }
    assert!(ending > 20, "{ending} nets end");
}

#[test]
fn church_numerals() {
    schedules(1, 1000, || {
        let expected = reduce::<Plain>(1, 1 << 10, u64::MAX, |worker| nets::church(worker, 2)).expect("no limit");
        assert_eq!(expected.normal, [Term::Leaf(nets::number(4))]);
        let found = reduce::<Shared>(3, 1 << 11, u64::MAX, |worker| nets::church(worker, 2));
        assert_eq!(found.as_ref(), Some(&expected));
    });
}

#[test]
fn calls() {
    schedules(1, 300, || books::check(&[2, 3]));
}

/// Limits stop everybody, and nobody waits for a worker that has stopped.
#[test]
fn limits() {
    schedules(1, 300, || {
        assert_eq!(reduce::<Shared>(3, 1 << 9, u64::MAX, |worker| nets::church(worker, 4)), None);
        assert_eq!(reduce::<Shared>(3, 1 << 11, 40, |worker| nets::church(worker, 3)), None);
    });
}
