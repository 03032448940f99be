//! The memory that nodes live in, shared by all workers.
//!
//! Address space is reserved once, for the largest heap that the limit allows, and handed out in chunks; the
//! operating system supplies pages when they are first touched, large ones where it can. The first of them, which are small, stay with the thread from one
//! heap to the next.

use crate::{
    cell::Cell,
    sync::{AtomicU64, Ordering},
};
use core::ops::Range;

/// Words in a chunk: 256 KiB. Less where every cell is made one by one.
const CHUNK: u64 = if cfg!(any(loom, shuttle, miri)) { 1 << 6 } else { 1 << 15 };

/// Less than this, 1 MiB, is not worth asking for when the system refuses more.
const FEWEST: u64 = 1 << 17;

/// The most words that a 32-bit location reaches.
pub const MAX_WORDS: u64 = 1 << 32;

/// The first word that is handed out: location 0 is the end of a free list, and nodes are at even ones.
const FIRST: u32 = 2;

/// Words of nodes.
// In the order of C, so that it is the same for all cells: see `Worker::as_plain`.
#[repr(C)]
pub struct Heap<C> {
    region: Region<C>,
    /// The words below are handed out.
    next: AtomicU64,
    /// Words that may be handed out as chunks. What the region has beyond is for [`Heap::reserve`].
    limit: u64,
}

/// The chunks that a worker has taken. What is there it has built itself, as a rule: the nodes that it frees it uses again, whoever has built them.
#[derive(Default)]
pub(crate) struct Chunks {
    /// By chunk, from the heap's first one on.
    taken: Vec<bool>,
}

impl Chunks {
    /// One more, which [`Heap::chunk`] has handed out.
    pub fn take(&mut self, chunk: &Range<u32>) {
        let at = Self::of(chunk.start);
        if self.taken.len() <= at {
            self.taken.resize(at + 1, false);
        }
        self.taken[at] = true;
    }

    /// Is the word in one of them?
    pub fn have(&self, loc: u32) -> bool {
        self.taken.get(Self::of(loc)).is_some_and(|&taken| taken)
    }

    /// The first one begins at the first word that is handed out.
    fn of(loc: u32) -> usize {
        (u64::from(loc.saturating_sub(FIRST)) / CHUNK) as usize
    }
}

/// The operating system refused address space for the heap.
///
/// ```
/// use polarnet_runtime::error::{ErrorKind, OutOfAddressSpace};
///
/// let refused = OutOfAddressSpace { bytes: 4096, source: std::io::ErrorKind::OutOfMemory.into() };
/// assert_eq!(
///     ErrorKind::from(refused).to_string(),
///     "cannot reserve 4096 bytes of address space for the heap: out of memory",
/// );
/// ```
#[derive(Debug, thiserror::Error)]
#[error("cannot reserve {bytes} bytes of address space for the heap: {source}")]
pub struct OutOfAddressSpace {
    /// How much was asked for.
    pub bytes: u64,
    /// What the system says.
    pub source: std::io::Error,
}

impl<C: Cell> Heap<C> {
    /// A heap that hands out at most `limit` words, and has `spare` words more. Where the system does not give that
    /// much address space (`ulimit -v`), the limit is lower.
    ///
    /// # Errors
    ///
    /// When hardly any address space can be reserved.
    pub fn new(limit: u64, spare: u64) -> Result<Self, OutOfAddressSpace> {
        // Even, as all nodes' locations are.
        let mut limit = limit.min(MAX_WORDS - spare.min(MAX_WORDS)) & !1;
        let mut refused = false;
        let region = loop {
            match Region::new(limit + spare) {
                Ok(region) if !refused => break region,
                // All that there is would leave nothing for bags, threads and the normal form.
                Ok(_) => (limit, refused) = ((limit / 2) & !1, false),
                Err(error) if limit < FEWEST => return Err(error),
                Err(_) => (limit, refused) = ((limit / 2) & !1, true),
            }
        };
        Ok(Heap { region, next: AtomicU64::new(FIRST.into()), limit })
    }

    /// The first cell. Cell `i` is at offset `i`.
    pub fn base(&self) -> *const C {
        self.region.base()
    }

