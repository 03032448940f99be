//! What emitted code calls: the fast ways, and where the slow ones begin.

use super::{Either, HELD};
use crate::{
    cell::Cell,
    word::{Tag, UNSIGNED, Word},
    worker::Worker,
};
use polarnet_syntax::number::{Number, Numbers, Op};

/// For code that `net!` has made: the caller says that it follows from a definition of the worker's book, and that each word
/// stands for one port, and is used once.
#[allow(clippy::missing_safety_doc)]
impl Worker<'_, Either> {
    /// A function begins, and counts so many interactions; if not, it is [put off](Self::put_off_function).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn may_not_begin(&mut self, count: u32) -> bool {
        self.fused -= i64::from(count);
        // SAFETY: the caller's word.
        (self.fused < 0 || self.is_deep()) && unsafe { self.refuses_to_begin(count) }
    }

    /// The same of a function that calls no other.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn may_not_begin_leaf(&mut self, count: u32) -> bool {
        self.fused -= i64::from(count);
        // SAFETY: the caller's word.
        self.fused < 0 && unsafe { self.refuses_to_begin(count) }
    }

    /// A function that has counted so many does not begin.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn counts_less(&mut self, count: u32) {
        self.fused += i64::from(count);
    }

    /// So many interactions more.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn counts_more(&mut self, count: u32) {
        self.fused -= i64::from(count);
    }

    /// `x op y`; `late`: `y` came by a wire.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn operate_both(&mut self, op: Op, x: Word, y: Word, late: bool) -> Word {
        match unsigned(op, x, y) {
            Some(result) => result,
            // SAFETY: the caller's word.
            None => unsafe { self.operate_slowly(op, x, y, late) },
        }
    }

    /// The same with a literal in the operator.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn operate_literal(&mut self, op: Op, x: Word, y: Word) -> Word {
        match unsigned(op, x, y) {
            Some(result) => result,
            // SAFETY: the caller's word.
            None => unsafe { self.operate_literal_slowly(op, x, y) },
        }
    }

    /// A number, as one that is unsigned.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn as_unsigned(&mut self, value: Word) -> Word {
        if value.key() == UNSIGNED { value } else { self.cast_unsigned(value) }
    }

    #[cold]
    #[inline(never)]
    fn cast_unsigned(&mut self, value: Word) -> Word {
        let numbers = self.program.numbers();
        Word::number(Number::u(value.as_number().raw(numbers), numbers))
    }

    /// What a value is, as far as that is known by now.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn know(&mut self, value: Word) -> Word {
        // SAFETY: the caller's word.
        if value.is_var() { unsafe { self.know_variable(value) } } else { value }
    }

    /// A fresh node.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn allocate(&mut self, words: u32) -> u32 {
        self.alloc_or(words, |worker| worker.allocate_fresh(words))
    }

    #[inline(never)]
    fn allocate_fresh(&mut self, words: u32) -> u32 {
        match self.alloc_turned(words) {
            Some(node) => node,
            // SAFETY: no word is used.
            None => unsafe { self.allocate_chunk(words) },
        }
    }

    /// The two ends of a fresh wire are the same word.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn fresh_wire(&mut self) -> Word {
        // SAFETY: the caller's word.
        let node = unsafe { self.allocate(2) };
        self.fill(node, Word::EMPTY, Word::ERA);
        Word::var(node, 0, 2, 1)
    }

    /// `value ~ {a b}`
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn copy_word(&mut self, label: u32, value: Word) -> [Word; 2] {
        // SAFETY: the caller's word.
        if is_number(value) { [value; 2] } else { unsafe { self.copy_slowly(label, value) } }
    }

    /// `pair ~ (a b)`
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn take_pair(&mut self, pair: Word) -> [Word; 2] {
        self.ports(Tag::PAIR, pair.loc())
    }

    /// The same; the node stays with the caller, who makes another of it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn unpack_pair(&mut self, pair: Word) -> ([Word; 2], u32) {
        let node = pair.loc();
        self.foresee(node);
        // SAFETY: L1, L2: the term slots of a pair, which this worker holds.
        (unsafe { [self.slot(node, 0).take(), self.slot(node, 1).take()] }, node)
    }

    /// `value ~ (a b)`
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn split(&mut self, value: Word) -> [Word; 2] {
        // SAFETY: the caller's word.
        if is_pair(value) { self.ports(Tag::PAIR, value.loc()) } else { unsafe { self.split_slowly(value) } }
    }

    /// The same, as two words that come in registers.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn split_both(&mut self, value: Word) -> (Word, Word) {
        // SAFETY: the caller's word.
        let [a, b] = unsafe { self.split(value) };
        (a, b)
    }

    /// The same; a node stays with the caller, who makes another of it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn split_unpack(&mut self, value: Word) -> ([Word; 2], u32) {
        // SAFETY: the caller's word.
        unsafe { if is_pair(value) { self.unpack_pair(value) } else { (self.split_slowly(value), self.allocate(2)) } }
    }

    /// `* ~ value`
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn erase_value(&mut self, value: Word) {
        if value.is_var() || !value.tag().is_leaf() {
            // SAFETY: the caller's word.
            unsafe { self.erase_slowly(value) }
        }
    }

    /// A definition with fewer arguments than it has lambdas.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn close_over<const ARGS: usize>(&mut self, def: u32, args: [Word; ARGS]) -> Word {
        if self.over {
            return Word::ERA;
        }
        // SAFETY: the caller's word.
        unsafe {
            let node = self.allocate(if ARGS < 2 { 2 } else { ARGS as u32 });
            self.close_into(node, def, args)
        }
    }

    /// The same, of a node that the caller has.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn close_into<const ARGS: usize>(&mut self, node: u32, def: u32, args: [Word; ARGS]) -> Word {
        self.unexpanded += 1;
        // No iterators: each closure of a program would have rustc make them anew.
        let mut slot = 0;
        while slot < ARGS {
            // SAFETY: L2: the node is the caller's, and is published by the next meeting only.
            unsafe { self.slot(node, slot as u32).init(args[slot]) }
            slot += 1;
        }
        if ARGS == 1 {
            // SAFETY: as above.
            unsafe { self.slot(node, 1).init(Word::ERA) }
        }
        Word::new(Tag::CLOSURE, def << 4 | ARGS as u32, node)
    }

    /// What a closure holds that is there.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn take_closure<const HELD: usize>(&mut self, value: Word) -> [Word; HELD] {
        // SAFETY: the caller's word.
        let held = unsafe { self.unpack_closure(value) };
        self.release(value.loc(), if HELD < 2 { 2 } else { HELD as u32 });
        held
    }

    /// The same; its node stays with the caller, who makes another of it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn unpack_closure<const HELD: usize>(&mut self, value: Word) -> [Word; HELD] {
        self.unexpanded -= 1;
        let (mut held, mut slot) = ([Word::ERA; HELD], 0);
        while slot < HELD {
            // SAFETY: L1, L2: the term slots of a closure, which this worker holds.
            held[slot] = unsafe { self.slot(value.loc(), slot as u32).take() };
            slot += 1;
        }
        // A constructor of a λ-encoding holds its fields so.
        if HELD > 1 {
            self.foresee(value.loc());
        }
        held
    }

    /// A value is applied to arguments.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn apply_to<const ARGS: usize>(&mut self, value: Word, args: [Word; ARGS]) -> Word {
        let mut at = 0;
        while at < ARGS {
            // SAFETY: D1: there are no frames but the first, which has room.
            unsafe { *self.frames.top.add(HELD + at) = args[at] }
            at += 1;
        }
        // SAFETY: the caller's word.
        unsafe { (self.slow.apply[ARGS])(self, value) }
    }
}

