//! What comes out when a number meets a number.

use super::{Number, Numbers, Op, Shape, Type, Value};

/// Why an operation had no sensible result, and gave 0.
///
/// ```
/// # use polarnet_syntax::number::{Fault, Number, Numbers::Native};
/// let (one, two) = (Number::u(1, Native), Number::u(2, Native));
/// assert_eq!(Number::operate(one, two, Native), (Number::u(0, Native), Some(Fault::NoOperator)));
/// assert_eq!(Fault::NoOperator.to_string(), "two numbers met, and neither is an operator");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum Fault {
    /// `[/1]` applied to `0`.
    #[error("an integer was divided by zero")]
    DivisionByZero,
    /// `[<<1]` applied to `+1` in HVM2's arithmetic, `[:<<1.0]` applied to `1.0`.
    #[error("`{}` is not defined on {}", .0.symbol(*.2), .1.name(*.2))]
    Undefined(Op, Type, Numbers),
    /// `1` met `2`.
    #[error("two numbers met, and neither is an operator")]
    NoOperator,
    /// `[+1]` met `[*2]`, or `[+]` met `[*]`.
    #[error("two operators met, and neither is a number to operate on")]
    NoOperand,
}

impl Number {
    /// `x op y`, as [`operate`](Self::operate) has it for `[op x]` applied to `y`.
    ///
    /// ```
    /// # use polarnet_syntax::number::{Fault, Number, Numbers::Native, Op};
    /// let n = |n| Number::i(n, Native);
    /// assert_eq!(Number::apply(Op::Rem, n(-7), n(3), Native), (n(-1), None));
    /// assert_eq!(Number::apply(Op::Rem, n(-7), n(0), Native), (n(0), Some(Fault::DivisionByZero)));
    /// ```
    #[must_use]
    #[inline]
    pub fn apply(op: Op, x: Number, y: Number, numbers: Numbers) -> (Number, Option<Fault>) {
        Number::operate(Number::partial(op, x, numbers), y, numbers)
    }

    /// The result of an operator's two sides, in either order, and what was wrong with them if it is only a
    /// stand-in.
    ///
    /// * `[+]` and `5` give `[+5]`; `[u32]` and `+5` give `5`.
    /// * `[-5]` and `3` give `5 - 3`, of the type of the plain number: the literal is cast to it. In
    ///   [`Numbers::Hvm24`] its 24 bits are taken for a number of that type.
    /// * `[+]` and `[*5]` give `[+5]`; `[u32]` and `[*5]` give `5`.
    /// * Everything else gives `0` and a [`Fault`].
    ///
    /// ```
    /// # use polarnet_syntax::number::{Number, NumberError, Numbers::Native};
    /// let operate = |a, b| Ok::<_, NumberError>(Number::operate(Number::parse_symbol(a, Native)?, Number::parse_literal(b, Native)?, Native));
    /// assert_eq!(operate("-5", "3")?, (Number::u(2, Native), None));
    /// assert_eq!(operate("-5", "+7")?, (Number::i(-2, Native), None)); // the plain number has the type
    /// assert_eq!(operate("u32", "2.5")?, (Number::u(2, Native), None));
    /// # Ok::<(), NumberError>(())
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn operate(a: Number, b: Number, numbers: Numbers) -> (Number, Option<Fault>) {
        const U: u16 = Type::U as u16;
        const FIRST: u16 = Op::Add.code() << 2;
        let (plain, operator) = if a.kind == U { (a, b) } else { (b, a) };
        if plain.kind == U && operator.kind >= FIRST {
            if operator.kind & 3 == 0 {
                return (Number { kind: operator.kind | U, bits: plain.bits }, None);
            }
            if operator.kind & 3 == U
                && let Some(op) = Op::from_code(operator.kind >> 2)
                && let Ok(x) = unsigned(op, operator.bits, plain.bits)
            {
                return (Number::u(x, numbers), None);
            }
        }
        operate_any(a, b, numbers)
    }
}

/// [`Number::operate`] in full.
#[inline(never)]
fn operate_any(a: Number, b: Number, numbers: Numbers) -> (Number, Option<Fault>) {
    use Shape::*;
    let zero = |fault| (Number::u(0, numbers), Some(fault));
    match (a.shape(), b.shape()) {
        (Partial(op, literal), Plain(y)) | (Plain(y), Partial(op, literal)) => {
            let (value, fault) = op.apply(literal.operand(y.ty(), numbers), y, numbers);
            (Number::new(value, numbers), fault)
        }
        (Symbol(op), Plain(value)) | (Plain(value), Symbol(op)) => {
            (Number::partial(op, Number::new(value, numbers), numbers), None)
        }
        (Symbol(op), Partial(_, literal)) | (Partial(_, literal), Symbol(op)) => {
            let literal = literal.operand(op.cast().unwrap_or(literal.ty()), numbers);
            (Number::partial(op, Number::new(literal, numbers), numbers), None)
        }
        (Plain(_), Plain(_)) => zero(Fault::NoOperator),
        (Symbol(_) | Partial(..), Symbol(_) | Partial(..)) => zero(Fault::NoOperand),
    }
}

