//! Accumulators: the laws, and the parallel maps against the plain loop.

#[path = "support/on.rs"]
mod on;

use on::on;
use polarnet_columns::{
    Acc, Action, AtomicMonoid, BrokenLaw, Commutative, Monoid, Rows, Space, check_commutative, check_laws,
    ops::{Add, Each, Max, Min, Mul},
    scatter, space, with_acc, with_acc_and,
};
use proptest::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Rows of more than one block, when shares are joined.
const BLOCKS: u32 = if cfg!(miri) { 4200 } else { 20_000 };

/// Texts, one after the other: associative, not commutative.
struct Concat;
impl Monoid<String> for Concat {
    fn identity(&self) -> String {
        String::new()
    }
    fn combine(&self, into: &mut String, text: String) {
        into.push_str(&text);
    }
}

#[test]
fn the_laws_hold() {
    macro_rules! exact {
        ($($T:ident)*) => { $( {
            let samples = [$T::MIN, $T::MAX, 7, 0, 1, 2, $T::MAX / 2];
            fn check<M: Monoid<$T> + Commutative<$T> + AtomicMonoid<$T>>(op: &M, samples: &[$T]) {
                check_laws(op, samples).unwrap();
                check_commutative(op, samples).unwrap();
                check_atomic(op, samples);
            }
            let samples = &samples[..if cfg!(miri) { 3 } else { 7 }];
            check(&Add, samples);
            check(&Mul, samples);
            check(&Min, samples);
            check(&Max, samples);
        } )* };
    }
    exact!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

    // Floats by their bits: NaN, and the sign of 0, count.
    let floats = [0.0, -0.0, 1.5, -2.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    for (op, name) in [(&Min as &dyn Monoid<f64>, "min"), (&Max, "max")] {
        let bits = Bits(op);
        check_laws(&bits, &floats.map(f64::to_bits)).unwrap_or_else(|law| panic!("{name}: {law}"));
        check_commutative(&bits, &floats.map(f64::to_bits)).unwrap();
    }
    // Sums and products of these are exact.
    let exact = [0.0, 1.0, -0.0, -3.0, 0.5, 1024.0].map(f64::to_bits);
    check_laws(&Bits(&Add), &exact).unwrap();
    check_laws(&Bits(&Mul), &exact).unwrap();
    check_atomic(&Min, &floats);
    check_atomic(&Max, &[0.0f32, -0.0, f32::NAN, 2.0]);

    check_laws(&Concat, &["a", "", "bc"].map(String::from)).unwrap();
    check_laws(&Each(Add), &[[1, 2], [3, 4]]).unwrap();
    check_laws(&&Max, &[1, 2]).unwrap();
}

/// An operator on floats, seen as one on their bits.
struct Bits<'a>(&'a dyn Monoid<f64>);
impl Monoid<u64> for Bits<'_> {
    fn identity(&self) -> u64 {
        self.0.identity().to_bits()
    }
    fn combine(&self, into: &mut u64, value: u64) {
        let mut float = f64::from_bits(*into);
        self.0.combine(&mut float, f64::from_bits(value));
        *into = float.to_bits();
    }
}
impl Commutative<u64> for Bits<'_> {}

/// The atomic form does what the plain one does.
fn check_atomic<T: Copy + std::fmt::Debug, M: AtomicMonoid<T>>(op: &M, samples: &[T]) {
    for &a in samples {
        for &b in samples {
            let (mut plain, mut shared) = (a, a);
            op.combine(&mut plain, b);
            // SAFETY: nobody else has it.
            unsafe { op.combine_shared(&mut shared, b) };
            assert_eq!(format!("{plain:?}"), format!("{shared:?}"), "{a:?} and {b:?}");
        }
    }
}

