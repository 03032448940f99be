//! Normal forms of sums and products: columns that follow the growing batch.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Pow, Signed, Zero};
use polarnet::columns::{Idx, Lt, Row, Space};
use polarnet_fpcore::{Binary, Names, Real, RealLang, Unary};
use std::rc::Rc;

/// Rows with rational weights, none of them 0, sorted by rows.
pub type Weighted<S> = Vec<(Idx<S>, BigRational)>;

/// `constant + Σ weight · row`
#[derive(Clone)]
pub struct Sum<S: Space> {
    pub constant: BigRational,
    pub terms: Weighted<S>,
}

/// `coefficient · e^exponent · Π row^weight`
///
/// A weight p/q with q = 3 means the real cube root, which negative numbers have too; other roots are of numbers that are
/// not negative.
#[derive(Clone)]
pub struct Product<S: Space> {
    pub coefficient: BigRational,
    pub exponent: Sum<S>,
    pub factors: Weighted<S>,
}

/// What is known of a row. `None`: as a sum, or as a product, the row is nothing but itself.
#[derive(Clone)]
pub struct Gathered<S: Space> {
    sum: Option<Rc<Sum<S>>>,
    product: Option<Rc<Product<S>>>,
    /// Is its value at least 0 wherever it has one?
    pub nonnegative: bool,
}

/// Powers of numbers are computed up to this exponent, as their digits grow with it.
const LARGEST_POWER: u32 = 64;

/// The weighted rows of both, with the second's weights times `times`.
fn merged<S: Space>(a: &Weighted<S>, b: &Weighted<S>, times: &BigRational) -> Weighted<S> {
    let mut all = Vec::with_capacity(a.len() + b.len());
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    loop {
        let order = match (a.peek(), b.peek()) {
            (None, None) => return all,
            (Some(_), None) => std::cmp::Ordering::Less,
            (None, Some(_)) => std::cmp::Ordering::Greater,
            (Some((a, _)), Some((b, _))) => a.cmp(b),
        };
        let from_a = if order.is_le() { a.next() } else { None };
        let from_b = if order.is_ge() { b.next() } else { None };
        let (row, weight) = match (from_a, from_b) {
            (Some((row, a)), Some((_, b))) => (*row, a + b * times),
            (Some((row, a)), None) => (*row, a.clone()),
            (None, Some((row, b))) => (*row, b * times),
            (None, None) => continue,
        };
        if !weight.is_zero() {
            all.push((row, weight));
        }
    }
}

impl<S: Space> Sum<S> {
    pub fn number(constant: BigRational) -> Self {
        Sum { constant, terms: Vec::new() }
    }

    pub fn row(row: Idx<S>) -> Self {
        Sum { constant: Zero::zero(), terms: vec![(row, One::one())] }
    }

    /// `self + times · other`
    pub fn plus(&self, other: &Self, times: &BigRational) -> Self {
        Sum { constant: &self.constant + &other.constant * times, terms: merged(&self.terms, &other.terms, times) }
    }

    pub fn times(&self, factor: &BigRational) -> Self {
        Sum::number(Zero::zero()).plus(self, factor)
    }

    /// The number that it is, if it has no terms.
    pub fn as_number(&self) -> Option<&BigRational> {
        self.terms.is_empty().then_some(&self.constant)
    }

    pub fn is_zero(&self) -> bool {
        self.as_number().is_some_and(Zero::is_zero)
    }

    /// Is its first weight negative? Of a sum and its negation, one is; neither if both are 0.
    pub fn leads_negative(&self) -> bool {
        self.terms.first().map_or(&self.constant, |(_, weight)| weight).is_negative()
    }

    /// Of a sum of several parts with whole weights: what divides them all, with the sign of the first.
    pub fn content(&self) -> Option<BigRational> {
        let weights = || self.terms.iter().map(|(_, weight)| weight).chain([&self.constant]);
        let several = self.terms.len() + usize::from(!self.constant.is_zero()) > 1;
        if !several || !weights().all(BigRational::is_integer) {
            return None;
        }
        let divisor = weights().fold(Zero::zero(), |divisor: BigInt, weight| divisor.gcd(weight.numer()));
        let content = BigRational::from(divisor);
        Some(if self.leads_negative() { -content } else { content })
    }
}

impl<S: Space> Product<S> {
    pub fn number(coefficient: BigRational) -> Self {
        Product { coefficient, exponent: Sum::number(Zero::zero()), factors: Vec::new() }
    }

    pub fn row(row: Idx<S>) -> Self {
        Product { factors: vec![(row, One::one())], ..Product::number(One::one()) }
    }

