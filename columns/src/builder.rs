//! A batch that grows.

use crate::{
    batch::Batch,
    brand::{Guard, Space},
    index::Idx,
    lang::{KeyedLang, Lang},
};
use core::{
    hash::{BuildHasher, Hash},
    marker::PhantomData,
};
use hashbrown::{HashTable, hash_table::Entry};
use rustc_hash::FxBuildHasher;

/// The growing batch of the space `S`.
///
/// [`push`](Self::push) appends, as linear nets want; [`add`](Self::add) merges equal nodes, as expressions want.
pub struct Builder<S: Space, L: Lang> {
    nodes: Vec<L::Node<u32>>,
    /// Rows made by `add`, by the hash of their node.
    table: HashTable<u32>,
    brand: PhantomData<fn(S) -> S>,
}

impl<S: Space, L: Lang> Builder<S, L> {
    /// An empty batch.
    #[must_use]
    pub fn new(_once: Guard<S>) -> Self {
        Builder { nodes: Vec::new(), table: HashTable::new(), brand: PhantomData }
    }

    /// Rows so far.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Is there no row yet?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Appends a node, even when an equal one exists. Its children need no check: that their indices exist proves
    /// that they are below.
    ///
    /// # Panics
    ///
    /// When the batch would exceed 2³² − 1 rows.
    pub fn push(&mut self, node: L::Node<Idx<S>>) -> Idx<S> {
        let row = u32::try_from(self.nodes.len()).expect("a batch has at most 2^32 - 1 rows");
        self.nodes.push(L::map(node, Idx::raw));
        Idx::new(row)
    }

    /// Appends a node, or finds the equal one that an earlier `add` made.
    ///
    /// # Panics
    ///
    /// When the batch would exceed 2³² − 1 rows.
    pub fn add(&mut self, node: L::Node<Idx<S>>) -> Idx<S>
    where
        L: KeyedLang,
    {
        let key = L::map(node, Idx::raw);
        let hash = |key: &L::Node<u32>| {
            let mut state = FxBuildHasher.build_hasher();
            key.hash(&mut state);
            core::hash::Hasher::finish(&state)
        };
        let nodes = &self.nodes;
        let same = |&row: &u32| nodes[row as usize] == key;
        let row = u32::try_from(nodes.len()).expect("a batch has at most 2^32 - 1 rows");
        match self.table.entry(hash(&key), same, |&row| hash(&nodes[row as usize])) {
            Entry::Occupied(found) => Idx::new(*found.get()),
            Entry::Vacant(free) => {
                free.insert(row);
                self.nodes.push(key);
                Idx::new(row)
            }
        }
    }

    /// The node at `row`.
    #[must_use]
    pub fn node(&self, row: Idx<S>) -> L::Node<Idx<S>> {
        // SAFETY: B1 and B2: `row` was below the length of this batch when it was made.
        let node = unsafe { *self.nodes.get_unchecked(row.row()) };
        L::map(node, Idx::new)
    }

    /// Ends the growth.
    #[must_use]
    pub fn freeze(self) -> Batch<S, L> {
        Batch::new(self.nodes.into())
    }
}