#[test]
fn broken_laws_are_found() {
    struct Minus;
    impl Monoid<i32> for Minus {
        fn identity(&self) -> i32 {
            0
        }
        fn combine(&self, into: &mut i32, value: i32) {
            *into -= value;
        }
    }
    impl Commutative<i32> for Minus {}
    assert_eq!(check_laws(&Minus, &[1]), Err(BrokenLaw::Identity(1)));
    assert_eq!(check_commutative(&Minus, &[1, 2]), Err(BrokenLaw::Commutativity(1, 2)));
    struct Mean;
    impl Monoid<f64> for Mean {
        fn identity(&self) -> f64 {
            f64::NAN
        }
        fn combine(&self, into: &mut f64, value: f64) {
            *into = if into.is_nan() || value.is_nan() { into.max(value) } else { (*into + value) / 2.0 };
        }
    }
    assert_eq!(check_laws(&Mean, &[0.0, 8.0]).unwrap_err().to_string(), "not associative for 0.0, 0.0, 8.0");
}

/// The plain loop, with the seed's semantics: updates out of range do nothing.
fn model<T, M: Monoid<T>>(op: &M, mut cells: Vec<T>, updates: impl IntoIterator<Item = (u32, T)>) -> Vec<T> {
    for (row, value) in updates {
        if let Some(cell) = cells.get_mut(row as usize) {
            op.combine(cell, value);
        }
    }
    cells
}

/// Does the updates of an item.
#[expect(clippy::ptr_arg, reason = "items are vectors")]
fn all<'c, S: Space, T: Copy, M: Monoid<T>>(acc: Acc<'c, S, T, M>, item: &Vec<(u32, T)>) -> Acc<'c, S, T, M> {
    item.iter().fold(acc, |acc, &(row, value)| acc.update_raw(row, value))
}

/// Items of several updates each, for spaces of many rows and of few, with rows that do not exist.
fn updates(rows: u32) -> impl Strategy<Value = Vec<Vec<(u32, i64)>>> {
    let most = if cfg!(miri) { 20 } else { 300 };
    prop::collection::vec(prop::collection::vec((0..rows + rows / 8 + 1, any::<i64>()), 0..6), 0..most)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(miri) { 2 } else { 48 }, failure_persistence: None, ..Default::default() })]

    #[test]
    fn parallel_maps_are_the_plain_loop(
        (rows, items) in prop_oneof![Just(0u32), Just(3), 1000..1100u32, Just(BLOCKS)].prop_flat_map(|rows| (Just(rows), updates(rows))),
        threads in 1..4usize,
        size in 1..40usize,
    ) {
        space!(Cells, guard);
        let cells = guard.rows(rows as usize);
        let flat = || items.iter().flatten().copied();
        let (sums, least) = on(threads, || {
            let sums = with_acc(Add, cells.fill(7), |acc| acc.par_map(&items, all));
            let chunks = with_acc(Add, cells.fill(7), |acc| {
                acc.par_chunks(size, &items, |acc, items| items.iter().fold(acc, all))
            });
            let atomic = with_acc(Add, cells.fill(7), |acc| acc.par_map_atomic(&items, all));
            assert_eq!((&chunks, &atomic), (&sums, &sums));
            let least = with_acc(Min, cells.fill(7), |acc| acc.par_map_atomic(&items, all));
            (sums, least)
        });
        prop_assert_eq!(sums.into_vec(), model(&Add, vec![7; rows as usize], flat()));
        prop_assert_eq!(least.into_vec(), model(&Min, vec![7; rows as usize], flat()));
        // The order of the items is kept where it matters.
        let texts = with_acc(Concat, cells.fill(String::from("=")), |acc| acc.par_map(&items, |acc, item| {
            item.iter().fold(acc, |acc, &(row, value)| acc.update_raw(row, value.to_string()))
        }));
        let told = flat().map(|(row, value)| (row, value.to_string()));
        prop_assert_eq!(texts.into_vec(), model(&Concat, vec![String::from("="); rows as usize], told));
        // Scattering: the last item's write stays.
        let last = on(threads, || scatter(cells.fill(7), |acc| acc.par_map(&items, |acc, item| {
            item.iter().fold(acc, |acc, &(row, value)| acc.write_raw(row, value))
        })));
        let mut written = vec![7; rows as usize];
        for (row, value) in flat() {
            if let Some(cell) = written.get_mut(row as usize) {
                *cell = value;
            }
        }
        prop_assert_eq!(last.into_vec(), written);
    }

    #[test]
    fn sums_of_floats_do_not_depend_on_threads(
        (rows, items) in prop_oneof![Just(5u32), Just(1500), Just(BLOCKS)].prop_flat_map(|rows| (Just(rows), updates(rows))),
    ) {
        let run = |threads| on(threads, || {
            space!(Cells, guard);
            let cells = guard.rows(rows as usize).data(|row| f64::from(row.raw()) / 3.0);
            let sums = with_acc(Add, cells, |acc| acc.par_map(&items, |acc, item| {
                item.iter().fold(acc, |acc, &(row, value)| acc.update_raw(row, 1.0 / value as f64))
            }));
            sums.iter().map(|sum| sum.to_bits()).collect::<Vec<_>>()
        });
        let one = run(1);
        prop_assert_eq!(&run(2), &one);
        prop_assert_eq!(&run(7), &one);
    }
}

