//! Is there a solution? Linear constraints over numbers that are not negative, by the simplex method, exactly.
//!
//! All variables are 0 at first. A constraint is a variable too, a *basic* one, which is a sum of others; while one is too
//! small or too large, it changes places with one of these. The smallest that will do is taken each time (Bland), so it ends.

use std::collections::{BTreeMap, BTreeSet};

/// The most entries of rows that are looked at.
const WORK: usize = 1 << 18;

/// A sum: so many times each variable.
pub(super) type Sum = BTreeMap<u32, i64>;

/// The one without the other.
pub(super) fn minus(a: &Sum, b: &Sum) -> Sum {
    let mut sum = a.clone();
    for (&at, times) in b {
        *sum.entry(at).or_default() -= times;
    }
    sum
}

/// What is known of them.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    Solution,
    None,
    /// It was too much work, or the numbers too large.
    Unknown,
}

/// A fraction in lowest terms, its denominator positive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Ratio(i128, i128);

impl Ratio {
    const ZERO: Ratio = Ratio(0, 1);

    fn new(above: i128, below: i128) -> Option<Self> {
        let (mut a, mut b) = (above.checked_abs()?, below.checked_abs()?);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let divisor = a.max(1) * below.signum();
        Some(Ratio(above / divisor, below / divisor))
    }

    fn of(number: i64) -> Self {
        Ratio(i128::from(number), 1)
    }

    fn add(self, other: Self) -> Option<Self> {
        let above = self.0.checked_mul(other.1)?.checked_add(other.0.checked_mul(self.1)?)?;
        Self::new(above, self.1.checked_mul(other.1)?)
    }

    fn times(self, other: Self) -> Option<Self> {
        Self::new(self.0.checked_mul(other.0)?, self.1.checked_mul(other.1)?)
    }

    /// `other` is not 0.
    fn over(self, other: Self) -> Option<Self> {
        self.times(Ratio(other.1 * other.0.signum(), other.0.abs()))
    }

    fn less(self, other: Self) -> Option<bool> {
        Some(self.add(Ratio(-other.0, other.1))?.0 < 0)
    }
}

/// A variable: its value, the least it may be, and is that the most too?
#[derive(Clone, Copy)]
struct Variable {
    value: Ratio,
    least: i64,
    fixed: bool,
}

/// A constraint: its sum, the least it may be, and is that the most too?
type Key = (Vec<(u32, i64)>, i64, bool);

#[derive(Default)]
pub(super) struct Constraints {
    variables: Vec<Variable>,
    rows: BTreeMap<u32, BTreeMap<u32, Ratio>>,
    /// The rows in which a variable is.
    columns: BTreeMap<u32, BTreeSet<u32>>,
    /// Sums that are constrained already.
    known: BTreeSet<Key>,
}

impl Constraints {
    /// A number that is not negative.
    pub fn variable(&mut self) -> u32 {
        self.variables.push(Variable { value: Ratio::ZERO, least: 0, fixed: false });
        self.variables.len() as u32 - 1
    }

    /// The sum is 0.
    pub fn zero(&mut self, mut sum: Sum) {
        sum.retain(|_, times| *times != 0);
        // The first one positive: so each is known by one form.
        if sum.values().next().is_some_and(|&times| times < 0) {
            sum.values_mut().for_each(|times| *times = -*times);
        }
        if !sum.is_empty() {
            self.constrain(sum, 0, true);
        }
    }

    pub fn equal(&mut self, a: &Sum, b: &Sum) {
        self.zero(minus(a, b));
    }

    /// The sum is so much, or more.
    pub fn at_least(&mut self, mut sum: Sum, least: i64) {
        sum.retain(|_, times| *times != 0);
        if least > 0 || sum.values().any(|&times| times < 0) {
            self.constrain(sum, least, false);
        }
    }

    fn constrain(&mut self, sum: Sum, least: i64, fixed: bool) {
        if !self.known.insert((sum.iter().map(|(&at, &times)| (at, times)).collect(), least, fixed)) {
            return;
        }
        let row = self.variable();
        self.variables[row as usize] = Variable { value: Ratio::ZERO, least, fixed };
        for &at in sum.keys() {
            self.columns.entry(at).or_default().insert(row);
        }
        self.rows.insert(row, sum.into_iter().map(|(at, times)| (at, Ratio::of(times))).collect());
    }

    pub fn solve(mut self) -> Found {
        self.run().unwrap_or(Found::Unknown)
    }

    fn run(&mut self) -> Option<Found> {
        let mut work = 0;
        let mut wrong: BTreeSet<u32> = self.rows.keys().copied().collect();
        while let Some(row) = wrong.pop_first() {
            let Variable { value, least, fixed } = self.variables[row as usize];
            let least = Ratio::of(least);
            let small = value.less(least)?;
            if !small && (!fixed || value == least) {
                continue;
            }
            let Some((column, times)) = self.entering(row, small)? else { return Some(Found::None) };
            let change = least.add(Ratio(-value.0, value.1))?.over(times)?;
            // What depends on the other one changes with it.
            for &other in &self.columns[&column] {
                let times = self.rows[&other][&column];
                let changed = &mut self.variables[other as usize].value;
                *changed = changed.add(times.times(change)?)?;
                wrong.insert(other);
            }
            let changed = &mut self.variables[column as usize].value;
            *changed = changed.add(change)?;
            work += self.pivot(row, column)?;
            wrong.insert(column);
            if work > WORK {
                return None;
            }
        }
        Some(Found::Solution)
    }