impl Op {
    /// `x op y`, of unsigned numbers; `None` where it has no sensible result. Nothing of other types is in it: code that is emitted
    /// has it inlined at each operator.
    #[doc(hidden)]
    #[must_use]
    #[inline(always)]
    pub fn apply_unsigned(self, x: u32, y: u32) -> Option<u32> {
        unsigned(self, x, y).ok()
    }

    /// `x op y`, of operands of one type.
    ///
    /// ```
    /// # use polarnet_syntax::number::{Numbers::Native, Op, Value};
    /// assert_eq!(Op::Xor.apply(Value::F(2.0), Value::F(10.0), Native), (Value::F(1024.0), None)); // a power, of floats
    /// assert_eq!(Op::Xor.apply(Value::U(2), Value::U(10), Native), (Value::U(8), None));
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn apply(self, x: Value, y: Value, numbers: Numbers) -> (Value, Option<Fault>) {
        let applied = match (x, y) {
            (Value::U(x), Value::U(y)) => unsigned(self, x, y).map(Value::U),
            (Value::I(x), Value::I(y)) => signed(self, x, y, numbers),
            (Value::F(x), Value::F(y)) => float(self, x, y),
            _ => Err(Undefined),
        };
        match applied {
            Ok(value) => (value, None),
            Err(Undefined) if matches!(self, Op::Div | Op::FlipDiv | Op::Rem | Op::FlipRem) => {
                (Value::U(0).cast(y.ty(), numbers), Some(Fault::DivisionByZero))
            }
            Err(Undefined) => (Value::U(0), Some(Fault::Undefined(self, y.ty(), numbers))),
        }
    }
}

impl Value {
    /// Its type.
    ///
    /// ```
    /// # use polarnet_syntax::number::{Type, Value};
    /// assert_eq!(Value::I(-7).ty(), Type::I);
    /// ```
    #[must_use]
    pub const fn ty(self) -> Type {
        match self {
            Value::U(_) => Type::U,
            Value::I(_) => Type::I,
            Value::F(_) => Type::F,
        }
    }

    /// As a `u32`, cast if it is none.
    ///
    /// ```
    /// # use polarnet_syntax::number::Value;
    /// assert_eq!((Value::I(-1).to_u32(), Value::F(-1.0).to_u32()), (u32::MAX, 0));
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn to_u32(self) -> u32 {
        match self {
            Value::U(x) => x,
            Value::I(x) => x as u32,
            Value::F(x) => x as u32,
        }
    }

    /// As an `i32`, cast if it is none.
    ///
    /// ```
    /// # use polarnet_syntax::number::Value;
    /// assert_eq!((Value::U(u32::MAX).to_i32(), Value::F(1e20).to_i32()), (-1, i32::MAX));
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn to_i32(self) -> i32 {
        match self {
            Value::U(x) => x as i32,
            Value::I(x) => x,
            Value::F(x) => x as i32,
        }
    }

    /// As an `f32`, cast if it is none.
    ///
    /// ```
    /// # use polarnet_syntax::number::Value;
    /// assert_eq!((Value::U(3).to_f32(), Value::I(-3).to_f32()), (3.0, -3.0));
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn to_f32(self) -> f32 {
        match self {
            Value::U(x) => x as f32,
            Value::I(x) => x as f32,
            Value::F(x) => x,
        }
    }

    /// The value of another type: as Rust's `as` has it, which is that integers wrap and floats saturate.
    ///
    /// ```
    /// # use polarnet_syntax::number::{Numbers::{Hvm24, Native}, Type, Value};
    /// assert_eq!(Value::I(-1).cast(Type::U, Native), Value::U(u32::MAX));
    /// assert_eq!(Value::F(1e20).cast(Type::I, Native), Value::I(i32::MAX));
    /// assert_eq!(Value::F(1e20).cast(Type::I, Hvm24), Value::I(8_388_607));
    /// ```
    #[must_use]
    pub const fn cast(self, to: Type, numbers: Numbers) -> Value {
        match (to, self) {
            (Type::U, Value::U(_)) | (Type::I, Value::I(_)) | (Type::F, Value::F(_)) => self,
            (Type::U, Value::I(x)) => Value::U(x as u32),
            (Type::I, Value::U(x)) => Value::I(x as i32),
            (Type::F, Value::U(x)) => Value::F(x as f32),
            (Type::F, Value::I(x)) => Value::F(x as f32),
            (Type::U, Value::F(x)) if x >= numbers.max_u() as f32 => Value::U(numbers.max_u()),
            (Type::U, Value::F(x)) => Value::U(x as u32),
            (Type::I, Value::F(x)) if x >= numbers.max_i() as f32 => Value::I(numbers.max_i()),
            (Type::I, Value::F(x)) if x <= numbers.min_i() as f32 => Value::I(numbers.min_i()),
            (Type::I, Value::F(x)) => Value::I(x as i32),
        }
    }

