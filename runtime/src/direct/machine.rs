//! The instructions of the machine: each is a function that says where to go on, and with which frame.
//!
//! In what the codes say, `a`, `b`, `c` are registers of the instruction, and `n` is its number.

mod actors;
mod around;
mod calls;
mod frame;
mod steps;
mod sure;

use super::code::Instr;
use crate::{cell::Cell, word::Word, worker::Worker};
use actors::*;
pub(crate) use around::PSEUDO;
use around::*;
use calls::*;
pub(crate) use frame::known_function;
use polarnet_syntax::number::Op;
use steps::*;
pub(crate) use sure::Test;
use sure::{SURE_OPS, guard_on, sure_operate};

/// Handlers: `w` is the worker, `i` the instruction, `base` the frame, `pc` where the instruction stands.
macro_rules! handlers {
    ($($(#[$doc:meta])* $name:ident $([$n:ident])?($w:ident, $i:ident, $base:ident, $pc:ident) $body:block)*) => {$(
        $(#[$doc])*
        #[allow(unused_variables)]
        pub(super) unsafe fn $name<C: Cell $(, const $n: usize)?>(
            $w: &mut Worker<'_, C>,
            $pc: *const Instr,
            $base: *mut Word,
        ) -> Go {
            // SAFETY: D1, D2, D3: as `Handler` has it.
            unsafe {
                let $i = *$pc;
                $body
            }
        }
    )*};
}
use handlers;

/// The next instruction, and the frame's registers.
pub(crate) type Go = (*const Instr, *mut Word);

/// What an instruction does.
///
/// # Safety
///
/// D1, D2, D3: the instruction is in the program's code, and `base` its function's frame.
pub(crate) type Handler<C> = unsafe fn(&mut Worker<'_, C>, *const Instr, *mut Word) -> Go;

/// The operators, in the order of their codes.
pub(crate) const OPS: [Op; 19] = [
    Op::Add,
    Op::Sub,
    Op::FlipSub,
    Op::Mul,
    Op::Div,
    Op::FlipDiv,
    Op::Rem,
    Op::FlipRem,
    Op::Eq,
    Op::Ne,
    Op::Lt,
    Op::Gt,
    Op::And,
    Op::Or,
    Op::Xor,
    Op::Shl,
    Op::FlipShl,
    Op::Shr,
    Op::FlipShr,
];

macro_rules! instructions {
    ($($(#[$doc:meta])* $name:ident = $handler:ident,)*) => {
        /// The codes of the instructions; those of operators follow.
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub(crate) enum Code { $($(#[$doc])* $name),* }

        const HANDLERS: usize = [$(Code::$name),*].len();

        const fn fixed<C: Cell>() -> [Handler<C>; HANDLERS] {
            [$($handler::<C>),*]
        }
    };
}

/// Handlers that differ by the number of arguments, from none to [`MANY`].
macro_rules! by_arguments {
    ($table:ident, $from:expr, $handler:ident, $($count:literal)*) => {$(
        $table[$from as usize + $count] = $handler::<C, $count>;
    )*};
}

/// Handlers of operators.
macro_rules! operators {
    ($table:ident, $form:expr, $($at:literal)*) => {$(
        $table[OPERATORS + $form as usize * OPS.len() + $at] = operate::<C, { $form as u8 }, $at>;
    )*};
}

/// Handlers with a number, from none on.
macro_rules! numbered {
    ($table:ident, $from:expr, $handler:ident, $literal:literal, $($at:literal)*) => {$(
        $table[$from + $at] = $handler::<C, $literal, $at>;
    )*};
}

/// Codes that differ by the number of arguments: the first of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Applied {
    /// `n` with as many arguments. Two words follow: the code of the function, and the row, which names the result too.
    Call = HANDLERS as u8,
    /// `a ←` definition `n` with as many arguments, fewer than it has lambdas: `b` of them. The row follows.
    Close = (HANDLERS + 1 + MANY) as u8,
    /// `a` applied to as many arguments: `c` of them. `b`: the words of the frame. The row follows, which names the result too.
    Apply = (HANDLERS + 2 * (1 + MANY)) as u8,
    /// The same, instead of this function.
    LastApply = (HANDLERS + 3 * (1 + MANY)) as u8,
}

impl Applied {
    /// The code for so many arguments.
    pub fn to(self, arguments: usize) -> u8 {
        self as u8 + arguments.min(MANY) as u8
    }
}

/// Where the codes of operators begin: for each of the [`Operands`], those of [`OPS`].
const OPERATORS: usize = HANDLERS + 4 * (1 + MANY);

/// What an operator takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Operands {
    /// `a ← b op c`; `n`: whether `c` came by a wire.
    Registers,
    /// `a ← n op b`
    Literal,
    /// `b op c` is the result of the function.
    LastRegisters,
    /// `n op b` is.
    LastLiteral,
}

impl Operands {
    /// The code for an operator.
    pub fn of(self, op: Op) -> Option<u8> {
        let at = OPS.iter().position(|&known| known == op)?;
        Some((OPERATORS + self as usize * OPS.len() + at) as u8)
    }
}

/// Where those begin of operators on what is known to be unsigned: on registers, and on a literal and a register.
const SURE: usize = OPERATORS + 4 * OPS.len();

/// Where those begin of guards: the same.
const GUARDS: usize = SURE + 2 * SURE_OPS.len();

/// Where those begin of [`around_two`].
const AROUND: usize = GUARDS + 2 * Test::ALL.len();

const CODES: usize = AROUND + 4;

/// The code of a call that is last but for a node around one of its two results: `built` is the result that this becomes, `into` the
/// one that goes into it.
pub(crate) fn around_two(built: usize, into: usize) -> u8 {
    (AROUND + 2 * built + into) as u8
}

/// The code of `a ← b op c`, or `a ← n op b`, of unsigned numbers, if it cannot go wrong.
pub(crate) fn sure(op: Op, literal: bool) -> Option<u8> {
    let at = SURE_OPS.iter().position(|&known| known == op)?;
    Some((SURE + usize::from(literal) * SURE_OPS.len() + at) as u8)
}

/// The code of a guard on `a` and `b`, or on `n` and `a`. A word follows, which says where to go if it is false.
pub(crate) fn guard(test: Test, literal: bool) -> u8 {
    (GUARDS + usize::from(literal) * Test::ALL.len() + test as usize) as u8
}

impl<C: Cell> Machine<C> {
    /// What all codes do.
    pub const TABLE: [Handler<C>; CODES] = {
        let mut table: [Handler<C>; CODES] = [halt::<C>; CODES];
        let fixed = fixed::<C>();
        let mut at = 0;
        while at < HANDLERS {
            table[at] = fixed[at];
            at += 1;
        }
        by_arguments!(table, Applied::Call, call, 0 1 2 3 4 5 6 7);
        by_arguments!(table, Applied::Close, close, 0 1 2 3 4 5 6 7);
        by_arguments!(table, Applied::Apply, apply, 0 1 2 3 4 5 6 7);
        by_arguments!(table, Applied::LastApply, last_apply, 0 1 2 3 4 5 6 7);
        operators!(table, Operands::Registers, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18);
        operators!(table, Operands::Literal, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18);
        operators!(table, Operands::LastRegisters, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18);
        operators!(table, Operands::LastLiteral, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18);
        numbered!(table, SURE, sure_operate, false, 0 1 2 3 4 5 6 7 8 9 10);
        numbered!(table, SURE + SURE_OPS.len(), sure_operate, true, 0 1 2 3 4 5 6 7 8 9 10);
        numbered!(table, GUARDS, guard_on, false, 0 1 2 3 4 5);
        numbered!(table, GUARDS + Test::ALL.len(), guard_on, true, 0 1 2 3 4 5);
        table[AROUND] = around_two_results::<C, 0>;
        table[AROUND + 1] = around_two_results::<C, 1>;
        table[AROUND + 2] = around_two_results::<C, 2>;
        table[AROUND + 3] = around_two_results::<C, 3>;
        table
    };
}

/// The machine for one kind of cells.
pub(crate) struct Machine<C>(core::marker::PhantomData<C>);

instructions! {
    /// The machine stops.
    Halt = halt,
    /// `a` must be a number, else function `n` does not begin.
    Number = number,
    /// `a` must be a pair.
    Pair = pair,
    /// `n` interactions more.
    Count = count,
    /// `a ←` constant `n`
    Load = load,
    /// `a ←` the constant of the lower half of `n`, `b ←` that of the upper one.
    LoadTwo = load_two,
    /// `a ← b`
    Move = move_to,
    /// `a ← b`, `c ←` the first byte of `n`, and, if they are not the same, the second `←` the third; all at once.
    Moves = moves,
    /// `Move`, and `Last`, which follows.
    MoveLast = move_last,
    /// `Moves`, and `Last`, which follows.
    MovesLast = moves_last,
    /// On the number `a`: to `n`, if it is 0; else `b` ← the number before.
    Switch = switch,
    /// To `n`, if `a` is no number.
    Unless = unless,
    /// To `n`.
    Jump = jump,
    /// `a ~ &n{b c}`
    Copy = copy,
    /// `a ~ (b c)`, of a pair that was tested.
    Take = take,
    /// `a ~ (b c)`, which must be a pair, else function `n` does not begin.
    TakePair = take_pair,
    /// `a ~ (b c)`
    Split = split,
    /// A negative node of the core, number `n`, meets `a`.
    Core = core_node,
    /// A negative agent of the book, number `n`, meets `a`.
    Act = act,
    /// `a ←` a node with tag and label `n`, whose slots are `b` and `c`.
    Node = node,
    /// `a ←` a node of `n` words, to be filled.
    Alloc = alloc,
    /// Slot `b` of node `a` is `c`.
    Fill = fill,
    /// Slot `b` of node `a` is an empty cell.
    Empty = empty,
    /// `a ←` node `b` as a term, with tag and label `n`.
    Term = term,
    /// `a ←` the right to meet slot `c` of node `b`; `n`: its words, and above them its cells.
    Var = var,
    /// `* ~ a`
    Erase = erase,
    /// `a ←` both ends of a fresh wire.
    Wire = wire,
    /// `a` goes to where `b` is awaited.
    Give = give,
    /// Function `n`, instead of this one: the arguments are where its own are. A word follows with its code.
    Last = last,
    /// `a` is the result.
    Return = give_back,
    /// Constant `n` is the result.
    ReturnConstant = give_constant,
    /// If `a` has key `n`, the next one but one; else where the word says that follows.
    Case = case,
    /// As `Case`; then `a`, `b` ← the two slots of what register 0 has.
    CaseFields = case_fields,
    /// To where table `n` says for the key of `a`; else the next one.
    Cases = cases,
    /// `a` is nothing that function `n`, of an agent, goes on with.
    Unmet = unmet,
    /// No guard of agent `n` is true, for `a`.
    Stuck = stuck,
    /// `a ←` slot `b` of the node that is met.
    Field = field,
    /// It is free, of `n` words.
    Free = free,
    /// `a ←` that node, to be filled.
    Reuse = reuse,
    /// `a ←` that node with tag and label `n`, whose slots are `b` and `c`.
    Renew = renew,
    /// `Renew`, and `AroundOne`, which follows.
    RenewAround = renew_around,
    /// `a ←` what number `n` computes.
    Compute = compute,
    /// To `n`, if `a` is zero.
    IfZero = if_zero,
    /// `a` and `b` are the results.
    ReturnTwo = give_two,
    /// The results are in the registers of row `n`.
    ReturnRow = give_row,
    /// The result is `a`, the call that follows gives slot `c` of node `b`; `n`: the words of the frame.
    AroundOne = around_one,
    /// The results are what number `n` says, of the call that follows.
    Around = around,
    /// The results of such a call go to where it says.
    FillHoles = fill_holes,
    /// The next one; but see [`frame::go`].
    Breathe = breathe,
    /// A word of a call; no instruction.
    Row = halt,
}