    /// The first variable of a row that can make it larger, or smaller.
    fn entering(&self, row: u32, larger: bool) -> Option<Option<(u32, Ratio)>> {
        for (&column, &times) in &self.rows[&row] {
            let Variable { value, least, fixed } = self.variables[column as usize];
            let up = (times.0 > 0) == larger;
            if if up { !fixed } else { Ratio::of(least).less(value)? } {
                return Some(Some((column, times)));
            }
        }
        Some(None)
    }

    /// Solves a row for one of its variables, and puts that into the others.
    fn pivot(&mut self, row: u32, column: u32) -> Option<usize> {
        let mut solved = self.rows.remove(&row)?;
        let times = solved.remove(&column)?;
        let scale = Ratio::of(-1).over(times)?;
        for value in solved.values_mut() {
            *value = value.times(scale)?;
        }
        solved.insert(row, Ratio::of(1).over(times)?);
        let mut users = self.columns.remove(&column)?;
        users.remove(&row);
        for &at in solved.keys() {
            let users = self.columns.entry(at).or_default();
            users.remove(&row);
            users.insert(column);
        }
        let work = (users.len() + 1) * solved.len();
        for user in users {
            let target = self.rows.get_mut(&user)?;
            let factor = target.remove(&column)?;
            for (&at, &value) in &solved {
                let more = factor.times(value)?;
                let sum = target.get(&at).copied().unwrap_or(Ratio::ZERO).add(more)?;
                if sum.0 == 0 {
                    target.remove(&at);
                    self.columns.entry(at).or_default().remove(&user);
                } else {
                    target.insert(at, sum);
                    self.columns.entry(at).or_default().insert(user);
                }
            }
        }
        self.rows.insert(column, solved);
        Some(work)
    }
}

#[cfg(test)]
mod tests {
    use super::{Constraints, Found, Sum};

    fn sum<const N: usize>(parts: [(u32, i64); N]) -> Sum {
        Sum::from(parts)
    }

    #[test]
    fn solutions() {
        let mut all = Constraints::default();
        let [a, b, c] = [all.variable(), all.variable(), all.variable()];
        all.zero(sum([(a, 1), (b, 1), (c, -2)]));
        all.at_least(sum([(a, 1), (b, -1)]), 1);
        all.at_least(sum([(b, 1)]), 1);
        assert_eq!(all.solve(), Found::Solution);
    }

    #[test]
    fn no_solutions() {
        let mut all = Constraints::default();
        let [a, b] = [all.variable(), all.variable()];
        all.at_least(sum([(a, 1)]), 1);
        all.zero(sum([(a, 1), (b, 1)]));
        assert_eq!(all.solve(), Found::None);
        let mut all = Constraints::default();
        let [a, b, c] = [all.variable(), all.variable(), all.variable()];
        all.at_least(sum([(a, 1), (b, -1)]), 1);
        all.at_least(sum([(b, 1), (c, -1)]), 0);
        all.at_least(sum([(c, 1), (a, -1)]), 0);
        assert_eq!(all.solve(), Found::None);
        let mut all = Constraints::default();
        all.at_least(Sum::new(), 1);
        assert_eq!(all.solve(), Found::None);
    }

    /// A small space is searched for what the method finds, or not.
    #[test]
    fn small_systems() {
        let mut random = 7_u64;
        let mut next = |below: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) % below
        };
        let (mut solved, mut not) = (0, 0);
        for _ in 0..3_000 {
            let mut all = Constraints::default();
            for _ in 0..3 {
                all.variable();
            }
            let mut checks = Vec::new();
            for _ in 0..2 + next(3) {
                let parts = sum([(0, next(3) as i64 - 1), (1, next(3) as i64 - 1), (2, next(3) as i64 - 1)]);
                let (least, fixed) = (next(2) as i64, next(2) == 0);
                if fixed {
                    all.zero(parts.clone())
                } else {
                    all.at_least(parts.clone(), least)
                }
                checks.push((parts, if fixed { 0 } else { least }, fixed));
            }
            // Of fractions with small numerators a multiple is within these bounds, and a multiple of a solution is one.
            let exists = (0..1_000_i64).any(|n| {
                let values = [n % 10, n / 10 % 10, n / 100];
                checks.iter().all(|(parts, least, fixed)| {
                    let sum: i64 = parts.iter().map(|(&at, times)| times * values[at as usize]).sum();
                    if *fixed { sum == 0 } else { sum >= *least }
                })
            });
            let expected = if exists { Found::Solution } else { Found::None };
            assert_eq!(all.solve(), expected, "{checks:?}");
            if exists { solved += 1 } else { not += 1 }
        }
        assert!(solved > 500 && not > 500, "{solved} {not}");
    }
}
