//! Panics inside of fills, and of other functions that make columns.

use super::*;
use polarnet_columns::{Hole, Row, Written, space};

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
