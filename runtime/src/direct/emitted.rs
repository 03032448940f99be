//! What the code is made of that `net!` makes of definitions: direct style, compiled.
//!
//! A function of a definition is a Rust function of its arguments, and its calls are calls on the native stack. What cannot be
//! done at once is done as bytecode does it, by the same slow paths. One number, `fused`, says how many interactions may still be
//! counted; where it is below zero, which is also how calls that must be put off are told so, [`Worker::refuses_call`] decides.

use super::{
    code::{Callee, Direct, Entry, NONE, UNSIGNED},
    machine::known_function,
    resolve::Args,
};
use crate::{
    cell::{Cell, Plain, Shared},
    word::{Tag, Word},
    worker::Worker,
};
use polarnet_lower::ARGUMENTS;
use polarnet_syntax::number::{Number, Numbers, Op, Value};

/// A function of a definition; the pointer is to its arguments.
pub type Called<C> = for<'w, 'h> unsafe fn(&'w mut Worker<'h, C>, *const Word) -> Word;

/// What a definition with so many arguments was compiled to, for one thread and for many.
#[derive(Clone, Copy, Debug)]
pub struct EmittedFunction {
    args: u32,
    count: u32,
    plain: Called<Plain>,
    shared: Called<Shared>,
}

impl EmittedFunction {
    /// Functions that `net!` has made, of so many arguments, and the interactions that they count when they begin.
    ///
    /// # Safety
    ///
    /// They do what the definition says, applied to so many arguments.
    #[must_use]
    pub const unsafe fn new(args: u32, count: u32, plain: Called<Plain>, shared: Called<Shared>) -> Self {
        EmittedFunction { args, count, plain, shared }
    }

    /// For one thread.
    pub(crate) fn plain(&self) -> Called<Plain> {
        self.plain
    }

    /// For many.
    pub(crate) fn shared(&self) -> Called<Shared> {
        self.shared
    }
}

/// What a definition was compiled to: functions by the number of their arguments, in this order.
#[derive(Clone, Copy, Debug)]
pub struct EmittedDefinition {
    /// Its lambdas.
    pub arity: u32,
    /// None, if it is a template.
    pub functions: &'static [EmittedFunction],
}

impl Direct {
    /// A book whose definitions `net!` has compiled. Functions are numbered in order.
    pub fn emitted(definitions: &[EmittedDefinition]) -> Direct {
        let mut direct = Direct::default();
        let mut callees = Vec::new();
        let entry = |(definition, def): (&EmittedDefinition, u32)| {
            let first = callees.len() as u32;
            callees.extend(definition.functions.iter().map(|function| Callee {
                code: 0,
                count: function.count,
                args: function.args as u16,
                def,
            }));
            direct.emitted.extend(definition.functions);
            let functions: [u32; ARGUMENTS as usize + 1] = core::array::from_fn(|count| {
                match definition.functions.iter().rposition(|function| function.args as usize <= count) {
                    Some(at) => first + at as u32,
                    None => NONE,
                }
            });
            let exact = core::array::from_fn(|count| {
                let exact = |&at: &u32| callees[at as usize].args as usize == count;
                functions.get(count).copied().filter(|&at| at != NONE).filter(exact).unwrap_or(NONE)
            });
            Entry { arity: definition.arity, functions, exact }
        };
        let entries = definitions.iter().zip(0..).map(entry).collect();
        Direct { entries, callees: callees.into(), ..direct }
    }
}

/// Calls that must be put off find so little of the budget left. More than any budget has.
const STOPPED: i64 = 1 << 61;

/// The largest budget.
pub(crate) const LARGEST_BUDGET: i64 = 1 << 60;

impl<C: Cell> Worker<'_, C> {
    /// From here on all calls are put off, until the outermost function has returned.
    pub(crate) fn stop_calls(&mut self) {
        if !self.frames.is_unwinding() {
            self.frames.unwind();
            self.fused -= STOPPED;
        }
    }

    /// The outermost function has returned.
    #[inline(always)]
    pub(crate) fn open_calls(&mut self) {
        if self.frames.is_unwinding() {
            self.fused += STOPPED;
            self.frames.open();
        }
    }

    /// Runs a function that was emitted.
    ///
    /// # Safety
    ///
    /// It is one of the program's, there are as many arguments as it takes, each is used once.
    #[inline(always)]
    pub(crate) unsafe fn run_emitted(&mut self, function: u32, args: *const Word) -> Word {
        // SAFETY: the function is one of the program's, by the caller's word.
        let Some(entry) = C::called(unsafe { &*self.emitted.add(function as usize) }) else {
            unreachable!("checkers have no `net!`")
        };
        // SAFETY: the caller's.
        unsafe { entry(self, args) }
    }

    #[cold]
    #[inline(never)]
    fn refuses_call(&mut self, count: u32) -> bool {
        let count = i64::from(count);
        let before = self.fused + count;
        if !self.over && !self.frames.is_unwinding() && !self.is_deep() && (before > 0 || self.refill_calls()) {
            return false;
        }
        self.fused += count;
        true
    }
}

