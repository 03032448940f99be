//! Recursion of `schedule!` that is as deep as memory allows.

use polarnet_runtime::stack::with_stack;

/// The stack that must be left for one call, and what it gets where that is not there.
const LEFT: usize = 1 << 18;
const MORE: usize = 1 << 22;

/// Runs it where there is stack for it: on this one, or on a new one.
#[inline]
pub fn deep<T>(run: impl FnOnce() -> T) -> T {
    with_stack(LEFT, MORE, run)
}
