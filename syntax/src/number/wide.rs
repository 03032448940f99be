//! Wide numbers: `i64` and `f64`.
//!
//! A number of a net has 32 bits. A wide one is an agent with two of them, its halves, which the front end declares
//! where a book uses one: `+i64(#low: u32, #high: u32)`. What rules compute with them is here.
//!
//! Over 400 lines: its items' examples.

use super::{Fault, Number, NumberError, Numbers, Type, Value, text};
use std::fmt;

/// The type of a wide number.
///
/// ```
/// # use polarnet_syntax::number::{Wide, WideType};
/// assert_eq!(Wide::parse_literal("7_i64").unwrap().unwrap().ty(), WideType::I);
/// assert_eq!(Wide::i(7).cast(WideType::F).to_string(), "7.0_f64");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WideType {
    /// Signed integers of 64 bits, two's complement.
    I,
    /// Floats of 64 bits.
    F,
}

impl WideType {
    /// Both.
    pub const ALL: [WideType; 2] = [WideType::I, WideType::F];

    /// What the type is called, and the agent: `i64`, `f64`.
    ///
    /// ```
    /// # use polarnet_syntax::number::WideType;
    /// assert_eq!(WideType::ALL.map(WideType::name), ["i64", "f64"]);
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            WideType::I => "i64",
            WideType::F => "f64",
        }
    }

    /// The type of this name.
    ///
    /// ```
    /// # use polarnet_syntax::number::WideType;
    /// assert_eq!((WideType::called("f64"), WideType::called("f32")), (Some(WideType::F), None));
    /// ```
    #[must_use]
    pub fn called(name: &str) -> Option<WideType> {
        WideType::ALL.into_iter().find(|ty| ty.name() == name)
    }
}

/// The type of a number that a rule knows: of one that the net holds, or of a wide one.
///
/// ```
/// # use polarnet_syntax::number::{AnyType, Numbers, Type, WideType};
/// let types = [AnyType::Number(Type::U), AnyType::Wide(WideType::I)];
/// assert_eq!(types.map(|ty| (ty.name(Numbers::Native), ty.places())), [("u32", 1), ("i64", 2)]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AnyType {
    /// Of 32 bits, or of 24 in HVM2's arithmetic.
    Number(Type),
    /// Of 64.
    Wide(WideType),
}

impl AnyType {
    /// What the type is called.
    ///
    /// ```
    /// # use polarnet_syntax::number::{AnyType, Numbers, Type, WideType};
    /// assert_eq!(AnyType::Number(Type::F).name(Numbers::Hvm24), "f24");
    /// assert_eq!(AnyType::Wide(WideType::F).name(Numbers::Native), "f64");
    /// ```
    #[must_use]
    pub const fn name(self, numbers: Numbers) -> &'static str {
        match self {
            AnyType::Number(ty) => ty.name(numbers),
            AnyType::Wide(ty) => ty.name(),
        }
    }

    /// How many numbers of the net it is.
    ///
    /// ```
    /// # use polarnet_syntax::number::{AnyType, Numbers, Type, WideType};
    /// assert_eq!((AnyType::Number(Type::F).places(), AnyType::Wide(WideType::F).places()), (1, 2));
    /// ```
    #[must_use]
    pub const fn places(self) -> usize {
        match self {
            AnyType::Number(_) => 1,
            AnyType::Wide(_) => 2,
        }
    }
}

