//! What goes on after a panic, and what is leaked.

use super::*;
use polarnet_columns::{Brand, Follower, Memo, Partial, Row, memoised, space};

#[test]
fn update_keeps_the_column_whole() {
    let alive = Cell::new(0);
    space!(Rows, guard);
    let mut values = guard.rows(3).data(|row| Counted::new(&alive, row.raw()));
    let row = values.check(1).unwrap();
    unwinds(|| {
        values.update(row, |value| {
            *value = Counted::new(&alive, 7);
            unwind();
        });
    });
    assert_eq!((values[row].1, alive.get()), (7, 3));
}

#[test]
fn a_follower_goes_on_after_a_panic() {
    at_each_row(|at, alive| {
        space!(Sums, guard);
        let mut builder = builder::<Sums>(guard);
        let mut follower = Follower::<Sums, Counted>::new();
        let calls = Cell::new(0);
        unwinds(|| {
            follower.catch_up(&builder, |row| {
                if row.idx().raw() == at {
                    unwind();
                }
                calls.set(calls.get() + 1);
                Counted::new(alive, row.idx().raw())
            });
        });
        assert_eq!((calls.get(), alive.get()), (at, at as i32));
        let more = builder.push(Math::Num(2));
        let view = follower.catch_up(&builder, |row| {
            calls.set(calls.get() + 1);
            Counted::new(alive, row.idx().raw())
        });
        assert_eq!((view[more].1, calls.get()), (ROWS, ROWS + 1));
        let batch = builder.freeze();
        assert!(follower.finish(&batch, |_| unreachable!("caught up")).iter().map(|value| value.1).eq(0..=ROWS));
    });
}

#[test]
fn a_follower_that_panics_while_it_finishes_is_dropped() {
    at_each_row(|at, alive| {
        space!(Sums, guard);
        let batch = batch::<Sums>(guard);
        unwinds(|| {
            Follower::new().finish(&batch, |row| {
                let row = row.idx().raw();
                if row == at {
                    unwind();
                }
                Counted::new(alive, row)
            })
        });
    });
}

#[test]
fn a_builder_goes_on_after_a_panic() {
    space!(Sums, guard);
    let mut builder = builder::<Sums>(guard);
    let row = builder.push(Math::Num(3));
    for at in 0..3 {
        let mut left = at;
        unwinds(|| {
            builder.add_with(Math::Sum([(); 3].map(|()| 0_u32)), |_| {
                if left == 0 {
                    unwind();
                }
                left -= 1;
                row
            })
        });
        // The words that were written already belong to no row.
        let sum = builder.add(Math::Sum([row; 3]));
        assert_eq!(builder.add(Math::Sum([row; 3])), sum);
        assert_eq!(builder.node(sum), Math::Sum([row; 3]));
    }
    assert_eq!(builder.len(), ROWS as usize + 2);
}

#[test]
fn a_drop_that_panics() {
    struct Bomb(bool);
    impl Drop for Bomb {
        fn drop(&mut self) {
            if std::mem::take(&mut self.0) {
                unwind();
            }
        }
    }
    space!(Sums, guard);
    let batch = batch::<Sums>(guard);
    let values = batch.fill_up(|row: Row<'_, '_, _, _, Bomb>| Bomb(row.idx().raw() == 3));
    unwinds(|| drop(values));
}

#[test]
fn a_partial_column_drops_what_it_has() {
    at_each_row(|at, alive| {
        space!(Rows, guard);
        let rows = guard.rows(ROWS as usize);
        let mut partial = Partial::new(rows);
        for row in rows.indices().filter(|row| row.raw() != at) {
            assert!(partial.set(row, Counted::new(alive, row.raw())).is_ok());
            assert!(partial.set(row, Counted::new(alive, row.raw())).is_err());
        }
        assert_eq!((partial.missing(), alive.get()), (1, ROWS as i32 - 1));
        unwinds(|| partial.freeze_or(|_| unwind()));
    });
}

