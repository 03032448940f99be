//! `schedule!`: `vjp` and `jvp` of vals, against each other and against finite differences.

use polarnet::{
    columns::{Data, Idx, Mapping, Space, space},
    schedule,
};
use proptest::prelude::*;

/// Relative to the larger one, or absolute where both are small.
fn close(a: f64, b: f64, bound: f64) -> bool {
    (a - b).abs() <= bound * a.abs().max(b.abs()).max(1.0)
}

schedule! {
    const HALF: f64 = 0.5;
    val square(x: f64) -> f64 { returns x * x }
    val norm(x: f64, y: f64) -> f64 { returns sqrt(square(x) + square(y)) }
    val many(x: f64, y: f64, n: i32) -> f64 {
        a :- exp(HALF * x) - ln(y);
        b :- if x < y { sin(a) * cos(x) } else { tanh(a) / y };
        c, d :- (atan2(a, b), hypot(a, y));
        returns match n {
            0 => norm(c, d),
            1 | 2 => pow(y, b) + powi(x, n + 2) - abs(a),
            k if k < 0 => max(a, min(b, clamp(x, -0.5, 0.5))),
            _ => mul_add(a, b, -cbrt(y)) + x % y + asinh(x) + exp2(b) + exp_m1(b) + floor(x) * log2(y),
        }
    }
    fn value(x: f64, y: f64, n: i32) -> f64 impls many { eval(x, y, n) }
    fn reverse(x: f64, y: f64, n: i32) -> (f64, (f64, f64)) impls vjp(many) { eval(x, y, n) }
    fn by_y(x: f64, y: f64, n: i32) -> (f64, f64) impls vjp(many, y) { eval(x, y, n) }
    fn twice(x: f64, y: f64, n: i32, seed: f64) -> (f64, (f64, f64)) impls vjp(many) { eval(x, y, n) }
    fn forward(x: f64, y: f64, n: i32, dx: f64, dy: f64) -> (f64, f64) impls jvp(many) { eval(x, y, n) }
}

proptest! {
    #[test]
    fn derivatives_of_numbers(x in -2.0..2.0, y in 0.1..3.0, n in -1..4) {
        let f = |x: f64, y: f64| value(x, y, n);
        let (value, (by_x, by_y_too)) = reverse(x, y, n);
        prop_assert_eq!(value.to_bits(), f(x, y).to_bits());
        prop_assert_eq!(by_y(x, y, n), (value, by_y_too));
        prop_assert_eq!(twice(x, y, n, 2.0), (value, (2.0 * by_x, 2.0 * by_y_too)));
        let (also, tangent) = forward(x, y, n, 0.75, -1.5);
        prop_assert_eq!(also.to_bits(), value.to_bits());
        prop_assert!(close(tangent, 0.75 * by_x - 1.5 * by_y_too, 1e-12), "{tangent} {by_x} {by_y_too}");
        // Away from where another branch is taken.
        let edges = [x - y, x.abs() - 0.5, x.floor() - x, x.ceil() - x, (0.5 * x).exp() - y.ln(), x % y, y - (x % y).abs()];
        if edges.iter().all(|edge| edge.abs() > 1e-4) && n != -1 {
            let step = 1e-6;
            let (dx, dy) = ((f(x + step, y) - f(x - step, y)) / (2.0 * step), (f(x, y + step) - f(x, y - step)) / (2.0 * step));
            prop_assert!(close(dx, by_x, 1e-4), "{dx} {by_x}");
            prop_assert!(close(dy, by_y_too, 1e-4), "{dy} {by_y_too}");
        }
    }
}

