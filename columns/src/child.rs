//! What stands at a child's place in a node.

use crate::{
    brand::Space,
    index::{Idx, Lt},
};
use core::{fmt, marker::PhantomData};

/// What a node may have for its children: rows ([`Idx`], [`Lt`], bare `u32`s), or the values that a pass has computed
/// there (`&T`).
///
/// ```
/// use polarnet_columns::{Child, List};
///
/// // A node with a list says that its children are such.
/// enum Sum<'b, I: Child> { Num(i32), Of(List<'b, I>) }
/// # let _: [Sum<u32>; 1] = [Sum::Num(0)];
/// # let _ = |list| Sum::<u32>::Of(list);
/// ```
///
/// # Safety
///
/// Not to be implemented outside this crate.
pub unsafe trait Child: Copy {
    /// What a child is made of, beside its row number.
    #[doc(hidden)]
    type From: Copy;

    /// The child at `row`.
    ///
    /// # Safety
    ///
    /// `row` is what `from` takes it for: a row of the space, a row below the current one, a value that is there.
    #[doc(hidden)]
    unsafe fn new(from: Self::From, row: u32) -> Self;
}

// SAFETY: a number asks for nothing of its row (B2 is of indices).
unsafe impl Child for u32 {
    type From = ();
    unsafe fn new((): (), row: u32) -> u32 {
        row
    }
}

// SAFETY: B2: what `from` takes is a row of the space.
unsafe impl<S: Space> Child for Idx<S> {
    type From = ();
    #[inline(always)]
    unsafe fn new((): (), row: u32) -> Self {
        Idx::new(row)
    }
}

// SAFETY: B3 and B10: what `from` takes is a row below the one that is filled.
unsafe impl<S: Space> Child for Lt<'_, S> {
    type From = ();
    #[inline(always)]
    unsafe fn new((): (), row: u32) -> Self {
        Lt::new(row)
    }
}

// SAFETY: B10: what `from` takes is a row whose value is there.
unsafe impl<T> Child for &T {
    type From = *const T;
    #[inline(always)]
    unsafe fn new(from: *const T, row: u32) -> Self {
        // SAFETY: B10, by the caller's word: `from` is the base of values, of which the one at `row` is there.
        unsafe { &*from.add(row as usize) }
    }
}

/// The children of a node of any arity.
///
/// ```
/// # use polarnet_columns::{Builder, Child, List, Node, space};
/// # #[derive(Node, Clone, Copy)]
/// # enum Sum<'b, I: Child> { Num(i32), Of(List<'b, I>) }
/// # space!(Sums, guard);
/// # let mut sums = Builder::<Sums, SumLang>::new(guard);
/// # let (two, three) = (sums.add(Sum::Num(2)), sums.add(Sum::Num(3)));
/// let five = sums.add(Sum::Of(List::new(&[two, three])));
/// let value = sums.freeze().fold(|node: Sum<&i32>| match node {
///     Sum::Num(n) => n,
///     Sum::Of(terms) => terms.iter().sum(),
/// });
/// assert_eq!(value[five], 5);
/// ```
pub struct List<'b, I: Child> {
    rows: &'b [u32],
    from: I::From,
}

impl<'b, S: Space> List<'b, Idx<S>> {
    /// The children of a node to be added.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Child, List, Node, space};
    /// # #[derive(Node, Clone, Copy)]
    /// # enum Sum<'b, I: Child> { Num(i32), Of(List<'b, I>) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, SumLang>::new(guard);
    /// # let (two, three) = (sums.add(Sum::Num(2)), sums.add(Sum::Num(3)));
    /// let none = sums.add(Sum::Of(List::new(&[])));
    /// assert_eq!(sums.len(), 3);
    /// # let _ = none;
    /// ```
    #[must_use]
    pub fn new(children: &'b [Idx<S>]) -> Self {
        // SAFETY: `Idx` is transparent over `u32`; B2: the rows are those of indices.
        let rows = unsafe { core::slice::from_raw_parts(children.as_ptr().cast(), children.len()) };
        List { rows, from: () }
    }
}

impl<'b> List<'b, u32> {
    /// Children that are bare row numbers.
    ///
    /// ```
    /// # use polarnet_columns::List;
    /// assert_eq!(List::bare(&[2, 3]).get(1), Some(3));
    /// ```
    #[must_use]
    pub const fn bare(rows: &'b [u32]) -> Self {
        List { rows, from: () }
    }
}

impl<'b> From<&'b [u32]> for List<'b, u32> {
    fn from(rows: &'b [u32]) -> Self {
        List::bare(rows)
    }
}

impl<'b, S: Space> From<&'b [Idx<S>]> for List<'b, Idx<S>> {
    fn from(children: &'b [Idx<S>]) -> Self {
        List::new(children)
    }
}

