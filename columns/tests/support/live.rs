//! Values that are counted.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering::Relaxed},
};

/// Counts how many there are of it.
pub struct Live(Arc<AtomicUsize>);

impl Live {
    pub fn new(live: &Arc<AtomicUsize>) -> Self {
        live.fetch_add(1, Relaxed);
        Live(live.clone())
    }
}

impl Clone for Live {
    fn clone(&self) -> Self {
        Live::new(&self.0)
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}
