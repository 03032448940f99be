//! A frozen batch of nodes.

use crate::{brand::Space, data::Data, index::Idx, lang::Lang};
use core::marker::PhantomData;

/// Nodes of the language `L`, one a row of `S`; a node's children are earlier rows.
pub struct Batch<S: Space, L: Lang> {
    nodes: Box<[L::Node<u32>]>,
    brand: PhantomData<fn(S) -> S>,
}

impl<S: Space, L: Lang> Batch<S, L> {
    pub(crate) fn new(nodes: Box<[L::Node<u32>]>) -> Self {
        Batch { nodes, brand: PhantomData }
    }

    /// Rows of the space.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Has the space no row?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All rows, children before parents.
    pub fn indices(&self) -> impl DoubleEndedIterator<Item = Idx<S>> + ExactSizeIterator + use<S, L> {
        (0..self.nodes.len() as u32).map(Idx::new)
    }

    /// The row number `raw`, if the space has it.
    #[must_use]
    pub fn check(&self, raw: u32) -> Option<Idx<S>> {
        ((raw as usize) < self.nodes.len()).then(|| Idx::new(raw))
    }

    /// The node at `row`.
    #[must_use]
    #[inline]
    pub fn node(&self, row: Idx<S>) -> L::Node<Idx<S>> {
        // SAFETY: B1 and B2: an index of this brand is below the length that all its columns have.
        let node = unsafe { *self.nodes.get_unchecked(row.row()) };
        L::map(node, Idx::new)
    }

    /// A column: `f` of each row, in order.
    pub fn data<T>(&self, f: impl FnMut(Idx<S>) -> T) -> Data<S, T> {
        Data::new(self.indices().map(f).collect())
    }
}