/// An operator on two wide numbers of one type. Comparisons give 0 or 1; shifts take their count modulo 64.
///
/// ```
/// # use polarnet_syntax::number::{Wide, WideOp};
/// assert_eq!(Wide::apply(WideOp::Shl, Wide::i(1), Wide::i(65)).0, Wide::i(2)); // by 65 modulo 64
/// assert_eq!(Wide::apply(WideOp::Le, Wide::f(0.5), Wide::f(0.5)).0, Wide::i(1));
/// ```
#[allow(missing_docs, reason = "they are Rust's")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WideOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl WideOp {
    /// Is the result 0 or 1, and not of the operands' type?
    ///
    /// ```
    /// # use polarnet_syntax::number::{WideOp};
    /// assert!(WideOp::Ge.compares() && !WideOp::Sub.compares());
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn compares(self) -> bool {
        matches!(self, WideOp::Eq | WideOp::Ne | WideOp::Lt | WideOp::Le | WideOp::Gt | WideOp::Ge)
    }

    /// How it is written in an expression.
    ///
    /// ```
    /// # use polarnet_syntax::number::{WideOp};
    /// assert_eq!((WideOp::Eq.symbol(), WideOp::Shr.symbol()), ("==", ">>"));
    /// ```
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            WideOp::Add => "+",
            WideOp::Sub => "-",
            WideOp::Mul => "*",
            WideOp::Div => "/",
            WideOp::Rem => "%",
            WideOp::And => "&",
            WideOp::Or => "|",
            WideOp::Xor => "^",
            WideOp::Shl => "<<",
            WideOp::Shr => ">>",
            WideOp::Eq => "==",
            WideOp::Ne => "!=",
            WideOp::Lt => "<",
            WideOp::Le => "<=",
            WideOp::Gt => ">",
            WideOp::Ge => ">=",
        }
    }
}

/// An `i64` or an `f64`. It prints as a literal: `7_i64`, `2.5_f64`, `+inf_f64`.
///
/// ```
/// # use polarnet_syntax::number::{Wide, WideType};
/// let wide = Wide::parse_plain("-2.5", WideType::F).unwrap();
/// assert_eq!((wide.to_f64(), wide.to_i64(), wide.to_string().as_str()), (-2.5, -2, "-2.5_f64"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wide {
    ty: WideType,
    bits: u64,
}

/// There is one NaN, as there is one of 32 bits.
const NAN: u64 = 0x7ff8_0000_0000_0000;

impl Wide {
    /// An integer.
    ///
    /// ```
    /// # use polarnet_syntax::number::Wide;
    /// assert_eq!(Wide::i(1 << 40).to_string(), "1099511627776_i64");
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn i(x: i64) -> Wide {
        Wide { ty: WideType::I, bits: x as u64 }
    }

    /// A float. All NaNs become one.
    ///
    /// ```
    /// # use polarnet_syntax::number::Wide;
    /// assert_eq!(Wide::f(f64::INFINITY).to_string(), "+inf_f64");
    /// assert_eq!(Wide::f(-f64::NAN), Wide::f(f64::NAN));
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn f(x: f64) -> Wide {
        Wide { ty: WideType::F, bits: if x.is_nan() { NAN } else { x.to_bits() } }
    }

    /// The number of these halves.
    ///
    /// ```
    /// # use polarnet_syntax::number::{Wide, WideType};
    /// assert_eq!(Wide::from_halves(WideType::I, 7, 1).to_i64(), (1 << 32) + 7);
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn from_halves(ty: WideType, low: u32, high: u32) -> Wide {
        Wide { ty, bits: (high as u64) << 32 | low as u64 }
    }

    /// A number of 32 bits, cast.
    ///
    /// ```
    /// # use polarnet_syntax::number::{Value, Wide, WideType};
    /// assert_eq!(Wide::from_value(Value::I(-7), WideType::F), Wide::f(-7.0));
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn from_value(value: Value, to: WideType) -> Wide {
        match (to, value) {
            (WideType::I, Value::U(x)) => Wide::i(x as i64),
            (WideType::I, Value::I(x)) => Wide::i(x as i64),
            (WideType::I, Value::F(x)) => Wide::i(x as i64),
            (WideType::F, Value::U(x)) => Wide::f(x as f64),
            (WideType::F, Value::I(x)) => Wide::f(x as f64),
            (WideType::F, Value::F(x)) => Wide::f(x as f64),
        }
    }

    /// Its type.
    ///
    /// ```
    /// # use polarnet_syntax::number::{Wide, WideType};
    /// assert_eq!(Wide::f(7.0).ty(), WideType::F);
    /// ```
    #[must_use]
    pub const fn ty(self) -> WideType {
        self.ty
    }

    /// The lower 32 bits.
    ///
    /// ```
    /// # use polarnet_syntax::number::Wide;
    /// assert_eq!(Wide::i(-2).low(), u32::MAX - 1);
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn low(self) -> u32 {
        self.bits as u32
    }

    /// The upper 32 bits.
    ///
    /// ```
    /// # use polarnet_syntax::number::Wide;
    /// assert_eq!((Wide::i(-2).high(), Wide::i(7).high()), (u32::MAX, 0));
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn high(self) -> u32 {
        (self.bits >> 32) as u32
    }

