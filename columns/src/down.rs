//! Top-down: a column is filled from the last row to the first, and each row joins values into its children.

use crate::{
    batch::Batch,
    brand::{Invariant, Space},
    data::Data,
    index::{Idx, Lt},
    lang::Lang,
    store::Store,
};
use core::{marker::PhantomData, ops::Index};

/// The row whose value is final, as all rows that could join something into it have been visited. It may join values
/// into the rows below it.
///
/// ```
/// # use polarnet_columns::{Builder, Node, space};
/// # #[derive(Node, Clone, Copy, Debug, PartialEq)]
/// # enum Math<I> { Num(i32), Add(I, I) }
/// # space!(Sums, guard);
/// # let mut sums = Builder::<Sums, MathLang>::new(guard);
/// # let two = sums.add(Math::Num(2));
/// # let four = sums.add(Math::Add(two, two));
/// # let sums = sums.freeze();
/// // How deep a row stands below a root: the longest way.
/// let depth = sums.fill_down(0, |depth, other| *depth = other.max(*depth), |mut row| {
///     if let Math::Add(a, b) = row.node() {
///         let below = row.value() + 1;
///         row.join(a, below);
///         row.join(b, below);
///     }
/// });
/// assert_eq!((depth[two], depth[four]), (1, 0));
/// ```
pub struct Down<'r, 'i, S: Space, L: Lang, T, J, W = Below<T>> {
    row: u32,
    store: &'r Store<L>,
    into: W,
    own: &'r T,
    join: &'r J,
    space: Invariant<S>,
    brand: Invariant<&'i ()>,
}

impl<'r, 'i, S: Space, L: Lang, T, J, W: Sink<T, J>> Down<'r, 'i, S, L, T, J, W> {
    /// # Safety
    ///
    /// The row is there, and `into` takes values for all rows below it.
    #[inline(always)]
    pub(crate) unsafe fn at(row: u32, store: &'r Store<L>, own: &'r T, join: &'r J, into: W) -> Self {
        Down { row, store, into, own, join, space: PhantomData, brand: PhantomData }
    }

    /// Which one it is.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy, Debug, PartialEq)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// # let two = sums.add(Math::Num(2));
    /// # let four = sums.add(Math::Add(two, two));
    /// # let sums = sums.freeze();
    /// let mut order = Vec::new();
    /// sums.fill_down((), |(), ()| {}, |row| order.push(row.idx()));
    /// assert_eq!(order, [four, two]);
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
    /// # #[derive(Node, Clone, Copy, Debug, PartialEq)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// # let two = sums.add(Math::Num(2));
    /// # let four = sums.add(Math::Add(two, two));
    /// # let sums = sums.freeze();
    /// let uses = sums.fill_down(0, |uses, more| *uses += more, |mut row| {
    ///     if let Math::Add(a, b) = row.node() {
    ///         row.join(a, 1);
    ///         row.join(b, 1);
    ///     }
    /// });
    /// assert_eq!(uses[two], 2);
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn node(&self) -> L::Node<'r, Lt<'i, S>> {
        // SAFETY: the row is there; B3: its children are below it.
        unsafe { self.store.node(self.row as usize, ()) }
    }

    /// What was joined into this row.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy, Debug, PartialEq)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// # let two = sums.add(Math::Num(2));
    /// # let four = sums.add(Math::Add(two, two));
    /// # let sums = sums.freeze();
    /// // How deep a row stands below a root: the longest way.
    /// let depth = sums.fill_down(0, |depth, other| *depth = other.max(*depth), |mut row| {
    ///     if let Math::Add(a, b) = row.node() {
    ///         let below = row.value() + 1;
    ///         row.join(a, below);
    ///         row.join(b, below);
    ///     }
    /// });
    /// assert_eq!((depth[two], depth[four]), (1, 0));
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn value(&self) -> &'r T {
        self.own
    }

    /// Joins `value` into a row below.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy, Debug, PartialEq)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// # let two = sums.add(Math::Num(2));
    /// # let four = sums.add(Math::Add(two, two));
    /// # let sums = sums.freeze();
    /// let uses = sums.fill_down(0, |uses, more| *uses += more, |mut row| {
    ///     if let Math::Add(a, b) = row.node() {
    ///         row.join(a, 1);
    ///         row.join(b, 1);
    ///     }
    /// });
    /// assert_eq!(uses[two], 2);
    /// ```
    #[inline(always)]
    pub fn join(&mut self, row: Lt<'i, S>, value: T) {
        // SAFETY: B10: `row` is below this one, as `Lt` says.
        unsafe { self.into.join(self.join, row.row() as u32, value) }
    }
}

