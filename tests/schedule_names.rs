//! `schedule!`: names and numbers mean what they say, whatever is made of them.

use polarnet::{
    columns::{Builder, Node, space},
    schedule,
};

#[derive(Node, Clone, Copy, Debug)]
enum Math<I> {
    Num(f64),
    Var(u32),
    Add(I, I),
}

schedule! {
    space expr: Batch<Math>;
    // Children that are compared are rows, not their values.
    val twins(n: Math) -> u32 {
        returns match n { Add(a, b) => if a == b { 100 } else { twins[a] + twins[b] }, _ => 1 }
    }
    // Names that passes have, and names that mean different fields.
    val row(n: Math) -> f64 { returns match n { Add(a, b) => row[a] - row[b], Num(v) => v, _ => 8.0 } }
    val child(n: Math) -> f64 { returns match n { Add(b, a) => child[b] - 2.0 * child[a], Num(by) => by, _ => 1.0 } }
    val scaled(n: Math, by: f64) -> f64 { returns match n { Add(a, b) => scaled[a] - scaled[b], _ => by } }
    val node(n: Math) -> f64 { returns match n { Add(a, b) => row[a] + node[b], _ => child[n] } }
    // A name for something else than the list.
    val sevens(n: Math) -> f64 { returns match n { Add(args..) => { args :- [3.0, 4.0]; sum(args) }, _ => 0.0 } }
    // In place, of a column that is computed before.
    val heavy(n: Math) -> f64 { returns row[n] * 2.0 }
    val total(n: Math) -> f64 { returns match n { Add(a, b) => heavy[n] + total[a] + total[b], _ => heavy[n] } }
    val apart(x: f64, y: f64) -> f64 { returns x - 10.0 * y }

    fn twin(b: &Batch<expr>) -> Data<expr, u32> impls twins { bottom_up(b) }
    fn rows(b: &Batch<expr>) -> Data<expr, f64> impls row { bottom_up(b) }
    fn children(b: &Batch<expr>) -> Data<expr, f64> impls child { bottom_up(b) }
    fn scales(b: &Batch<expr>, factor: f64) -> Data<expr, f64> impls scaled { bottom_up(b) }
    fn three(b: &Batch<expr>, factor: f64) -> (Data<expr, f64>, Data<expr, f64>, Data<expr, f64>) impls row, child, scaled {
        bottom_up(b).fuse()
    }
    fn nodes(b: &Batch<expr>) -> Data<expr, f64> impls node { bottom_up(b) }
    fn seven(b: &Batch<expr>) -> Data<expr, f64> impls sevens { bottom_up(b) }
    fn totals(b: &Batch<expr>) -> Data<expr, f64> impls total { bottom_up(b) }
    fn totals_in_place(b: &Batch<expr>) -> Data<expr, f64> impls total { bottom_up(b).inline(heavy) }
    fn difference(y: f64, z: f64) -> f64 impls apart { eval(z, y) }
}

#[test]
fn names_mean_what_they_say() {
    space!(Exprs, guard);
    let mut b = Builder::<Exprs, MathLang>::new(guard);
    let two = b.add(Math::Num(2.0));
    let three_ = b.add(Math::Num(3.0));
    let sum = b.add(Math::Add(two, three_));
    let twice = b.add(Math::Add(sum, sum));
    let b = b.freeze();
    assert_eq!((twin(&b)[sum], twin(&b)[twice]), (2, 100), "2 and 3 are two rows of one value");
    let (row, child, scaled) = (rows(&b), children(&b), scales(&b, 5.0));
    assert_eq!((row[sum], child[sum], scaled[sum]), (-1.0, -4.0, 0.0));
    assert!((row.clone(), child, scaled) == three(&b, 5.0));
    assert_eq!(nodes(&b)[twice], row[sum] + (row[two] + 3.0));
    assert_eq!(seven(&b)[sum], 7.0);
    assert_eq!(totals(&b)[twice], 2.0 * (4.0 + 6.0 - 2.0));
    assert!(totals(&b) == totals_in_place(&b));
    assert_eq!(difference(1.0, 5.0), 5.0 - 10.0, "`y` by its name, `x` by what is left");
}

#[derive(Clone, PartialEq, Debug)]
struct Width {
    of: Option<u8>,
    bits: u8,
}

