//! The bytecode of definitions: what a register machine does for [`polarnet_lower`]'s functions.

use crate::word::{Tag, Word};
use polarnet_lower::{ARGUMENTS, Form};
use polarnet_syntax::number::{Number, Op, Type};

/// A register of a frame.
pub(crate) type Reg = u8;

/// One instruction: eight bytes. Jumps are relative to the instruction itself.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Instr {
    /// An argument must be a number, else `function` does not begin.
    Number {
        of: Reg,
        function: u32,
    },
    /// An argument must be a pair.
    Pair {
        of: Reg,
        function: u32,
    },
    /// So many interactions more.
    Count(u32),
    /// A constant.
    Load {
        to: Reg,
        at: u32,
    },
    /// Another name for a value.
    Move {
        to: Reg,
        of: Reg,
    },
    /// On a number: goes on if it is 0, else `before` is the number before it, and it jumps.
    Switch {
        of: Reg,
        before: Reg,
        succ: i32,
    },
    /// Jumps where the value is no number.
    Unless {
        of: Reg,
        to: i32,
    },
    /// Jumps.
    Jump(i32),
    /// `of ~ {a b}`
    Copy {
        of: Reg,
        a: Reg,
        b: Reg,
        label: u32,
    },
    /// `of ~ (a b)`, of a pair that was tested.
    Take {
        of: Reg,
        a: Reg,
        b: Reg,
    },
    /// `of ~ (a b)`
    Split {
        of: Reg,
        a: Reg,
        b: Reg,
    },
    /// `x op y`
    Operate {
        to: Reg,
        x: Reg,
        y: Reg,
        op: Op,
        late: bool,
    },
    /// `literal op y`
    OperateLiteral {
        to: Reg,
        y: Reg,
        op: Op,
        literal: u32,
    },
    /// A negative node of the core meets a value: number `at` of [`Direct::cores`].
    Core {
        of: Reg,
        at: u32,
    },
    /// A negative agent of the book meets a value: number `at` of [`Direct::acts`].
    Act {
        of: Reg,
        at: u32,
    },
    /// A node of two terms.
    Node {
        to: Reg,
        a: Reg,
        b: Reg,
        key: u32,
    },
    /// A node of so many words.
    Alloc {
        to: Reg,
        words: u8,
    },
    /// A slot of a node that was allocated.
    Fill {
        node: Reg,
        slot: u8,
        of: Reg,
    },
    /// A cell of such a node.
    Empty {
        node: Reg,
        slot: u8,
    },
    /// Such a node as a term.
    Term {
        to: Reg,
        node: Reg,
        key: u32,
    },
    /// The right to meet a cell of such a node.
    Var {
        to: Reg,
        node: Reg,
        slot: u8,
        words: u8,
        cells: u8,
    },
    /// `* ~ of`
    Erase {
        of: Reg,
    },
    /// Both ends of a fresh wire.
    Wire {
        to: Reg,
    },
    /// A value goes to where it is awaited.
    Give {
        of: Reg,
        to: Reg,
    },
    /// Calls of a function with one argument, two, more; with more, the next instructions have their registers.
    Call1 {
        to: Reg,
        a: Reg,
        function: u32,
    },
    Call2 {
        to: Reg,
        a: Reg,
        b: Reg,
        function: u32,
    },
    Call {
        to: Reg,
        count: u8,
        function: u32,
    },
    /// The same, as the last thing that is done.
    Last1 {
        a: Reg,
        function: u32,
    },
    Last2 {
        a: Reg,
        b: Reg,
        function: u32,
    },
    Last {
        count: u8,
        function: u32,
    },
    /// A definition with fewer arguments than it has lambdas.
    Close {
        to: Reg,
        count: u8,
        def: u32,
    },
    /// A value is applied.
    Apply {
        to: Reg,
        of: Reg,
        count: u8,
    },
    LastApply {
        of: Reg,
        count: u8,
    },
    /// The registers of arguments.
    Args([Reg; ROW]),
    /// The result of the function.
    Return {
        of: Reg,
    },
    /// The machine stops.
    Halt,
}

const _: () = assert!(size_of::<Instr>() == 8);

/// How many registers one [`Instr::Args`] names.
pub(crate) const ROW: usize = 7;

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

/// A function of the machine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Callee {
    /// Where its code begins.
    pub code: u32,
    /// Words of its frame.
    pub frame: u16,
    pub args: u16,
    /// Interactions that it has counted when it begins.
    pub count: u32,
    pub def: u32,
}

/// A definition.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// Its lambdas.
    pub arity: u32,
    /// By the number of arguments: the function for as many, or for fewer. [`NONE`]: there is none.
    pub functions: [u32; ARGUMENTS as usize + 1],
}

/// No function.
pub(crate) const NONE: u32 = u32::MAX;

/// A book in direct style.
#[derive(Debug, Default)]
pub(crate) struct Direct {
    pub entries: Box<[Entry]>,
    pub callees: Box<[Callee]>,
    pub code: Box<[Instr]>,
    pub constants: Box<[Word]>,
    pub cores: Box<[CoreNode]>,
    pub acts: Box<[Act]>,
}

impl Direct {
    /// The function of a definition for so many arguments, or for fewer.
    #[inline(always)]
    pub fn function_for(&self, def: u32, args: usize) -> Option<(u32, Callee)> {
        let at = self.entries[def as usize].functions[args.min(ARGUMENTS as usize)];
        (at != NONE).then(|| (at, self.callees[at as usize]))
    }
}

/// Is the second operand one that came by a wire?
pub(crate) fn is_late(form: Form) -> bool {
    form == Form::Symbol(true)
}

/// A plain unsigned number.
pub(crate) const UNSIGNED: u32 = Word::number(Number::from_parts(Type::U as u16, 0)).key();
