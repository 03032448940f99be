//! What the operations of [`Real`] compute, in `f64`, and their derivatives.
//!
//! Real functions are meant: a cast, or another precision, changes neither value nor derivative. Truth is 1, and
//! falsehood 0.

use polarnet::columns::Child;
use polarnet_fpcore::{Binary, Comparison, Real, Unary};
use std::f64::consts;

/// The value of an operation from those of its children, `of`. What is a number by itself, or reads one, has none here;
/// nor have loops, arrays, and what the standard library lacks (`erf`, Γ): NaN.
pub fn value<I: Child>(node: Real<'_, I>, of: impl Fn(I) -> f64) -> f64 {
    let truth = |truth: bool| f64::from(truth);
    match node {
        Real::Neg(a) => -of(a),
        Real::Add(a, b) => of(a) + of(b),
        Real::Sub(a, b) => of(a) - of(b),
        Real::Mul(a, b) => of(a) * of(b),
        Real::Div(a, b) => of(a) / of(b),
        Real::Fma([a, b, c]) => of(a).mul_add(of(b), of(c)),
        Real::Unary(function, a) => unary(function, of(a)),
        Real::Binary(function, [a, b]) => binary(function, of(a), of(b)),
        Real::Compare(comparison, [a, b]) => truth(compare(comparison, of(a), of(b))),
        Real::And(a, b) => truth(of(a) != 0.0 && of(b) != 0.0),
        Real::Or(a, b) => truth(of(a) != 0.0 || of(b) != 0.0),
        Real::If { test, then, other } => of(if of(test) != 0.0 { then } else { other }),
        Real::In(_, a) => of(a),
        Real::Number(_) | Real::Constant(_) | Real::Variable(_) | Real::Local(_) => f64::NAN,
        Real::Ref(..) | Real::Array(_) | Real::While { .. } => f64::NAN,
    }
}

/// The children that a node's value depends on at this point, each with the derivative by it: not finite where there is
/// none. A choice depends on the side that is taken, and so do `fmin` and `fmax`, which take the left one of two equal
/// ones. What is true depends on nothing: it jumps, or stays. `own` is the node's value.
pub fn partials<I: Child>(node: Real<'_, I>, of: impl Fn(I) -> f64, own: f64) -> [Option<(I, f64)>; 3] {
    let two = |a, da, b, db| [Some((a, da)), Some((b, db)), None];
    match node {
        Real::Neg(a) => [Some((a, -1.0)), None, None],
        Real::Add(a, b) => two(a, 1.0, b, 1.0),
        Real::Sub(a, b) => two(a, 1.0, b, -1.0),
        Real::Mul(a, b) => two(a, of(b), b, of(a)),
        Real::Div(a, b) => two(a, 1.0 / of(b), b, -own / of(b)),
        Real::Fma([a, b, c]) => [Some((a, of(b))), Some((b, of(a))), Some((c, 1.0))],
        Real::Unary(function, a) => [unary_derivative(function, of(a), own).map(|da| (a, da)), None, None],
        Real::Binary(function, [a, b]) => {
            let [da, db] = binary_derivatives(function, of(a), of(b), own);
            [da.map(|da| (a, da)), db.map(|db| (b, db)), None]
        }
        Real::If { test, then, other } => [Some((if of(test) != 0.0 { then } else { other }, 1.0)), None, None],
        Real::In(_, a) => [Some((a, 1.0)), None, None],
        Real::Compare(..) | Real::And(..) | Real::Or(..) => [None; 3],
        Real::Number(_) | Real::Constant(_) | Real::Variable(_) | Real::Local(_) => [None; 3],
        Real::Ref(..) | Real::Array(_) | Real::While { .. } => [None; 3],
    }
}

