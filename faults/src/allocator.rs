//! An allocator that counts, and that refuses one allocation when it is told to.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    backtrace::Backtrace,
    cell::Cell,
    sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering::SeqCst},
    thread,
    time::{Duration, Instant},
};

/// What the panic says that an allocation which failed ends in.
pub const REFUSED: &str = "no memory for an allocation";

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Bytes that are in use.
static LIVE: AtomicI64 = AtomicI64::new(0);

/// Allocations so far.
static COUNT: AtomicU64 = AtomicU64::new(0);

/// The one that is refused; `u64::MAX` if none is.
static REFUSE: AtomicU64 = AtomicU64::new(u64::MAX);

/// One was refused.
static HAS_REFUSED: AtomicBool = AtomicBool::new(false);

struct Counting;

// SAFETY: all memory is `System`'s, with the layouts that were asked for; a null pointer is what an allocator refuses with.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if refused() {
            return core::ptr::null_mut();
        }
        // SAFETY: the caller's promises are those of `System`.
        let block = unsafe { System.alloc(layout) };
        count(layout.size() as i64);
        block
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        count(-(layout.size() as i64));
        // SAFETY: as above; the block is from `System`.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if size > layout.size() && refused() {
            return core::ptr::null_mut();
        }
        // SAFETY: as above; the block is from `System`.
        let moved = unsafe { System.realloc(block, layout, size) };
        count(size as i64 - layout.size() as i64);
        moved
    }
}

thread_local! {
    /// What this thread allocates is not counted.
    static TRACING: Cell<bool> = const { Cell::new(false) };
}

fn count(bytes: i64) {
    if !TRACING.get() {
        LIVE.fetch_add(bytes, SeqCst);
    }
}

/// Where the caller is. What is kept to know the names of frames is not counted.
pub fn trace() -> String {
    TRACING.set(true);
    let trace = Backtrace::force_capture().to_string();
    TRACING.set(false);
    // Into memory that is counted.
    let copy = trace.clone();
    TRACING.set(true);
    drop(trace);
    TRACING.set(false);
    copy
}

fn refused() -> bool {
    if COUNT.fetch_add(1, SeqCst) != REFUSE.load(SeqCst) {
        return false;
    }
    // To find out where this is, memory is needed.
    REFUSE.store(u64::MAX, SeqCst);
    let refused = is_ours(&trace());
    HAS_REFUSED.store(refused, SeqCst);
    refused
}

/// Is the innermost frame that is not the allocator's or a container's one of polarnet? Those that start threads and share work among
/// them count on what Rust promises, that an allocation which fails aborts: std's scope waits for ever if its own do not.
fn is_ours(trace: &str) -> bool {
    const OTHERS: [&str; 3] = ["std::thread::", "rayon_core::", "crossbeam_"];
    let frames = trace.lines().filter_map(|line| line.trim_start().split_once(": ")).map(|(_, frame)| frame);
    let begins = |frame: &str, with: &str| frame.trim_start_matches(['<', '&']).starts_with(with);
    let frames = frames.filter(|frame| !begins(frame, "polarnet_faults::allocator::"));
    for frame in frames {
        if OTHERS.iter().any(|other| begins(frame, other)) {
            return false;
        }
        if begins(frame, "polarnet_") {
            return true;
        }
    }
    false
}

/// Bytes in use.
pub fn live() -> i64 {
    LIVE.load(SeqCst)
}

/// Bytes in use beyond those before, when the threads that end have ended.
pub fn settled(before: i64) -> i64 {
    let begin = Instant::now();
    while live() > before && begin.elapsed() < Duration::from_millis(200) {
        thread::sleep(Duration::from_micros(200));
    }
    live() - before
}

/// What `f` gives, and how many allocations it makes.
pub fn counted<T>(f: impl FnOnce() -> T) -> (T, u64) {
    let before = COUNT.load(SeqCst);
    let result = f();
    (result, COUNT.load(SeqCst) - before)
}

/// What `f` gives when its allocation number `nth` is refused, and whether one was.
pub fn failing<T>(nth: u64, f: impl FnOnce() -> T) -> (T, bool) {
    HAS_REFUSED.store(false, SeqCst);
    REFUSE.store(COUNT.load(SeqCst) + nth, SeqCst);
    let result = f();
    REFUSE.store(u64::MAX, SeqCst);
    (result, HAS_REFUSED.load(SeqCst))
}
