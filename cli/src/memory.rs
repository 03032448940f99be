//! What happens when the system has no more memory: a message and an exit code, where Rust would abort.
//!
//! A run that reaches its own limit ends with an error long before. This is for books that are too large to be read, and
//! for limits from outside (`ulimit -v`).

use crate::exit;
use std::{
    alloc::{GlobalAlloc, Layout, System},
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

/// The system's allocator, which does not fail.
struct OrExit;

#[global_allocator]
static ALLOCATOR: OrExit = OrExit;

// SAFETY: everything is left to the system's allocator, whose contract is the same.
unsafe impl GlobalAlloc for OrExit {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract.
        given(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract.
        given(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller keeps the contract.
        given(unsafe { System.realloc(old, layout, size) })
    }

    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract.
        unsafe { System.dealloc(old, layout) }
    }
}

#[inline(always)]
fn given(memory: *mut u8) -> *mut u8 {
    if memory.is_null() {
        refused()
    }
    memory
}

/// Says so without taking a lock or memory, and ends the process.
#[cold]
fn refused() {
    static SAID: AtomicBool = AtomicBool::new(false);
    while SAID.swap(true, Ordering::Relaxed) {
        // Another thread is about to end the process.
        std::thread::sleep(Duration::from_millis(1));
    }
    #[cfg(unix)]
    {
        use std::{io::Write, mem::ManuallyDrop, os::fd::FromRawFd};
        // SAFETY: standard error is open in every Rust process, and is not closed here.
        let mut stderr = ManuallyDrop::new(unsafe { std::fs::File::from_raw_fd(2) });
        let _ =
            stderr.write_all(b"error: the system gives no more memory\nhelp: lower --max-memory, or raise ulimit -v\n");
        // SAFETY: it has no preconditions. It runs no clean-up, which would want locks, of a system without memory.
        unsafe { libc::_exit(exit::LIMIT.into()) }
    }
    #[cfg(not(unix))]
    std::process::abort()
}
