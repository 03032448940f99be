//! Top-down passes, all against `fill_down`: by asking, by several threads, atomically; and what a panic leaves.

mod support;

use polarnet_columns::{Brand, Builder, Data, Down, Idx, Lang, Sink, Space, ops};
use proptest::prelude::*;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};
use support::{Live, Real, RealLang, build, chunks, on, specs};

/// Shares of a flow that enters at the roots: sums of floats, whose last bits tell in which order they were joined.
fn share<S: Space, J, W: Sink<f32, J>>(mut row: Down<'_, '_, S, RealLang, f32, J, W>) {
    let flow = row.value() + 1.1;
    match row.node() {
        Real::Num(_) => {}
        Real::Div(a, b) => {
            row.join(a, flow / 3.0);
            row.join(b, flow / 7.0);
        }
        Real::Sum(terms) => terms.iter().enumerate().for_each(|(at, term)| row.join(term, flow / (at + 2) as f32)),
        // From right to left, and one of them twice.
        Real::Tri(n, [a, b, c]) => {
            row.join(c, f32::from(n) / 9.0);
            row.join(b, flow / 11.0);
            row.join(a, flow / 13.0);
            row.join(b, flow / 17.0);
        }
    }
}

/// Words that are mixed: no order is like another.
fn word<S: Space, J, W: Sink<Box<u64>, J>>(mut row: Down<'_, '_, S, RealLang, Box<u64>, J, W>) {
    let (own, mut at) = (**row.value() ^ u64::from(row.idx().raw()), 0);
    let mut children = Vec::new();
    RealLang::each_child(row.node(), |child| children.push(child));
    // Not all of them.
    children.retain(|child| child.raw() % 5 != 0);
    for child in children {
        at += 1;
        row.join(child, Box::new(own.wrapping_mul(0x9e37_79b9) + at));
    }
}

#[allow(clippy::boxed_local)] // what is joined is a value
fn mix(into: &mut Box<u64>, word: Box<u64>) {
    **into = into.rotate_left(7).wrapping_mul(31).wrapping_add(*word);
}

fn add(into: &mut f32, value: f32) {
    *into += value;
}

fn count<S: Space, J, W: Sink<u32, J>>(mut row: Down<'_, '_, S, RealLang, u32, J, W>) {
    let paths = (*row.value()).max(1);
    let mut children = Vec::new();
    RealLang::each_child(row.node(), |child| children.push(child));
    children.into_iter().for_each(|child| row.join(child, paths));
}

fn bits<S: Space>(values: &Data<S, f32>) -> Data<S, u32> {
    values.map(|value| if value.is_nan() { u32::MAX } else { value.to_bits() })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(miri) { 1 } else { 32 }, failure_persistence: None, ..Default::default() })]

    #[test]
    fn all_ways_down_are_one(specs in specs(), chunk in chunks()) {
        Brand::with(|guard| {
            let batch = build(Builder::new(guard), &specs);
            let (users, levels) = (batch.users(), batch.levels().chunk(chunk));
            let flow = bits(&batch.fill_down(-0.0, add, share));
            let words = batch.fill_down(Box::new(1), mix, word);
            let paths = batch.fill_down(0, |into, more| *into = u32::wrapping_add(*into, more), count);
            let most = batch.fill_down(0, |into, more| *into = u32::max(*into, more), count);
            assert!(bits(&batch.fill_down_pull(&users, -0.0, add, share)) == flow);
            assert!(batch.fill_down_pull(&users, Box::new(1), mix, word) == words);
            for threads in [1, 2, 7] {
                on(threads, || {
                    assert!(bits(&batch.par_fill_down_pull(&users, &levels, -0.0, add, share)) == flow);
                    assert!(bits(&batch.par_fill_down(&levels, -0.0, add, share)) == flow);
                    assert!(batch.par_fill_down_pull(&users, &levels, Box::new(1), mix, word) == words);
                    assert!(batch.par_fill_down(&levels, Box::new(1), mix, word) == words);
                    assert!(batch.par_fill_down_atomic(&levels, ops::Add, count) == paths);
                    assert!(batch.par_fill_down_atomic(&levels, ops::Max, count) == most);
                });
            }
            // Users are the parents, from the last on, each as often as it uses the row.
            let mut expected = vec![Vec::new(); batch.len()];
            for row in batch.indices().rev() {
                RealLang::each_child::<Idx<_>>(batch.node(row), |child| expected[child.raw() as usize].push(row));
            }
            assert!(batch.indices().zip(&expected).all(|(row, expected)| users.of(row).eq(expected.iter().copied())));
        });
    }
}

#[test]
fn an_empty_batch() {
    Brand::with(|guard| {
        let batch = build(Builder::new(guard), &[]);
        let (users, levels) = (batch.users(), batch.levels());
        assert!(batch.fill_down_pull(&users, 0.0, add, share).is_empty());
        assert!(batch.par_fill_down_pull(&users, &levels, 0.0, add, share).is_empty());
        assert!(batch.par_fill_down(&levels, 0.0, add, share).is_empty());
        assert!(batch.par_fill_down_atomic(&levels, ops::Add, count).is_empty());
    });
}

#[test]
fn a_panic_drops_values_and_what_is_under_way() {
    let live = Arc::new(AtomicUsize::new(0));
    let wide = if cfg!(miri) { 60u32 } else { 3000 };
    let fill = |bad: u32, kind: usize| {
        Brand::with(|guard| {
            let mut batch = Builder::<_, RealLang>::new(guard);
            let leaves: Vec<_> = (0..wide).map(|n| batch.push(Real::Num(n as f32))).collect();
            for pair in leaves.windows(2) {
                batch.push(Real::Div(pair[0], pair[1]));
            }
            let batch = batch.freeze();
            let (users, levels) = (batch.users(), batch.levels().chunk(20));
            fn step<S: Space, J, W: Sink<Live, J>>(mut row: Down<'_, '_, S, RealLang, Live, J, W>, bad: u32) {
                assert!(row.idx().raw() != bad, "row {bad}");
                if let Real::Div(a, b) = row.node() {
                    row.join(a, row.value().clone());
                    row.join(b, row.value().clone());
                }
            }
            let values = match kind {
                0 => batch.fill_down_pull(&users, Live::new(&live), |_, _| {}, |row| step(row, bad)),
                1 => batch.par_fill_down_pull(&users, &levels, Live::new(&live), |_, _| {}, |row| step(row, bad)),
                _ => batch.par_fill_down(&levels, Live::new(&live), |_, _| {}, |row| step(row, bad)),
            };
            assert_eq!(live.load(Relaxed), values.len());
        });
    };
    for kind in 0..3 {
        for bad in [wide, wide + wide / 3, 2 * wide - 2] {
            assert!(on(2, || catch_unwind(AssertUnwindSafe(|| fill(bad, kind)))).is_err());
            assert_eq!(live.load(Relaxed), 0);
        }
        on(2, || fill(u32::MAX, kind));
        assert_eq!(live.load(Relaxed), 0);
    }
}
