//! Folds beside what one would write without columns: `cargo bench -p benches --bench kernels`.
//!
//! The hand-written fold is over an array of enums, its indices unchecked; then there are egg's `RecExpr`, and a tree of
//! boxes, allocated in the order in which they are visited, which is the best that boxes can have, and in any order, as they are after
//! rewriting. Batches have 2²⁰ rows: a tree in post-order, of which the children are near, and a graph whose children are
//! anywhere below. Each program runs in a loop of its own.

use divan::{Bencher, counter::ItemsCount};
use polarnet::columns::{Batch, Brand, Builder, Data, Guard, Idx, Node, Plan, Space};
use std::array::from_fn;

fn main() {
    divan::main();
}

#[derive(Node, Clone, Copy)]
enum Math<I> {
    Num(i32),
    Neg(I),
    Exp(I),
    Log(I),
    Add(I, I),
    Mul(I, I),
    If(I, I, I),
}

egg::define_language! {
    /// The same for egg.
    enum Egg {
        Num(i32),
        "neg" = Neg([egg::Id; 1]),
        "exp" = Exp([egg::Id; 1]),
        "log" = Log([egg::Id; 1]),
        "+" = Add([egg::Id; 2]),
        "*" = Mul([egg::Id; 2]),
        "if" = If([egg::Id; 3]),
    }
}

#[derive(Clone, Copy, Debug)]
enum Shape {
    Tree,
    Graph,
}

const SHAPES: [Shape; 2] = [Shape::Tree, Shape::Graph];
const ROWS: usize = 1 << 20;

/// A generator of numbers below a bound (xorshift, Marsaglia 2003).
fn random() -> impl FnMut(u64) -> u64 {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    }
}

/// Nodes with rows as children, those of a row below it.
fn nodes(shape: Shape, rows: usize) -> Vec<Math<u32>> {
    let mut random = random();
    let (mut nodes, mut stack) = (Vec::with_capacity(rows), Vec::new());
    for row in 0..rows as u32 {
        let kind = random(100);
        let there = match shape {
            Shape::Tree => stack.len(),
            Shape::Graph => row as usize,
        };
        let mut child = || match shape {
            Shape::Tree => stack.pop().expect("three are there"),
            Shape::Graph => random(row.into()) as u32,
        };
        nodes.push(match kind {
            _ if there < 3 => Math::Num(row as i32),
            0..38 => Math::Num(row as i32),
            38..46 => Math::Neg(child()),
            46..50 => Math::Exp(child()),
            50..54 => Math::Log(child()),
            54..76 => Math::Add(child(), child()),
            76..97 => Math::Mul(child(), child()),
            _ => Math::If(child(), child(), child()),
        });
        stack.push(row);
    }
    nodes
}

fn batch<S: Space>(guard: Guard<S>, nodes: &[Math<u32>]) -> Batch<S, MathLang> {
    let mut builder = Builder::with_capacity(guard, nodes.len());
    let mut rows: Vec<Idx<S>> = Vec::with_capacity(nodes.len());
    for node in nodes {
        rows.push(builder.push(node.map(|child| rows[child as usize])));
    }
    builder.freeze()
}

/// The step: the cost of an expression, as Herbie reckons it.
#[inline(always)]
fn cost(node: Math<&f32>) -> f32 {
    match node {
        Math::Num(_) => 1.0,
        Math::Neg(a) => 1.5 + a,
        Math::Exp(a) => 40.0 + a,
        Math::Log(a) => 41.0 + a,
        Math::Add(a, b) => 2.0 + (a + b),
        Math::Mul(a, b) => 3.0 + (a + b),
        Math::If(test, then, other) => 4.0 + test + then.max(*other),
    }
}

#[divan::bench(args = SHAPES)]
fn by_hand(bencher: Bencher<'_, '_>, shape: Shape) {
    #[inline(never)]
    fn fold(nodes: &[Math<u32>]) -> Vec<f32> {
        let mut costs: Vec<f32> = Vec::with_capacity(nodes.len());
        let base = costs.as_mut_ptr();
        for (row, node) in nodes.iter().enumerate() {
            // SAFETY: `nodes` made children of rows below, which are written; there is room for this one.
            unsafe { base.add(row).write(cost(node.map(|child| &*base.add(child as usize)))) };
        }
        // SAFETY: all were written.
        unsafe { costs.set_len(nodes.len()) };
        costs
    }
    let nodes = nodes(shape, ROWS);
    bencher.counter(ItemsCount::new(ROWS)).bench(|| fold(&nodes));
}

