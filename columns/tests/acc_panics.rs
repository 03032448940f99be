//! Accumulators: panics on the way, and what is forgotten.

#[path = "support/live.rs"]
mod live;
#[path = "support/on.rs"]
mod on;

use live::Live;
use on::on;
use polarnet_columns::{Action, Data, Guard, Monoid, Space, ops::Add, scatter, space, with_acc};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
    },
};

/// A few rows, and more than a share holds in one block. Miri, which is slow, takes the second in one test only.
const SIZES: &[usize] = if cfg!(miri) { &[4] } else { &[4, 1100] };

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
    for &rows in SIZES {
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
                    acc.update_raw(0, Live::new(&live)).par_map(&[(); if cfg!(miri) { 20 } else { 300 }], |acc, ()| {
                        acc.update_raw(0, Live::new(&live))
                    })
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
        on(2, || {
            for (number, case) in cases.into_iter().enumerate() {
                let ended = catch_unwind(AssertUnwindSafe(case));
                assert!(ended.is_err(), "case {number} with {rows} rows");
                assert_eq!(live.load(Relaxed), 0, "case {number} with {rows} rows");
            }
        });
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
        let cells = live_cells(guard, 1100, &live);
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

#[test]
fn a_caught_panic_leaves_the_column_whole() {
    let live = Arc::new(AtomicUsize::new(0));
    for &rows in SIZES {
        space!(Cells, guard);
        let cells = live_cells(guard, rows, &live);
        let cells = with_acc(Keep(live.clone(), usize::MAX), cells, |acc| {
            acc.par_map(&[0, 1], |acc, &n| {
                // Inside of the task, a whole other accumulation fails.
                let failed = catch_unwind(AssertUnwindSafe(|| {
                    space!(Inner, guard);
                    let inner = live_cells(guard, rows, &live);
                    let _ = with_acc(Keep(live.clone(), usize::MAX), inner, |inner| {
                        inner.par_map(&[0, 1, 2], |inner, &m| {
                            assert!(m != 1, "in a task of a task");
                            inner.update_raw(m, Live::new(&live))
                        })
                    });
                }));
                assert!(failed.is_err());
                acc.update_raw(n % 2, Live::new(&live))
            })
        });
        assert_eq!((cells.len(), live.load(Relaxed)), (rows, rows));
        drop(cells);
        assert_eq!(live.load(Relaxed), 0);
    }
}

/// A value that is counted, and whose drop panics once the flag is up.
struct Brittle<'a> {
    _counted: Live,
    flag: &'a AtomicBool,
}
impl Drop for Brittle<'_> {
    fn drop(&mut self) {
        assert!(!self.flag.swap(false, Relaxed), "while it is dropped");
    }
}

#[test]
fn a_panic_in_a_drop_drops_the_rest_once() {
    let live = Arc::new(AtomicUsize::new(0));
    let flag = AtomicBool::new(false);
    for parallel in [false, true] {
        let ended = catch_unwind(AssertUnwindSafe(|| {
            space!(Cells, guard);
            let brittle = || Brittle { _counted: Live::new(&live), flag: &flag };
            let cells = guard.rows(3).data(|_| brittle());
            flag.store(true, Relaxed);
            let _ = scatter(cells, |acc| match parallel {
                true => acc.par_map(&[0, 1, 2], |acc, &row| acc.write_raw(row, brittle())),
                false => acc.write_raw(1, brittle()),
            });
        }));
        assert!(ended.is_err());
        assert_eq!((flag.load(Relaxed), live.load(Relaxed)), (false, 0));
    }
}

/// An operator that keeps no law, and answers differently each time: what comes out is nonsense, but a column.
struct Liar(AtomicUsize);
impl Monoid<Vec<usize>> for Liar {
    fn identity(&self) -> Vec<usize> {
        vec![self.0.fetch_add(1, Relaxed)]
    }
    fn combine(&self, into: &mut Vec<usize>, value: Vec<usize>) {
        match self.0.fetch_add(1, Relaxed) % 3 {
            0 => *into = value,
            1 => into.clear(),
            _ => into.extend(value),
        }
    }
}
impl Action<Vec<usize>, usize> for Liar {
    fn apply(&self, into: &mut Vec<usize>, value: usize) {
        into.truncate(value);
    }
}

#[test]
fn an_operator_that_lies_gives_a_column_still() {
    for rows in if cfg!(miri) { vec![0, 1, 1025] } else { vec![0, 1, 1024, 1025] } {
        space!(Cells, guard);
        let cells = guard.rows(rows);
        let last = cells.indices().next_back();
        let items: Vec<u32> = (0..if cfg!(miri) { 3 } else { 40 }).collect();
        let liar = Liar(AtomicUsize::new(0));
        let (made, numbers) = on(3, || {
            let made = with_acc(&liar, cells.fill(Vec::new()), |acc| {
                acc.par_map(&items, |mut acc, &n| {
                    if let Some(last) = last {
                        acc = acc.apply(last, n as usize).update(last, vec![1]);
                    }
                    // Rows that are not there, up to the highest number.
                    [n, rows as u32, u32::MAX - n].into_iter().fold(acc, |acc, row| acc.update_raw(row, vec![0]))
                })
            });
            let numbers = with_acc(Add, cells.fill(0u64), |acc| {
                acc.par_map_atomic(&items, |acc, &n| acc.update_raw(u32::MAX - n, 1).update_raw(rows as u32 + n, 1))
            });
            (made, scatter(numbers, |acc| acc.par_map(&items, |acc, &n| acc.write_raw(u32::MAX - n, 1))))
        });
        assert_eq!(made.len(), rows);
        assert_eq!(numbers.into_vec(), vec![0; rows]);
    }
}

/// Accumulations of several spaces at once, each in the tasks of the other, while rayon lends the threads out.
#[test]
fn tasks_that_wait_for_tasks_keep_their_shares_apart() {
    let items: Vec<u32> = (0..if cfg!(miri) { 4 } else { 70 }).collect();
    for &rows in SIZES {
        space!(Outer, guard);
        let outer = guard.rows(rows);
        let sums = on(3, || {
            with_acc(Add, outer.fill(0u64), |acc| {
                acc.par_map(&items, |acc, &n| {
                    space!(Inner, guard);
                    let inner = with_acc(Add, guard.rows(rows).fill(0u64), |inner| {
                        inner.par_map(&items, |inner, &m| inner.update_raw(m % 2, u64::from(n)))
                    });
                    inner.iter().zip(0..).fold(acc, |acc, (&sum, row)| acc.update_raw(row, sum))
                })
            })
        });
        let all: u64 = items.iter().map(|&n| u64::from(n)).sum();
        assert_eq!(sums.as_slice()[..2], [all * items.len() as u64 / 2; 2]);
        assert_eq!(sums.iter().sum::<u64>(), all * items.len() as u64);
    }
}
