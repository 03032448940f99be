//! Between which numbers the arguments are, as the precondition says: so that few points are tried in vain.

use crate::{
    float::{from_ordinal, ordinal},
    lower::fitted,
    problem::Problem,
};
use num_traits::ToPrimitive;
use polarnet::columns::{Idx, Space};
use polarnet_fpcore::{Comparison, Format, Real, Unary};

/// Numbers from `low` to `high` whose size is at least `size`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Range {
    low: f64,
    high: f64,
    size: f64,
}

impl Range {
    /// A float in it: all with equal chances, as `random` says, which is uniform. If there is none it is another.
    pub fn pick(self, random: u64, format: Format) -> f64 {
        let place = |x| i128::from(ordinal(x, format));
        let (low, high, size) = (place(self.low), place(self.high), place(self.size));
        // Those below 0, and the others.
        let below = (high.min(-size) - low + 1).max(0);
        let above = (high - low.max(size) + 1).max(0);
        let (below, first) = if size == 0 { (0, low) } else { (below, low.max(size)) };
        let count = if size == 0 { high - low + 1 } else { below + above };
        let at = ((u128::from(random) * count.max(1) as u128) >> 64) as i128;
        from_ordinal(if at < below { low + at } else { first + at - below } as i64, format)
    }
}

/// For each argument the numbers that the precondition may allow.
pub fn bounds<S: Space>(problem: &Problem<S>) -> Vec<Range> {
    let most = match problem.format {
        Format::Binary32 => f64::from(f32::MAX),
        Format::Binary64 => f64::MAX,
    };
    let mut bounds = vec![Range { low: -most, high: most, size: 0.0 }; problem.arguments.len()];
    let mut tests: Vec<Idx<S>> = problem.precondition.into_iter().collect();
    while let Some(test) = tests.pop() {
        match problem.batch.node(test) {
            Real::And(a, b) => tests.extend([a, b]),
            Real::Compare(Comparison::Lt | Comparison::Le, [a, b]) => narrow(problem, &mut bounds, a, b),
            Real::Compare(Comparison::Gt | Comparison::Ge, [a, b]) => narrow(problem, &mut bounds, b, a),
            Real::Compare(Comparison::Eq, [a, b]) => {
                narrow(problem, &mut bounds, a, b);
                narrow(problem, &mut bounds, b, a);
            }
            _ => {}
        }
    }
    bounds
}

/// `less` is at most `more`.
fn narrow<S: Space>(problem: &Problem<S>, bounds: &mut [Range], less: Idx<S>, more: Idx<S>) {
    let number = |row| match problem.batch.node(row) {
        Real::Number(number) => problem.names.value(number).to_f64().map(|x| fitted(x, problem.format)),
        _ => None,
    };
    let argument = |row| match problem.batch.node(row) {
        Real::Variable(symbol) => problem.arguments.iter().position(|known| *known == symbol),
        _ => None,
    };
    let size = |row| match problem.batch.node(row) {
        Real::Unary(Unary::Fabs, x) => argument(x),
        _ => None,
    };
    if let Some(most) = number(more) {
        if let Some(at) = argument(less) {
            bounds[at].high = bounds[at].high.min(most);
        } else if let Some(at) = size(less) {
            bounds[at] = Range { low: bounds[at].low.max(-most), high: bounds[at].high.min(most), ..bounds[at] };
        }
    }
    if let Some(least) = number(less) {
        if let Some(at) = argument(more) {
            bounds[at].low = bounds[at].low.max(least);
        } else if let Some(at) = size(more) {
            bounds[at].size = bounds[at].size.max(least);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use polarnet::columns::space;
    use polarnet_fpcore::read;

    #[test]
    fn from_preconditions() {
        let text = "(FPCore (a b c d) :pre (and (< 1 a 4) (<= 1/4 (fabs b) 2) (== c 16)) (+ a (+ b (+ c d))))";
        let cores = read(text).unwrap();
        space!(Exprs, guard);
        let problem = Problem::new(&cores[0], guard).unwrap().unwrap();
        let bounds = bounds(&problem);
        assert_eq!(bounds[0], Range { low: 1.0, high: 4.0, size: 0.0 });
        assert_eq!(bounds[1], Range { low: -2.0, high: 2.0, size: 0.25 });
        assert_eq!(bounds[2], Range { low: 16.0, high: 16.0, size: 0.0 });
        assert_eq!(bounds[3], Range { low: -f64::MAX, high: f64::MAX, size: 0.0 });
    }

    #[test]
    fn all_of_a_range_are_picked() {
        let pick = |low, high, size| {
            let range = Range { low, high, size };
            let picks = (0..64).map(|nth| range.pick(nth << 58, Format::Binary64)).collect::<Vec<f64>>();
            assert!(picks.iter().all(|x| (low..=high).contains(x) && x.abs() >= size), "{range:?}: {picks:?}");
            assert!(picks.is_sorted(), "{range:?}: {picks:?}");
            [picks[0], picks[63]]
        };
        assert_eq!(pick(16.0, 16.0, 0.0), [16.0; 2]);
        assert_eq!(pick(-2.0, 2.0, 0.25)[0], -2.0);
        assert!(pick(-2.0, 2.0, 0.25)[1] > 1.5);
        assert_eq!(pick(1.0, 4.0, 0.0)[0], 1.0);
        assert_eq!(pick(1.0, 4.0, 2.0)[0], 2.0);
        assert!(pick(-4.0, -1.0, 2.0)[1] <= -2.0);
        assert!(pick(-1.0, 1.0, 0.0)[1] > 0.0);
    }
}