#[test]
fn a_memo_after_an_error_and_a_panic() {
    space!(Sums, guard);
    let batch = batch::<Sums>(guard);
    let row = batch.check(2).unwrap();
    let mut memo = Memo::<Sums, u32>::new();
    type Failed<S> = Result<u32, Option<polarnet_columns::Cycle<S>>>;
    fn get<S: Space>(memo: &mut Memo<S, u32>, row: polarnet_columns::Idx<S>, f: impl Fn() -> Option<u32>) -> Failed<S> {
        struct Error<S: Space>(Option<polarnet_columns::Cycle<S>>);
        impl<S: Space> From<polarnet_columns::Cycle<S>> for Error<S> {
            fn from(cycle: polarnet_columns::Cycle<S>) -> Self {
                Error(Some(cycle))
            }
        }
        memoised(memo, row, |memo| memo, |_| f().ok_or(Error(None))).map_err(|Error(cycle)| cycle)
    }
    assert_eq!(get(&mut memo, row, || None), Err(None));
    // Not a circle: the pass has failed, and can be tried again.
    assert_eq!(get(&mut memo, row, || Some(7)), Ok(7));
    assert_eq!(get(&mut memo, row, || None), Ok(7));
}

#[test]
fn a_table_that_panics_while_it_is_made() {
    let alive = Cell::new(0);
    unwinds(|| {
        Brand::with(|guard| {
            let values = guard.rows(3).data(|row| Counted::new(&alive, row.raw()));
            if values.len() == 3 {
                unwind();
            }
        });
    });
    assert_eq!(alive.get(), 0);
}

/// Values without a size have no place of their own.
#[test]
fn nothing_is_a_value_too() {
    thread_local! { static ALIVE: Cell<i32> = const { Cell::new(0) } }
    struct Nothing;
    impl Nothing {
        fn new() -> Self {
            ALIVE.set(ALIVE.get() + 1);
            Nothing
        }
    }
    impl Drop for Nothing {
        fn drop(&mut self) {
            ALIVE.set(ALIVE.get() - 1);
        }
    }
    space!(Sums, guard);
    let mut builder = builder::<Sums>(guard);
    let mut follower = Follower::new();
    follower.catch_up(&builder, |_| Nothing::new());
    let row = builder.push(Math::Num(3));
    let _: &Nothing = &follower.catch_up(&builder, |_| Nothing::new())[row];
    let batch = builder.freeze();
    let column = batch.fold(|node: Math<&Nothing>| {
        if let Math::Add(x, y) = node {
            let _: (&Nothing, &Nothing) = (x, y);
        }
        Nothing::new()
    });
    assert_eq!((column.len(), ALIVE.get()), (ROWS as usize + 1, 2 * ROWS as i32 + 2));
    unwinds(|| {
        batch.fill_up(|row: Row<'_, '_, _, _, Nothing>| if row.idx().raw() == 5 { unwind() } else { Nothing::new() })
    });
    drop((column, follower));
    assert_eq!(ALIVE.get(), 0);
}

/// What is never dropped is not dropped later either.
#[test]
#[cfg_attr(miri, ignore = "Miri finds the leaks that are made on purpose")]
fn leaks() {
    let alive = Cell::new(0);
    space!(Sums, guard);
    let batch = batch::<Sums>(guard);
    let mut follower = Follower::new();
    std::mem::forget(batch.fill_up(|row: Row<'_, '_, _, _, Counted>| Counted::new(&alive, row.idx().raw())));
    assert_eq!(alive.get(), ROWS as i32);
    space!(More, guard);
    let more = builder::<More>(guard);
    follower.catch_up(&more, |row| Counted::new(&alive, row.idx().raw()));
    std::mem::forget(follower);
    assert_eq!((more.freeze().len(), alive.get()), (ROWS as usize, 2 * ROWS as i32));
}