    /// `self · other`
    pub fn times(&self, other: &Self) -> Self {
        Product {
            coefficient: &self.coefficient * &other.coefficient,
            exponent: self.exponent.plus(&other.exponent, &One::one()),
            factors: merged(&self.factors, &other.factors, &One::one()),
        }
    }

    /// Is it nothing but its coefficient?
    pub fn is_number(&self) -> bool {
        self.factors.is_empty() && self.exponent.is_zero()
    }

    /// Its `n`th power.
    pub fn power(&self, n: &BigRational) -> Option<Self> {
        debug_assert!(n.is_integer());
        Some(Product {
            coefficient: number_power(&self.coefficient, n)?,
            exponent: self.exponent.times(n),
            factors: merged(&Vec::new(), &self.factors, n),
        })
    }

    /// Its power `r`, not a whole number, where it is at least 0; or its cube root (`r` = 1/3), if `cube`, everywhere.
    ///
    /// `None` if what came of it would have fewer values or others, or not be simpler: the square root of `x²` is not
    /// `x`, that of `x y` is not that of `x` times that of `y` if both are negative.
    pub fn root(&self, r: &BigRational, cube: bool, nonnegative: impl Fn(Idx<S>) -> bool) -> Option<Self> {
        let coefficient = match cube {
            true => cube_root(&self.coefficient)?,
            false => number_power(&self.coefficient, r)?,
        };
        let even = |n: &BigRational| n.numer().is_even();
        let odd_root = |n: &BigRational| !n.denom().is_even();
        let mut factors = Vec::new();
        for (row, weight) in &self.factors {
            let power = weight * r;
            let sound = match cube {
                // A root with an even denominator was of a number that is not negative: so is what comes of it.
                true => !odd_root(weight) || odd_root(&power) && *power.denom() <= 3.into(),
                false => {
                    nonnegative(*row)
                        // The row is not negative, as its odd power is not, or as it has a root.
                        || self.factors.len() == 1 && !(even(weight) && odd_root(weight))
                        // The row may be negative; its even powers do not care.
                        || self.factors.len() == 1 && even(&power) && odd_root(&power)
                }
            };
            if !sound {
                return None;
            }
            factors.push((*row, power));
        }
        let parts = factors.len() + usize::from(!self.exponent.is_zero());
        let simpler = parts <= 1 || factors.iter().all(|(_, power)| power.is_integer());
        simpler.then(|| Product { coefficient, exponent: self.exponent.times(r), factors })
    }
}

/// A rational power of a number, if it is rational.
pub fn number_power(number: &BigRational, power: &BigRational) -> Option<BigRational> {
    if number.is_one() {
        return Some(One::one());
    }
    let (p, q) = (i32::try_from(power.numer()).ok()?, u32::try_from(power.denom()).ok()?);
    if p.unsigned_abs() > LARGEST_POWER || q > LARGEST_POWER || number.is_zero() && p < 0 {
        return None;
    }
    if number.is_negative() && q != 1 {
        return None;
    }
    let root = match q {
        1 => number.clone(),
        q => BigRational::new(number.numer().nth_root(q), number.denom().nth_root(q)),
    };
    (q == 1 || root.clone().pow(q as i32) == *number).then(|| root.pow(p))
}

/// The cube root of a number, if it is rational.
fn cube_root(number: &BigRational) -> Option<BigRational> {
    let root = number_power(&number.abs(), &BigRational::new(1.into(), 3.into()))?;
    Some(if number.is_negative() { -root } else { root })
}

impl<S: Space> Gathered<S> {
    /// What is known of `row`, as a sum.
    pub fn sum(&self, row: Idx<S>) -> Rc<Sum<S>> {
        self.sum.clone().unwrap_or_else(|| Rc::new(Sum::row(row)))
    }

    /// What is known of `row`, as a product.
    pub fn product(&self, row: Idx<S>) -> Rc<Product<S>> {
        self.product.clone().unwrap_or_else(|| Rc::new(Product::row(row)))
    }

    /// Is it known to be more than itself, as a product?
    pub fn is_product(&self) -> bool {
        self.product.is_some()
    }
}

