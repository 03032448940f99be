//! Several columns in one traversal.
//!
//! Where a fold's step is cheap, most of its time goes to finding out which operator a row has. Attributes that are
//! computed together ask once.

mod fallible;
mod out;
mod step;
mod tuple;

pub(crate) use out::Out;
pub use step::{ParStep, Step};
pub use tuple::Together;

use crate::{
    batch::Batch,
    brand::{Invariant, Space},
    fill::Computed,
    index::{Idx, Lt},
    lang::Lang,
    levels::Levels,
    plan::Plan,
    store::Store,
};
use core::{marker::PhantomData, mem::needs_drop};

/// As [`Row`](crate::Row), where several columns are computed together: what can be read is below it.
///
/// ```
/// # use polarnet_columns::{Builder, Idx, Node, space};
/// # #[derive(Node, Clone, Copy)]
/// # enum Math<I> { Num(i32), Add(I, I) }
/// # space!(Sums, guard);
/// # let mut sums = Builder::<Sums, MathLang>::new(guard);
/// # let two = sums.add(Math::Num(2));
/// # let four = sums.add(Math::Add(two, two));
/// # let sums = sums.freeze();
/// let (depth, deepest) = sums.fill_up_together::<(u32, Idx<_>)>(|row| match row.node() {
///     Math::Num(_) => (0, row.idx()),
///     Math::Add(a, b) => {
///         let ((x, x_row), (y, y_row)) = (row.get(a), row.get(b));
///         if x < y { (1 + y, *y_row) } else { (1 + x, *x_row) }
///     }
/// });
/// assert_eq!((depth[four], deepest[four]), (1, two));
/// ```
pub struct RowTogether<'r, 'i, S: Space, L: Lang, T: Together> {
    row: u32,
    store: &'r Store<L>,
    /// The values of the rows below.
    done: T::Bases,
    space: Invariant<S>,
    brand: Invariant<&'i ()>,
    values: PhantomData<&'r T>,
}

impl<'r, 'i, S: Space, L: Lang, T: Together> RowTogether<'r, 'i, S, L, T> {
    /// # Safety
    ///
    /// The row is there; and at `done`, counted from row 0, the values of all rows that can be reached from it.
    #[inline(always)]
    pub(crate) unsafe fn at(row: u32, store: &'r Store<L>, done: T::Bases) -> Self {
        RowTogether { row, store, done, space: PhantomData, brand: PhantomData, values: PhantomData }
    }

    /// Which one it is.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// # let two = sums.add(Math::Num(2));
    /// # let four = sums.add(Math::Add(two, two));
    /// # let sums = sums.freeze();
    /// let (itself, _) = sums.fill_up_together::<(_, i32)>(|row| (row.idx(), 0));
    /// assert_eq!(itself[four], four);
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn idx(&self) -> Idx<S> {
        Idx::new(self.row)
    }

    /// Its node.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// # let two = sums.add(Math::Num(2));
    /// # let four = sums.add(Math::Add(two, two));
    /// # let sums = sums.freeze();
    /// let (is_sum, doubled) = sums.fill_up_together::<(bool, bool)>(|row| match row.node() {
    ///     Math::Num(_) => (false, false),
    ///     Math::Add(a, b) => (true, a == b),
    /// });
    /// assert_eq!((is_sum[four], doubled[four]), (true, true));
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn node(&self) -> L::Node<'r, Lt<'i, S>> {
        // SAFETY: the row is there; B3: its children are below it.
        unsafe { self.store.node(self.row as usize, ()) }
    }

    /// Its node, with the values of its children for them.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// # let two = sums.add(Math::Num(2));
    /// # let four = sums.add(Math::Add(two, two));
    /// # let sums = sums.freeze();
    /// let (value, row) = sums.fill_up_together::<(i32, u32)>(|row| match row.values() {
    ///     Math::Num(n) => (n, row.idx().raw()),
    ///     Math::Add((a, _), (b, _)) => (a + b, row.idx().raw()),
    /// });
    /// assert_eq!((value[four], row[four]), (4, 1));
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn values(&self) -> L::Node<'r, T::Refs<'r>> {
        // SAFETY: as in `node`, and B10: the values of all rows below are there.
        unsafe { self.store.node(self.row as usize, self.done) }
    }