    /// An operator's literal, as an operand of this type.
    const fn operand(self, ty: Type, numbers: Numbers) -> Value {
        match (numbers, self, ty) {
            (Numbers::Hvm24, Value::U(bits), Type::I) => Value::I((bits << 8) as i32 >> 8),
            (Numbers::Hvm24, Value::U(bits), Type::F) => Value::F(f32::from_bits(bits << 8)),
            _ => self.cast(ty, numbers),
        }
    }
}

/// The operator has no result on these operands: division of integers by zero is the one case that depends on their
/// values.
struct Undefined;

#[inline(always)]
fn unsigned(op: Op, x: u32, y: u32) -> Result<u32, Undefined> {
    Ok(match op {
        Op::Add => x.wrapping_add(y),
        Op::Sub => x.wrapping_sub(y),
        Op::FlipSub => y.wrapping_sub(x),
        Op::Mul => x.wrapping_mul(y),
        Op::Div => x.checked_div(y).ok_or(Undefined)?,
        Op::FlipDiv => y.checked_div(x).ok_or(Undefined)?,
        Op::Rem => x.checked_rem(y).ok_or(Undefined)?,
        Op::FlipRem => y.checked_rem(x).ok_or(Undefined)?,
        Op::Eq => (x == y).into(),
        Op::Ne => (x != y).into(),
        Op::Lt => (x < y).into(),
        Op::Gt => (x > y).into(),
        Op::And => x & y,
        Op::Or => x | y,
        Op::Xor => x ^ y,
        Op::Shl => x.wrapping_shl(y),
        Op::FlipShl => y.wrapping_shl(x),
        Op::Shr => x.wrapping_shr(y),
        Op::FlipShr => y.wrapping_shr(x),
        Op::ToU | Op::ToI | Op::ToF => return Err(Undefined),
    })
}

#[inline(always)]
fn signed(op: Op, x: i32, y: i32, numbers: Numbers) -> Result<Value, Undefined> {
    let nonzero = |divisor: i32| if divisor == 0 { Err(Undefined) } else { Ok(divisor) };
    let shifts = numbers == Numbers::Native;
    Ok(Value::I(match op {
        Op::Add => x.wrapping_add(y),
        Op::Sub => x.wrapping_sub(y),
        Op::FlipSub => y.wrapping_sub(x),
        Op::Mul => x.wrapping_mul(y),
        Op::Div => x.wrapping_div(nonzero(y)?),
        Op::FlipDiv => y.wrapping_div(nonzero(x)?),
        Op::Rem => x.wrapping_rem(nonzero(y)?),
        Op::FlipRem => y.wrapping_rem(nonzero(x)?),
        Op::Eq => return Ok(Value::U((x == y).into())),
        Op::Ne => return Ok(Value::U((x != y).into())),
        Op::Lt => return Ok(Value::U((x < y).into())),
        Op::Gt => return Ok(Value::U((x > y).into())),
        Op::And => x & y,
        Op::Or => x | y,
        Op::Xor => x ^ y,
        Op::Shl if shifts => x.wrapping_shl(y as u32),
        Op::FlipShl if shifts => y.wrapping_shl(x as u32),
        Op::Shr if shifts => x.wrapping_shr(y as u32),
        Op::FlipShr if shifts => y.wrapping_shr(x as u32),
        Op::Shl | Op::FlipShl | Op::Shr | Op::FlipShr | Op::ToU | Op::ToI | Op::ToF => return Err(Undefined),
    }))
}

#[inline(always)]
fn float(op: Op, x: f32, y: f32) -> Result<Value, Undefined> {
    Ok(Value::F(match op {
        Op::Add => x + y,
        Op::Sub => x - y,
        Op::FlipSub => y - x,
        Op::Mul => x * y,
        Op::Div => x / y,
        Op::FlipDiv => y / x,
        Op::Rem => x % y,
        Op::FlipRem => y % x,
        Op::Eq => return Ok(Value::U((x == y).into())),
        Op::Ne => return Ok(Value::U((x != y).into())),
        Op::Lt => return Ok(Value::U((x < y).into())),
        Op::Gt => return Ok(Value::U((x > y).into())),
        Op::And => x.atan2(y),
        Op::Or => y.log(x),
        Op::Xor => x.powf(y),
        Op::Shl => (x + y).sin(),
        Op::Shr => (x + y).tan(),
        Op::FlipShl | Op::FlipShr | Op::ToU | Op::ToI | Op::ToF => return Err(Undefined),
    }))
}
