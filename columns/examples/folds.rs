//! The folds by themselves, of which `ci/asm.sh` reads the assembly: `cargo run -p polarnet-columns --example folds`.

use polarnet_columns::{Batch, Brand, Builder, Data, List, Mapping, Node, Plan, Rows, Space};
use std::array::from_fn;

/// Operators with payloads, children and lists.
#[derive(Node, Clone, Copy)]
enum Math<'b, I: polarnet_columns::Child> {
    X,
    Num(f64),
    Neg(I),
    Add(I, I),
    If(I, I, I),
    Sum(List<'b, I>),
}

#[inline(always)]
fn cost(node: Math<'_, &f64>) -> f64 {
    match node {
        Math::X | Math::Num(_) => 1.0,
        Math::Neg(a) => 1.5 + a,
        Math::Add(a, b) => 2.0 + (a + b),
        Math::If(test, then, other) => 4.0 + test + then.max(*other),
        Math::Sum(terms) => 1.0 + terms.iter().sum::<f64>(),
    }
}

/// The plain fold.
#[inline(never)]
fn asm_fold<S: Space>(batch: &Batch<S, MathLang>) -> Data<S, f64> {
    batch.fold(cost)
}

/// Two columns at once.
#[inline(never)]
fn asm_together<S: Space>(batch: &Batch<S, MathLang>) -> (Data<S, f64>, Data<S, u32>) {
    batch.fold_together(|node: Math<'_, (&f64, &u32)>| match node {
        Math::X | Math::Num(_) => (1.0, 1),
        Math::Neg((a, x)) => (1.5 + a, 1 + x),
        Math::Add((a, x), (b, y)) => (2.0 + (a + b), x + y),
        Math::If((test, x), (then, y), (other, z)) => (4.0 + test + then.max(*other), x + y + z),
        Math::Sum(terms) => terms.iter().fold((1.0, 0), |(cost, size), (a, x)| (cost + a, size + x)),
    })
}

/// Bottom-up by rows, which read children and their children.
#[inline(never)]
fn asm_fill_up<S: Space>(batch: &Batch<S, MathLang>) -> Data<S, u32> {
    batch.fill_up(|row| match row.node() {
        Math::Add(a, b) => match row.node_at(a) {
            Math::Neg(a) => row[a] + row[b],
            _ => row[a] + row[b] + 1,
        },
        _ => 1,
    })
}

/// Top-down.
#[inline(never)]
fn asm_fill_down<S: Space>(batch: &Batch<S, MathLang>) -> Data<S, u32> {
    batch.fill_down(
        0,
        |old, new| *old = new.max(*old),
        |mut row| {
            let depth = row.value() + 1;
            match row.node() {
                Math::Add(a, b) => {
                    row.join(a, depth);
                    row.join(b, depth);
                }
                Math::Neg(a) => row.join(a, depth),
                Math::Sum(terms) => terms.iter().for_each(|term| row.join(term, depth)),
                _ => {}
            }
        },
    )
}

/// By a plan.
#[inline(never)]
fn asm_planned<S: Space>(plan: &Plan<S, MathLang>) -> Data<S, f64> {
    plan.fold(cost)
}

/// At many points.
#[inline(never)]
fn asm_points<S: Space, P: Space, R: Space>(
    batch: &Batch<S, MathLang>,
    xs: &Data<P, f64>,
    roots: &Mapping<R, S>,
) -> Data<R, Data<P, f64>> {
    batch.fold_points(xs.rows(), roots, |node: Math<'_, &[f64; 8]>, lanes| match node {
        Math::X => lanes.of(xs),
        Math::Num(n) => [n; 8],
        Math::Neg(a) => a.map(|a| -a),
        Math::Add(a, b) => from_fn(|k| a[k] + b[k]),
        Math::If(test, then, other) => from_fn(|k| if test[k] > 0.0 { then[k] } else { other[k] }),
        Math::Sum(terms) => terms.iter().fold([0.0; 8], |sum, term| from_fn(|k| sum[k] + term[k])),
    })
}

/// What the script must find: a loop that does check.
#[inline(never)]
fn asm_checked(children: &[[u32; 2]]) -> Vec<f64> {
    let mut values = Vec::new();
    for &[a, b] in children {
        values.push(1.0 + values.get(a as usize).unwrap_or(&0.0) + if b == 0 { 0.0 } else { values[b as usize] });
    }
    values
}

fn main() {
    Brand::with(|guard| {
        let mut exprs = Builder::<_, MathLang>::new(guard);
        let x = exprs.add(Math::X);
        let mut rows = vec![x, exprs.add(Math::Num(2.0))];
        for n in 1..100 {
            let (a, b) = (rows[n], rows[n / 2]);
            rows.push(match n % 4 {
                0 => exprs.add(Math::Neg(a)),
                1 => exprs.add(Math::Add(a, b)),
                2 => exprs.add(Math::If(x, a, b)),
                _ => exprs.add(Math::Sum(List::new(&[a, b, x]))),
            });
        }
        let exprs = exprs.freeze();
        let costs = asm_fold(&exprs);
        assert_eq!(costs, asm_planned(&exprs.plan()));
        assert_eq!(costs, asm_together(&exprs).0);
        let last = exprs.indices().next_back().expect("there are rows");
        println!("cost {}, size {}", costs[last], asm_fill_up(&exprs)[last]);
        println!(
            "depth of x {}, checked {:?}",
            asm_fill_down(&exprs)[x],
            asm_checked(std::hint::black_box(&[[0, 0], [0, 0]]))
        );
        Brand::with(|points| {
            Brand::with(|roots| {
                let points: Rows<_> = points.rows(10);
                let values = asm_points(&exprs, &points.data(|at| f64::from(at.raw())), &roots.column(vec![last]));
                println!("{values:?}");
            });
        });
    });
}