    /// The next chunk of words that nobody has used.
    pub fn chunk(&self) -> Option<Range<u32>> {
        // Relaxed: who gets which chunk does not matter; a chunk's words are published by the linker.
        let from = self.next.fetch_add(CHUNK, Ordering::Relaxed);
        let to = (from + CHUNK).min(self.limit);
        (from + 1 < to).then_some(from as u32..to as u32)
    }

    /// Words that have been handed out.
    pub fn used(&self) -> u64 {
        self.next.load(Ordering::Relaxed).min(self.limit)
    }

    /// Words that it hands out at most: fewer than were asked for where the system does not give so much address space.
    #[cfg(all(feature = "cuda", not(any(loom, shuttle, miri))))]
    pub fn words(&self) -> u64 {
        self.limit
    }

    /// So many words from the beginning on.
    #[cfg(all(feature = "cuda", not(any(loom, shuttle, miri))))]
    pub fn words_mut(&mut self, count: usize) -> &mut [u64] {
        assert!(count as u64 <= self.region.words());
        // SAFETY: a cell is 64 bits, of which all are valid (`Cell`), and the region has so many; nobody else has the heap.
        unsafe { core::slice::from_raw_parts_mut(self.base().cast_mut().cast(), count) }
    }

    /// So many words from the beginning on count as handed out.
    #[cfg(all(feature = "cuda", not(any(loom, shuttle, miri))))]
    pub fn hand_out(&mut self, count: u64) {
        self.next.store(count.next_multiple_of(2), Ordering::Relaxed);
    }

    /// What it can hold at most, in bytes.
    pub fn bytes(&self) -> u64 {
        self.region.words() * 8
    }

    /// The words of the `part`th of `parts` equal shares of the spare words.
    pub fn spare(&self, part: u64, parts: u64) -> Range<u32> {
        let share = ((self.region.words() - self.limit) / parts) & !1;
        let from = self.limit + part * share;
        from.min(u64::from(u32::MAX)) as u32..(from + share).min(u64::from(u32::MAX)) as u32
    }
}

/// A large page, in bytes, on most machines.
#[cfg(not(any(loom, shuttle, miri)))]
const LARGE_PAGE: usize = 2 << 20;

/// So much of the heap comes before the first one, wherever the system puts it: a small net need not wait until a large page is cleared, nor four
/// threads that have a chunk each.
#[cfg(not(any(loom, shuttle, miri)))]
const SMALL_PAGES: usize = 1 << 20;

#[cfg(not(any(loom, shuttle, miri)))]
#[repr(C)]
struct Region<C> {
    /// There is one, until this is dropped.
    map: Option<memmap2::MmapMut>,
    /// Where in it the cells begin, in bytes.
    offset: usize,
    cells: core::marker::PhantomData<C>,
}

#[cfg(not(any(loom, shuttle, miri)))]
impl<C: Cell> Region<C> {
    fn new(words: u64) -> Result<Self, OutOfAddressSpace> {
        let bytes = words * 8;
        let map = usize::try_from(bytes + LARGE_PAGE as u64)
            .map_err(|_| std::io::ErrorKind::OutOfMemory.into())
            .and_then(map)
            .map_err(|source| OutOfAddressSpace { bytes, source })?;
        let offset = (2 * LARGE_PAGE - SMALL_PAGES - map.as_ptr().addr() % LARGE_PAGE) % LARGE_PAGE;
        // Large pages save most of the page faults. Systems without them refuse, and that is fine.
        #[cfg(target_os = "linux")]
        {
            use memmap2::Advice::{HugePage, NoHugePage};
            let small = map.len().min(offset + SMALL_PAGES);
            let _ = map.advise_range(NoHugePage, 0, small);
            let _ = map.advise_range(HugePage, small, map.len() - small);
        }
        Ok(Region { map: Some(map), offset, cells: core::marker::PhantomData })
    }
    fn map(&self) -> &memmap2::MmapMut {
        self.map.as_ref().expect("it is not dropped yet")
    }
    fn base(&self) -> *const C {
        // Whatever is there is a cell.
        self.map().as_ptr().wrapping_add(self.offset).cast()
    }
    fn words(&self) -> u64 {
        (self.map().len() - LARGE_PAGE) as u64 / 8
    }
}

