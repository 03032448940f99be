//! Plans and many points: the same columns as `Batch::fold`, whatever the batch; and what a panic leaves.

use polarnet_columns::{Batch, Brand, Builder, Child, Idx, List, Node, Plan, Space, space};
use proptest::prelude::*;
use std::{
    array,
    panic::{AssertUnwindSafe, catch_unwind},
    rc::Rc,
};

/// All that a node can be: no field, payloads of one word, two and three, children in fields, arrays and lists, mixed.
#[derive(Node, Clone, Copy, PartialEq, Debug)]
enum Expr<'b, I: Child> {
    Nil,
    Num(i32),
    Wide(f64),
    Long(f64, u8),
    Neg(I),
    Add(I, I),
    Scale(u64, I),
    Pair([I; 2]),
    If { test: I, then: I, other: I },
    Sum(List<'b, I>),
    Call(u8, List<'b, I>, bool),
}

/// Rows in a window of `src/plan.rs`.
const WINDOW: usize = 1 << 16;

/// How random batches differ from one another.
#[derive(Clone, Copy, Debug)]
struct Shape {
    rows: usize,
    /// Children are at most so far away.
    reach: u32,
    /// Operators, of 11.
    operators: u32,
    longest_list: u32,
    seed: u64,
}

fn shapes(rows: std::ops::Range<usize>) -> impl Strategy<Value = Shape> {
    (rows, prop_oneof![1..4_u32, 1..100_u32, Just(u32::MAX)], 1..12_u32, 0..20_u32, 1..u64::MAX)
        .prop_map(|(rows, reach, operators, longest_list, seed)| Shape { rows, reach, operators, longest_list, seed })
}

struct Random(u64);

impl Random {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * u64::from(bound)) >> 32) as u32
    }
}

fn build<S: Space>(mut builder: Builder<S, ExprLang>, shape: Shape) -> Batch<S, ExprLang> {
    let mut random = Random(shape.seed);
    let mut rows: Vec<Idx<S>> = Vec::new();
    for n in 0..shape.rows as u32 {
        let some = (shape.seed as u32 % 11 + random.below(shape.operators)) % 11;
        let operator = if n == 0 { some % 4 } else { some };
        let child = |random: &mut Random| rows[(n - 1 - random.below(n.min(shape.reach))) as usize];
        let list = |random: &mut Random| -> Vec<Idx<S>> {
            (0..random.below(shape.longest_list + 1))
                .map(|_| rows[(n - 1 - random.below(n.min(shape.reach))) as usize])
                .collect()
        };
        let row = match operator {
            0 => builder.push(Expr::Nil),
            1 => builder.push(Expr::Num(random.below(u32::MAX) as i32)),
            2 => builder.push(Expr::Wide(f64::from(random.below(1000)) / 7.0)),
            3 => builder.push(Expr::Long(f64::from(random.below(1000)) / 3.0, random.below(256) as u8)),
            4 => builder.push(Expr::Neg(child(&mut random))),
            5 => builder.push(Expr::Add(child(&mut random), child(&mut random))),
            6 => builder.push(Expr::Scale(random.0, child(&mut random))),
            7 => builder.push(Expr::Pair([child(&mut random), child(&mut random)])),
            8 => {
                let [test, then, other] = array::from_fn(|_| child(&mut random));
                builder.push(Expr::If { test, then, other })
            }
            9 => builder.push(Expr::Sum(List::new(&list(&mut random)))),
            _ => {
                let arguments = list(&mut random);
                builder.push(Expr::Call(n as u8, List::new(&arguments), n % 3 == 0))
            }
        };
        rows.push(row);
    }
    builder.freeze()
}

fn with_batch<R>(shape: Shape, f: impl for<'s> FnOnce(&Batch<Brand<'s>, ExprLang>) -> R) -> R {
    Brand::with(|guard| f(&build(Builder::new(guard), shape)))
}

