//! What the memory model allows is shown with late stores, and what it forbids is not.

mod common;

use std::collections::BTreeSet;

use common::{Device, device, grid};
use polarnet_emulator::{Options, Setting};

/// Of the two halves of what is modelled.
#[derive(Clone, Copy, Debug)]
struct Weak {
    late_stores: bool,
    stale_loads: bool,
}

const STRONG: Weak = Weak { late_stores: false, stale_loads: false };
const LATE: Weak = Weak { late_stores: true, ..STRONG };
const STALE: Weak = Weak { stale_loads: true, ..STRONG };
const BOTH: Weak = Weak { late_stores: true, stale_loads: true };
/// ThreadSanitizer judges plain accesses, which are not plain where they are modelled.
const JUDGED: [Weak; 2] = if cfg!(emulator_tsan) { [STRONG; 2] } else { [LATE, BOTH] };

impl Weak {
    fn options(self) -> Options {
        Options { late_stores: self.late_stores, stale_loads: self.stale_loads, ..Options::default() }
    }

    fn set(self, device: &Device) {
        device.emulator.set(Setting::LateStores, u64::from(self.late_stores));
        device.emulator.set(Setting::StaleLoads, u64::from(self.stale_loads));
    }
}

/// How many words were wrong, over the seeds.
fn wrong(kernel: &str, weak: Weak, seeds: u64) -> u64 {
    let device = device(weak.options());
    let (threads, rounds, words) = (2, 3, 4);
    let mut wrong = device.stream.alloc_zeros::<u64>(1).unwrap();
    for seed in 0..seeds {
        device.emulator.set(Setting::Seed, seed);
        let mut flags = device.stream.alloc_zeros::<u64>(threads as usize).unwrap();
        let mut data = device.stream.alloc_zeros::<u64>((threads * rounds * words) as usize).unwrap();
        launch_cooperative!(device, kernel, grid(2, threads), &mut flags, &mut data, &mut wrong, &rounds, &words)
            .unwrap();
    }
    assert_eq!(device.outcome(), Ok(()), "{}", device.emulator.report());
    device.stream.clone_dtoh(&wrong).unwrap()[0]
}

#[test]
fn ordered_publications_pass_under_a_thousand_seeds() {
    for weak in JUDGED {
        for kernel in [
            "publish_release_acquire",
            "publish_fences",
            "publish_fence_acquire",
            "publish_release_fence",
            "publish_exchanges",
            "publish_adds",
        ] {
            assert_eq!(wrong(kernel, weak, 1000), 0, "{kernel}, {weak:?}");
        }
    }
}

#[test]
#[cfg_attr(emulator_tsan, ignore = "races: tsan.rs")]
fn missing_fences_are_found() {
    for (kernel, weak) in
        [("publish_without_release", LATE), ("publish_fence_too_early", LATE), ("publish_without_acquire", STALE)]
    {
        let found = wrong(kernel, weak, 100);
        assert!(found >= 20, "{kernel}: {found}");
        // Not without the half that is for them.
        assert_eq!(wrong(kernel, STRONG, 100), 0, "{kernel}");
    }
    assert_eq!(wrong("publish_without_acquire", LATE, 100), 0);
}

/// Pairs of outcomes of `threads` pairs of threads, over seeds.
fn outcomes(device: &Device, kernel: &str, seeds: u64) -> BTreeSet<(u64, u64)> {
    let threads = 16;
    let mut all = BTreeSet::new();
    for seed in 0..seeds {
        device.emulator.set(Setting::Seed, seed);
        let mut words = device.stream.alloc_zeros::<u64>(4 * threads as usize).unwrap();
        let mut out = device.stream.alloc_zeros::<u64>(2 * threads as usize).unwrap();
        launch_cooperative!(device, kernel, grid(2, threads), &mut words, &mut out).unwrap();
        let out = device.stream.clone_dtoh(&out).unwrap();
        let (first, second) = out.split_at(threads as usize);
        all.extend(first.iter().copied().zip(second.iter().copied()));
    }
    all
}

