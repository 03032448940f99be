//! Top-down by asking: each row joins what the rows that use it have for it.

use crate::{
    batch::Batch,
    brand::{Invariant, Space},
    data::Data,
    down::{Down, Sink},
    index::Idx,
    lang::Lang,
    levels::Levels,
    raw::Groups,
};
use core::marker::PhantomData;

/// For each row, the rows that use it: its parents, from the last to the first, each as often as it uses the row.
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
/// let users = sums.users();
/// assert!(users.of(two).eq([four, four]));
/// assert_eq!(users.of(four).count(), 0);
/// ```
///
/// B12: a row's users are above it, and in higher levels.
pub struct Users<S: Space> {
    /// The users of all rows, by row.
    rows: Box<[u32]>,
    /// Where those of each row begin, and where the last ones end.
    starts: Box<[usize]>,
    brand: Invariant<S>,
}

impl<S: Space> Users<S> {
    /// The rows that use `row`, from the last to the first.
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
    /// // How often each row is used.
    /// let users = sums.users();
    /// let uses = sums.rows().data(|row| users.of(row).len());
    /// assert_eq!((uses[two], uses[four]), (2, 0));
    /// ```
    #[inline]
    pub fn of(&self, row: Idx<S>) -> impl DoubleEndedIterator<Item = Idx<S>> + ExactSizeIterator {
        // SAFETY: B2: the space has the row.
        unsafe { self.at(row.row()) }.iter().map(|&row| Idx::new(row))
    }

    pub(crate) fn raw(&self) -> Groups<'_> {
        Groups { rows: &self.rows, starts: &self.starts }
    }

    /// # Safety
    ///
    /// The space has the row.
    #[inline(always)]
    unsafe fn at(&self, row: usize) -> &[u32] {
        // SAFETY: B12: `starts` has one more than the space has rows, and ends in the length of `rows`.
        unsafe { self.rows.get_unchecked(*self.starts.get_unchecked(row)..*self.starts.get_unchecked(row + 1)) }
    }
}

/// Takes what is joined into one row, and nothing else: B10: its value is at `into` for as long as the user is visited.
#[doc(hidden)]
pub struct Only<T> {
    row: u32,
    into: *mut T,
}

impl<T, J: Fn(&mut T, T)> Sink<T, J> for Only<T> {
    #[inline(always)]
    unsafe fn join(&mut self, join: &J, row: u32, value: T) {
        if row == self.row {
            // SAFETY: B10: nobody else has this row's value.
            join(unsafe { &mut *self.into }, value);
        }
    }
}

