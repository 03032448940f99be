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
//!
//! ```
//! use polarnet_syntax::number::{Number, Numbers::{Hvm24, Native}, Op, Shape, Value};
//!
//! let number = Number::parse_symbol("-20", Native)?;
//! assert_eq!(number.shape(), Shape::Partial(Op::Sub, Value::U(20)));
//! assert_eq!(Number::operate(number, Number::u(3, Native), Native), (Number::u(17, Native), None)); // 20 - 3
//! assert_eq!(Number::u(0x0100_0005, Hvm24), Number::u(5, Hvm24)); // 24 bits
//! # Ok::<(), polarnet_syntax::number::NumberError>(())
//! ```
//!
//! Over 400 lines: its items' examples.

use polarnet_columns::Payload;

mod error;
mod op;
mod operate;
mod text;
mod wide;

pub use error::NumberError;
pub use op::Op;
pub use operate::Fault;
pub(crate) use text::without_separators;
pub use wide::{AnyType, Wide, WideOp, WideType};

/// The arithmetic of a book.
///
/// ```
/// # use polarnet_syntax::number::{Number, Numbers, Op};
/// let one_more = |n, numbers| Number::apply(Op::Add, Number::u(n, numbers), Number::u(1, numbers), numbers).0.as_u32();
/// assert_eq!(one_more(0xFF_FFFF, Numbers::Native), Some(0x100_0000));
/// assert_eq!(one_more(0xFF_FFFF, Numbers::Hvm24), Some(0));
/// ```
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
    ///
    /// ```
    /// # use polarnet_syntax::number::Numbers;
    /// assert_eq!((Numbers::Native.width(), Numbers::Hvm24.width()), (32, 24));
    /// ```
    #[must_use]
    #[inline]
    pub const fn width(self) -> u32 {
        match self {
            Numbers::Native => 32,
            Numbers::Hvm24 => 24,
        }
    }

    /// The largest unsigned integer; as a mask, the bits of an integer.
    ///
    /// ```
    /// # use polarnet_syntax::number::Numbers;
    /// assert_eq!((Numbers::Native.max_u(), Numbers::Hvm24.max_u()), (u32::MAX, 16_777_215));
    /// ```
    #[must_use]
    #[inline]
    pub const fn max_u(self) -> u32 {
        u32::MAX >> (32 - self.width())
    }

    /// The least signed integer.
    ///
    /// ```
    /// # use polarnet_syntax::number::Numbers;
    /// assert_eq!((Numbers::Native.min_i(), Numbers::Hvm24.min_i()), (i32::MIN, -8_388_608));
    /// ```
    #[must_use]
    #[inline]
    pub const fn min_i(self) -> i32 {
        i32::MIN >> (32 - self.width())
    }

    /// The largest signed integer.
    ///
    /// ```
    /// # use polarnet_syntax::number::Numbers;
    /// assert_eq!((Numbers::Native.max_i(), Numbers::Hvm24.max_i()), (i32::MAX, 8_388_607));
    /// ```
    #[must_use]
    #[inline]
    pub const fn max_i(self) -> i32 {
        i32::MAX >> (32 - self.width())
    }
}

