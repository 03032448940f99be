//! Accumulators: panics on the way, and what is forgotten.

use polarnet_columns::{Data, Guard, Monoid, Space, ops::Add, scatter, space, with_acc};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

/// Runs `f` with so many threads, if there are threads.
fn on<R: Send>(threads: usize, f: impl FnOnce() -> R + Send) -> R {
    if !cfg!(feature = "threads") {
        return f();
    }
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(f)
}

/// A value that counts how many there are.
struct Live(Arc<AtomicUsize>);
impl Live {
    fn new(count: &Arc<AtomicUsize>) -> Self {
        count.fetch_add(1, Relaxed);
        Live(count.clone())
    }
}
impl Drop for Live {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

/// Keeps the left one; panics when the count is too high.
struct Keep(Arc<AtomicUsize>, usize);
impl Monoid<Live> for Keep {
    fn identity(&self) -> Live {
        Live::new(&self.0)
    }
    fn combine(&self, _: &mut Live, _more: Live) {
        assert!(self.0.load(Relaxed) < self.1, "too many");
    }
}

fn live_cells<S: Space>(guard: Guard<S>, rows: usize, live: &Arc<AtomicUsize>) -> Data<S, Live> {
    guard.column((0..rows).map(|_| Live::new(live)).collect())
}

#[test]
fn a_panic_drops_everything_and_the_process_goes_on() {
    let live = Arc::new(AtomicUsize::new(0));
    for rows in [2, 1100] {
        let cases: [&(dyn Fn() + Sync); 5] = [
            &|| {
                space!(Cells, guard);
                let cells = live_cells(guard, rows, &live);
                let _ = with_acc(Keep(live.clone(), usize::MAX), cells, |acc| {
                    let _updated = acc.update_raw(1, Live::new(&live));
                    panic!("in the closure")
                });
            },
            &|| {
                space!(Cells, guard);
                let cells = live_cells(guard, rows, &live);
                let _ = with_acc(Keep(live.clone(), usize::MAX), cells, |acc| {
                    acc.par_map(&[1, 2, 3, 4, 5, 6], |acc, &n| {
                        assert!(n != 4, "in a task");
                        acc.update_raw(n, Live::new(&live))
                    })
                });
            },
            &|| {
                space!(Cells, guard);
                let cells = live_cells(guard, rows, &live);
                // The operator itself panics: on the column, in a share, or when shares are joined.
                let _ = with_acc(Keep(live.clone(), rows + 2), cells, |acc| {
                    acc.update_raw(0, Live::new(&live))
                        .par_map(&[(); 300], |acc, ()| acc.update_raw(0, Live::new(&live)))
                });
            },
            &|| {
                space!(Cells, guard);
                let cells = live_cells(guard, rows, &live);
                let _ = scatter(cells, |acc| {
                    acc.par_map(&[1, 2, 3, 4], |acc, &n| {
                        assert!(n != 3, "in a task");
                        acc.write_raw(0, Live::new(&live))
                    })
                });
            },
            &|| {
                space!(Cells, guard);
                let numbers = guard.column(vec![0; rows]);
                let _ = with_acc(Add, numbers, |acc| {
                    acc.par_map_atomic(&[1, 2, 3, 4], |acc, &n| {
                        assert!(n != 3, "in a task");
                        acc.update_raw(0, n)
                    })
                });
            },
        ];
        for (number, case) in cases.into_iter().enumerate() {
            let ended = on(2, || catch_unwind(AssertUnwindSafe(case)));
            assert!(ended.is_err(), "case {number} with {rows} rows");
            assert_eq!(live.load(Relaxed), 0, "case {number} with {rows} rows");
        }
    }
    // And again, without a panic.
    space!(Cells, guard);
    let sums = with_acc(Add, guard.rows(1).fill(0), |acc| acc.par_map(&[1, 2], |acc, &n| acc.update_raw(0, n)));
    assert_eq!(sums.as_slice(), [3]);
}

#[test]
#[expect(clippy::forget_non_drop, reason = "that is the point")]
fn to_forget_an_accumulator_is_harmless() {
    let live = Arc::new(AtomicUsize::new(0));
    let forgotten = catch_unwind(AssertUnwindSafe(|| {
        space!(Cells, guard);
        let cells = live_cells(guard, 2000, &live);
        let _ = with_acc(Keep(live.clone(), usize::MAX), cells, |acc| {
            let acc = acc.par_map(&[1, 2], |acc, &n| {
                let acc = acc.update_raw(n, Live::new(&live));
                if n == 2 {
                    std::mem::forget(acc);
                    panic!("there is nothing to return");
                }
                acc
            });
            std::mem::forget(acc);
            panic!("there is nothing to return")
        });
    }));
    assert!(forgotten.is_err());
    assert_eq!(live.load(Relaxed), 0);
}
