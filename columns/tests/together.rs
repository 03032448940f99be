//! Several columns in one traversal: the same as each by itself, by every kind of pass; and what a panic leaves.

mod support;

use polarnet_columns::{Brand, Builder, Idx};
use proptest::prelude::*;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};
use support::{Live, Real, RealLang, Spec, build, chunks, on, specs};

fn size(node: Real<'_, &u64>) -> u64 {
    match node {
        Real::Num(_) => 1,
        Real::Div(a, b) => a.wrapping_add(*b),
        Real::Sum(terms) => terms.iter().fold(1, |sum, &term| sum.wrapping_mul(3).wrapping_add(term)),
        Real::Tri(n, [a, b, c]) => a.wrapping_add(b ^ c).wrapping_mul(u64::from(n)),
    }
}

/// A value that has to be dropped.
type Text = Box<str>;

fn text(node: Real<'_, &Text>) -> Text {
    let mut text = match node {
        Real::Num(n) => format!("{n}"),
        Real::Div(a, b) => format!("{a}/{b}"),
        Real::Sum(terms) => terms.iter().fold(String::new(), |sum, term| sum + "+" + term),
        Real::Tri(n, [a, b, c]) => format!("{n}{a}{b}{c}"),
    };
    text.truncate(20);
    text.into()
}

fn both(node: Real<'_, (&u64, &Text)>) -> (u64, Text) {
    if let Real::Sum(terms) = node {
        let number = terms.iter().fold(1, |sum: u64, (&term, _)| sum.wrapping_mul(3).wrapping_add(term));
        let mut sum = terms.iter().fold(String::new(), |sum, (_, term)| sum + "+" + term);
        sum.truncate(20);
        return (number, sum.into());
    }
    match node {
        Real::Num(n) => (size(Real::Num(n)), text(Real::Num(n))),
        Real::Div((a, x), (b, y)) => (size(Real::Div(a, b)), text(Real::Div(x, y))),
        Real::Tri(n, [(a, x), (b, y), (c, z)]) => (size(Real::Tri(n, [a, b, c])), text(Real::Tri(n, [x, y, z]))),
        Real::Sum(_) => unreachable!(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(miri) { 1 } else { 32 }, failure_persistence: None, ..Default::default() })]

    #[test]
    fn columns_together_are_the_columns(specs in specs(), chunk in chunks()) {
        Brand::with(|guard| {
            let batch = build(Builder::new(guard), &specs);
            let expected = (batch.fold(size), batch.fold(text));
            assert!(batch.fold_together(both) == expected);
            assert!(batch.plan().fold_together(both) == expected);
            let levels = batch.levels().chunk(chunk);
            for threads in [1, 2, 7] {
                assert!(on(threads, || batch.par_fold_together(&levels, both)) == expected);
                assert!(on(threads, || batch.par_fold(&levels, text)) == expected.1);
            }
            // By rows: what is read through grandchildren too.
            let (sizes, heavier) = batch.fill_up_together::<(u64, Option<Idx<_>>)>(|row| match (row.node(), row.values()) {
                (Real::Div(a, b), Real::Div((x, _), (y, _))) => {
                    assert_eq!((row.get(a).0, row.get(b).0), (x, y));
                    let below = match row.node_at(a) {
                        Real::Div(c, _) => row.get(c).1.unwrap_or(c.idx()),
                        _ => a.idx(),
                    };
                    (size(Real::Div(x, y)), Some(below))
                }
                (_, Real::Num(n)) => (size(Real::Num(n)), None),
                (_, Real::Sum(terms)) => {
                    (terms.iter().fold(1, |sum: u64, (&term, _)| sum.wrapping_mul(3).wrapping_add(term)), None)
                }
                (_, Real::Tri(n, [(a, _), (b, _), (c, _)])) => (size(Real::Tri(n, [a, b, c])), Some(row.idx())),
                _ => unreachable!(),
            });
            assert!(sizes == expected.0);
            assert!(heavier.entries().all(|(row, below)| below.is_none_or(|below| below <= row)));
        });
    }
}

