//! The rules, by operations.

use crate::{
    gather::{Product, Sum, number_power},
    reducer::{Reduced, Reducer},
};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use polarnet::columns::{Idx, Space};
use polarnet_fpcore::{Binary, Comparison, Constant, Real, Unary};

/// Pairs of functions of which the outer undoes the inner, wherever the inner has a value. `asin (sin x)` is not among
/// them: it is `x` only between -π/2 and π/2.
const INVERSES: &[(Unary, Unary)] = &[
    (Unary::Log2, Unary::Exp2),
    (Unary::Exp2, Unary::Log2),
    (Unary::Expm1, Unary::Log1p),
    (Unary::Log1p, Unary::Expm1),
    (Unary::Sin, Unary::Asin),
    (Unary::Cos, Unary::Acos),
    (Unary::Tan, Unary::Atan),
    (Unary::Sinh, Unary::Asinh),
    (Unary::Asinh, Unary::Sinh),
    (Unary::Cosh, Unary::Acosh),
    (Unary::Tanh, Unary::Atanh),
    (Unary::Atanh, Unary::Tanh),
    (Unary::Not, Unary::Not),
];

/// Values at 0 that are rational.
const AT_ZERO: &[(Unary, i32)] = &[
    (Unary::Sin, 0),
    (Unary::Tan, 0),
    (Unary::Asin, 0),
    (Unary::Atan, 0),
    (Unary::Sinh, 0),
    (Unary::Tanh, 0),
    (Unary::Asinh, 0),
    (Unary::Atanh, 0),
    (Unary::Expm1, 0),
    (Unary::Log1p, 0),
    (Unary::Erf, 0),
    (Unary::Cos, 1),
    (Unary::Cosh, 1),
    (Unary::Exp2, 1),
    (Unary::Erfc, 1),
];

/// What a function of `-x` is, by that of `x`.
fn parity(function: Unary) -> Option<i32> {
    use Unary::{Asin, Asinh, Atan, Atanh, Cbrt, Cos, Cosh, Erf, Fabs, Sin, Sinh, Tan, Tanh, Trunc};
    match function {
        Cbrt | Sin | Tan | Asin | Atan | Sinh | Tanh | Asinh | Atanh | Erf | Trunc => Some(-1),
        Fabs | Cos | Cosh => Some(1),
        _ => None,
    }
}

fn is_rounding(function: Unary) -> bool {
    matches!(function, Unary::Ceil | Unary::Floor | Unary::Trunc | Unary::Round | Unary::Nearbyint)
}

/// `function` of a number, where it is rational.
fn fold(function: Unary, x: &BigRational) -> Option<BigRational> {
    let integer = |n: i32| BigRational::from_integer(n.into());
    match function {
        Unary::Fabs => Some(x.abs()),
        Unary::Ceil => Some(x.ceil()),
        Unary::Floor => Some(x.floor()),
        Unary::Trunc => Some(x.trunc()),
        // The nearest, and of two the one farther from 0.
        Unary::Round => Some(x.round()),
        Unary::Nearbyint if x.denom() != &2.into() => Some(x.round()),
        Unary::Nearbyint => Some(match x.floor() {
            floor if floor.numer().is_even() => floor,
            floor => floor + integer(1),
        }),
        Unary::Exp2 if x.is_integer() => number_power(&integer(2), x),
        Unary::Log | Unary::Log2 | Unary::Log10 if x.is_one() => Some(Zero::zero()),
        Unary::Acos | Unary::Acosh if x.is_one() => Some(Zero::zero()),
        _ if x.is_zero() => AT_ZERO.iter().find(|(known, _)| *known == function).map(|&(_, value)| integer(value)),
        _ => None,
    }
}

