//! The sum of a range, in its class: on this thread, on the device, and as a step of what waits for the device.

use polarnet::{
    device::{Costs, Device},
    schedule,
};
use std::{hint::black_box, num::NonZeroU64, sync::LazyLock, time::Duration};

/// On this thread, number by number.
pub fn sum_by_loop(a: i64, b: i64) -> i64 {
    (a..=b).fold(0, |sum, n| sum + black_box(n))
}

/// What stands for the kernel, where there is no GPU: it is as quick as one, as it has a formula for the sum.
fn sum_by_formula(a: i64, b: i64) -> i64 {
    if a > b { 0 } else { (a + b) * (b - a + 1) / 2 }
}

/// One trip to the device, as a function that computes the sum: who calls it waits.
fn sum_on_trip(a: i64, b: i64) -> i64 {
    sum_there(gpu(), a, b)
}

/// What a launch takes; in tests more than all that disturbs them.
pub const LAUNCH: Duration = Duration::from_micros(if cfg!(test) { 10_000 } else { 100 });

/// A device that is not there: its copies and launches take time.
pub fn gpu() -> &'static Device {
    static GPU: LazyLock<Device> = LazyLock::new(|| {
        Device::with_costs(Costs {
            copy_latency: Duration::from_micros(20),
            copy_bandwidth: NonZeroU64::new(8_000_000_000),
            launch: LAUNCH,
        })
    });
    &GPU
}

schedule! {
    feq rec_sum {
        extern(cpu) pure sum_by_loop(i64, i64) -> i64
        extern(cpu) pure sum_on_trip(i64, i64) -> i64
        extern(gpu) sum_by_kernel(a: i64, b: i64) -> out: i64 {
            path: "rec_sum.cu",
            dimensions: 3,
            cpu: sum_by_formula,
            resource { group: 0, binding: 0, input: a },
            resource { group: 0, binding: 1, input: b },
            resource { group: 0, binding: 2, output: out },
        }
        val rec_sum(a: i64, b: i64) -> i64 {
            returns 0 if a > b else a if a == b else rec_sum::<_dim0, _dim1, _dim2>(a + 1, b) + a
        }
    }
    val select_sum(a: i64, b: i64, c: i64) -> i64 {
        sum_a :- rec_sum::<1, 1, 1>(a, b)
        returns rec_sum::<1, 1, 1>(b, c) if sum_a < 0 else sum_a
    }

    // 1. Here.
    pub fn local(a: i64, b: i64, c: i64) -> i64 impls select_sum {
        let sum_a = sum_by_loop::<1, 1, 1>(a, b);
        if sum_a < 0 {
            sum_by_loop::<1, 1, 1>(b, c)
        } else {
            sum_a
        }
    }

    // 2. The first sum there, and only where it is negative the second one.
    tmln one_trip(e: Event) -> Event {
        here, there :- encode_event(e)
        sub :- submit_event(there)
        returns sync_event(here, sub)
    }
    val one_sum(a: i64, b: i64) -> i64 { returns rec_sum::<1, 1, 1>(a, b) }
    fn sum_there(gpu: &Device, a: i64, b: i64) -> i64 impls one_sum, one_trip {
        let e = encode_begin(gpu);
        encode e.copy[a <- a];
        encode e.copy[b <- b];
        encode e.call[sum <- sum_by_kernel::<1, 1, 1>(a, b)];
        (await submit e).sum
    }
    // A timeline is the same on all ways, and these two are not: one waits once, one twice. So the trips are steps that somebody else takes.
    pub fn one_after_the_other(a: i64, b: i64, c: i64) -> i64 impls select_sum {
        let sum_a = sum_on_trip::<1, 1, 1>(a, b);
        if sum_a < 0 {
            sum_on_trip::<1, 1, 1>(b, c)
        } else {
            sum_a
        }
    }

    // 3. Both there, at the same time; the second one in vain where the first is not negative.
    tmln double_sync(e: Event) -> Event {
        here1, there1 :- encode_event(e)
        sub1 :- submit_event(there1)
        here2, there2 :- encode_event(here1, sub1)
        sub2 :- submit_event(there2)
        synced1 :- sync_event(here2, sub1)
        synced2 :- sync_event(synced1, sub2)
        returns synced2
    }
    pub fn both_there(gpu: &Device, a: i64, b: i64, c: i64) -> i64 impls select_sum, double_sync {
        let e1 = encode_begin(gpu);
        encode e1.copy[a <- a];
        encode e1.copy[b <- b];
        encode e1.call[sum <- sum_by_kernel::<1, 1, 1>(a, b)];
        let f1 = submit e1;

        // Each encoder has names of its own.
        let e2 = encode_begin(gpu);
        encode e2.copy[b <- b];
        encode e2.copy[c <- c];
        encode e2.call[sum <- sum_by_kernel::<1, 1, 1>(b, c)];
        let f2 = submit e2;

        let sum_a = (await f1).sum;
        let sum_b = (await f2).sum;
        if sum_a < 0 {
            sum_b
        } else {
            sum_a
        }
    }

    // 4. One there, and meanwhile the other here.
    pub fn one_there_one_here(gpu: &Device, a: i64, b: i64, c: i64) -> i64 impls select_sum, one_trip {
        let e = encode_begin(gpu);
        encode e.copy[a <- a];
        encode e.copy[b <- b];
        encode e.call[sum <- sum_by_kernel::<1, 1, 1>(a, b)];
        let f = submit e;
        let sum_b = sum_by_loop::<1, 1, 1>(b, c);
        let sum_a = (await f).sum;
        if sum_a < 0 {
            sum_b
        } else {
            sum_a
        }
    }

    // All four compute `select_sum`; which of them does it here is left open. What takes a device gets this one.
    val selected(a: i64, b: i64, c: i64) -> i64 { returns select_sum(a, b, c) }
    pub fn select(gpu: &Device, a: i64, b: i64, c: i64) -> i64 impls selected {
        select_sum(a, b, c)
    }
}