#[test]
fn a_share_that_gets_long_becomes_a_column() {
    // 1100 rows begin as a list; 1200 updates in the first task make it a column on the way, the others stay a list.
    space!(Cells, guard);
    let cells = guard.rows(1100);
    let items: Vec<u32> = (0..if cfg!(miri) { 1250 } else { 2700 }).collect();
    let update = |n: &u32| (n * 7 % 1100, String::from(["a", "b", "c"][*n as usize / 1100]));
    let texts = with_acc(Concat, cells.fill(String::new()), |acc| {
        acc.par_chunks(1200, &items, |acc, items| {
            items.iter().map(update).fold(acc, |acc, (row, text)| acc.update_raw(row, text))
        })
    });
    let told = items.iter().map(update);
    assert_eq!(texts.into_vec(), model(&Concat, vec![String::new(); 1100], told));
}

/// Shares of more than one block of rows, as lists and as columns, in the whole column, in a task's share, and in cells of all.
#[test]
fn shares_of_several_blocks_are_joined() {
    space!(Cells, guard);
    let cells = guard.rows(BLOCKS as usize);
    let tasks: Vec<[u32; 2]> = vec![[0, BLOCKS], [BLOCKS - 9, BLOCKS], [0, BLOCKS], [4090, 4099]];
    let expected =
        model(&Add, vec![7; BLOCKS as usize], tasks.iter().flat_map(|&[from, to]| from..to).map(|row| (row, row)));
    let each = |[from, to]: &[u32; 2]| (*from..*to).map(|row| (row, row)).collect::<Vec<_>>();
    let items: Vec<Vec<(u32, u32)>> = tasks.iter().map(each).collect();
    let plain = with_acc(Add, cells.fill(7), |acc| acc.par_map(&items, all));
    assert_eq!(plain.as_slice(), expected);
    let inner = with_acc(Add, cells.fill(7), |acc| acc.par_chunks(4, &items, |acc, items| acc.par_map(items, all)));
    assert_eq!(inner.as_slice(), expected);
    let atomic = with_acc(Add, cells.fill(7), |acc| acc.par_map_atomic(&[()], |acc, ()| acc.par_map(&items, all)));
    assert_eq!(atomic.as_slice(), expected);
}