/// A value that tells all expressions apart, but for chance.
fn digest(node: Expr<'_, &u64>) -> u64 {
    let mix = |state: u64, next: u64| (state ^ next).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    match node {
        Expr::Nil => 1,
        Expr::Num(n) => mix(2, n as u64),
        Expr::Wide(x) => mix(3, x.to_bits()),
        Expr::Long(x, n) => mix(mix(4, x.to_bits()), n.into()),
        Expr::Neg(a) => mix(5, *a),
        Expr::Add(a, b) => mix(mix(6, *a), *b),
        Expr::Scale(n, a) => mix(mix(7, n), *a),
        Expr::Pair([a, b]) => mix(mix(8, *a), *b),
        Expr::If { test, then, other } => mix(mix(mix(9, *test), *then), *other),
        Expr::Sum(list) => list.iter().fold(10, |state, value| mix(state, *value)),
        Expr::Call(n, list, last) => {
            list.iter().fold(mix(11, n.into()), |state, value| mix(state, *value)) + u64::from(last)
        }
    }
}

/// What stands for an input at one point.
fn evaluate(node: Expr<'_, &f64>, x: f64) -> f64 {
    match node {
        Expr::Nil => x,
        Expr::Num(n) => f64::from(n),
        Expr::Wide(y) | Expr::Long(y, _) => y,
        Expr::Neg(a) | Expr::Scale(_, a) => -a,
        Expr::Add(a, b) | Expr::Pair([a, b]) => a + b * x,
        Expr::If { test, then, other } => {
            if *test > 0.0 {
                *then
            } else {
                *other
            }
        }
        Expr::Sum(list) | Expr::Call(_, list, _) => list.iter().sum(),
    }
}

/// The same at several.
fn evaluate_lanes<const N: usize>(node: Expr<'_, &[f64; N]>, x: [f64; N]) -> [f64; N] {
    match node {
        Expr::Nil => x,
        Expr::Num(n) => [f64::from(n); N],
        Expr::Wide(y) | Expr::Long(y, _) => [y; N],
        Expr::Neg(a) | Expr::Scale(_, a) => a.map(|a| -a),
        Expr::Add(a, b) | Expr::Pair([a, b]) => array::from_fn(|k| a[k] + b[k] * x[k]),
        Expr::If { test, then, other } => array::from_fn(|k| if test[k] > 0.0 { then[k] } else { other[k] }),
        Expr::Sum(list) | Expr::Call(_, list, _) => array::from_fn(|k| list.iter().map(|value| value[k]).sum()),
    }
}

/// Bit by bit, so that NaNs are compared too.
fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|x| if x.is_nan() { u64::MAX } else { x.to_bits() }).collect()
}

fn same_as_fold(shape: Shape) {
    with_batch(shape, |batch| {
        let plan = batch.plan();
        assert_eq!(plan.len(), batch.len());
        let (mut calls, folded) = (0, batch.fold(digest));
        let planned = plan.fold(|node| {
            calls += 1;
            digest(node)
        });
        assert_eq!(calls, batch.len());
        assert_eq!(planned, folded);
        let words = |node: Expr<'_, &String>| format!("{node:?}").len().to_string();
        let text = plan.fold(words);
        assert_eq!(text, batch.fold(words));
        assert_eq!(plan.fold_into(text, words), batch.fold(words));
        assert_eq!(plan.fold(|_| ()).len(), batch.len());
    });
}

