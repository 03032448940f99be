mod values;

use super::{Costs, Counts, Device, Encoder, Error, Transfer, Unreadable, queue::Spawn};
use core::{num::NonZeroU64, panic::AssertUnwindSafe, time::Duration};
use polarnet_columns::{Builder, Node, space};
use std::{
    any::Any,
    io,
    panic::catch_unwind,
    sync::{Barrier, Mutex},
    thread::{self, ScopedJoinHandle},
    time::Instant,
};

#[derive(Node, Clone, Copy)]
enum Math<I> {
    Num(i32),
    Add(I, I),
}

/// What a kernel found out.
#[derive(Clone)]
struct Found<T>(T);

impl<T> Transfer for Found<T> {}

const MS: Duration = Duration::from_millis(1);

/// What a panic said.
fn said<R>(f: impl FnOnce() -> R) -> String {
    let panic: Box<dyn Any + Send> = catch_unwind(AssertUnwindSafe(f)).err().expect("it panics");
    match panic.downcast::<String>() {
        Ok(text) => *text,
        Err(panic) => (*panic.downcast::<&str>().unwrap()).to_owned(),
    }
}

#[test]
fn what_fails_ends_its_submission() {
    let failure = || Error::Program { function: "f", what: "it is a test" };
    let (mut before, mut after) = (false, false);
    Device::threads().scope(|queue| {
        let mut encoder = queue.encode();
        let one = encoder.try_call(|| {
            before = true;
            Ok(1)
        });
        encoder.try_call(|| Err::<(), Error>(failure()));
        encoder.call(|| after = true);
        assert_eq!(encoder.submit().try_wait().unwrap_err(), failure());
        // Others go on.
        let mut other = queue.encode();
        let two = other.try_call(move || Ok(one.get() + 1));
        let synced = other.submit().try_wait().unwrap();
        assert_eq!(two.read(&synced), 2);
    });
    assert!(before && !after);
    let text = said(|| {
        Device::threads().scope(|queue| {
            let mut encoder = queue.encode();
            encoder.try_call(|| Err::<(), Error>(failure()));
            encoder.submit().wait()
        })
    });
    assert!(text.starts_with("`f` cannot run on the device: it is a test\nhelp: "), "{text}");
}

#[test]
fn submissions_overlap() {
    if !cfg!(feature = "threads") {
        return;
    }
    let start = Instant::now();
    let both = Device::threads().scope(|queue| {
        let [mut e1, mut e2] = [queue.encode(), queue.encode()];
        let (x, y) = (e1.call(|| thread::sleep(100 * MS)), e2.call(|| thread::sleep(100 * MS)));
        let (f1, f2) = (e1.submit(), e2.submit());
        assert!(start.elapsed() < 100 * MS, "to submit is not to wait");
        let s1 = f1.wait();
        let s2 = f2.wait();
        (x.read(&s1), y.read(&s2))
    });
    assert_eq!(both, ((), ()));
    let elapsed = start.elapsed();
    assert!((100 * MS..150 * MS).contains(&elapsed), "{elapsed:?}");
}

#[test]
fn kernels_of_two_submissions_can_meet() {
    if !cfg!(feature = "threads") {
        return;
    }
    let meeting = Barrier::new(2);
    let leaders = Device::threads().scope(|queue| {
        let fences = [(), ()].map(|()| {
            let mut e = queue.encode();
            let leader = e.call(|| meeting.wait().is_leader());
            (leader, e.submit())
        });
        fences.map(|(leader, fence)| leader.read(&fence.wait()))
    });
    assert!(leaders[0] ^ leaders[1]);
}

#[test]
fn commands_of_an_encoder_run_in_order() {
    let seen = Mutex::new(Vec::new());
    let total = Device::threads().scope(|queue| {
        let mut e = queue.encode();
        let mut last = e.copy(0_u64);
        for i in 0..100 {
            let before = last.clone();
            last = e.call({
                let seen = &seen;
                move || {
                    seen.lock().unwrap().push(i);
                    before.get() + i
                }
            });
        }
        last.read(&e.submit().wait())
    });
    assert_eq!(total, 99 * 100 / 2);
    assert!(seen.into_inner().unwrap().into_iter().eq(0..100));
}

