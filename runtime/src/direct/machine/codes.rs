//! The codes of families of instructions, which come after all others.

use super::{
    HANDLERS,
    calls::{MANY, MOST},
    sure::{SURE_OPS, Test},
};
use polarnet_lower::Accumulate;
use polarnet_syntax::number::Op;

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

/// Codes that differ by the number of arguments: the first of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Applied {
    /// `n` with as many arguments. Two words follow: the code of the function, and the row, which names the result too.
    Call = HANDLERS as u8,
    /// `a ←` definition `n` with as many arguments, fewer than it has lambdas: `b` of them. One row follows, or two.
    Close = (HANDLERS + 1 + MANY) as u8,
    /// `a` applied to as many arguments: `c` of them. `b`: the words of the frame. One row follows, or two, which name the result too.
    Apply = (HANDLERS + 1 + MANY + (1 + MOST)) as u8,
    /// The same, instead of this function: the rows name no result.
    LastApply = (HANDLERS + 1 + MANY + 2 * (1 + MOST)) as u8,
}

impl Applied {
    /// The code for so many arguments.
    pub fn to(self, arguments: usize) -> u8 {
        debug_assert!(self == Applied::Call || arguments <= MOST, "as `polarnet_lower` verifies");
        self as u8 + if self == Applied::Call { arguments.min(MANY) } else { arguments } as u8
    }
}

/// Where the codes of operators begin: for each of the [`Operands`], those of [`OPS`].
pub(super) const OPERATORS: usize = HANDLERS + 1 + MANY + 3 * (1 + MOST);

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
pub(super) const SURE: usize = OPERATORS + 4 * OPS.len();

/// Where those begin of guards: the same.
pub(super) const GUARDS: usize = SURE + 2 * SURE_OPS.len();

/// Where those begin of [`around_two`].
pub(super) const AROUND: usize = GUARDS + 2 * Test::ALL.len();

/// Where those begin of [`accumulate`]: for each of [`Accumulate::OPS`].
pub(super) const ACCUMULATE: usize = AROUND + 4;

pub(super) const CODES: usize = ACCUMULATE + Accumulate::OPS.len();

const _: () = assert!(CODES <= 1 << 8, "a byte has room for all");

/// The code of a call that is last but for a node around one of its two results: `built` is the result that this becomes, `into` the
/// one that goes into it.
pub(crate) fn around_two(built: usize, into: usize) -> u8 {
    (AROUND + 2 * built + into) as u8
}

/// The code before function `n` is called again in its own place: what its result is to come to is in `a`. Three words follow: the code of the function,
/// the row of its arguments, with which instruction comes back, and where to go if `a`, `b` and `c` are not all unsigned numbers.
pub(crate) fn accumulate(op: usize) -> u8 {
    (ACCUMULATE + op) as u8
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
