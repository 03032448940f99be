//! Numbers as text.

use super::{Number, NumberError, Numbers, Op, Shape, Type, Value, WideType, error::other};
use std::{borrow::Cow, fmt};

impl Number {
    /// Reads a plain number. `text` is all of it: the longest run of alphanumerics, `+`, `-`, `.` and `_`.
    ///
    /// With a point, an exponent, `inf` or `NaN` it is a float; else with a sign it is signed, without one unsigned.
    /// `0x` and `0b` give the radix of an integer. Between digits may be `_`, as in Rust.
    ///
    /// ```
    /// # use polarnet_syntax::number::{Number, Numbers::{Hvm24, Native}};
    /// let read = |text| Number::parse_literal(text, Native);
    /// assert_eq!(read("0x1F")?, Number::u(31, Native));
    /// assert_eq!([read("-7")?, read("1e3")?, read("1_000")?], [Number::i(-7, Native), Number::f(1000.0, Native), Number::u(1000, Native)]);
    /// assert_eq!(Number::parse_literal("16777216", Hvm24).unwrap_err().to_string(), "`16777216` is not in the range of u24");
    /// # Ok::<(), polarnet_syntax::number::NumberError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When `text` is no number, is one only in part, or the type has no such number.
    pub fn parse_literal(text: &str, numbers: Numbers) -> Result<Number, NumberError> {
        let text = &*without_separators(text);
        let body = text.strip_prefix(['+', '-']).unwrap_or(text);
        let signed = body.len() < text.len();
        let negative = text.starts_with('-');
        match body {
            "" if !signed => return Err(NumberError::Empty),
            "inf" | "NaN" if !signed => return Err(NumberError::Unsigned(text.into())),
            "inf" if negative => return Ok(Number::f(f32::NEG_INFINITY, numbers)),
            "inf" => return Ok(Number::f(f32::INFINITY, numbers)),
            "NaN" => return Ok(Number::f(f32::NAN, numbers)),
            _ => {}
        }
        if let Some(len) = float_len(body) {
            let text = complete(text, &body[len..])?;
            let x: f32 = text.parse().map_err(|_| NumberError::NoDigits(text.into()))?;
            let number = Number::f(x, numbers);
            return match number.as_f32() {
                // The largest floats of 32 bits round to infinity in 24, as in HVM2.
                Some(rounded) if rounded.is_finite() || x.is_finite() => Ok(number),
                _ => Err(NumberError::OutOfRange(text.into(), Type::F, numbers)),
            };
        }
        let (radix, digits) = radix_and_digits(text, body)?;
        integer(digits, radix, signed.then_some(negative), numbers).ok_or_else(|| {
            let ty = if signed { Type::I } else { Type::U };
            NumberError::OutOfRange(text.into(), ty, numbers)
        })
    }