#[cfg(all(target_os = "linux", not(any(loom, shuttle, miri))))]
thread_local! {
    /// The small pages of the last heap that this thread has dropped, with what is in them: the next one need not have each cleared by the system,
    /// which takes longer than what a small net does on it.
    static KEPT: core::cell::Cell<Option<memmap2::MmapMut>> = const { core::cell::Cell::new(None) };
}

/// Address space, of which the beginning may have been a heap before.
#[cfg(not(any(loom, shuttle, miri)))]
fn map(len: usize) -> std::io::Result<memmap2::MmapMut> {
    #[cfg(target_os = "linux")]
    if let Ok(Some(mut kept)) = KEPT.try_with(core::cell::Cell::take) {
        if cfg!(debug_assertions) {
            kept.fill(0xA5);
        }
        // SAFETY: nobody points into it: the heap that it was part of is dropped.
        if unsafe { kept.remap(len, memmap2::RemapOptions::new().may_move(true)) }.is_ok() {
            return Ok(kept);
        }
    }
    memmap2::MmapOptions::new().len(len).no_reserve_swap().map_anon()
}

#[cfg(all(target_os = "linux", not(any(loom, shuttle, miri))))]
impl<C> Drop for Region<C> {
    fn drop(&mut self) {
        let Some(mut map) = self.map.take() else { return };
        let small = map.len().min(self.offset + SMALL_PAGES);
        // SAFETY: nobody points into it: the heap is dropped.
        if unsafe { map.remap(small, memmap2::RemapOptions::new()) }.is_ok() {
            // Where the thread ends there is no next one.
            let _ = KEPT.try_with(|kept| kept.set(Some(map)));
        }
    }
}

/// The checkers want every cell made one by one.
#[cfg(any(loom, shuttle, miri))]
#[repr(transparent)]
struct Region<C>(Box<[C]>);

#[cfg(any(loom, shuttle, miri))]
impl<C: Cell> Region<C> {
    fn new(words: u64) -> Result<Self, OutOfAddressSpace> {
        Ok(Region((0..words).map(|_| C::new(crate::word::Word::EMPTY)).collect()))
    }
    fn base(&self) -> *const C {
        self.0.as_ptr()
    }
    fn words(&self) -> u64 {
        self.0.len() as u64
    }
}

#[cfg(all(test, target_os = "linux", not(any(loom, shuttle, miri))))]
mod tests {
    use super::*;
    use crate::{cell::Plain, word::Word};

    /// Each knows its own chunks, from their first words to their last.
    #[test]
    fn chunks_are_who_took_them() {
        let heap = Heap::<Plain>::new(4 * CHUNK, 0).expect("address space");
        let mut mine = Chunks::default();
        let [first, other, last] = [(); 3].map(|()| heap.chunk().expect("a chunk"));
        mine.take(&first);
        mine.take(&last);
        for (chunk, have) in [(first, true), (other, false), (last, true)] {
            assert_eq!([chunk.start, chunk.end - 1].map(|loc| mine.have(loc)), [have; 2]);
        }
        assert!(!mine.have(u32::MAX) && !Chunks::default().have(0));
    }

    /// No more of a heap is kept than its small pages, whatever size the next one has.
    #[test]
    fn small_pages_stay_from_one_heap_to_the_next() {
        let kept = || {
            let map = KEPT.take();
            let len = map.as_ref().map_or(0, |map| map.len());
            KEPT.set(map);
            len
        };
        for words in [1 << 10, 1 << 24, FEWEST, 1 << 22] {
            let heap = Heap::<Plain>::new(words, 64).expect("address space");
            assert_eq!((kept(), heap.region.words()), (0, words + 64), "it is in use");
            let [first, last] = [2, words as usize + 63].map(|at| heap.base().wrapping_add(at));
            for cell in [first, last] {
                // SAFETY: L2: inside the heap, which nobody else has.
                unsafe { (*cell).init(Word::ERA) }
            }
            drop(heap);
            assert!((1..=LARGE_PAGE + SMALL_PAGES).contains(&kept()), "{} bytes", kept());
        }
        // Two at once: each has its own.
        let heaps = [0, 1].map(|_| Heap::<Plain>::new(1 << 12, 0).expect("address space"));
        assert!(heaps[0].base().addr().abs_diff(heaps[1].base().addr()) >= 8 << 12);
        drop(heaps);
        assert!(kept() > 0);
    }
}
