//! The first terms of Taylor series: three batches that grow in lockstep.
//!
//! `cargo run --release --example schedule_taylor`
//!
//! Each expression becomes its series around `x = 0`: four expressions, its coefficients. They are made of the coefficients
//! of its parts, which takes many sums and products, most of them with a zero. So the pass makes a node, adds it to a batch,
//! simplifies it, tests whether it came to zero, and decides by that which nodes it makes next. Herbie's series are computed
//! like this; Pavel Panchekha's "Scheduling Batch Computations" has it as the example of a schedule that is hard to get right
//! by hand: three batches, `input`, `made` and `small`, and the columns between them, each as long as what is there already.
//!
//! Here `taylor` is a val of each input row, with four rows of `made` for a value; `simplify` is a val of the rows of `made`.
//! `is_zero(x)` reads `simplify[x]`, and that it is computed by then, for rows that were made just now too, is up to
//! `schedule!`. `plus` and `times` are functions of rows that make nodes; they call `is_zero`, and each other.
//!
//! A quotient loses terms: for `sin(x) / x`, both lose their leading zero, so the fourth coefficient of the result depends on
//! fifth ones, which nobody has. It is `Unknown`; so are all of `1 / x`, which has no such series.

use polarnet::{
    columns::{Batch, Builder, Idx, Mapping, Node, Space, space},
    schedule,
};

#[derive(Node, Clone, Copy, Debug, PartialEq)]
enum Math<I> {
    /// What four terms do not tell.
    Unknown,
    Num(f64),
    /// 0 is the variable of the series.
    Var(u32),
    Neg(I),
    Add(I, I),
    Mul(I, I),
    Div(I, I),
    Exp(I),
    Log(I),
    Sin(I),
    Cos(I),
}