    /// Reads what stands between brackets: a cast, an operator, or an operator and a literal, with or without blanks
    /// around it.
    ///
    /// ```
    /// # use polarnet_syntax::number::{Number, Numbers::Native, Op};
    /// assert_eq!(Number::parse_symbol("<<", Native)?, Number::symbol(Op::Shl));
    /// assert_eq!(Number::parse_symbol(":- 20", Native)?, Number::partial(Op::FlipSub, Number::u(20, Native), Native));
    /// assert_eq!(Number::parse_symbol("sin", Native).unwrap_err().to_string(), "unknown operator `sin`");
    /// # Ok::<(), polarnet_syntax::number::NumberError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When `text` is no operator of this arithmetic, or what follows is no literal.
    pub fn parse_symbol(text: &str, numbers: Numbers) -> Result<Number, NumberError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(NumberError::Empty);
        }
        let word_len = text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
        let (word, after) = text.split_at(word_len);
        for op in Op::ALL {
            let Some(ty) = op.cast() else { continue };
            if word == ty.name(other(numbers)) {
                return Err(NumberError::ForeignCast(ty, numbers));
            }
            if word == ty.name(numbers) {
                let alone = after.is_empty();
                return if alone { Ok(Number::symbol(op)) } else { Err(NumberError::CastLiteral(ty.name(numbers))) };
            }
        }
        if let Some((before, _)) = text.split_once('#') {
            let symbol = before.trim();
            let named = |op: &Op| [symbol, symbol.trim_start_matches(':')].contains(&op.symbol(numbers));
            return Err(match Op::ALL.into_iter().find(named) {
                Some(op) => NumberError::RustOperand(text.into(), op.flipped(), numbers),
                None => NumberError::UnknownOperator(text.into(), numbers),
            });
        }
        // The longest that fits, so that `<<` is not `<`.
        let operators = Op::ALL.into_iter().filter(|op| op.cast().is_none());
        let longest = operators
            .filter_map(|op| Some((op, text.strip_prefix(op.symbol(numbers))?)))
            .min_by_key(|(_, rest)| rest.len());
        match longest {
            None => Err(NumberError::UnknownOperator(text.into(), numbers)),
            Some((op, "")) => Ok(Number::symbol(op)),
            Some((_, rest)) if rest.starts_with(['=', '!', '<', '>', '&', '|', '^', '*', '/', '%']) => {
                Err(NumberError::UnknownOperator(text.into(), numbers))
            }
            Some((op, rest)) => Ok(Number::partial(op, operand(rest.trim_start(), numbers)?, numbers)),
        }
    }

    /// Shows it as it is written. In [`Numbers::Hvm24`] that is as HVM2 prints it, the 24 bits of a literal in
    /// hexadecimal.
    ///
    /// ```
    /// # use polarnet_syntax::number::{Number, Numbers::{Hvm24, Native}, Op};
    /// let show = |number: Number| number.display(Native).to_string();
    /// assert_eq!([show(Number::i(7, Native)), show(Number::f(7.0, Native))], ["+7", "7.0"]);
    /// let double = Number::partial(Op::Mul, Number::u(2, Hvm24), Hvm24);
    /// assert_eq!(double.display(Hvm24).to_string(), "[*0x0000002]");
    /// ```
    pub fn display(self, numbers: Numbers) -> impl fmt::Display {
        Display(self, numbers)
    }
}

/// The literal after an operator. There `inf` and `NaN` need no sign, and a negative integer may stand as HVM2 and Bend
/// print it: as the lowest 27 bits of its two's complement, in hexadecimal.
fn operand(text: &str, numbers: Numbers) -> Result<Number, NumberError> {
    let text = &*without_separators(text);
    let printed = |digits| u32::from_str_radix(digits, 16).ok().filter(|bits| (0x780_0000..=0x7FF_FFFF).contains(bits));
    match (text, numbers) {
        ("inf", _) => Ok(Number::f(f32::INFINITY, numbers)),
        ("NaN", _) => Ok(Number::f(f32::NAN, numbers)),
        (_, Numbers::Hvm24) => match text.strip_prefix("0x").and_then(printed) {
            Some(bits) => Ok(Number::u(bits & numbers.max_u(), numbers)),
            None => Number::parse_literal(text, numbers),
        },
        _ => Number::parse_literal(text, numbers),
    }
}

/// A literal without each `_` that stands between two digits. What ends in the name of a type is none: `0x10_f64`.
pub(crate) fn without_separators(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let is_digit = match text.trim_start_matches(['+', '-']).starts_with("0x") {
        true => u8::is_ascii_hexdigit,
        false => u8::is_ascii_digit,
    };
    let is_digit = |at: usize| bytes.get(at).is_some_and(is_digit);
    let separates = |at: usize| {
        let ends = ["f32", "f64"].contains(&&text[at + 1..]);
        at > 0 && is_digit(at - 1) && is_digit(at + 1) && !ends
    };
    if !(0..bytes.len()).any(|at| bytes[at] == b'_' && separates(at)) {
        return text.into();
    }
    text.char_indices().filter(|&(at, c)| c != '_' || !separates(at)).map(|(_, c)| c).collect()
}

/// `text` without `rest`, at its end; an error unless that is empty.
fn complete<'a>(text: &'a str, rest: &str) -> Result<&'a str, NumberError> {
    let number = &text[..text.len() - rest.len()];
    if rest.is_empty() { Ok(number) } else { Err(NumberError::Trailing { number: number.into(), rest: rest.into() }) }
}

/// How many digits `text` begins with.
fn digits_len(text: &str, radix: u32) -> usize {
    text.find(|c: char| !c.is_digit(radix)).unwrap_or(text.len())
}

