//! What was read of a value whose rest does not fit.

use crate::stack::with_stack;

/// Values of fewer terms are dropped as any others.
const FEW: usize = 100;
/// Those of more are left in memory.
const MANY: usize = 1 << 20;
/// What it may take to drop one level of a value.
const LEVEL: usize = 1 << 9;

/// A part of a value. Rust drops by recursion what was read however deep: here that has the stack it may need. For what
/// [`FromNormal`](super::FromNormal)'s derive makes, too.
#[doc(hidden)]
pub struct Part<T> {
    value: Option<T>,
    terms: usize,
}

impl<T> Part<T> {
    /// A value that so many terms were read for.
    pub(super) fn new(value: T, terms: usize) -> Self {
        Part { value: Some(value), terms }
    }

    /// The rest fits.
    pub fn whole(mut self) -> T {
        self.value.take().expect("a part is taken once")
    }
}

impl<T> Drop for Part<T> {
    fn drop(&mut self) {
        let Some(value) = self.value.take() else { return };
        if !core::mem::needs_drop::<T>() || self.terms < FEW {
            return;
        }
        // No value is deeper than it has terms.
        match self.terms < MANY {
            true => with_stack(self.terms * LEVEL, self.terms * LEVEL, || drop(value)),
            false => core::mem::forget(value),
        }
    }
}