/// The type of a plain number.
///
/// ```
/// # use polarnet_syntax::number::{Number, Numbers, Type};
/// let ty = |text| Number::parse_literal(text, Numbers::Native).unwrap().ty();
/// assert_eq!([ty("5"), ty("+5"), ty("5.0")], [Some(Type::U), Some(Type::I), Some(Type::F)]);
/// ```
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
    ///
    /// ```
    /// # use polarnet_syntax::number::{Numbers, Type};
    /// assert_eq!((Type::I.name(Numbers::Native), Type::I.name(Numbers::Hvm24)), ("i32", "i24"));
    /// ```
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
///
/// ```
/// # use polarnet_syntax::number::{Number, Numbers, Type, Value};
/// assert_eq!(Number::new(Value::I(-7), Numbers::Native), Number::i(-7, Numbers::Native));
/// assert_eq!(Value::F(-2.5).cast(Type::U, Numbers::Native), Value::U(0)); // floats saturate
/// ```
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
///
/// ```
/// # use polarnet_syntax::number::{Number, NumberError, Numbers::{Hvm24, Native}, Op, Shape, Value};
/// assert_eq!(Number::parse_symbol("u32", Native)?.shape(), Shape::Symbol(Op::ToU));
/// assert_eq!(Number::parse_symbol("+-1", Native)?.shape(), Shape::Partial(Op::Add, Value::I(-1)));
/// assert_eq!(Number::parse_symbol("+-1", Hvm24)?.shape(), Shape::Partial(Op::Add, Value::U(0xFF_FFFF)));
/// # Ok::<(), NumberError>(())
/// ```
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
///
/// ```
/// # use polarnet_syntax::number::{Number, Numbers, Op, Shape, Value};
/// let seven = Number::u(7, Numbers::Native);
/// assert_eq!((seven.as_u32(), seven.as_i32(), seven.shape()), (Some(7), None, Shape::Plain(Value::U(7))));
/// assert_eq!(Number::partial(Op::Mul, seven, Numbers::Native).display(Numbers::Native).to_string(), "[*7]");
/// ```
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
    ///
    /// ```
    /// # use polarnet_syntax::number::{Number, Numbers};
    ///
    /// let (seven, float) = (Number::u(7, Numbers::Native), Number::f(7.0, Numbers::Native));
    /// assert_eq!((seven.kind(), float.kind()), (1, 3));
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn kind(self) -> u16 {
        self.kind
    }

    /// The value, as the bits of a `u32`, `i32` or `f32`.
    ///
    /// ```
    /// # use polarnet_syntax::number::{Number, Numbers};
    ///
    /// assert_eq!(Number::i(-1, Numbers::Native).bits(), u32::MAX);
    /// assert_eq!(Number::f(1.0, Numbers::Native).bits(), 1.0_f32.to_bits());
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn bits(self) -> u32 {
        self.bits
    }

    /// The number of this [`kind`](Self::kind) and these [`bits`](Self::bits). Parts that come from no number
    /// make some number, and no operation fails on it; but which one is not specified.
    ///
    /// ```
    /// # use polarnet_syntax::number::{Number, Numbers};
    ///
    /// let number = Number::f(2.5, Numbers::Native);
    /// assert_eq!(Number::from_parts(number.kind(), number.bits()), number);
    /// ```
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
    ///
    /// ```
    /// # use polarnet_syntax::number::{Number, Numbers::{Hvm24, Native}};
    ///
    /// assert_eq!(Number::u(1 << 24 | 7, Native).as_u32(), Some(16_777_223));
    /// assert_eq!(Number::u(1 << 24 | 7, Hvm24).as_u32(), Some(7));
    /// ```
    #[must_use]
    #[inline]
    pub const fn u(x: u32, numbers: Numbers) -> Number {
        Number { kind: Type::U as u16, bits: x & numbers.max_u() }
    }

    /// A signed integer, modulo 2²⁴ in [`Numbers::Hvm24`].
    ///
    /// ```
    /// # use polarnet_syntax::number::{Number, Numbers::{Hvm24, Native}};
    ///
    /// assert_eq!(Number::i(1 << 23, Native).as_i32(), Some(8_388_608));
    /// assert_eq!(Number::i(1 << 23, Hvm24).as_i32(), Some(-8_388_608));
    /// ```
    #[must_use]
    #[inline]
    pub const fn i(x: i32, numbers: Numbers) -> Number {
        let above = 32 - numbers.width();
        Number { kind: Type::I as u16, bits: (x << above >> above) as u32 }
    }

    /// A float, rounded to the nearest f24 (to even between two) in [`Numbers::Hvm24`]. All NaNs become one.
    ///
    /// ```
    /// # use polarnet_syntax::number::{Number, Numbers::{Hvm24, Native}};
    ///
    /// assert_eq!(Number::f(0.1, Native).as_f32(), Some(0.1));
    /// assert_eq!(Number::f(0.1, Hvm24).as_f32(), Some(0.100_000_38));
    /// assert_eq!(Number::f(-f32::NAN, Native), Number::f(f32::NAN, Native));
    /// ```
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
    ///
    /// ```
    /// # use polarnet_syntax::number::{Number, Numbers, Value};
    /// assert_eq!(Number::new(Value::I(-7), Numbers::Hvm24).as_i32(), Some(-7));
    /// ```
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
    ///
    /// ```
    /// # use polarnet_syntax::number::{Number, Numbers, Op, Type};
    /// assert_eq!(Number::f(2.5, Numbers::Native).ty(), Some(Type::F));
    /// assert_eq!(Number::symbol(Op::Add).ty(), None);
    /// ```
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
    ///
    /// ```
    /// # use polarnet_syntax::number::{Number, Numbers, Type};
    /// let number = Number::f(-2.5, Numbers::Native);
    /// assert_eq!(number.cast(Type::I, Numbers::Native).as_i32(), Some(-2));
    /// assert_eq!(number.cast(Type::U, Numbers::Native).as_u32(), Some(0));
    /// ```
    #[must_use]
    pub const fn cast(self, to: Type, numbers: Numbers) -> Number {
        Number::new(self.value().cast(to, numbers), numbers)
    }

    /// A plain number as a wide one.
    ///
    /// ```
    /// # use polarnet_syntax::number::{Number, Numbers, WideType};
    /// assert_eq!(Number::i(-7, Numbers::Native).widen(WideType::I).to_i64(), -7);
    /// assert_eq!(Number::u(7, Numbers::Native).widen(WideType::F).to_string(), "7.0_f64");
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn widen(self, to: WideType) -> Wide {
        Wide::from_value(self.value(), to)
    }

    /// An operator without an operand, or a cast.
    ///
    /// ```
    /// # use polarnet_syntax::number::{Number, Numbers, Op};
    /// let plus = Number::symbol(Op::Add);
    /// assert_eq!(plus, Number::parse_symbol("+", Numbers::Native).unwrap());
    /// assert_eq!(Number::operate(plus, Number::u(5, Numbers::Native), Numbers::Native).0.display(Numbers::Native).to_string(), "[+5]");
    /// ```
    #[must_use]
    #[inline]
    pub const fn symbol(op: Op) -> Number {
        Number { kind: op.code() << 2, bits: op.code() as u32 }
    }

    /// An operator with its left operand, a plain number. A cast takes no literal: it is done at once.
    ///
    /// ```
    /// # use polarnet_syntax::number::{Number, Numbers::Native, Op};
    /// let from_twenty = Number::partial(Op::Sub, Number::u(20, Native), Native);
    /// assert_eq!(Number::operate(from_twenty, Number::u(3, Native), Native).0, Number::u(17, Native));
    /// assert_eq!(Number::partial(Op::ToI, Number::u(20, Native), Native), Number::i(20, Native)); // a cast is done
    /// ```
    #[must_use]
    #[inline]
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

    /// The operator, if it is one with an unsigned operand.
    ///
    /// ```
    /// # use polarnet_syntax::number::{Number, Numbers::Native, Op};
    /// assert_eq!(Number::partial(Op::Add, Number::u(1, Native), Native).unsigned_operator(), Some(Op::Add));
    /// assert_eq!(Number::partial(Op::Add, Number::i(1, Native), Native).unsigned_operator(), None);
    /// assert_eq!(Number::u(1, Native).unsigned_operator(), None);
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn unsigned_operator(self) -> Option<Op> {
        if self.kind & 3 == Type::U as u16 { Op::from_code(self.kind >> 2) } else { None }
    }

    /// What it is.
    ///
    /// ```
    /// # use polarnet_syntax::number::{Number, Numbers, Op, Shape, Value};
    /// assert_eq!(Number::i(-7, Numbers::Native).shape(), Shape::Plain(Value::I(-7)));
    /// assert_eq!(Number::symbol(Op::Shl).shape(), Shape::Symbol(Op::Shl));
    /// ```
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
    ///
    /// ```
    /// # use polarnet_syntax::number::{Number, Numbers};
    ///
    /// assert_eq!(Number::u(7, Numbers::Native).as_u32(), Some(7));
    /// assert_eq!(Number::i(7, Numbers::Native).as_u32(), None); // no cast
    /// ```
    #[must_use]
    #[inline]
    pub const fn as_u32(self) -> Option<u32> {
        if self.kind == Type::U as u16 { Some(self.bits) } else { None }
    }

    /// The value, if it is a plain signed integer.
    ///
    /// ```
    /// # use polarnet_syntax::number::{Number, Numbers};
    ///
    /// assert_eq!(Number::i(-7, Numbers::Native).as_i32(), Some(-7));
    /// assert_eq!(Number::u(7, Numbers::Native).as_i32(), None); // no cast
    /// ```
    #[must_use]
    #[inline]
    pub const fn as_i32(self) -> Option<i32> {
        if self.kind == Type::I as u16 { Some(self.bits as i32) } else { None }
    }

    /// The value, if it is a plain float.
    ///
    /// ```
    /// # use polarnet_syntax::number::{Number, Numbers};
    ///
    /// assert_eq!(Number::f(2.5, Numbers::Native).as_f32(), Some(2.5));
    /// assert_eq!(Number::u(2, Numbers::Native).as_f32(), None); // no cast
    /// ```
    #[must_use]
    #[inline]
    pub const fn as_f32(self) -> Option<f32> {
        if self.kind == Type::F as u16 { Some(f32::from_bits(self.bits)) } else { None }
    }

    /// What a switch tests: the bits, whatever they mean. In [`Numbers::Hvm24`] they are the 24 that HVM2 has.
    ///
    /// ```
    /// # use polarnet_syntax::number::{Number, Numbers::{Hvm24, Native}};
    ///
    /// // A switch takes its first arm for 0.
    /// assert_eq!((Number::i(-1, Native).raw(Native), Number::i(-1, Hvm24).raw(Hvm24)), (0xFFFF_FFFF, 0xFF_FFFF));
    /// assert_eq!((Number::f(1.0, Native).raw(Native), Number::f(1.0, Hvm24).raw(Hvm24)), (0x3f80_0000, 0x3f_8000));
    /// ```
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
/// In [`Numbers::Hvm24`] integers wrap and floats are rounded, as the constructors of [`Number`] do. So which number a value is depends on the
/// arithmetic, and `Number` is `From` none.
///
/// ```
/// use polarnet_syntax::number::{IntoNumber, Number, Numbers::{Hvm24, Native}};
///
/// assert_eq!('a'.into_number(Native), Number::u(97, Native));
/// assert_eq!((-1_i8).into_number(Native), Number::i(-1, Native));
/// assert_eq!((1_u32 << 24).into_number(Hvm24), Number::u(0, Hvm24)); // integers wrap
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no number of a net",
    label = "not a number of a net",
    note = "the numbers of nets are `u32`, `i32` and `f32`; smaller integers, `bool` and `char` enter as one of them",
    note = "of a larger integer write `n as u32`, which cuts it, or `u32::try_from(n)?`"
)]
pub trait IntoNumber {
    /// The number, in this arithmetic.
    ///
    /// ```
    /// # use polarnet_syntax::number::{IntoNumber, Number, Numbers};
    /// assert_eq!(true.into_number(Numbers::Native), Number::u(1, Numbers::Native));
    /// ```
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