fn same_at_each_point<const N: usize>(shape: Shape, count: usize) {
    with_batch(shape, |batch| {
        Brand::with(|points| {
            Brand::with(|roots| {
                let xs = points.column((0..count).map(|n| n as f64 / 8.0 - 1.0).collect());
                // Each third row, and one of them twice.
                let mut wanted: Vec<_> = batch.indices().step_by(3).collect();
                wanted.extend(batch.indices().next());
                let roots = roots.column(wanted);
                let at_once = batch.fold_points(xs.rows(), &roots, |node: Expr<'_, &[f64; N]>, lanes| {
                    assert!((1..=N).contains(&lanes.len()));
                    evaluate_lanes(node, lanes.of(&xs))
                });
                let planned = batch.plan().fold_points(xs.rows(), &roots, |node: Expr<'_, &[f64; N]>, lanes| {
                    evaluate_lanes(node, lanes.of(&xs))
                });
                assert_eq!(at_once.len(), roots.len());
                for (at, x) in xs.indices().zip(&xs) {
                    let one = batch.fold(|node| evaluate(node, *x));
                    let expected: Vec<_> = roots.iter().map(|&root| one[root]).collect();
                    for values in [&at_once, &planned] {
                        assert_eq!(bits(&values.iter().map(|value| value[at]).collect::<Vec<_>>()), bits(&expected));
                    }
                }
            });
        });
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 2 } else { 256 }))]

    #[test]
    fn a_plan_gives_the_fold(shape in shapes(0..if cfg!(miri) { 40 } else { 600 })) {
        same_as_fold(shape);
    }

    #[test]
    fn many_points_give_each_point(shape in shapes(0..if cfg!(miri) { 20 } else { 100 }), count in 0..20_usize) {
        same_at_each_point::<1>(shape, count);
        same_at_each_point::<3>(shape, count);
        same_at_each_point::<8>(shape, count);
    }

    /// At any call, a panic drops what was made, once.
    #[test]
    fn a_panic_drops_what_was_made(shape in shapes(1..60), at in 0..60_usize) {
        let counted = Rc::new(());
        with_batch(shape, |batch| {
            let (plan, at) = (batch.plan(), at % batch.len());
            let mut calls = 0;
            let fold = AssertUnwindSafe(|| plan.fold(|_: Expr<'_, &Rc<()>>| {
                assert_ne!(calls, at, "the panic of this test");
                calls += 1;
                counted.clone()
            }));
            assert!(catch_unwind(fold).is_err());
            assert_eq!((calls, Rc::strong_count(&counted)), (at, 1));
            // The plan is as it was.
            assert_eq!(plan.fold(digest), batch.fold(digest));
            let column = plan.fold(|_: Expr<'_, &Rc<()>>| counted.clone());
            assert_eq!(Rc::strong_count(&counted), 1 + batch.len());
            drop(column);
            assert_eq!(Rc::strong_count(&counted), 1);
        });
    }
}

#[test]
#[cfg_attr(miri, ignore = "slow")]
fn several_windows_give_the_fold() {
    for (rows, reach, longest_list) in [
        (WINDOW - 1, 5, 2),
        (WINDOW, 50, 3),
        (WINDOW + 1, u32::MAX, 2),
        (3 * WINDOW + 7, 1000, 9),
        (200_000, u32::MAX, 3),
    ] {
        same_as_fold(Shape { rows, reach, operators: 11, longest_list, seed: 0x9E37_79B9_7F4A_7C15 });
    }
}

/// In the second window too, and with values that were made in the first.
#[test]
#[cfg_attr(miri, ignore = "slow")]
fn a_panic_in_a_later_window_drops_what_was_made() {
    let shape = Shape { rows: 2 * WINDOW, reach: 100, operators: 11, longest_list: 3, seed: 77 };
    let counted = Rc::new(());
    with_batch(shape, |batch| {
        let (plan, mut calls) = (batch.plan(), 0);
        let fold = AssertUnwindSafe(|| {
            plan.fold(|_: Expr<'_, &Rc<()>>| {
                assert_ne!(calls, WINDOW + 1234, "the panic of this test");
                calls += 1;
                counted.clone()
            })
        });
        assert!(catch_unwind(fold).is_err());
        assert_eq!((calls, Rc::strong_count(&counted)), (WINDOW + 1234, 1));
    });
}

#[test]
fn no_row_and_one_row() {
    space!(Empty, guard);
    let empty = Builder::<Empty, ExprLang>::new(guard).freeze();
    let plan: Plan<_, _> = empty.plan();
    assert!(plan.is_empty() && plan.runs() == 0);
    assert!(plan.fold(digest).is_empty());
    space!(One, guard);
    let mut one = Builder::<One, ExprLang>::new(guard);
    let row = one.push(Expr::Num(7));
    let one = one.freeze();
    assert_eq!(one.plan().fold(digest)[row], digest(Expr::Num(7)));
    assert_eq!(one.plan().runs(), 1);
}