impl<S: Space> Reducer<'_, S> {
    /// What a row is rewritten to. Its children are reduced.
    pub(crate) fn rewrite(&mut self, row: Idx<S>) -> Reduced<S> {
        // The node is copied out, as the batch grows below. Nodes with lists stay as they are.
        match self.batch.node(row) {
            Real::Neg(_) | Real::Add(..) | Real::Sub(..) => {
                let sum = self.sum(row);
                Ok(self.write_sum(&sum))
            }
            Real::Mul(..) | Real::Div(..) | Real::Unary(Unary::Exp, _) => self.rewrite_product(row),
            Real::Fma([a, b, c]) => {
                let product = self.add(Real::Mul(a, b))?;
                self.add(Real::Add(product, c))
            }
            Real::Unary(function, a) => self.rewrite_unary(row, function, a),
            Real::Binary(Binary::Pow, [a, b]) => self.rewrite_power(row, a, b),
            Real::Binary(function, arguments) => self.rewrite_binary(row, function, arguments),
            Real::Compare(comparison, arguments) => Ok(self.rewrite_comparison(comparison, arguments)),
            Real::And(a, b) => Ok(self.rewrite_connective(row, [a, b], Constant::True, Constant::False)),
            Real::Or(a, b) => Ok(self.rewrite_connective(row, [a, b], Constant::False, Constant::True)),
            Real::If { test, then, other } => Ok(match self.batch.node(test) {
                Real::Constant(Constant::True) => then,
                Real::Constant(Constant::False) => other,
                _ if then == other => then,
                _ => row,
            }),
            _ => Ok(row),
        }
    }

    /// Writes a row as the product that it is, if it is one.
    fn rewrite_product(&mut self, row: Idx<S>) -> Reduced<S> {
        let gathered = self.gathered(row);
        if gathered.is_product() { self.write_product(&gathered.product(row)) } else { Ok(row) }
    }

    fn rewrite_unary(&mut self, row: Idx<S>, function: Unary, x: Idx<S>) -> Reduced<S> {
        if let Some(value) = self.number(x).and_then(|x| fold(function, &x)) {
            return Ok(self.add_number(value));
        }
        match self.batch.node(x) {
            Real::Unary(inner, x) if INVERSES.contains(&(function, inner)) => return Ok(x),
            Real::Unary(Unary::Cosh, x) if function == Unary::Acosh => return self.add(Real::Unary(Unary::Fabs, x)),
            // What is whole stays as it is.
            Real::Unary(inner, _) if is_rounding(function) && is_rounding(inner) => return Ok(x),
            _ => {}
        }
        let sum = self.sum(x);
        if let Some(sign) = parity(function)
            && sum.leads_negative()
        {
            let turned = self.write_sum(&sum.times(&-BigRational::one()));
            let value = self.add(Real::Unary(function, turned))?;
            return if sign < 0 { self.add(Real::Neg(value)) } else { Ok(value) };
        }
        match function {
            Unary::Sqrt => self.rewrite_root(row, x),
            Unary::Cbrt => self.rewrite_product(row),
            Unary::Log => self.rewrite_log(row, x),
            Unary::Fabs if self.gathered(x).nonnegative => Ok(x),
            Unary::Fabs => {
                // |r x| = |r| |x|
                let product = self.product(x);
                if product.coefficient.is_one() {
                    return Ok(row);
                }
                let rest = self.write_product(&Product { coefficient: One::one(), ..(*product).clone() })?;
                let rest = self.add(Real::Unary(Unary::Fabs, rest))?;
                let number = self.add_number(product.coefficient.abs());
                self.add(Real::Mul(number, rest))
            }
            Unary::Sin | Unary::Cos => {
                Ok(self.quarter_turns(function, &sum).map_or(row, |value| self.add_number(value)))
            }
            Unary::Not => Ok(self.negated(row, x)),
            _ => Ok(row),
        }
    }

    /// Sine or cosine of a multiple of π/2.
    fn quarter_turns(&self, function: Unary, x: &Sum<S>) -> Option<BigRational> {
        let [(row, weight)] = &x.terms[..] else { return None };
        let quarters = match self.batch.node(*row) {
            Real::Constant(Constant::Pi) => 2,
            Real::Constant(Constant::Pi2) => 1,
            _ => return None,
        };
        let turns = weight * BigRational::from_integer(quarters.into());
        if !x.constant.is_zero() || !turns.is_integer() {
            return None;
        }
        let shift: num_bigint::BigInt = if function == Unary::Cos { 1.into() } else { 0.into() };
        let quarter = (turns.numer() + shift).mod_floor(&4.into());
        let value = [0, 1, 0, -1][usize::try_from(quarter).ok()?];
        Some(BigRational::from_integer(value.into()))
    }

    fn rewrite_log(&mut self, row: Idx<S>, x: Idx<S>) -> Reduced<S> {
        let product = self.product(x);
        if !product.exponent.is_zero() {
            // log (e^a b) = a + log b
            let rest = Product { exponent: Sum::number(Zero::zero()), ..(*product).clone() };
            let rest = self.write_product(&rest)?;
            let log = self.add(Real::Unary(Unary::Log, rest))?;
            let sum = product.exponent.plus(&*self.sum(log), &One::one());
            return Ok(self.write_sum(&sum));
        }
        match &product.factors[..] {
            [(base, power)] if product.coefficient.is_one() && !power.is_one() => {
                // log x^r = r log x; an even power is one of |x|.
                let even = power.numer().is_even() && !power.denom().is_even();
                let base = if even { self.add(Real::Unary(Unary::Fabs, *base))? } else { *base };
                let log = self.add(Real::Unary(Unary::Log, base))?;
                let sum = self.sum(log).times(power);
                Ok(self.write_sum(&sum))
            }
            _ => Ok(row),
        }
    }

    fn rewrite_root(&mut self, row: Idx<S>, x: Idx<S>) -> Reduced<S> {
        if self.gathered(row).is_product() {
            return self.rewrite_product(row);
        }
        let half = BigRational::new(1.into(), 2.into());
        let product = self.product(x);
        if let [(base, power)] = &product.factors[..]
            && let Some(coefficient) = number_power(&product.coefficient, &half)
            && product.exponent.is_zero()
            && power.is_integer()
            && power.numer().is_even()
        {
            // √x² = |x|
            let base = self.add(Real::Unary(Unary::Fabs, *base))?;
            let Some(root) = self.product(base).power(&(power * half)) else { return Ok(row) };
            return self.write_product(&Product { coefficient: &root.coefficient * coefficient, ..root });
        }
        if let Some(coefficient) = number_power(&product.coefficient, &half)
            && !product.coefficient.is_one()
            && !product.is_number()
        {
            // √(4 x y) = 2 √(x y)
            let rest = self.write_product(&Product { coefficient: One::one(), ..(*product).clone() })?;
            let root = self.add(Real::Unary(Unary::Sqrt, rest))?;
            let number = self.add_number(coefficient);
            return self.add(Real::Mul(number, root));
        }
        Ok(row)
    }

    fn rewrite_power(&mut self, row: Idx<S>, base: Idx<S>, power: Idx<S>) -> Reduced<S> {
        if let Some(power) = self.number(power) {
            return match power == BigRational::new(1.into(), 2.into()) {
                true => self.add(Real::Unary(Unary::Sqrt, base)),
                false => self.rewrite_product(row),
            };
        }
        if self.number(base).is_some_and(|base| base.is_one()) {
            return Ok(base);
        }
        if let Real::Constant(Constant::E) = self.batch.node(base) {
            return self.add(Real::Unary(Unary::Exp, power));
        }
        let product = self.product(base);
        if product.coefficient.is_one() && product.factors.is_empty() && !product.exponent.is_zero() {
            // (e^a)^b = e^(a b)
            let exponent = self.write_sum(&product.exponent);
            let exponent = self.add(Real::Mul(exponent, power))?;
            return self.add(Real::Unary(Unary::Exp, exponent));
        }
        Ok(row)
    }

    fn rewrite_binary(&mut self, row: Idx<S>, function: Binary, [a, b]: [Idx<S>; 2]) -> Reduced<S> {
        let numbers = self.number(a).zip(self.number(b));
        match (function, numbers) {
            (Binary::Fmin, Some((x, y))) => return Ok(self.add_number(x.min(y))),
            (Binary::Fmax, Some((x, y))) => return Ok(self.add_number(x.max(y))),
            (Binary::Fmin | Binary::Fmax, None) if a == b => return Ok(a),
            (Binary::Fdim, _) if a == b => return Ok(self.add_number(Zero::zero())),
            (Binary::Hypot, _) => {
                for (zero, other) in [(a, b), (b, a)] {
                    if self.number(zero).is_some_and(|zero| zero.is_zero()) {
                        return self.add(Real::Unary(Unary::Fabs, other));
                    }
                }
            }
            (Binary::Copysign, _) => {
                if let Some(sign) = self.number(b) {
                    let x = self.add(Real::Unary(Unary::Fabs, a))?;
                    return if sign.is_negative() { self.add(Real::Neg(x)) } else { Ok(x) };
                }
            }
            _ => {}
        }
        // Functions that do not care for the order get one.
        match function {
            Binary::Fmin | Binary::Fmax | Binary::Hypot if b < a => self.add(Real::Binary(function, [b, a])),
            _ => Ok(row),
        }
    }

    /// Of `<`, `≤`, `=`, `≠`, the others are those of the arguments exchanged.
    fn rewrite_comparison(&mut self, comparison: Comparison, [a, b]: [Idx<S>; 2]) -> Idx<S> {
        use Comparison::{Eq, Ge, Gt, Le, Lt, Ne};
        let decided = match self.number(a).zip(self.number(b)) {
            Some((a, b)) => Some(a.cmp(&b)),
            None if a == b => Some(std::cmp::Ordering::Equal),
            None => None,
        };
        if let Some(order) = decided {
            let holds = match comparison {
                Lt => order.is_lt(),
                Gt => order.is_gt(),
                Le => order.is_le(),
                Ge => order.is_ge(),
                Eq => order.is_eq(),
                Ne => order.is_ne(),
            };
            return self.batch.add(Real::Constant(if holds { Constant::True } else { Constant::False }));
        }
        let (comparison, arguments) = match comparison {
            Gt => (Lt, [b, a]),
            Ge => (Le, [b, a]),
            Eq | Ne => (comparison, [a.min(b), a.max(b)]),
            Lt | Le => (comparison, [a, b]),
        };
        self.batch.add(Real::Compare(comparison, arguments))
    }

    /// `not` of a comparison is a comparison: real numbers are ordered.
    fn negated(&mut self, row: Idx<S>, x: Idx<S>) -> Idx<S> {
        match self.batch.node(x) {
            Real::Constant(Constant::True) => self.batch.add(Real::Constant(Constant::False)),
            Real::Constant(Constant::False) => self.batch.add(Real::Constant(Constant::True)),
            Real::Compare(comparison, [a, b]) => match comparison {
                Comparison::Lt => self.rewrite_comparison(Comparison::Le, [b, a]),
                Comparison::Le => self.rewrite_comparison(Comparison::Lt, [b, a]),
                Comparison::Eq => self.rewrite_comparison(Comparison::Ne, [a, b]),
                Comparison::Ne => self.rewrite_comparison(Comparison::Eq, [a, b]),
                Comparison::Gt | Comparison::Ge => row,
            },
            _ => row,
        }
    }

    /// `and`, `or`: `unit` changes nothing, `zero` decides.
    fn rewrite_connective(&mut self, row: Idx<S>, [a, b]: [Idx<S>; 2], unit: Constant, zero: Constant) -> Idx<S> {
        let is = |row, constant| matches!(self.batch.node(row), Real::Constant(known) if known == constant);
        match () {
            () if is(a, unit) || a == b => b,
            () if is(b, unit) => a,
            () if is(a, zero) || is(b, zero) => self.batch.add(Real::Constant(zero)),
            () => row,
        }
    }
}
