//! Is there a solution? Linear constraints over numbers that are not negative, by the simplex method, exactly.
//!
//! All variables are 0 at first. A constraint is a variable too, a *basic* one, which is a sum of others; while one is too
//! small or too large, it changes places with one of these. The smallest that will do is taken each time (Bland), so it ends.

use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

/// The most entries of rows that are looked at.
const WORK: usize = 1 << 20;

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
        if self.1 == 1 && other.1 == 1 {
            return Some(Ratio(self.0.checked_add(other.0)?, 1));
        }
        let above = self.0.checked_mul(other.1)?.checked_add(other.0.checked_mul(self.1)?)?;
        Self::new(above, self.1.checked_mul(other.1)?)
    }

    fn times(self, other: Self) -> Option<Self> {
        if self.1 == 1 && other.1 == 1 {
            return Some(Ratio(self.0.checked_mul(other.0)?, 1));
        }
        Self::new(self.0.checked_mul(other.0)?, self.1.checked_mul(other.1)?)
    }

    /// `other` is not 0.
    fn over(self, other: Self) -> Option<Self> {
        self.times(Ratio(other.1 * other.0.signum(), other.0.checked_abs()?))
    }

    fn less(self, other: Self) -> Option<bool> {
        Some(self.0.checked_mul(other.1)? < other.0.checked_mul(self.1)?)
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

/// A basic variable as a sum of others, in their order.
type Row = Vec<(u32, Ratio)>;

#[derive(Default)]
pub(super) struct Constraints {
    variables: Vec<Variable>,
    /// Of each variable; empty if it is not basic.
    rows: Vec<Row>,
    /// The rows in which a variable is, and some in which it was.
    columns: Vec<Vec<u32>>,
    /// Sums that are constrained already.
    known: FxHashSet<Key>,
}

impl Constraints {
    /// A number that is not negative.
    pub fn variable(&mut self) -> u32 {
        self.variables.push(Variable { value: Ratio::ZERO, least: 0, fixed: false });
        self.rows.push(Row::new());
        self.columns.push(Vec::new());
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
            self.columns[at as usize].push(row);
        }
        self.rows[row as usize] = sum.into_iter().map(|(at, times)| (at, Ratio::of(times))).collect();
    }

    pub fn solve(mut self) -> Found {
        self.run().unwrap_or(Found::Unknown)
    }

    fn run(&mut self) -> Option<Found> {
        let mut work = 0;
        // Variables without a row are right.
        let mut wrong: BTreeSet<u32> = (0..self.variables.len() as u32).collect();
        while let Some(row) = wrong.pop_first() {
            let Variable { value, least, fixed } = self.variables[row as usize];
            let least = Ratio::of(least);
            let small = value.less(least)?;
            if !small && (!fixed || value == least) {
                continue;
            }
            let Some((column, times)) = self.entering(row, small)? else { return Some(Found::None) };
            let change = least.add(Ratio(value.0.checked_neg()?, value.1))?.over(times)?;
            // What depends on the other one changes with it.
            let users = self.users(column);
            for &other in &users {
                let times = self.times(other, column)?;
                let changed = &mut self.variables[other as usize].value;
                *changed = changed.add(times.times(change)?)?;
                wrong.insert(other);
            }
            let changed = &mut self.variables[column as usize].value;
            *changed = changed.add(change)?;
            work += self.pivot(row, column, &users)?;
            wrong.insert(column);
            if work > WORK {
                return None;
            }
        }
        Some(Found::Solution)
    }

    /// The first variable of a row that can make it larger, or smaller.
    fn entering(&self, row: u32, larger: bool) -> Option<Option<(u32, Ratio)>> {
        for &(column, times) in &self.rows[row as usize] {
            let Variable { value, least, fixed } = self.variables[column as usize];
            let up = (times.0 > 0) == larger;
            if if up { !fixed } else { Ratio::of(least).less(value)? } {
                return Some(Some((column, times)));
            }
        }
        Some(None)
    }

    /// How often a variable is in a row.
    fn times(&self, row: u32, column: u32) -> Option<Ratio> {
        let row = &self.rows[row as usize];
        let at = row.binary_search_by_key(&column, |&(at, _)| at).ok()?;
        Some(row[at].1)
    }

    /// The rows in which a variable is; they are forgotten.
    fn users(&mut self, column: u32) -> Vec<u32> {
        let mut users = core::mem::take(&mut self.columns[column as usize]);
        users.sort_unstable();
        users.dedup();
        users.retain(|&row| self.times(row, column).is_some());
        users
    }

    /// Solves a row for one of its variables, which is in the rows `users`, and puts that into the others.
    fn pivot(&mut self, row: u32, column: u32, users: &[u32]) -> Option<usize> {
        let scale = Ratio::of(-1).over(self.times(row, column)?)?;
        let mut solved = Row::new();
        for (at, times) in core::mem::take(&mut self.rows[row as usize]) {
            if at != column {
                solved.push((at, times.times(scale)?));
                self.columns[at as usize].push(column);
            }
        }
        // What has to be 0, and is, stays it.
        if !self.variables[row as usize].fixed {
            let at = solved.partition_point(|&(at, _)| at < row);
            solved.insert(at, (row, Ratio(-scale.0, scale.1)));
            self.columns[row as usize].push(column);
        }
        let mut work = solved.len();
        for &user in users.iter().filter(|&&user| user != row) {
            let factor = self.times(user, column)?;
            let target = core::mem::take(&mut self.rows[user as usize]);
            work += solved.len() + target.len();
            self.rows[user as usize] = self.put(user, &target, column, factor, &solved)?;
        }
        self.rows[column as usize] = solved;
        Some(work)
    }

    /// A row, with `factor` times another sum in place of a variable.
    fn put(&mut self, user: u32, target: &Row, column: u32, factor: Ratio, solved: &Row) -> Option<Row> {
        let mut sum = Row::with_capacity(target.len() + solved.len());
        let (mut old, mut new) = (target.iter().filter(|&&(at, _)| at != column).peekable(), solved.iter().peekable());
        loop {
            let first = |row: Option<&&(u32, Ratio)>| row.map_or(u32::MAX, |&&(at, _)| at);
            let at = first(old.peek()).min(first(new.peek()));
            if at == u32::MAX {
                return Some(sum);
            }
            let before = old.next_if(|&&(place, _)| place == at).map(|&(_, times)| times);
            let more = match new.next_if(|&&(place, _)| place == at) {
                Some(&(_, times)) => Some(times.times(factor)?),
                None => None,
            };
            let times = match (before, more) {
                (Some(before), Some(more)) => before.add(more)?,
                (before, more) => before.or(more)?,
            };
            if times.0 != 0 {
                if before.is_none() {
                    self.columns[at as usize].push(user);
                }
                sum.push((at, times));
            }
        }
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
