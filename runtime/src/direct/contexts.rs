//! What is left to do behind calls that are turns of a loop: a stack of words, as many a turn as the function needs.
//!
//! It counts where the limit of memory is looked at, as redexes do. Where it can grow no further, the call is put off, and what waits becomes nodes.

use super::emitted::Either;
use crate::{word::Word, worker::Worker};

/// The most words of a turn, for which there is room (D6).
const SLACK: usize = polarnet_lower::ARGUMENTS as usize;

/// The words that there are from the start; by what they become more; and how many there may be, which are in a mapping of their own: in memory once they
/// are used. No limit is looked at while they are taken off again, so it is not to take long. Of debug builds few, as what comes then is to be tested.
const FIRST: usize = 1 << 12;
const MORE: usize = 1 << 3;
const MOST: usize = if cfg!(debug_assertions) { 1 << 15 } else { 1 << 24 };

/// The stack of a worker. A function takes off what it has put on before it returns.
pub(crate) struct Contexts {
    base: *mut Word,
    len: usize,
    capacity: usize,
    /// The most words that there were when the limits were looked at.
    most: usize,
    /// And how many when [`Self::grown`] was asked.
    seen: usize,
    /// Where they are.
    words: Vec<Word>,
    #[cfg(not(any(loom, shuttle, miri)))]
    mapped: Option<memmap2::MmapMut>,
}

impl Contexts {
    /// `is_used`: there are such functions.
    pub fn new(is_used: bool) -> Self {
        let mut words = Vec::with_capacity(if is_used { FIRST } else { 0 });
        Contexts {
            base: words.as_mut_ptr(),
            len: 0,
            capacity: words.capacity(),
            most: 0,
            seen: 0,
            words,
            #[cfg(not(any(loom, shuttle, miri)))]
            mapped: None,
        }
    }

    /// Bytes that are in use, or were.
    pub fn bytes(&mut self) -> u64 {
        self.most = self.most.max(self.len);
        (self.most * size_of::<Word>()) as u64
    }

    /// How much waits, in words.
    pub fn len(&self) -> usize {
        self.len
    }

    /// By how much that is more than when this was asked last.
    pub fn grown(&mut self) -> usize {
        let before = core::mem::replace(&mut self.seen, self.len);
        self.len.saturating_sub(before)
    }

    /// Is there no room, and none to be had?
    #[cold]
    #[inline(never)]
    fn cannot_grow(&mut self) -> bool {
        if self.capacity >= MOST {
            return true;
        }
        #[cfg(not(any(loom, shuttle, miri)))]
        if MORE * self.capacity >= MOST / MORE {
            return self.cannot_map();
        }
        let (mut words, capacity) = (Vec::<Word>::new(), MORE * self.capacity);
        if words.try_reserve_exact(capacity).is_err() {
            return true;
        }
        self.move_to(words.as_mut_ptr(), words.capacity());
        self.words = words;
        false
    }

    /// The rest of the address space is not for it: beyond, what waits becomes nodes.
    #[cfg(not(any(loom, shuttle, miri)))]
    fn cannot_map(&mut self) -> bool {
        if self.mapped.is_some() {
            return true;
        }
        let sizes = core::iter::successors(Some(MOST), |words| Some(words / 2));
        let map = |words| memmap2::MmapOptions::new().len(words * size_of::<Word>()).no_reserve_swap().map_anon().ok();
        let Some(mut mapped) = sizes.take_while(|&words| words > self.capacity).find_map(map) else { return true };
        // As of the heap: most of the time is that of page faults.
        #[cfg(target_os = "linux")]
        let _ = mapped.advise(memmap2::Advice::HugePage);
        self.move_to(mapped.as_mut_ptr().cast(), mapped.len() / size_of::<Word>());
        (self.mapped, self.words) = (Some(mapped), Vec::new());
        false
    }

    /// What there is moves to another place, which is larger.
    fn move_to(&mut self, base: *mut Word, capacity: usize) {
        // SAFETY: there are so many words here, and room for them there.
        unsafe { core::ptr::copy_nonoverlapping(self.base, base, self.len) }
        (self.base, self.capacity) = (base, capacity);
    }
}

/// The words of a turn; what needs none is counted by one.
const fn words(needs: usize) -> usize {
    assert!(needs <= SLACK, "`polarnet_lower` says so");
    if needs == 0 { 1 } else { needs }
}

/// For code that `net!` has made, as in [`emitted`](super::emitted).
#[allow(clippy::missing_safety_doc)]
impl Worker<'_, Either> {
    /// How much waits.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn contexts(&self) -> usize {
        self.contexts.len
    }

    /// Something is left to do, for which these words are needed.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn push_context<const NEEDS: usize>(&mut self, needs: [Word; NEEDS]) {
        let (stack, mut at) = (&mut self.contexts, 0);
        while at < NEEDS {
            // SAFETY: D6: there is room.
            unsafe { stack.base.add(stack.len + at).write(needs[at]) }
            at += 1;
        }
        stack.len += const { words(NEEDS) };
        debug_assert!(stack.len <= stack.capacity, "D6");
    }

    /// Is there no room for another turn? Then the call is put off: nothing is put on the stack before something is taken off.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn is_last_context(&mut self) -> bool {
        self.contexts.capacity - self.contexts.len < SLACK && self.contexts.cannot_grow()
    }

    /// What was left last.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn pop_context<const NEEDS: usize>(&mut self) -> [Word; NEEDS] {
        let (stack, mut needs, mut at) = (&mut self.contexts, [Word::ERA; NEEDS], 0);
        stack.len -= const { words(NEEDS) };
        while at < NEEDS {
            // SAFETY: the caller has put so many words there, and they are still there.
            needs[at] = unsafe { stack.base.add(stack.len + at).read() };
            at += 1;
        }
        needs
    }
}
