//! The instructions of the machine: each is a function that says where to go on, and with which frame.
//!
//! `to ← …` names the registers: `a`, `b`, `c` of the instruction, in this order, and its number `n`.

mod calls;
mod frame;
mod steps;

use super::code::Instr;
use crate::{cell::Cell, word::Word, worker::Worker};
use calls::*;
use polarnet_syntax::number::Op;
use steps::*;

/// Handlers: `w` is the worker, `i` the instruction, `base` the frame, `pc` where the instruction stands.
macro_rules! handlers {
    ($($name:ident($w:ident, $i:ident, $base:ident, $pc:ident) $body:block)*) => {$(
        #[allow(unused_variables)]
        pub(super) unsafe fn $name<C: Cell>($w: &mut Worker<'_, C>, $pc: *const Instr, $base: *mut Word) -> Go {
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

/// The operators on two unsigned numbers, in the order of their instructions.
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

        impl<C: Cell> Machine<C> {
            /// All instructions: [`Code`]s, then `x op y` for each of [`OPS`], then `literal op y`.
            pub const TABLE: [Handler<C>; HANDLERS + 2 * OPS.len()] = {
                let mut table: [Handler<C>; HANDLERS + 2 * OPS.len()] = [halt::<C>; HANDLERS + 2 * OPS.len()];
                let fixed: [Handler<C>; HANDLERS] = [$($handler::<C>),*];
                let mut at = 0;
                while at < HANDLERS {
                    table[at] = fixed[at];
                    at += 1;
                }
                operators!(table, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18);
                table
            };
        }
    };
}

macro_rules! operators {
    ($table:ident, $($at:literal)*) => {$(
        $table[HANDLERS + $at] = operate::<C, $at>;
        $table[HANDLERS + OPS.len() + $at] = operate_literal::<C, $at>;
    )*};
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
    /// `a ← b`
    Move = move_to,
    /// On the number `a`: on, if it is 0; else `b` ← the number before, and to `n`.
    Switch = switch,
    /// To `n`, if `a` is no number.
    Unless = unless,
    /// To `n`.
    Jump = jump,
    /// `a ~ &n{b c}`
    Copy = copy,
    /// `a ~ (b c)`, of a pair that was tested.
    Take = take,
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
    /// `a ← n(b)`; `n` has a function, and above it the words of the frame.
    Call1 = call1,
    /// `a ← n(b, c)`
    Call2 = call2,
    /// `n` with the arguments that follow, `a` of them; the last row has the register of the result.
    Call = call,
    /// `n(b)`, instead of this function.
    Last1 = last1,
    /// `n(b, c)`, instead of this function.
    Last2 = last2,
    /// `n` with the `a` arguments that follow, instead of this function.
    Last = last,
    /// `b ←` definition `n` with the `a` arguments that follow, fewer than it has lambdas.
    Close = close,
    /// `b` applied to the `a` arguments that follow; `n`: the words of the frame.
    Apply = apply,
    /// The same, instead of this function.
    LastApply = last_apply,
    /// `a` is the result.
    Return = give_back,
    /// Registers for the instruction before; none itself.
    Args = halt,
}

impl Code {
    /// The instruction for an operator, on two registers or with a literal on the left.
    pub fn of_operator(op: Op, literal: bool) -> Option<u8> {
        let at = OPS.iter().position(|&known| known == op)?;
        Some((HANDLERS + at + if literal { OPS.len() } else { 0 }) as u8)
    }
}