fn unary(function: Unary, a: f64) -> f64 {
    match function {
        Unary::Fabs => a.abs(),
        Unary::Sqrt => a.sqrt(),
        Unary::Cbrt => a.cbrt(),
        Unary::Exp => a.exp(),
        Unary::Exp2 => a.exp2(),
        Unary::Expm1 => a.exp_m1(),
        Unary::Log => a.ln(),
        Unary::Log2 => a.log2(),
        Unary::Log10 => a.log10(),
        Unary::Log1p => a.ln_1p(),
        Unary::Sin => a.sin(),
        Unary::Cos => a.cos(),
        Unary::Tan => a.tan(),
        Unary::Asin => a.asin(),
        Unary::Acos => a.acos(),
        Unary::Atan => a.atan(),
        Unary::Sinh => a.sinh(),
        Unary::Cosh => a.cosh(),
        Unary::Tanh => a.tanh(),
        Unary::Asinh => a.asinh(),
        Unary::Acosh => a.acosh(),
        Unary::Atanh => a.atanh(),
        Unary::Ceil => a.ceil(),
        Unary::Floor => a.floor(),
        Unary::Trunc => a.trunc(),
        Unary::Round => a.round(),
        Unary::Nearbyint => a.round_ties_even(),
        Unary::Cast => a,
        Unary::Not => f64::from(a == 0.0),
        Unary::IsFinite => f64::from(a.is_finite()),
        Unary::IsInf => f64::from(a.is_infinite()),
        Unary::IsNan => f64::from(a.is_nan()),
        Unary::IsNormal => f64::from(a.is_normal()),
        Unary::Signbit => f64::from(a.is_sign_negative()),
        Unary::Erf | Unary::Erfc | Unary::Tgamma | Unary::Lgamma => f64::NAN,
    }
}

/// None: the value depends on nothing.
fn unary_derivative(function: Unary, a: f64, own: f64) -> Option<f64> {
    // Steps are flat, and at `jump` there is no derivative.
    let flat = |jump: bool| if jump || a.is_nan() { f64::NAN } else { 0.0 };
    Some(match function {
        Unary::Fabs if a == 0.0 => f64::NAN,
        Unary::Fabs => a.signum(),
        Unary::Sqrt => 0.5 / own,
        Unary::Cbrt => 1.0 / (3.0 * own * own),
        Unary::Exp => own,
        Unary::Exp2 => own * consts::LN_2,
        Unary::Expm1 => a.exp(),
        Unary::Log => 1.0 / a,
        Unary::Log2 => 1.0 / (a * consts::LN_2),
        Unary::Log10 => 1.0 / (a * consts::LN_10),
        Unary::Log1p => 1.0 / (1.0 + a),
        Unary::Sin => a.cos(),
        Unary::Cos => -a.sin(),
        Unary::Tan => 1.0 + own * own,
        Unary::Asin => 1.0 / ((1.0 - a) * (1.0 + a)).sqrt(),
        Unary::Acos => -1.0 / ((1.0 - a) * (1.0 + a)).sqrt(),
        Unary::Atan => 1.0 / (1.0 + a * a),
        Unary::Sinh => a.cosh(),
        Unary::Cosh => a.sinh(),
        // 1 - own² would cancel.
        Unary::Tanh => a.cosh().recip().powi(2),
        Unary::Asinh => 1.0 / a.hypot(1.0),
        Unary::Acosh => 1.0 / ((a - 1.0).sqrt() * (a + 1.0).sqrt()),
        Unary::Atanh => 1.0 / ((1.0 - a) * (1.0 + a)),
        Unary::Ceil | Unary::Floor => flat(a == own),
        Unary::Trunc => flat(a == own && a != 0.0),
        Unary::Round | Unary::Nearbyint => flat((a - own).abs() == 0.5),
        Unary::Cast => 1.0,
        Unary::Not | Unary::IsFinite | Unary::IsInf | Unary::IsNan | Unary::IsNormal | Unary::Signbit => return None,
        Unary::Erf | Unary::Erfc | Unary::Tgamma | Unary::Lgamma => f64::NAN,
    })
}

fn binary(function: Binary, a: f64, b: f64) -> f64 {
    match function {
        Binary::Pow => a.powf(b),
        Binary::Hypot => a.hypot(b),
        Binary::Atan2 => a.atan2(b),
        Binary::Fmod => a % b,
        Binary::Remainder => a - b * (a / b).round_ties_even(),
        Binary::Fmax => a.max(b),
        Binary::Fmin => a.min(b),
        Binary::Fdim if a.is_nan() || b.is_nan() => f64::NAN,
        Binary::Fdim => (a - b).max(0.0),
        Binary::Copysign => a.copysign(b),
    }
}

