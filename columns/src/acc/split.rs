//! Accumulators in parallel maps: split for the tasks, and joined.

use super::{
    Acc, AtomicMonoid, Cells, Monoid, Shared,
    part::{self, Block, Part},
};
use crate::{brand::Space, par};
use core::marker::PhantomData;

/// Tasks of a parallel map, at most. It is a constant so that results do not depend on the number of threads.
pub(super) const TASKS: usize = 64;

impl<'c, S: Space, T: Send, M: Monoid<T> + Sync> Acc<'c, S, T, M> {
    /// Calls `f` with each item and an accumulator, in parallel.
    ///
    /// Each task has a share of its own, and at the end the shares are joined in the order of the items. How the items are
    /// divided does not depend on the number of threads, so the result is the same, bit for bit, at any number. Where the
    /// operator is exact (sums of floats are not) it is that of the sequential loop, even if it does not commute.
    ///
    /// The shares take memory in proportion to the updates, at most: a share is a list of updates until it has as many as
    /// the space has rows (or if the space has at most 1024), then it is a column.
    ///
    /// The accumulators of the tasks have certificates of their own: they can neither be kept nor exchanged. With the
    /// feature `threads` the tasks run on the current thread pool of rayon.
    ///
    /// ```
    /// use polarnet_columns::{ops::Add, space, with_acc};
    ///
    /// space!(Letters, guard);
    /// let count = guard.column(vec![0; 26]);
    /// let words = ["interaction", "nets"];
    /// let count = with_acc(Add, count, |acc| {
    ///     acc.par_map(&words, |acc, word| word.bytes().fold(acc, |acc, letter| acc.update_raw(u32::from(letter - b'a'), 1)))
    /// });
    /// assert_eq!(count.as_slice()[usize::from(b't' - b'a')], 3);
    /// ```
    ///
    /// # Panics
    ///
    /// When `f` does; the column is dropped.
    pub fn par_map<X: Sync>(
        self,
        items: &[X],
        f: impl for<'t> Fn(Acc<'t, S, T, M>, &X) -> Acc<'t, S, T, M> + Sync,
    ) -> Self {
        self.par_chunks(items.len().div_ceil(TASKS), items, |mut acc, items| {
            for item in items {
                acc = f(acc, item);
            }
            acc
        })
    }

    /// As [`par_map`](Self::par_map), with `size` consecutive items a task (at least one): for items that share scratch
    /// memory, and to choose how the work is divided.
    ///
    /// ```
    /// # use polarnet_columns::{ops::Add, space, with_acc};
    /// # space!(One, guard);
    /// let sum = guard.column(vec![0.0]);
    /// let sum = with_acc(Add, sum, |acc| {
    ///     acc.par_chunks(2, &[1.0, 2.0, 3.0], |acc, items| acc.update_raw(0, items.iter().sum()))
    /// });
    /// assert_eq!(sum.as_slice(), [6.0]);
    /// ```
    pub fn par_chunks<X: Sync>(
        self,
        size: usize,
        items: &[X],
        f: impl for<'t> Fn(Acc<'t, S, T, M>, &[X]) -> Acc<'t, S, T, M> + Sync,
    ) -> Self {
        let (op, rows) = (self.op, self.len());
        let chunks: Vec<&[X]> = items.chunks(size.max(1)).collect();
        let shares = par::map(chunks.len(), |task| {
            let mut share = Part::new(op, rows);
            let _ = f(Acc::of_part(&mut share, op), chunks[task]);
            share.into_blocks()
        });
        self.join(shares)
    }

    /// As [`par_map`](Self::par_map), with a second accumulator: each task gets its own of both.
    ///
    /// ```
    /// use polarnet_columns::{ops::{Add, Max}, space, with_acc_and};
    ///
    /// space!(Sums, guard);
    /// let sum = guard.column(vec![0]);
    /// space!(Bounds, guard);
    /// let most = guard.column(vec![0]);
    /// let (sum, most) = with_acc_and(Add, sum, |sum| {
    ///     let (most, sum) = with_acc_and(Max, most, |most| {
    ///         most.par_map_with(sum, &[3, 1, 2], |most, sum, &item| (most.update_raw(0, item), sum.update_raw(0, item)))
    ///     });
    ///     (sum, most)
    /// });
    /// assert_eq!((sum.as_slice(), most.as_slice()), (&[6][..], &[3][..]));
    /// ```
    pub fn par_map_with<'d, R: Space, U: Send, N: Monoid<U> + Sync, X: Sync>(
        self,
        other: Acc<'d, R, U, N>,
        items: &[X],
        f: impl for<'t, 'u> Fn(Acc<'t, S, T, M>, Acc<'u, R, U, N>, &X) -> (Acc<'t, S, T, M>, Acc<'u, R, U, N>) + Sync,
    ) -> (Self, Acc<'d, R, U, N>) {
        self.par_chunks_with(other, items.len().div_ceil(TASKS), items, |mut acc, mut other, items| {
            for item in items {
                (acc, other) = f(acc, other, item);
            }
            (acc, other)
        })
    }

    /// As [`par_chunks`](Self::par_chunks), with a second accumulator: each task gets its own of both.
    ///
    /// ```
    /// use polarnet_columns::{ops::{Add, Max}, space, with_acc_and};
    ///
    /// space!(Sums, guard);
    /// let sum = guard.column(vec![0]);
    /// space!(Bounds, guard);
    /// let most = guard.column(vec![0]);
    /// let (sum, most) = with_acc_and(Add, sum, |sum| {
    ///     let (most, sum) = with_acc_and(Max, most, |most| {
    ///         most.par_chunks_with(sum, 2, &[3, 1, 2], |most, sum, items| {
    ///             let of_these = items.iter().sum();
    ///             (most.update_raw(0, of_these), sum.update_raw(0, of_these))
    ///         })
    ///     });
    ///     (sum, most)
    /// });
    /// assert_eq!((sum.as_slice(), most.as_slice()), (&[6][..], &[4][..])); // 3 + 1, and 2
    /// ```
    pub fn par_chunks_with<'d, R: Space, U: Send, N: Monoid<U> + Sync, X: Sync>(
        self,
        other: Acc<'d, R, U, N>,
        size: usize,
        items: &[X],
        f: impl for<'t, 'u> Fn(Acc<'t, S, T, M>, Acc<'u, R, U, N>, &[X]) -> (Acc<'t, S, T, M>, Acc<'u, R, U, N>) + Sync,
    ) -> (Self, Acc<'d, R, U, N>) {
        let (op, rows) = (self.op, self.len());
        let (other_op, other_rows) = (other.op, other.len());
        let chunks: Vec<&[X]> = items.chunks(size.max(1)).collect();
        let shares = par::map(chunks.len(), |task| {
            let (mut share, mut other) = (Part::new(op, rows), Part::new(other_op, other_rows));
            let _ = f(Acc::of_part(&mut share, op), Acc::of_part(&mut other, other_op), chunks[task]);
            (share.into_blocks(), other.into_blocks())
        });
        let (shares, others) = shares.into_iter().unzip();
        (self.join(shares), other.join(others))
    }

    /// As [`par_map`](Self::par_map), for operators that have an atomic form: the tasks update the column itself, which
    /// takes no memory, and is best for many rows that are seldom updated by two at a time.
    ///
    /// ```
    /// # use polarnet_columns::{ops::Add, space, with_acc};
    /// # space!(Tens, guard);
    /// let tens = guard.column(vec![0; 10]);
    /// let numbers: Vec<u32> = (0..100).collect();
    /// let tens = with_acc(Add, tens, |acc| acc.par_map_atomic(&numbers, |acc, n| acc.update_raw(n / 10, 1)));
    /// assert_eq!(tens.as_slice(), [10; 10]);
    /// ```
    pub fn par_map_atomic<X: Sync>(
        mut self,
        items: &[X],
        f: impl for<'t> Fn(Acc<'t, S, T, M>, &X) -> Acc<'t, S, T, M> + Sync,
    ) -> Self
    where
        M: AtomicMonoid<T>,
    {
        let op = self.op;
        let shared: Shared<'_, T, M> = match &mut self.cells {
            Cells::Whole(cells) => {
                Shared { first: cells.as_mut_ptr(), len: cells.len(), combine: M::combine_shared, column: PhantomData }
            }
            Cells::Shared(shared) => *shared,
            // A task's own share is not worth atomics.
            Cells::Part(_) => return self.par_map(items, f),
        };
        par::each(items.chunks(items.len().div_ceil(TASKS).max(1)).collect(), |items: &[X]| {
            let mut acc = Acc::new(Cells::Shared(shared), op);
            for item in items {
                acc = f(acc, item);
            }
        });
        self
    }

    /// B4: the share has the rows of `S`.
    fn of_part(share: &'c mut Part<T>, op: &'c M) -> Self {
        let cells = if share.is_dense() { Cells::Whole(share.column()) } else { Cells::Part(share) };
        Acc::new(cells, op)
    }

    fn join(mut self, shares: Vec<Vec<Block<T>>>) -> Self {
        let (op, size) = (self.op, part::block_rows(self.len()));
        match &mut self.cells {
            Cells::Whole(cells) => part::join(op, cells, shares),
            Cells::Part(outer) => each_value(shares, size, |row, value| {
                outer.write(op, row, value, |cell, value| op.combine(cell, value), |value| value);
            }),
            Cells::Shared(shared) => each_value(shares, size, |row, value| {
                // SAFETY: B4: the shares have the rows of the space; `Shared`.
                unsafe { (shared.combine)(op, shared.first.add(row as usize), value) }
            }),
        }
        self
    }
}

/// Hands out the values of the shares, in order.
fn each_value<T>(shares: Vec<Vec<Block<T>>>, size: usize, mut f: impl FnMut(u32, T)) {
    for share in shares {
        for (block, values) in share.into_iter().enumerate() {
            values.each(|row, value| f((block * size + row) as u32, value));
        }
    }
}
