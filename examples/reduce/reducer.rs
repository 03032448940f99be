//! The pass: it reads one batch, writes another, and keeps three columns in step.

use crate::gather::{Gathered, Product, Sum, gather};
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use polarnet::columns::{Batch, Builder, Cycle, Follower, Guard, Idx, Mapping, Memo, Row, Space, memoised};
use polarnet_fpcore::{Binary, Names, Real, RealLang, Unary};
use std::rc::Rc;

/// A batch, and where the rows of the old one are in it.
pub type Output<A, B> = (Batch<B, RealLang>, Mapping<A, B>);

/// Simplifies each row of `input`. Where a row has a real value, what it is mapped to has the same; some get values where
/// they had none, as `x / x` at 0.
///
/// # Errors
///
/// Rules that lead in a circle.
pub fn reduce<A: Space, B: Space>(
    input: &Batch<A, RealLang>,
    guard: Guard<B>,
    names: &mut Names,
) -> Result<Output<A, B>, Cycle<B>> {
    let mut reducer = Reducer { names, batch: Builder::new(guard), gathered: Follower::new(), memo: Memo::new() };
    let mut circle = None;
    // The mapping and the output grow in lockstep: the children of a row are mapped before it is.
    let mapping = input.fill_up(|row| {
        let copy = reducer.batch.add_with(row.values(), |&child| child);
        reducer.reduce(copy).unwrap_or_else(|cycle| {
            circle = Some(cycle);
            copy
        })
    });
    match circle {
        Some(cycle) => Err(cycle),
        None => Ok((reducer.batch.freeze(), mapping)),
    }
}

/// What the pass works on.
pub(crate) struct Reducer<'n, S: Space> {
    pub(crate) names: &'n mut Names,
    /// The output.
    pub(crate) batch: Builder<S, RealLang>,
    /// The sums and products that its rows are.
    gathered: Follower<S, Gathered<S>>,
    /// What its rows are reduced to: a rule may add a row and ask for that to be reduced.
    memo: Memo<S, Idx<S>>,
}

pub(crate) type Reduced<S> = Result<Idx<S>, Cycle<S>>;