/// The forms of one row, from those of the rows below it.
pub fn gather<S: Space>(names: &Names, row: &Row<'_, '_, S, RealLang, Gathered<S>>) -> Gathered<S> {
    let one = BigRational::one();
    let half = || BigRational::new(1.into(), 2.into());
    let (mut sum, mut product, mut nonnegative) = (None, None, false);
    match row.node() {
        Real::Number(number) => {
            let value = names.value(number).clone();
            nonnegative = !value.is_negative();
            sum = Some(Sum::number(value.clone()));
            product = Some(Product::number(value));
        }
        Real::Neg(a) => {
            sum = Some(sum_of(row, a).times(&-one.clone()));
            product = Some(product_of(row, a).times(&Product::number(-one)));
        }
        Real::Add(a, b) => {
            nonnegative = row[a].nonnegative && row[b].nonnegative;
            sum = Some(sum_of(row, a).plus(&sum_of(row, b), &one));
        }
        Real::Sub(a, b) => sum = Some(sum_of(row, a).plus(&sum_of(row, b), &-one)),
        Real::Mul(a, b) => {
            nonnegative = a == b || row[a].nonnegative && row[b].nonnegative;
            let (x, y) = (sum_of(row, a), sum_of(row, b));
            sum = match (x.as_number(), y.as_number()) {
                (Some(factor), _) => Some(y.times(factor)),
                (_, Some(factor)) => Some(x.times(factor)),
                _ => None,
            };
            product = Some(product_of(row, a).times(&product_of(row, b)));
        }
        Real::Div(a, b) => {
            nonnegative = row[a].nonnegative && row[b].nonnegative;
            let divisor = sum_of(row, b);
            let divisor = divisor.as_number().filter(|divisor| !divisor.is_zero());
            sum = divisor.map(|divisor| sum_of(row, a).times(&divisor.recip()));
            product = product_of(row, b).power(&-one).map(|inverse| product_of(row, a).times(&inverse));
        }
        Real::Unary(Unary::Exp, a) => {
            nonnegative = true;
            product = Some(Product { exponent: (*sum_of(row, a)).clone(), ..Product::number(one) });
        }
        Real::Unary(Unary::Sqrt, a) => {
            nonnegative = true;
            product = root_of(row, a, &half(), false);
        }
        Real::Unary(Unary::Cbrt, a) => {
            nonnegative = row[a].nonnegative;
            product = root_of(row, a, &BigRational::new(1.into(), 3.into()), true);
        }
        Real::Binary(Binary::Pow, [a, b]) => {
            let power = sum_of(row, b);
            let power = power.as_number();
            nonnegative = row[a].nonnegative || power.is_some_and(|n| n.is_integer() && n.numer().is_even());
            product = power.and_then(|power| match power.is_integer() {
                true => product_of(row, a).power(power),
                false => root_of(row, a, power, false),
            });
        }
        Real::Unary(function, a) => {
            use Unary::{Acos, Acosh, Asin, Asinh, Atan, Atanh, Cosh, Erfc, Exp2, Fabs, Sinh, Tanh};
            nonnegative = match function {
                Fabs | Exp2 | Cosh | Acos | Acosh | Erfc => true,
                Sinh | Tanh | Asinh | Asin | Atan | Atanh => row[a].nonnegative,
                _ => false,
            };
        }
        Real::Binary(function, [a, b]) => {
            nonnegative = match function {
                Binary::Hypot | Binary::Fdim => true,
                Binary::Fmax => row[a].nonnegative || row[b].nonnegative,
                Binary::Fmin => row[a].nonnegative && row[b].nonnegative,
                _ => false,
            };
        }
        Real::If { then, other, .. } => nonnegative = row[then].nonnegative && row[other].nonnegative,
        _ => {}
    }
    Gathered { sum: sum.map(Rc::new), product: product.map(Rc::new), nonnegative }
}

type At<'r, 'i, S> = Row<'r, 'i, S, RealLang, Gathered<S>>;

fn sum_of<'i, S: Space>(row: &At<'_, 'i, S>, at: Lt<'i, S>) -> Rc<Sum<S>> {
    row[at].sum(at.idx())
}

fn product_of<'i, S: Space>(row: &At<'_, 'i, S>, at: Lt<'i, S>) -> Rc<Product<S>> {
    row[at].product(at.idx())
}

/// A root of a row, if it can be taken of its factors; of a number that has none, as a power of the number's row.
fn root_of<'i, S: Space>(row: &At<'_, 'i, S>, at: Lt<'i, S>, r: &BigRational, cube: bool) -> Option<Product<S>> {
    let product = product_of(row, at);
    // The rows of factors need not be children of this one, and so are not known to be below it. What is known of the one
    // factor of a child that is a root or a power of it: nothing.
    let itself = |factor: Idx<S>| factor == at.idx() && row[at].nonnegative;
    let root = product.root(r, cube, itself);
    let positive = product.is_number() && product.coefficient.is_positive();
    root.or_else(|| positive.then(|| Product { factors: vec![(at.idx(), r.clone())], ..Product::number(One::one()) }))
}
