//! Row numbers that know their space.

use crate::brand::{Invariant, Space};
use core::{cmp::Ordering, fmt, hash, marker::PhantomData};

/// A row of the space `S`.
///
/// It is a `u32` at run time. There is no way from a bare number to an `Idx` but
/// [`Batch::check`](crate::Batch::check).
///
/// ```
/// # use polarnet_columns::space;
/// space!(Days, guard);
/// let rain = guard.column(vec![3, 0, 4]);
/// let last = rain.check(2).unwrap();
/// assert_eq!((rain[last], last.raw(), format!("{last:?}")), (4, 2, "%2".to_owned()));
/// ```
#[repr(transparent)]
pub struct Idx<S: Space>(u32, Invariant<S>);

/// A row of `S` below the row `'i` that is being computed: the seed's `α.lt(i)`.
///
/// `'i` is fresh for each row, so an `Lt` cannot outlive it. A child of a row below `'i` is below `'i` again
/// ([`Row::node_at`](crate::Row::node_at)), and every `Lt` is an [`Idx`].
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
///     Math::Add(a, b) => 1 + u32::max(row[a], row[b]), // `a` and `b` are `Lt`s
/// });
/// assert_eq!(depth[four], 1);
/// ```
#[repr(transparent)]
pub struct Lt<'i, S: Space>(u32, Invariant<S>, Invariant<&'i ()>);

impl<S: Space> Idx<S> {
    pub(crate) const fn new(row: u32) -> Self {
        Idx(row, PhantomData)
    }

    /// The row number. Forgetting the space is safe; the way back is [`Batch::check`](crate::Batch::check).
    ///
    /// ```
    /// # use polarnet_columns::space;
    /// space!(Days, guard);
    /// let days = guard.rows(3);
    /// assert_eq!(days.check(2).unwrap().raw(), 2);
    /// ```
    #[must_use]
    #[inline]
    pub const fn raw(self) -> u32 {
        self.0
    }

    #[inline]
    pub(crate) const fn row(self) -> usize {
        self.0 as usize
    }
}

impl<'i, S: Space> Lt<'i, S> {
    #[inline(always)]
    pub(crate) const fn new(row: u32) -> Self {
        Lt(row, PhantomData, PhantomData)
    }

    /// As a row of the space: that it is below the current one is forgotten.
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
    /// let first = sums.fill_up(|row| match row.node() {
    ///     Math::Num(_) => row.idx(),
    ///     Math::Add(a, _) => a.idx(), // may be kept, and read a frozen column
    /// });
    /// assert_eq!(first[four], two);
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn idx(self) -> Idx<S> {
        Idx::new(self.0)
    }

    /// The row number.
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
    /// let first = sums.fill_up(|row| match row.node() {
    ///     Math::Num(_) => None,
    ///     Math::Add(a, _) => Some(a.raw()),
    /// });
    /// assert_eq!(first[four], Some(0));
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn raw(self) -> u32 {
        self.0
    }

    #[inline(always)]
    pub(crate) const fn row(self) -> usize {
        self.0 as usize
    }
}

impl<S: Space> From<Lt<'_, S>> for Idx<S> {
    fn from(row: Lt<'_, S>) -> Self {
        row.idx()
    }
}

/// What derives would give, without asking the same of `S`.
macro_rules! as_number {
    ([$($generics:tt)*] $Type:ty, $shown:literal) => {
        impl<$($generics)*> Clone for $Type {
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<$($generics)*> Copy for $Type {}
        impl<$($generics)*> PartialEq for $Type {
            fn eq(&self, other: &Self) -> bool {
                self.0 == other.0
            }
        }
        impl<$($generics)*> Eq for $Type {}
        impl<$($generics)*> PartialOrd for $Type {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }
        impl<$($generics)*> Ord for $Type {
            fn cmp(&self, other: &Self) -> Ordering {
                self.0.cmp(&other.0)
            }
        }
        impl<$($generics)*> hash::Hash for $Type {
            fn hash<H: hash::Hasher>(&self, state: &mut H) {
                self.0.hash(state);
            }
        }
        impl<$($generics)*> fmt::Debug for $Type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, $shown, self.0)
            }
        }
    };
}

as_number! { [S: Space] Idx<S>, "%{}" }
as_number! { [S: Space] Lt<'_, S>, "%{}" }
