//! Expressions made simpler: a batch rewritten into another one.
//!
//! `cargo run --release --example schedule_simplify`
//!
//! A val whose value is a row of another space, `-> Idx<after>`, makes a batch: each row becomes a row of the new one, after
//! its children did. `match simplify[x] { Num(a) => … }` looks at what a child has become, operators are new nodes, and `n` is
//! the node as it was, with new children. The word `dedup` lets equal nodes be one. This is the simplest of the rewriting
//! passes of Herbie (Pavel Panchekha, "Scheduling Batch Computations"): numbers are computed, and what does nothing goes.
//!
//! A second block computes what expressions are worth at a point. Its functions are generic over their space, so they are for
//! the batch before and for the one after: the tests compare the two at random points.

use polarnet::{
    columns::{Builder, Mapping, Node, space},
    schedule,
};

#[derive(Node, Clone, Copy, Debug, PartialEq)]
enum Math<I> {
    Num(f64),
    Var(u32),
    Neg(I),
    Add(I, I),
    Mul(I, I),
    Exp(I),
    Log(I),
}

schedule! {
    space before: Batch<Math>;
    space after: Batch<Math>;

    val simplify(n: before) -> Idx<after> {
        returns match n {
            Neg(x) => match simplify[x] {
                Num(a) => Num(-a),
                Neg(y) => y,
                _ => n,
            },
            Add(x, y) => match (simplify[x], simplify[y]) {
                (Num(a), Num(b)) => Num(a + b),
                (Num(a), _) if a == 0.0 => simplify[y],
                (_, Num(b)) if b == 0.0 => simplify[x],
                _ => n,
            },
            Mul(x, y) => match (simplify[x], simplify[y]) {
                (Num(a), Num(b)) => Num(a * b),
                (Num(a), _) if a == 1.0 => simplify[y],
                (_, Num(b)) if b == 1.0 => simplify[x],
                _ => n,
            },
            Exp(x) => match simplify[x] { Num(a) => Num(exp(a)), _ => n },
            Log(x) => match simplify[x] {
                Num(a) => Num(ln(a)),
                Exp(y) => y,
                _ => n,
            },
            _ => n,
        }
    }

    fn simplified(b: &Batch<before>, guard: Guard<after>) -> (Batch<after>, Mapping<before, after>) impls simplify {
        bottom_up(b).dedup()
    }
    // Each row has a node of its own, equal ones too.
    fn simplified_apart(b: &Batch<before>, guard: Guard<after>) -> (Batch<after>, Mapping<before, after>) impls simplify {
        bottom_up(b)
    }
}

schedule! {
    space expr: Batch<Math>;

    val value(n: Math, point: &[f64]) -> f64 {
        returns match n {
            Num(x) => x,
            Var(i) => point[i as usize],
            Neg(x) => -value[x],
            Add(x, y) => value[x] + value[y],
            Mul(x, y) => value[x] * value[y],
            Exp(x) => exp(value[x]),
            Log(x) => ln(value[x]),
        }
    }
    val nodes(n: Math) -> u64 { returns match n { _(args..) => 1 + sum(nodes[args]) } }

    // Small, and made of what is small.
    val tame(n: Math, point: &[f64]) -> bool {
        returns match n { _(args..) => abs(value[n]) < 100.0 && all(tame[args]) }
    }

    fn values(b: &Batch<expr>, point: &[f64]) -> Data<expr, f64> impls value { bottom_up(b) }
    fn tame_ones(b: &Batch<expr>, point: &[f64]) -> Data<expr, bool> impls tame { bottom_up(b).compute_at(value, row) }
    fn sizes(b: &Batch<expr>) -> Data<expr, u64> impls nodes { bottom_up(b) }
}

fn main() {
    space!(Before, guard);
    let mut b = Builder::<Before, MathLang>::new(guard);
    let [x, y] = [0, 1].map(|i| b.add(Math::Var(i)));
    let [zero, one, two] = [0.0, 1.0, 2.0].map(|a| b.add(Math::Num(a)));
    let mut roots = Vec::new();
    // -(-x), and then x + 0 times 1
    let minus = b.add(Math::Neg(x));
    roots.push(b.add(Math::Neg(minus)));
    let sum = b.add(Math::Add(x, zero));
    roots.push(b.add(Math::Mul(sum, one)));
    // log (exp (x + y)), and a number that is computed
    let sum = b.add(Math::Add(x, y));
    let exp = b.add(Math::Exp(sum));
    roots.push(b.add(Math::Log(exp)));
    let four = b.add(Math::Mul(two, two));
    roots.push(b.add(Math::Add(four, roots[2])));
    let before = b.freeze();

    space!(After, guard);
    let (after, to): (_, Mapping<Before, After>) = simplified(&before, guard);
    let (old, new) = (sizes(&before), sizes(&after));
    for root in roots {
        println!("{} nodes: {}", old[root], before.show(&[root]));
        println!("{} nodes: {}\n", new[to[root]], after.show(&[to[root]]));
    }
    let point = [0.5, 0.25];
    let (old, new) = (values(&before, &point), values(&after, &point));
    let same = before.indices().all(|row| old[row] == new[to[row]]);
    println!("all {} rows have the same values at {point:?}: {same}", before.len());
}

