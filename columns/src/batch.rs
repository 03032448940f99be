//! A frozen batch of nodes.

use crate::{
    brand::{Guard, Invariant, Space},
    builder::Builder,
    data::Data,
    index::Idx,
    lang::Lang,
    rows::Rows,
    store::Store,
};
use core::{fmt, marker::PhantomData};

/// Nodes of the language `L`, one a row of `S`; a node's children are earlier rows.
///
/// ```
/// # use polarnet_columns::{Builder, Node, space};
/// #[derive(Node, Clone, Copy, Debug, PartialEq)]
/// enum Math<I> { Num(i32), Add(I, I) }
///
/// space!(Sums, guard);
/// let mut sums = Builder::<Sums, MathLang>::new(guard);
/// let two = sums.add(Math::Num(2));
/// let four = sums.add(Math::Add(two, two));
/// let sums = sums.freeze();
/// assert_eq!(sums.node(four), Math::Add(two, two));
/// assert_eq!(sums.to_string(), "%0 = Num 2\n%1 = Add %0 %0\n");
/// ```
pub struct Batch<S: Space, L: Lang> {
    pub(crate) store: Store<L>,
    brand: Invariant<S>,
}

impl<S: Space, L: Lang> Batch<S, L> {
    /// B1: the caller has the one builder of `S`, or what came of it.
    pub(crate) fn new(store: Store<L>) -> Self {
        Batch { store, brand: PhantomData }
    }

    /// Rows of the space.
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
    /// assert_eq!(sums.len(), 2);
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.store.len()
    }

    /// Has the space no row?
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
    /// assert!(!sums.is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The space itself: its rows without the nodes.
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
    /// let names = sums.rows().collect(["two", "four"]).unwrap();
    /// assert_eq!(names[four], "four");
    /// ```
    #[must_use]
    pub fn rows(&self) -> Rows<S> {
        Rows::new(self.len())
    }

    /// All rows, children before parents.
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
    /// assert!(sums.indices().eq([two, four]));
    /// ```
    pub fn indices(&self) -> impl DoubleEndedIterator<Item = Idx<S>> + ExactSizeIterator + use<S, L> {
        self.rows().indices()
    }

    /// The row number `raw`, if the space has it.
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
    /// assert_eq!(sums.check(1), Some(four));
    /// assert_eq!(sums.check(2), None);
    /// ```
    #[must_use]
    pub fn check(&self, raw: u32) -> Option<Idx<S>> {
        self.rows().check(raw)
    }

    /// The node at `row`.
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
    /// assert_eq!(sums.node(four), Math::Add(two, two));
    /// ```
    #[must_use]
    #[inline]
    pub fn node(&self, row: Idx<S>) -> L::Node<'_, Idx<S>> {
        // SAFETY: B1 and B2: an index of this brand is below the length that all its columns have; B3.
        unsafe { self.store.node(row.row(), ()) }
    }

    /// The name of the operator at `row`.
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
    /// assert_eq!(sums.operator(four), "Add");
    /// ```
    #[must_use]
    pub fn operator(&self, row: Idx<S>) -> &'static str {
        L::OPERATORS[usize::from(self.store.ops()[row.row()])].name
    }

    /// A column: `f` of each row, in order.
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
    /// let leaf = sums.data(|row| matches!(sums.node(row), Math::Num(_)));
    /// assert_eq!((leaf[two], leaf[four]), (true, false));
    /// ```
    pub fn data<T>(&self, f: impl FnMut(Idx<S>) -> T) -> Data<S, T> {
        self.rows().data(f)
    }

    /// Bytes that the nodes take.
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
    /// assert_eq!(sums.bytes(), 2 * (1 + 8)); // an operator and two words a row
    /// ```
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.store.bytes()
    }

    /// Grows a frozen batch further, under a new brand, as its length is no longer that of the old one's columns. The rows
    /// stay, and `add` knows them: [`Embedding`] takes indices of the old space over.
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
    /// space!(More, guard);
    /// let (mut more, kept) = sums.thaw(guard);
    /// let four = kept.apply(four);
    /// assert_eq!(more.add(Math::Num(2)), kept.apply(two)); // known already
    /// more.add(Math::Add(four, four));
    /// assert_eq!(more.len(), 3);
    /// ```
    #[must_use]
    pub fn thaw<T: Space>(self, _once: Guard<T>) -> (Builder<T, L>, Embedding<S, T>) {
        let mut builder = Builder::of(self.store);
        builder.learn();
        (builder, Embedding(PhantomData, PhantomData))
    }
}

/// Each row of `S` is the row of `T` with the same number: `T` grew out of `S`.
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
/// let uses = sums.uses(&[four]);
/// space!(More, guard);
/// let (more, kept) = sums.thaw(guard);
/// // A mapping of the old space's rows, to take columns over.
/// let to = uses.rows().data(|row| kept.apply(row));
/// assert_eq!(more.node(to[two]), Math::Num(2));
/// ```
pub struct Embedding<S: Space, T: Space>(Invariant<S>, Invariant<T>);

impl<S: Space, T: Space> Clone for Embedding<S, T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<S: Space, T: Space> Copy for Embedding<S, T> {}

impl<S: Space, T: Space> Embedding<S, T> {
    /// The same row in `T`.
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
    /// space!(More, guard);
    /// let (_, kept) = sums.thaw(guard);
    /// let row: polarnet_columns::Idx<More> = kept.apply(four);
    /// assert_eq!(row.raw(), four.raw());
    /// ```
    #[must_use]
    #[inline]
    pub fn apply(&self, row: Idx<S>) -> Idx<T> {
        // B2: `thaw` gave `T` all rows of `S`, and `T` never shrinks.
        Idx::new(row.raw())
    }
}

/// The same batch once more: a copy of its nodes, of the same space, since neither changes. Indices and columns of the space are of both.
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
/// let old = sums.clone();
/// space!(More, guard);
/// let (more, kept) = sums.thaw(guard); // takes one, and gives it another space
/// assert_eq!(old.node(four), Math::Add(two, two));
/// assert_eq!(more.node(kept.apply(two)), Math::Num(2));
/// ```
impl<S: Space, L: Lang> Clone for Batch<S, L> {
    fn clone(&self) -> Self {
        // B1: as many rows, and B3, B5: the same words. A batch grows under a new brand only.
        Batch::new(self.store.clone())
    }
}

impl<S: Space, L: Lang> fmt::Display for Batch<S, L> {
    /// One line a row: `%2 = Add %0 %1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.indices() {
            write!(f, "{row:?} = ")?;
            L::write::<Idx<S>>(self.node(row), f, &mut |child, f| write!(f, " {child:?}"))?;
            writeln!(f)?;
        }
        Ok(())
    }
}

impl<S: Space, L: Lang> fmt::Debug for Batch<S, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Batch of {} rows", self.len())
    }
}
