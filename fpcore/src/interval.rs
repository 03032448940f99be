//! Intervals that surely contain a real number.

use crate::lang::Format;
use dashu_float::{
    ConstCache, Context, FBig, FpError, Repr,
    round::{Rounded, mode},
};
use dashu_int::IBig;
use num_rational::BigRational;
use num_traits::Zero;

pub(crate) type Bound = Repr<2>;

/// All real numbers from one bound to the other. What was computed as an interval contains the value that it was
/// computed for: bounds are rounded outwards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interval {
    pub(crate) low: Bound,
    pub(crate) high: Bound,
}

/// Why there is no interval.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The expression has no real value here: a logarithm of a negative number, a division by zero.
    Undefined,
    /// It cannot be told with this precision whether it has one, or which side of a test it is on.
    Unsure,
    /// The value, or one that it is computed from, is too large or too small to go on.
    TooLarge,
    /// This evaluation does not know the operation.
    Unsupported,
}

pub(crate) type Result<T = Interval> = core::result::Result<T, Fault>;

/// Values beyond `2^±LARGEST` are [`Fault::TooLarge`] for functions whose cost grows with them.
const LARGEST: isize = 32;

/// Interval arithmetic of one precision.
pub(crate) struct Arithmetic {
    pub down: Context<mode::Down>,
    pub up: Context<mode::Up>,
    pub cache: ConstCache,
    bits: usize,
}

pub(crate) fn low(result: core::result::Result<Rounded<FBig<mode::Down, 2>>, FpError>) -> Result<Bound> {
    bound(result.map(|rounded| rounded.value().into_repr()))
}

pub(crate) fn high(result: core::result::Result<Rounded<FBig<mode::Up, 2>>, FpError>) -> Result<Bound> {
    bound(result.map(|rounded| rounded.value().into_repr()))
}

fn bound(result: core::result::Result<Bound, FpError>) -> Result<Bound> {
    match result {
        Ok(bound) if bound.is_infinite() => Err(Fault::TooLarge),
        Ok(bound) => Ok(bound),
        Err(FpError::OutOfDomain | FpError::Indeterminate) => Err(Fault::Undefined),
        Err(FpError::Overflow(_) | FpError::Underflow(_) | FpError::InfiniteInput) => Err(Fault::TooLarge),
        Err(_) => Err(Fault::Unsure),
    }
}

/// `function` of a bound pair in which it rises.
macro_rules! rising {
    ($to:ident, $x:expr, $function:ident $(, $cache:ident)?) => {
        Ok(Interval {
            low: $crate::interval::low($to.down.$function(&$x.low $(, Some(&mut $to.$cache))?))?,
            high: $crate::interval::high($to.up.$function(&$x.high $(, Some(&mut $to.$cache))?))?,
        })
    };
}
pub(crate) use rising;

impl Interval {
    pub(crate) fn point(bound: Bound) -> Self {
        Interval { low: bound.clone(), high: bound }
    }

    pub(crate) fn integer(n: impl Into<IBig>) -> Self {
        Self::point(Repr::new(n.into(), 0))
    }

    /// The one number that it is, if it is one.
    pub(crate) fn single(&self) -> Option<&Bound> {
        (self.low == self.high).then_some(&self.low)
    }

    /// Is every number in it below every number in the other?
    #[must_use]
    pub fn below(&self, other: &Interval) -> bool {
        self.high < other.low
    }

    /// Do the two have no number in common? Then they are of different numbers.
    #[must_use]
    pub fn apart(&self, other: &Interval) -> bool {
        self.below(other) || other.below(self)
    }

    /// Is its width at most `2^-bits` of its largest number, or its largest number at most `2^-small`?
    #[must_use]
    pub fn is_narrow(&self, bits: usize, small: usize) -> bool {
        let (low, high) = (magnitude(&self.low), magnitude(&self.high));
        let largest = low.max(high);
        let width = Context::<mode::Up>::new(64).sub(&self.high, &self.low);
        let Ok(width) = bound(width.map(|width| width.value().into_repr())) else { return false };
        let width = magnitude(&width);
        width.is_none() || width <= largest.map(|largest| largest - bits as isize) || largest <= Some(-(small as isize))
    }

    /// The float that is nearest to the number that it was computed for, if that can be told: all numbers in it have the same.
    /// Of numbers beyond the largest float it is infinite; of those below the normal range it may be the one beside the nearest.
    #[must_use]
    pub fn nearest(&self, format: Format) -> Option<f64> {
        let [low, high] = [&self.low, &self.high].map(|bound| nearest(bound, format));
        (low == high).then_some(low)
    }

    pub(crate) fn is_positive(&self) -> bool {
        self.low > Repr::zero()
    }

    pub(crate) fn is_negative(&self) -> bool {
        self.high < Repr::zero()
    }

    pub(crate) fn contains_zero(&self) -> bool {
        !self.is_positive() && !self.is_negative()
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.contains_zero() && self.low == self.high
    }

    /// Refuses what is too large for a function whose cost grows with its argument.
    pub(crate) fn moderate(&self) -> Result<&Self> {
        match magnitude(&self.low).max(magnitude(&self.high)) {
            Some(largest) if largest > LARGEST => Err(Fault::TooLarge),
            _ => Ok(self),
        }
    }