    /// The node of a row below. A child of what is below is below.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// # let two = sums.add(Math::Num(2));
    /// # let four = sums.add(Math::Add(two, two));
    /// # let sums = sums.freeze();
    /// // Is the left child a number, and the right one?
    /// let (left, right) = sums.fill_up_together::<(bool, bool)>(|row| match row.node() {
    ///     Math::Num(_) => (false, false),
    ///     Math::Add(a, b) => (matches!(row.node_at(a), Math::Num(_)), matches!(row.node_at(b), Math::Num(_))),
    /// });
    /// assert_eq!((left[four], right[four]), (true, true));
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn node_at(&self, row: Lt<'i, S>) -> L::Node<'r, Lt<'i, S>> {
        // SAFETY: `row` is below this one; B3.
        unsafe { self.store.node(row.row(), ()) }
    }

    /// The values of a row below.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// # let two = sums.add(Math::Num(2));
    /// # let four = sums.add(Math::Add(two, two));
    /// # let sums = sums.freeze();
    /// let (value, most) = sums.fill_up_together::<(i32, i32)>(|row| match row.node() {
    ///     Math::Num(n) => (n, n),
    ///     Math::Add(a, b) => {
    ///         let ((x, most), (y, other)) = (row.get(a), row.get(b));
    ///         (x + y, *most.max(other))
    ///     }
    /// });
    /// assert_eq!((value[four], most[four]), (4, 2));
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn get(&self, row: impl Computed<'i, S>) -> T::Refs<'r> {
        // SAFETY: B10: `row` is below this one, as `Lt` says, and the values of all rows below are there.
        unsafe { crate::child::Child::new(self.done, row.lt().idx().raw()) }
    }
}

/// Columns that are filled from row 0 on. Dropped early, by a panic, it drops the values that are there.
struct Made<T: Together> {
    bases: T::Bases,
    /// So many rows are there, if it matters.
    len: usize,
}

impl<T: Together> Drop for Made<T> {
    fn drop(&mut self) {
        for row in 0..self.len {
            // SAFETY: B10: these rows were written, and a panic leaves them to us.
            unsafe { T::drop_at(self.bases, row) };
        }
    }
}

impl<S: Space, L: Lang> Batch<S, L> {
    /// As [`fold`](Self::fold), of several columns at once: `f` makes a tuple of one to eight values, and reads such tuples,
    /// of references, where the children are. With cheap steps, two columns together take little longer than one.
    ///
    /// The type of the node has to be written.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// # let two = sums.add(Math::Num(2));
    /// let four = sums.add(Math::Add(two, two));
    /// let (value, depth) = sums.freeze().fold_together(|node: Math<(&i32, &u32)>| match node {
    ///     Math::Num(n) => (n, 0),
    ///     Math::Add((a, x), (b, y)) => (a + b, 1 + x.max(y)),
    /// });
    /// assert_eq!((value[four], depth[four]), (4, 1));
    /// ```
    ///
    /// # Panics
    ///
    /// When `f` does; the values so far are dropped.
    #[inline(always)]
    pub fn fold_together<T: Together>(&self, mut f: impl Step<L, T>) -> T::Columns<S> {
        self.fill_up_together(|row| f.step(row.values()))
    }

