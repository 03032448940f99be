//! `schedule!`: patterns for the rest, functions of rows, nodes and references for functions of Rust, ranges, and languages
//! with parameters.

use polarnet::{
    columns::{Builder, Child, Guard, Idx, List, Mapping, Node, Space, space},
    schedule,
};

#[derive(Node, Clone, Copy, Debug, PartialEq)]
enum Expr<'b, I: Child> {
    Num(f64),
    Var(u32),
    Neg(I),
    Add(I, I),
    Mul(I, I),
    Tri([I; 3]),
    Quad(u8, [I; 4]),
    If { test: I, then: I, other: I },
    Sum(List<'b, I>),
}

struct Prices {
    number: f64,
    list: f64,
}

/// A function of the node itself, whatever its children are.
fn price<I: Child>(prices: &Prices, node: Expr<'_, I>) -> f64 {
    match node {
        Expr::Num(_) | Expr::Var(_) => prices.number,
        Expr::Sum(list) => prices.list * list.into_iter().count() as f64,
        _ => 10.0,
    }
}

#[derive(Clone, PartialEq, Debug, Default)]
struct Names(Vec<String>);

fn lengths(names: &Names) -> u32 {
    names.0.iter().map(|name| name.len() as u32).sum()
}

schedule! {
    space expr: Batch<Expr>;
    extern(cpu) pure price(&Prices, Expr) -> f64;
    extern(cpu) pure lengths(&Names) -> u32;

    val cost(n: Expr, prices: &Prices) -> f64 {
        returns match n {
            If { test, then, other } => price(prices, n) + cost[test] + max(cost[then], cost[other]),
            _(args..) => price(prices, n) + sum(cost[args]),
        }
    }
    val leaves(n: Expr) -> u32 { returns match n { Num | Var => 1, _(args..) => sum(leaves[args]) } }
    // Arms with a guard leave the operator to others.
    val big(n: Expr) -> u32 { returns match n { Num(x) if x > 5.0 => 1, _(args..) => sum(big[args]) } }
    val closed(n: Expr) -> bool { returns match n { Var => false, _(args..) => all(closed[args]) } }
    val open(n: Expr) -> bool { returns match n { Var => true, _(args..) => any(open[args]) } }
    val depth(n: Expr, root: u32) -> u32 default 0 join max {
        match n { _(args..) => depth[args] <- max(depth[n], root) + 1 }
    }
    val weight(n: Expr, names: Names) -> u32 { returns lengths(names) + match n { _(args..) => sum(weight[args]) } }

    fn costs(b: &Batch<expr>, prices: &Prices) -> Data<expr, f64> impls cost { bottom_up(b) }
    fn costs_in_parallel(b: &Batch<expr>, prices: &Prices) -> Data<expr, f64> impls cost { bottom_up(b).wavefront().parallel() }
    fn counts(b: &Batch<expr>) -> (Data<expr, u32>, Data<expr, u32>) impls leaves, big { bottom_up(b).fuse() }
    fn leaf_counts(b: &Batch<expr>) -> Data<expr, u32> impls leaves { bottom_up(b) }
    fn truths(b: &Batch<expr>) -> (Data<expr, bool>, Data<expr, bool>) impls closed, open { bottom_up(b) }
    fn truths_at_once(b: &Batch<expr>) -> (Data<expr, bool>, Data<expr, bool>) impls closed, open { bottom_up(b).fuse() }
    fn depths(b: &Batch<expr>, root: u32) -> Data<expr, u32> impls depth { top_down(b) }
    fn weights(b: &Batch<expr>, names: &Data<expr, Names>) -> Data<expr, u32> impls weight { bottom_up(b) }
}

