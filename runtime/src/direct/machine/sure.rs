//! Operators on registers that hold unsigned numbers for sure, and whose result is always defined: those of rules.

use super::{
    Go,
    frame::{ahead, get, next, set},
};
use crate::{cell::Cell, direct::code::Instr, word::Word, worker::Worker};
use polarnet_syntax::number::{Number, Numbers, Op};

/// These operators, in the order of their codes.
pub(super) const SURE_OPS: [Op; 11] =
    [Op::Add, Op::Sub, Op::FlipSub, Op::Mul, Op::Eq, Op::Ne, Op::Lt, Op::Gt, Op::And, Op::Or, Op::Xor];

/// A comparison that decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Test {
    Eq,
    Ne,
    Lt,
    Gt,
    Le,
    Ge,
}

impl Test {
    /// In the order of their codes.
    pub const ALL: [Test; 6] = [Test::Eq, Test::Ne, Test::Lt, Test::Gt, Test::Le, Test::Ge];

    /// That of an operator.
    pub fn of(op: Op) -> Option<Test> {
        match op {
            Op::Eq => Some(Test::Eq),
            Op::Ne => Some(Test::Ne),
            Op::Lt => Some(Test::Lt),
            Op::Gt => Some(Test::Gt),
            _ => None,
        }
    }

    /// The opposite.
    pub fn not(self) -> Test {
        match self {
            Test::Eq => Test::Ne,
            Test::Ne => Test::Eq,
            Test::Lt => Test::Ge,
            Test::Gt => Test::Le,
            Test::Le => Test::Gt,
            Test::Ge => Test::Lt,
        }
    }
}

/// `a ← b op c`, or `a ← n op b`
pub(super) unsafe fn sure_operate<C: Cell, const LITERAL: bool, const OP: usize>(
    w: &mut Worker<'_, C>,
    pc: *const Instr,
    base: *mut Word,
) -> Go {
    // SAFETY: D2, D3: as `Handler` has it.
    unsafe {
        let i = *pc;
        let [x, y] = match LITERAL {
            true => [i.n, get(base, i.b).loc()],
            false => [get(base, i.b).loc(), get(base, i.c).loc()],
        };
        let result = match SURE_OPS[OP] {
            Op::Add => x.wrapping_add(y),
            Op::Sub => x.wrapping_sub(y),
            Op::FlipSub => y.wrapping_sub(x),
            Op::Mul => x.wrapping_mul(y),
            Op::Eq => u32::from(x == y),
            Op::Ne => u32::from(x != y),
            Op::Lt => u32::from(x < y),
            Op::Gt => u32::from(x > y),
            Op::And => x & y,
            Op::Or => x | y,
            _ => x ^ y,
        };
        set(base, i.a, Word::number(Number::u(result, Numbers::Native)));
        next(w, pc, base)
    }
}

/// On `a` and `b`, or on `n` and `a`: goes on if it is true.
pub(super) unsafe fn guard_on<C: Cell, const LITERAL: bool, const TEST: usize>(
    w: &mut Worker<'_, C>,
    pc: *const Instr,
    base: *mut Word,
) -> Go {
    // SAFETY: D2, D3: as `Handler` has it; a word follows.
    unsafe {
        let i = *pc;
        let [x, y] = match LITERAL {
            true => [i.n, get(base, i.a).loc()],
            false => [get(base, i.a).loc(), get(base, i.b).loc()],
        };
        let is_true = match Test::ALL[TEST] {
            Test::Eq => x == y,
            Test::Ne => x != y,
            Test::Lt => x < y,
            Test::Gt => x > y,
            Test::Le => x <= y,
            Test::Ge => x >= y,
        };
        match is_true {
            true => ahead(w, pc.add(2), base),
            false => ahead(w, pc.add((*pc.add(1)).n as usize), base),
        }
    }
}