#[test]
fn copies_are_counted_in_bytes() {
    space!(Sums, guard);
    let mut sums = Builder::<Sums, MathLang>::new(guard);
    let two = sums.add(Math::Num(2));
    sums.add(Math::Add(two, two));
    let sums = sums.freeze();
    let values = sums.fold(|node: Math<&i32>| match node {
        Math::Num(n) => n,
        Math::Add(a, b) => a + b,
    });
    let first = sums.data(|_| two);
    let plan = sums.plan();

    let gpu = Device::threads();
    gpu.scope(|queue| {
        let mut e = queue.encode();
        e.copy(&sums); // an operator and two words a row
        e.copy(&values);
        e.copy(&first);
        e.copy(&plan);
        assert_eq!(gpu.counts(), Counts::default(), "it is only recorded");
        let product = e.call(|| (7_u8, [1.0_f64; 2], true));
        e.call(|| ());
        let synced = e.submit().wait();
        let sent = (18 + 2 * 4 + 2 * 4 + plan.bytes()) as u64;
        let counts = gpu.counts();
        let done =
            Counts { to_device_bytes: sent, copies: 4, launches: 2, submissions: 1, synchronisations: 1, ..counts };
        assert_eq!((counts, counts.from_device_bytes), (done, 0));

        assert_eq!(product.read(&synced), product.read(&synced));
        let back = gpu.counts() - counts;
        assert_eq!(back, Counts { from_device_bytes: 2 * 18, copies: 2, ..Counts::default() });
    });
}

#[test]
fn bytes_are_those_of_the_values() {
    assert_eq!((1_u8, 2_u32).bytes(), 5);
    assert_eq!(vec![(1_u8, [0_i64; 2]); 3].bytes(), 3 * 17);
    assert_eq!((&[1_u16, 2][..], "four", Box::new('c')).bytes(), 4 + 4 + 4);
    assert_eq!([(), ()].bytes() + Vec::<f64>::new().bytes(), 0);
    assert_eq!(vec![vec![1_u8], vec![], vec![2, 3]].bytes(), 3);
}

#[test]
fn costs_take_their_time_both_ways() {
    let costs = Costs { copy_latency: 10 * MS, copy_bandwidth: NonZeroU64::new(1000), launch: 5 * MS };
    let start = Instant::now();
    Device::with_costs(costs).scope(|queue| {
        let mut e = queue.encode();
        let x = e.copy([0_u8; 20]); // 10 + 20 ms
        e.call(|| ()); // 5 ms
        e.call(|| ());
        let synced = e.submit().wait();
        assert!(start.elapsed() >= 40 * MS);
        assert_eq!(x.read(&synced), [0; 20]); // 30 ms
    });
    assert!(start.elapsed() >= 70 * MS);
}

#[test]
fn costs_are_rounded_up_and_do_not_overflow() {
    let copy =
        |bytes, per_second| Costs { copy_bandwidth: NonZeroU64::new(per_second), ..Costs::default() }.copy(bytes);
    assert_eq!(copy(usize::MAX, 0), Duration::ZERO, "no bandwidth, no cost");
    assert_eq!(copy(1, u64::MAX), Duration::from_nanos(1));
    assert_eq!(copy(1500, 1000), 1500 * MS);
    assert_eq!(copy(usize::MAX, 1), Duration::from_secs(usize::MAX as u64));
    assert_eq!(copy(usize::MAX, usize::MAX as u64 - 1), Duration::new(1, 1));
    let endless = Costs { copy_latency: Duration::MAX, copy_bandwidth: NonZeroU64::new(1), launch: Duration::ZERO };
    assert_eq!(endless.copy(1), Duration::MAX);
}

#[test]
fn a_kernels_panic_is_told_to_who_waits() {
    let gpu = Device::threads();
    let after = Mutex::new(false);
    gpu.scope(|queue| {
        let mut e = queue.encode();
        let before = e.call(|| 1);
        e.call(|| -> u32 { panic!("no such row: {}", 7) });
        e.call(|| *after.lock().unwrap() = true);
        let fence = e.submit();
        assert_eq!(said(|| fence.wait()), "no such row: 7");
        // Without a proof nothing of it is read, and the others go on.
        let other = queue.encode().submit().wait();
        assert_eq!(before.try_read(&other), Err(Unreadable::OtherSubmission));
    });
    assert!(!after.into_inner().unwrap(), "commands after a panic do not run");
    let counts = gpu.counts();
    assert_eq!((counts.launches, counts.submissions, counts.synchronisations), (2, 2, 1));
}

