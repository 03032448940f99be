//! Columns of values.

use crate::{brand::Space, index::Idx};
use core::{marker::PhantomData, ops::Index};

/// A value of type `T` for each row of `S`.
pub struct Data<S: Space, T> {
    values: Box<[T]>,
    brand: PhantomData<fn(S) -> S>,
}

/// A row of `T` for each row of `S`.
pub type Mapping<S, T> = Data<S, Idx<T>>;

impl<S: Space, T> Data<S, T> {
    /// B4: the caller passes as many values as the space has rows.
    pub(crate) fn new(values: Box<[T]>) -> Self {
        Data { values, brand: PhantomData }
    }

    /// Rows of the space.
    pub fn indices(&self) -> impl DoubleEndedIterator<Item = Idx<S>> + ExactSizeIterator + use<S, T> {
        (0..self.values.len() as u32).map(Idx::new)
    }

    /// The row number `raw`, if the space has it.
    #[must_use]
    pub fn check(&self, raw: u32) -> Option<Idx<S>> {
        ((raw as usize) < self.values.len()).then(|| Idx::new(raw))
    }

    /// The values, in row order.
    pub fn iter(&self) -> core::slice::Iter<'_, T> {
        self.values.iter()
    }

    /// A column of `f` of each value.
    pub fn map<U>(&self, f: impl FnMut(&T) -> U) -> Data<S, U> {
        Data::new(self.values.iter().map(f).collect())
    }

    /// A column of `f` of the two values of each row. Equal brands have equal lengths: nothing is cut off.
    pub fn zip_map<U, V>(&self, other: &Data<S, U>, mut f: impl FnMut(&T, &U) -> V) -> Data<S, V> {
        Data::new(self.values.iter().zip(&other.values).map(|(a, b)| f(a, b)).collect())
    }
}

impl<S: Space, T: Space> Mapping<S, T> {
    /// Follows the mapping, then reads `column` there.
    pub fn then<V: Clone>(&self, column: &Data<T, V>) -> Data<S, V> {
        self.map(|&row| column[row].clone())
    }
}

impl<S: Space, T> Index<Idx<S>> for Data<S, T> {
    type Output = T;

    #[inline]
    fn index(&self, row: Idx<S>) -> &T {
        // SAFETY: B4: this column is as long as the space, and B2: `row` is a row of the space.
        unsafe { self.values.get_unchecked(row.row()) }
    }
}

impl<'a, S: Space, T> IntoIterator for &'a Data<S, T> {
    type Item = &'a T;
    type IntoIter = core::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