    /// As [`fill_up`](Self::fill_up), of several columns at once: see [`RowTogether`]. Where `f` reads values
    /// before rustc knows their types, these are told: `fill_up_together::<(i32, bool)>(…)`.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// # let two = sums.add(Math::Num(2));
    /// let four = sums.add(Math::Add(two, two));
    /// // Values, and whether there is a row with two equal children below.
    /// let (value, doubled) = sums.freeze().fill_up_together::<(i32, bool)>(|row| match row.node() {
    ///     Math::Num(n) => (n, false),
    ///     Math::Add(a, b) => (row.get(a).0 + row.get(b).0, a == b || *row.get(a).1 || *row.get(b).1),
    /// });
    /// assert_eq!((value[four], doubled[four]), (4, true));
    /// ```
    ///
    /// # Panics
    ///
    /// When `f` does; the values so far are dropped.
    #[inline(always)]
    pub fn fill_up_together<T: Together>(
        &self,
        mut f: impl for<'r, 'i> FnMut(RowTogether<'r, 'i, S, L, T>) -> T,
    ) -> T::Columns<S> {
        let mut vecs = T::room(self.len());
        let bases = T::bases(&mut vecs);
        let mut made = Made::<T> { bases, len: 0 };
        for row in 0..self.len() {
            // SAFETY: the row is there, and B10: those before it are written.
            let value = f(unsafe { RowTogether::at(row as u32, &self.store, bases) });
            // SAFETY: B10: there is room for all rows, and this one is not yet written: nobody refers to it.
            unsafe { value.write(bases, row) };
            if needs_drop::<T>() {
                made.len += 1;
            }
        }
        core::mem::forget(made);
        // SAFETY: B4: all rows were written.
        unsafe { T::finish(vecs, self.len()) }
    }
}

impl<S: Space, L: Lang> Batch<S, L> {
    /// As [`fold_together`](Self::fold_together), by several threads: see [`par_fold`](Self::par_fold).
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// # let two = sums.add(Math::Num(2));
    /// let four = sums.add(Math::Add(two, two));
    /// let sums = sums.freeze();
    /// let (value, depth) = sums.par_fold_together(&sums.levels(), |node: Math<(&i32, &u32)>| match node {
    ///     Math::Num(n) => (n, 0),
    ///     Math::Add((a, x), (b, y)) => (a + b, 1 + x.max(y)),
    /// });
    /// assert_eq!((value[four], depth[four]), (4, 1));
    /// ```
    ///
    /// # Panics
    ///
    /// When `f` does; the values so far are dropped.
    pub fn par_fold_together<T: Together + Send + Sync>(
        &self,
        levels: &Levels<S>,
        f: impl ParStep<L, T>,
    ) -> T::Columns<S> {
        self.par_fill_up_together(levels, |row| f.step(row.values()))
    }

    /// As [`fill_up_together`](Self::fill_up_together), by several threads: see [`par_fill_up`](Self::par_fill_up).
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// # let two = sums.add(Math::Num(2));
    /// # let four = sums.add(Math::Add(two, two));
    /// # let sums = sums.freeze();
    /// let (value, doubled) = sums.par_fill_up_together::<(i32, bool)>(&sums.levels(), |row| match row.node() {
    ///     Math::Num(n) => (n, false),
    ///     Math::Add(a, b) => (row.get(a).0 + row.get(b).0, a == b),
    /// });
    /// assert_eq!((value[four], doubled[four]), (4, true));
    /// ```
    ///
    /// # Panics
    ///
    /// When `f` does; the values so far are dropped.
    pub fn par_fill_up_together<T: Together + Send + Sync>(
        &self,
        levels: &Levels<S>,
        f: impl for<'r, 'i> Fn(RowTogether<'r, 'i, S, L, T>) -> T + Sync,
    ) -> T::Columns<S> {
        let out = Out::<T>::new(&levels.rows);
        levels.wave(false).run(|places| {
            // SAFETY: B8: each place is in one piece. What a row can name stands in lower levels, whose values are there.
            unsafe { out.write(places, |row| f(RowTogether::at(row, &self.store, out.bases()))) }
        });
        // SAFETY: B8: all rows were in some level.
        unsafe { out.finish() }
    }
}

impl<S: Space, L: Lang> Plan<S, L> {
    /// As [`Batch::fold_together`], with `f` called in the plan's order.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// # let two = sums.add(Math::Num(2));
    /// let four = sums.add(Math::Add(two, two));
    /// let plan = sums.freeze().plan();
    /// let (value, depth) = plan.fold_together(|node: Math<(&i32, &u32)>| match node {
    ///     Math::Num(n) => (n, 0),
    ///     Math::Add((a, x), (b, y)) => (a + b, 1 + x.max(y)),
    /// });
    /// assert_eq!((value[four], depth[four]), (4, 1));
    /// ```
    ///
    /// # Panics
    ///
    /// When `f` does; the values so far are dropped.
    #[inline(always)]
    pub fn fold_together<T: Together>(&self, mut f: impl Step<L, T>) -> T::Columns<S> {
        let mut vecs = T::room(self.len());
        let bases = T::bases(&mut vecs);
        // SAFETY: B7: these rows were written, once each.
        let mut made = self.made(|row| unsafe { T::drop_at(bases, row) });
        self.each::<T::Refs<'_>>(bases, |row, node| {
            let value = f.step(node);
            // SAFETY: there is room for all rows, and B7: this row has no value yet.
            unsafe { value.write(bases, row as usize) };
            if needs_drop::<T>() {
                made.len += 1;
            }
        });
        core::mem::forget(made);
        // SAFETY: B7: all rows were written.
        unsafe { T::finish(vecs, self.len()) }
    }
}