#[test]
fn a_pattern_takes_all_other_operators() {
    space!(Exprs, guard);
    let mut b = Builder::<Exprs, ExprLang>::new(guard);
    let x = b.add(Expr::Var(0));
    let ten = b.add(Expr::Num(10.0));
    let sum = b.add(Expr::Sum(List::new(&[x, ten, x])));
    let none = b.add(Expr::Sum(List::new(&[])));
    let tri = b.add(Expr::Tri([ten, sum, none]));
    let quad = b.add(Expr::Quad(1, [tri, ten, ten, none]));
    let choice = b.add(Expr::If { test: ten, then: quad, other: tri });
    let b = b.freeze();
    let prices = Prices { number: 0.5, list: 3.0 };
    let costs = costs(&b, &prices);
    // sum 9 + 1.5, none 0, tri 10 + 0.5 + 10.5, quad 10 + 21 + 1, choice 10 + 0.5 + 32
    assert_eq!(costs.as_slice(), [0.5, 0.5, 10.5, 0.0, 21.0, 32.0, 42.5]);
    assert_eq!(costs, costs_in_parallel(&b, &prices));
    let (leaves, big) = counts(&b);
    assert_eq!(leaves.as_slice(), [1, 1, 3, 0, 4, 6, 11]);
    assert_eq!(leaves, leaf_counts(&b));
    assert_eq!(big.as_slice(), [0, 1, 1, 0, 2, 4, 7]);
    let (closed, open) = truths(&b);
    assert_eq!(closed.as_slice(), [false, true, false, true, false, false, false]);
    assert_eq!(open.as_slice(), [true, false, true, false, true, true, true]);
    assert_eq!(truths_at_once(&b), (closed, open));
    assert_eq!(depths(&b, 0)[x], 4);
    assert_eq!(depths(&b, 7)[choice], 0);
    let names = b.data(|row| Names(vec!["x".repeat(row.raw() as usize)]));
    assert_eq!(weights(&b, &names)[sum], 2 + 1);
}

schedule! {
    space expr: Batch<Expr>;
    space points;

    // A polynomial and its powers: `for` goes through numbers, too.
    val power(x: f64, n: u32) -> f64 { returns if n == 0 { 1.0 } else { x * power(x, n - 1) } }
    val horner(x: f64, a: [f64; 4]) -> f64 { returns sum(a[i] * power(x, i as u32) for i in 0..4) }
    val squares(n: i64) -> i64 { returns sum(i * i for i in 1..=n) }
    val powers(x: f64) -> [f64; 3] { returns [power(x, k as u32) for k in 0..3] }
    val scaled(x: f64, a: [f64; 4]) -> [f64; 4] { returns [x * y for y in a] }

    fn values(xs: &Data<points, f64>, a: [f64; 4]) -> Data<points, f64> impls horner { map(xs) }
    fn sum_of_squares(n: i64) -> i64 impls squares { eval(n) }
    fn all_powers(xs: &Data<points, f64>) -> Data<points, [f64; 3]> impls powers { map(xs) }
    fn scale(x: f64, a: [f64; 4]) -> [f64; 4] impls scaled { eval(x, a) }

    // A function of rows reads columns and looks at nodes.
    val size(n: expr) -> u32 { returns match n { _(args..) => 1 + sum(size[args]) } }
    val larger(a: Idx<expr>, b: Idx<expr>) -> Idx<expr> { returns if size[a] < size[b] { b } else { a } }
    val sign(a: Idx<expr>) -> i32 { returns match a { Neg(x) => -sign(x), Num(x) if x < 0.0 => -1, _ => 1 } }
    val largest_child(n: expr) -> u32 {
        returns match n { Add(a, b) | Mul(a, b) => size[larger(a, b)], Neg(a) => size[a], _ => 0 }
    }
    val signs(n: expr) -> i32 { returns match n { Mul(a, b) => sign(a) * sign(b), Neg(a) => -sign(a), _ => 1 } }
    fn largest_children(b: &Batch<expr>) -> Data<expr, u32> impls largest_child { bottom_up(b) }
    fn all_signs(b: &Batch<expr>) -> Data<expr, i32> impls signs { bottom_up(b).wavefront().parallel() }
}

#[test]
fn numbers_are_gone_through() {
    space!(Points, guard);
    let xs = guard.column(vec![0.0, 1.0, 2.0]);
    assert_eq!(values(&xs, [1.0, 2.0, 3.0, 4.0]).as_slice(), [1.0, 10.0, 1.0 + 4.0 + 12.0 + 32.0]);
    assert_eq!(sum_of_squares(10), 385);
    assert_eq!(all_powers(&xs).as_slice()[2], [1.0, 2.0, 4.0]);
    assert_eq!(scale(2.0, [1.0, 2.0, 3.0, 4.0]), [2.0, 4.0, 6.0, 8.0]);
}

