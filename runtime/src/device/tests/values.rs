//! Who may have a value, and when.

use super::{Found, said};
use crate::device::{Device, Remote, Unreadable};
use std::sync::mpsc;

#[test]
fn values_outlive_the_scope_with_their_proof() {
    let gpu = Device::threads();
    let (x, synced) = gpu.scope(|queue| {
        let mut e = queue.encode();
        (e.call(|| vec![1_u32, 2]), e.submit().wait())
    });
    assert_eq!((x.read(&synced), gpu.counts().from_device_bytes), (vec![1, 2], 8));
}

#[test]
fn values_are_got_in_kernels_only() {
    Device::threads().scope(|queue| {
        let mut e = queue.encode();
        let x = e.copy(1_u8);
        assert_eq!(x.try_get(), Err(Unreadable::NotInKernel));
        let synced = e.submit().wait();
        assert_eq!(x.try_get(), Err(Unreadable::NotInKernel));
        assert_eq!(x.read(&synced), 1);
        assert!(said(|| *x.get()).starts_with("a value on a device is asked for outside of its kernels\nhelp: "));
    });
}

#[test]
fn a_kernel_gets_what_was_waited_for_before_it_was_submitted() {
    let outcomes = Device::threads().scope(|queue| {
        let mut first = queue.encode();
        let x = first.copy(5_u8);
        let (ended, end) = mpsc::channel();
        first.call(move || ended.send(()).unwrap());
        let first = first.submit();
        end.recv().unwrap(); // it was computed, but nobody waited for its fence

        let (synced, sync) = mpsc::channel();
        let mut early = queue.encode();
        let too_early = early.call({
            let x = x.clone();
            move || {
                // Even if it is waited for before the kernel comes to ask: that is chance.
                if cfg!(feature = "threads") {
                    sync.recv().unwrap();
                }
                Found(x.try_get().copied())
            }
        });
        let early = early.submit();
        let _ = first.wait();
        let _ = synced.send(());

        let mut late = queue.encode();
        let in_time = late.call(move || Found(x.try_get().copied()));
        let (early, late) = (early.wait(), late.submit().wait());
        [too_early.read(&early).0, in_time.read(&late).0]
    });
    assert_eq!(outcomes, [Err(Unreadable::NotSynchronised), Ok(5)]);
}

#[test]
fn a_kernel_gets_nothing_of_another_device() {
    let [one, two] = [Device::threads(), Device::threads()];
    let outcome = one.scope(|first| {
        let mut e = first.encode();
        let x = e.copy(5_u8);
        let _ = e.submit().wait();
        two.scope(|second| {
            let mut e = second.encode();
            let got = e.call(move || Found(x.try_get().copied()));
            got.read(&e.submit().wait()).0
        })
    });
    assert_eq!(outcome, Err(Unreadable::OtherDevice));
}

#[test]
fn a_kernel_gets_nothing_that_is_made_after_it() {
    let outcome = Device::threads().scope(|queue| {
        let mut e = queue.encode();
        let (later, from) = mpsc::channel::<Remote<u8>>();
        let got = e.call(move || Found(from.recv().unwrap().try_get().copied()));
        later.send(e.copy(5)).unwrap();
        got.read(&e.submit().wait()).0
    });
    assert_eq!(outcome, Err(Unreadable::NotMade));
}

#[test]
fn reading_with_another_proof_says_so() {
    Device::threads().scope(|queue| {
        let mut e = queue.encode();
        let x = e.copy(1_u8);
        let (own, other) = (e.submit().wait(), queue.encode().submit().wait());
        assert_eq!(x.read(&own.clone()), 1);
        let text = said(|| x.read(&other));
        assert!(
            text.starts_with("the value is of another submission than the one that was waited for\nhelp: "),
            "{text}"
        );
    });
}