schedule! {
    space dims;
    extern(cpu) pure bits(Width) -> u8;

    // Integers of which nothing says how large they are, have 64 bits.
    val large(x: f64) -> bool { returns x > 3000000000 as f64 }
    val named(x: f64) -> f64 { billions :- 3000000000; returns x * (billions + 1) as f64 }
    val counted(n: u64) -> u64 { returns len(k for k in 2999999998..3000000000) as u64 + n }
    val power(x: u64) -> u64 { five :- 5; returns (x << 1) + (x << five) }
    // Those that Rust knows are what it says.
    val width(x: u8) -> u8 {
        some :- 3;
        all :- Width { of: Some(some), bits: 200 };
        returns bits(all) + if all.bits == 200 { 1 } else { x } + match all.of { Some(y) if y == some => 2, _ => x }
    }

    fn is_large(x: f64) -> bool impls large { eval(x) }
    fn times(x: f64) -> f64 impls named { eval(x) }
    fn range(n: u64) -> u64 impls counted { eval(n) }
    fn shifted(x: u64) -> u64 impls power { eval(x) }
    fn widths(x: u8) -> u8 impls width { eval(x) }
}

fn bits(width: Width) -> u8 {
    width.of.unwrap_or(0) + width.bits / 100
}

#[test]
fn literals_have_one_type() {
    assert_eq!((is_large(3e9), is_large(3.1e9)), (false, true));
    assert_eq!(times(2.0), 6_000_000_002.0);
    assert_eq!(range(1), 3);
    assert_eq!(shifted(3), 3 * 34);
    assert_eq!(widths(9), 3 + 2 + 1 + 2);
}

schedule! {
    space expr: Batch<Math>;
    space dims;
    space bins;

    // Through the rows of a space: by a parameter of the function of its name, or by a column.
    val ones(n: Math) -> f64 {
        returns match n {
            Add(a, b) => { column :- [1.0 for i in dims]; ones[a] + ones[b] + sum(column) },
            _ => sum(1.0 for i in dims),
        }
    }
    // What has the name of the column, is not the column.
    val weighed(n: Math, w: Data<dims, f64>) -> f64 {
        returns match n {
            Add(w, x) => sum(weighed[w] for i in dims) + weighed[x],
            Num(w) => w + sum(1.0 for i in dims),
            _ => sum(w[i] for i in dims),
        }
    }
    val dot(v: Data<dims, f64>, w: Data<dims, f64>, dims_rows: f64) -> f64 {
        v_dot :- { v :- 2.0; sum(v * w[i] for i in dims) };
        returns v_dot * dims_rows
    }
    // By its number of rows, which a parameter of the val is.
    val counted(dims: Rows<dims>, from: u32) -> u32 { returns from + sum(1 for i in dims) }
    val nested(n: u32, v: Data<dims, u32>) -> u32 {
        returns 0 if n == 0 else { below :- nested(n - 1, v); v :- below; v + sum(1 for i in dims) }
    }
    val spread(x: f64) -> Data<bins, u32> default 0 join add { spread[len(dims) as u32] <- 1 }

    val heavy(n: Math) -> f64 { returns sum(1.0 for i in dims) }
    val total(n: Math) -> f64 { returns match n { Add(dims_rows, x) => heavy[n] * total[dims_rows] + total[x], _ => heavy[n] } }

    fn heavy_totals(b: &Batch<expr>, w: &Data<dims, f64>) -> Data<expr, f64> impls total { bottom_up(b).inline(heavy) }
    fn all_ones(b: &Batch<expr>, dims: Rows<dims>) -> Data<expr, f64> impls ones { bottom_up(b) }
    fn ones_by(b: &Batch<expr>, dims: &Data<dims, bool>) -> Data<expr, f64> impls ones { bottom_up(b) }
    fn weigh(b: &Batch<expr>, w: &Data<dims, f64>) -> Data<expr, f64> impls weighed { bottom_up(b) }
    fn weigh_by_levels(b: &Batch<expr>, w: &Data<dims, f64>) -> Data<expr, f64> impls weighed { bottom_up(b).wavefront().parallel() }
    fn dots(v: &Data<dims, f64>, w: &Data<dims, f64>, by: f64) -> f64 impls dot { eval(v, w, by) }
    fn count_rows(n: Rows<dims>, from: u32) -> u32 impls counted { eval(n, from) }
    fn nest(n: u32, v: &Data<dims, u32>) -> u32 impls nested { eval(n, v) }
    fn nest_in_steps(n: u32, v: &Data<dims, u32>) -> Steps<u32> impls nested { eval(n, v).stepped() }
    fn spreads(x: &Data<dims, f64>, bins: Rows<bins>) -> Data<bins, u32> impls spread { scatter(x) }
}