/// For code that `net!` has made: the caller says that it follows from a definition of the worker's book, and that each word
/// stands for one port, and is used once.
#[allow(clippy::missing_safety_doc)]
impl<C: Cell> Worker<'_, C> {
    /// A function begins, and counts so many interactions; if not, it is [put off](Self::put_off_function).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn may_not_begin(&mut self, count: u32) -> bool {
        self.fused -= i64::from(count);
        (self.fused < 0 || self.is_deep()) && self.refuses_call(count)
    }

    /// The same of a function that calls no other.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn may_not_begin_leaf(&mut self, count: u32) -> bool {
        self.fused -= i64::from(count);
        self.fused < 0 && self.refuses_call(count)
    }

    /// So many interactions more.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn counts_more(&mut self, count: u32) {
        self.fused -= i64::from(count);
    }

    /// They were counted in vain.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn takes_back(&mut self, count: u32) {
        self.fused += i64::from(count);
    }

    /// A call becomes a node that waits.
    #[cold]
    #[inline(never)]
    pub unsafe fn put_off_function(&mut self, function: u32, args: &[Word]) -> Word {
        self.put_off_call(function, args)
    }

    /// An argument should be a number, or a pair: that, or what the function gives, as it does not begin.
    #[cold]
    #[inline(never)]
    pub unsafe fn misses<const ARGS: usize>(
        &mut self,
        function: u32,
        mut args: [Word; ARGS],
        port: u8,
        wanted: Tag,
    ) -> Result<Word, Word> {
        let Some(direct) = self.program.direct() else { unreachable!("only direct code calls") };
        let count = i64::from(direct.callees[function as usize].count);
        // SAFETY: they are the arguments of the function, by the caller's word.
        match unsafe { self.miss(function, args.as_mut_ptr(), port, wanted) } {
            Some(result) => {
                // It has taken back what was not counted yet. Not before: what is left of the budget may be less.
                self.fused -= count;
                Err(result)
            }
            None => Ok(args[port as usize]),
        }
    }

    /// `x op y`; `late`: `y` came by a wire.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn operate_both(&mut self, op: Op, x: Word, y: Word, late: bool) -> Word {
        match unsigned(op, x, y) {
            Some(result) => result,
            None => self.operate_now(op, x, y, late),
        }
    }

    /// The same with a literal in the operator.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn operate_literal(&mut self, op: Op, x: Word, y: Word) -> Word {
        match unsigned(op, x, y) {
            Some(result) => result,
            None => self.operate_literal_now(op, x, y),
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

    /// A value that may be a number by now.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn maybe_number(&mut self, value: Word) -> Word {
        if value.is_var() { self.known(value) } else { value }
    }

    /// `value ~ {a b}`
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn copy_word(&mut self, label: u32, value: Word) -> [Word; 2] {
        if is_number(value) { [value; 2] } else { self.copy_now(label, value) }
    }

    /// `pair ~ (a b)`
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn take_pair(&mut self, pair: Word) -> [Word; 2] {
        self.ports(Tag::PAIR, pair.loc())
    }

    /// `value ~ (a b)`
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn split(&mut self, value: Word) -> [Word; 2] {
        if is_pair(value) { self.ports(Tag::PAIR, value.loc()) } else { self.split_now(value) }
    }

    /// A negative node of the core meets a value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn core_meets(&mut self, tag: Tag, label: u32, value: Word, slots: [Word; 2], counted: u8) -> [Word; 2] {
        self.core_now(tag, label, value, slots, counted)
    }

    /// A negative agent of the book meets a value.
    pub unsafe fn act_on(&mut self, symbol: u32, value: Word, terms: &[Word]) -> Option<u32> {
        self.act_now(symbol, value, &mut terms.iter().copied())
    }

    /// `* ~ value`
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn erase_value(&mut self, value: Word) {
        if value.is_var() || !value.tag().is_leaf() {
            self.erase_now(value);
        }
    }

    /// A value goes to where it is awaited.
    pub unsafe fn give_value(&mut self, value: Word, place: Word) {
        self.give_now(value, place);
    }

    /// A definition with fewer arguments than it has lambdas.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn close_over<const ARGS: usize>(&mut self, def: u32, args: [Word; ARGS]) -> Word {
        if self.over {
            return Word::ERA;
        }
        self.unexpanded += 1;
        let node = self.alloc(if ARGS < 2 { 2 } else { ARGS as u32 });
        for (slot, arg) in (0..).zip(args.into_iter().chain((ARGS < 2).then_some(Word::ERA))) {
            // SAFETY: L2: the node was just allocated, and is published by the next meeting only.
            unsafe { self.cell(node + slot).init(arg) }
        }
        Word::new(Tag::CLOSURE, def << 4 | ARGS as u32, node)
    }

    /// What a closure holds that is there.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn take_closure<const HELD: usize>(&mut self, value: Word) -> [Word; HELD] {
        self.unexpanded -= 1;
        // SAFETY: L1, L2: the term slots of a closure, which this worker holds.
        let held = core::array::from_fn(|slot| unsafe { self.cell(value.loc() + slot as u32).take() });
        self.release(value.loc(), if HELD < 2 { 2 } else { HELD as u32 });
        held
    }

    /// A value is applied to arguments.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn apply_to<const ARGS: usize>(&mut self, value: Word, args: [Word; ARGS]) -> Word {
        for (at, arg) in args.into_iter().enumerate() {
            // SAFETY: D1: there are no frames but the first, which has room.
            unsafe { *self.frames.top.add(HELD + at) = arg }
        }
        // SAFETY: that is where they are to be.
        unsafe { self.apply_passed::<ARGS>(value) }
    }

    /// The same to arguments in the first frame: what a closure holds comes before them. So nothing of the caller's own is needed any
    /// more, and the last call of a function is a jump.
    #[inline(never)]
    unsafe fn apply_passed<const ARGS: usize>(&mut self, value: Word) -> Word {
        let value = self.known(value);
        let found = if self.over { None } else { known_function(self, value, ARGS) };
        let Some((function, given)) = found else { return self.apply_slowly(value, ARGS) };
        // SAFETY: D1: there is room. L1, L2: the term slots of a closure, which this worker holds. So many arguments it takes.
        unsafe {
            let args = self.frames.top.add(HELD - given);
            if given > 0 {
                self.unexpanded -= 1;
                *args = self.cell(value.loc()).take();
                // Few hold more: no loop for those.
                if given > 1 {
                    *args.add(1) = self.cell(value.loc() + 1).take();
                    for at in 2..given {
                        *args.add(at) = self.cell(value.loc() + at as u32).take();
                    }
                }
                self.release(value.loc(), (given as u32).max(2));
            }
            self.run_emitted(function, args)
        }
    }

    #[cold]
    #[inline(never)]
    fn apply_slowly(&mut self, value: Word, count: usize) -> Word {
        let mut args = Args::default();
        for at in 0..count {
            // SAFETY: D1: `apply_to` has put them there.
            args.push(unsafe { *self.frames.top.add(HELD + at) });
        }
        self.apply_now(value, &mut args)
    }
}

