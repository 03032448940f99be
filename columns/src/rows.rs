//! A space by itself.

use crate::{
    brand::{Guard, Invariant, Space},
    data::Data,
    index::Idx,
};
use core::marker::PhantomData;

/// The rows of the space `S`: what every column of it can be made from.
#[derive(Debug)]
pub struct Rows<S: Space> {
    len: u32,
    brand: Invariant<S>,
}

impl<S: Space> Clone for Rows<S> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<S: Space> Copy for Rows<S> {}

impl<S: Space> Guard<S> {
    /// A space of `len` rows that have no nodes: for tables of other things.
    ///
    /// # Panics
    ///
    /// When `len` exceeds 2³² − 1.
    #[must_use]
    pub fn rows(self, len: usize) -> Rows<S> {
        Rows::new(len)
    }

    /// The space whose rows are those of a list, and the list as its column.
    ///
    /// # Panics
    ///
    /// When the list has more than 2³² − 1 values.
    #[must_use]
    pub fn column<T>(self, values: Vec<T>) -> Data<S, T> {
        Rows::<S>::new(values.len());
        Data::new(values.into())
    }
}

impl<S: Space> Rows<S> {
    /// B4: `len` is the length of the space.
    pub(crate) fn new(len: usize) -> Self {
        let len = u32::try_from(len).expect("a space has at most 2^32 - 1 rows");
        Rows { len, brand: PhantomData }
    }

    /// How many there are.
    #[must_use]
    pub fn len(self) -> usize {
        self.len as usize
    }

    /// Is there none?
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    /// All of them, in order.
    pub fn indices(self) -> impl DoubleEndedIterator<Item = Idx<S>> + ExactSizeIterator + use<S> {
        (0..self.len).map(Idx::new)
    }

    /// The row number `raw`, if there is one.
    #[must_use]
    pub fn check(self, raw: u32) -> Option<Idx<S>> {
        (raw < self.len).then(|| Idx::new(raw))
    }

    /// A column: `f` of each row, in order.
    pub fn data<T>(self, f: impl FnMut(Idx<S>) -> T) -> Data<S, T> {
        Data::new(self.indices().map(f).collect())
    }

    /// A column with the same value in each row.
    pub fn fill<T: Clone>(self, value: T) -> Data<S, T> {
        Data::new(vec![value; self.len()].into())
    }
}