impl<'b, I: Child> List<'b, I> {
    /// # Safety
    ///
    /// As [`Child::new`], for all of `rows`.
    pub(crate) unsafe fn from_raw(rows: &'b [u32], from: I::From) -> Self {
        List { rows, from }
    }

    /// How many there are.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Child, List, Node, space};
    /// # #[derive(Node, Clone, Copy)]
    /// # enum Sum<'b, I: Child> { Num(i32), Of(List<'b, I>) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, SumLang>::new(guard);
    /// # let (two, three) = (sums.add(Sum::Num(2)), sums.add(Sum::Num(3)));
    /// let rows = [two, three];
    /// let list = List::new(&rows);
    /// assert_eq!(list.len(), 2);
    /// ```
    #[must_use]
    pub fn len(self) -> usize {
        self.rows.len()
    }

    /// Is there none?
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Child, List, Node, space};
    /// # #[derive(Node, Clone, Copy)]
    /// # enum Sum<'b, I: Child> { Num(i32), Of(List<'b, I>) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, SumLang>::new(guard);
    /// # let (two, three) = (sums.add(Sum::Num(2)), sums.add(Sum::Num(3)));
    /// let rows = [two, three];
    /// let list = List::new(&rows);
    /// assert!(!list.is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.rows.is_empty()
    }

    /// The child number `at`, from 0.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Child, List, Node, space};
    /// # #[derive(Node, Clone, Copy)]
    /// # enum Sum<'b, I: Child> { Num(i32), Of(List<'b, I>) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, SumLang>::new(guard);
    /// # let (two, three) = (sums.add(Sum::Num(2)), sums.add(Sum::Num(3)));
    /// let rows = [two, three];
    /// let list = List::new(&rows);
    /// assert_eq!((list.get(1), list.get(2)), (Some(three), None));
    /// ```
    #[must_use]
    pub fn get(self, at: usize) -> Option<I> {
        self.into_iter().nth(at)
    }

    /// The children in order.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Child, List, Node, space};
    /// # #[derive(Node, Clone, Copy)]
    /// # enum Sum<'b, I: Child> { Num(i32), Of(List<'b, I>) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, SumLang>::new(guard);
    /// # let (two, three) = (sums.add(Sum::Num(2)), sums.add(Sum::Num(3)));
    /// let rows = [two, three];
    /// let list = List::new(&rows);
    /// assert!(list.iter().rev().eq([three, two]));
    /// ```
    #[must_use]
    pub fn iter(self) -> ListIter<'b, I> {
        self.into_iter()
    }
}

impl<I: Child> Clone for List<'_, I> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<I: Child> Copy for List<'_, I> {}

impl<I: Child + PartialEq> PartialEq for List<'_, I> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}
impl<I: Child + Eq> Eq for List<'_, I> {}

impl<I: Child + fmt::Debug> fmt::Debug for List<'_, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<'b, I: Child> IntoIterator for List<'b, I> {
    type Item = I;
    type IntoIter = ListIter<'b, I>;

    #[inline(always)]
    fn into_iter(self) -> ListIter<'b, I> {
        ListIter { rows: self.rows.iter(), from: self.from, child: PhantomData }
    }
}

/// The children of a [`List`], in order.
///
/// ```
/// # use polarnet_columns::{Builder, Child, List, Node, space};
/// # #[derive(Node, Clone, Copy)]
/// # enum Sum<'b, I: Child> { Num(i32), Of(List<'b, I>) }
/// # space!(Sums, guard);
/// # let mut sums = Builder::<Sums, SumLang>::new(guard);
/// # let (two, three) = (sums.add(Sum::Num(2)), sums.add(Sum::Num(3)));
/// let rows = [two, three];
/// let list = List::new(&rows);
/// let mut rows = list.iter();
/// assert_eq!((rows.next(), rows.len()), (Some(two), 1));
/// ```
#[derive(Clone)]
pub struct ListIter<'b, I: Child> {
    rows: core::slice::Iter<'b, u32>,
    from: I::From,
    child: PhantomData<I>,
}

impl<I: Child> Iterator for ListIter<'_, I> {
    type Item = I;

    #[inline(always)]
    fn next(&mut self) -> Option<I> {
        let &row = self.rows.next()?;
        // SAFETY: B5: the list was made of rows that `from` takes.
        Some(unsafe { I::new(self.from, row) })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rows.size_hint()
    }
}

impl<I: Child> DoubleEndedIterator for ListIter<'_, I> {
    fn next_back(&mut self) -> Option<I> {
        let &row = self.rows.next_back()?;
        // SAFETY: B5, as in `next`.
        Some(unsafe { I::new(self.from, row) })
    }
}

impl<I: Child> ExactSizeIterator for ListIter<'_, I> {}
