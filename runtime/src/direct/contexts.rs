//! What is left to do behind calls that are turns of a loop: a stack of words, as many a turn as the function needs. Of functions that need none, as
//! all [follows](polarnet_lower::Induction) from how many turns there were, turns are counted.
//!
//! It counts where the limit of memory is looked at, as redexes do. Where it can grow no further, compiled functions put the call off, and what waits becomes
//! nodes; bytecode calls as ever, until its frames are used up.

use super::emitted::Either;
use crate::{word::Word, worker::Worker};

/// The most words of a turn, for which there is room (D6).
const SLACK: usize = polarnet_lower::ARGUMENTS as usize;

/// The words that there are from the start.
const FIRST: usize = 1 << 12;

/// By what they become more.
const MORE: usize = 1 << 3;

/// From so many on they are in a mapping of their own: in memory once they are used.
const MAPPED: usize = 1 << 21;

/// How many there may be: half a gigabyte of addresses. Of debug builds few, so that tests come there.
const MOST: usize = if cfg!(debug_assertions) { 1 << 15 } else { 1 << 26 };

/// From so much on others do not wait any longer for what there is beside it.
const LONG: usize = if cfg!(debug_assertions) { 1 << 15 } else { 1 << 24 };

/// What is taken off before it is looked whether the run is over, about: nodes may be made in each turn.
pub(crate) const LOOK: usize = 1 << 12;

/// The stack of a worker. A function takes off what it has put on before it returns.
pub(crate) struct Contexts {
    base: *mut Word,
    len: usize,
    capacity: usize,
    /// Turns that wait, and need no words.
    turns: usize,
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
            turns: 0,
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

    /// The same, and turns that need none.
    pub fn waiting(&self) -> usize {
        self.len + self.turns
    }

    /// By how much that is more than when this was asked last.
    pub fn grown(&mut self) -> usize {
        let waiting = self.waiting();
        let before = core::mem::replace(&mut self.seen, waiting);
        waiting.saturating_sub(before)
    }

    /// Is it so much that others are not to wait any longer?
    pub fn is_long(&self) -> bool {
        self.waiting() >= LONG
    }

    /// Is there room for another turn, without growing?
    #[inline(always)]
    pub fn has_room(&self) -> bool {
        self.capacity - self.len >= SLACK
    }

    /// Is there no room for another turn, and none to be had?
    #[inline(always)]
    pub fn is_full(&mut self) -> bool {
        !self.has_room() && self.cannot_grow()
    }

    /// Turns that need nothing of the stack.
    #[inline(always)]
    pub fn turns(&self) -> usize {
        self.turns
    }

    /// One more.
    #[inline(always)]
    pub fn begin_turn(&mut self) {
        self.turns += 1;
    }

    /// What is left of the last one is done.
    #[inline(always)]
    pub fn end_turn(&mut self) {
        self.turns -= 1;
    }

    /// The first of these words, for which there is [room](Self::is_full).
    ///
    /// # Safety
    ///
    /// D6: [`Self::is_full`] said no, or [`Self::has_room`] yes, and nothing has been put there since.
    #[inline(always)]
    pub unsafe fn push<const WORDS: usize>(&mut self, words: &[Word; WORDS], needs: usize) {
        const { assert!(WORDS <= SLACK, "`polarnet_lower` says so") }
        debug_assert!(self.len + WORDS <= self.capacity, "D6");
        // SAFETY: D6, by the caller's word.
        unsafe { core::ptr::copy_nonoverlapping(words.as_ptr(), self.base.add(self.len), WORDS) }
        self.len += needs;
    }

    /// What was put there last. It stays there until something else is.
    ///
    /// # Safety
    ///
    /// D6: the caller has put so many words there, and not taken them off.
    #[inline(always)]
    pub unsafe fn pop(&mut self, needs: usize) -> &[Word] {
        self.len -= needs;
        // SAFETY: the caller's word.
        unsafe { core::slice::from_raw_parts(self.base.add(self.len), needs) }
    }

    /// Is there no room, and none to be had?
    #[cold]
    #[inline(never)]
    fn cannot_grow(&mut self) -> bool {
        if self.capacity >= MOST {
            return true;
        }
        #[cfg(not(any(loom, shuttle, miri)))]
        if MORE * self.capacity >= MAPPED.min(MOST) {
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

/// Down to what turns are taken off without a look whether the run is over: so much waits, and this loop began with `before`.
#[cfg_attr(not(debug_assertions), inline(always))]
#[must_use]
pub fn look_at(waiting: usize, before: usize) -> usize {
    waiting.saturating_sub(LOOK).max(before)
}

/// A number and an unsigned one, if it is unsigned too; modulo 2³².
#[cfg_attr(not(debug_assertions), inline(always))]
#[must_use]
pub fn shifted(number: Word, by: u32) -> Word {
    Word(number.0.wrapping_add(u64::from(by) << 32))
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
        // SAFETY: D6, by the caller's word.
        unsafe { self.contexts.push(&needs, NEEDS) }
    }

    /// What was left last.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn pop_context<const NEEDS: usize>(&mut self) -> [Word; NEEDS] {
        // SAFETY: D6: the caller has put so many words there, and they are still there.
        unsafe { self.contexts.pop(NEEDS).as_ptr().cast::<[Word; NEEDS]>().read() }
    }

    /// Is there no room for another turn? Then the call is put off: nothing is put on the stack before something is taken off.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn is_last_context(&mut self) -> bool {
        self.contexts.is_full()
    }

    /// How many turns wait that need nothing of the stack.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn turns(&self) -> usize {
        self.contexts.turns()
    }

    /// One more turn waits.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn begin_turn(&mut self) {
        self.contexts.begin_turn();
    }

    /// What is left of the last one is done.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn end_turn(&mut self) {
        self.contexts.end_turn();
    }

    /// Is the run over, or is a limit met? Then no turns wait that did not `before`.
    #[cold]
    #[inline(never)]
    pub fn drops_turns(&mut self, before: usize) -> bool {
        self.drops(before, |contexts| &mut contexts.turns)
    }

    /// The same of what is on the stack.
    #[cold]
    #[inline(never)]
    pub fn drops_contexts(&mut self, before: usize) -> bool {
        self.drops(before, |contexts| &mut contexts.len)
    }

    fn drops(&mut self, before: usize, count: fn(&mut Contexts) -> &mut usize) -> bool {
        // SAFETY: the table is that of this worker; no word is taken.
        let stopped = unsafe { self.is_stopped_now() };
        if stopped {
            *count(&mut self.contexts) = before;
        }
        stopped
    }
}