    pub(crate) fn neg(&self) -> Self {
        Interval { low: -self.high.clone(), high: -self.low.clone() }
    }

    pub(crate) fn abs(&self) -> Self {
        if self.is_negative() {
            self.neg()
        } else if self.is_positive() {
            self.clone()
        } else {
            Interval { low: Repr::zero(), high: self.high.clone().max(-self.low.clone()) }
        }
    }

    pub(crate) fn min(&self, other: &Self) -> Self {
        Interval { low: (&self.low).min(&other.low).clone(), high: (&self.high).min(&other.high).clone() }
    }

    pub(crate) fn max(&self, other: &Self) -> Self {
        Interval { low: (&self.low).max(&other.low).clone(), high: (&self.high).max(&other.high).clone() }
    }
}

/// The number of binary digits before the point, negative if there are zeros after it; of 0 none, which is least.
fn magnitude(bound: &Bound) -> Option<isize> {
    (!bound.significand().is_zero()).then(|| bound.exponent() + bound.digits() as isize)
}

fn nearest(bound: &Bound, format: Format) -> f64 {
    let sign = if *bound < Repr::zero() { -1.0 } else { 1.0 };
    match magnitude(bound) {
        None => 0.0,
        // Their exponents may be too large for the conversion.
        Some(size) if size > 2_000 => sign * f64::INFINITY,
        Some(size) if size < -2_000 => sign * 0.0,
        Some(_) => match format {
            Format::Binary32 => f64::from(bound.to_f32().value()),
            Format::Binary64 => bound.to_f64().value(),
        },
    }
}

impl Arithmetic {
    pub fn new(bits: usize) -> Self {
        Arithmetic { down: Context::new(bits), up: Context::new(bits), cache: ConstCache::new(), bits }
    }

    /// A wider interval without tiny bounds: rounding `cos x` correctly takes as many bits as `x²` is small.
    pub fn tamed(&self, x: &Interval) -> Interval {
        let least = -2 * self.bits as isize;
        let outwards = |bound: &Bound, down: bool| match magnitude(bound) {
            Some(size) if size < least => match (down, bound > &Repr::zero()) {
                (true, true) | (false, false) => Repr::zero(),
                (false, true) => Repr::new(1.into(), least),
                (true, false) => Repr::new((-1).into(), least),
            },
            _ => bound.clone(),
        };
        Interval { low: outwards(&x.low, true), high: outwards(&x.high, false) }
    }

    /// Is `a` so much smaller than `b` that their quotient would be tiny?
    pub fn is_tiny(&self, a: &Interval, b: &Interval) -> bool {
        let size = |x: &Interval| magnitude(&x.low).max(magnitude(&x.high));
        size(a).zip(size(b)).is_some_and(|(a, b)| a - b < -2 * self.bits as isize)
    }

    /// The rational, as exactly as this precision allows.
    pub fn rational(&mut self, value: &BigRational) -> Result {
        if value.numer().is_zero() {
            return Ok(Interval::integer(0));
        }
        let integer = |n: &num_bigint::BigInt| Interval::integer(IBig::from_le_bytes(&n.to_signed_bytes_le()));
        if value.is_integer() {
            return Ok(integer(value.numer()));
        }
        self.div(&integer(value.numer()), &integer(value.denom()))
    }

    pub fn add(&self, a: &Interval, b: &Interval) -> Result {
        Ok(Interval { low: low(self.down.add(&a.low, &b.low))?, high: high(self.up.add(&a.high, &b.high))? })
    }

    pub fn sub(&self, a: &Interval, b: &Interval) -> Result {
        Ok(Interval { low: low(self.down.sub(&a.low, &b.high))?, high: high(self.up.sub(&a.high, &b.low))? })
    }

    pub fn mul(&self, a: &Interval, b: &Interval) -> Result {
        self.corners(a, b, |to, x, y| low(to.down.mul(x, y)), |to, x, y| high(to.up.mul(x, y)))
    }

    pub fn div(&self, a: &Interval, b: &Interval) -> Result {
        if b.is_zero() {
            return Err(Fault::Undefined);
        }
        if b.contains_zero() {
            return Err(Fault::Unsure);
        }
        self.corners(a, b, |to, x, y| low(to.down.div(x, y)), |to, x, y| high(to.up.div(x, y)))
    }

    /// The range of a function of two numbers that is extreme in the corners.
    pub fn corners(
        &self,
        a: &Interval,
        b: &Interval,
        mut down: impl FnMut(&Self, &Bound, &Bound) -> Result<Bound>,
        mut up: impl FnMut(&Self, &Bound, &Bound) -> Result<Bound>,
    ) -> Result {
        let mut range = Interval { low: down(self, &a.low, &b.low)?, high: up(self, &a.low, &b.low)? };
        let (a_single, b_single) = (a.single().is_some(), b.single().is_some());
        for (x, y, same) in
            [(&a.low, &b.high, b_single), (&a.high, &b.low, a_single), (&a.high, &b.high, a_single || b_single)]
        {
            if !same {
                range.low = range.low.min(down(self, x, y)?);
                range.high = range.high.max(up(self, x, y)?);
            }
        }
        Ok(range)
    }
}