#[test]
fn a_panic_that_nobody_waits_for_is_told_by_the_scope() {
    if !cfg!(feature = "threads") {
        return;
    }
    let text = said(|| {
        Device::threads().scope(|queue| {
            let mut e = queue.encode();
            e.call(|| -> u32 { panic!("lost") });
            drop(e.submit());
        });
    });
    assert_eq!(text, "a scoped thread panicked");
}

#[test]
fn an_encoder_that_is_dropped_does_nothing() {
    let gpu = Device::threads();
    let ran = Mutex::new(false);
    gpu.scope(|queue| {
        let mut e = queue.encode();
        e.copy(1_u8);
        e.call(|| *ran.lock().unwrap() = true);
        drop(e);
    });
    assert!(!ran.into_inner().unwrap());
    assert_eq!(gpu.counts(), Counts::default());
}

#[test]
fn the_scope_waits_for_a_fence_that_is_dropped() {
    let gpu = Device::threads();
    let mut ran = false;
    let ran_there = &mut ran;
    gpu.scope(|queue| {
        let mut e = queue.encode();
        e.call(move || {
            thread::sleep(20 * MS);
            *ran_there = true;
        });
        drop(e.submit());
    });
    assert!(ran);
    let counts = gpu.counts();
    assert_eq!((counts.launches, counts.submissions, counts.synchronisations), (1, 1, 0));
}

#[test]
fn commands_borrow_from_around_the_scope() {
    let words = ["copied", "back"].map(String::from);
    let mut lengths = Vec::new();
    let texts: Vec<&[u8]> = words.iter().map(String::as_bytes).collect();
    let back = Device::threads().scope(|queue| {
        let mut e = queue.encode();
        let texts_gpu = e.copy(&texts);
        e.call({
            let (texts, lengths) = (texts_gpu.clone(), &mut lengths);
            move || lengths.extend(texts.get().iter().map(|text| text.len()))
        });
        texts_gpu.read(&e.submit().wait())
    });
    assert_eq!((back, lengths), (&texts, vec![6, 4]));
}

#[test]
fn a_kernel_may_use_a_device_itself() {
    let (outer, inner) = (Device::threads(), Device::threads());
    let sum = outer.scope(|queue| {
        let mut e = queue.encode();
        let x = e.copy(40_u8);
        let inner = &inner;
        let sum = e.call(move || {
            let mut e = without_threads(inner); // so it runs on this thread
            let two = e.call({
                let x = x.clone();
                move || {
                    assert_eq!(x.try_get(), Err(Unreadable::OtherDevice));
                    2
                }
            });
            let two: u8 = two.read(&e.submit().wait());
            x.get() + two
        });
        sum.read(&e.submit().wait())
    });
    assert_eq!(sum, 42);
}

/// Where no thread can be started.
struct Refused;

impl<'scope> Spawn<'scope> for Refused {
    fn spawn(&'scope self, _: Box<dyn FnOnce() + Send + 'scope>) -> io::Result<ScopedJoinHandle<'scope, ()>> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

fn without_threads(device: &Device) -> Encoder<'static> {
    Encoder::new(&device.0, 0, &Refused)
}

#[test]
fn without_threads_commands_run_where_they_are_submitted() {
    let gpu = Device::threads();
    let mut e = without_threads(&gpu);
    let here = thread::current().id();
    let x = e.copy(5_u8);
    let there = e.call(move || Found((*x.get(), thread::current().id())));
    let synced = e.submit().wait();
    assert_eq!(there.read(&synced).0, (5, here));

    let mut e = without_threads(&gpu);
    e.call(|| -> u32 { panic!("here") });
    let fence = e.submit();
    assert_eq!(said(|| fence.wait()), "here");
    // The thread is no kernel's any more.
    let mut e = without_threads(&gpu);
    assert_eq!(e.copy(1_u8).try_get(), Err(Unreadable::NotInKernel));
}
