//! Bottom-up: a column is filled from row 0 on, and each row sees those before it.

use crate::{
    batch::Batch,
    brand::{Invariant, Space},
    data::Data,
    index::{Idx, Lt},
    lang::Lang,
    store::Store,
};
use core::{marker::PhantomData, mem::MaybeUninit, ops::Index};

/// The row that is being computed. What can be read is below it: its `'i` is fresh, so neither it nor an [`Lt`] of it
/// can be kept.
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
/// // How often a row stands below another, each occurrence counted.
/// let size = sums.fill_up(|row| match row.node() {
///     Math::Num(_) => 1,
///     Math::Add(a, b) => 1 + row[a] + row[b],
/// });
/// assert_eq!(size[four], 3);
/// ```
pub struct Row<'r, 'i, S: Space, L: Lang, T> {
    row: u32,
    store: &'r Store<L>,
    /// The values of the rows below.
    done: *const T,
    space: Invariant<S>,
    brand: Invariant<&'i ()>,
    values: PhantomData<&'r T>,
}

impl<'r, 'i, S: Space, L: Lang, T> Row<'r, 'i, S, L, T> {
    /// # Safety
    ///
    /// The row is there; and at `done`, counted from row 0, the values of all rows that can be reached from it.
    pub(crate) unsafe fn at(row: u32, store: &'r Store<L>, done: *const T) -> Self {
        Row { row, store, done, space: PhantomData, brand: PhantomData, values: PhantomData }
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
    /// let itself = sums.fill_up(|row| row.idx());
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
    /// # #[derive(Node, Clone, Copy, Debug, PartialEq)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// # let two = sums.add(Math::Num(2));
    /// # let four = sums.add(Math::Add(two, two));
    /// # let sums = sums.freeze();
    /// let leaf = sums.fill_up(|row| matches!(row.node(), Math::Num(_)));
    /// assert!(leaf[two]);
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
    /// # #[derive(Node, Clone, Copy, Debug, PartialEq)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// # let two = sums.add(Math::Num(2));
    /// # let four = sums.add(Math::Add(two, two));
    /// # let sums = sums.freeze();
    /// let value = sums.fill_up(|row| match row.values() {
    ///     Math::Num(n) => n,
    ///     Math::Add(a, b) => a + b,
    /// });
    /// assert_eq!(value[four], 4);
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn values(&self) -> L::Node<'r, &'r T> {
        // SAFETY: as in `node`, and B10: the values of all rows below are there.
        unsafe { self.store.node(self.row as usize, self.done) }
    }

    /// The node of a row below. A child of what is below is below.
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
    /// let doubled_number = sums.fill_up(|row| match row.node() {
    ///     Math::Add(a, b) if a == b => matches!(row.node_at(a), Math::Num(_)),
    ///     _ => false,
    /// });
    /// assert!(doubled_number[four]);
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn node_at(&self, row: Lt<'i, S>) -> L::Node<'r, Lt<'i, S>> {
        // SAFETY: `row` is below this one; B3.
        unsafe { self.store.node(row.row(), ()) }
    }
}

impl<'i, S: Space, L: Lang, T, I: Computed<'i, S>> Index<I> for Row<'_, 'i, S, L, T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, row: I) -> &T {
        // SAFETY: B10: `row` is below this one, as `Lt` says, and the values of all rows below are there.
        unsafe { &*self.done.add(row.lt().row()) }
    }
}

/// What a [`Row`] can be asked for: an [`Lt`] of its own, and nothing else. A trait, for the sake of the error.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the value of a row is read that may not be computed yet",
    label = "`{Self}` is not an `Lt` of `{S}`, a row below the one that is being computed",
    note = "rows below the current one are the children in `row.node()`, their children in `row.node_at(child)`, and so on: \
            not the row itself, nor an `Idx`, nor a row of another space"
)]
pub trait Computed<'i, S: Space> {
    #[doc(hidden)]
    fn lt(self) -> Lt<'i, S>;
}

impl<'i, S: Space> Computed<'i, S> for Lt<'i, S> {
    #[inline(always)]
    fn lt(self) -> Lt<'i, S> {
        self
    }
}

/// The place of one row's value. To get [`Written`], it must be written.
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
/// let table = sums.fill_up_in_place(|row, hole| match row.node() {
///     Math::Num(n) => hole.write([n; 16]),
///     Math::Add(a, b) => hole.write(std::array::from_fn(|n| row[a][n] + row[b][n])),
/// });
/// assert_eq!(table[four], [4; 16]);
/// ```
#[must_use = "a hole is filled by `write`, which gives the proof"]
pub struct Hole<'h, 'i, T> {
    place: &'h mut MaybeUninit<T>,
    row: Invariant<&'i ()>,
}