#[test]
fn functions_of_rows_read_columns_and_nodes() {
    space!(Exprs, guard);
    let mut b = Builder::<Exprs, ExprLang>::new(guard);
    let x = b.add(Expr::Var(0));
    let minus = b.add(Expr::Num(-2.0));
    let neg = b.add(Expr::Neg(minus));
    let neg_neg = b.add(Expr::Neg(neg));
    let product = b.add(Expr::Mul(x, neg_neg));
    let sum = b.add(Expr::Add(neg, product));
    let b = b.freeze();
    assert_eq!(largest_children(&b)[sum], 5);
    assert_eq!(largest_children(&b)[product], 3);
    assert_eq!(all_signs(&b).as_slice(), [1, 1, 1, -1, -1, 1]);
}

schedule! {
    space old: Batch<Expr>;
    space new: Batch<Expr>;

    // A function that makes nodes, and a match on two rows at once.
    val sum_of(a: Idx<new>, b: Idx<new>) -> Idx<new> {
        returns match (a, b) {
            (Num(x), Num(y)) => Num(x + y),
            (Num(x), _) if x == 0.0 => b,
            (_, Num(y)) if y == 0.0 => a,
            _ => Add(a, b),
        }
    }
    val times_of(n: u32, a: Idx<new>) -> Idx<new> {
        returns if n == 0 { Num(0.0) } else { sum_of(a, times_of(n - 1, a)) }
    }
    val tripled(n: old) -> Idx<new> {
        returns match n {
            Add(a, b) => sum_of(tripled[a], tripled[b]),
            Var(i) => { x :- Var(i); times_of(3, x) }
            Num(x) => Num(3.0 * x),
            _ => n,
        }
    }
    fn triple(b: &Batch<old>, guard: Guard<new>) -> (Batch<new>, Mapping<old, new>) impls tripled { bottom_up(b).dedup() }
}

#[test]
fn functions_make_nodes() {
    space!(Old, guard);
    let mut b = Builder::<Old, ExprLang>::new(guard);
    let (one, two, x) = (b.add(Expr::Num(1.0)), b.add(Expr::Num(2.0)), b.add(Expr::Var(0)));
    let three = b.add(Expr::Add(one, two));
    let sum = b.add(Expr::Add(three, x));
    let b = b.freeze();
    space!(New, guard);
    let (new, to): (_, Mapping<Old, New>) = triple(&b, guard);
    assert_eq!(new.node(to[three]), Expr::Num(9.0));
    assert_eq!(new.show(&[to[x]]).to_string().matches("Var 0").count(), 1, "equal nodes are one");
    assert_eq!(new.node(to[sum]), Expr::Add(to[three], to[x]));
    assert!(
        matches!(new.node(to[x]), Expr::Add(a, b) if matches!(new.node(a), Expr::Var(0)) && matches!(new.node(b), Expr::Add(..)))
    );
}

#[derive(Node, Clone, Copy, Debug, PartialEq)]
enum Call<I, F: polarnet::columns::Payload> {
    Argument(u32),
    Apply(F, I, I),
}

schedule! {
    space functions;
    space body: Batch<Call<Idx<functions>>>;
    space other: Batch<Call<Idx<functions>>>;

    val price(n: body, cost: &Data<functions, u32>) -> u32 {
        returns match n { Argument => 0, Apply(f, a, b) => cost[f] + price[a] + price[b] }
    }
    val swapped(n: body) -> Idx<other> {
        returns match n { Apply(f, a, b) => Apply(f, swapped[b], swapped[a]), _ => n }
    }
    fn prices(b: &Batch<body>, cost: &Data<functions, u32>) -> Data<body, u32> impls price { bottom_up(b) }
    fn swap(b: &Batch<body>, guard: Guard<other>) -> (Batch<other>, Mapping<body, other>) impls swapped { bottom_up(b) }
}

#[test]
fn a_language_has_parameters() {
    fn check<F: Space>(functions: Guard<F>) {
        let cost = functions.column(vec![3, 5]);
        let [f, g] = [0, 1].map(|at| cost.check(at).unwrap());
        space!(Body, guard);
        let mut b = Builder::<Body, CallLang<Idx<F>>>::new(guard);
        let x = b.add(Call::Argument(0));
        let fx = b.add(Call::Apply(f, x, x));
        let root = b.add(Call::Apply(g, fx, x));
        let b = b.freeze();
        assert_eq!(prices(&b, &cost)[root], 8);
        space!(Other, guard);
        let (other, to): (_, Mapping<Body, Other>) = swap(&b, guard);
        assert_eq!(other.node(to[root]), Call::Apply(g, to[x], to[fx]));
    }
    space!(Functions, guard);
    check(guard);
}
