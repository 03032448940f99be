//! One worker: a private stack of redexes, private free lists, and a part of the heap.

use crate::{
    bag::Bag,
    budget,
    cell::Cell,
    control::Control,
    direct::{
        Contexts, Frames,
        code::{Callee, Entry, Instr},
        emitted::{EmittedFunction, LARGEST_BUDGET, Slow},
    },
    heap::{Chunks, Heap},
    lazy::Faces,
    order::Order,
    pace::Pace,
    patience::Patience,
    program::Program,
    quantum::Quantum,
    stats::Counts,
    word::{Redex, Word},
};
use core::ops::Range;
use polarnet_syntax::native::Panicked;
use std::time::Instant;

/// The most words a node has.
pub const MAX_ARITY: usize = 16;

/// Reduces redexes, alone or beside others on the same heap.
///
/// Its layout is that of any other kind of cells: emitted code does not know which they are, and see `as_plain`.
// What is needed most comes first: what is left of the budget is written at every call. So no line of the cache has the end of one worker
// and the beginning of the next, nor has a pair of lines, which some processors fetch together.
#[repr(C, align(128))]
pub struct Worker<'h, C: Cell> {
    /// `heap.base()`.
    base: *const C,
    /// How far down the stack compiled functions may go.
    pub(crate) floor: usize,
    /// Interactions that such functions may still do until they ask for more, or `reduce` returns.
    pub(crate) fused: i64,
    /// Rule applications until `reduce` returns. Less than none: compiled rules do several at once.
    pub(crate) budget: i64,
    /// By size, the first node of the list of free ones; 0 ends it. A free node's word 0 has the next.
    pub(crate) free: [u32; MAX_ARITY + 1],
    /// Words of the current page that were never used.
    pub(crate) fresh: Range<u32>,
    /// Those of two words that are kept in the order of memory.
    pub(crate) order: Order,
    /// The bits of an unsigned number.
    pub(crate) mask: u32,
    /// Functions in direct style are those that `net!` has made; there is no bytecode.
    pub(crate) is_emitted: bool,
    /// One of them has put off what it had to do: so do those that come after it.
    pub(crate) puts_off: bool,
    /// The stack that functions may use has become less, since all of it was not enough.
    pub(crate) in_pieces: bool,
    /// Memory ran out: reduction stops after the current interaction.
    pub(crate) exhausted: bool,
    /// Memory ran out, a rule is missing, or Rust in one panicked: compiled functions that are not done publish nothing more.
    pub(crate) over: bool,
    /// In direct style: two ends of a wire that take met each other. What waits there may be a call, which is no term of the
    /// net.
    pub(crate) clashed: bool,
    /// Closures and waiting calls that this worker has made, less those that it has used up.
    pub(crate) unexpanded: i64,
    /// The frames of functions in direct style.
    pub(crate) frames: Frames,
    /// Their code, constants, and where each begins.
    pub(crate) code: *const Instr,
    pub(crate) constants: *const Word,
    pub(crate) callees: *const Callee,
    pub(crate) entries: *const Entry,
    /// What they were compiled to.
    pub(crate) emitted: *const EmittedFunction,
    /// What they do not do themselves.
    pub(crate) slow: &'static Slow,
    pub(crate) heap: &'h Heap<C>,
    pub(crate) program: &'h Program,
    /// The rest of that page, and of the chunk that it is part of.
    pub(crate) turned: Range<u32>,
    pub(crate) chunk: Range<u32>,
    /// All that it has taken.
    pub(crate) chunks: Chunks,
    /// Words for the interaction during which memory ran out.
    pub(crate) spare: Range<u32>,
    /// Budget that such functions gave back, or that was taken from them so that they end; and what they spent on other than
    /// their rules.
    pub(crate) held: i64,
    pub(crate) uncounted: i64,
    /// The budget with which the outermost one of them began.
    pub(crate) begun: i64,
    /// And how many `reduce` has let them do.
    pub(crate) granted: i64,
    /// What knows the limits, and the others.
    pub(crate) control: Option<&'h Control>,
    /// Two redexes are all it has, and the older one, it seems, takes what the other has begun to make.
    pub(crate) is_pipeline: bool,
    /// What it does when others are hungry.
    pub(crate) patience: Patience,
    /// When it asked last, in functions that go on, whether it should leave what it has to others.
    pub(crate) tried: Option<Instant>,
    /// It may have to: its functions return.
    pub(crate) leaves: bool,
    /// How long the Rust of its rules takes.
    pub(crate) pace: Pace,
    /// How much it does between two looks.
    pub(crate) quantum: Quantum,
    /// Interactions that it was told of, of all that there were.
    pub(crate) told: u64,
    /// Of these, what is still to be [counted](crate::control::Control::count) with what others did.
    pub(crate) pending: u64,
    /// What is left to do in the turns of those that are loops.
    pub(crate) contexts: Contexts,
    /// The redexes that such functions have put off, in the order in which they would have been reduced.
    pub(crate) later: Vec<Redex>,
    /// The redexes to reduce.
    pub bag: Bag,
    /// Interactions so far, by rule.
    pub counts: Counts,
    /// Bytes of the bag when the limits were last looked at.
    pub(crate) bag_bytes: u64,
    /// The two terms that met first without a rule for them.
    pub(crate) stuck: Option<[Word; 2]>,
    /// The Rust of a rule that panicked.
    pub(crate) panicked: Option<Box<Panicked>>,
    /// The first arithmetic fault, kept for strict runs.
    pub(crate) fault: Option<polarnet_syntax::number::Fault>,
    /// What the words of a template are shifted by: nothing, an argument, or a location, in the upper half.
    pub(crate) placed: Vec<u64>,
    /// Where negative nodes wait, if somebody wants to know.
    pub(crate) faces: Faces,
}