    /// What stands at the two ports of its agent.
    ///
    /// ```
    /// # use polarnet_syntax::number::{Number, Numbers, Wide};
    /// let n = |n| Number::u(n, Numbers::Native);
    /// assert_eq!(Wide::i(5 << 32 | 7).halves(), [n(7), n(5)]);
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn halves(self) -> [Number; 2] {
        [Number::u(self.low(), Numbers::Native), Number::u(self.high(), Numbers::Native)]
    }

    /// As an `i64`, cast if it is none: as Rust's `as` has it.
    ///
    /// ```
    /// # use polarnet_syntax::number::Wide;
    /// assert_eq!((Wide::i(-7).to_i64(), Wide::f(-2.5).to_i64(), Wide::f(1e30).to_i64()), (-7, -2, i64::MAX));
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn to_i64(self) -> i64 {
        match self.ty {
            WideType::I => self.bits as i64,
            WideType::F => f64::from_bits(self.bits) as i64,
        }
    }

    /// As an `f64`, cast if it is none.
    ///
    /// ```
    /// # use polarnet_syntax::number::Wide;
    /// assert_eq!((Wide::f(2.5).to_f64(), Wide::i(-7).to_f64()), (2.5, -7.0));
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn to_f64(self) -> f64 {
        match self.ty {
            WideType::I => self.bits as i64 as f64,
            WideType::F => f64::from_bits(self.bits),
        }
    }

    /// As one of this type, cast if it is none.
    ///
    /// ```
    /// # use polarnet_syntax::number::{Wide, WideType};
    /// assert_eq!(Wide::f(2.5).cast(WideType::I), Wide::i(2));
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn cast(self, to: WideType) -> Wide {
        match to {
            WideType::I => Wide::i(self.to_i64()),
            WideType::F => Wide::f(self.to_f64()),
        }
    }

    /// As a number of 32 bits: integers wrap, floats are rounded or, to an integer, saturate.
    ///
    /// ```
    /// # use polarnet_syntax::number::{Type, Value, Wide};
    /// assert_eq!(Wide::i(1 << 32 | 7).narrow(Type::U), Value::U(7)); // wraps
    /// assert_eq!(Wide::f(1e20).narrow(Type::U), Value::U(u32::MAX)); // saturates
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn narrow(self, to: Type) -> Value {
        match (self.ty, to) {
            (WideType::I, Type::U) => Value::U(self.to_i64() as u32),
            (WideType::I, Type::I) => Value::I(self.to_i64() as i32),
            (WideType::I, Type::F) => Value::F(self.to_i64() as f32),
            (WideType::F, Type::U) => Value::U(self.to_f64() as u32),
            (WideType::F, Type::I) => Value::I(self.to_f64() as i32),
            (WideType::F, Type::F) => Value::F(self.to_f64() as f32),
        }
    }

    /// `x op y`, of two numbers of one type. A comparison gives an integer, 0 or 1. Integers wrap; divided by zero they
    /// give 0 and a fault. Floats have no bits to operate on: such operators give 0.
    ///
    /// ```
    /// # use polarnet_syntax::number::{Fault, Wide, WideOp};
    /// assert_eq!(Wide::apply(WideOp::Add, Wide::i(i64::MAX), Wide::i(1)), (Wide::i(i64::MIN), None));
    /// assert_eq!(Wide::apply(WideOp::Div, Wide::i(7), Wide::i(0)), (Wide::i(0), Some(Fault::DivisionByZero)));
    /// assert_eq!(Wide::apply(WideOp::Lt, Wide::f(0.5), Wide::f(2.0)).0, Wide::i(1));
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn apply(op: WideOp, x: Wide, y: Wide) -> (Wide, Option<Fault>) {
        match x.ty {
            WideType::I => integers(op, x.to_i64(), y.to_i64()),
            WideType::F => (floats(op, x.to_f64(), y.to_f64()), None),
        }
    }

