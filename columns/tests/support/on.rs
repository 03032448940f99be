//! Threads.

/// Runs `f` with so many threads, if there are threads.
pub fn on<R: Send>(threads: usize, f: impl FnOnce() -> R + Send) -> R {
    if !cfg!(feature = "threads") {
        return f();
    }
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(f)
}
