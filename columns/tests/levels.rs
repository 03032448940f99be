//! Passes by several threads, against those by one.

#[path = "support/live.rs"]
mod live;
#[path = "support/on.rs"]
mod on;

use live::Live;
use on::on;
use polarnet_columns::{Brand, Builder, Child, Idx, List, Node};
use proptest::prelude::*;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

#[derive(Node, Clone, Copy, Debug)]
enum Real<'b, I: Child> {
    Num(f32),
    Div(I, I),
    Sum(List<'b, I>),
}

/// A row of a random batch: its operator, and what its children are found by.
type Spec = (u8, Vec<u32>);

fn build<S: polarnet_columns::Space>(batch: &mut Builder<S, RealLang>, specs: &[Spec]) {
    let mut rows: Vec<Idx<S>> = Vec::new();
    for (op, picks) in specs {
        let child = |at: usize| rows[picks[at] as usize % rows.len()];
        rows.push(match op {
            1 if !rows.is_empty() => batch.push(Real::Div(child(0), child(1))),
            2 if !rows.is_empty() => {
                let children: Vec<_> = (0..picks.len()).map(child).collect();
                batch.push(Real::Sum(List::new(&children)))
            }
            _ => batch.push(Real::Num(picks[0] as f32 / 3.0)),
        });
    }
}

fn step(node: Real<'_, &f32>) -> f32 {
    match node {
        Real::Num(n) => n,
        Real::Div(a, b) => a / b,
        Real::Sum(terms) => terms.iter().sum(),
    }
}

/// Rows of a task: Miri has few, so that levels are of more than one task there, too.
const CHUNK: usize = if cfg!(miri) { 16 } else { 1024 };

/// Many leaves make levels of more than one task; few make deep batches.
fn specs() -> impl Strategy<Value = Vec<Spec>> {
    let most = if cfg!(miri) { 150 } else { 8000usize };
    (1..most, prop_oneof![Just(1u32), Just(10), Just(2000)]).prop_flat_map(|(rows, near)| {
        let picks = prop::collection::vec(any::<u32>().prop_map(move |pick| pick % near), 2..4);
        prop::collection::vec((0..3u8, picks), rows)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(miri) { 1 } else { 24 }, failure_persistence: None, ..Default::default() })]

    #[test]
    fn parallel_folds_are_folds(specs in specs()) {
        Brand::with(|guard| {
            let mut batch = Builder::new(guard);
            build(&mut batch, &specs);
            let batch = batch.freeze();
            let levels = batch.levels().chunk(CHUNK);
            // Which of its bits a NaN has is not determined, and Miri makes use of that.
            let bits = |values: polarnet_columns::Data<_, f32>| values.map(|v| if v.is_nan() { u32::MAX } else { v.to_bits() });
            let plain = bits(batch.fold(step));
            for threads in [1, 2, 7] {
                assert_eq!(bits(on(threads, || batch.par_fold(&levels, step))), plain);
            }
            // Each row once, above its children.
            let mut level_of = vec![None; batch.len()];
            for (number, level) in levels.iter().enumerate() {
                for row in level {
                    assert_eq!(level_of[row.raw() as usize].replace(number), None);
                }
            }
            let below = batch.fill_up(|row| {
                let mut least = 0;
                <RealLang as polarnet_columns::Lang>::each_child(row.node(), |child| least = least.max(row[child] + 1));
                least
            });
            assert!(below.iter().zip(level_of).all(|(&expected, level)| level == Some(expected)));
        });
    }
}

#[test]
fn an_empty_batch_has_no_level() {
    Brand::with(|guard| {
        let batch = Builder::<_, RealLang>::new(guard).freeze();
        assert!(batch.levels().is_empty());
        assert!(batch.par_fold(&batch.levels(), step).is_empty());
    });
}

#[test]
fn rows_below_are_read_through_rows_below() {
    Brand::with(|guard| {
        let mut batch = Builder::<_, RealLang>::new(guard);
        let one = batch.push(Real::Num(1.0));
        let two = batch.push(Real::Div(one, one));
        let three = batch.push(Real::Div(two, two));
        let batch = batch.freeze();
        // How many paths lead from a row to the leaves: by way of the grandchildren.
        let paths = batch.par_fill_up(&batch.levels(), |row| match row.node() {
            Real::Div(a, b) => match (row.node_at(a), row.node_at(b)) {
                (Real::Div(x, y), Real::Div(..)) => 2 * (row[x] + row[y]),
                _ => row[a] + row[b],
            },
            _ => 1,
        });
        assert_eq!(paths[three], 4);
    });
}

#[test]
fn a_panic_drops_the_values_so_far() {
    let live = Arc::new(AtomicUsize::new(0));
    // Both levels have more than one task.
    let wide = if cfg!(miri) { 60u32 } else { 3000 };
    let fill = |bad: u32| {
        Brand::with(|guard| {
            let mut batch = Builder::<_, RealLang>::new(guard);
            let leaves: Vec<_> = (0..wide).map(|n| batch.push(Real::Num(n as f32))).collect();
            for pair in leaves.windows(2) {
                batch.push(Real::Div(pair[0], pair[1]));
            }
            let batch = batch.freeze();
            let values = batch.par_fill_up(&batch.levels().chunk(CHUNK), |row| {
                assert!(row.idx().raw() != bad, "row {bad}");
                Live::new(&live)
            });
            assert_eq!(live.load(Relaxed), values.len());
        });
    };
    for bad in [0, wide - 10, wide + wide / 6, 2 * wide - 2] {
        assert!(on(2, || catch_unwind(AssertUnwindSafe(|| fill(bad)))).is_err());
        assert_eq!(live.load(Relaxed), 0);
    }
    fill(u32::MAX);
    assert_eq!(live.load(Relaxed), 0);
}
