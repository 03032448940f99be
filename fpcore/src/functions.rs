//! Elementary functions of intervals.

use crate::{
    interval::{Arithmetic, Bound, Fault, Interval, Result, high, low, rising},
    lang::{Binary, Constant, Unary},
};
use dashu_float::{Context, FBig, Repr, round::mode};
use dashu_int::IBig;

/// A bound as an exact number.
fn exact(bound: &Bound) -> FBig<mode::Zero, 2> {
    FBig::from_repr(bound.clone(), Context::new(0))
}

/// `round` of all numbers of the interval, if it is the same integer.
fn step(x: &Interval, round: impl Fn(&FBig<mode::Zero, 2>) -> FBig<mode::Zero, 2>) -> Result {
    let (low, high) = (round(&exact(&x.low)).into_repr(), round(&exact(&x.high)).into_repr());
    if low == high { Ok(Interval::point(low)) } else { Err(Fault::Unsure) }
}

/// To the nearest integer, and to the even one of two.
fn half_even(x: &FBig<mode::Zero, 2>) -> FBig<mode::Zero, 2> {
    let floor = x.floor();
    let (twice, one) = ((x - &floor) * FBig::from(2), FBig::from(1));
    let even = floor.to_int().value() % IBig::from(2) == IBig::from(0);
    if twice < one || twice == one && even { floor } else { floor + one }
}

/// Demands `low..=high` of an argument: outside it is undefined, across the border unsure.
fn within(x: &Interval, low: Option<i32>, high: Option<i32>, open: bool) -> Result<()> {
    let outside = |x: &Bound, low: &Bound| x < low || open && x == low;
    for (from, to, limit) in [
        (&x.low, &x.high, low.map(|low| Repr::new(low.into(), 0))),
        (&-x.high.clone(), &-x.low.clone(), high.map(|high| Repr::new((-high).into(), 0))),
    ] {
        let Some(limit) = limit else { continue };
        if outside(to, &limit) {
            return Err(Fault::Undefined);
        }
        if outside(from, &limit) {
            return Err(Fault::Unsure);
        }
    }
    Ok(())
}

