//! Accumulation without an operator: a write replaces.

use crate::{
    brand::{Invariant, Space},
    data::Data,
    index::Idx,
    par,
};
use core::marker::PhantomData;

/// The right to replace values of the column that [`scatter`] was given: an accumulator whose operator is "the later one".
/// Write-only, linear, and certified as [`Acc`](crate::Acc).
///
/// ```
/// use polarnet_columns::{Idx, Scatter, Space, scatter, space};
///
/// fn forget<'c, S: Space>(acc: Scatter<'c, S, i32>, day: Idx<S>) -> Scatter<'c, S, i32> {
///     acc.write(day, 0)
/// }
/// space!(Days, guard);
/// let rain = guard.column(vec![3, 4]);
/// let today = rain.check(1).unwrap();
/// assert_eq!(scatter(rain, |acc| forget(acc, today)).as_slice(), [3, 0]);
/// ```
#[must_use = "an accumulator is linear: what a write returns must be used further, and in the end returned"]
pub struct Scatter<'c, S: Space, T> {
    cells: Cells<'c, T>,
    space: Invariant<S>,
    certificate: Invariant<&'c ()>,
}

/// What is written to. B4: a whole column is as long as the space.
enum Cells<'c, T> {
    Whole(&'c mut [T]),
    /// A task's writes, in order; and the length of the space.
    List(&'c mut Vec<(u32, T)>, usize),
}

/// Lets `f` replace values of `column`.
///
/// When several writes meet in a row, the last one stays: the last in the order of the program, and in a
/// [`par_map`](Scatter::par_map) the one of the last item. Never is it the one whose thread happens to come last. That
/// each row is written at most once is what [`Partial`](crate::Partial) checks.
///
/// ```
/// use polarnet_columns::{scatter, space};
///
/// space!(Days, guard);
/// let rain = guard.column(vec![3, 0, 4]);
/// let today = rain.check(1).unwrap();
/// let rain = scatter(rain, |acc| acc.write(today, 7).write_raw(2, 8).write_raw(3, 9));
/// assert_eq!(rain.as_slice(), [3, 7, 8]);
/// ```
#[must_use = "what was written is in the column that is returned"]
pub fn scatter<S: Space, T>(
    mut column: Data<S, T>,
    f: impl for<'c> FnOnce(Scatter<'c, S, T>) -> Scatter<'c, S, T>,
) -> Data<S, T> {
    let _ = f(Scatter::new(Cells::Whole(&mut column.values)));
    column
}

impl<'c, S: Space, T> Scatter<'c, S, T> {
    fn new(cells: Cells<'c, T>) -> Self {
        Scatter { cells, space: PhantomData, certificate: PhantomData }
    }

    /// Rows of the space.
    ///
    /// ```
    /// # use polarnet_columns::{scatter, space};
    /// # space!(Days, guard);
    /// let rain = guard.column(vec![3, 0, 4]);
    /// let rain = scatter(rain, |acc| {
    ///     let last = acc.len() as u32 - 1;
    ///     acc.write_raw(last, 1)
    /// });
    /// assert_eq!(rain.as_slice(), [3, 0, 1]);
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.cells {
            Cells::Whole(cells) => cells.len(),
            Cells::List(_, rows) => *rows,
        }
    }

    /// Has the space no row?
    ///
    /// ```
    /// # use polarnet_columns::{scatter, space};
    /// # space!(Days, guard);
    /// let none = guard.column(Vec::<i32>::new());
    /// scatter(none, |acc| {
    ///     assert!(acc.is_empty());
    ///     acc
    /// });
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Replaces the value of a row.
    ///
    /// ```
    /// # use polarnet_columns::{scatter, space};
    /// # space!(Days, guard);
    /// let rain = guard.column(vec![3, 0]);
    /// let today = rain.check(1).unwrap();
    /// assert_eq!(scatter(rain, |acc| acc.write(today, 7).write(today, 8)).as_slice(), [3, 8]); // the later one
    /// ```
    #[inline(always)]
    pub fn write(mut self, row: Idx<S>, value: T) -> Self {
        match &mut self.cells {
            // SAFETY: B2 and B4: `row` is below the length of the space, and there is a cell for each row.
            Cells::Whole(cells) => *unsafe { cells.get_unchecked_mut(row.row()) } = value,
            Cells::List(list, _) => list.push((row.raw(), value)),
        }
        self
    }

    /// Replaces the value of the row number `row`, or does nothing when there is no such row.
    ///
    /// ```
    /// # use polarnet_columns::{scatter, space};
    /// # space!(Days, guard);
    /// let rain = guard.column(vec![3, 0]);
    /// assert_eq!(scatter(rain, |acc| acc.write_raw(0, 7).write_raw(2, 9)).as_slice(), [7, 0]); // there is no row 2
    /// ```
    #[inline(always)]
    pub fn write_raw(self, row: u32, value: T) -> Self {
        if (row as usize) < self.len() { self.write(Idx::new(row), value) } else { self }
    }

    /// Calls `f` with each item, in parallel. The writes are then done in the order of the items: the result is that of the
    /// sequential loop. Memory in proportion to the writes.
    ///
    /// ```
    /// # use polarnet_columns::{scatter, space};
    /// # space!(Days, guard);
    /// # let rain = guard.column(vec![0, 0]);
    /// let rain = scatter(rain, |acc| acc.par_map(&[5, 6, 7], |acc, &item| acc.write_raw(item % 2, item)));
    /// assert_eq!(rain.as_slice(), [6, 7]);
    /// ```
    pub fn par_map<X: Sync>(
        mut self,
        items: &[X],
        f: impl for<'t> Fn(Scatter<'t, S, T>, &X) -> Scatter<'t, S, T> + Sync,
    ) -> Self
    where
        T: Send,
    {
        let rows = self.len();
        let chunks: Vec<&[X]> = items.chunks(items.len().div_ceil(super::split::TASKS).max(1)).collect();
        let lists = par::map(chunks.len(), |task| {
            let mut list = Vec::new();
            let mut acc = Scatter::new(Cells::List(&mut list, rows));
            for item in chunks[task] {
                acc = f(acc, item);
            }
            list
        });
        for (row, value) in lists.into_iter().flatten() {
            self = self.write(Idx::new(row), value);
        }
        self
    }
}