/// Where arguments are in the first frame: behind those that a closure may hold.
const HELD: usize = ARGUMENTS as usize;

/// Is it known to be a number?
#[inline(always)]
#[must_use]
pub fn is_number(value: Word) -> bool {
    !value.is_var() && value.tag() == Tag::NUM
}

/// Is it known to be an unsigned number?
#[inline(always)]
#[must_use]
pub fn is_unsigned(value: Word) -> bool {
    value.key() == UNSIGNED
}

/// Is it known to be a pair?
#[inline(always)]
#[must_use]
pub fn is_pair(value: Word) -> bool {
    !value.is_var() && value.tag() == Tag::PAIR
}

/// Is it known to be a definition that holds so many arguments?
#[inline(always)]
#[must_use]
pub fn is_closure(value: Word, def: u32, held: u32) -> bool {
    value.key() == Word::new(Tag::CLOSURE, def << 4 | held, 0).key()
}

/// `x op y`, of unsigned numbers.
#[inline(always)]
fn unsigned(op: Op, x: Word, y: Word) -> Option<Word> {
    if x.key() != UNSIGNED || y.key() != UNSIGNED {
        return None;
    }
    match op.apply(Value::U(x.loc()), Value::U(y.loc()), Numbers::Native) {
        (Value::U(result), None) => Some(Word::number(Number::u(result, Numbers::Native))),
        _ => None,
    }
}