#[divan::bench(args = SHAPES)]
fn egg_rec_expr(bencher: Bencher<'_, '_>, shape: Shape) {
    #[inline(never)]
    fn fold(expr: &egg::RecExpr<Egg>) -> Vec<f32> {
        let mut costs: Vec<f32> = Vec::with_capacity(expr.len());
        for node in expr {
            let at = |id: &egg::Id| &costs[usize::from(*id)];
            costs.push(cost(match node {
                Egg::Num(n) => Math::Num(*n),
                Egg::Neg([a]) => Math::Neg(at(a)),
                Egg::Exp([a]) => Math::Exp(at(a)),
                Egg::Log([a]) => Math::Log(at(a)),
                Egg::Add([a, b]) => Math::Add(at(a), at(b)),
                Egg::Mul([a, b]) => Math::Mul(at(a), at(b)),
                Egg::If([a, b, c]) => Math::If(at(a), at(b), at(c)),
            }));
        }
        costs
    }
    let nodes = nodes(shape, ROWS).into_iter().map(|node| match node.map(|child| egg::Id::from(child as usize)) {
        Math::Num(n) => Egg::Num(n),
        Math::Neg(a) => Egg::Neg([a]),
        Math::Exp(a) => Egg::Exp([a]),
        Math::Log(a) => Egg::Log([a]),
        Math::Add(a, b) => Egg::Add([a, b]),
        Math::Mul(a, b) => Egg::Mul([a, b]),
        Math::If(a, b, c) => Egg::If([a, b, c]),
    });
    let expr = nodes.collect::<Vec<_>>().into();
    bencher.counter(ItemsCount::new(ROWS)).bench_local(|| fold(&expr));
}

/// How a tree's boxes lie in memory.
#[derive(Clone, Copy, Debug)]
enum Boxes {
    AsVisited,
    Anywhere,
}

struct Tree(Math<Box<Tree>>);

impl Tree {
    fn cost(&self) -> f32 {
        let Tree(node) = self;
        match node {
            Math::Num(n) => cost(Math::Num(*n)),
            Math::Neg(a) => cost(Math::Neg(&a.cost())),
            Math::Exp(a) => cost(Math::Exp(&a.cost())),
            Math::Log(a) => cost(Math::Log(&a.cost())),
            Math::Add(a, b) => cost(Math::Add(&a.cost(), &b.cost())),
            Math::Mul(a, b) => cost(Math::Mul(&a.cost(), &b.cost())),
            Math::If(a, b, c) => cost(Math::If(&a.cost(), &b.cost(), &c.cost())),
        }
    }
}

#[divan::bench(args = [Boxes::AsVisited, Boxes::Anywhere])]
fn boxed_trees(bencher: Bencher<'_, '_>, boxes: Boxes) {
    let nodes = nodes(Shape::Tree, ROWS);
    let mut places: Vec<_> = nodes.iter().map(|_| Box::new(Tree(Math::Num(0)))).collect();
    if let Boxes::Anywhere = boxes {
        let mut random = random();
        for last in (1..places.len()).rev() {
            places.swap(last, random(last as u64 + 1) as usize);
        }
    }
    let mut trees: Vec<Option<Box<Tree>>> = Vec::with_capacity(nodes.len());
    for (node, mut tree) in nodes.iter().zip(places) {
        *tree = Tree(node.map(|child| trees[child as usize].take().expect("a tree's rows have one parent")));
        trees.push(Some(tree));
    }
    let roots: Vec<_> = trees.into_iter().flatten().collect();
    bencher.counter(ItemsCount::new(ROWS)).bench_local(|| roots.iter().map(|root| root.cost()).sum::<f32>());
}

#[divan::bench(args = SHAPES)]
fn fold(bencher: Bencher<'_, '_>, shape: Shape) {
    #[inline(never)]
    fn fold<S: Space>(batch: &Batch<S, MathLang>) -> Data<S, f32> {
        batch.fold(cost)
    }
    Brand::with(|guard| {
        let batch = batch(guard, &nodes(shape, ROWS));
        bencher.counter(ItemsCount::new(ROWS)).bench_local(|| fold(&batch));
    });
}

