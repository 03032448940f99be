//! Row numbers that know their space.

use crate::brand::Space;
use core::{cmp::Ordering, fmt, hash, marker::PhantomData};

/// A row of the space `S`.
///
/// It is a `u32` at run time. There is no way from a bare number to an `Idx` but
/// [`Batch::check`](crate::Batch::check).
#[repr(transparent)]
pub struct Idx<S: Space>(u32, PhantomData<fn(S) -> S>);

impl<S: Space> Idx<S> {
    pub(crate) const fn new(row: u32) -> Self {
        Idx(row, PhantomData)
    }

    /// The row number. Forgetting the space is safe; the way back is [`Batch::check`](crate::Batch::check).
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

// Derives would ask the same of `S`.
impl<S: Space> Clone for Idx<S> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<S: Space> Copy for Idx<S> {}
impl<S: Space> PartialEq for Idx<S> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}
impl<S: Space> Eq for Idx<S> {}
impl<S: Space> PartialOrd for Idx<S> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl<S: Space> Ord for Idx<S> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.cmp(&other.0)
    }
}
impl<S: Space> hash::Hash for Idx<S> {
    fn hash<H: hash::Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}
impl<S: Space> fmt::Debug for Idx<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "%{}", self.0)
    }
}
