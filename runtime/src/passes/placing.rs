//! What is of a value on a device: what an encoder's `copy` brings there, and what a pass has made there.

use super::{
    Value,
    backend::{Fresh, Held, Passes, Residents},
};
use core::fmt;
use polarnet_columns::{Batch, Lang, Space};
use std::sync::Arc;

/// Is shown the batches and columns of a value, which do not move when the value does, and puts them on the device.
pub struct Placing<'p> {
    from: From<'p>,
    residents: &'p Arc<Residents>,
    held: Vec<Held>,
}

/// Where they come from.
enum From<'p> {
    #[cfg_attr(
        not(all(feature = "cuda", not(any(loom, shuttle, miri)))),
        expect(dead_code, reason = "no device compiles")
    )]
    Here(&'p Passes),
    /// They were made there.
    There(Vec<Fresh>),
}

impl<'p> Placing<'p> {
    #[cfg(all(feature = "cuda", not(any(loom, shuttle, miri))))]
    pub(crate) fn new(passes: &'p Passes, residents: &'p Arc<Residents>) -> Self {
        Placing { from: From::Here(passes), residents, held: Vec::new() }
    }

    pub(crate) fn made(fresh: Vec<Fresh>, residents: &'p Arc<Residents>) -> Self {
        Placing { from: From::There(fresh), residents, held: Vec::new() }
    }

    pub(crate) fn held(self) -> Vec<Held> {
        self.held
    }

    /// A batch of the value.
    pub fn batch<S: Space, L: Lang>(&mut self, batch: &Batch<S, L>) {
        if let From::Here(passes) = self.from {
            self.held.extend(passes.place_batch(self.residents, batch));
        }
    }

    /// A column of the value.
    pub fn column<T: Value>(&mut self, values: &[T]) {
        self.held.extend(match &mut self.from {
            From::Here(passes) => passes.place_column(self.residents, values),
            From::There(fresh) => Fresh::keep(fresh, self.residents, values),
        });
    }
}

impl fmt::Debug for Placing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Placing")
    }
}
