//! The operators.

use super::{Numbers, Type};

/// An operator on two numbers, or a cast of one.
///
/// `[op x]` applied to `y` is `x op y`, with the literal on the left: `[-20]` takes its operand from 20. The flipped
/// operators have the literal on the right: `[:-20]` takes 20 away. Comparisons give an unsigned 0 or 1. The codes
/// are HVM2's.
///
/// ```
/// # use polarnet_syntax::number::{Number, Numbers::Native, Op};
/// let (x, y) = (Number::u(20, Native), Number::u(3, Native));
/// assert_eq!(Number::apply(Op::Sub, x, y, Native).0, Number::u(17, Native));
/// assert_eq!(Number::apply(Op::FlipSub, y, x, Native).0, Number::u(17, Native));
/// assert_eq!(Number::apply(Op::Lt, x, y, Native).0, Number::u(0, Native));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// Cast to an unsigned integer. From a float it truncates and saturates, from a signed integer it wraps.
    ToU = 1,
    /// Cast to a signed integer. From a float it truncates and saturates, from an unsigned integer it wraps.
    ToI = 2,
    /// Cast to a float.
    ToF = 3,
    /// `+`: the sum.
    Add = 4,
    /// `-`: the difference.
    Sub = 5,
    /// `:-`: the difference, flipped.
    FlipSub = 6,
    /// `*`: the product.
    Mul = 7,
    /// `/`: the quotient.
    Div = 8,
    /// `:/`: the quotient, flipped.
    FlipDiv = 9,
    /// `%`: the remainder, with the sign of the dividend.
    Rem = 10,
    /// `:%`: the remainder, flipped.
    FlipRem = 11,
    /// `=`: equal?
    Eq = 12,
    /// `!`: not equal?
    Ne = 13,
    /// `<`: less?
    Lt = 14,
    /// `>`: greater?
    Gt = 15,
    /// `&`: bitwise and; of floats the arc tangent of `x/y` in the right quadrant.
    And = 16,
    /// `|`: bitwise or; of floats the logarithm of `y` to the base `x`.
    Or = 17,
    /// `^`: bitwise exclusive or; of floats the power.
    Xor = 18,
    /// `<<`: shift to the left, by a count modulo 32; of floats the sine of the sum.
    Shl = 19,
    /// `:<<`: shift to the left, flipped.
    FlipShl = 20,
    /// `>>`: shift to the right, by a count modulo 32; of floats the tangent of the sum.
    Shr = 21,
    /// `:>>`: shift to the right, flipped.
    FlipShr = 22,
}

impl Op {
    /// All of them, in the order of their codes.
    pub const ALL: [Op; 22] = {
        use Op::*;
        [
            ToU, ToI, ToF, Add, Sub, FlipSub, Mul, Div, FlipDiv, Rem, FlipRem, Eq, Ne, Lt, Gt, And, Or, Xor, Shl,
            FlipShl, Shr, FlipShr,
        ]
    };

    /// Its code: from 1 to 22, the casts first.
    #[inline]
    pub(super) const fn code(self) -> u16 {
        self as u16
    }

    /// The operator of a code.
    #[inline]
    pub(super) const fn from_code(code: u16) -> Option<Op> {
        let index = code.wrapping_sub(1) as usize;
        if index < Op::ALL.len() { Some(Op::ALL[index]) } else { None }
    }

    /// The type that it casts to, if it is a cast.
    ///
    /// ```
    /// # use polarnet_syntax::number::{Op, Type};
    /// assert_eq!((Op::ToF.cast(), Op::Add.cast()), (Some(Type::F), None));
    /// ```
    #[must_use]
    #[inline]
    pub const fn cast(self) -> Option<Type> {
        match self {
            Op::ToU => Some(Type::U),
            Op::ToI => Some(Type::I),
            Op::ToF => Some(Type::F),
            _ => None,
        }
    }

    /// The operator that gives the same with its operands exchanged, where there is one.
    ///
    /// ```
    /// # use polarnet_syntax::number::Op;
    /// assert_eq!([Op::Sub, Op::Lt, Op::Add].map(Op::flipped), [Op::FlipSub, Op::Gt, Op::Add]);
    /// ```
    #[must_use]
    pub const fn flipped(self) -> Op {
        match self {
            Op::Sub => Op::FlipSub,
            Op::FlipSub => Op::Sub,
            Op::Div => Op::FlipDiv,
            Op::FlipDiv => Op::Div,
            Op::Rem => Op::FlipRem,
            Op::FlipRem => Op::Rem,
            Op::Lt => Op::Gt,
            Op::Gt => Op::Lt,
            Op::Shl => Op::FlipShl,
            Op::FlipShl => Op::Shl,
            Op::Shr => Op::FlipShr,
            Op::FlipShr => Op::Shr,
            _ => self,
        }
    }

    /// How it is written between brackets.
    ///
    /// ```
    /// # use polarnet_syntax::number::{Numbers, Op};
    /// assert_eq!((Op::FlipSub.symbol(Numbers::Native), Op::ToU.symbol(Numbers::Hvm24)), (":-", "u24"));
    /// ```
    #[must_use]
    pub const fn symbol(self, numbers: Numbers) -> &'static str {
        match self {
            Op::ToU => Type::U.name(numbers),
            Op::ToI => Type::I.name(numbers),
            Op::ToF => Type::F.name(numbers),
            Op::Add => "+",
            Op::Sub => "-",
            Op::FlipSub => ":-",
            Op::Mul => "*",
            Op::Div => "/",
            Op::FlipDiv => ":/",
            Op::Rem => "%",
            Op::FlipRem => ":%",
            Op::Eq => "=",
            Op::Ne => "!",
            Op::Lt => "<",
            Op::Gt => ">",
            Op::And => "&",
            Op::Or => "|",
            Op::Xor => "^",
            Op::Shl => "<<",
            Op::FlipShl => ":<<",
            Op::Shr => ">>",
            Op::FlipShr => ":>>",
        }
    }
}