#[cfg(not(any(loom, shuttle)))]
impl<'h, O: crate::cell::Orders> Worker<'h, crate::cell::Shared<O>> {
    /// The same worker, with the cells of one thread.
    ///
    /// # Safety
    ///
    /// Nobody else touches the heap meanwhile, and what others did to it happened before.
    pub(crate) unsafe fn as_plain(&mut self) -> &mut Worker<'h, crate::cell::Plain> {
        // SAFETY: L5, by the caller's word.
        unsafe { &mut *core::ptr::from_mut(self).cast() }
    }
}

// SAFETY: a worker is moved between threads, never shared; `base` points into the heap, which outlives it and may be
// used from any thread when its cells may; that of `contexts` into memory of its own.
unsafe impl<C: Cell + Send + Sync> Send for Worker<'_, C> {}

impl<'h, C: Cell> Worker<'h, C> {
    /// The worker number `part` of `parts` on `heap`.
    pub fn new(heap: &'h Heap<C>, program: &'h Program, part: u64, parts: u64) -> Self {
        let direct = program.direct();
        Worker {
            heap,
            program,
            base: heap.base(),
            free: [0; MAX_ARITY + 1],
            fresh: 0..0,
            order: Order::default(),
            turned: 0..0,
            chunk: 0..0,
            chunks: Chunks::default(),
            spare: heap.spare(part, parts),
            floor: 0,
            held: 0,
            uncounted: 0,
            begun: 0,
            control: None,
            is_pipeline: false,
            patience: Patience::default(),
            tried: None,
            leaves: false,
            pace: Pace::default(),
            quantum: Quantum::default(),
            told: 0,
            pending: 0,
            puts_off: false,
            in_pieces: false,
            later: Vec::new(),
            is_emitted: direct.is_some_and(|direct| !direct.emitted.is_empty()),
            contexts: Contexts::new(direct.is_some_and(|direct| direct.waits || !direct.emitted.is_empty())),
            frames: Frames::default(),
            code: direct.map_or(core::ptr::null(), |direct| direct.code.as_ptr()),
            constants: direct.map_or(core::ptr::null(), |direct| direct.constants.as_ptr()),
            callees: direct.map_or(core::ptr::null(), |direct| direct.callees.as_ptr()),
            entries: direct.map_or(core::ptr::null(), |direct| direct.entries.as_ptr()),
            emitted: direct.map_or(core::ptr::null(), |direct| direct.emitted.as_ptr()),
            slow: const { &Slow::of::<C>() },
            mask: program.numbers().max_u(),
            unexpanded: 0,
            fused: 0,
            granted: 0,
            budget: 0,
            exhausted: false,
            clashed: false,
            over: false,
            bag: Bag::default(),
            counts: Counts::default(),
            bag_bytes: 0,
            stuck: None,
            panicked: None,
            fault: None,
            placed: vec![0; program.places()],
            faces: Faces::default(),
        }
    }

