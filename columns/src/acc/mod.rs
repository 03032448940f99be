//! Accumulators: columns that many may write to, under a law.
//!
//! The design is Troels Henriksen's ("The why and how of parallel in-place random-access accumulation"), for Futhark:
//! an accumulator is write-only, so that nobody sees an intermediate state; it is linear, so that there is one; and it has
//! a certificate `'c`, so that it is returned to the [`with_acc`] that it came from.

mod by;
mod monoid;
pub mod ops;
mod part;
mod scatter;
mod split;

pub use monoid::{Action, AtomicMonoid, BrokenLaw, Commutative, Monoid, check_commutative, check_laws};
pub use scatter::{Scatter, scatter};

use crate::{
    brand::{Invariant, Space},
    data::Data,
    index::Idx,
};
use core::marker::PhantomData;
use part::Part;

/// The right to write into the column that [`with_acc`] was given, by combining values of type `T` with the operator `M`.
///
/// It cannot be read. It is linear: an update consumes it and returns it, and the closure that got it must return it. Its
/// certificate `'c` is fresh, so the accumulator of another column cannot be returned for it, and it cannot be kept.
///
/// To lose one ([`core::mem::forget`]) is harmless: a closure without it cannot return.
///
/// ```
/// use polarnet_columns::{Acc, Idx, Space, ops::Add, space, with_acc};
///
/// // Gives the accumulator back, as whoever takes one must.
/// fn twice<'c, S: Space>(acc: Acc<'c, S, i32, Add>, day: Idx<S>) -> Acc<'c, S, i32, Add> {
///     acc.update(day, 5).update(day, 5)
/// }
/// space!(Days, guard);
/// let rain = guard.column(vec![3, 0]);
/// let today = rain.check(0).unwrap();
/// assert_eq!(with_acc(Add, rain, |acc| twice(acc, today)).as_slice(), [13, 0]);
/// ```
#[must_use = "an accumulator is linear: what an update returns must be used further, and in the end returned"]
pub struct Acc<'c, S: Space, T, M> {
    cells: Cells<'c, T, M>,
    op: &'c M,
    space: Invariant<S>,
    certificate: Invariant<&'c ()>,
}

/// What an accumulator writes to.
enum Cells<'c, T, M> {
    /// A whole column, by itself. B4: as long as the space.
    Whole(&'c mut [T]),
    /// A task's own updates.
    Part(&'c mut Part<T>),
    /// A whole column, together with other tasks.
    Shared(Shared<'c, T, M>),
}

/// B4: `len` cells, as many as the space has rows, which until `'c` ends are accessed by `combine` alone.
struct Shared<'c, T, M> {
    first: *mut T,
    len: usize,
    combine: unsafe fn(&M, *mut T, T),
    column: PhantomData<&'c mut [T]>,
}

impl<T, M> Clone for Shared<'_, T, M> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T, M> Copy for Shared<'_, T, M> {}

// SAFETY: B11: the cells are accessed atomically (`AtomicMonoid`), and values of type `T` are sent to other threads.
unsafe impl<T: Send, M: Sync> Send for Shared<'_, T, M> {}
// SAFETY: B11, as above.
unsafe impl<T: Send, M: Sync> Sync for Shared<'_, T, M> {}

/// Lets `f` combine values into the rows of `column`, through an accumulator.
///
/// ```
/// use polarnet_columns::{ops::Add, space, with_acc};
///
/// space!(Days, guard);
/// let rain = guard.column(vec![3, 0, 4]);
/// let [first, _, last] = rain.indices().collect::<Vec<_>>()[..] else { unreachable!() };
/// let rain = with_acc(Add, rain, |acc| acc.update(first, 10).update(last, 20).update(first, 100));
/// assert_eq!(rain.as_slice(), [113, 0, 24]);
/// ```
///
/// A panic in `f` drops the column.
#[must_use = "what was accumulated is in the column that is returned"]
pub fn with_acc<S: Space, T, M: Monoid<T>>(
    op: M,
    column: Data<S, T>,
    f: impl for<'c> FnOnce(Acc<'c, S, T, M>) -> Acc<'c, S, T, M>,
) -> Data<S, T> {
    with_acc_and(op, column, |acc| (f(acc), ())).0
}

/// As [`with_acc`], with a further result: what an accumulation that is nested in another one needs to hand the outer
/// accumulator back.
///
/// ```
/// use polarnet_columns::{ops::{Add, Max}, space, with_acc_and};
///
/// space!(Days, guard);
/// let rain = guard.column(vec![3, 0]);
/// space!(Weeks, guard);
/// let most = guard.column(vec![0]);
/// let (today, week) = (rain.check(1).unwrap(), most.check(0).unwrap());
/// let (rain, most) = with_acc_and(Add, rain, |rain| {
///     let (most, rain) = with_acc_and(Max, most, |most| (most.update(week, 5), rain.update(today, 5)));
///     (rain, most)
/// });
/// assert_eq!((rain.as_slice(), most.as_slice()), (&[3, 5][..], &[5][..]));
/// ```
#[must_use = "what was accumulated is in the column that is returned"]
pub fn with_acc_and<S: Space, T, M: Monoid<T>, R>(
    op: M,
    mut column: Data<S, T>,
    f: impl for<'c> FnOnce(Acc<'c, S, T, M>) -> (Acc<'c, S, T, M>, R),
) -> (Data<S, T>, R) {
    let (_, result) = f(Acc::new(Cells::Whole(&mut column.values), &op));
    (column, result)
}