schedule! {
    space input: Batch<Math>;
    space made: Batch<Math>;
    space small: Batch<Math>;

    val simplify(n: made) -> Idx<small> {
        returns match n {
            Neg(x) => match simplify[x] { Num(a) => Num(-a), Neg(y) => y, Unknown => Unknown, _ => n },
            Add(x, y) => match (simplify[x], simplify[y]) {
                (Unknown, _) | (_, Unknown) => Unknown,
                (Num(a), Num(b)) => Num(a + b),
                (Num(a), _) if a == 0.0 => simplify[y],
                (_, Num(b)) if b == 0.0 => simplify[x],
                (_, Neg(b)) if b == simplify[x] => Num(0.0),
                _ => n,
            },
            Mul(x, y) => match (simplify[x], simplify[y]) {
                (Num(a), Num(b)) => Num(a * b),
                // Nothing times what is unknown is nothing.
                (Num(a), _) | (_, Num(a)) if a == 0.0 => Num(0.0),
                (Unknown, _) | (_, Unknown) => Unknown,
                (Num(a), _) if a == 1.0 => simplify[y],
                (_, Num(b)) if b == 1.0 => simplify[x],
                _ => n,
            },
            Div(x, y) => match (simplify[x], simplify[y]) {
                (Unknown, _) | (_, Unknown) => Unknown,
                (Num(a), Num(b)) => Num(a / b),
                (Num(a), _) if a == 0.0 => Num(0.0),
                (_, Num(b)) if b == 1.0 => simplify[x],
                _ => if simplify[x] == simplify[y] { Num(1.0) } else { n },
            },
            Exp(x) => match simplify[x] { Num(a) => Num(exp(a)), Unknown => Unknown, _ => n },
            Log(x) => match simplify[x] { Num(a) => Num(ln(a)), Unknown => Unknown, _ => n },
            Sin(x) => match simplify[x] { Num(a) => Num(sin(a)), Unknown => Unknown, _ => n },
            Cos(x) => match simplify[x] { Num(a) => Num(cos(a)), Unknown => Unknown, _ => n },
            _ => n,
        }
    }

    val is_zero(x: Idx<made>) -> bool { returns match simplify[x] { Num(a) => a == 0.0, _ => false } }

    // Arithmetic that makes no node for what comes to zero.
    val plus(x: Idx<made>, y: Idx<made>) -> Idx<made> {
        returns if is_zero(x) { y } else if is_zero(y) { x } else { Add(x, y) }
    }
    val minus(x: Idx<made>) -> Idx<made> { returns if is_zero(x) { x } else { Neg(x) } }
    val times(x: Idx<made>, y: Idx<made>) -> Idx<made> {
        returns if is_zero(x) || is_zero(y) { Num(0.0) } else { Mul(x, y) }
    }
    val over(x: Idx<made>, y: Idx<made>) -> Idx<made> { returns if is_zero(x) { x } else { Div(x, y) } }

    // The coefficient of x^k in a product: the sum of a[i] b[k - i], from this i on.
    val product_of(a: [Idx<made>; 4], b: [Idx<made>; 4], k: usize, i: usize) -> Idx<made> {
        returns if i > k { Num(0.0) } else { plus(times(a[i], b[k - i]), product_of(a, b, k, i + 1)) }
    }

    // In a quotient c = a / b: a[k] is the sum of c[i] b[k - i], of which all but c[k] is known.
    val quotient_of(a: [Idx<made>; 4], b: [Idx<made>; 4], k: usize) -> Idx<made> {
        returns over(plus(a[k], minus(known_part(a, b, k, 0))), b[0])
    }
    val known_part(a: [Idx<made>; 4], b: [Idx<made>; 4], k: usize, i: usize) -> Idx<made> {
        returns if i == k { Num(0.0) } else { plus(times(quotient_of(a, b, i), b[k - i]), known_part(a, b, k, i + 1)) }
    }
    // Zeros that both begin with go; what is left of a divisor's is a pole.
    val divided(a: [Idx<made>; 4], b: [Idx<made>; 4]) -> [Idx<made>; 4] {
        returns if !is_zero(b[0]) {
            [quotient_of(a, b, k) for k in 0..4]
        } else if is_zero(a[0]) {
            divided(without_first(a), without_first(b))
        } else {
            [Unknown for k in 0..4]
        }
    }
    val without_first(a: [Idx<made>; 4]) -> [Idx<made>; 4] {
        returns [if k < 3 { a[k + 1] } else { Unknown } for k in 0..4]
    }

    // e = exp a: as e' = a' e, k e[k] is the sum of i a[i] e[k - i].
    val exp_of(a: [Idx<made>; 4], k: usize) -> Idx<made> {
        returns if k == 0 { Exp(a[0]) } else { over(exp_sum(a, k, 1), Num(k as f64)) }
    }
    val exp_sum(a: [Idx<made>; 4], k: usize, i: usize) -> Idx<made> {
        returns if i > k { Num(0.0) } else {
            plus(times(times(Num(i as f64), a[i]), exp_of(a, k - i)), exp_sum(a, k, i + 1))
        }
    }
    // l = log a: as a l' = a', in the same way.
    val log_of(a: [Idx<made>; 4], k: usize) -> Idx<made> {
        returns if k == 0 { Log(a[0]) } else { over(plus(a[k], minus(over(log_sum(a, k, 1), Num(k as f64)))), a[0]) }
    }
    val log_sum(a: [Idx<made>; 4], k: usize, i: usize) -> Idx<made> {
        returns if i == k { Num(0.0) } else {
            plus(times(times(Num(i as f64), log_of(a, i)), a[k - i]), log_sum(a, k, i + 1))
        }
    }
    // Sine and cosine: sin' a = a' cos a, cos' a = -a' sin a.
    val wave(a: [Idx<made>; 4], k: usize, cosine: bool) -> Idx<made> {
        returns if k == 0 {
            if cosine { Cos(a[0]) } else { Sin(a[0]) }
        } else {
            sum :- over(wave_sum(a, k, 1, !cosine), Num(k as f64));
            if cosine { minus(sum) } else { sum }
        }
    }
    val wave_sum(a: [Idx<made>; 4], k: usize, i: usize, cosine: bool) -> Idx<made> {
        returns if i > k { Num(0.0) } else {
            plus(times(times(Num(i as f64), a[i]), wave(a, k - i, cosine)), wave_sum(a, k, i + 1, cosine))
        }
    }

    val taylor(n: input) -> [Idx<made>; 4] {
        returns match n {
            Unknown => [Unknown for k in 0..4],
            Num(a) => [Num(a), Num(0.0), Num(0.0), Num(0.0)],
            Var(0) => [Num(0.0), Num(1.0), Num(0.0), Num(0.0)],
            Var(i) => [Var(i), Num(0.0), Num(0.0), Num(0.0)],
            Neg(x) => [minus(taylor[x][k]) for k in 0..4],
            Add(x, y) => [plus(taylor[x][k], taylor[y][k]) for k in 0..4],
            Mul(x, y) => [product_of(taylor[x], taylor[y], k, 0) for k in 0..4],
            Div(x, y) => divided(taylor[x], taylor[y]),
            Exp(x) => [exp_of(taylor[x], k) for k in 0..4],
            Log(x) => [log_of(taylor[x], k) for k in 0..4],
            Sin(x) => [wave(taylor[x], k, false) for k in 0..4],
            Cos(x) => [wave(taylor[x], k, true) for k in 0..4],
        }
    }

    fn series(b: &Batch<input>, made: Guard<made>, small: Guard<small>)
        -> ((Batch<made>, Data<input, [Idx<made>; 4]>), (Batch<small>, Mapping<made, small>)) impls taylor, simplify {
        bottom_up(b).dedup()
    }
}

