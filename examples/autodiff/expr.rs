//! Expressions in a batch, and their derivatives in both modes, as passes.

use polarnet::columns::{Batch, Builder, Data, Idx, Node, Rows, Space, ops::Add, with_acc};

/// Real expressions over variables, which are the rows of the space `V`.
#[derive(Node, Clone, Copy, Debug)]
pub enum Math<V: Space, I> {
    Num(f64),
    Var(Idx<V>),
    Exp(I),
    Ln(I),
    Sqrt(I),
    Sin(I),
    Cos(I),
    Max(I, I),
    Add(I, I),
    Sub(I, I),
    Mul(I, I),
    Div(I, I),
}

/// The value of a node from those of its children.
pub fn value<V: Space>(vars: &Data<V, f64>, node: Math<V, &f64>) -> f64 {
    match node {
        Math::Num(n) => n,
        Math::Var(v) => vars[v],
        Math::Exp(a) => a.exp(),
        Math::Ln(a) => a.ln(),
        Math::Sqrt(a) => a.sqrt(),
        Math::Sin(a) => a.sin(),
        Math::Cos(a) => a.cos(),
        Math::Max(a, b) => a.max(*b),
        Math::Add(a, b) => a + b,
        Math::Sub(a, b) => a - b,
        Math::Mul(a, b) => a * b,
        Math::Div(a, b) => a / b,
    }
}

/// The derivatives of a node by its children, from their values and its own.
fn partials<V: Space>(node: Math<V, f64>, own: f64) -> [f64; 2] {
    match node {
        Math::Num(_) | Math::Var(_) => [0.0, 0.0],
        Math::Exp(_) => [own, 0.0],
        Math::Ln(a) => [1.0 / a, 0.0],
        Math::Sqrt(_) => [0.5 / own, 0.0],
        Math::Sin(a) => [a.cos(), 0.0],
        Math::Cos(a) => [-a.sin(), 0.0],
        Math::Max(a, b) => {
            if a >= b {
                [1.0, 0.0]
            } else {
                [0.0, 1.0]
            }
        }
        Math::Add(..) => [1.0, 1.0],
        Math::Sub(..) => [1.0, -1.0],
        Math::Mul(a, b) => [b, a],
        Math::Div(a, b) => [1.0 / b, -a / (b * b)],
    }
}

/// Reverse mode: cotangents go top-down, each row's into its children; and those of the leaves into the variables, by an
/// accumulator, as a variable may be read anywhere. One pass gives the whole gradient.
pub fn reverse<S: Space, V: Space>(
    batch: &Batch<S, MathLang<V>>,
    value: &Data<S, f64>,
    root: Idx<S>,
    vars: Rows<V>,
) -> Data<V, f64> {
    let seed = |row| if row == root { 1.0 } else { 0.0 };
    let cotangent = batch.fill_down(
        0.0,
        |sum, more| *sum += more,
        |mut row| {
            let cotangent = row.value() + seed(row.idx());
            let node = row.node();
            let [left, right] = partials(node.map(|child| value[child]), value[row.idx()]);
            match node {
                Math::Num(_) | Math::Var(_) => {}
                Math::Exp(a) | Math::Ln(a) | Math::Sqrt(a) | Math::Sin(a) | Math::Cos(a) => {
                    row.join(a, left * cotangent)
                }
                Math::Max(a, b) | Math::Add(a, b) | Math::Sub(a, b) | Math::Mul(a, b) | Math::Div(a, b) => {
                    row.join(a, left * cotangent);
                    row.join(b, right * cotangent);
                }
            }
        },
    );
    with_acc(Add, vars.fill(0.0), |acc| {
        batch.indices().fold(acc, |acc, row| match batch.node(row) {
            Math::Var(v) => acc.update(v, cotangent[row] + seed(row)),
            _ => acc,
        })
    })
}

/// A number and its derivative in some direction.
#[derive(Clone, Copy)]
pub struct Dual {
    value: f64,
    tangent: f64,
}

/// Forward mode: the derivative by one variable, bottom-up in dual numbers.
pub fn forward<S: Space, V: Space>(
    batch: &Batch<S, MathLang<V>>,
    vars: &Data<V, f64>,
    root: Idx<S>,
    by: Idx<V>,
) -> f64 {
    let duals = batch.fold(|node: Math<V, &Dual>| {
        let values = node.map(|child| child.value);
        let own = value(vars, node.map(|child| &child.value));
        let [left, right] = partials(values, own);
        let tangent = match node {
            Math::Num(_) => 0.0,
            Math::Var(v) => f64::from(v == by),
            Math::Exp(a) | Math::Ln(a) | Math::Sqrt(a) | Math::Sin(a) | Math::Cos(a) => left * a.tangent,
            Math::Max(a, b) | Math::Add(a, b) | Math::Sub(a, b) | Math::Mul(a, b) | Math::Div(a, b) => {
                left * a.tangent + right * b.tangent
            }
        };
        Dual { value: own, tangent }
    });
    duals[root].tangent
}

/// The expressions of the first part, with their names. `x`, `y` and `z` are the variables.
pub fn examples<S: Space, V: Space>(
    e: &mut Builder<S, MathLang<V>>,
    [x, y, z]: [Idx<V>; 3],
) -> Vec<(&'static str, Idx<S>)> {
    let [x, y, z] = [x, y, z].map(|v| e.add(Math::Var(v)));
    let [one, two, hundred] = [1.0, 2.0, 100.0].map(|n| e.add(Math::Num(n)));
    let xy = e.add(Math::Mul(x, y));
    let sine = e.add(Math::Sin(x));
    let product = e.add(Math::Add(xy, sine));

    // 100 (y - x²)² + (1 - x)²
    let square = e.add(Math::Mul(x, x));
    let off = e.add(Math::Sub(y, square));
    let off = e.add(Math::Mul(off, off));
    let off = e.add(Math::Mul(hundred, off));
    let left = e.add(Math::Sub(one, x));
    let left = e.add(Math::Mul(left, left));
    let rosenbrock = e.add(Math::Add(off, left));

    // ln(exp x + exp y + exp z), with the largest taken out
    let most = e.add(Math::Max(x, y));
    let most = e.add(Math::Max(most, z));
    let [a, b, c] = [x, y, z].map(|v| {
        let below = e.add(Math::Sub(v, most));
        e.add(Math::Exp(below))
    });
    let sum = e.add(Math::Add(a, b));
    let sum = e.add(Math::Add(sum, c));
    let sum = e.add(Math::Ln(sum));
    let softmax = e.add(Math::Add(sum, most));

    // (-y + sqrt(y² - 4xz)) / 2x
    let discriminant = e.add(Math::Mul(y, y));
    let xz = e.add(Math::Mul(x, z));
    let four = e.add(Math::Mul(two, two));
    let xz = e.add(Math::Mul(four, xz));
    let discriminant = e.add(Math::Sub(discriminant, xz));
    let discriminant = e.add(Math::Sqrt(discriminant));
    let over = e.add(Math::Sub(discriminant, y));
    let under = e.add(Math::Mul(two, x));
    let quadratic = e.add(Math::Div(over, under));

    // 40 rows, each used twice: 2^40 paths
    let doubled = (0..40).fold(x, |sum, _| e.add(Math::Add(sum, sum)));
    vec![
        ("x y + sin x", product),
        ("Rosenbrock's valley", rosenbrock),
        ("ln(exp x + exp y + exp z)", softmax),
        ("a root of x r^2 + y r + z", quadratic),
        ("x doubled 40 times", doubled),
    ]
}