impl<'c, S: Space, T, M: Monoid<T>> Acc<'c, S, T, M> {
    /// B4: cells for all rows of `S`.
    fn new(cells: Cells<'c, T, M>, op: &'c M) -> Self {
        Acc { cells, op, space: PhantomData, certificate: PhantomData }
    }

    /// Rows of the space.
    ///
    /// ```
    /// # use polarnet_columns::{ops::Add, space, with_acc};
    /// # space!(Days, guard);
    /// let rain = guard.column(vec![3, 0, 4]);
    /// let rain = with_acc(Add, rain, |acc| {
    ///     let last = acc.len() as u32 - 1;
    ///     acc.update_raw(last, 1)
    /// });
    /// assert_eq!(rain.as_slice(), [3, 0, 5]);
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.cells {
            Cells::Whole(cells) => cells.len(),
            Cells::Part(part) => part.rows(),
            Cells::Shared(shared) => shared.len,
        }
    }

    /// Has the space no row?
    ///
    /// ```
    /// # use polarnet_columns::{ops::Add, space, with_acc};
    /// # space!(Days, guard);
    /// let none = guard.column(Vec::<i32>::new());
    /// with_acc(Add, none, |acc| {
    ///     assert!(acc.is_empty());
    ///     acc
    /// });
    /// space!(Weeks, guard);
    /// with_acc(Add, guard.column(vec![0]), |acc| {
    ///     assert!(!acc.is_empty());
    ///     acc
    /// });
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Combines `value` into a row.
    ///
    /// ```
    /// # use polarnet_columns::{ops::Add, space, with_acc};
    /// # space!(Days, guard);
    /// let rain = guard.column(vec![3, 0]);
    /// let today = rain.check(1).unwrap();
    /// assert_eq!(with_acc(Add, rain, |acc| acc.update(today, 2).update(today, 5)).as_slice(), [3, 7]);
    /// ```
    #[inline(always)]
    pub fn update(self, row: Idx<S>, value: T) -> Self {
        let op = self.op;
        self.write(row, value, |cell, value| op.combine(cell, value), |value| value)
    }

    /// Combines `value` into the row number `row`, or does nothing when there is no such row.
    ///
    /// ```
    /// # use polarnet_columns::{ops::Add, space, with_acc};
    /// # space!(Days, guard);
    /// let rain = guard.column(vec![3, 0]);
    /// assert_eq!(with_acc(Add, rain, |acc| acc.update_raw(1, 2).update_raw(2, 5)).as_slice(), [3, 2]); // there is no row 2
    /// ```
    #[inline(always)]
    pub fn update_raw(self, row: u32, value: T) -> Self {
        if (row as usize) < self.len() { self.update(Idx::new(row), value) } else { self }
    }

    /// Applies an update of another type to a row. Example: [`Action`].
    ///
    /// ```
    /// # use polarnet_columns::{Action, Monoid, space, with_acc};
    /// struct Count;
    /// impl Monoid<u32> for Count {
    ///     fn identity(&self) -> u32 { 0 }
    ///     fn combine(&self, into: &mut u32, more: u32) { *into += more }
    /// }
    /// impl Action<u32, &str> for Count {
    ///     fn apply(&self, into: &mut u32, text: &str) { *into += text.split_whitespace().count() as u32 }
    /// }
    /// space!(Pages, guard);
    /// let words = guard.column(vec![0]);
    /// let page = words.check(0).unwrap();
    /// let words = with_acc(Count, words, |acc| acc.apply(page, "interaction nets").update(page, 10));
    /// assert_eq!(words.as_slice(), [12]);
    /// ```
    #[inline(always)]
    pub fn apply<U>(self, row: Idx<S>, update: U) -> Self
    where
        M: Action<T, U>,
    {
        let op = self.op;
        let applied = |update| {
            let mut value = op.identity();
            op.apply(&mut value, update);
            value
        };
        self.write(row, update, |cell, update| op.apply(cell, update), applied)
    }

    /// An update: `combine` does it in place, `value` makes a value of it where there is no place.
    #[inline(always)]
    fn write<U>(mut self, row: Idx<S>, update: U, combine: impl FnOnce(&mut T, U), value: impl FnOnce(U) -> T) -> Self {
        match &mut self.cells {
            // SAFETY: B2 and B4: `row` is below the length of the space, and there is a cell for each row.
            Cells::Whole(cells) => combine(unsafe { cells.get_unchecked_mut(row.row()) }, update),
            Cells::Part(part) => part.write(self.op, row.raw(), update, combine, value),
            // SAFETY: B2 and B4, as above; B11: the place is accessed by `combine_shared` alone.
            Cells::Shared(shared) => unsafe {
                (shared.combine)(self.op, shared.first.add(row.row()), value(update));
            },
        }
        self
    }
}
