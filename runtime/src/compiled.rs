//! What the code is made of that `net!` makes of rules.
//!
//! A negative agent is a function of the value that it meets and of what stands at its positive ports; it returns what its
//! negative ports get (`polarnet_lower` says how). An agent whose value is not there yet is built as a node and waits in the
//! value's cell, as it does when rules are interpreted; its results then are the rights to meet the node's cells.
//!
//! Functions call each other on the native stack. Where that gets deep, where the budget is spent and there is no more, or memory runs out, calls
//! become redexes instead, and all who wait for their results become nodes: so depth is no limit, and a net can be left
//! and gone on with at any time. What was put off is reduced in the order in which the calls would have been: who makes a
//! list is done before who reads it begins, as on a stack without an end; else they would hand it on in small pieces, with a
//! node for each. Unless another thread has nothing to do: see `share.rs`.
//!
//! What emitted code calls is always inlined where code is optimised. In debug builds it is not: each step of each function would
//! carry it, and rustc take five times as long (`ci/compile_cost.sh`).

pub use crate::{
    cell::{Cell, Plain, Shared},
    direct::emitted::{
        Called, Caller, EmittedDefinition, EmittedFunction, arguments, is_closure, is_number, is_pair, is_unsigned,
        is_zero, less_one, look_at, shifted,
    },
    word::{Kind, LATE, Redex, Tag, Word},
    worker::Worker,
};
pub use polarnet_syntax::number::{Number, Op, Type, Value, Wide, WideOp, WideType};

mod computed;

use crate::stats::Rule;
use polarnet_syntax::number;

/// A redex of a negative agent of the book: its node, and the value that it met. What follows from it is returned, or in the
/// bag.
pub type Entry<C> = for<'w, 'h> unsafe fn(&'w mut Worker<'h, C>, Word, Word) -> Redex;

/// The functions of a negative agent, for one thread and for many.
#[derive(Clone, Copy, Debug)]
pub struct Entries {
    plain: Entry<Plain>,
    shared: Entry<Shared>,
}

impl Entries {
    /// Functions that `net!` has made.
    ///
    /// # Safety
    ///
    /// They do what the rules of the agent say, of the book that they are used with.
    #[must_use]
    pub const unsafe fn new(plain: Entry<Plain>, shared: Entry<Shared>) -> Self {
        Entries { plain, shared }
    }

    /// For one thread.
    pub(crate) fn plain(&self) -> Entry<Plain> {
        self.plain
    }

    /// For many.
    pub(crate) fn shared(&self) -> Entry<Shared> {
        self.shared
    }
}

/// What a book was compiled to.
#[derive(Clone, Copy, Debug)]
pub struct Functions {
    /// The functions of its agents, by their numbers. `None`: it is positive, or interpreted. Nothing: all are.
    pub rules: &'static [Option<Entries>],
    /// Those of its definitions. Nothing: they are templates.
    pub definitions: &'static [EmittedDefinition],
    /// Is there [one thing to do](polarnet_lower::is_serial) at a time?
    pub serial: bool,
}