#[test]
fn rows_are_those_of_the_space() {
    space!(Exprs, guard);
    let mut b = Builder::<Exprs, MathLang>::new(guard);
    let (two, x) = (b.add(Math::Num(2.0)), b.add(Math::Var(0)));
    let sum = b.add(Math::Add(two, x));
    let b = b.freeze();
    space!(Dims, guard);
    let dims = guard.rows(3);
    let (truths, w) = (dims.data(|_| true), dims.data(|row| f64::from(row.raw())));
    assert_eq!(all_ones(&b, dims).as_slice(), [3.0, 3.0, 9.0]);
    assert_eq!(ones_by(&b, &truths), all_ones(&b, dims));
    assert_eq!(weigh(&b, &w).as_slice(), [5.0, 3.0, 18.0]);
    assert_eq!(weigh_by_levels(&b, &w)[sum], 18.0);
    assert_eq!(dots(&w, &w, 5.0), 30.0);
    assert_eq!(heavy_totals(&b, &w).as_slice(), [3.0, 3.0, 12.0]);
    assert_eq!(count_rows(dims, 4), 7);
    let ones = dims.fill(1);
    assert_eq!((nest(5, &ones), nest_in_steps(5, &ones).run()), (15, 15));
    space!(Bins, guard);
    assert_eq!(spreads(&w, guard.rows(4)).as_slice(), [0, 0, 0, 3]);
}

#[derive(Clone, PartialEq, Debug)]
struct Names(Vec<String>);

fn length(names: &Names) -> f64 {
    names.0.iter().map(|name| name.len() as f64).sum()
}

fn joined(a: Names, b: Names) -> f64 {
    length(&a) - length(&b)
}

schedule! {
    space expr: Batch<Math>;
    extern(cpu) pure length(&Names) -> f64;
    extern(cpu) pure joined(Names, Names) -> f64;

    // Of one type, none of which is copied.
    val cost(n: Math, a: Names, b: Names, w: Data<expr, f64>) -> f64 {
        returns match n {
            Num(x) => x + length(a),
            Var => joined(a, b) + sum(w),
            Add(x, y) => cost[x] + cost[y] + length(b) + w[n],
        }
    }
    val uses(n: Math, a: Names, b: Names) -> f64 default 0.0 join add {
        match n { Add(x, y) => { uses[x] <- length(a) uses[y] <- joined(b, a) } _ => {} }
    }
    val price(x: f64, a: Names, w: Data<expr, f64>) -> f64 { returns x * length(a) + sum(w) }
    val prices(x: f64, a: Names) -> f64 { returns x - length(a) }

    fn costs(n: &Batch<expr>, first: Names, second: Names, w: Data<expr, f64>) -> Data<expr, f64> impls cost { bottom_up(n) }
    fn costs_by_levels(n: &Batch<expr>, b: Names, a: Names, other: &Data<expr, f64>) -> Data<expr, f64> impls cost {
        bottom_up(n).wavefront().parallel()
    }
    fn sent(n: &Batch<expr>, first: Names, second: Names) -> Data<expr, f64> impls uses { top_down(n) }
    fn mapped(xs: &Data<expr, f64>, names: Names, w: Data<expr, f64>) -> Data<expr, f64> impls price { map(xs) }
    fn mapped_in_parallel(xs: &Data<expr, f64>, names: &Data<expr, Names>, w: &Data<expr, f64>) -> Data<expr, f64> impls price {
        map(xs).parallel()
    }
    fn both(x: f64, names: Names, w: Data<expr, f64>) -> (f64, f64) impls price, prices { eval(x, names) }
}

