//! Numbers and operators: what a `NUM` holds.
//!
//! A [`Number`] is one of three things ([`Shape`]):
//!
//! * a plain number: `5` is unsigned, `+5` signed, `5.0` a float;
//! * a symbol: an operator that has no operand yet, `[+]`, or a cast, `[u32]`;
//! * a partially applied operator, `[+5]`: an operator and its left operand, a literal.
//!
//! A book has one of two arithmetics ([`Numbers`]). HVM2's 24-bit numbers are held as the `u32`, `i32` or `f32` of the
//! same value, so most code need not know which it has: only what comes out of an operation is cut to size.

use polarnet_columns::Payload;

mod op;
mod operate;
mod text;
mod wide;

pub use op::Op;
pub use operate::Fault;
pub use text::NumberError;
pub use wide::{AnyType, Wide, WideOp, WideType};

/// The arithmetic of a book.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Numbers {
    /// Rust's `u32`, `i32` and `f32`.
    #[default]
    Native,
    /// HVM2's `u24`, `i24` and `f24`, the 24 top bits of an `f32`. Operators drop the type of their literal.
    Hvm24,
}

impl Numbers {
    /// How many bits an integer has.
    #[must_use]
    #[inline]
    pub const fn width(self) -> u32 {
        match self {
            Numbers::Native => 32,
            Numbers::Hvm24 => 24,
        }
    }

    /// The largest unsigned integer; as a mask, the bits of an integer.
    #[must_use]
    #[inline]
    pub const fn max_u(self) -> u32 {
        u32::MAX >> (32 - self.width())
    }

    /// The least signed integer.
    #[must_use]
    #[inline]
    pub const fn min_i(self) -> i32 {
        i32::MIN >> (32 - self.width())
    }

    /// The largest signed integer.
    #[must_use]
    #[inline]
    pub const fn max_i(self) -> i32 {
        i32::MAX >> (32 - self.width())
    }
}

/// The type of a plain number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// Unsigned integers.
    U = 1,
    /// Signed integers, two's complement.
    I = 2,
    /// Floats.
    F = 3,
}

impl Type {
    /// What the type is called: `u32 i32 f32`, or `u24 i24 f24`.
    #[must_use]
    pub const fn name(self, numbers: Numbers) -> &'static str {
        match (numbers, self) {
            (Numbers::Native, Type::U) => "u32",
            (Numbers::Native, Type::I) => "i32",
            (Numbers::Native, Type::F) => "f32",
            (Numbers::Hvm24, Type::U) => "u24",
            (Numbers::Hvm24, Type::I) => "i24",
            (Numbers::Hvm24, Type::F) => "f24",
        }
    }
}

/// A typed value: of a plain number, or of an operator's literal.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// Unsigned.
    U(u32),
    /// Signed.
    I(i32),
    /// Float.
    F(f32),
}

/// What a [`Number`] is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Shape {
    /// `5`, `+5`, `5.0`
    Plain(Value),
    /// `[+]`, `[u32]`
    Symbol(Op),
    /// `[+5]`: an operator, never a cast, and its left operand. In [`Numbers::Hvm24`] that is always `U`: the 24 bits
    /// of whatever it was.
    Partial(Op, Value),
}

/// A number or an operator: 32 bits and a kind of 7, so that a word of the heap can hold it.
///
/// The kind is the type in the two low bits (0 for a symbol, else a [`Type`]) and the [`Op`] above (0 for a plain
/// number). A symbol's bits are its operator, again: what a switch sees of it.
#[derive(Payload, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Number {
    kind: u16,
    bits: u32,
}

/// There is one NaN, so that results do not depend on the machine and print as what they are.
const NAN_NATIVE: u32 = 0x7fc0_0000;
/// The lowest bit that an f24 has is set, as HVM2 does.
const NAN_HVM24: u32 = 0x7fc0_0100;

/// The kind of what is filled in later: of no number, and no operator has such a code.
const UNKNOWN: u16 = u16::MAX;

impl Number {
    /// The type, and the operator above it.
    #[must_use]
    #[inline(always)]
    pub const fn kind(self) -> u16 {
        self.kind
    }

    /// The value, as the bits of a `u32`, `i32` or `f32`.
    #[must_use]
    #[inline(always)]
    pub const fn bits(self) -> u32 {
        self.bits
    }

    /// The number of this [`kind`](Self::kind) and these [`bits`](Self::bits). Parts that come from no number
    /// make some number, and no operation fails on it; but which one is not specified.
    #[must_use]
    #[inline(always)]
    pub const fn from_parts(kind: u16, bits: u32) -> Number {
        Number { kind, bits }
    }

    /// What stands in a book for value number `index`, which is filled in later. Passes move and copy it; nothing may be
    /// computed with it.
    #[doc(hidden)]
    #[must_use]
    pub const fn unknown(index: u32) -> Number {
        Number { kind: UNKNOWN, bits: index }
    }

    /// Which value it stands for, if it is not known.
    #[doc(hidden)]
    #[must_use]
    pub const fn as_unknown(self) -> Option<u32> {
        if self.kind == UNKNOWN { Some(self.bits) } else { None }
    }

    /// An unsigned integer, modulo 2²⁴ in [`Numbers::Hvm24`].
    #[must_use]
    #[inline]
    pub const fn u(x: u32, numbers: Numbers) -> Number {
        Number { kind: Type::U as u16, bits: x & numbers.max_u() }
    }

    /// A signed integer, modulo 2²⁴ in [`Numbers::Hvm24`].
    #[must_use]
    #[inline]
    pub const fn i(x: i32, numbers: Numbers) -> Number {
        let above = 32 - numbers.width();
        Number { kind: Type::I as u16, bits: (x << above >> above) as u32 }
    }

