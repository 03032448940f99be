//! What is dropped by a pointer.

use core::{mem::ManuallyDrop, ops::Deref};

/// A value, and the code that drops it, as a pointer: a type that may hold one has no code for that where none is made. Each
/// `net!` has a type of books of its own, and most are run only, which needs no columns.
pub(super) struct Kept<T> {
    value: ManuallyDrop<T>,
    drop: unsafe fn(&mut ManuallyDrop<T>),
}

impl<T> Kept<T> {
    pub fn new(value: T) -> Self {
        Kept { value: ManuallyDrop::new(value), drop: ManuallyDrop::drop }
    }
}

impl<T> Deref for Kept<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> Drop for Kept<T> {
    fn drop(&mut self) {
        // SAFETY: nobody sees the value after this, which happens once.
        unsafe { (self.drop)(&mut self.value) }
    }
}
