//! From real expressions to those that a machine computes.

use crate::{
    flop::{ARGUMENTS, Flop, FlopLang},
    problem::Unsupported,
};
use num_rational::BigRational;
use num_traits::ToPrimitive;
use polarnet::columns::{Batch, Builder, Guard, Idx, PartialMapping, Row, Space};
use polarnet_fpcore::{Binary, Format, Names, Real, RealLang, Symbol, Unary};

/// A batch in the format of the machine, and where the rows are in it: those that a machine cannot compute are nowhere.
pub type Lowered<A, B> = (Batch<B, FlopLang>, PartialMapping<A, B>);

/// Lowers all rows of a batch. The arguments have their numbers in the order of `arguments`.
pub fn lower<A: Space, B: Space>(
    batch: &Batch<A, RealLang>,
    guard: Guard<B>,
    names: &Names,
    arguments: &[Symbol],
    format: Format,
) -> Lowered<A, B> {
    let mut flops = Builder::new(guard);
    let to = batch.fill_up(|row: Row<'_, '_, A, RealLang, Option<_>>| {
        let node = match row.values() {
            Real::Number(number) => Flop::Number(fitted(nearest(names.value(number)), format)),
            Real::Constant(constant) => Flop::Number(fitted(constant.value(), format)),
            Real::Variable(symbol) => Flop::Argument(arguments.iter().position(|known| *known == symbol)? as u32),
            Real::Neg(a) => Flop::Neg((*a)?),
            Real::Add(a, b) => Flop::Add((*a)?, (*b)?),
            Real::Sub(a, b) => Flop::Sub((*a)?, (*b)?),
            Real::Mul(a, b) => Flop::Mul((*a)?, (*b)?),
            Real::Div(a, b) => Flop::Div((*a)?, (*b)?),
            Real::Fma([a, b, c]) => Flop::Fma((*a)?, (*b)?, (*c)?),
            Real::Unary(Unary::Not, a) => Flop::Not((*a)?),
            Real::Unary(Unary::Cast, a) => return *a,
            Real::Unary(function, a) if is_computed(function) => Flop::Call(function, (*a)?),
            Real::Binary(function, [a, b]) if !is_remainder(function) => Flop::Call2(function, (*a)?, (*b)?),
            Real::Compare(comparison, [a, b]) => Flop::Compare(comparison, (*a)?, (*b)?),
            Real::And(a, b) => Flop::And((*a)?, (*b)?),
            Real::Or(a, b) => Flop::Or((*a)?, (*b)?),
            Real::If { test, then, other } => Flop::If((*test)?, (*then)?, (*other)?),
            Real::In(inner, a) if inner == format => return *a,
            _ => return None,
        };
        Some(flops.add(node))
    });
    (flops.freeze(), to)
}

/// Why a machine cannot compute it, if it cannot.
pub fn check<S: Space>(
    batch: &Batch<S, RealLang>,
    root: Idx<S>,
    arguments: usize,
    format: Format,
) -> Result<(), Unsupported> {
    if arguments > ARGUMENTS {
        return Err(Unsupported(format!("it has {arguments} arguments, more than {ARGUMENTS}")));
    }
    let reached = batch.reachable(&[root]);
    for row in batch.indices().filter(|&row| reached[row]) {
        let node = batch.node(row);
        let computed = match node {
            Real::Unary(function, _) => matches!(function, Unary::Not | Unary::Cast) || is_computed(function),
            Real::Binary(function, _) => !is_remainder(function),
            Real::In(inner, _) => inner == format,
            // A variable of a loop is in one.
            Real::Ref(..) | Real::Array(_) | Real::While { .. } => false,
            _ => true,
        };
        if !computed {
            return Err(Unsupported(format!("it has `{}`", node.operation())));
        }
    }
    Ok(())
}

fn is_computed(function: Unary) -> bool {
    use Unary::{Cast, Erf, Erfc, IsFinite, IsInf, IsNan, IsNormal, Lgamma, Nearbyint, Not, Signbit, Tgamma};
    !matches!(
        function,
        Erf | Erfc | Tgamma | Lgamma | Nearbyint | Cast | Not | IsFinite | IsInf | IsNan | IsNormal | Signbit
    )
}

fn is_remainder(function: Binary) -> bool {
    matches!(function, Binary::Fmod | Binary::Remainder)
}

/// The nearest float.
fn nearest(value: &BigRational) -> f64 {
    value.to_f64().unwrap_or(f64::NAN)
}

/// A float in a format.
pub fn fitted(x: f64, format: Format) -> f64 {
    match format {
        Format::Binary32 => f64::from(x as f32),
        Format::Binary64 => x,
    }
}