    /// Reads a literal that says by its end that it is wide: `7_i64`, `-7i64`, `2.5_f64`. `None` of other texts.
    ///
    /// ```
    /// # use polarnet_syntax::number::Wide;
    /// assert_eq!(Wide::parse_literal("-7i64").unwrap().unwrap(), Wide::i(-7));
    /// assert!(Wide::parse_literal("7").is_none());
    /// let error = Wide::parse_literal("9223372036854775808_i64").unwrap().unwrap_err();
    /// assert_eq!(error.to_string(), "`9223372036854775808` is not in the range of i64");
    /// ```
    ///
    /// # Errors
    ///
    /// When what stands before that is no number of the type.
    pub fn parse_literal(text: &str) -> Option<Result<Wide, NumberError>> {
        let text = &*text::without_separators(text);
        let ty = WideType::ALL.into_iter().find(|ty| text.ends_with(ty.name()))?;
        let body = text.strip_suffix(ty.name())?;
        let body = body.strip_suffix('_').unwrap_or(body);
        // In `0x1f64` these are digits, as in Rust.
        let hex = body.trim_start_matches(['+', '-']).starts_with("0x");
        if hex && ty == WideType::F {
            return None;
        }
        Some(Wide::parse_plain(body, ty))
    }

    /// Reads a literal without an end of its own as one of this type: `7`, `-7`, `0x1F`, `2.5`.
    ///
    /// ```
    /// # use polarnet_syntax::number::{Wide, WideType};
    /// assert_eq!(Wide::parse_plain("0x1F", WideType::I).unwrap(), Wide::i(31));
    /// assert_eq!(Wide::parse_plain("7", WideType::F).unwrap(), Wide::f(7.0));
    /// ```
    ///
    /// # Errors
    ///
    /// When it is no number of the type.
    pub fn parse_plain(text: &str, ty: WideType) -> Result<Wide, NumberError> {
        let text = &*text::without_separators(text);
        match ty {
            WideType::I => text::wide_integer(text).map(Wide::i),
            WideType::F => text::wide_float(text).map(Wide::f),
        }
    }
}

#[inline(always)]
fn integers(op: WideOp, x: i64, y: i64) -> (Wide, Option<Fault>) {
    let result = match op {
        WideOp::Add => x.wrapping_add(y),
        WideOp::Sub => x.wrapping_sub(y),
        WideOp::Mul => x.wrapping_mul(y),
        WideOp::Div | WideOp::Rem if y == 0 => return (Wide::i(0), Some(Fault::DivisionByZero)),
        WideOp::Div => x.wrapping_div(y),
        WideOp::Rem => x.wrapping_rem(y),
        WideOp::And => x & y,
        WideOp::Or => x | y,
        WideOp::Xor => x ^ y,
        WideOp::Shl => x.wrapping_shl(y as u32),
        WideOp::Shr => x.wrapping_shr(y as u32),
        WideOp::Eq => i64::from(x == y),
        WideOp::Ne => i64::from(x != y),
        WideOp::Lt => i64::from(x < y),
        WideOp::Le => i64::from(x <= y),
        WideOp::Gt => i64::from(x > y),
        WideOp::Ge => i64::from(x >= y),
    };
    (Wide::i(result), None)
}

#[inline(always)]
fn floats(op: WideOp, x: f64, y: f64) -> Wide {
    let truth = |truth: bool| Wide::i(i64::from(truth));
    match op {
        WideOp::Add => Wide::f(x + y),
        WideOp::Sub => Wide::f(x - y),
        WideOp::Mul => Wide::f(x * y),
        WideOp::Div => Wide::f(x / y),
        WideOp::Rem => Wide::f(x % y),
        WideOp::And | WideOp::Or | WideOp::Xor | WideOp::Shl | WideOp::Shr => Wide::f(0.0),
        WideOp::Eq => truth(x == y),
        WideOp::Ne => truth(x != y),
        WideOp::Lt => truth(x < y),
        WideOp::Le => truth(x <= y),
        WideOp::Gt => truth(x > y),
        WideOp::Ge => truth(x >= y),
    }
}

/// As it is written.
impl fmt::Display for Wide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.ty.name();
        match (self.ty, self.to_f64()) {
            (WideType::I, _) => write!(f, "{}_{name}", self.to_i64()),
            (WideType::F, x) if x.is_nan() => write!(f, "+NaN_{name}"),
            (WideType::F, x) if x.is_infinite() => write!(f, "{x:+}_{name}"),
            (WideType::F, x) => write!(f, "{x:?}_{name}"),
        }
    }
}