impl<S: Space> Reducer<'_, S> {
    /// What `row`, whose children are reduced, is reduced to.
    pub(crate) fn reduce(&mut self, row: Idx<S>) -> Reduced<S> {
        memoised(self, row, |to| &mut to.memo, |to| to.rewrite(row))
    }

    /// Adds a node, and reduces it.
    pub(crate) fn add(&mut self, node: Real<'_, Idx<S>>) -> Reduced<S> {
        let row = self.batch.add(node);
        self.reduce(row)
    }

    /// The forms of a row. Rows that were added since the last question get theirs first, all of them: a later `add` may
    /// give any of them.
    pub(crate) fn gathered(&mut self, row: Idx<S>) -> Gathered<S> {
        let Reducer { names, batch, gathered, .. } = self;
        gathered.catch_up(batch, |row| gather(names, &row))[row].clone()
    }

    pub(crate) fn sum(&mut self, row: Idx<S>) -> Rc<Sum<S>> {
        self.gathered(row).sum(row)
    }

    pub(crate) fn product(&mut self, row: Idx<S>) -> Rc<Product<S>> {
        self.gathered(row).product(row)
    }

    /// The number that a row is.
    pub(crate) fn number(&self, row: Idx<S>) -> Option<BigRational> {
        match self.batch.node(row) {
            Real::Number(number) => Some(self.names.value(number).clone()),
            _ => None,
        }
    }

    pub(crate) fn add_number(&mut self, value: BigRational) -> Idx<S> {
        let number = self.names.number(value);
        self.batch.add(Real::Number(number))
    }

    /// `value · row` of a row that is no sum and has no factor of its own.
    fn weighted(&mut self, value: &BigRational, row: Idx<S>) -> Idx<S> {
        match () {
            () if value.is_one() => row,
            () if (-value).is_one() => self.batch.add(Real::Neg(row)),
            () => {
                let value = self.add_number(value.clone());
                self.batch.add(Real::Mul(value, row))
            }
        }
    }

    /// Writes a sum: what is added first, then what is taken away, and the number last.
    pub(crate) fn write_sum(&mut self, sum: &Sum<S>) -> Idx<S> {
        let mut rest: Vec<_> = sum.terms.iter().collect();
        let Some(first) = rest.iter().position(|(_, weight)| weight.is_positive()).or((!rest.is_empty()).then_some(0))
        else {
            return self.add_number(sum.constant.clone());
        };
        let mut constant = sum.constant.clone();
        let mut written = match rest[first].1.is_negative() && constant.is_positive() {
            // 1 - x
            true => self.add_number(std::mem::take(&mut constant)),
            false => {
                let (row, weight) = rest.remove(first);
                self.weighted(weight, *row)
            }
        };
        for (row, weight) in rest {
            let term = self.weighted(&weight.abs(), *row);
            written = self.batch.add(match weight.is_negative() {
                true => Real::Sub(written, term),
                false => Real::Add(written, term),
            });
        }
        if constant.is_zero() {
            return written;
        }
        let number = self.add_number(constant.abs());
        self.batch.add(match constant.is_negative() {
            true => Real::Sub(written, number),
            false => Real::Add(written, number),
        })
    }

    /// Writes a product: number, powers, and one quotient.
    pub(crate) fn write_product(&mut self, product: &Product<S>) -> Reduced<S> {
        let product = self.settled(product)?;
        if product.coefficient.is_zero() || product.is_number() {
            return Ok(self.add_number(product.coefficient));
        }
        if let [(row, power)] = &product.factors[..]
            && power.is_one()
            && product.exponent.is_zero()
        {
            // A number times a sum is a sum.
            let sum = self.sum(*row).times(&product.coefficient);
            return Ok(self.write_sum(&sum));
        }
        let [mut above, mut below] = [None, None];
        if !product.exponent.is_zero() {
            let exponent = self.write_sum(&product.exponent);
            above = Some(self.batch.add(Real::Unary(Unary::Exp, exponent)));
        }
        for (row, power) in &product.factors {
            let factor = self.write_power(*row, &power.abs());
            let side = if power.is_negative() { &mut below } else { &mut above };
            *side = Some(match *side {
                Some(others) => self.batch.add(Real::Mul(others, factor)),
                None => factor,
            });
        }
        let written = match (above, below) {
            (Some(above), None) => above,
            (above, Some(below)) => {
                let above = above.unwrap_or_else(|| self.names.add(&mut self.batch, 1));
                self.batch.add(Real::Div(above, below))
            }
            (None, None) => unreachable!("it is not a number"),
        };
        Ok(self.weighted(&product.coefficient, written))
    }

    /// Writes a positive power.
    fn write_power(&mut self, row: Idx<S>, power: &BigRational) -> Idx<S> {
        let (numerator, denominator) = (power.numer().clone(), u32::try_from(power.denom()).unwrap_or(u32::MAX));
        let (base, power) = match denominator {
            2 => (self.batch.add(Real::Unary(Unary::Sqrt, row)), numerator.into()),
            3 => (self.batch.add(Real::Unary(Unary::Cbrt, row)), numerator.into()),
            _ => (row, power.clone()),
        };
        match () {
            () if power.is_one() => base,
            () if power == BigRational::from_integer(2.into()) => self.batch.add(Real::Mul(base, base)),
            () => {
                let power = self.add_number(power);
                self.batch.add(Real::Binary(Binary::Pow, [base, power]))
            }
        }
    }

    /// A product in which numbers are in the coefficient, logarithms have left the exponent, and sums have no common
    /// divisor.
    fn settled(&mut self, product: &Product<S>) -> Result<Product<S>, Cycle<S>> {
        let mut settled = Product { factors: Vec::new(), ..product.clone() };
        for (row, weight) in product.exponent.terms.clone() {
            // e^(r log x) = x^r, if x is positive; else there was no value.
            if let Real::Unary(Unary::Log, x) = self.batch.node(row) {
                let x = self.product(x);
                let power = match weight.is_integer() {
                    true => x.power(&weight),
                    false => x.root(&weight, false, |_| false),
                };
                if let Some(power) = power {
                    settled.exponent = settled.exponent.plus(&Sum::row(row), &-weight);
                    settled = settled.times(&power);
                }
            }
        }
        settled = settled.times(&Product { factors: product.factors.clone(), ..Product::number(One::one()) });
        for (row, power) in std::mem::take(&mut settled.factors) {
            let mut factor = Product { factors: vec![(row, power.clone())], ..Product::number(One::one()) };
            if power.is_integer() {
                let content = self.sum(row).content().filter(|content| !content.is_one());
                let whole = match (self.number(row), content) {
                    (Some(number), _) => Some(Product::number(number)),
                    (None, Some(content)) => {
                        let sum = self.sum(row).times(&content.recip());
                        let primitive = Product::row(self.write_sum(&sum));
                        Some(Product { coefficient: content, ..primitive })
                    }
                    (None, None) => None,
                };
                factor = whole.and_then(|whole| whole.power(&power)).unwrap_or(factor);
            }
            settled = settled.times(&factor);
        }
        Ok(settled)
    }
}

/// A copy in which `r (1 / x)` is written `r / x` again, and `1/2 x` as `x / 2`: the reducer keeps numbers in front, to find
/// them. What is no longer used stays; [`Batch::copy`] leaves it out.
pub fn tidy<B: Space, C: Space>(batch: &Batch<B, RealLang>, guard: Guard<C>, names: &mut Names) -> Output<B, C> {
    let mut tidied = Builder::new(guard);
    let mapping = batch.fill_up(|row: Row<'_, '_, B, RealLang, Idx<C>>| {
        if let Real::Mul(number, x) = row.node()
            && let Real::Number(value) = row.node_at(number)
        {
            if let Real::Div(one, below) = row.node_at(x)
                && let Real::Number(one) = row.node_at(one)
                && names.value(one).is_one()
            {
                return tidied.add(Real::Div(row[number], row[below]));
            }
            let value = names.value(value);
            if value.numer().is_one() && !value.is_integer() {
                let divisor = names.number(value.recip());
                let divisor = tidied.add(Real::Number(divisor));
                return tidied.add(Real::Div(row[x], divisor));
            }
        }
        tidied.add_with(row.values(), |&child| child)
    });
    (tidied.freeze(), mapping)
}
