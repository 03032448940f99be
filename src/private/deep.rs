//! Recursion that is as deep as memory allows.

/// The stack that must be left for one call, and what it gets where that is not there.
#[cfg(not(any(miri, loom, shuttle)))]
const LEFT: usize = 1 << 18;
#[cfg(not(any(miri, loom, shuttle)))]
const MORE: usize = 1 << 22;

/// Runs it where there is stack for it: on this one, or on a new one.
#[inline]
pub fn deep<T>(run: impl FnOnce() -> T) -> T {
    #[cfg(any(miri, loom, shuttle))]
    return run();
    #[cfg(not(any(miri, loom, shuttle)))]
    stacker::maybe_grow(LEFT, MORE, run)
}