/// The length of the float without a sign that `text` begins with: digits, and a point, an exponent or both.
fn float_len(text: &str) -> Option<usize> {
    let whole = digits_len(text, 10);
    let mut len = whole;
    let mut digits = whole;
    if let Some(fraction) = text[whole..].strip_prefix('.') {
        digits += digits_len(fraction, 10);
        len = digits + 1;
    }
    if let Some(exponent) = text[len..].strip_prefix(['e', 'E']) {
        let unsigned = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        let count = digits_len(unsigned, 10);
        if count > 0 {
            len = text.len() - unsigned.len() + count;
        }
    }
    (digits > 0 && len > whole).then_some(len)
}

/// The integer of these digits, if the type has it. `sign` says whether it has a sign, and a minus.
fn integer(digits: &str, radix: u32, sign: Option<bool>, numbers: Numbers) -> Option<Number> {
    let magnitude = u32::from_str_radix(digits, radix).ok()?;
    let Some(negative) = sign else {
        return (magnitude <= numbers.max_u()).then(|| Number::u(magnitude, numbers));
    };
    let x = i64::from(magnitude) * if negative { -1 } else { 1 };
    let x = i32::try_from(x).ok()?;
    (numbers.min_i()..=numbers.max_i()).contains(&x).then(|| Number::i(x, numbers))
}

/// The radix of a literal without a sign, and its digits, all of them.
fn radix_and_digits<'d>(text: &str, body: &'d str) -> Result<(u32, &'d str), NumberError> {
    let (radix, digits) = match (body.strip_prefix("0x"), body.strip_prefix("0b")) {
        (Some(digits), _) => (16, digits),
        (_, Some(digits)) => (2, digits),
        _ => (10, body),
    };
    let len = digits_len(digits, radix);
    if len == 0 {
        return Err(NumberError::NoDigits(text.into()));
    }
    complete(text, &digits[len..])?;
    Ok((radix, digits))
}

/// The `i64` of a literal without a type at its end.
pub(super) fn wide_integer(text: &str) -> Result<i64, NumberError> {
    let body = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (radix, digits) = radix_and_digits(text, body)?;
    let sign = if text.starts_with('-') { "-" } else { "" };
    i64::from_str_radix(&format!("{sign}{digits}"), radix).map_err(|_| NumberError::WideRange(text.into(), WideType::I))
}

/// The `f64` of a literal without a type at its end.
pub(super) fn wide_float(text: &str) -> Result<f64, NumberError> {
    let body = text.strip_prefix(['+', '-']).unwrap_or(text);
    match body {
        "inf" | "NaN" if body.len() == text.len() => return Err(NumberError::Unsigned(format!("{text}_f64"))),
        "inf" if text.starts_with('-') => return Ok(f64::NEG_INFINITY),
        "inf" => return Ok(f64::INFINITY),
        "NaN" => return Ok(f64::NAN),
        _ => {}
    }
    let len = float_len(body).unwrap_or_else(|| digits_len(body, 10));
    if len == 0 {
        return Err(NumberError::NoDigits(text.into()));
    }
    let text = complete(text, &body[len..])?;
    match text.parse::<f64>() {
        Ok(x) if x.is_finite() => Ok(x),
        _ => Err(NumberError::WideRange(text.into(), WideType::F)),
    }
}

struct Display(Number, Numbers);

impl fmt::Display for Display {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Display(number, numbers) = *self;
        match (number.shape(), numbers) {
            (Shape::Plain(value), _) => value.fmt(f),
            (Shape::Symbol(op), _) => write!(f, "[{}]", op.symbol(numbers)),
            (Shape::Partial(op, value), Numbers::Native) => write!(f, "[{}{value}]", op.symbol(numbers)),
            (Shape::Partial(op, _), Numbers::Hvm24) => {
                write!(f, "[{}0x{:07X}]", op.symbol(numbers), number.raw(numbers))
            }
        }
    }
}

/// As it is written: `5`, `+5`, `5.0`, `+inf`, `+NaN`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Value::U(x) => write!(f, "{x}"),
            Value::I(x) => write!(f, "{x:+}"),
            Value::F(x) if x.is_nan() => f.write_str("+NaN"),
            Value::F(x) if x.is_infinite() => write!(f, "{x:+}"),
            Value::F(x) => write!(f, "{x:?}"),
        }
    }
}

/// As [`Number::display`] shows native numbers.
impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.display(Numbers::Native), f)
    }
}