/// What the examples and the tests are about: a name, and how to build it.
struct Build<S: Space> {
    b: Builder<S, MathLang>,
    x: Idx<S>,
    y: Idx<S>,
    one: Idx<S>,
}

impl<S: Space> Build<S> {
    fn new(mut b: Builder<S, MathLang>) -> Self {
        let (x, y, one) = (b.add(Math::Var(0)), b.add(Math::Var(1)), b.add(Math::Num(1.0)));
        Build { b, x, y, one }
    }

    fn add(&mut self, node: Math<Idx<S>>) -> Idx<S> {
        self.b.add(node)
    }

    fn minus(&mut self, a: Idx<S>, b: Idx<S>) -> Idx<S> {
        let negative = self.add(Math::Neg(b));
        self.add(Math::Add(a, negative))
    }

    /// Some functions, by name.
    fn known(&mut self) -> Vec<(&'static str, Idx<S>)> {
        let (x, y, one) = (self.x, self.y, self.one);
        let (exp, sin, cos) = (self.add(Math::Exp(x)), self.add(Math::Sin(x)), self.add(Math::Cos(x)));
        let (one_less, one_more) = (self.minus(one, x), self.add(Math::Add(one, x)));
        let (exp_less, cos_less) = (self.minus(exp, one), self.minus(one, cos));
        let square = self.add(Math::Mul(x, x));
        let shifted = self.add(Math::Add(x, y));
        vec![
            ("exp x", exp),
            ("sin x", sin),
            ("cos x", cos),
            ("1 / (1 - x)", self.add(Math::Div(one, one_less))),
            ("log (1 + x)", self.add(Math::Log(one_more))),
            ("exp x sin x", self.add(Math::Mul(exp, sin))),
            ("tan x", self.add(Math::Div(sin, cos))),
            ("sin x / x", self.add(Math::Div(sin, x))),
            ("(exp x - 1) / x", self.add(Math::Div(exp_less, x))),
            ("(1 - cos x) / x²", self.add(Math::Div(cos_less, square))),
            ("1 / x", self.add(Math::Div(one, x))),
            ("exp (x + y)", self.add(Math::Exp(shifted))),
        ]
    }
}

/// A coefficient, as text.
fn show<S: Space>(batch: &Batch<S, MathLang>, row: Idx<S>) -> String {
    match batch.node(row) {
        Math::Num(a) => format!("{a:.4}"),
        Math::Unknown => "?".to_owned(),
        _ => batch.show(&[row]).to_string(),
    }
}

fn main() {
    space!(Input, guard);
    let mut build = Build::<Input>::new(Builder::new(guard));
    let known = build.known();
    let input = build.b.freeze();
    space!(Made, made);
    space!(Small, small);
    let ((made, taylor), (small, to)) = series(&input, made, small);
    let to: Mapping<Made, Small> = to;
    for (name, row) in known {
        let terms = taylor[row].map(|term| show(&small, to[term]));
        println!("{name:18} {}", terms.join("  "));
    }
    println!("{} rows: {} nodes made, {} when simplified", input.len(), made.len(), small.len());
}

#[cfg(test)]
mod tests;