/// The arguments that a function is entered with.
///
/// # Safety
///
/// There are so many.
#[cfg_attr(not(debug_assertions), inline(always))]
#[must_use]
pub unsafe fn arguments<const COUNT: usize>(args: *const Word) -> [Word; COUNT] {
    // SAFETY: the caller's word.
    unsafe { *args.cast() }
}

/// Is it known to be a number?
#[cfg_attr(not(debug_assertions), inline(always))]
#[must_use]
pub fn is_number(value: Word) -> bool {
    !value.is_var() && value.tag() == Tag::NUM
}

/// Is it known to be an unsigned number?
#[cfg_attr(not(debug_assertions), inline(always))]
#[must_use]
pub fn is_unsigned(value: Word) -> bool {
    value.key() == UNSIGNED
}

/// Is it known to be a pair?
#[cfg_attr(not(debug_assertions), inline(always))]
#[must_use]
pub fn is_pair(value: Word) -> bool {
    !value.is_var() && value.tag() == Tag::PAIR
}

/// Is it known to be a definition that holds so many arguments?
#[cfg_attr(not(debug_assertions), inline(always))]
#[must_use]
pub fn is_closure(value: Word, def: u32, held: u32) -> bool {
    value.key() == Word::new(Tag::CLOSURE, def << 4 | held, 0).key()
}

/// Of an unsigned number: is it zero?
#[cfg_attr(not(debug_assertions), inline(always))]
#[must_use]
pub fn is_zero(value: Word) -> bool {
    value.loc() == 0
}

/// One less than an unsigned number that is not zero.
#[cfg_attr(not(debug_assertions), inline(always))]
#[must_use]
pub fn less_one(value: Word) -> Word {
    Word(value.0 - (1 << 32))
}

/// `x op y`, of unsigned numbers.
#[inline(always)]
fn unsigned(op: Op, x: Word, y: Word) -> Option<Word> {
    if x.key() != UNSIGNED || y.key() != UNSIGNED {
        return None;
    }
    let result = op.apply_unsigned(x.loc(), y.loc())?;
    Some(Word::number(Number::u(result, Numbers::Native)))
}