impl Arithmetic {
    pub fn unary(&mut self, function: Unary, x: &Interval) -> Result {
        use Unary::{Asin, Asinh, Atan, Atanh, Cos, Cosh, Exp, Exp2, Expm1, Log1p, Sin, Sinh, Tan, Tanh};
        let tamed;
        let x = match function {
            Exp | Exp2 | Expm1 | Log1p | Sin | Cos | Tan | Asin | Atan | Sinh | Cosh | Tanh | Asinh | Atanh => {
                tamed = self.tamed(x);
                &tamed
            }
            _ => x,
        };
        match function {
            Unary::Fabs => Ok(x.abs()),
            Unary::Sqrt => {
                within(x, Some(0), None, false)?;
                rising!(self, x, sqrt)
            }
            Unary::Cbrt => rising!(self, x, cbrt),
            Unary::Exp => rising!(self, x.moderate()?, exp, cache),
            Unary::Expm1 => rising!(self, x.moderate()?, exp_m1, cache),
            Unary::Exp2 => {
                let ln2 = self.ln2()?;
                let x = self.mul(x.moderate()?, &ln2)?;
                self.unary(Unary::Exp, &x)
            }
            Unary::Log | Unary::Log2 | Unary::Log10 => {
                within(x, Some(0), None, true)?;
                let log: Interval = rising!(self, x, ln, cache)?;
                let base = match function {
                    Unary::Log => return Ok(log),
                    Unary::Log2 => self.ln2()?,
                    _ => self.unary(Unary::Log, &Interval::integer(10))?,
                };
                self.div(&log, &base)
            }
            Unary::Log1p => {
                within(x, Some(-1), None, true)?;
                rising!(self, x, ln_1p, cache)
            }
            Unary::Sin => {
                let at = &x.moderate()?.low;
                let value = Interval {
                    low: low(self.down.sin(at, Some(&mut self.cache)))?,
                    high: high(self.up.sin(at, Some(&mut self.cache)))?,
                };
                self.widened(&value, x)
            }
            Unary::Cos => {
                let at = &x.moderate()?.low;
                let value = Interval {
                    low: low(self.down.cos(at, Some(&mut self.cache)))?,
                    high: high(self.up.cos(at, Some(&mut self.cache)))?,
                };
                self.widened(&value, x)
            }
            Unary::Tan => {
                let (sin, cos) = (self.unary(Unary::Sin, x)?, self.unary(Unary::Cos, x)?);
                self.div(&sin, &cos)
            }
            Unary::Asin => {
                within(x, Some(-1), Some(1), false)?;
                rising!(self, x, asin, cache)
            }
            Unary::Acos => {
                within(x, Some(-1), Some(1), false)?;
                // acos falls.
                let turned = Interval { low: x.high.clone(), high: x.low.clone() };
                rising!(self, turned, acos, cache)
            }
            Unary::Atan => rising!(self, x, atan, cache),
            Unary::Sinh => rising!(self, x.moderate()?, sinh, cache),
            Unary::Cosh => rising!(self, x.abs().moderate()?, cosh, cache),
            Unary::Tanh => rising!(self, x.moderate()?, tanh, cache),
            Unary::Asinh => rising!(self, x, asinh, cache),
            Unary::Acosh => {
                within(x, Some(1), None, false)?;
                rising!(self, x, acosh, cache)
            }
            Unary::Atanh => {
                within(x, Some(-1), Some(1), true)?;
                rising!(self, x, atanh, cache)
            }
            Unary::Ceil => step(x, FBig::ceil),
            Unary::Floor => step(x, FBig::floor),
            Unary::Trunc => step(x, FBig::trunc),
            Unary::Round => step(x, FBig::round),
            Unary::Nearbyint => step(x, half_even),
            Unary::Cast => Ok(x.clone()),
            Unary::Erf | Unary::Erfc | Unary::Tgamma | Unary::Lgamma => Err(Fault::Unsupported),
            // These give truth values: see `evaluate`.
            Unary::Not | Unary::IsFinite | Unary::IsInf | Unary::IsNan | Unary::IsNormal | Unary::Signbit => {
                Err(Fault::Unsupported)
            }
        }
    }

    /// The values around one of a function that changes by no more than its argument does.
    fn widened(&self, value: &Interval, x: &Interval) -> Result {
        let width = high(self.up.sub(&x.high, &x.low))?;
        let around = self.add(value, &Interval { low: -width.clone(), high: width })?;
        Ok(around.max(&Interval::integer(-1)).min(&Interval::integer(1)))
    }

    fn ln2(&mut self) -> Result {
        rising!(self, Interval::integer(2), ln, cache)
    }

    pub fn binary(&mut self, function: Binary, x: &Interval, y: &Interval) -> Result {
        match function {
            Binary::Pow => self.pow(x, y),
            Binary::Hypot => {
                let (x, y) = (x.abs(), y.abs());
                let squares = self.add(&self.mul(&x, &x)?, &self.mul(&y, &y)?)?;
                self.unary(Unary::Sqrt, &squares)
            }
            Binary::Atan2 => self.atan2(x, y),
            Binary::Fmod => {
                let quotient = step(&self.div(x, y)?, FBig::trunc)?;
                self.sub(x, &self.mul(y, &quotient)?)
            }
            Binary::Remainder => {
                let quotient = step(&self.div(x, y)?, half_even)?;
                self.sub(x, &self.mul(y, &quotient)?)
            }
            Binary::Fmax => Ok(x.max(y)),
            Binary::Fmin => Ok(x.min(y)),
            Binary::Fdim => Ok(self.sub(x, y)?.max(&Interval::integer(0))),
            Binary::Copysign => match () {
                () if y.is_negative() => Ok(x.abs().neg()),
                () if y.low >= Repr::zero() => Ok(x.abs()),
                () => Err(Fault::Unsure),
            },
        }
    }