schedule! {
    space outer;
    space inner;
    space links;
    const PAIR: u32 = 2;

    val log_sum_exp(terms: Data<outer, f64>) -> f64 {
        most :- max(terms);
        returns most + ln(sum(exp(t - most) for t in terms))
    }
    val row(k: Idx<outer>, a: Data<outer, f64>, m: Data<outer, Data<inner, f64>>, inners: Rows<inner>, l: Data<links, f64>,
        from: Mapping<links, inner>, to: Mapping<links, inner>) -> f64 {
        x :- [m[k][i] * a[k] for i in inner];
        q :- [exp(x[i]) + sum(l[e] * x[from[e]] for e in links if to[e] == i) for i in inner];
        returns a[k] - 0.5 * sum(q[i] * q[i] for i in inner) + min(q) + sum(sin(x[i]) for i in inner if i != from[first(from)])
    }
    extern(cpu) pure first(Mapping<links, inner>) -> Idx<links>;
    val all(a: Data<outer, f64>, m: Data<outer, Data<inner, f64>>, inners: Rows<inner>, l: Data<links, f64>,
        from: Mapping<links, inner>, to: Mapping<links, inner>, scale: f64) -> f64 reassoc {
        rows :- [row(k, a, m, inners, l, from, to) / 100.0 for k in outer];
        tables :- [[tanh(m[k][i]) for i in inner] for k in outer];
        returns log_sum_exp(rows) * scale
            - 2.0 * sum(rows[k] * sum(square(tables[k][i]) for i in inner) + log_sum_exp(a) * a[k] for k in outer)
            + len(links) as f64 * scale
    }
    val square(x: f64) -> f64 { returns x * x }

    fn value_of_columns(a: &Data<outer, f64>, m: &Data<outer, Data<inner, f64>>, inners: Rows<inner>, l: &Data<links, f64>,
        from: &Mapping<links, inner>, to: &Mapping<links, inner>, scale: f64) -> f64 impls all { eval(a, m, inners, l, from, to, scale) }
    fn reverse_of_columns(a: &Data<outer, f64>, m: &Data<outer, Data<inner, f64>>, inners: Rows<inner>, l: &Data<links, f64>,
        from: &Mapping<links, inner>, to: &Mapping<links, inner>, scale: f64)
        -> (f64, (Data<outer, f64>, Data<outer, Data<inner, f64>>, Data<links, f64>, f64)) impls vjp(all) {
        eval(a, m, inners, l, from, to, scale)
    }
    fn by_lanes(a: &Data<outer, f64>, m: &Data<outer, Data<inner, f64>>, inners: Rows<inner>, l: &Data<links, f64>,
        from: &Mapping<links, inner>, to: &Mapping<links, inner>, scale: f64)
        -> (f64, (Data<outer, f64>, Data<outer, Data<inner, f64>>, Data<links, f64>, f64)) impls vjp(all) {
        eval(a, m, inners, l, from, to, scale).over(outer).vectorize(4)
    }
    fn by_threads(a: &Data<outer, f64>, m: &Data<outer, Data<inner, f64>>, inners: Rows<inner>, l: &Data<links, f64>,
        from: &Mapping<links, inner>, to: &Mapping<links, inner>, scale: f64)
        -> (f64, (Data<outer, f64>, Data<outer, Data<inner, f64>>, Data<links, f64>, f64)) impls vjp(all) {
        eval(a, m, inners, l, from, to, scale).over(outer).vectorize(2).parallel().chunk(PAIR)
    }
    fn forward_of_columns(a: &Data<outer, f64>, m: &Data<outer, Data<inner, f64>>, inners: Rows<inner>, l: &Data<links, f64>,
        from: &Mapping<links, inner>, to: &Mapping<links, inner>, scale: f64,
        a_dot: &Data<outer, f64>, m_dot: &Data<outer, Data<inner, f64>>, l_dot: &Data<links, f64>, scale_dot: f64)
        -> (f64, f64) impls jvp(all) {
        eval(a, m, inners, l, from, to, scale)
    }
}

fn first<L: Space, I: Space>(from: &Mapping<L, I>) -> Idx<L> {
    from.indices().next().expect("a link")
}

/// Numbers, one after the other.
struct Numbers<'n>(std::slice::Iter<'n, f64>);