    /// The cell at `loc`.
    #[inline(always)]
    pub(crate) fn cell(&self, loc: u32) -> &C {
        // SAFETY: L4: a location in a word is that of a node's word, so inside the heap, which outlives the worker.
        unsafe { &*self.base.add(loc as usize) }
    }

    /// The cell at a slot of a node.
    #[inline(always)]
    pub(crate) fn slot(&self, node: u32, slot: u32) -> &C {
        // SAFETY: L4: as in `cell`; a node is all inside.
        unsafe { &*self.base.add(node as usize).add(slot as usize) }
    }

    /// The first word that was never used; for the heap's dump.
    pub(crate) fn fresh_from(&self) -> u32 {
        self.fresh.start
    }

    /// What a word of the heap holds; for the heap's dump.
    pub(crate) fn word_at(&self, loc: u32) -> Word {
        self.cell(loc).peek()
    }

    /// Nothing more is reduced.
    pub(crate) fn end(&mut self) {
        self.over = true;
        // So that who frees a node need not ask whether it is over.
        self.order = Order::default();
        if self.program.is_direct() {
            self.stop_calls();
        }
        self.held += self.budget;
        self.budget = 0;
    }

    /// Reduces `budget` interactions, or more if no limit is near. Returns when they are spent, when the bag is empty, or when memory ran
    /// out.
    pub fn reduce(&mut self, budget: u64) {
        // It may have reduced with other cells before.
        self.slow = const { &Slow::of::<C>() };
        (self.in_pieces, self.is_pipeline) = (false, false);
        if self.program.is_direct() {
            return budget::with_floor(|floor| {
                self.floor = floor;
                self.fused = i64::try_from(budget).map_or(LARGEST_BUDGET, |budget| budget.min(LARGEST_BUDGET));
                self.granted = self.fused;
                self.frames.open();
                // None wait yet.
                self.contexts.grown();
                self.reduce_here::<true>(budget);
                self.count_fused(self.granted);
            });
        }
        if self.program.is_compiled() {
            return budget::with_floor(|floor| {
                self.floor = floor;
                self.reduce_here::<false>(budget);
            });
        }
        self.reduce_here::<false>(budget);
    }

    /// Where definitions are functions, what they put off comes next.
    #[inline(always)]
    fn reduce_here<const DIRECT: bool>(&mut self, budget: u64) {
        self.budget = if self.over { 0 } else { i64::try_from(budget).unwrap_or(i64::MAX) };
        let mut redex = Redex::NONE;
        while self.budget > 0 && !(DIRECT && self.fused <= 0 && self.turn_ends()) {
            self.budget -= 1;
            if redex.is_none() {
                redex = self.bag.pop();
                if redex.is_none() {
                    return;
                }
            }
            redex = self.interact(redex);
            if DIRECT {
                self.open_calls();
                if !self.later.is_empty() {
                    redex = self.put_off(redex);
                }
            }
        }
        if !redex.is_none() {
            self.bag.push(redex);
        }
    }
}