#[divan::bench(args = SHAPES)]
fn planned(bencher: Bencher<'_, '_>, shape: Shape) {
    #[inline(never)]
    fn fold<S: Space>(plan: &Plan<S, MathLang>) -> Data<S, f32> {
        plan.fold(cost)
    }
    Brand::with(|guard| {
        let plan = batch(guard, &nodes(shape, ROWS)).plan();
        bencher.counter(ItemsCount::new(ROWS)).bench_local(|| fold(&plan));
    });
}

#[divan::bench(args = SHAPES)]
fn plan(bencher: Bencher<'_, '_>, shape: Shape) {
    Brand::with(|guard| {
        let batch = batch(guard, &nodes(shape, ROWS));
        bencher.counter(ItemsCount::new(ROWS)).bench_local(|| batch.plan());
    });
}

/// Many points: so many, at the last row of a batch.
const POINTS: usize = 1024;
/// A batch whose values at 16 points stay in the cache, and one whose values do not.
const SIZES: [usize; 2] = [500, 1 << 15];

/// The step at a point: arithmetic only, as calls of `exp` would take the time.
#[inline(always)]
fn value<const N: usize>(node: Math<&[f64; N]>, xs: [f64; N]) -> [f64; N] {
    match node {
        Math::Num(n) if n % 2 == 0 => xs,
        Math::Num(n) => [f64::from(n); N],
        Math::Neg(a) => a.map(|a| -a),
        Math::Exp(a) => a.map(|a| 1.0 + a * (1.0 + a * 0.5)),
        Math::Log(a) => a.map(|a| a - a * a * 0.5),
        Math::Add(a, b) => from_fn(|k| a[k] + b[k]),
        Math::Mul(a, b) => from_fn(|k| a[k] * b[k]),
        Math::If(test, then, other) => from_fn(|k| if test[k] > 0.0 { then[k] } else { other[k] }),
    }
}

fn xs<P: Space>(guard: Guard<P>) -> Data<P, f64> {
    guard.column((0..POINTS).map(|n| n as f64 / POINTS as f64).collect())
}

#[divan::bench(args = SIZES)]
fn a_fold_a_point(bencher: Bencher<'_, '_>, rows: usize) {
    #[inline(never)]
    fn all<S: Space, P: Space>(batch: &Batch<S, MathLang>, xs: &Data<P, f64>, root: Idx<S>) -> Data<P, f64> {
        xs.map(|&x| batch.fold(|node: Math<&[f64; 1]>| value(node, [x]))[root][0])
    }
    Brand::with(|guard| {
        Brand::with(|points| {
            let (batch, xs) = (batch(guard, &nodes(Shape::Tree, rows)), xs(points));
            let root = batch.indices().next_back().expect("there are rows");
            bencher.counter(ItemsCount::new(rows * POINTS)).bench_local(|| all(&batch, &xs, root));
        });
    });
}

#[divan::bench(args = SIZES, consts = [4, 8, 16, 32])]
fn fold_points<const N: usize>(bencher: Bencher<'_, '_>, rows: usize) {
    Brand::with(|guard| {
        Brand::with(|points| {
            Brand::with(|roots| {
                let (batch, xs) = (batch(guard, &nodes(Shape::Tree, rows)), xs(points));
                let roots = roots.column(batch.indices().next_back().into_iter().collect());
                bencher.counter(ItemsCount::new(rows * POINTS)).bench_local(|| {
                    batch.fold_points(xs.rows(), &roots, |node: Math<&[f64; N]>, lanes| value(node, lanes.of(&xs)))
                });
            });
        });
    });
}

#[divan::bench(args = SIZES, consts = [4, 8, 16, 32])]
fn planned_points<const N: usize>(bencher: Bencher<'_, '_>, rows: usize) {
    Brand::with(|guard| {
        Brand::with(|points| {
            Brand::with(|roots| {
                let (batch, xs) = (batch(guard, &nodes(Shape::Tree, rows)), xs(points));
                let roots = roots.column(batch.indices().next_back().into_iter().collect());
                let plan = batch.plan();
                bencher.counter(ItemsCount::new(rows * POINTS)).bench_local(|| {
                    plan.fold_points(xs.rows(), &roots, |node: Math<&[f64; N]>, lanes| value(node, lanes.of(&xs)))
                });
            });
        });
    });
}