impl Numbers<'_> {
    fn take(&mut self) -> f64 {
        *self.0.next().expect("enough numbers")
    }

    fn column<S: Space>(&mut self, rows: polarnet::columns::Rows<S>) -> Data<S, f64> {
        rows.data(|_| self.take())
    }
}

proptest! {
    #[test]
    fn derivatives_of_columns(
        outers in 1..7usize,
        inners in 1..5usize,
        ends in prop::collection::vec((0..5usize, 0..5usize), 1..7),
        point in prop::collection::vec(-1.0..1.0, 60),
        tangent in prop::collection::vec(-1.0..1.0, 60),
    ) {
        space!(Outer, guard);
        let outer = guard.rows(outers);
        space!(Inner, guard);
        let inner = guard.rows(inners);
        space!(Links, guard);
        let links = guard.rows(ends.len());
        let end = |at: usize| inner.check((at % inners) as u32).expect("below the length");
        let from: Mapping<Links, Inner> = links.data(|l| end(ends[l.raw() as usize].0));
        let to: Mapping<Links, Inner> = links.data(|l| end(ends[l.raw() as usize].1));
        let make = |numbers: &[f64]| {
            let mut numbers = Numbers(numbers.iter());
            let (scale, a) = (numbers.take(), numbers.column(outer));
            let m = outer.data(|_| numbers.column(inner));
            (scale, a, m, numbers.column(links))
        };
        let count = 1 + outers + outers * inners + ends.len();
        let f = |numbers: &[f64]| {
            let (scale, a, m, l) = make(numbers);
            value_of_columns(&a, &m, inner, &l, &from, &to, scale)
        };
        let (scale, a, m, l) = make(&point);
        let (value, (a_ct, m_ct, l_ct, scale_ct)) = reverse_of_columns(&a, &m, inner, &l, &from, &to, scale);
        prop_assert_eq!(value.to_bits(), f(&point).to_bits());
        let flat = |scale: f64, a: &Data<Outer, f64>, m: &Data<Outer, Data<Inner, f64>>, l: &Data<Links, f64>| -> Vec<f64> {
            let m = m.iter().flat_map(|m| m.iter().copied());
            [scale].into_iter().chain(a.iter().copied()).chain(m).chain(l.iter().copied()).collect()
        };
        let gradient = flat(scale_ct, &a_ct, &m_ct, &l_ct);

        let (scale_dot, a_dot, m_dot, l_dot) = make(&tangent);
        let (also, dot) = forward_of_columns(&a, &m, inner, &l, &from, &to, scale, &a_dot, &m_dot, &l_dot, scale_dot);
        prop_assert_eq!(also.to_bits(), value.to_bits());
        let product: f64 = gradient.iter().zip(&tangent).map(|(a, b)| a * b).sum();
        prop_assert!(close(product, dot, 1e-10), "{product} {dot}");

        for other in [by_lanes, by_threads] {
            let (same, (a_ct, m_ct, l_ct, scale_ct)) = other(&a, &m, inner, &l, &from, &to, scale);
            prop_assert!(close(same, value, 1e-12), "{same} {value}");
            for (a, b) in gradient.iter().zip(flat(scale_ct, &a_ct, &m_ct, &l_ct)) {
                prop_assert!(close(*a, b, 1e-10), "{a} {b}");
            }
        }

        let mut off = 0;
        for at in 0..count {
            let step = 1e-6;
            let shifted = |by: f64| {
                let mut numbers = point.clone();
                numbers[at] += by;
                f(&numbers)
            };
            let difference = (shifted(step) - shifted(-step)) / (2.0 * step);
            off += usize::from(!close(difference, gradient[at], 1e-4));
        }
        // Where two are equally large, a difference is of both.
        prop_assert!(off == 0, "{off} of {count} differ");
    }
}

