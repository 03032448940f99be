//! `schedule!`: specs of values, and orders that compute them.

use polarnet::{
    columns::{Batch, Builder, Child, Guard, Idx, List, Mapping, Node, Payload, Space, space},
    schedule,
};

#[derive(Payload, Clone, Copy, Debug, PartialEq)]
enum Function {
    Sin,
    Hypot,
}

#[derive(Node, Clone, Copy, Debug)]
enum Math<'b, I: Child> {
    Num(f64),
    Var(u32),
    If(I, I, I),
    Neg(I),
    Add(I, I),
    Op(Function, List<'b, I>),
}

schedule! {
    space expr: Batch<Math>;
    val cost(n: Math) -> f64 {
        returns match n {
            Num | Var => 1.0,
            If(c, t, e) => 1.0 + cost[c] + max(cost[t], cost[e]),
            Neg(x) => cost[x],
            Add(args..) | Op(_, args..) => 1.0 + sum(cost[args]),
        }
    }
    fn costs(b: &Batch<expr>) -> Data<expr, f64> impls cost { bottom_up(b) }
    fn costs_in_parallel(b: &Batch<expr>) -> Data<expr, f64> impls cost { bottom_up(b).wavefront().parallel() }
    fn costs_by_operator(b: &Batch<expr>) -> Data<expr, f64> impls cost { bottom_up(b).by_operator() }

    val depth(n: Math) -> u32 {
        returns match n {
            Num | Var => 0,
            If(args..) | Neg(args..) | Add(args..) | Op(_, args..) => 1 + max(depth[args]),
        }
    }
    fn depths(b: &Batch<expr>) -> Data<expr, u32> impls depth { bottom_up(b) }

    val uses(n: Math) -> u32 default 0 join add {
        match n {
            Num | Var => {}
            If(args..) | Neg(args..) | Add(args..) | Op(_, args..) => uses[args] <- 1,
        }
    }
    fn used(b: &Batch<expr>) -> Data<expr, u32> impls uses { top_down(b) }
}

fn sample<S: Space>(guard: Guard<S>) -> (Batch<S, MathLang>, Idx<S>) {
    let mut b = Builder::<S, MathLang>::new(guard);
    let x = b.add(Math::Var(0));
    let two = b.add(Math::Num(2.0));
    let sum = b.add(Math::Add(x, two));
    let sin = b.add(Math::Op(Function::Sin, List::new(&[sum])));
    let hypot = b.add(Math::Op(Function::Hypot, List::new(&[sum, sin])));
    let root = b.add(Math::If(x, hypot, sum));
    (b.freeze(), root)
}

#[test]
fn a_cost_is_computed_from_the_leaves_up() {
    space!(Exprs, guard);
    let (batch, root) = sample(guard);
    let costs = costs(&batch);
    // x 1, 2 1, x + 2 3, sin 4, hypot 8, if 1 + 1 + 8
    assert_eq!(costs.as_slice(), [1.0, 1.0, 3.0, 4.0, 8.0, 10.0]);
    assert_eq!(costs[root], 10.0);
    assert_eq!(costs_in_parallel(&batch).as_slice(), costs.as_slice());
    assert_eq!(costs_by_operator(&batch).as_slice(), costs.as_slice());
    assert_eq!(depths(&batch)[root], 4);
    assert_eq!(used(&batch).as_slice(), [2, 1, 3, 1, 1, 0]);
}

schedule! {
    space expr: Batch<Math>;
    space out: Batch<Math>;
    val simplify(n: expr) -> Idx<out> {
        returns match n {
            Neg(x) => match simplify[x] {
                Num(a) => Num(-a),
                Neg(inner) => inner,
                _ => Neg(simplify[x]),
            },
            Add(a, b) => match simplify[a] {
                Num(x) => match simplify[b] {
                    Num(y) => Num(x + y),
                    _ => n,
                },
                _ => n,
            },
            _ => n,
        }
    }
    fn simplified(b: &Batch<expr>, guard: Guard<out>) -> (Batch<out>, Mapping<expr, out>) impls simplify {
        bottom_up(b).dedup()
    }
}

#[test]
fn a_batch_is_rewritten_into_another() {
    space!(Before, guard);
    let mut b = Builder::<Before, MathLang>::new(guard);
    let two = b.add(Math::Num(2.0));
    let minus = b.add(Math::Neg(two));
    let plus = b.add(Math::Neg(minus));
    let sum = b.add(Math::Add(plus, two));
    let b = b.freeze();
    space!(After, guard);
    let (after, to): (_, Mapping<Before, After>) = simplified(&b, guard);
    assert!(matches!(after.node(to[sum]), Math::Num(4.0)));
    assert!(to[plus] == to[two]);
    assert_eq!(after.len(), 3);
}

