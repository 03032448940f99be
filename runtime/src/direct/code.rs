//! The bytecode of definitions: what a register machine does for [`polarnet_lower`]'s functions.

use super::{emitted::EmittedFunction, machine::Code};
use crate::word::{Tag, Word};
use polarnet_lower::ARGUMENTS;
use rustc_hash::FxHashMap;

/// A register of a frame.
pub(crate) type Reg = u8;

/// One instruction. Jumps are relative to the instruction itself. What the fields mean, [`super::machine`] says.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Instr {
    pub op: u8,
    pub a: Reg,
    pub b: Reg,
    pub c: Reg,
    pub n: u32,
}

impl Instr {
    pub const fn new(op: u8, [a, b, c]: [Reg; 3], n: u32) -> Instr {
        Instr { op, a, b, c, n }
    }

    /// The second word of a call: where the function's code begins, seen from the first one, and what it counts then.
    pub const fn link(code: i32, count: u32) -> Instr {
        let [op, a, b, c] = count.to_le_bytes();
        Instr { op, a, b, c, n: code as u32 }
    }

    /// Of such a word.
    #[inline(always)]
    pub const fn linked(self) -> (isize, i64) {
        (self.n as i32 as isize, u32::from_le_bytes([self.op, self.a, self.b, self.c]) as i64)
    }

    /// The last word of a call, or of an application: the register of the result, and those of the arguments.
    pub fn row(to: Reg, regs: &[Reg]) -> Instr {
        let reg = |at: usize| regs.get(at).copied().unwrap_or(0);
        let n = u32::from_le_bytes([reg(2), reg(3), reg(4), reg(5)]);
        Instr { op: Code::Row as u8, a: to, b: reg(0), c: reg(1), n }
    }

    /// The arguments of such a word.
    #[inline(always)]
    pub const fn regs(self) -> [Reg; ROW] {
        let [c, d, e, f] = self.n.to_le_bytes();
        [self.b, self.c, c, d, e, f]
    }
}

/// How many arguments such a word names. More of a call are put to where they belong before it.
pub(crate) const ROW: usize = 6;

/// A negative node of the core.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CoreNode {
    pub tag: Tag,
    pub label: u32,
    /// The interactions that were counted for it.
    pub counted: u8,
    /// In each slot: the register of a term, or of what will come.
    pub slots: [Result<Reg, Reg>; 2],
}

/// A negative agent of the book.
#[derive(Clone, Debug)]
pub(crate) struct Act {
    pub symbol: u32,
    /// The registers of its positive ports.
    pub args: Box<[Reg]>,
    /// And of its negative ones.
    pub results: Box<[Reg]>,
}

/// What a rule computes, where that is not a few operators on unsigned numbers.
#[derive(Clone, Debug)]
pub(crate) struct Computed {
    pub code: polarnet_syntax::code::Code,
    /// The registers of the numbers that it knows.
    pub known: Box<[Reg]>,
    /// It only chooses: what is wrong with its arithmetic is nobody's fault.
    pub guard: bool,
}

/// A call that is last but for nodes around its results.
#[derive(Clone, Debug)]
pub(crate) struct Around {
    /// The results of the function.
    pub results: Box<[Given]>,
    /// Where those of the call go.
    pub places: Box<[Place]>,
    /// The words of the frame.
    pub words: u8,
}

/// A result of a function that ends with such a call.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Given {
    /// What is in a register.
    Term(Reg),
    /// A result of the call.
    Of(u8),
}

/// Where a result of such a call goes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    /// To a slot of the node in a register.
    Slot(Reg, u8),
    /// It is one of the function.
    Result,
}

/// The most results of functions that end, or are called, so.
pub(crate) const MOST_AROUND: usize = 4;

/// A function of the machine: of a definition, or of a negative agent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Callee {
    /// Where its code begins.
    pub code: u32,
    /// Interactions that it has counted when it begins.
    pub count: u32,
    pub args: u16,
    /// The definition, or the agent.
    pub def: u32,
}

/// A definition.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// Its lambdas.
    pub arity: u32,
    /// By the number of arguments: the function for as many, or for fewer. [`NONE`]: there is none.
    pub functions: [u32; ARGUMENTS as usize + 1],
    /// The same, but only for as many. Closures and applications may have twice as many together.
    pub exact: [u32; 2 * ARGUMENTS as usize + 1],
}

/// No function.
pub(crate) const NONE: u32 = u32::MAX;

/// A book in direct style.
#[derive(Debug, Default)]
pub(crate) struct Direct {
    pub entries: Box<[Entry]>,
    pub callees: Box<[Callee]>,
    /// The first that is of an agent. Its first argument is what it meets, and it has a result for each negative port: the first is
    /// given back, the others are where its frame began.
    pub first_actor: u32,
    pub code: Box<[Instr]>,
    pub constants: Vec<Word>,
    pub cores: Vec<CoreNode>,
    pub acts: Vec<Act>,
    /// Of each agent of the book, the number of its function, or [`NONE`]. Nothing, if none has one.
    pub actors: Box<[u32]>,
    /// Registers of results, where there is not one.
    pub rows: Vec<Box<[Reg]>>,
    pub computed: Vec<Computed>,
    pub around: Vec<Around>,
    /// Of agents that meet many: by the key of a word, where the code for it is, seen from the instruction.
    pub tables: Vec<FxHashMap<u32, u32>>,
    /// Is there [one thing to do](polarnet_lower::is_serial) at a time?
    pub serial: bool,
    /// Does any of it put something on the stack of `contexts`?
    pub waits: bool,
    /// What functions were compiled to; then there is no code.
    pub emitted: Vec<EmittedFunction>,
}

impl Direct {
    /// The function of a definition for so many arguments, or for fewer.
    #[inline(always)]
    pub fn function_for(&self, def: u32, args: usize) -> Option<(u32, Callee)> {
        let at = self.entries[def as usize].functions[args.min(ARGUMENTS as usize)];
        (at != NONE).then(|| (at, self.callees[at as usize]))
    }

    /// Are there functions of agents?
    pub fn has_actors(&self) -> bool {
        !self.actors.is_empty()
    }

    /// The function of a negative agent.
    #[inline(always)]
    pub fn actor(&self, symbol: u32) -> Option<u32> {
        self.actors.get(symbol as usize).copied().filter(|&at| at != NONE)
    }
}
