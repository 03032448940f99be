//! The instructions of the machine: each is a function that says where to go on, and with which frame.
//!
//! In what the codes say, `a`, `b`, `c` are registers of the instruction, and `n` is its number.

mod accumulate;
mod actors;
mod around;
mod calls;
mod codes;
mod frame;
mod steps;
mod sure;
mod waiting;

use super::code::Instr;
use crate::{cell::Cell, word::Word, worker::Worker};
pub(crate) use accumulate::last_one;
use accumulate::{accumulate_on, accumulated};
use actors::*;
pub(crate) use around::PSEUDO;
use around::*;
use calls::*;
use codes::{ACCUMULATE, AROUND, CODES, GUARDS, OPERATORS, SURE};
pub(crate) use codes::{Applied, OPS, Operands, accumulate, around_two, guard, sure};
pub(crate) use frame::known_function;
use steps::*;
pub(crate) use sure::Test;
use sure::{SURE_OPS, guard_on, sure_operate};
pub(crate) use waiting::WAIT;
use waiting::{awaited, awaited_all, derive, wait};

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

/// Handlers that differ by the number of arguments, from none on.
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
    ($table:ident, $from:expr, $handler:ident, $($at:literal)*) => {$(
        $table[$from + $at] = $handler::<C, $at>;
    )*};
    ($table:ident, $from:expr, $handler:ident, $literal:literal, $($at:literal)*) => {$(
        $table[$from + $at] = $handler::<C, $literal, $at>;
    )*};
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
        by_arguments!(table, Applied::Close, close, 0 1 2 3 4 5 6 7 8 9 10 11 12);
        by_arguments!(table, Applied::Apply, apply, 0 1 2 3 4 5 6 7 8 9 10 11 12);
        by_arguments!(table, Applied::LastApply, last_apply, 0 1 2 3 4 5 6 7 8 9 10 11 12);
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
        numbered!(table, ACCUMULATE, accumulate_on, 0 1 2 3 4);
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
    /// The same, but for the place: that is behind the last one.
    RenewInOrder = renew_in_order,
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
    /// The result of a call comes to what was added up before: the operator and its form are number `n`.
    Accumulated = accumulated,
    /// Calls function `n`, which is this one, in its place. What is behind is done later: `b` words for it go on the stack; if it needs none, the turn is
    /// counted. `a`: the words of the frame; `c` ← how much was there before the first turn. Three words follow. If there is no room, or something cannot be
    /// derived, on to the instruction behind them.
    Wait = wait,
    /// What was put there last is taken off: `b` words, to where the second word before says.
    Awaited = awaited,
    /// `a ← b + n · (turns that wait - c)`; `b`: what it was in the first turn.
    Derive = derive,
    /// `a` is what a turn gives: the result, if no more wait than `b`; else on to the turn before, at the `Awaited` that is `n` before this one.
    AwaitedAll = awaited_all,
    /// The next one; but see [`frame::go`].
    Breathe = breathe,
    /// A word of a call; no instruction.
    Row = halt,
}
