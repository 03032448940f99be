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
    #[must_use]
    #[inline(always)]
    pub fn idx(&self) -> Idx<S> {
        Idx::new(self.row)
    }

    /// Its node.
    #[must_use]
    #[inline(always)]
    pub fn node(&self) -> L::Node<'r, Lt<'i, S>> {
        // SAFETY: the row is there; B3: its children are below it.
        unsafe { self.store.node(self.row as usize, ()) }
    }

    /// Its node, with the values of its children for them.
    #[must_use]
    #[inline(always)]
    pub fn values(&self) -> L::Node<'r, &'r T> {
        // SAFETY: as in `node`, and the values of all rows below are there.
        unsafe { self.store.node(self.row as usize, self.done) }
    }

    /// The node of a row below. A child of what is below is below.
    #[must_use]
    #[inline(always)]
    pub fn node_at(&self, row: Lt<'i, S>) -> L::Node<'r, Lt<'i, S>> {
        // SAFETY: `row` is below this one; B3.
        unsafe { self.store.node(row.row(), ()) }
    }
}

impl<'i, S: Space, L: Lang, T> Index<Lt<'i, S>> for Row<'_, 'i, S, L, T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, row: Lt<'i, S>) -> &T {
        // SAFETY: `row` is below this one, and the values of all rows below are there.
        unsafe { &*self.done.add(row.row()) }
    }
}

/// The place of one row's value. To get [`Written`], it must be written.
pub struct Hole<'h, 'i, T> {
    place: &'h mut MaybeUninit<T>,
    row: Invariant<&'i ()>,
}

/// The proof that the row `'i` was written.
pub struct Written<'i>(Invariant<&'i ()>);

impl<'i, T> Hole<'_, 'i, T> {
    /// Writes the value.
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
        // SAFETY: reserved above, and not yet a value: nobody else refers to it.
        let place = unsafe { &mut *base.add(row).cast::<MaybeUninit<T>>() };
        let hole = Hole { place, row: PhantomData };
        f(
            Row { row: row as u32, store, done: base, space: PhantomData, brand: PhantomData, values: PhantomData },
            hole,
        );
        // SAFETY: a `Written` of this row comes from its `Hole::write` only.
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
    #[inline(always)]
    pub fn fill_up<T>(&self, mut f: impl for<'r, 'i> FnMut(Row<'r, 'i, S, L, T>) -> T) -> Data<S, T> {
        let mut values = Vec::new();
        fill(&mut values, &self.store, |row, hole| hole.write(f(row)));
        Data::new(values.into())
    }

    /// As [`fill_up`](Self::fill_up), for values that are large and better built in place: the proof that the row was
    /// written is returned.
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
