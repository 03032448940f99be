//! A word of the heap, and what may be done with it.
//!
//! One protocol ([`link`](crate::link)), two cells: [`Plain`] for one thread, [`Shared`] for many. `init` and `take`
//! are plain accesses in both, and stay plain under Miri and ThreadSanitizer, which so check the claim that the
//! protocol makes them exclusive.

use crate::{
    compiled::{Entries, Entry},
    sync::{AtomicU64, Ordering},
    word::Word,
};
use core::{cell::UnsafeCell, marker::PhantomData};

/// A word of the heap.
///
/// # Safety
///
/// Outside loom and shuttle, a cell is 64 bits, whatever they are; all zeros are [`Word::EMPTY`].
pub unsafe trait Cell: Sized + 'static {
    /// Is where negative nodes wait written down? [`lazy`](crate::lazy) needs it; for others it is nothing.
    const LAZY: bool = false;

    /// A cell that holds `word`: the checkers want each made one by one.
    #[cfg(any(loom, shuttle, miri))]
    fn new(word: Word) -> Self;

    /// Stores. A plain store.
    ///
    /// # Safety
    ///
    /// Nobody else may touch the word, and their touches happened before.
    unsafe fn init(&self, word: Word);

    /// Loads. A plain load.
    ///
    /// # Safety
    ///
    /// The word is a term slot of a node that the caller holds, and was initialised before.
    unsafe fn take(&self) -> Word;

    /// One of a cell's two parties meets it, bringing `mine`, which is not empty.
    ///
    /// [`Word::EMPTY`]: the caller is the first; the cell keeps `mine`, and the caller may never touch it again.
    /// Else the caller is the second, got what the first brought, and the cell is dead.
    fn meet(&self, mine: Word) -> Word;

    /// What the cell holds, without leaving anything. A party of the cell that gets a term is the second. Also for
    /// readback.
    fn peek(&self) -> Word;

    /// Puts `word` in the place of what the cell holds, without meeting it: for readback, while nobody reduces.
    fn replace(&self, word: Word);

    /// Counts the death of one of `cells` cells of the node whose word 0 this is. True: it was the last one, and
    /// every touch of the node by anybody happened before.
    fn die(&self, cells: u32) -> bool;

    /// Of the functions of an agent, the one for such cells.
    fn entry(_: &Entries) -> Option<Entry<Self>> {
        None
    }
}

/// One thread: no atomic instruction.
#[repr(transparent)]
pub struct Plain(core::cell::Cell<u64>);

// SAFETY: transparent over a `u64`, whose zero is `Word::EMPTY`.
unsafe impl Cell for Plain {
    #[cfg(any(loom, shuttle, miri))]
    fn new(word: Word) -> Self {
        Plain(core::cell::Cell::new(word.0))
    }
    #[inline(always)]
    unsafe fn init(&self, word: Word) {
        self.0.set(word.0);
    }
    #[inline(always)]
    unsafe fn take(&self) -> Word {
        Word(self.0.get())
    }
    #[inline(always)]
    fn meet(&self, mine: Word) -> Word {
        let held = Word(self.0.get());
        if held.alive().is_empty() {
            self.0.set(held.0 | mine.0);
        }
        held.alive()
    }
    #[inline(always)]
    fn peek(&self) -> Word {
        Word(self.0.get()).alive()
    }
    fn replace(&self, word: Word) {
        self.0.set(self.0.get() & Word::DEATHS | word.0);
    }
    #[inline(always)]
    fn die(&self, cells: u32) -> bool {
        let held = self.0.get();
        self.0.set(held + Word::DEATH);
        Word(held).deaths() + 1 == cells
    }
    #[inline(always)]
    fn entry(entries: &Entries) -> Option<Entry<Self>> {
        Some(entries.plain())
    }
}

/// The orderings of [`Shared`], as a parameter so that tests can weaken one at a time. Each is argued for in
/// `LINKER.md`, section 5.
pub trait Orders: 'static {
    /// The load with which a meeting begins.
    const LOOK: Ordering = Ordering::Acquire;
    /// The addition with which it ends, if the load saw an empty cell.
    const LEAVE: Ordering = Ordering::AcqRel;
    /// The load with which a death begins.
    const COUNT: Ordering = Ordering::Acquire;
    /// The addition with which it ends, if the load saw that others are alive.
    const DIE: Ordering = Ordering::AcqRel;

    /// Of the functions of an agent, the one for such cells.
    fn entry(_: &Entries) -> Option<Entry<Shared<Self>>>
    where
        Self: Sized,
    {
        None
    }
}

/// The orderings in use.
pub struct Proved;
impl Orders for Proved {
    #[inline(always)]
    fn entry(entries: &Entries) -> Option<Entry<Shared>> {
        Some(entries.shared())
    }
}

/// Plain accesses stay plain, so that Miri and ThreadSanitizer see a race if there is one.
#[cfg(not(any(loom, shuttle)))]
type Raw = u64;
/// The checkers see plain accesses as unsynchronised ones to their own atomics.
#[cfg(all(shuttle, not(loom)))]
type Raw = AtomicU64;
/// loom's search keeps one last access of each atomic. That a store may overtake another thread's load is so forgotten
/// when the storing thread loads first, as meetings and deaths do. `loads` is its reminder: a relaxed
/// read-modify-write before each load, which orders loads with each other, and synchronises nothing.
#[cfg(loom)]
struct Raw {
    word: AtomicU64,
    loads: AtomicU64,
}

