//! Passes that fail: the same error by one thread and by several, and every value is dropped once.

use polarnet_columns::{Builder, Lt, Node, Space, space};
use std::sync::atomic::{AtomicIsize, Ordering::SeqCst};

#[derive(Node, Clone, Copy)]
enum Math<I> {
    Num(u32),
    Add(I, I),
}

/// A value that is counted while it lives.
struct Counted<'c>(u32, &'c AtomicIsize);

impl<'c> Counted<'c> {
    fn new(value: u32, alive: &'c AtomicIsize) -> Self {
        alive.fetch_add(1, SeqCst);
        Counted(value, alive)
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.1.fetch_sub(1, SeqCst);
    }
}

/// Some levels of many rows.
fn batch<S: Space>(guard: polarnet_columns::Guard<S>) -> polarnet_columns::Batch<S, MathLang> {
    let mut b = Builder::<S, MathLang>::new(guard);
    let mut last: Vec<_> = (0..if cfg!(miri) { 300 } else { 5000 }).map(|n| b.push(Math::Num(n))).collect();
    for _ in 0..3 {
        last = (0..last.len()).map(|at| b.push(Math::Add(last[at], last[(at * 7 + 1) % last.len()]))).collect();
    }
    b.freeze()
}

/// A value, unless it is one of those that fail: `by` says which.
fn value<'i, 'c, S: Space>(
    (node, at): (Math<Lt<'i, S>>, u32),
    read: impl Fn(Lt<'i, S>) -> u32,
    by: u32,
    alive: &'c AtomicIsize,
) -> Result<Counted<'c>, u32> {
    let value = match node {
        Math::Num(n) => n % 1009,
        Math::Add(a, b) => (read(a) * 31 + read(b)) % 100_003,
    };
    if by > 0 && value % by == by - 1 { Err(at) } else { Ok(Counted::new(value, alive)) }
}

#[test]
fn one_thread_and_several_agree() {
    space!(Sums, guard);
    let b = batch::<Sums>(guard);
    let alive = AtomicIsize::new(0);
    let (mut failed, mut passed) = (0, 0);
    let cases: &[u32] = if cfg!(miri) { &[0, 2, 211] } else { &[0, 2, 1009, 5000, 20_011, 77_777, 99_991] };
    for &by in cases {
        let one = b.try_fill_up::<Counted<'_>, _>(|row| value((row.node(), row.idx().raw()), |c| row[c].0, by, &alive));
        let levels = b.levels().chunk(16);
        let many = b.par_try_fill_up::<Counted<'_>, _>(&levels, |row| {
            value((row.node(), row.idx().raw()), |c| row[c].0, by, &alive)
        });
        let fused = b.par_try_fill_up_together::<(Counted<'_>, u8), _>(&levels, |row| {
            Ok((value((row.node(), row.idx().raw()), |c| row.get(c).0.0, by, &alive)?, 1))
        });
        let two = b.try_fill_up_together::<(Counted<'_>, u8), _>(|row| {
            Ok((value((row.node(), row.idx().raw()), |c| row.get(c).0.0, by, &alive)?, 1))
        });
        match (one, many, fused, two) {
            (Ok(a), Ok(b), Ok((c, _)), Ok((d, _))) => {
                passed += 1;
                assert!(
                    a.iter()
                        .zip(b.iter())
                        .zip(c.iter().zip(d.iter()))
                        .all(|((a, b), (c, d))| { a.0 == b.0 && a.0 == c.0 && a.0 == d.0 })
                );
            }
            (Err(a), Err(b), Err(c), Err(d)) => {
                failed += 1;
                assert_eq!([a, a, a], [b, c, d]);
            }
            _ => panic!("they do not agree on whether it fails"),
        }
        assert_eq!(alive.load(SeqCst), 0, "every value is dropped once");
    }
    assert!(passed > 0 && failed > 1, "{passed} {failed}");
}

#[test]
fn columns_of_rows_agree() {
    space!(Days, guard);
    let most = if cfg!(miri) { 200 } else { 10_000 };
    let days = guard.rows(most as usize);
    for fails in [7, 100, most - 1, most] {
        let f = |day: polarnet_columns::Idx<Days>| match day.raw() {
            day if day >= fails && day % 3 == fails % 3 => Err(day),
            day => Ok(day * 2),
        };
        let (one, many) = (days.try_data(f), days.par_try_data(16, f));
        assert_eq!(one.as_ref().err(), many.as_ref().err());
        assert_eq!(one.is_err(), fails < most);
        assert_eq!(one.ok().map(|it| it.into_vec()), many.ok().map(|it| it.into_vec()));
    }
}
