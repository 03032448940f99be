//! Functions that panic, or leak, while a column is filled: nothing is dropped twice, nothing is read that is not there,
//! and what is left works.

use polarnet_columns::{
    Batch, Brand, Builder, Follower, Hole, Memo, Node, Partial, Row, Space, Written, memoised, space,
};
use std::{
    cell::Cell,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
};

#[derive(Node, Clone, Copy, PartialEq, Debug)]
enum Math<I> {
    Num(i32),
    Add(I, I),
    Sum([I; 3]),
}

const ROWS: u32 = if cfg!(miri) { 6 } else { 10 };

fn batch<S: Space>(guard: polarnet_columns::Guard<S>) -> Batch<S, MathLang> {
    builder(guard).freeze()
}

fn builder<S: Space>(guard: polarnet_columns::Guard<S>) -> Builder<S, MathLang> {
    let mut builder = Builder::new(guard);
    let mut last = builder.push(Math::Num(1));
    for n in 1..ROWS {
        last = if n % 2 == 0 { builder.push(Math::Add(last, last)) } else { builder.push(Math::Sum([last; 3])) };
    }
    builder
}

/// A value that counts those alive.
struct Counted<'c>(&'c Cell<i32>, u32);

impl<'c> Counted<'c> {
    fn new(alive: &'c Cell<i32>, number: u32) -> Self {
        alive.set(alive.get() + 1);
        Counted(alive, number)
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}

/// The clone of the fifth panics.
impl Clone for Counted<'_> {
    fn clone(&self) -> Self {
        if self.0.get() == 5 {
            unwind();
        }
        Counted::new(self.0, self.1)
    }
}

/// Panics without a message in the tests' output.
fn unwind() -> ! {
    resume_unwind(Box::new("on purpose"))
}

fn unwinds<R>(f: impl FnOnce() -> R) {
    assert!(catch_unwind(AssertUnwindSafe(f)).is_err());
}

/// Runs `f` for each row at which it could panic; nothing must be alive afterwards.
fn at_each_row(f: impl Fn(u32, &Cell<i32>)) {
    for at in 0..ROWS {
        let alive = Cell::new(0);
        f(at, &alive);
        assert_eq!(alive.get(), 0, "a panic at row {at}");
    }
}

#[test]
fn fold() {
    at_each_row(|at, alive| {
        space!(Sums, guard);
        let (batch, row) = (batch::<Sums>(guard), Cell::new(0));
        unwinds(|| {
            batch.fold(|_| {
                if row.replace(row.get() + 1) == at {
                    unwind();
                }
                Counted::new(alive, 0)
            })
        });
        assert_eq!(batch.fold(|_| Counted::new(alive, 0)).len(), ROWS as usize);
    });
}

#[test]
fn fill_up() {
    at_each_row(|at, alive| {
        space!(Sums, guard);
        let batch = batch::<Sums>(guard);
        unwinds(|| {
            batch.fill_up(|row: Row<'_, '_, _, _, Counted>| {
                let value = Counted::new(alive, row.idx().raw());
                if let Math::Add(x, y) = row.node() {
                    assert_eq!((row[x].1, row[y].1), (value.1 - 1, value.1 - 1));
                }
                if value.1 == at {
                    unwind();
                }
                value
            })
        });
    });
}

#[test]
fn fill_up_in_place_before_the_write() {
    at_each_row(|at, alive| {
        space!(Sums, guard);
        let batch = batch::<Sums>(guard);
        unwinds(|| {
            batch.fill_up_in_place(|row: Row<'_, '_, _, _, Counted>, hole: Hole<'_, '_, _>| -> Written<'_> {
                let row = row.idx().raw();
                if row == at {
                    unwind();
                }
                hole.write(Counted::new(alive, row))
            })
        });
    });
}

#[test]
fn fill_up_in_place_after_the_write() {
    for at in 0..ROWS {
        let alive = Cell::new(0);
        space!(Sums, guard);
        let batch = batch::<Sums>(guard);
        unwinds(|| {
            batch.fill_up_in_place(|row: Row<'_, '_, _, _, Counted>, hole: Hole<'_, '_, _>| -> Written<'_> {
                let row = row.idx().raw();
                let written = hole.write(Counted::new(&alive, row));
                if row == at {
                    unwind();
                }
                written
            })
        });
        // The proof did not arrive: the value of that row is leaked, and only that.
        assert_eq!(alive.get(), 1);
    }
}

#[test]
fn fill_down() {
    at_each_row(|at, alive| {
        space!(Sums, guard);
        let batch = batch::<Sums>(guard);
        unwinds(|| {
            batch.fill_down(
                None,
                |value, more| *value = more,
                |mut row| {
                    if row.idx().raw() == at {
                        unwind();
                    }
                    if let Math::Sum([x, ..]) = row.node() {
                        row.join(x, Some(std::rc::Rc::new(Counted::new(alive, 0))));
                    }
                },
            )
        });
    });
}

#[test]
fn fill_down_in_join() {
    let alive = Cell::new(0);
    space!(Sums, guard);
    let batch = batch::<Sums>(guard);
    unwinds(|| {
        batch.fill_down(
            std::rc::Rc::new(Counted::new(&alive, 0)),
            |_, more| {
                drop(more);
                unwind()
            },
            |mut row| {
                if let Math::Add(x, _) = row.node() {
                    row.join(x, row.value().clone());
                }
            },
        )
    });
    assert_eq!(alive.get(), 0);
}

#[test]
fn clone_in_fill_down_and_in_fill() {
    let alive = Cell::new(0);
    space!(Sums, guard);
    let batch = batch::<Sums>(guard);
    unwinds(|| batch.fill_down(Counted::new(&alive, 0), |_, _| (), |_| ()));
    assert_eq!(alive.get(), 0);
    unwinds(|| batch.rows().fill(Counted::new(&alive, 0)));
    assert_eq!(alive.get(), 0);
    space!(Few, guard);
    let few = guard.rows(4).data(|row| Counted::new(&alive, row.raw()));
    unwinds(|| few.clone());
    assert_eq!(alive.get(), 4);
}

#[test]
fn maps_and_the_like() {
    at_each_row(|at, alive| {
        space!(Rows, guard);
        let rows = guard.rows(ROWS as usize);
        let made = |row: u32| {
            if row == at {
                unwind();
            }
            Counted::new(alive, row)
        };
        unwinds(|| rows.data(|row| made(row.raw())));
        let numbers = rows.data(|row| row.raw());
        unwinds(|| numbers.map(|&row| made(row)));
        unwinds(|| numbers.zip_map(&numbers, |&row, _| made(row)));
        let count = Cell::new(0);
        let next = || count.replace(count.get() + 1);
        unwinds(|| {
            let values = rows.data(|row| Counted::new(alive, row.raw()));
            space!(Kept, guard);
            values.filter(guard, |_| if next() == at { unwind() } else { true }).len()
        });
        count.set(0);
        unwinds(|| {
            let values = rows.data(|row| Counted::new(alive, row.raw()));
            let to = rows.data(|row| row);
            values.scatter(&to, rows.data(|row| Counted::new(alive, row.raw())), |old, new| {
                *old = new;
                if next() == at {
                    unwind();
                }
            })
        });
        count.set(0);
        unwinds(|| {
            let values = rows.data(|row| Counted::new(alive, row.raw()));
            space!(Sorted, guard);
            values.sort_by_key(guard, |value| if next() == at { unwind() } else { ROWS - value.1 }).len()
        });
    });
}

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