    /// The angle of a point. It jumps on the left half of the x axis; elsewhere the corners of a box are extreme.
    fn atan2(&mut self, y: &Interval, x: &Interval) -> Result {
        if x.is_zero() && y.is_zero() {
            return Err(Fault::Undefined);
        }
        if self.is_tiny(y, x) {
            return Err(Fault::TooLarge);
        }
        if y.contains_zero() && !x.is_positive() {
            return Err(Fault::Unsure);
        }
        let (mut down, mut up) = (dashu_float::ConstCache::new(), dashu_float::ConstCache::new());
        self.corners(
            y,
            x,
            |to, y, x| low(to.down.atan2(y, x, Some(&mut down))),
            |to, y, x| high(to.up.atan2(y, x, Some(&mut up))),
        )
    }

    fn pow(&mut self, x: &Interval, y: &Interval) -> Result {
        let integer = y.single().filter(|y| y.exponent() >= 0 && y.exponent() < 64 && y.digits() < 64);
        if let Some(y) = integer {
            return self.power(x, y.significand() << y.exponent() as usize);
        }
        if x.is_positive() {
            let log = self.unary(Unary::Log, x)?;
            let exponent = self.mul(y, &log)?;
            return self.unary(Unary::Exp, &exponent);
        }
        if x.is_zero() && y.is_positive() {
            return Ok(Interval::integer(0));
        }
        let whole = step(y, FBig::floor).is_err() || y.single().is_some_and(|y| y.exponent() >= 0);
        match x.is_negative() && !whole || x.is_zero() && y.is_negative() {
            true => Err(Fault::Undefined),
            false => Err(Fault::Unsure),
        }
    }

    /// `x^n` of an integer.
    fn power(&mut self, x: &Interval, n: IBig) -> Result {
        let zero = IBig::from(0);
        if n == zero {
            return Ok(Interval::integer(1));
        }
        if n < zero {
            let power = self.power(x, -n)?;
            return self.div(&Interval::integer(1), &power);
        }
        let x = if &n % IBig::from(2) == zero { x.abs() } else { x.clone() };
        if n > IBig::from(1 << 20) {
            return Err(Fault::TooLarge);
        }
        Ok(Interval { low: low(self.down.powi(&x.low, n.clone()))?, high: high(self.up.powi(&x.high, n))? })
    }

    pub fn constant(&mut self, constant: Constant) -> Result {
        let pi = |to: &mut Self| {
            Ok(Interval {
                low: to.down.pi(Some(&mut to.cache)).value().into_repr(),
                high: to.up.pi(Some(&mut to.cache)).value().into_repr(),
            })
        };
        let integer = |n: i32| Interval::integer(n);
        let (above, below) = match constant {
            Constant::E => return self.unary(Unary::Exp, &integer(1)),
            Constant::Ln2 => return self.ln2(),
            Constant::Ln10 => return self.unary(Unary::Log, &integer(10)),
            Constant::Sqrt2 => return self.unary(Unary::Sqrt, &integer(2)),
            Constant::Pi => return pi(self),
            Constant::Log2E => (integer(1), self.ln2()?),
            Constant::Log10E => (integer(1), self.unary(Unary::Log, &integer(10))?),
            Constant::Pi2 => (pi(self)?, integer(2)),
            Constant::Pi4 => (pi(self)?, integer(4)),
            Constant::M1Pi => (integer(1), pi(self)?),
            Constant::M2Pi => (integer(2), pi(self)?),
            Constant::M2SqrtPi => {
                let pi = pi(self)?;
                (integer(2), self.unary(Unary::Sqrt, &pi)?)
            }
            Constant::Sqrt12 => (integer(1), self.unary(Unary::Sqrt, &integer(2))?),
            Constant::Infinity | Constant::Nan => return Err(Fault::Undefined),
            Constant::True | Constant::False => return Err(Fault::Unsupported),
        };
        self.div(&above, &below)
    }
}