/// For code that `net!` has made: the caller says that it follows from a rule of the worker's book, and that each word
/// stands for one port, and is used once.
#[allow(clippy::missing_safety_doc)]
impl<C: Cell> Worker<'_, C> {
    /// Joins two terms; if they are a redex, it is put off.
    #[inline(always)]
    fn join_later(&mut self, value: Word, place: Word) {
        let redex = self.join(value, place);
        if !redex.is_none() {
            self.later.push(redex);
        }
    }

    /// A rule is applied.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn applied(&mut self) {
        self.counts.add(Rule::User);
    }

    /// What `term` stands for, as far as it is known.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn look(&mut self, term: Word) -> Word {
        self.known(term)
    }

    /// What stands in a term slot.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn held(&self, node: Word, slot: u32) -> Word {
        // SAFETY: L1, L2: a term slot of a node that this worker holds, by the caller's word.
        unsafe { self.slot(node.loc(), slot).take() }
    }

    /// A fresh node.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn build(&mut self, words: u32) -> u32 {
        self.alloc(words)
    }

    /// [`build`](Self::build), for a function that has the budget in a register.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn build_in(&mut self, words: u32, left: &mut i64) -> u32 {
        self.alloc_or(words, |worker| {
            worker.budget = *left;
            let node = worker.alloc_fresh(words);
            *left = worker.budget;
            node
        })
    }

    /// The same of two words, behind the last one, where that can be.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn build_in_order(&mut self, left: &mut i64) -> u32 {
        self.alloc_in_order().unwrap_or_else(|| {
            self.budget = *left;
            let node = self.alloc_next();
            *left = self.budget;
            node
        })
    }

    /// The same behind the last but one, where a loop makes two lists. `side` is whose turn it was.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn build_in_turns(&mut self, side: &mut usize, left: &mut i64) -> u32 {
        *side ^= 1;
        self.alloc_in_run(*side).unwrap_or_else(|| {
            self.budget = *left;
            let node = self.alloc_next_in_run(*side);
            *left = self.budget;
            node
        })
    }

    /// A node of two words that is taken apart where others are [built in order](Self::build_in_order). Memory may have run out.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn free_in_order(&mut self, node: u32) {
        self.release_in_order(node);
    }

    /// The same, faster where the nodes are freed in the order of memory, as of a list that is taken apart from its beginning.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn free_in_row(&mut self, node: u32) {
        self.release_in_row(node);
    }

    /// Puts a term into a slot of a fresh node, or empties a cell.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn put(&self, node: u32, slot: u32, term: Word) {
        // SAFETY: L2: the node is fresh, and nobody else has to do with this slot yet, by the caller's word.
        unsafe { self.slot(node, slot).init(term) }
    }

    /// Places for the results of a loop.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn places<const RESULTS: usize>(&self) -> [C; RESULTS] {
        #[cfg(any(loom, shuttle, miri))]
        return core::array::from_fn(|_| C::new(Word::EMPTY));
        #[cfg(not(any(loom, shuttle, miri)))]
        // SAFETY: a cell is 64 bits, and may be all zeros, by its contract.
        unsafe {
            core::mem::zeroed()
        }
    }

    /// A slot of a fresh node, as a hole that is filled later.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn hole(&self, node: u32, slot: u32) -> *const C {
        self.slot(node, slot)
    }

    /// Fills a hole.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn fill_hole(&self, hole: *const C, term: Word) {
        // SAFETY: L2: a slot of a fresh node that has no term yet, or a place for a result, by the caller's word.
        unsafe { (*hole).init(term) }
    }

    /// The results of the last turn of a loop go to where they are waited for; those of all of it are in the places.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn fill_holes<const RESULTS: usize>(
        &self,
        places: &[C; RESULTS],
        holes: [*const C; RESULTS],
        results: [Word; RESULTS],
    ) -> [Word; RESULTS] {
        for (hole, result) in holes.into_iter().zip(results) {
            // SAFETY: the caller's word.
            unsafe { self.fill_hole(hole, result) }
        }
        // SAFETY: L1: the places are this worker's alone, and all of them have been filled.
        core::array::from_fn(|at| unsafe { places[at].take() })
    }

    /// [`free`](Self::free), by its location; what is behind it is asked for.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn free_now(&mut self, node: u32, words: u32) {
        self.release(node, words);
        self.foresee(node);
    }

    /// The same by a function that may have gone on after memory ran out.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn free_late(&mut self, node: u32, words: u32) {
        if !self.over {
            self.release(node, words);
            self.foresee(node);
        }
    }

    /// What a term stands for that no rule is for: it may be known by now.
    #[cold]
    #[inline(never)]
    pub unsafe fn look_again(&mut self, term: Word) -> Word {
        self.known(term)
    }

    /// A node whose terms have been taken, and that has no cells.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn free(&mut self, node: Word, words: u32) {
        self.release(node.loc(), words);
    }

    /// An agent of `arity` ports waits for `value`. Its node; `None` if memory has run out: nothing is done any more then.
    #[inline(never)]
    pub unsafe fn wait<const WORDS: usize>(
        &mut self,
        actor: u32,
        arity: u32,
        value: Word,
        slots: [Word; WORDS],
    ) -> Option<u32> {
        if self.over {
            return None;
        }
        let mut node = 0;
        if arity > 0 {
            node = self.alloc_quickly(WORDS as u32).unwrap_or_else(|| self.alloc_fresh(WORDS as u32));
            for (slot, term) in (0..).zip(slots) {
                // SAFETY: L2: the node was just allocated, and is published below.
                unsafe { self.slot(node, slot).init(term) }
            }
            if self.over {
                return None;
            }
        }
        self.join_later(value, Word::new(Tag::ACTOR, actor, node));
        Some(node)
    }

    /// The agent has no rule for that value: the run ends. Of other values it is not known yet what they are.
    #[cold]
    #[inline(never)]
    pub unsafe fn has_no_rule(&mut self, actor: u32, value: Word) -> bool {
        let has_none = !value.is_var() && matches!(value.tag(), Tag::VALUE | Tag::NUM);
        if has_none {
            self.no_rule(Word::new(Tag::ACTOR, actor, 0), value);
        }
        has_none
    }

    /// A result goes to the place that waits for it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn answer(&mut self, last: Redex, result: Word, place: Word) -> Redex {
        if self.over {
            return Redex::NONE;
        }
        let next = self.give(result, place);
        self.both(last, next)
    }

    /// A value goes to a place that is in the net.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn give_to(&mut self, value: Word, place: Word) {
        if !self.over {
            let redex = self.give(value, place);
            if !redex.is_none() {
                self.later.push(redex);
            }
        }
    }

    /// The two ends of a fresh wire are the same word.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn wire(&mut self) -> Word {
        let cell = self.node(Word::EMPTY, Word::ERA);
        Word::var(cell, 0, 2, 1)
    }

    /// `* ~ value`
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn drop_value(&mut self, value: Word) {
        if !self.over {
            self.erase_spine(value);
        }
    }

    /// `value ~ {a b}`  =>  the two copies
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn copy_value(&mut self, label: u32, value: Word) -> [Word; 2] {
        let value = if self.over { Word::ERA } else { self.known(value) };
        if !value.is_var() && value.tag() == Tag::NUM {
            self.counts.add(Rule::Copy);
            return [value; 2];
        }
        self.copy_spine(label, value)
    }

    /// The same, by a node.
    pub(crate) unsafe fn copy_later(&mut self, label: u32, value: Word) -> [Word; 2] {
        // SAFETY: the caller's word.
        unsafe { self.core(Tag::DUP, label, value, [Word::EMPTY; 2]) }
    }

    /// `value ~ $(rhs ret)`  =>  what `ret` gets
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn operate_on(&mut self, label: u32, value: Word, rhs: Word) -> Word {
        let [value, rhs] = [value, rhs].map(|word| if self.over { Word::ERA } else { self.known(word) });
        if [value, rhs].iter().all(|word| !word.is_var() && word.tag() == Tag::NUM) {
            self.counts.add_many(Rule::Operate, 1 + u64::from(label == LATE));
            return self.operate(value, rhs);
        }
        // SAFETY: the caller's word.
        unsafe { self.core(Tag::OPR, label, value, [rhs, Word::EMPTY])[1] }
    }

    /// A negative node of the core meets a value. For each slot: the term in it, or, of a cell, what will come there.
    #[inline(never)]
    pub unsafe fn core(&mut self, tag: Tag, label: u32, value: Word, slots: [Word; 2]) -> [Word; 2] {
        if self.over {
            return [Word::ERA; 2];
        }
        let node = self.node(slots[0], slots[1]);
        if self.over {
            return [Word::ERA; 2];
        }
        self.join_later(value, Word::new(tag, label, node));
        [0, 1].map(|slot| if tag.cell(slot) == 1 { Word::port(tag, node, slot) } else { Word::EMPTY })
    }
}

/// A number, as Rust in rules takes it.
#[cfg_attr(not(debug_assertions), inline(always))]
#[must_use]
pub const fn matched(value: Value) -> Number {
    Number::new(value, number::Numbers::Native)
}

/// The first if the condition is true, else the second: without a branch, whose way a processor would have to guess.
#[inline(always)]
#[must_use]
pub fn select<T: Copy>(condition: bool, first: T, second: T) -> T {
    core::hint::select_unpredictable(condition, first, second)
}

/// A number as a word.
#[cfg_attr(not(debug_assertions), inline(always))]
#[must_use]
pub const fn number(value: Value) -> Word {
    Word::number(Number::new(value, number::Numbers::Native))
}