schedule! {
    space tests;
    space bins;
    const WIDTH: f64 = 0.25;
    val bin(x: f64) -> u32 { returns (x / WIDTH) as u32 }
    val square(x: f64, by: f64) -> f64 { y :- x * x; returns y * by }
    val fib(n: u64) -> u64 { returns if n < 2 { n } else { fib(n - 1) + fib(n - 2) } }
    val histogram(x: f64) -> Data<bins, u32> default 0 join add { histogram[bin(x)] <- 1 }

    /// Squares, times `by`.
    pub fn squares(x: &Data<tests, f64>, by: f64) -> Data<tests, f64> impls square { map(x) }
    fn counts(x: &Data<tests, f64>, rows: Rows<bins>) -> Data<bins, u32> impls histogram { scatter(x) }
    fn counts_atomic(x: &Data<tests, f64>, rows: Rows<bins>) -> Data<bins, u32> impls histogram {
        scatter(x).push(atomic).parallel()
    }
    fn counts_private(x: &Data<tests, f64>, rows: Rows<bins>) -> Data<bins, u32> impls histogram {
        scatter(x).push(privatize).parallel()
    }
    fn fibonacci(n: u64) -> u64 impls fib { eval(n) }
    pipeline main { squares, counts }
}

#[test]
fn columns_are_mapped_and_scattered() {
    space!(Tests, guard);
    let xs = guard.column(vec![0.1, 0.3, 0.9, 0.95, 7.0]);
    space!(Bins, guard);
    let rows = guard.rows(4);
    assert_eq!(squares(&xs, 2.0).as_slice()[1], 0.3 * 0.3 * 2.0);
    for counts in [counts(&xs, rows), counts_atomic(&xs, rows), counts_private(&xs, rows)] {
        assert_eq!(counts.as_slice(), [1, 1, 0, 2], "what is beyond the space is ignored");
    }
    assert_eq!(fibonacci(20), 6765);
}

schedule! {
    space expr: Batch<Math>;

    val size(n: Math) -> u32 {
        returns match n {
            Num | Var => 1,
            If(args..) | Neg(args..) | Add(args..) | Op(_, args..) => 1 + sum(size[args]),
        }
    }
    val height(n: Math) -> u32 {
        returns match n {
            Num | Var => 0,
            If(c, t, e) => 1 + max(height[c], height[t], height[e]),
            Neg(x) => 1 + height[x],
            Add(a, b) => 1 + max(height[a], height[b]),
            Op(_, list) => 1 + max(height[list]),
        }
    }
    // a val of others: at the row, at the children, and one that is not recursive
    val weight(n: Math) -> u32 { returns match n { Op(f, _) => 10 + price(f), _ => 1 } }
    val score(n: Math) -> u32 {
        own :- weight[n] * size[n];
        returns match n {
            Num | Var => own,
            If(args..) | Neg(args..) | Add(args..) | Op(_, args..) => own + sum(score[args]) + max(height[args]),
        }
    }
    extern(cpu) pure price(Function) -> u32;

    fn both(b: &Batch<expr>) -> (Data<expr, u32>, Data<expr, u32>) impls size, height { bottom_up(b).fuse() }
    fn both_in_parallel(b: &Batch<expr>, levels: &Levels<expr>) -> (Data<expr, u32>, Data<expr, u32>) impls size, height {
        bottom_up(b).fuse().wavefront(levels).parallel()
    }
    fn apart(b: &Batch<expr>) -> (Data<expr, u32>, Data<expr, u32>) impls size, height { bottom_up(b) }
    fn scores(b: &Batch<expr>) -> Data<expr, u32> impls score { bottom_up(b) }
    fn scores_at_once(b: &Batch<expr>) -> Data<expr, u32> impls score {
        bottom_up(b).inline(weight).compute_at(size, row).compute_at(height, row)
    }
    fn scores_in_chunks(b: &Batch<expr>) -> Data<expr, u32> impls score { bottom_up(b).wavefront().chunk(2).parallel() }
    fn scores_in_waves(b: &Batch<expr>) -> Data<expr, u32> impls score {
        bottom_up(b).inline(weight).compute_at(size, row).compute_at(height, root).wavefront()
    }
}

fn price(function: Function) -> u32 {
    match function {
        Function::Sin => 5,
        Function::Hypot => 7,
    }
}