/// Where joined values go: it differs from pass to pass. A function that is generic in it serves all of them.
///
/// ```
/// use polarnet_columns::{Builder, Down, Node, Sink, Space, ops, space};
///
/// #[derive(Node, Clone, Copy)]
/// enum Math<I> { Num(i32), Add(I, I) }
///
/// /// How often each row is used.
/// fn uses<S: Space, J, W: Sink<u32, J>>(mut row: Down<'_, '_, S, MathLang, u32, J, W>) {
///     if let Math::Add(a, b) = row.node() {
///         row.join(a, 1);
///         row.join(b, 1);
///     }
/// }
///
/// space!(Sums, guard);
/// let mut sums = Builder::<Sums, MathLang>::new(guard);
/// let two = sums.add(Math::Num(2));
/// sums.add(Math::Add(two, two));
/// let sums = sums.freeze();
/// let down = sums.fill_down(0, |uses, more| *uses += more, uses);
/// let pull = sums.fill_down_pull(&sums.users(), 0, |uses, more| *uses += more, uses);
/// let atomic = sums.par_fill_down_atomic(&sums.levels(), ops::Add, uses);
/// assert!(down == pull && pull == atomic);
/// ```
pub trait Sink<T, J> {
    /// # Safety
    ///
    /// The row is below the one that joins.
    #[doc(hidden)]
    unsafe fn join(&mut self, join: &J, row: u32, value: T);
}

/// Into the column, at once: B10: the values of all rows below, for as long as the row is visited. (A pointer, as a sink that
/// borrows would have another type for each row, and a function that is generic in it would serve one row.)
#[doc(hidden)]
pub struct Below<T>(*mut T);

impl<T, J: Fn(&mut T, T)> Sink<T, J> for Below<T> {
    #[inline(always)]
    unsafe fn join(&mut self, join: &J, row: u32, value: T) {
        // SAFETY: B10: these are the values of all rows below.
        join(unsafe { &mut *self.0.add(row as usize) }, value);
    }
}

/// No row on the way down. A trait, for the sake of the error.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the value of a row is read that is not final yet",
    label = "on the way down, only the row's own value is final: `value()`",
    note = "rows above this one may still be joined into the rows below it; those above can no longer be joined into"
)]
pub trait Final {
    #[doc(hidden)]
    fn never<T: ?Sized>(&self) -> &T;
}

impl<'i, S: Space, L: Lang, T, J, W, I> Index<I> for Down<'_, 'i, S, L, T, J, W>
where
    Self: Final,
{
    type Output = T;

    fn index(&self, _: I) -> &T {
        self.never()
    }
}

impl<S: Space, L: Lang> Batch<S, L> {
    /// A column computed top-down: every row begins with `init`, the unit of `join`, and gets what the rows above it join
    /// into it. A row that nobody uses (a *zombie*) keeps `init`.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// # let two = sums.add(Math::Num(2));
    /// # sums.add(Math::Add(two, two));
    /// // How often each row is used.
    /// let uses = sums.freeze().fill_down(0, |uses, more| *uses += more, |mut row| {
    ///     if let Math::Add(a, b) = row.node() {
    ///         row.join(a, 1);
    ///         row.join(b, 1);
    ///     }
    /// });
    /// assert_eq!(uses[two], 2);
    /// ```
    #[inline(always)]
    pub fn fill_down<T: Clone, J: Fn(&mut T, T)>(
        &self,
        init: T,
        join: J,
        mut f: impl for<'r, 'i> FnMut(Down<'r, 'i, S, L, T, J>),
    ) -> Data<S, T> {
        let mut values = vec![init; self.len()];
        for row in (0..values.len()).rev() {
            let (below, rest) = values.split_at_mut(row);
            let Some((own, _)) = rest.split_first() else { continue };
            // SAFETY: B10: the row is there, and `below` has the values of all rows below it.
            f(unsafe { Down::at(row as u32, &self.store, own, &join, Below(below.as_mut_ptr())) });
        }
        Data::new(values.into())
    }

    /// How many rows, and roots, use each row.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy, Debug, PartialEq)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// # let two = sums.add(Math::Num(2));
    /// # let four = sums.add(Math::Add(two, two));
    /// # let sums = sums.freeze();
    /// assert_eq!(sums.uses(&[four]).as_slice(), [2, 1]);
    /// ```
    #[must_use]
    pub fn uses(&self, roots: &[Idx<S>]) -> Data<S, u32> {
        let mut uses = vec![0; self.len()];
        for &root in roots {
            uses[root.row()] += 1;
        }
        for row in self.indices() {
            L::each_child::<Idx<S>>(self.node(row), |child| uses[child.row()] += 1);
        }
        Data::new(uses.into())
    }

    /// Which rows are reached from the roots.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy, Debug, PartialEq)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// # let two = sums.add(Math::Num(2));
    /// # let four = sums.add(Math::Add(two, two));
    /// # let sums = sums.freeze();
    /// assert_eq!(sums.reachable(&[two]).as_slice(), [true, false]);
    /// ```
    #[must_use]
    pub fn reachable(&self, roots: &[Idx<S>]) -> Data<S, bool> {
        let mut reached = vec![false; self.len()];
        for &root in roots {
            reached[root.row()] = true;
        }
        for row in self.indices().rev() {
            if reached[row.row()] {
                L::each_child::<Idx<S>>(self.node(row), |child| reached[child.row()] = true);
            }
        }
        Data::new(reached.into())
    }
}

impl<'i, S: Space, T> Index<Lt<'i, S>> for Data<S, T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, row: Lt<'i, S>) -> &T {
        &self[row.idx()]
    }
}
