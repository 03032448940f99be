//! Work for several threads: rayon's, or without the feature `threads` the caller's alone.
//!
//! What a task does never depends on which thread does it, or when: results are the same at any number of threads.

/// `f` of `0..count`, in order.
#[cfg(feature = "threads")]
pub(crate) fn map<T: Send>(count: usize, f: impl Fn(usize) -> T + Sync) -> Vec<T> {
    use rayon::iter::{IntoParallelIterator, ParallelIterator};
    (0..count).into_par_iter().map(&f).collect()
}

/// `f` of `0..count`, in order.
#[cfg(not(feature = "threads"))]
pub(crate) fn map<T: Send>(count: usize, f: impl Fn(usize) -> T + Sync) -> Vec<T> {
    (0..count).map(f).collect()
}

/// Calls `f` with each of the items.
#[cfg(feature = "threads")]
pub(crate) fn each<T: Send>(items: Vec<T>, f: impl Fn(T) + Sync) {
    use rayon::iter::{IntoParallelIterator, ParallelIterator};
    items.into_par_iter().for_each(&f);
}

/// Calls `f` with each of the items.
#[cfg(not(feature = "threads"))]
pub(crate) fn each<T: Send>(items: Vec<T>, f: impl Fn(T) + Sync) {
    items.into_iter().for_each(f);
}
