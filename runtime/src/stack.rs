//! Recursion that is as deep as memory allows: where little is left of the stack, it goes on on another one.

/// Calls `run` where there are `left` bytes of stack, or on a stack of `more`. The checkers run it where it is.
#[inline]
pub fn with_stack<R>(left: usize, more: usize, run: impl FnOnce() -> R) -> R {
    #[cfg(any(miri, loom, shuttle))]
    {
        let _ = (left, more);
        run()
    }
    #[cfg(not(any(miri, loom, shuttle)))]
    stacker::maybe_grow(left, more, run)
}
