//! A batch that grows.

use crate::{
    batch::Batch,
    brand::{Guard, Invariant, Space},
    child::Child,
    index::Idx,
    lang::Lang,
    store::Store,
};
use core::marker::PhantomData;
use hashbrown::{HashTable, hash_table::Entry};

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
    /// Rows made by `add`, each beside the hash of its node: growing the table reads nothing else.
    table: HashTable<Known>,
    brand: Invariant<S>,
}

struct Known {
    hash: u32,
    row: u32,
}

/// The table takes a word's lowest and highest bits.
#[inline(always)]
fn spread(hash: u32) -> u64 {
    u64::from(hash) | u64::from(hash) << 32
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
        Builder { store, table: HashTable::new(), brand: PhantomData }
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
    /// When the batch would exceed 2³² − 1 rows.
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
    /// When the batch would exceed 2³² − 1 rows.
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
    /// When the batch would exceed 2³² − 1 rows.
    #[inline]
    pub fn add_with<I: Child>(&mut self, node: L::Node<'_, I>, mut f: impl FnMut(I) -> Idx<S>) -> Idx<S> {
        let code = self.store.encode::<I>(node, |child| f(child).raw());
        let hash = (self.store.hash(code) >> 32) as u32;
        let same = |known: &Known| known.hash == hash && self.store.equals(known.row, code);
        match self.table.entry(spread(hash), same, |known| spread(known.hash)) {
            Entry::Occupied(found) => {
                let row = found.get().row;
                self.store.forget(code);
                Idx::new(row)
            }
            Entry::Vacant(free) => {
                let row = self.store.push(code);
                free.insert(Known { hash, row });
                Idx::new(row)
            }
        }
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
    pub fn freeze(mut self) -> Batch<S, L> {
        self.store.shrink();
        Batch::new(self.store)
    }

    /// Makes the rows known to `add`, each the first of its kind. Used when a batch is thawed.
    pub(crate) fn learn(&mut self) {
        self.table.reserve(self.store.len(), |known| spread(known.hash));
        for row in 0..self.store.len() as u32 {
            let code = self.store.code(row);
            let (store, hash) = (&self.store, (self.store.hash(code) >> 32) as u32);
            let same = |known: &Known| known.hash == hash && store.equals(known.row, code);
            if let Entry::Vacant(free) = self.table.entry(spread(hash), same, |known| spread(known.hash)) {
                free.insert(Known { hash, row });
            }
        }
    }
}