/// A chain has a level a row, but of one operator it is one run a window.
#[test]
fn deep_chains() {
    let rows = if cfg!(miri) { 200 } else { 1_000_000 };
    space!(Same, guard);
    let mut chain = Builder::<Same, ExprLang>::new(guard);
    let mut last = chain.push(Expr::Num(0));
    for _ in 1..rows {
        last = chain.push(Expr::Neg(last));
    }
    let chain = chain.freeze();
    let plan = chain.plan();
    let depth = |node: Expr<'_, &u32>| match node {
        Expr::Neg(a) => a + 1,
        Expr::Add(a, b) => a.max(b) + 1,
        _ => 0,
    };
    assert_eq!(plan.fold(depth)[last], rows - 1);
    assert_eq!(plan.runs(), 1 + (rows as usize).div_ceil(WINDOW));

    space!(Turns, guard);
    let mut chain = Builder::<Turns, ExprLang>::new(guard);
    let mut last = chain.push(Expr::Num(0));
    for n in 1..rows {
        last = if n % 2 == 0 { chain.push(Expr::Neg(last)) } else { chain.push(Expr::Add(last, last)) };
    }
    let chain = chain.freeze();
    let plan = chain.plan();
    assert_eq!(plan.fold(depth), chain.fold(depth));
    assert_eq!(plan.fold(depth)[last], rows - 1);
    assert!(plan.runs() <= rows as usize);
}

/// One node over all others: its list stands in the plan as it stands in the batch.
#[test]
fn a_wide_node() {
    let rows = if cfg!(miri) { 300 } else { 100_000 };
    space!(Wide, guard);
    let mut wide = Builder::<Wide, ExprLang>::new(guard);
    let leaves: Vec<_> = (0..rows).map(|n| wide.push(Expr::Num(n))).collect();
    let sum = wide.push(Expr::Sum(List::new(&leaves)));
    let plan = wide.freeze().plan();
    let total = plan.fold(|node: Expr<'_, &i64>| match node {
        Expr::Num(n) => n.into(),
        Expr::Sum(list) => list.iter().sum(),
        _ => unreachable!(),
    });
    assert_eq!(total[sum], i64::from(rows) * i64::from(rows - 1) / 2);
}

/// A panic at a later chunk of points: nothing is kept, and nothing is read that was not written (Miri looks).
#[test]
fn a_panic_among_points() {
    let shape = Shape { rows: 30, reach: 5, operators: 11, longest_list: 3, seed: 5 };
    with_batch(shape, |batch| {
        space!(Points, guard);
        let xs = guard.column((0..9).map(f64::from).collect());
        let every = batch.data(|row| row);
        for plan in [false, true] {
            let mut calls = 0;
            let mut step = |node: Expr<'_, &[f64; 4]>, x| {
                calls += 1;
                assert_ne!(calls, 40, "the panic of this test");
                evaluate_lanes(node, x)
            };
            let fold = AssertUnwindSafe(|| match plan {
                true => batch.plan().fold_points(xs.rows(), &every, |node, lanes| step(node, lanes.of(&xs))),
                false => batch.fold_points(xs.rows(), &every, |node, lanes| step(node, lanes.of(&xs))),
            });
            assert!(catch_unwind(fold).is_err());
        }
    });
}

/// A run takes 12 bytes, a row two, and each word of its node four.
#[test]
fn what_plans_take() {
    space!(Rows, guard);
    let mut batch = Builder::<Rows, ExprLang>::new(guard);
    let leaves: Vec<_> = (0..50).map(|n| batch.push(Expr::Num(n))).collect();
    for pair in leaves.windows(2) {
        batch.push(Expr::Add(pair[0], pair[1]));
    }
    let batch = batch.freeze();
    let plan = batch.plan();
    assert_eq!((plan.runs(), plan.len()), (2, 99));
    assert_eq!(plan.bytes(), 12 * 2 + 2 * 99 + 4 * (50 + 2 * 49));
}