fn binary_derivatives(function: Binary, a: f64, b: f64, own: f64) -> [Option<f64>; 2] {
    // The side that is taken, if the left one is taken where `left` says so. A number is taken before NaN.
    let side = |left: bool| if left || b.is_nan() { [Some(1.0), None] } else { [None, Some(1.0)] };
    match function {
        Binary::Pow => {
            // x⁰ is 1 everywhere, and 0ʸ is 0 near every y > 0.
            let da = if b == 0.0 { 0.0 } else { b * a.powf(b - 1.0) };
            let db = if a == 0.0 && b > 0.0 { 0.0 } else { own * a.ln() };
            [Some(da), Some(db)]
        }
        Binary::Hypot => [Some(a / own), Some(b / own)],
        Binary::Atan2 => {
            let length = a.hypot(b);
            [Some(b / length / length), Some(-a / length / length)]
        }
        Binary::Fmod if own == 0.0 => [Some(f64::NAN); 2],
        Binary::Fmod => [Some(1.0), Some(-(a / b).trunc())],
        Binary::Remainder if own.abs() == 0.5 * b.abs() => [Some(f64::NAN); 2],
        Binary::Remainder => [Some(1.0), Some(-(a / b).round_ties_even())],
        Binary::Fmax => side(a >= b),
        Binary::Fmin => side(a <= b),
        Binary::Fdim if a > b => [Some(1.0), Some(-1.0)],
        Binary::Fdim if a < b => [None; 2],
        Binary::Fdim => [Some(f64::NAN); 2],
        Binary::Copysign if a == 0.0 || b == 0.0 => [Some(f64::NAN); 2],
        Binary::Copysign => [Some(a.signum() * b.signum()), None],
    }
}

fn compare(comparison: Comparison, a: f64, b: f64) -> bool {
    match comparison {
        Comparison::Lt => a < b,
        Comparison::Gt => a > b,
        Comparison::Le => a <= b,
        Comparison::Ge => a >= b,
        Comparison::Eq => a == b,
        Comparison::Ne => a != b,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of points around the origin, at how many each derivative is that of a difference quotient (of fourth order). The
    /// children's rows are places in the point.
    fn agree(node: Real<'_, u32>) -> usize {
        let numbers = [-2.71, -1.3, -0.6, 0.3, 0.83, 1.7, 3.12];
        let at = |point: [f64; 3]| value(node, |child: u32| point[child as usize]);
        let mut points = 0;
        for a in numbers {
            for point in numbers.map(|b| [a, b + 0.05, a - 2.0 * b]) {
                let partials = partials(node, |child| point[child as usize], at(point));
                for place in 0..3 {
                    let moved = |by: f64| at(std::array::from_fn(|k| point[k] + if k == place { by } else { 0.0 }));
                    let h = 3e-4;
                    let quotient = (8.0 * (moved(h) - moved(-h)) - (moved(2.0 * h) - moved(-2.0 * h))) / (12.0 * h);
                    let found = partials.iter().flatten().filter(|(child, _)| *child as usize == place);
                    let found: f64 = found.map(|(_, partial)| partial).sum();
                    if quotient.is_finite() {
                        let error = (found - quotient).abs() / quotient.abs().max(1.0);
                        assert!(error < 1e-8, "{node:?} at {point:?} by {place}: {found}, not {quotient}");
                    }
                }
                points += usize::from(at(point).is_finite());
            }
        }
        points
    }

    #[test]
    fn derivatives_are_difference_quotients() {
        for &function in Unary::ALL {
            let lacking = matches!(function, Unary::Erf | Unary::Erfc | Unary::Tgamma | Unary::Lgamma);
            assert_eq!(agree(Real::Unary(function, 0)) < 14, lacking, "{function:?}");
        }
        for &function in Binary::ALL {
            assert!(agree(Real::Binary(function, [0, 1])) >= 28, "{function:?}");
        }
        let others = [Real::Neg(0), Real::Add(0, 1), Real::Sub(0, 1), Real::Mul(0, 1), Real::Div(0, 1)];
        for node in others.into_iter().chain([Real::Fma([0, 1, 2]), Real::If { test: 0, then: 1, other: 2 }]) {
            assert_eq!(agree(node), 49, "{node:?}");
        }
    }

    #[test]
    fn where_there_is_no_derivative() {
        for (function, a) in [(Unary::Fabs, 0.0), (Unary::Floor, 2.0), (Unary::Round, 0.5), (Unary::Sqrt, 0.0)] {
            let derivative = unary_derivative(function, a, unary(function, a)).unwrap();
            assert!(!derivative.is_finite(), "{function:?}");
        }
    }
}
