//! A batch that grows.

use crate::{
    batch::Batch,
    brand::{Guard, Invariant, Space},
    child::Child,
    index::Idx,
    known::Known,
    lang::Lang,
    store::Store,
};
use core::marker::PhantomData;

/// The growing batch of the space `S`.
///
/// [`push`](Self::push) appends, as linear nets want; [`add`](Self::add) merges equal nodes, as expressions want.
///
/// ```
/// # use polarnet_columns::{Builder, Node, space};
/// # #[derive(Node, Clone, Copy, Debug, PartialEq)]
/// # enum Math<I> { Num(i32), Add(I, I) }
/// # space!(Sums, guard);
/// # let mut sums = Builder::<Sums, MathLang>::new(guard);
/// let (two, again) = (sums.add(Math::Num(2)), sums.add(Math::Num(2)));
/// let other = sums.push(Math::Num(2));
/// assert!(two == again && two != other);
/// ```
pub struct Builder<S: Space, L: Lang> {
    pub(crate) store: Store<L>,
    /// Rows made by `add`.
    known: Known,
    brand: Invariant<S>,
}

impl<S: Space, L: Lang> Builder<S, L> {
    /// An empty batch.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// space!(Sums, guard);
    /// let sums = Builder::<Sums, MathLang>::new(guard);
    /// assert!(sums.is_empty());
    /// ```
    #[must_use]
    pub fn new(once: Guard<S>) -> Self {
        Self::with_capacity(once, 0)
    }

    /// An empty batch with room for `rows` rows.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// space!(Sums, guard);
    /// let mut sums = Builder::<Sums, MathLang>::with_capacity(guard, 1000);
    /// for n in 0..1000 {
    ///     sums.push(Math::Num(n));
    /// }
    /// ```
    #[must_use]
    pub fn with_capacity(_once: Guard<S>, rows: usize) -> Self {
        Self::of(Store::with_capacity(rows))
    }

    /// B1: the caller has used up the guard of `S`.
    pub(crate) fn of(store: Store<L>) -> Self {
        Builder { store, known: Known::new(), brand: PhantomData }
    }

    /// Rows so far.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy, Debug, PartialEq)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// sums.push(Math::Num(2));
    /// assert_eq!(sums.len(), 1);
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.store.len()
    }

    /// Is there no row yet?
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy, Debug, PartialEq)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// assert!(sums.is_empty());
    /// sums.add(Math::Num(2));
    /// assert!(!sums.is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Appends a node, even when an equal one exists. Its children need no check: that their indices exist proves
    /// that they are below.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy, Debug, PartialEq)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// let two = sums.push(Math::Num(2));
    /// assert_ne!(sums.push(Math::Num(2)), two);
    /// ```
    ///
    /// # Panics
    ///
    /// When the batch would exceed 2³² − 1 rows, or 2³² words of nodes with lists or more than two words.
    pub fn push(&mut self, node: L::Node<'_, Idx<S>>) -> Idx<S> {
        let code = self.store.encode::<Idx<S>>(node, Idx::raw);
        Idx::new(self.store.push(code))
    }

    /// Appends a node, or finds the equal one that an earlier `add` made. Equal are two nodes with the same operator, the
    /// same children, and payloads of the same words ([`Payload`](crate::Payload)).
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy, Debug, PartialEq)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// let two = sums.add(Math::Num(2));
    /// let four = sums.add(Math::Add(two, two));
    /// assert_eq!(sums.add(Math::Add(two, two)), four);
    /// ```
    ///
    /// # Panics
    ///
    /// When the batch would exceed 2³² − 1 rows, or 2³² words of nodes with lists or more than two words.
    #[inline]
    pub fn add(&mut self, node: L::Node<'_, Idx<S>>) -> Idx<S> {
        self.add_with(node, |child| child)
    }

    /// As [`add`](Self::add), with `f` of each child for its children: how a pass rebuilds a node.
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
    /// // The same sums in another space: each child where it went.
    /// space!(Copy, guard);
    /// let mut copy = Builder::<Copy, MathLang>::new(guard);
    /// let to = sums.fill_up(|row| copy.add_with(row.node(), |child| row[child]));
    /// assert_eq!(copy.node(to[four]), Math::Add(to[two], to[two]));
    /// ```
    ///
    /// # Panics
    ///
    /// When the batch would exceed 2³² − 1 rows, or 2³² words of nodes with lists or more than two words.
    #[inline]
    pub fn add_with<I: Child>(&mut self, node: L::Node<'_, I>, mut f: impl FnMut(I) -> Idx<S>) -> Idx<S> {
        let mut above = 0;
        let code = self.store.encode::<I>(node, |child| {
            let row = f(child).raw();
            above = above.max(row + 1);
            row
        });
        match self.known.find(above, self.store.hash(code), |row| self.store.equals(row, code)) {
            Ok(row) => {
                self.store.forget(code);
                Idx::new(row)
            }
            Err(place) => {
                let row = self.store.push(code);
                self.known.put(place, row);
                Idx::new(row)
            }
        }
    }

    /// As [`push`](Self::push), with `f` of each child for its children: how a pass over linear nodes rebuilds one.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy, Debug, PartialEq)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// # sums.push(Math::Num(2));
    /// # sums.push(Math::Num(2));
    /// # let sums = sums.freeze();
    /// space!(Copy, guard);
    /// let mut copy = Builder::<Copy, MathLang>::new(guard);
    /// sums.fill_up(|row| copy.push_with(row.node(), |child| row[child]));
    /// assert_eq!(copy.len(), sums.len()); // equal ones stay apart
    /// ```
    ///
    /// # Panics
    ///
    /// When the batch would exceed 2³² − 1 rows, or 2³² words of nodes with lists or more than two words.
    pub fn push_with<I: Child>(&mut self, node: L::Node<'_, I>, mut f: impl FnMut(I) -> Idx<S>) -> Idx<S> {
        let code = self.store.encode::<I>(node, |child| f(child).raw());
        Idx::new(self.store.push(code))
    }

    /// The node at `row`.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy, Debug, PartialEq)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// let two = sums.push(Math::Num(2));
    /// assert_eq!(sums.node(two), Math::Num(2));
    /// ```
    #[must_use]
    #[inline]
    pub fn node(&self, row: Idx<S>) -> L::Node<'_, Idx<S>> {
        // SAFETY: B1 and B2: `row` was below the length of this batch when it was made; B3.
        unsafe { self.store.node(row.row(), ()) }
    }

    /// Ends the growth: gives back the table and what was reserved.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy, Debug, PartialEq)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// let two = sums.push(Math::Num(2));
    /// let sums = sums.freeze(); // now there can be columns
    /// assert_eq!(sums.uses(&[two])[two], 1);
    /// ```
    #[must_use]
    pub fn freeze(self) -> Batch<S, L> {
        let Builder { mut store, known, .. } = self;
        // First, so that both are not there beside what shrinking copies.
        drop(known);
        store.shrink();
        Batch::new(store)
    }

    /// Makes the rows known to `add`, each the first of its kind. Used when a batch is thawed.
    pub(crate) fn learn(&mut self) {
        for row in 0..self.store.len() as u32 {
            let (store, code, mut above) = (&self.store, self.store.code(row), 0);
            // SAFETY: the row is there, and a bare row number asks for nothing (B5).
            L::each_child::<u32>(unsafe { store.node(row as usize, ()) }, |child| above = above.max(child + 1));
            if let Err(place) = self.known.find(above, store.hash(code), |row| store.equals(row, code)) {
                self.known.put(place, row);
            }
        }
    }
}
