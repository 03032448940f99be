//! Rows by several threads, against those by one; joins by functions; nodes that stay apart.

#[path = "support/live.rs"]
mod live;
#[path = "support/on.rs"]
mod on;

use live::Live;
use on::on;
use polarnet_columns::{Brand, Builder, Node, Wide, ops::By, space, with_acc};
use proptest::prelude::*;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(miri) { 2 } else { 64 }, failure_persistence: None, ..Default::default() })]

    #[test]
    fn rows_by_threads_are_the_rows(
        len in 0..if cfg!(miri) { 30 } else { 3000usize },
        size in prop_oneof![0..if cfg!(miri) { 8 } else { 400usize }, Just(usize::MAX)],
        number in any::<u32>(),
    ) {
        Brand::with(|guard| {
            let rows = guard.rows(len);
            let expected = rows.data(|row| Box::new(row.raw() ^ number));
            let halves = rows.data(|row| f64::from(row.raw()) / 2.0);
            for threads in [1, 2, 5] {
                on(threads, || {
                    assert!(rows.par_data(size, |row| Box::new(row.raw() ^ number)) == expected);
                    let runs = rows.par_runs(size, |run| run.indices().collect::<Vec<_>>());
                    assert!(runs.iter().all(|run| (1..=size.max(1)).contains(&run.len())));
                    assert!(runs.into_iter().flatten().eq(rows.indices()));
                    // By lanes: the last have fewer.
                    let sums = rows.par_runs(size, |run| {
                        run.lanes::<4>().map(|lanes| Wide(lanes.of(&halves)).first(lanes.len(), 0.0).sum()).sum::<f64>()
                    });
                    assert_eq!(sums.into_iter().sum::<f64>(), halves.iter().sum::<f64>());
                });
            }
        });
    }
}

#[test]
fn a_panic_drops_the_values_so_far() {
    let live = Arc::new(AtomicUsize::new(0));
    let rows = if cfg!(miri) { 20u32 } else { 1000 };
    for bad in [0, rows / 2, rows - 1] {
        let fill = || {
            Brand::with(|guard| {
                guard.rows(rows as usize).par_data(3, |row| {
                    assert!(row.raw() != bad, "row {bad}");
                    Live::new(&live)
                });
            });
        };
        assert!(on(2, || catch_unwind(AssertUnwindSafe(fill))).is_err());
        assert_eq!(live.load(Relaxed), 0);
    }
}

/// Sets, joined by a function, whatever thread has the updates.
#[test]
fn a_function_joins_what_threads_send() {
    space!(Sets, guard);
    let sets = guard.column(vec![Vec::new(); 5]);
    let union = By::<Vec<u32>, _, _>::new(Vec::new, |into, more| {
        into.extend(more);
        into.sort_unstable();
    });
    let items: Vec<u32> = (0..if cfg!(miri) { 12 } else { 2000 }).collect();
    let sets =
        on(3, || with_acc(union, sets, |acc| acc.par_map(&items, |acc, &item| acc.update_raw(item % 5, vec![item]))));
    for (at, set) in sets.iter().enumerate() {
        assert!(set.iter().copied().eq(items.iter().copied().filter(|item| item % 5 == at as u32)));
    }
}

#[derive(Node, Clone, Copy, Debug, PartialEq)]
enum Math<I> {
    Num(i32),
    Add(I, I),
}

#[test]
fn linear_nodes_stay_apart_when_they_are_rebuilt() {
    space!(Old, guard);
    let mut old = Builder::<Old, MathLang>::new(guard);
    let (two, also) = (old.push(Math::Num(2)), old.push(Math::Num(2)));
    old.push(Math::Add(two, also));
    let old = old.freeze();
    space!(New, guard);
    let mut new = Builder::<New, MathLang>::new(guard);
    let to = old.fill_up(|row| new.push_with(row.node(), |child| row[child]));
    let new = new.freeze();
    assert_eq!(new.len(), 3);
    for row in old.indices() {
        assert_eq!(new.node(to[row]), old.node(row).map(|child| to[child]));
    }
}