#[cfg(test)]
mod tests {
    use super::*;
    use polarnet::columns::{Batch, Guard, Idx, Space};
    use proptest::prelude::*;

    /// An expression of some nodes, each of which refers to some before it. A logarithm is of an `exp`, or there is none.
    fn grow<S: Space>(guard: Guard<S>, steps: &[(u8, u8, u8)], logs: bool) -> Batch<S, MathLang> {
        let mut b = Builder::<S, MathLang>::new(guard);
        let mut rows: Vec<Idx<S>> =
            vec![b.add(Math::Var(0)), b.add(Math::Var(1)), b.add(Math::Num(0.0)), b.add(Math::Num(1.0))];
        for &(operator, x, y) in steps {
            let [x, y] = [x, y].map(|at| rows[usize::from(at) % rows.len()]);
            let row = match operator % 6 {
                0 => b.add(Math::Neg(x)),
                1 | 2 => b.add(Math::Add(x, y)),
                3 => b.add(Math::Mul(x, y)),
                4 if logs => {
                    let exp = b.add(Math::Exp(x));
                    b.add(Math::Log(exp))
                }
                4 => b.add(Math::Exp(x)),
                _ => b.add(Math::Num(f64::from(operator) / 8.0 - 8.0)),
            };
            rows.push(row);
        }
        b.freeze()
    }

    /// Equal, or both no number, or so close as rounding explains.
    fn close(a: f64, b: f64, error: f64) -> bool {
        a == b || (a.is_nan() && b.is_nan()) || (a - b).abs() <= error * (1.0 + a.abs())
    }

    proptest! {
        #[test]
        fn values_stay(steps in prop::collection::vec(any::<(u8, u8, u8)>(), 1..40), x in -2.0..2.0, y in -2.0..2.0) {
            space!(Before, guard);
            let before = grow(guard, &steps, false);
            space!(After, guard);
            let (after, to): (_, Mapping<Before, After>) = simplified(&before, guard);
            space!(Apart, guard);
            let (apart, to_apart): (_, Mapping<Before, Apart>) = simplified_apart(&before, guard);
            prop_assert!(after.len() <= apart.len());
            let (old, new, same) = (values(&before, &[x, y]), values(&after, &[x, y]), values(&apart, &[x, y]));
            // Without logarithms the rules are exact.
            for row in before.indices() {
                prop_assert!(close(old[row], new[to[row]], 0.0), "{}", before.show(&[row]));
                prop_assert!(close(old[row], same[to_apart[row]], 0.0), "{}", before.show(&[row]));
            }
        }

        #[test]
        fn logarithms_undo_exp(steps in prop::collection::vec(any::<(u8, u8, u8)>(), 1..12), x in -2.0..2.0, y in -2.0..2.0) {
            space!(Before, guard);
            let before = grow(guard, &steps, true);
            space!(After, guard);
            let (after, to): (_, Mapping<Before, After>) = simplified(&before, guard);
            let any_log = to.iter().any(|&row| matches!(after.node(row), Math::Log(_)));
            prop_assert!(!any_log);
            let (old, new) = (values(&before, &[x, y]), values(&after, &[x, y]));
            // Where `exp` neither overflows nor vanishes.
            let tame = tame_ones(&before, &[x, y]);
            for row in before.indices().filter(|&row| tame[row]) {
                prop_assert!(close(old[row], new[to[row]], 1e-6), "{} {}", old[row], new[to[row]]);
            }
        }
    }

    #[test]
    fn each_rule_is_there() {
        space!(Before, guard);
        let mut b = Builder::<Before, MathLang>::new(guard);
        let x = b.add(Math::Var(0));
        let [zero, one, two] = [0.0, 1.0, 2.0].map(|a| b.add(Math::Num(a)));
        let minus = b.add(Math::Neg(x));
        let exp = b.add(Math::Exp(x));
        let (neg, log) = (b.add(Math::Neg(minus)), b.add(Math::Log(exp)));
        let sums = [b.add(Math::Add(x, zero)), b.add(Math::Add(zero, x))];
        let products = [b.add(Math::Mul(x, one)), b.add(Math::Mul(one, x))];
        let number = b.add(Math::Mul(two, two));
        let again = b.add(Math::Mul(number, x));
        let before = b.freeze();
        space!(After, guard);
        let (after, to): (_, Mapping<Before, After>) = simplified(&before, guard);
        for row in [neg, log].into_iter().chain(sums).chain(products) {
            assert!(to[row] == to[x], "{}", before.show(&[row]));
        }
        assert_eq!(after.node(to[number]), Math::Num(4.0));
        assert_eq!(after.node(to[again]), Math::Mul(to[number], to[x]));
    }
}
