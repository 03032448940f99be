//! Columns that trail a growing batch.

use crate::{
    batch::Batch,
    brand::{Invariant, Space},
    builder::Builder,
    data::Data,
    fill::{Row, fill},
    index::Idx,
    lang::Lang,
};
use core::{marker::PhantomData, ops::Index};

/// A column of a batch that still grows. By itself it cannot be read: some rows may be newer than it is.
/// [`catch_up`](Self::catch_up) fills those, and lends a view of all.
///
/// ```
/// # use polarnet_columns::{Builder, Node, space};
/// # #[derive(Node, Clone, Copy, Debug, PartialEq)]
/// # enum Math<I> { Num(i32), Add(I, I) }
/// use polarnet_columns::{Follower, Row, Space};
///
/// fn value<S: Space>(row: Row<'_, '_, S, MathLang, i32>) -> i32 {
///     match row.values() {
///         Math::Num(n) => n,
///         Math::Add(a, b) => a + b,
///     }
/// }
/// space!(Sums, guard);
/// let mut sums = Builder::<Sums, MathLang>::new(guard);
/// let mut values = Follower::new();
/// let two = sums.add(Math::Num(2));
/// let found = values.catch_up(&sums, value)[two];
/// let four = sums.add(Math::Num(found * 2)); // the view is gone, so the batch may grow
/// assert_eq!(values.catch_up(&sums, value)[four], 4);
/// ```
pub struct Follower<S: Space, T> {
    values: Vec<T>,
    brand: Invariant<S>,
}

/// A follower that has caught up. It borrows the builder, so that no row can be added while it lives: every index that
/// exists is one that it has a value for.
///
/// ```
/// # use polarnet_columns::{Builder, Node, space};
/// # #[derive(Node, Clone, Copy, Debug, PartialEq)]
/// # enum Math<I> { Num(i32), Add(I, I) }
/// use polarnet_columns::{Follower, Row, Space};
///
/// fn value<S: Space>(row: Row<'_, '_, S, MathLang, i32>) -> i32 {
///     match row.values() {
///         Math::Num(n) => n,
///         Math::Add(a, b) => a + b,
///     }
/// }
/// space!(Sums, guard);
/// let mut sums = Builder::<Sums, MathLang>::new(guard);
/// let mut values = Follower::new();
/// let two = sums.add(Math::Num(2));
/// let four = sums.add(Math::Add(two, two));
/// let view = values.catch_up(&sums, value);
/// assert_eq!((view[two], view[four]), (2, 4)); // `sums.add(…)` does not compile before this
/// ```
pub struct View<'s, S: Space, T> {
    values: &'s [T],
    brand: Invariant<S>,
}

impl<S: Space, T> Default for Follower<S, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Space, T> Follower<S, T> {
    /// A column without values.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy, Debug, PartialEq)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// use polarnet_columns::{Follower, Row, Space};
    ///
    /// fn value<S: Space>(row: Row<'_, '_, S, MathLang, i32>) -> i32 {
    ///     match row.values() {
    ///         Math::Num(n) => n,
    ///         Math::Add(a, b) => a + b,
    ///     }
    /// }
    /// space!(Sums, guard);
    /// let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// let mut values = Follower::new();
    /// let sums = sums.freeze();
    /// assert!(values.finish(&sums, value).is_empty());
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Follower { values: Vec::new(), brand: PhantomData }
    }

    /// Computes the values of the rows that were added since, and lends a view of all.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy, Debug, PartialEq)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// use polarnet_columns::{Follower, Row, Space};
    ///
    /// fn value<S: Space>(row: Row<'_, '_, S, MathLang, i32>) -> i32 {
    ///     match row.values() {
    ///         Math::Num(n) => n,
    ///         Math::Add(a, b) => a + b,
    ///     }
    /// }
    /// space!(Sums, guard);
    /// let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// let mut values = Follower::new();
    /// let two = sums.add(Math::Num(2));
    /// assert_eq!(values.catch_up(&sums, value)[two], 2);
    /// // The follower of a mapping: each row's double, in a batch that grows along.
    /// # space!(Doubles, guard);
    /// let mut doubles = Builder::<Doubles, MathLang>::new(guard);
    /// let mut to = Follower::new();
    /// let four = to.catch_up(&sums, |row| match row.node() {
    ///     Math::Num(n) => doubles.add(Math::Num(2 * n)),
    ///     Math::Add(a, b) => doubles.add(Math::Add(row[a], row[b])),
    /// })[two];
    /// assert_eq!(doubles.node(four), Math::Num(4));
    /// ```
    pub fn catch_up<'s, L: Lang>(
        &'s mut self,
        batch: &'s Builder<S, L>,
        mut f: impl for<'r, 'i> FnMut(Row<'r, 'i, S, L, T>) -> T,
    ) -> View<'s, S, T> {
        fill(&mut self.values, &batch.store, |row, hole| hole.write(f(row)));
        View { values: &self.values, brand: PhantomData }
    }

    /// Computes what is missing when the batch has stopped growing: an ordinary column.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy, Debug, PartialEq)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// use polarnet_columns::{Follower, Row, Space};
    ///
    /// fn value<S: Space>(row: Row<'_, '_, S, MathLang, i32>) -> i32 {
    ///     match row.values() {
    ///         Math::Num(n) => n,
    ///         Math::Add(a, b) => a + b,
    ///     }
    /// }
    /// space!(Sums, guard);
    /// let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// let mut values = Follower::new();
    /// let two = sums.add(Math::Num(2));
    /// let values = values.finish(&sums.freeze(), value);
    /// assert_eq!(values[two], 2);
    /// ```
    #[must_use]
    pub fn finish<L: Lang>(
        mut self,
        batch: &Batch<S, L>,
        mut f: impl for<'r, 'i> FnMut(Row<'r, 'i, S, L, T>) -> T,
    ) -> Data<S, T> {
        fill(&mut self.values, &batch.store, |row, hole| hole.write(f(row)));
        Data::new(self.values.into())
    }
}

/// No follower: a view has what it lacks. A trait, for the sake of the error.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a follower is read that may be behind its batch",
    label = "`{Self}` may lack the value of this row",
    note = "`catch_up` computes what is missing, and lends a view that can be read until the batch grows again"
)]
pub trait CaughtUp {
    #[doc(hidden)]
    fn never<T: ?Sized>(&self) -> &T;
}

impl<S: Space, T> Index<Idx<S>> for Follower<S, T>
where
    Self: CaughtUp,
{
    type Output = T;

    fn index(&self, _: Idx<S>) -> &T {
        self.never()
    }
}

impl<S: Space, T> Index<Idx<S>> for View<'_, S, T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, row: Idx<S>) -> &T {
        // SAFETY: B1 and B2: while the view lives the builder cannot grow, so `row` is below the length that the follower
        // had caught up with.
        unsafe { self.values.get_unchecked(row.row()) }
    }
}
