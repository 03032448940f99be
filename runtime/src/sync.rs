//! The one place where std, loom and shuttle are chosen. All atomics of the crate come from here.

#[cfg(loom)]
pub use loom::{
    sync::{
        Condvar, Mutex, MutexGuard,
        atomic::{AtomicBool, AtomicU64, AtomicUsize},
    },
    thread,
};

#[cfg(all(shuttle, not(loom)))]
pub use shuttle::{
    sync::{
        Condvar, Mutex, MutexGuard,
        atomic::{AtomicBool, AtomicU64, AtomicUsize},
    },
    thread,
};

#[cfg(not(any(loom, shuttle)))]
pub use std::sync::{
    Condvar, Mutex, MutexGuard,
    atomic::{AtomicBool, AtomicU64, AtomicUsize},
};

/// Atomics that outlive a run, as others hold them: tokens and progress. Nothing is ordered by them, so nothing about them
/// is to be explored.
pub mod outside {
    pub use std::sync::atomic::{AtomicBool, AtomicU64};
}

pub use std::sync::atomic::Ordering;