    /// A float, rounded to the nearest f24 (to even between two) in [`Numbers::Hvm24`]. All NaNs become one.
    #[must_use]
    #[inline]
    pub const fn f(x: f32, numbers: Numbers) -> Number {
        let bits = match numbers {
            Numbers::Native if x.is_nan() => NAN_NATIVE,
            Numbers::Native => x.to_bits(),
            Numbers::Hvm24 if x.is_nan() => NAN_HVM24,
            Numbers::Hvm24 => {
                let bits = x.to_bits();
                let odd = bits >> 8 & 1;
                (bits + 0x7f + odd) & !0xff
            }
        };
        Number { kind: Type::F as u16, bits }
    }

    /// A plain number: [`u`](Self::u), [`i`](Self::i) or [`f`](Self::f).
    #[must_use]
    #[inline]
    pub const fn new(value: Value, numbers: Numbers) -> Number {
        match value {
            Value::U(x) => Number::u(x, numbers),
            Value::I(x) => Number::i(x, numbers),
            Value::F(x) => Number::f(x, numbers),
        }
    }

    /// The type, if it is a plain number.
    #[must_use]
    #[inline]
    pub const fn ty(self) -> Option<Type> {
        match self.kind {
            1 => Some(Type::U),
            2 => Some(Type::I),
            3 => Some(Type::F),
            _ => None,
        }
    }

    /// A plain number as one of another type.
    #[must_use]
    pub const fn cast(self, to: Type, numbers: Numbers) -> Number {
        Number::new(self.value().cast(to, numbers), numbers)
    }

    /// A plain number as a wide one.
    #[must_use]
    #[inline(always)]
    pub const fn widen(self, to: WideType) -> Wide {
        Wide::from_value(self.value(), to)
    }

    /// An operator without an operand, or a cast.
    #[must_use]
    #[inline]
    pub const fn symbol(op: Op) -> Number {
        Number { kind: op.code() << 2, bits: op.code() as u32 }
    }

    /// An operator with its left operand, a plain number. A cast takes no literal: it is done at once.
    #[must_use]
    pub const fn partial(op: Op, literal: Number, numbers: Numbers) -> Number {
        if let Some(to) = op.cast() {
            return Number::new(literal.value().cast(to, numbers), numbers);
        }
        let kind = op.code() << 2;
        match numbers {
            Numbers::Hvm24 => Number { kind: kind | Type::U as u16, bits: literal.raw(numbers) },
            Numbers::Native => Number { kind: kind | literal.value().ty() as u16, bits: literal.bits },
        }
    }

    /// What it is.
    #[must_use]
    pub const fn shape(self) -> Shape {
        match Op::from_code(self.kind >> 2) {
            Some(op) if self.kind & 3 == 0 => Shape::Symbol(op),
            Some(op) if op.cast().is_none() => Shape::Partial(op, self.value()),
            _ => Shape::Plain(self.value()),
        }
    }

    /// The value of the bits, whether there is an operator or not.
    const fn value(self) -> Value {
        match self.kind & 3 {
            2 => Value::I(self.bits as i32),
            3 => Value::F(f32::from_bits(self.bits)),
            _ => Value::U(self.bits),
        }
    }

    /// The value, if it is a plain unsigned integer.
    #[must_use]
    #[inline]
    pub const fn as_u32(self) -> Option<u32> {
        if self.kind == Type::U as u16 { Some(self.bits) } else { None }
    }

    /// The value, if it is a plain signed integer.
    #[must_use]
    #[inline]
    pub const fn as_i32(self) -> Option<i32> {
        if self.kind == Type::I as u16 { Some(self.bits as i32) } else { None }
    }

    /// The value, if it is a plain float.
    #[must_use]
    #[inline]
    pub const fn as_f32(self) -> Option<f32> {
        if self.kind == Type::F as u16 { Some(f32::from_bits(self.bits)) } else { None }
    }

    /// What a switch tests: the bits, whatever they mean. In [`Numbers::Hvm24`] they are the 24 that HVM2 has.
    #[must_use]
    #[inline]
    pub const fn raw(self, numbers: Numbers) -> u32 {
        match numbers {
            Numbers::Native => self.bits,
            Numbers::Hvm24 if self.kind & 3 == Type::F as u16 => self.bits >> 8,
            Numbers::Hvm24 => self.bits & numbers.max_u(),
        }
    }
}

/// Rust values that can enter a net, by `#(value)` or as an argument.
///
/// `u32`, `u16`, `u8`, `bool` and `char` enter as unsigned numbers, `i32`, `i16` and `i8` as signed ones, `f32` as floats.
/// A Rust integer without a type is an `i32`: write `#(10_u32)`, or `let n = 10_u32;`.
///
/// In [`Numbers::Hvm24`] integers wrap and floats are rounded, as the constructors of [`Number`] do.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no number of a net",
    label = "not a number of a net",
    note = "the numbers of nets are `u32`, `i32` and `f32`; smaller integers, `bool` and `char` enter as one of them",
    note = "of a larger integer write `n as u32`, which cuts it, or `u32::try_from(n)?`"
)]
pub trait IntoNumber {
    /// The number, in this arithmetic.
    fn into_number(self, numbers: Numbers) -> Number;
}

macro_rules! into_number {
    ($($make:ident: $($Type:ty)+;)+) => {$($(
        impl IntoNumber for $Type {
            #[inline]
            fn into_number(self, numbers: Numbers) -> Number {
                Number::$make(self.into(), numbers)
            }
        }
    )+)+};
}

into_number! {
    u: u32 u16 u8 bool char; // `false` is 0 and `true` 1; a `char` is its scalar value
    i: i32 i16 i8;
    f: f32;
}

#[cfg(test)]
mod tests;
