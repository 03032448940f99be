//! What the code is made of that `net!` makes of definitions: direct style, compiled.
//!
//! A function of a definition is a Rust function of its arguments, and its calls are calls on the native stack. What cannot be
//! done at once is done as bytecode does it, by the same slow paths. One number, `fused`, says how many interactions may still be
//! counted; where it is below zero, which is also how calls that must be put off are told so, `refuses_call` decides.
//!
//! Such code is compiled once, for all kinds of cells, and with nothing of the engine in it: what it does itself ([`fast`])
//! are plain accesses to nodes that are its own; all else goes through a table of the worker's ([`slow`]).

mod fast;
mod slow;

pub use super::contexts::{look_at, shifted};
pub use fast::{arguments, is_closure, is_number, is_pair, is_unsigned, is_zero, less_one};
pub use slow::Either;
pub(crate) use slow::Slow;

use super::{
    code::{Callee, Direct, Entry, NONE},
    machine::known_function,
    resolve::Args,
};
use crate::{
    cell::Cell,
    word::{Tag, Word},
    worker::Worker,
};
use polarnet_lower::ARGUMENTS;

/// A worker, as functions of definitions see it.
pub type Caller<'h> = Worker<'h, Either>;

/// A function of a definition; the pointer is to its arguments.
pub type Called = for<'w, 'h> unsafe fn(&'w mut Caller<'h>, *const Word) -> Word;

/// What a definition with so many arguments was compiled to.
#[derive(Clone, Copy, Debug)]
pub struct EmittedFunction {
    args: u32,
    count: u32,
    enter: Called,
}

impl EmittedFunction {
    /// A function that `net!` has made, of so many arguments, and the interactions that it counts when it begins.
    ///
    /// # Safety
    ///
    /// It does what the definition says, applied to so many arguments.
    #[must_use]
    pub const unsafe fn new(args: u32, count: u32, enter: Called) -> Self {
        EmittedFunction { args, count, enter }
    }
}

/// What a definition was compiled to: functions by the number of their arguments, in this order.
///
/// Behind those of a book come functions that are several as one, each as a definition.
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
        // SAFETY: the function is one of the program's, and the arguments are as it wants them, by the caller's word.
        unsafe { ((*self.emitted.add(function as usize)).enter)(slow::either(self), args) }
    }

    fn refuses_call(&mut self, count: u32) -> bool {
        let count = i64::from(count);
        let before = self.fused + count;
        if !self.over && !self.frames.is_unwinding() && !self.is_deep() && (before > 0 || self.refill_calls()) {
            return false;
        }
        if self.is_deep() {
            self.goes_deep();
        }
        self.fused += count;
        true
    }

    /// An argument should be `wanted`: that, or what the function gives, as it does not begin. Pairs are looked at by functions
    /// that have counted.
    ///
    /// # Safety
    ///
    /// They are the arguments of the function, and used once.
    #[inline(always)]
    unsafe fn misses(&mut self, function: u32, args: &mut [Word], port: u8, wanted: Tag) -> Result<Word, Word> {
        let Some(direct) = self.program.direct() else { unreachable!("only direct code calls") };
        let count = i64::from(direct.callees[function as usize].count);
        let counted = if wanted == Tag::PAIR { count } else { 0 };
        self.fused += counted;
        // SAFETY: the caller's word.
        match unsafe { self.miss_here(function, args.as_mut_ptr(), port, wanted) } {
            Some(result) => {
                // It has taken back what was not counted yet. Not before: what is left of the budget may be less.
                self.fused -= count;
                Err(result)
            }
            None => {
                self.fused -= counted;
                Ok(args[port as usize])
            }
        }
    }

    /// A value is applied to arguments in the first frame: what a closure holds comes before them. So nothing of the caller's own
    /// is needed any more, and the last call of a function is a jump.
    #[inline(always)]
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
                    self.foresee(value.loc());
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