/// Many threads.
#[cfg_attr(not(any(loom, shuttle)), repr(transparent))]
pub struct Shared<O: Orders = Proved>(UnsafeCell<Raw>, PhantomData<O>);

// SAFETY: the atomic accesses are atomic; the plain ones are exclusive by the contracts of `init` and `take`, which the
// rules keep: L1, L2 and L3 of `LINKER.md`.
unsafe impl<O: Orders> Sync for Shared<O> {}
// SAFETY: as above.
unsafe impl<O: Orders> Send for Shared<O> {}

#[cfg(not(any(loom, shuttle)))]
impl<O: Orders> Shared<O> {
    #[inline(always)]
    fn atom(&self) -> &AtomicU64 {
        // SAFETY: the pointer is valid and aligned; atomic and plain accesses do not overlap in time (L2, L3).
        unsafe { AtomicU64::from_ptr(self.0.get()) }
    }
    #[inline(always)]
    fn load(&self, ordering: Ordering) -> Word {
        Word(self.atom().load(ordering))
    }
    #[cfg(miri)]
    fn raw(word: Word) -> Raw {
        word.0
    }
    /// # Safety
    /// As [`Cell::init`].
    #[inline(always)]
    unsafe fn put(&self, word: u64) {
        // SAFETY: exclusive by the caller's word.
        unsafe { *self.0.get() = word }
    }
    /// # Safety
    /// As [`Cell::take`].
    #[inline(always)]
    unsafe fn get(&self) -> u64 {
        // SAFETY: nobody writes, by the caller's word.
        unsafe { *self.0.get() }
    }
}

#[cfg(loom)]
impl<O: Orders> Shared<O> {
    fn both(&self) -> &Raw {
        // SAFETY: shared access; `put` takes its exclusive one only while nobody else may touch the word.
        unsafe { &*self.0.get() }
    }
    pub(crate) fn atom(&self) -> &AtomicU64 {
        &self.both().word
    }
    pub(crate) fn load(&self, ordering: Ordering) -> Word {
        self.both().loads.fetch_add(0, Ordering::Relaxed);
        Word(self.atom().load(ordering))
    }
    fn raw(word: Word) -> Raw {
        Raw { word: AtomicU64::new(word.0), loads: AtomicU64::new(0) }
    }
    /// loom advances a thread's clock at synchronising operations only, so a plain access right after a release
    /// would pass as if it were before it. An operation of its own makes the clock tick.
    fn tick() {
        AtomicU64::new(0).load(Ordering::Relaxed);
    }
    /// # Safety
    /// As [`Cell::init`].
    unsafe fn put(&self, word: u64) {
        Self::tick();
        // SAFETY: exclusive by the caller's word, which loom checks.
        unsafe { (*self.0.get()).word.with_mut(|held| *held = word) }
    }
    /// # Safety
    /// As [`Cell::take`].
    unsafe fn get(&self) -> u64 {
        Self::tick();
        // SAFETY: nobody writes, by the caller's word, which loom checks.
        unsafe { self.atom().unsync_load() }
    }
}

#[cfg(all(shuttle, not(loom)))]
impl<O: Orders> Shared<O> {
    fn atom(&self) -> &AtomicU64 {
        // SAFETY: shared access; `put` takes its exclusive one only while nobody else may touch the word.
        unsafe { &*self.0.get() }
    }
    fn load(&self, ordering: Ordering) -> Word {
        Word(self.atom().load(ordering))
    }
    fn raw(word: Word) -> Raw {
        AtomicU64::new(word.0)
    }
    /// # Safety
    /// As [`Cell::init`].
    unsafe fn put(&self, word: u64) {
        // SAFETY: exclusive by the caller's word; no scheduling point.
        unsafe { *(*self.0.get()).get_mut() = word }
    }
    /// # Safety
    /// As [`Cell::take`].
    unsafe fn get(&self) -> u64 {
        // SAFETY: nobody writes, by the caller's word; no scheduling point.
        unsafe { self.atom().raw_load() }
    }
}

// SAFETY: outside loom and shuttle transparent over a `u64`, whose zero is `Word::EMPTY`.
unsafe impl<O: Orders> Cell for Shared<O> {
    #[cfg(any(loom, shuttle, miri))]
    fn new(word: Word) -> Self {
        Shared(UnsafeCell::new(Self::raw(word)), PhantomData)
    }
    #[inline(always)]
    unsafe fn init(&self, word: Word) {
        // SAFETY: the caller's.
        unsafe { self.put(word.0) }
    }
    #[inline(always)]
    unsafe fn take(&self) -> Word {
        // SAFETY: the caller's.
        Word(unsafe { self.get() })
    }
    #[inline(always)]
    fn meet(&self, mine: Word) -> Word {
        let held = self.load(O::LOOK).alive();
        if !held.is_empty() {
            return held; // the other party has left the cell for good
        }
        Word(self.atom().fetch_add(mine.0, O::LEAVE)).alive()
    }
    #[inline(always)]
    fn peek(&self) -> Word {
        self.load(O::LOOK).alive()
    }
    fn replace(&self, word: Word) {
        let held = self.atom().load(Ordering::Acquire);
        self.atom().store(held & Word::DEATHS | word.0, Ordering::Release);
    }
    #[inline(always)]
    fn die(&self, cells: u32) -> bool {
        if self.load(O::COUNT).deaths() + 1 == cells {
            return true; // nobody else is left
        }
        Word(self.atom().fetch_add(Word::DEATH, O::DIE)).deaths() + 1 == cells
    }
    #[inline(always)]
    fn entry(entries: &Entries) -> Option<Entry<Self>> {
        O::entry(entries)
    }
}