#[test]
fn what_is_not_copied_is_there_for_each_row() {
    space!(Exprs, guard);
    let mut b = Builder::<Exprs, MathLang>::new(guard);
    let (two, x) = (b.add(Math::Num(2.0)), b.add(Math::Var(0)));
    b.add(Math::Add(two, x));
    let b = b.freeze();
    let names = |text: &str| Names(vec![text.to_owned()]);
    let w = b.data(|row| f64::from(row.raw()));
    let costs = costs(&b, names("a"), names("bcd"), w.clone());
    assert_eq!(costs.as_slice(), [3.0, -2.0 + 3.0, 4.0 + 3.0 + 2.0]);
    assert_eq!(costs, costs_by_levels(&b, names("bcd"), names("a"), &w));
    assert_eq!(sent(&b, names("a"), names("bcd")).as_slice(), [1.0, 2.0, 0.0]);
    let mapped = mapped(&costs, names("ab"), w.clone());
    assert_eq!(mapped.as_slice(), [6.0 + 3.0, 2.0 + 3.0, 18.0 + 3.0]);
    assert_eq!(mapped, mapped_in_parallel(&costs, &b.data(|_| names("ab")), &w));
    assert_eq!(both(5.0, names("ab"), w), (13.0, 3.0));
}

schedule! {
    space expr: Batch<Math>;
    space out: Batch<Math>;
    extern(cpu) pure cost_of(f64) -> f64;

    // A val of the new batch, and functions that are called as what computes it could be.
    val cost(n: out) -> f64 { returns match n { Num(x) => cost_of(x), Var => 1.0, Add(a, b) => cost_of_(cost[a] + cost[b]) } }
    val cost_of_(x: f64) -> f64 { returns x + 0.5 }
    val cheap(n: expr) -> Idx<out> {
        returns match n {
            Add(a, b) => if cost[cheap[a]] < cost[cheap[b]] { cheap[a] } else { Add(cheap[a], cheap[b]) },
            _ => n,
        }
    }
    fn cheapest(b: &Batch<expr>, guard: Guard<out>) -> ((Batch<out>, Mapping<expr, out>), Data<out, f64>) impls cheap, cost {
        bottom_up(b)
    }
}

fn cost_of(x: f64) -> f64 {
    x * 10.0
}