#[test]
fn litmus_tests() {
    let device = device(Options { switch_one_in: Some(2), ..Options::default() });
    let shown = |weak: Weak, kernel: &str| {
        weak.set(&device);
        outcomes(&device, kernel, 200)
    };
    let set = |pairs: &[(u64, u64)]| pairs.iter().copied().collect::<BTreeSet<_>>();

    let strong = set(&[(0, 1), (1, 0), (1, 1)]);
    let weak = set(&[(0, 0), (0, 1), (1, 0), (1, 1)]);
    for (mode, expected) in [(STRONG, &strong), (LATE, &weak), (STALE, &weak), (BOTH, &weak)] {
        assert_eq!(shown(mode, "litmus_store_buffering"), *expected, "{mode:?}");
    }

    let strong = set(&[(0, 0), (0, 1), (0, 3)]);
    let weak = set(&[(0, 0), (0, 1), (0, 2), (0, 3)]);
    for (mode, expected) in [(STRONG, &strong), (LATE, &weak), (STALE, &weak), (BOTH, &weak)] {
        assert_eq!(shown(mode, "litmus_message"), *expected, "{mode:?}");
    }
    // The second thread acquires: the first has to be late for it.
    for (mode, expected) in [(STRONG, &strong), (LATE, &weak), (STALE, &strong), (BOTH, &weak)] {
        assert_eq!(shown(mode, "litmus_update_relaxed"), *expected, "{mode:?}");
    }
    assert_eq!(shown(BOTH, "litmus_update_releases"), strong);

    for kernel in ["litmus_coherence", "litmus_halves"] {
        for mode in [LATE, STALE, BOTH] {
            assert_eq!(shown(mode, kernel), set(&[(0, 0)]), "{kernel}, {mode:?}");
        }
    }
}

#[test]
fn counters_locks_and_barriers_lose_nothing() {
    for weak in [STRONG, LATE, STALE, BOTH] {
        for seed in 0..10 {
            let device = device(Options { seed, ..weak.options() });
            let mut counters = device.stream.alloc_zeros::<u64>(2).unwrap();
            launch_cooperative!(device, "litmus_count", grid(2, 32), &mut counters, &5u32).unwrap();
            assert_eq!(device.stream.clone_dtoh(&counters).unwrap(), [320, 320]);

            let mut lock = device.stream.alloc_zeros::<u32>(1).unwrap();
            let mut counter = device.stream.alloc_zeros::<u64>(1).unwrap();
            launch_cooperative!(device, "litmus_lock", grid(2, 16), &mut lock, &mut counter, &5u32).unwrap();
            assert_eq!(device.stream.clone_dtoh(&counter).unwrap(), [160], "{weak:?}, seed {seed}");

            let mut arrived = device.stream.alloc_zeros::<u64>(1).unwrap();
            let mut rounds = device.stream.alloc_zeros::<u64>(2).unwrap();
            launch_cooperative!(device, "grid_barrier", grid(4, 32), &mut arrived, &mut rounds, &5u32).unwrap();
            assert_eq!(device.stream.clone_dtoh(&rounds).unwrap(), [20, 0], "{weak:?}, seed {seed}");
        }
    }
}

#[test]
fn barriers_order_memory() {
    for weak in [JUDGED[0], STALE, JUDGED[1]] {
        let device = device(weak.options());
        for seed in 0..10 {
            device.emulator.set(Setting::Seed, seed);
            let mut words = device.stream.alloc_zeros::<u64>(64).unwrap();
            let mut wrong = device.stream.alloc_zeros::<u64>(1).unwrap();
            launch!(device, "exchange_by_barriers", grid(1, 64), &mut words, &mut wrong, &10u32).unwrap();
            assert_eq!(device.stream.clone_dtoh(&wrong).unwrap(), [0], "{weak:?}, seed {seed}");
        }
    }
}

#[test]
fn what_is_late_is_there_at_the_end() {
    let device = device(Options { late_stores: true, ..Options::default() });
    device.emulator.set(Setting::SettleOneIn, 0);
    let mut out = device.stream.alloc_zeros::<u64>(64).unwrap();
    let before = device.emulator.counts().late_stores;
    launch!(device, "clocks", grid(1, 64), &mut out).unwrap();
    assert!(device.stream.clone_dtoh(&out).unwrap().iter().all(|&passed| passed > 0));
    assert_eq!(device.emulator.counts().late_stores, before + 64);
}

#[test]
fn a_seed_is_an_interleaving() {
    let device = device(Options::default());
    let run = |seed: u64, weak: Weak| {
        device.emulator.set(Setting::Seed, seed);
        weak.set(&device);
        let mut next = device.stream.alloc_zeros::<u64>(1).unwrap();
        let mut order = device.stream.alloc_zeros::<u64>(20).unwrap();
        let mut flags = device.stream.alloc_zeros::<u64>(32).unwrap();
        let mut data = device.stream.alloc_zeros::<u64>(32 * 4 * 4).unwrap();
        let mut wrong = device.stream.alloc_zeros::<u64>(1).unwrap();
        let before = device.emulator.counts();
        launch!(device, "block_order", grid(20, 2), &mut next, &mut order).unwrap();
        launch!(device, "publish_fences", grid(2, 32), &mut flags, &mut data, &mut wrong, &4u32, &4u32).unwrap();
        let after = device.emulator.counts();
        let result = (device.stream.clone_dtoh(&order).unwrap(), device.stream.clone_dtoh(&wrong).unwrap());
        (after.switches - before.switches, after.steps - before.steps, result)
    };
    for weak in [STRONG, LATE, BOTH] {
        let first = run(5, weak);
        assert_eq!(first, run(5, weak));
        assert_ne!(first, run(6, weak));
    }
}