/// The proof that the row `'i` was written.
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
/// let table = sums.fill_up_in_place(|row, hole| match row.node() {
///     Math::Num(n) => hole.write([n; 16]),
///     Math::Add(a, b) => hole.write(std::array::from_fn(|n| row[a][n] + row[b][n])),
/// });
/// assert_eq!(table[four], [4; 16]);
/// ```
#[must_use = "the proof that the row was written is what the closure returns"]
pub struct Written<'i>(Invariant<&'i ()>);

impl<'i, T> Hole<'_, 'i, T> {
    /// Writes the value.
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
    /// let number = sums.fill_up_in_place(|row, hole| hole.write(row.idx().raw()));
    /// assert_eq!(number[four], 1);
    /// ```
    #[inline(always)]
    pub fn write(self, value: T) -> Written<'i> {
        self.place.write(value);
        Written(PhantomData)
    }
}

/// Fills `values` from its length to that of `store`. It has, at any time, so many values as were written: a panic in `f`
/// leaves it whole, and it can be filled further.
#[inline(always)]
pub(crate) fn fill<S: Space, L: Lang, T>(
    values: &mut Vec<T>,
    store: &Store<L>,
    mut f: impl for<'r, 'i, 'h> FnMut(Row<'r, 'i, S, L, T>, Hole<'h, 'i, T>) -> Written<'i>,
) {
    let (from, to) = (values.len(), store.len());
    values.reserve(to - from);
    let base = values.as_mut_ptr();
    for row in from..to {
        // SAFETY: B10: reserved above, and not yet a value: nobody else refers to it.
        let place = unsafe { &mut *base.add(row).cast::<MaybeUninit<T>>() };
        let hole = Hole { place, row: PhantomData };
        let this =
            Row { row: row as u32, store, done: base, space: PhantomData, brand: PhantomData, values: PhantomData };
        let _: Written<'_> = f(this, hole);
        // SAFETY: B10: a `Written` of this row comes from its `Hole::write` only.
        unsafe { values.set_len(row + 1) }
    }
}

impl<S: Space, L: Lang> Batch<S, L> {
    /// A column computed bottom-up: each row's value from its node, in which the children's values stand. Shared rows
    /// are computed once.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// # let two = sums.add(Math::Num(2));
    /// let four = sums.add(Math::Add(two, two));
    /// let value = sums.freeze().fold(|node: Math<&i32>| match node {
    ///     Math::Num(n) => n,
    ///     Math::Add(a, b) => a + b,
    /// });
    /// assert_eq!(value[four], 4);
    /// ```
    #[inline(always)]
    pub fn fold<T>(&self, mut f: impl for<'x> FnMut(L::Node<'x, &'x T>) -> T) -> Data<S, T> {
        self.fill_up(|row| f(row.values()))
    }

    /// A column computed bottom-up: each row's value from its [`Row`], which reads the values below it.
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
    /// let depth = sums.fill_up(|row| match row.node() {
    ///     Math::Num(_) => 0,
    ///     Math::Add(a, b) => 1 + u32::max(row[a], row[b]),
    /// });
    /// assert_eq!(depth[four], 1);
    /// ```
    #[inline(always)]
    pub fn fill_up<T>(&self, mut f: impl for<'r, 'i> FnMut(Row<'r, 'i, S, L, T>) -> T) -> Data<S, T> {
        let mut values = Vec::new();
        fill(&mut values, &self.store, |row, hole| hole.write(f(row)));
        Data::new(values.into())
    }

    /// As [`fill_up`](Self::fill_up), for values that are large and better built in place: the proof that the row was
    /// written is returned.
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
    /// let table = sums.fill_up_in_place(|row, hole| match row.node() {
    ///     Math::Num(n) => hole.write([n; 16]),
    ///     Math::Add(a, b) => hole.write(std::array::from_fn(|n| row[a][n] + row[b][n])),
    /// });
    /// assert_eq!(table[four], [4; 16]);
    /// ```
    ///
    /// If `f` panics after it has written, that value is not dropped; those of the rows before are.
    #[inline(always)]
    pub fn fill_up_in_place<T>(
        &self,
        f: impl for<'r, 'i, 'h> FnMut(Row<'r, 'i, S, L, T>, Hole<'h, 'i, T>) -> Written<'i>,
    ) -> Data<S, T> {
        let mut values = Vec::new();
        fill(&mut values, &self.store, f);
        Data::new(values.into())
    }
}
