//! What goes to a device by an encoder's `copy`.

use super::{
    Value,
    backend::{Held, Passes, Residents},
};
use core::fmt;
use polarnet_columns::{Batch, Lang, Space};
use std::sync::Arc;

/// Takes what passes read of a value that is copied: its batches and columns.
pub struct Placing<'p> {
    passes: &'p Passes,
    residents: &'p Arc<Residents>,
    held: Vec<Held>,
}

impl<'p> Placing<'p> {
    #[cfg(all(feature = "cuda", not(any(loom, shuttle, miri))))]
    pub(crate) fn new(passes: &'p Passes, residents: &'p Arc<Residents>) -> Self {
        Placing { passes, residents, held: Vec::new() }
    }

    #[cfg(all(feature = "cuda", not(any(loom, shuttle, miri))))]
    pub(crate) fn held(self) -> Vec<Held> {
        self.held
    }

    /// A batch of the value, which does not move when the value does.
    pub fn batch<S: Space, L: Lang>(&mut self, batch: &Batch<S, L>) {
        self.held.extend(self.passes.place_batch(self.residents, batch));
    }

    /// A column of the value, which does not move when the value does.
    pub fn column<T: Value>(&mut self, values: &[T]) {
        self.held.extend(self.passes.place_column(self.residents, values));
    }
}

impl fmt::Debug for Placing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Placing")
    }
}