#[test]
fn vals_of_one_direction_are_computed_together() {
    space!(Exprs, guard);
    let (batch, root) = sample(guard);
    let (sizes, heights) = apart(&batch);
    assert_eq!((sizes[root], heights[root]), (13, 4));
    for (s, h) in [both(&batch), both_in_parallel(&batch, &batch.levels().chunk(2))] {
        assert!(s == sizes && h == heights);
    }
    let scores = scores(&batch);
    assert_eq!(scores.as_slice()[..4], [1, 1, 3 + 1 + 1, 15 * 4 + 5 + 1]);
    assert_eq!(scores, scores_at_once(&batch));
    assert_eq!(scores, scores_in_waves(&batch));
    assert_eq!(scores, scores_in_chunks(&batch));
}

schedule! {
    space expr: Batch<Math>;
    space made: Batch<Math>;
    space small: Batch<Math>;

    // Simplified as it is made: the pass looks at what its own new nodes come to.
    val tidy(n: made) -> Idx<small> {
        returns match n {
            Add(a, b) => match tidy[a] {
                Num(x) if x == 0.0 => tidy[b],
                Num(x) => match tidy[b] { Num(y) => Num(x + y), _ => n },
                _ => n,
            },
            Neg(x) => match tidy[x] { Num(x) => Num(-x), _ => n },
            _ => n,
        }
    }
    val nodes(n: made) -> u32 {
        returns match n {
            Num | Var => 1,
            If(args..) | Neg(args..) | Add(args..) | Op(_, args..) => 1 + sum(nodes[args]),
        }
    }
    // Each row doubled: unless that is nothing, or gets too large.
    val double(n: expr) -> Idx<made> {
        returns match n {
            Add(a, b) => {
                sum :- Add(double[a], double[b]);
                match tidy[sum] {
                    Num(z) if z == 0.0 => Num(0.0),
                    _ => if nodes[sum] > 7 { Var(99) } else { sum },
                }
            }
            Num(x) => Add(Num(x), Num(x)),
            _ => n,
        }
    }
    fn doubled(b: &Batch<expr>, made: Guard<made>, small: Guard<small>)
        -> ((Batch<made>, Mapping<expr, made>), (Batch<small>, Mapping<made, small>)) impls double, tidy {
        bottom_up(b).dedup()
    }
}

#[test]
fn batches_grow_in_lockstep() {
    space!(Exprs, guard);
    let mut b = Builder::<Exprs, MathLang>::new(guard);
    let two = b.add(Math::Num(2.0));
    let minus = b.add(Math::Num(-2.0));
    let zero = b.add(Math::Add(two, minus));
    let x = b.add(Math::Var(0));
    let still_x = b.add(Math::Add(zero, x));
    let large = b.add(Math::Add(two, still_x));
    let larger = b.add(Math::Add(large, large));
    let b = b.freeze();
    space!(Made, made_guard);
    space!(Small, small_guard);
    let ((made, to_made), (small, to_small)) = doubled(&b, made_guard, small_guard);
    let to_made: Mapping<Exprs, Made> = to_made;
    let to_small: Mapping<Made, Small> = to_small;
    let to = to_made.compose(&to_small);
    assert!(matches!(small.node(to[two]), Math::Num(4.0)));
    assert!(matches!(made.node(to_made[zero]), Math::Num(0.0)), "the sum is not kept, as it comes to nothing");
    assert!(to[still_x] == to[x]);
    assert!(matches!(made.node(to_made[large]), Math::Add(..)));
    assert!(matches!(made.node(to_made[larger]), Math::Var(99)));
}

schedule! {
    space expr: Batch<Math>;
    val lowest(n: Math) -> i64 default 5 join least commutative {
        match n {
            Neg(x) => lowest[x] <- 9,
            _ => {}
        }
    }
    val least(a: i64, b: i64) -> i64 { returns min(a, b) }
    fn lowests(b: &Batch<expr>) -> Data<expr, i64> impls lowest { top_down(b) }
}

/// 5 joined with 9 is 5: whoever is written 9 gets 5. Of a join that is not known, that shows when it runs.
#[test]
#[cfg_attr(not(debug_assertions), ignore = "looked at in debug builds")]
#[should_panic = "the default of `lowest` is not the unit of its join"]
fn a_default_is_the_unit_of_its_join() {
    space!(Exprs, guard);
    let mut b = Builder::<Exprs, MathLang>::new(guard);
    let x = b.add(Math::Num(1.0));
    b.add(Math::Neg(x));
    lowests(&b.freeze());
}
