//! The value of an expression at a point, enclosed.

use crate::{
    interval::{Arithmetic, Fault, Interval, Result},
    lang::{Comparison, Constant, Real, RealLang, Symbol, Unary},
    names::Names,
};
use dashu_float::Repr;
use polarnet_columns::{Batch, Idx, Space};

/// Where an expression is evaluated: a number for each variable, and for each element of an array.
pub trait Points {
    /// The value of a variable, or of the element number `element` of an array. It is taken exactly.
    fn value(&self, variable: Symbol, element: Option<u64>) -> f64;
}

impl<F: Fn(Symbol, Option<u64>) -> f64> Points for F {
    fn value(&self, variable: Symbol, element: Option<u64>) -> f64 {
        self(variable, element)
    }
}

/// What an expression is at a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A number in this interval.
    Number(Interval),
    /// A truth value.
    Truth(bool),
}

/// The real value of the expression at `root`, computed with intervals of `bits` bits: what is said is so. A choice is
/// defined if its test and the chosen side are.
///
/// Every row is computed once. Loops, `erf`, `erfc`, `tgamma`, `lgamma` and arrays other than arguments are
/// [`Fault::Unsupported`].
///
/// # Errors
///
/// Why there is no such value, or it cannot be told.
pub fn evaluate<S: Space>(
    batch: &Batch<S, RealLang>,
    root: Idx<S>,
    names: &Names,
    bits: usize,
    points: &impl Points,
) -> Result<Outcome> {
    let mut to = Arithmetic::new(bits);
    let reached = batch.reachable(&[root]);
    let variable = |symbol, element| float(points.value(symbol, element)).map(Outcome::Number);
    let mut values = batch
        .fill_up(|row: polarnet_columns::Row<'_, '_, S, RealLang, Result<Outcome>>| {
            if !reached[row.idx()] {
                return Err(Fault::Unsupported);
            }
            // An element of an array that is an argument.
            if let Real::Ref(array, at) = row.node()
                && let (Real::Variable(symbol), Real::Number(at)) = (row.node_at(array), row.node_at(at))
                && let Ok(at) = u64::try_from(names.value(at).to_integer())
            {
                return variable(symbol, Some(at));
            }
            node(&mut to, names, row.values(), variable)
        })
        .into_vec();
    values.swap_remove(root.raw() as usize)
}

fn node(
    to: &mut Arithmetic,
    names: &Names,
    node: Real<'_, &Result<Outcome>>,
    variable: impl Fn(Symbol, Option<u64>) -> Result<Outcome>,
) -> Result<Outcome> {
    let value = match node {
        Real::Number(value) => to.rational(names.value(value))?,
        Real::Constant(Constant::True) => return Ok(Outcome::Truth(true)),
        Real::Constant(Constant::False) => return Ok(Outcome::Truth(false)),
        Real::Constant(constant) => to.constant(constant)?,
        Real::Variable(symbol) => return variable(symbol, None),
        Real::Neg(a) => number(a)?.neg(),
        Real::Add(a, b) => to.add(number(a)?, number(b)?)?,
        Real::Sub(a, b) => to.sub(number(a)?, number(b)?)?,
        Real::Mul(a, b) => to.mul(number(a)?, number(b)?)?,
        Real::Div(a, b) => to.div(number(a)?, number(b)?)?,
        Real::Unary(Unary::Not, a) => return Ok(Outcome::Truth(!truth(a)?)),
        // Real numbers are finite, and numbers.
        Real::Unary(Unary::IsFinite, a) => return number(a).map(|_| Outcome::Truth(true)),
        Real::Unary(Unary::IsInf | Unary::IsNan, a) => return number(a).map(|_| Outcome::Truth(false)),
        Real::Unary(Unary::Signbit, a) => return less(number(a)?, &Interval::integer(0)).map(Outcome::Truth),
        Real::Unary(function, a) => to.unary(function, number(a)?)?,
        Real::Binary(function, [a, b]) => to.binary(function, number(a)?, number(b)?)?,
        Real::Fma([a, b, c]) => to.add(&to.mul(number(a)?, number(b)?)?, number(c)?)?,
        Real::Compare(comparison, [a, b]) => return compare(comparison, number(a)?, number(b)?).map(Outcome::Truth),
        Real::And(a, b) => return Ok(Outcome::Truth(truth(a)? && truth(b)?)),
        Real::Or(a, b) => return Ok(Outcome::Truth(truth(a)? || truth(b)?)),
        Real::If { test, then, other } => return if truth(test)? { then.clone() } else { other.clone() },
        Real::In(_, a) => return a.clone(),
        Real::Local(_) | Real::Ref(..) | Real::Array(_) | Real::While { .. } => return Err(Fault::Unsupported),
    };
    Ok(Outcome::Number(value))
}

fn float(value: f64) -> Result {
    let bits = value.to_bits();
    let exponent = (bits >> 52 & 0x7ff) as isize;
    if exponent == 0x7ff {
        return Err(Fault::Undefined);
    }
    // The leading bit is there but in subnormal numbers.
    let fraction = (bits & ((1 << 52) - 1)) as i64 | i64::from(exponent != 0) << 52;
    let signed = if value.is_sign_negative() { -fraction } else { fraction };
    Ok(Interval::point(Repr::new(signed.into(), exponent.max(1) - 1075)))
}

fn number(value: &Result<Outcome>) -> Result<&Interval> {
    match value {
        Ok(Outcome::Number(value)) => Ok(value),
        Ok(Outcome::Truth(_)) => Err(Fault::Unsupported),
        Err(fault) => Err(*fault),
    }
}

fn truth(value: &Result<Outcome>) -> Result<bool> {
    match value {
        Ok(Outcome::Truth(value)) => Ok(*value),
        Ok(Outcome::Number(_)) => Err(Fault::Unsupported),
        Err(fault) => Err(*fault),
    }
}

fn less(a: &Interval, b: &Interval) -> Result<bool> {
    match () {
        () if a.below(b) => Ok(true),
        () if a.low >= b.high => Ok(false),
        () => Err(Fault::Unsure),
    }
}

fn compare(comparison: Comparison, a: &Interval, b: &Interval) -> Result<bool> {
    let equal = || match (a.single(), b.single()) {
        (Some(a), Some(b)) => Ok(a == b),
        _ if a.apart(b) => Ok(false),
        _ => Err(Fault::Unsure),
    };
    match comparison {
        Comparison::Lt => less(a, b),
        Comparison::Gt => less(b, a),
        Comparison::Le => less(b, a).map(|more| !more),
        Comparison::Ge => less(a, b).map(|less| !less),
        Comparison::Eq => equal(),
        Comparison::Ne => equal().map(|equal| !equal),
    }
}