schedule! {
    space points;
    space terms;
    val bump(x: f64, scale: f64, power: u32, all: Data<terms, f64>) -> f64 {
        far :- [exp(-(x - all[t]) * (x - all[t])) for t in terms];
        best :- max(far[t] for t in terms);
        returns scale * sum(far[t] * sqrt(far[t] + 1.0) for t in terms) + (if power > 2 { ln(best) } else { x * best })
    }
    fn bumps(x: &Data<points, f64>, scale: f64, power: &Data<points, u32>, all: &Data<terms, f64>) -> Data<points, f64>
        impls bump { map(x) }
    fn slopes(x: &Data<points, f64>, scale: f64, power: &Data<points, u32>, all: &Data<terms, f64>)
        -> (Data<points, f64>, (Data<points, f64>, f64, Data<terms, f64>)) impls vjp(bump) { map(x) }
    fn weighed(x: &Data<points, f64>, scale: f64, power: &Data<points, u32>, all: &Data<terms, f64>, by: &Data<points, f64>)
        -> (Data<points, f64>, f64) impls vjp(bump, scale) { map(x) }
    fn directions(x: &Data<points, f64>, scale: f64, power: &Data<points, u32>, all: &Data<terms, f64>, dx: &Data<points, f64>,
        dscale: f64, dall: &Data<terms, f64>) -> (Data<points, f64>, Data<points, f64>) impls jvp(bump) { map(x) }
}

proptest! {
    #[test]
    fn derivatives_row_by_row(
        rows in prop::collection::vec((-1.0..1.0, 0..5u32, -1.0..1.0, -1.0..1.0), 0..9),
        all in prop::collection::vec((-1.0..1.0, -1.0..1.0), 1..5),
        scale in -2.0..2.0,
        dscale in -1.0..1.0,
    ) {
        space!(Points, guard);
        let points = guard.rows(rows.len());
        let column = |f: fn(&(f64, u32, f64, f64)) -> f64| points.data(|row| f(&rows[row.raw() as usize]));
        let (x, dx, by) = (column(|row| row.0), column(|row| row.2), column(|row| row.3));
        let power = points.data(|row| rows[row.raw() as usize].1);
        space!(Terms, guard);
        let terms = guard.rows(all.len());
        let [at, dall] = [0, 1].map(|which| {
            terms.data(|row| if which == 0 { all[row.raw() as usize].0 } else { all[row.raw() as usize].1 })
        });
        let value = bumps(&x, scale, &power, &at);
        let (same, (of_x, of_scale, of_all)) = slopes(&x, scale, &power, &at);
        prop_assert_eq!(same.as_slice(), value.as_slice());
        let (same, dot) = directions(&x, scale, &power, &at, &dx, dscale, &dall);
        prop_assert_eq!(same.as_slice(), value.as_slice());
        let product = of_x.iter().zip(&dx).map(|(a, b)| a * b).sum::<f64>()
            + of_scale * dscale
            + of_all.iter().zip(&dall).map(|(a, b)| a * b).sum::<f64>();
        prop_assert!(close(product, dot.iter().sum(), 1e-10), "{product} {dot:?}");
        // What is the same for all rows counts once a row, times its factor.
        let (_, by_scale) = weighed(&x, scale, &power, &at, &by);
        let (_, by_one) = directions(&x, scale, &power, &at, &x.map(|_| 0.0), 1.0, &at.map(|_| 0.0));
        let expected = by_one.iter().zip(&by).map(|(a, b)| a * b).sum();
        prop_assert!(close(by_scale, expected, 1e-10), "{by_scale} {expected}");
        // Each row's own derivative.
        let step = 1e-6;
        let (up, down) = (bumps(&x.map(|x| x + step), scale, &power, &at), bumps(&x.map(|x| x - step), scale, &power, &at));
        for row in points.indices() {
            let difference = (up[row] - down[row]) / (2.0 * step);
            let here = (2.0 * value[row] - up[row] - down[row]).abs() < 1e-8;
            prop_assert!(!here || close(difference, of_x[row], 1e-4), "{difference} {}", of_x[row]);
        }
    }
}