#[test]
fn memory_is_in_proportion_to_updates() {
    /// Sums that count how many cells were made.
    struct Counted(AtomicUsize);
    impl Monoid<u64> for Counted {
        fn identity(&self) -> u64 {
            self.0.fetch_add(1, Relaxed);
            0
        }
        fn combine(&self, into: &mut u64, value: u64) {
            *into += value;
        }
    }
    space!(Many, guard);
    let op = Counted(AtomicUsize::new(0));
    let items: Vec<u32> = (0..1000).collect();
    let apart = if cfg!(miri) { 4 } else { 90 };
    let many = guard.rows(1100 * apart as usize);
    let sums = with_acc(&op, many.fill(0), |acc| acc.par_map(&items, |acc, &n| acc.update_raw(n * apart, 1)));
    assert_eq!((sums.iter().sum::<u64>(), op.0.load(Relaxed)), (1000, 0));
    // Few rows, many updates: 64 tasks have 10 cells each.
    space!(Few, guard);
    let sums = with_acc(&op, guard.rows(10).fill(0), |acc| acc.par_map(&items, |acc, &n| acc.update_raw(n % 10, 1)));
    assert_eq!(sums.as_slice(), [100; 10]);
    assert!(op.0.load(Relaxed) <= 640);
}

#[test]
fn accumulations_nest() {
    space!(Outer, guard);
    let outer = guard.rows(3);
    space!(Inner, guard);
    let inner = guard.rows(2);
    let (xs, ys) = with_acc_and(Add, outer.fill(0), |mut xs| {
        let (ys, back) = with_acc_and(Add, inner.fill(0), |ys| {
            xs = xs.update_raw(0, 1);
            let items = [1, 2, 3, 4];
            // A parallel map in a task of a parallel map: with shares, with atomics, and mixed.
            let ys = ys.par_map(&items, |ys, &n| {
                ys.par_map(&items, |ys, &m| ys.update_raw(0, n * m))
                    .par_map_atomic(&items, |ys, &m| ys.update_raw(1, m))
            });
            let xs = xs.par_map_atomic(&items, |xs, &n| {
                xs.par_map_atomic(&items, |xs, &m| xs.update_raw(1, n * m))
                    .par_map(&items, |xs, &m| xs.update_raw(2, m))
            });
            // Both at once.
            ys.par_map_with(xs, &items, |ys, xs, &n| (ys.update_raw(0, n), xs.update_raw(1, n)))
        });
        (back, ys)
    });
    assert_eq!((xs.as_slice(), ys.as_slice()), (&[1, 110, 40][..], &[110, 40][..]));
}

#[test]
fn updates_may_have_another_type() {
    /// Sorted lists without repetition; a word is put into one without building a list of one.
    struct Sets;
    impl Monoid<Vec<u32>> for Sets {
        fn identity(&self) -> Vec<u32> {
            Vec::new()
        }
        fn combine(&self, into: &mut Vec<u32>, more: Vec<u32>) {
            into.extend(more);
            into.sort_unstable();
            into.dedup();
        }
    }
    impl Action<Vec<u32>, u32> for Sets {
        fn apply(&self, into: &mut Vec<u32>, element: u32) {
            if let Err(at) = into.binary_search(&element) {
                into.insert(at, element);
            }
        }
    }
    for rows in [2, 2000] {
        space!(Cells, guard);
        let items: Vec<u32> = (0..50).collect();
        let cells = guard.rows(rows);
        let row = [cells.check(0).unwrap(), cells.check(1).unwrap()];
        let sets = with_acc(Sets, cells.fill(Vec::new()), |acc| {
            acc.par_map(&items, |acc, &n| acc.apply(row[n as usize % 2], n / 4))
        });
        assert_eq!(sets[row[0]], (0..13).collect::<Vec<_>>());
    }
}

#[test]
fn an_accumulator_may_go_to_another_thread_and_back() {
    space!(Cells, guard);
    let cells: Rows<_> = guard.rows(1);
    let sums = with_acc(Add, cells.fill(1), |acc| {
        std::thread::scope(|scope| scope.spawn(|| acc.update_raw(0, 2)).join().unwrap())
    });
    assert_eq!(sums.as_slice(), [3]);
}