#[test]
fn what_is_made_has_no_name_of_the_users() {
    space!(Exprs, guard);
    let mut b = Builder::<Exprs, MathLang>::new(guard);
    let (two, x) = (b.add(Math::Num(2.0)), b.add(Math::Var(0)));
    let more = b.add(Math::Add(two, x));
    let less = b.add(Math::Add(x, more));
    let b = b.freeze();
    space!(Out, guard);
    let ((out, to), costs) = cheapest(&b, guard);
    assert_eq!((costs[to[two]], costs[to[more]]), (20.0, 21.5));
    assert!(to[less] == to[x] && out.len() == 3);
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Point {
    x: f64,
    y: f64,
}

schedule! {
    // What has braces itself, before those of an `if` or a `match`.
    val at(p: Point, x: f64) -> f64 {
        returns if (p == Point { x: x, y: 1.0 }) { 1.0 } else if (Point { x: 2.0, y: x } != p) && x > 5.0 { 2.0 } else {
            match (Point { x: 2.0, y: x }) { Point { y, .. } if y < p.x => y, Point { x, y } => x * y }
        }
    }
    val steps(p: Point, n: u32) -> u32 {
        returns if (p == Point { x: 1.0, y: 2.0 }) { n } else {
            match (Point { x: 3.0, y: p.x }).y { x if x > 0.0 => 1 + steps(Point { x: x - 1.0, y: 2.0 }, n + 1), _ => 0 }
        }
    }
    val known(p: Point, n: u32) -> bool { returns p == Point { x: 1.0, y: 2.0 } || n > 0 && known(p, n - 1) }

    fn value(p: Point, x: f64) -> f64 impls at { eval(p, x) }
    fn count(p: Point, n: u32) -> u32 impls steps { eval(p, n) }
    fn is_known(p: Point, n: u32) -> bool impls known { eval(p, n) }
}

#[test]
fn records_are_compared_in_conditions() {
    let p = Point { x: 3.0, y: 1.0 };
    assert_eq!([3.0, 6.0, 4.0, 2.0].map(|x| value(p, x)), [1.0, 2.0, 8.0, 2.0]);
    assert_eq!((count(p, 0), count(Point { x: 0.0, y: 0.0 }, 0)), (4, 0));
    assert!(is_known(Point { x: 1.0, y: 2.0 }, 3) && !is_known(p, 3));
}

schedule! {
    // All there is has an arm, though none takes everything.
    val sides(a: bool, b: Option<bool>, c: (bool, u8)) -> u8 {
        returns match (a, b, c) {
            (true, Some(true) | None, (_, 3)) => 1,
            (true, Some(false), (true, _)) => 2,
            (true, _, (_, x)) => x,
            (false, Some(x), (y, _)) if x == y => 4,
            (false, Some(_) | Option::None, (true, _)) => 5,
            (false, Option::Some(_), (false, _)) => 6,
            (false, None, (false, _)) => 7,
        }
    }
    fn side(a: bool, b: Option<bool>, c: bool, d: u8) -> u8 impls with { eval(a, b, c, d) }
    val with(a: bool, b: Option<bool>, c: bool, d: u8) -> u8 { returns sides(a, b, (c, d)) }
}

#[test]
fn combinations_have_their_arms() {
    assert_eq!([(true, 3), (true, 8)].map(|(c, d)| side(true, None, c, d)), [1, 8]);
    assert_eq!(side(true, Some(false), true, 3), 2);
    assert_eq!([true, false].map(|c| side(false, Some(true), c, 0)), [4, 6]);
    assert_eq!([true, false].map(|c| side(false, None, c, 0)), [5, 7]);
}

const ROWS: usize = 2;

schedule! {
    space points;
    const K: usize = 3;
    const STARTS: [f64; K] = [1.0, 2.0, 3.0];

    // A constant of the block, or of Rust's, is the length of an array.
    val scaled(x: f64, by: [f64; K]) -> [f64; 3] { returns [x * by[k] + STARTS[k] for k in 0..K] }
    val flat(rows: [[f64; K]; ROWS]) -> f64 { returns sum(sum(row) for row in rows) }
    fn scale(x: f64, by: [f64; K]) -> [f64; K] impls scaled { eval(x, by) }
    fn scale_all(x: &Data<points, f64>, by: [f64; 3]) -> Data<points, [f64; K]> impls scaled { map(x) }
    fn flatten(rows: [[f64; K]; ROWS]) -> f64 impls flat { eval(rows) }
}

#[test]
fn constants_are_lengths() {
    assert_eq!(scale(2.0, [1.0, 0.0, 2.0]), [3.0, 2.0, 7.0]);
    space!(Points, guard);
    assert_eq!(scale_all(&guard.column(vec![2.0]), [1.0, 0.0, 2.0]).as_slice(), [[3.0, 2.0, 7.0]]);
    assert_eq!(flatten([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), 21.0);
}

/// Raw names, wherever there are names.
#[allow(non_upper_case_globals, reason = "a keyword is none")]
mod raw {
    use super::*;

    schedule! {
        space r#in: Batch<Math>;
        const r#const: f64 = 2.0;
        val r#type(n: Math) -> f64 { returns match n { Num(r#mod) => r#mod, Add(r#fn, r#if) => r#type[r#fn] + r#type[r#if], _ => r#const } }
        val r#match(n: Math) -> f64 { r#let :- r#type[n]; returns match n { Add(r#ref..) => r#let + sum(r#match[r#as] for r#as in r#ref), _ => r#let } }
        val r#use(n: Math) -> u32 default 0 join add { match n { _(r#ref..) => r#use[r#ref] <- 1 } }
        fn r#for(r#box: &Batch<r#in>) -> Data<r#in, f64> impls r#type { bottom_up(r#box) }
        fn r#loop(r#box: &Batch<r#in>) -> (Data<r#in, f64>, Data<r#in, f64>) impls r#type, r#match { bottom_up(r#box).fuse() }
        fn r#while(r#box: &Batch<r#in>) -> Data<r#in, u32> impls r#use { top_down(r#box) }
    }

    #[test]
    fn names() {
        space!(Exprs, guard);
        let mut b = Builder::<Exprs, MathLang>::new(guard);
        let [three, var] = [Math::Num(3.0), Math::Var(0)].map(|node| b.add(node));
        let sum = b.add(Math::Add(three, var));
        let b = b.freeze();
        assert_eq!(r#for(&b)[sum], 5.0);
        assert_eq!(r#loop(&b).1[sum], 10.0);
        assert_eq!(r#while(&b)[three], 1);
    }
}