#[test]
fn tuples_of_one_and_of_eight() {
    Brand::with(|guard| {
        let specs: Vec<Spec> = (0..100).map(|n| ((n % 4) as u8, vec![n * 7 + 1, n * 3])).collect();
        let batch = build(Builder::new(guard), &specs);
        let (sizes,) = batch.fill_up_together(|row| {
            let mut list = Vec::new();
            <RealLang as polarnet_columns::Lang>::each_child(row.values(), |(size,): (&u64,)| list.push(*size));
            (list.iter().sum::<u64>() + 1,)
        });
        let (a, b, c, d, e, f, g, h) = batch.fill_up_together::<(u64, u64, u64, u64, u64, u64, u64, u64)>(|row| {
            let mut sums = [1; 8];
            <RealLang as polarnet_columns::Lang>::each_child(row.node(), |child| {
                let (a, b, c, d, e, f, g, h): (&u64, &u64, &u64, &u64, &u64, &u64, &u64, &u64) = row.get(child);
                for (sum, value) in sums.iter_mut().zip([a, b, c, d, e, f, g, h]) {
                    *sum += value;
                }
            });
            sums.into()
        });
        assert!([a, b, c, d, e, f, g, h].iter().all(|column| *column == sizes));
    });
}

#[test]
fn an_empty_batch_has_empty_columns() {
    Brand::with(|guard| {
        let batch = Builder::<_, RealLang>::new(guard).freeze();
        assert!(batch.fold_together(both).1.is_empty());
        assert!(batch.plan().fold_together(both).0.is_empty());
        assert!(batch.par_fold_together(&batch.levels(), both).0.is_empty());
    });
}

#[test]
fn a_panic_drops_the_values_so_far() {
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
            let made = AtomicUsize::new(0);
            let step = |_: Real<'_, (&Live, &u8, &Live)>| {
                assert!(made.fetch_add(1, Relaxed) as u32 != bad, "row {bad}");
                (Live::new(&live), 0, Live::new(&live))
            };
            let columns = match kind {
                0 => batch.fold_together(step),
                1 => batch.plan().fold_together(step),
                _ => batch.par_fold_together(&batch.levels().chunk(20), step),
            };
            assert_eq!(live.load(Relaxed), columns.0.len() + columns.2.len());
        });
    };
    for kind in 0..3 {
        for bad in [0, wide - 10, wide + wide / 6, 2 * wide - 2] {
            let bad = bad.min(2 * wide - 2);
            assert!(on(2, || catch_unwind(AssertUnwindSafe(|| fill(bad, kind)))).is_err());
            assert_eq!(live.load(Relaxed), 0);
        }
        fill(u32::MAX, kind);
        assert_eq!(live.load(Relaxed), 0);
    }
}

/// Passes within passes, and many at once: nobody waits for a thread that is busy elsewhere.
#[test]
fn passes_within_passes() {
    Brand::with(|guard| {
        let rows = if cfg!(miri) { 100 } else { 1500 };
        let specs: Vec<Spec> =
            (0..rows).map(|n| (if n < 600 { 0 } else { 1 }, vec![n * 7 + 300, n * 3 + 300])).collect();
        let batch = build(Builder::new(guard), &specs);
        let levels = batch.levels().chunk(16);
        let expected = batch.fold(size);
        on(3, || {
            let nested = batch.par_fill_up(&levels, |row| {
                if row.idx().raw() % 64 == 0 {
                    assert!(batch.par_fold(&levels, size) == expected);
                }
                size(row.values())
            });
            assert!(nested == expected);
            if cfg!(feature = "threads") {
                rayon::scope(|scope| {
                    for _ in 0..8 {
                        scope.spawn(|_| assert!(batch.par_fold(&levels, size) == expected));
                    }
                });
            }
        });
    });
}
