//! What is submitted before either is awaited runs at the same time.

use polarnet::{device::Device, schedule};
use std::{
    thread::sleep,
    time::{Duration, Instant},
};

const NAP: Duration = Duration::from_millis(100);

fn slow(x: i32) -> i32 {
    sleep(NAP);
    x + 1
}

schedule! {
    extern(gpu) slow_gpu(x: i32) -> out: i32 { dimensions: 1, cpu: slow }

    val two(x: i32, y: i32) -> i32 { returns slow_gpu::<1>(x) * slow_gpu::<1>(y) }
    tmln double_sync(e: Event) -> Event {
        here1, there1 :- encode_event(e)
        fence1 :- submit_event(there1)
        here2, there2 :- encode_event(here1, fence1)
        fence2 :- submit_event(there2)
        synced1 :- sync_event(here2, fence1)
        synced2 :- sync_event(synced1, fence2)
        returns synced2
    }
    tmln one_by_one(e: Event) -> Event {
        here1, there1 :- encode_event(e)
        back :- sync_event(here1, submit_event(there1))
        here2, there2 :- encode_event(back)
        returns sync_event(here2, submit_event(there2))
    }
    fn at_once(gpu: &Device, x: i32, y: i32) -> i32 impls two, double_sync {
        let e1 = encode_begin(gpu);
        encode e1.copy[n <- x];
        encode e1.call[m <- slow_gpu::<1>(n)];
        let f1 = submit e1;
        let e2 = encode_begin(gpu);
        encode e2.copy[n <- y];
        encode e2.call[m <- slow_gpu::<1>(n)];
        let f2 = submit e2;
        (await f1).m * (await f2).m
    }
    fn after_each_other(gpu: &Device, x: i32, y: i32) -> i32 impls two, one_by_one {
        let e1 = encode_begin(gpu);
        encode e1.copy[n <- x];
        encode e1.call[m <- slow_gpu::<1>(n)];
        let first = (await submit e1).m;
        let e2 = encode_begin(gpu);
        encode e2.copy[n <- y];
        encode e2.call[m <- slow_gpu::<1>(n)];
        first * (await submit e2).m
    }
}

fn time(schedule: impl Fn(&Device, i32, i32) -> i32) -> Duration {
    let start = Instant::now();
    assert_eq!(schedule(&Device::threads(), 2, 3), 12);
    start.elapsed()
}

#[test]
fn two_sleeps_of_a_double_sync_overlap() {
    // A machine that does something else meanwhile makes a nap longer, never shorter.
    let best = (0..5).map(|_| time(at_once)).min().unwrap_or_default();
    assert!((NAP..NAP * 3 / 2).contains(&best), "{best:?}");
    assert!(time(after_each_other) >= 2 * NAP);
}
