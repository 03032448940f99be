#[path = "../../tests/support/on.rs"]
mod on;

#[cfg(feature = "threads")]
use super::SOLO;
use super::Wave;
use core::{
    cell::UnsafeCell,
    ops::Range,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};
use on::on;
use proptest::prelude::*;
#[cfg(feature = "threads")]
use std::{
    collections::HashSet,
    sync::Mutex,
    time::{Duration, Instant},
};

/// Rows of levels: some of so few that one thread does them, some that are shared.
fn levels() -> impl Strategy<Value = Vec<usize>> {
    let (few, many) = if cfg!(miri) { (3usize, 40usize) } else { (300, 3000) };
    prop::collection::vec(prop_oneof![1..few, 1..many], 0..if cfg!(miri) { 6 } else { 40usize })
}

fn starts(levels: &[usize]) -> Vec<usize> {
    let ends = levels.iter().scan(0, |end, rows| {
        *end += rows;
        Some(*end)
    });
    core::iter::once(0).chain(ends).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(miri) { 2 } else { 48 }, failure_persistence: None, ..Default::default() })]

    #[test]
    fn each_place_is_done_once_after_the_levels_before(
        levels in levels(),
        chunk in prop_oneof![1..if cfg!(miri) { 6 } else { 500usize }, Just(usize::MAX)],
        down in any::<bool>(),
    ) {
        let starts = starts(&levels);
        let rows = starts[levels.len()];
        for threads in [1, 2, 5] {
            let times: Vec<_> = (0..rows).map(|_| AtomicUsize::new(0)).collect();
            let done = AtomicUsize::new(0);
            let work = |places: Range<usize>| {
                let level = starts.partition_point(|&start| start <= places.start) - 1;
                assert!(places.end <= starts[level + 1], "a piece is of one level");
                let before = if down { rows - starts[level + 1] } else { starts[level] };
                let known = done.load(Relaxed);
                assert!((before..before + levels[level]).contains(&known), "{known} rows done of {before} before");
                for place in places.clone() {
                    times[place].fetch_add(1, Relaxed);
                }
                done.fetch_add(places.len(), Relaxed);
            };
            on(threads, || Wave { starts: &starts, down, chunk }.run(work));
            prop_assert!(times.iter().all(|times| times.load(Relaxed) == 1));
        }
    }
}

/// The pieces of levels, in the order in which they were begun, and by which threads. A piece of a level takes until another
/// thread has one, too.
#[cfg(feature = "threads")]
fn pieces(threads: usize, levels: &[usize], chunk: usize) -> Vec<(Range<usize>, Option<usize>)> {
    let (starts, pieces) = (starts(levels), Mutex::new(vec![]));
    on(threads, || {
        Wave { starts: &starts, down: false, chunk }.run(|places| {
            let (thread, begun) = (rayon::current_thread_index(), Instant::now());
            pieces.lock().unwrap().push((places.clone(), thread));
            let alone = || pieces.lock().unwrap().iter().all(|&(_, other)| other == thread);
            while !levels.contains(&places.len()) && alone() && begun.elapsed() < Duration::from_secs(20) {
                std::thread::yield_now();
            }
        });
    });
    pieces.into_inner().unwrap()
}

#[test]
#[cfg(all(feature = "threads", not(miri)))]
fn large_levels_are_shared_and_small_ones_are_not() {
    let large = 64 * SOLO;
    let done = pieces(4, &[SOLO, large, SOLO], usize::MAX - 1);
    // Two pieces a thread; and one thread does what is not worth another.
    let ranges: Vec<Range<usize>> = done.iter().map(|(places, _)| places.clone()).collect();
    assert_eq!((ranges[0].clone(), ranges[9].clone()), (0..SOLO, SOLO + large..2 * SOLO + large));
    assert!(ranges[1..9].iter().all(|places| places.len() == large / 8), "{ranges:?}");
    let threads: HashSet<_> = done[1..9].iter().map(|&(_, thread)| thread).collect();
    assert!((2..=4).contains(&threads.len()), "{threads:?}");

    // As chunks say, where they are smaller.
    let done = pieces(2, &[1000], 100);
    assert!(done.len() == 10 && done.iter().all(|(places, _)| places.len() == 100), "{done:?}");
    // And of 64 rows at least: ten pieces would have fewer.
    let lengths = |(places, _): (Range<usize>, _)| places.len();
    let mut lengths: Vec<usize> = pieces(5, &[SOLO + 1], usize::MAX - 1).into_iter().map(lengths).collect();
    lengths.sort_unstable();
    assert_eq!(lengths, [1, 64, 64, 64, 64]);
}

/// What was written without atomics on one level is read on the next.
#[test]
fn a_level_sees_what_others_wrote_before() {
    struct Cells(Vec<UnsafeCell<usize>>);
    // SAFETY: B11: each place is in one piece, and read in levels that come later.
    unsafe impl Sync for Cells {}
    let (rows, levels) = if cfg!(miri) { (12, 4) } else { (700, 60) };
    let starts: Vec<usize> = (0..=levels).map(|level| level * rows).collect();
    let cells = Cells((0..rows * levels).map(|_| UnsafeCell::new(0)).collect());
    let cells = &cells;
    on(3, || {
        Wave { starts: &starts, down: false, chunk: if cfg!(miri) { 2 } else { 16 } }.run(|places| {
            for place in places {
                // From the other end of the level before, which another thread has done.
                let before = place.checked_sub(2 * (place % rows) + 1);
                // SAFETY: B11, as above.
                unsafe { *cells.0[place].get() = before.map_or(0, |before| *cells.0[before].get()) + 1 };
            }
        });
    });
    // SAFETY: B11: nobody writes any more.
    assert!((0..rows * levels).all(|place| unsafe { *cells.0[place].get() } == place / rows + 1));
}

/// Pieces of one level that write to one cell: a race, which is to be found where races are looked for.
#[test]
#[ignore = "ci/miri.sh and ci/tsan.sh run it, and want it to fail"]
fn must_be_reported() {
    struct Cell(UnsafeCell<usize>);
    // SAFETY: none: B11 is broken here, so that it is reported.
    unsafe impl Sync for Cell {}
    let cell = Cell(UnsafeCell::new(0));
    let cell = &cell;
    on(4, || {
        for _ in 0..if cfg!(miri) { 1 } else { 100 } {
            Wave { starts: &[0, 64, 128], down: false, chunk: 1 }.run(|places| {
                // SAFETY: none: B11 is broken here, so that it is reported.
                places.for_each(|place| unsafe { *cell.0.get() += place });
            });
        }
    });
    // SAFETY: B11: nobody writes any more.
    println!("{}", unsafe { *cell.0.get() });
}