impl<S: Space, L: Lang> Batch<S, L> {
    /// Which rows use each row: for [`fill_down_pull`](Self::fill_down_pull).
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
    /// assert_eq!(sums.users().of(two).next(), Some(four));
    /// ```
    #[must_use]
    pub fn users(&self) -> Users<S> {
        let mut starts = vec![0; self.len() + 1];
        for row in self.indices() {
            L::each_child::<Idx<S>>(self.node(row), |child| starts[child.row() + 1] += 1);
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let (mut next, mut rows) = (starts.clone(), vec![0; starts[self.len()]]);
        for row in self.indices().rev() {
            L::each_child::<Idx<S>>(self.node(row), |child| {
                rows[next[child.row()]] = row.raw();
                next[child.row()] += 1;
            });
        }
        Users { rows: rows.into(), starts: starts.into(), brand: PhantomData }
    }

    /// What [`fill_down`](Self::fill_down) computes, the other way about: each row asks those that use it, and `f` is called for
    /// each of them, in the order in which `fill_down` would come to them. What `f` joins into other rows than the one that
    /// asks is left out. Same values, bit for bit, if `f` is a function of its row; it is called once for each pair of a row
    /// and one that uses it. `users` are those of this batch ([`users`](Self::users)).
    ///
    /// On one thread it takes 4–7 times as long as `fill_down`; its use is that nobody writes what another one does: for
    /// [many threads](Self::par_fill_down_pull), and other devices.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// # let two = sums.add(Math::Num(2));
    /// # sums.add(Math::Add(two, two));
    /// let sums = sums.freeze();
    /// // How often each row is used.
    /// let uses = sums.fill_down_pull(&sums.users(), 0, |uses, more| *uses += more, |mut row| {
    ///     if let Math::Add(a, b) = row.node() {
    ///         row.join(a, 1);
    ///         row.join(b, 1);
    ///     }
    /// });
    /// assert_eq!(uses[two], 2);
    /// ```
    #[inline(always)]
    pub fn fill_down_pull<T: Clone, J: Fn(&mut T, T)>(
        &self,
        users: &Users<S>,
        init: T,
        join: J,
        mut f: impl for<'r, 'i> FnMut(Down<'r, 'i, S, L, T, J, Only<T>>),
    ) -> Data<S, T> {
        let mut values = vec![init; self.len()];
        let first = values.as_mut_ptr();
        for row in (0..values.len()).rev() {
            // SAFETY: B1 and B12: the row is there; those that use it are above it, so their values are final.
            unsafe { self.pull(users, row, first, &join, &mut f) };
        }
        Data::new(values.into())
    }

    /// As [`fill_down_pull`](Self::fill_down_pull), by several threads, level by level from the last. `users` and `levels` are
    /// those of this batch.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// # let two = sums.add(Math::Num(2));
    /// # sums.add(Math::Add(two, two));
    /// let sums = sums.freeze();
    /// let (users, levels) = (sums.users(), sums.levels());
    /// let uses = sums.par_fill_down_pull(&users, &levels, 0, |uses, more| *uses += more, |mut row| {
    ///     if let Math::Add(a, b) = row.node() {
    ///         row.join(a, 1);
    ///         row.join(b, 1);
    ///     }
    /// });
    /// assert_eq!(uses[two], 2);
    /// ```
    pub fn par_fill_down_pull<T: Clone + Send + Sync, J: Fn(&mut T, T) + Sync>(
        &self,
        users: &Users<S>,
        levels: &Levels<S>,
        init: T,
        join: J,
        f: impl for<'r, 'i> Fn(Down<'r, 'i, S, L, T, J, Only<T>>) + Sync,
    ) -> Data<S, T> {
        let mut values = vec![init; self.len()];
        let cells = Cells(values.as_mut_ptr());
        levels.wave(true).run(|places| {
            for &row in &levels.rows[places] {
                // SAFETY: B8: the row is there, and in this piece alone; B12: those that use it are in levels that are done.
                unsafe { self.pull(users, row as usize, cells.first(), &join, &mut &f) };
            }
        });
        Data::new(values.into())
    }

    /// # Safety
    ///
    /// The row is there. At `first` are values of all rows: those that use this row are final, and nobody else reads or writes
    /// this row's.
    #[inline(always)]
    unsafe fn pull<T, J: Fn(&mut T, T)>(
        &self,
        users: &Users<S>,
        row: usize,
        first: *mut T,
        join: &J,
        f: &mut impl for<'r, 'i> FnMut(Down<'r, 'i, S, L, T, J, Only<T>>),
    ) {
        // SAFETY: B12: the row is there, by the caller's word.
        let users = unsafe { users.at(row) };
        let mut last = None;
        for &user in users {
            // Who uses the row twice joins both times when asked once.
            if last.replace(user) == Some(user) {
                continue;
            }
            // SAFETY: B12: the user is there, and another row; its value is final. Nobody else has this row's value.
            unsafe {
                let (own, into) = (&*first.add(user as usize), first.add(row));
                f(Down::at(user, &self.store, own, join, Only { row: row as u32, into }));
            }
        }
    }
}

/// The cells of a column that several threads fill from the top.
#[derive(Clone, Copy)]
pub(crate) struct Cells<T>(pub *mut T);

// SAFETY: B11 and B8: tasks write to different cells, or atomically, and send values of type `T`; they read cells that are not
// written any more.
unsafe impl<T: Send + Sync> Sync for Cells<T> {}
// SAFETY: B11 and B8, as above.
unsafe impl<T: Send + Sync> Send for Cells<T> {}

impl<T> Cells<T> {
    pub fn first(&self) -> *mut T {
        self.0
    }
}
