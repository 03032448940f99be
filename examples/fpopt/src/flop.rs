//! Expressions as a machine computes them: floats, and one rounding an operation.

use polarnet::{
    columns::Node,
    device::{Device, Error},
    schedule,
};
use polarnet_fpcore::{Binary, Comparison, Unary};

/// The most arguments of a core: `WIDTH` below.
pub const ARGUMENTS: usize = 24;

/// The arguments of a core, at one point.
pub type Point = [f64; ARGUMENTS];

/// A node of such an expression. What is true is 1, what is false is 0.
#[derive(Node, Clone, Copy, PartialEq, Debug)]
pub enum Flop<I> {
    /// A number, as the format has it.
    Number(f64),
    /// An argument of the core.
    Argument(u32),
    /// `-a`
    Neg(I),
    /// `a + b`
    Add(I, I),
    /// `a - b`
    Sub(I, I),
    /// `a b`
    Mul(I, I),
    /// `a / b`
    Div(I, I),
    /// `a b + c`, rounded once
    Fma(I, I, I),
    /// A function of one argument.
    Call(Unary, I),
    /// A function of two.
    Call2(Binary, I, I),
    /// A comparison.
    Compare(Comparison, I, I),
    /// Both.
    And(I, I),
    /// One or both.
    Or(I, I),
    /// Not.
    Not(I),
    /// A choice.
    If(I, I, I),
}

schedule! {
    space flops: Batch<Flop>;
    space points;
    space results;

    const WIDTH: usize = 24;

    val truth(yes: bool) -> f64 { returns if yes { 1.0 } else { 0.0 } }

    // The nearest number of the format. In `binary32`: below the normal range in steps of 2^-149, beyond the largest number
    // infinite, and else to 24 bits, by Veltkamp's splitting. Unlike a conversion there and back, this has a derivative.
    val fit(x: f64, single: bool) -> f64 {
        size :- abs(x);
        returns if !single { x }
            else if size < 1.1754943508222875e-38 { copysign((x + 9.466330862652142e-30) - 9.466330862652142e-30, x) }
            else if size >= 3.4028235677973366e38 { x * f64::INFINITY }
            else { x * 536870913.0 - (x * 536870913.0 - x) }
    }

    val call(function: Unary, x: f64) -> f64 approx(4 ulp) {
        returns match function {
            Unary::Fabs => abs(x), Unary::Sqrt => sqrt(x), Unary::Cbrt => cbrt(x),
            Unary::Exp => exp(x), Unary::Exp2 => exp2(x), Unary::Expm1 => exp_m1(x),
            Unary::Log => ln(x), Unary::Log2 => log2(x), Unary::Log10 => log10(x), Unary::Log1p => ln_1p(x),
            Unary::Sin => sin(x), Unary::Cos => cos(x), Unary::Tan => tan(x),
            Unary::Asin => asin(x), Unary::Acos => acos(x), Unary::Atan => atan(x),
            Unary::Sinh => sinh(x), Unary::Cosh => cosh(x), Unary::Tanh => tanh(x),
            Unary::Asinh => asinh(x), Unary::Acosh => acosh(x), Unary::Atanh => atanh(x),
            Unary::Ceil => ceil(x), Unary::Floor => floor(x), Unary::Trunc => trunc(x), Unary::Round => round(x),
            _ => f64::NAN,
        }
    }
    val call2(function: Binary, x: f64, y: f64) -> f64 approx(4 ulp) {
        returns match function {
            Binary::Pow => pow(x, y), Binary::Hypot => hypot(x, y), Binary::Atan2 => atan2(x, y),
            Binary::Fmax => if x > y || is_nan(y) { x } else { y },
            Binary::Fmin => if x < y || is_nan(y) { x } else { y },
            Binary::Fdim => if x > y { x - y } else if x <= y { 0.0 } else { f64::NAN },
            Binary::Copysign => copysign(x, y),
            _ => f64::NAN,
        }
    }
    val compare(comparison: Comparison, x: f64, y: f64) -> f64 {
        returns match comparison {
            Comparison::Lt => truth(x < y), Comparison::Gt => truth(x > y),
            Comparison::Le => truth(x <= y), Comparison::Ge => truth(x >= y),
            Comparison::Eq => truth(x == y), Comparison::Ne => truth(x != y),
        }
    }

    // What a row is at a point.
    val value(n: Flop, x: [f64; WIDTH], single: bool) -> f64 {
        returns match n {
            Number(number) => number,
            Argument(at) => x[at as usize],
            Neg(a) => -value[a],
            Add(a, b) => fit(value[a] + value[b], single),
            Sub(a, b) => fit(value[a] - value[b], single),
            Mul(a, b) => fit(value[a] * value[b], single),
            Div(a, b) => fit(value[a] / value[b], single),
            Fma(a, b, c) => fit(mul_add(value[a], value[b], value[c]), single),
            Call(function, a) => fit(call(function, value[a]), single),
            Call2(function, a, b) => fit(call2(function, value[a], value[b]), single),
            Compare(comparison, a, b) => compare(comparison, value[a], value[b]),
            And(a, b) => value[a] * value[b],
            Or(a, b) => max(value[a], value[b]),
            Not(a) => 1.0 - value[a],
            If(test, then, other) => if value[test] == 1.0 { value[then] } else { value[other] },
        }
    }

    /// What the results are at all points, on a device: on one of threads eight points at a time.
    pub fn values_on(
        b: &Batch<flops>, roots: &Mapping<results, flops>, x: &Data<points, [f64; WIDTH]>, single: bool, gpu: &Device
    ) -> Result<Data<results, Data<points, f64>>, Error> impls value { bottom_up(b).vectorize(8).on(gpu) }

    /// What each row is at one point, and how much the result changes with it.
    pub fn slopes(b: &Batch<flops>, x: [f64; WIDTH], single: bool, root: Idx<flops>)
        -> (Data<flops, f64>, Data<flops, f64>) impls vjp(value, n) { bottom_up(b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use polarnet::columns::{Builder, space};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// Rounding by sums and products is rounding by a conversion.
        #[test]
        fn binary32(bits in any::<u64>(), near in any::<u32>(), off in -8_i64..8) {
            let close = (f64::from(f32::from_bits(near)).to_bits() as i64).wrapping_add(off << 26);
            for x in [f64::from_bits(bits), f64::from_bits(close as u64), f64::from(f32::from_bits(near))] {
                space!(Flops, guard);
                let mut flops = Builder::<Flops, FlopLang>::new(guard);
                let (x_row, zero) = (flops.add(Flop::Argument(0)), flops.add(Flop::Number(-0.0)));
                let sum = flops.add(Flop::Add(x_row, zero));
                let flops = flops.freeze();
                space!(Results, guard);
                let roots = guard.column(vec![sum]);
                space!(Points, guard);
                let points = guard.column(vec![[x; ARGUMENTS]]);
                let value = |single| {
                    values_on(&flops, &roots, &points, single, &Device::threads()).unwrap().as_slice()[0].as_slice()[0]
                };
                prop_assert!(value(false).to_bits() == x.to_bits() || x.is_nan());
                prop_assert!(value(true).to_bits() == f64::from(x as f32).to_bits() || x.is_nan(), "{x:e}");
            }
        }
    }
}
