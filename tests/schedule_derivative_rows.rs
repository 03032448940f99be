//! `schedule!`: `vjp` and `jvp` of vals that have a value for each row of a batch.

use polarnet::{
    columns::{Batch, Builder, Child, Data, Idx, List, Node, Payload, Space, space},
    schedule,
};
use proptest::prelude::*;

#[derive(Node, Clone, Copy, Debug, PartialEq)]
enum Math<I, V: Payload> {
    Num(f64),
    Var(V),
    Neg(I),
    Add(I, I),
    Mul(I, I),
    If(I, I, I),
    Fma { by: [I; 2], plus: I },
}

schedule! {
    space vars;
    space expr: Batch<Math<Idx<vars>>>;
    const HALF: f64 = 0.5;
    val energy(n: expr, x: &Data<vars, f64>) -> f64 {
        returns match n {
            Num(c) => c,
            Var(v) => x[v],
            Neg(a) => -energy[a],
            Add(args..) => sum(energy[args]),
            Mul(a, b) => energy[a] * energy[b],
            If(c, t, e) => if energy[c] > HALF { energy[t] } else { sin(energy[e]) },
            Fma { by, plus } => mul_add(energy[plus], 2.0, sum(cos(energy[f]) for f in by)),
        }
    }
    fn energies(b: &Batch<expr>, x: &Data<vars, f64>) -> Data<expr, f64> impls energy { bottom_up(b) }
    fn gradient(b: &Batch<expr>, x: &Data<vars, f64>, seed: &Data<expr, f64>) -> (Data<expr, f64>, Data<vars, f64>)
        impls vjp(energy) { bottom_up(b) }
    fn gradient_of(b: &Batch<expr>, x: &Data<vars, f64>, root: Idx<expr>) -> (Data<expr, f64>, (Data<expr, f64>, Data<vars, f64>))
        impls vjp(energy, n, x) { bottom_up(b) }
    fn along(b: &Batch<expr>, x: &Data<vars, f64>, dx: &Data<vars, f64>) -> (Data<expr, f64>, Data<expr, f64>)
        impls jvp(energy) { bottom_up(b) }
    fn along_levels(b: &Batch<expr>, x: &Data<vars, f64>, dx: &Data<vars, f64>) -> (Data<expr, f64>, Data<expr, f64>)
        impls jvp(energy) { bottom_up(b).wavefront().parallel() }
}

/// Relative to the larger one, or absolute where both are small.
fn close(a: f64, b: f64, bound: f64) -> bool {
    (a - b).abs() <= bound * a.abs().max(b.abs()).max(1.0)
}

fn all_close(a: &[f64], b: &[f64], bound: f64) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| close(*a, *b, bound))
}

const VARS: usize = 4;

/// A batch of nodes that are made of random numbers, each of rows before.
fn batch<S: Space, V: Space>(
    guard: polarnet::columns::Guard<S>,
    vars: &[Idx<V>],
    nodes: &[(u8, usize, usize, usize)],
) -> Batch<S, MathLang<Idx<V>>> {
    let mut b = Builder::<S, MathLang<Idx<V>>>::new(guard);
    let mut rows = vec![b.push(Math::Num(0.75)), b.push(Math::Var(vars[0]))];
    for &(kind, x, y, z) in nodes {
        let at = |x: usize| rows[rows.len() - 1 - x % rows.len().min(6)];
        let row = match kind {
            0 => Math::Num(x as f64 / 8.0 - 2.0),
            1 => Math::Var(vars[x % VARS]),
            2 => Math::Neg(at(x)),
            3 | 4 => Math::Add(at(x), at(y)),
            5 | 6 => Math::Mul(at(x), at(y)),
            7 => Math::If(at(x), at(y), at(z)),
            _ => Math::Fma { by: [at(x), at(y)], plus: at(z) },
        };
        rows.push(b.push(row));
    }
    b.freeze()
}

/// By hand: from the last row to the first, what each row adds to the cotangents of its children.
fn reverse_by_hand<S: Space, V: Space>(
    b: &Batch<S, MathLang<Idx<V>>>,
    x: &Data<V, f64>,
    value: &Data<S, f64>,
    seed: &Data<S, f64>,
) -> (Data<S, f64>, Data<V, f64>) {
    let (mut of_row, mut of_x) = (seed.clone(), x.map(|_| 0.0));
    for row in b.indices().rev() {
        let ct = of_row[row];
        match b.node(row) {
            Math::Num(_) => {}
            Math::Var(v) => of_x[v] += ct,
            Math::Neg(a) => of_row[a] -= ct,
            Math::Add(a, c) => {
                of_row[a] += ct;
                of_row[c] += ct;
            }
            Math::Mul(a, c) => {
                of_row[a] += ct * value[c];
                of_row[c] += ct * value[a];
            }
            Math::If(c, t, e) => match value[c] > 0.5 {
                true => of_row[t] += ct,
                false => of_row[e] += ct * value[e].cos(),
            },
            Math::Fma { by, plus } => {
                of_row[plus] += ct * 2.0;
                by.into_iter().for_each(|f| of_row[f] += ct * -value[f].sin());
            }
        }
    }
    (of_row, of_x)
}

/// A number with its derivative, for a forward pass by hand.
#[derive(Clone, Copy)]
struct Dual(f64, f64);

fn forward_by_hand<S: Space, V: Space>(
    b: &Batch<S, MathLang<Idx<V>>>,
    x: &Data<V, f64>,
    dx: &Data<V, f64>,
) -> Data<S, Dual> {
    b.fill_up::<Dual>(|row| match row.node() {
        Math::Num(c) => Dual(c, 0.0),
        Math::Var(v) => Dual(x[v], dx[v]),
        Math::Neg(a) => Dual(-row[a].0, -row[a].1),
        Math::Add(a, c) => Dual(row[a].0 + row[c].0, row[a].1 + row[c].1),
        Math::Mul(a, c) => Dual(row[a].0 * row[c].0, row[a].1 * row[c].0 + row[a].0 * row[c].1),
        Math::If(c, t, _) if row[c].0 > 0.5 => row[t],
        Math::If(_, _, e) => Dual(row[e].0.sin(), row[e].1 * row[e].0.cos()),
        Math::Fma { by: [f, g], plus } => {
            let value = row[plus].0.mul_add(2.0, row[f].0.cos() + row[g].0.cos());
            Dual(value, 2.0 * row[plus].1 - row[f].0.sin() * row[f].1 - row[g].0.sin() * row[g].1)
        }
    })
}

proptest! {
    #[test]
    fn derivatives_of_a_batch(
        nodes in prop::collection::vec((0..9u8, 0..64usize, 0..64usize, 0..64usize), 0..40),
        at in prop::collection::vec(-1.0..1.0, VARS),
        along_x in prop::collection::vec(-1.0..1.0, VARS),
        factors in prop::collection::vec(-1.0..1.0, 42),
    ) {
        space!(Vars, guard);
        let vars = guard.rows(VARS);
        let (x, dx) = (vars.collect(at).unwrap(), vars.collect(along_x).unwrap());
        space!(Exprs, guard);
        let b = batch(guard, &vars.indices().collect::<Vec<_>>(), &nodes);
        let value = energies(&b, &x);
        prop_assume!(value.iter().all(|value| value.abs() < 1e3));

        // Against a pass by hand.
        let seed = b.data(|row| factors[row.raw() as usize]);
        let (same, of_x) = gradient(&b, &x, &seed);
        let (_, of_x_by_hand) = reverse_by_hand(&b, &x, &value, &seed);
        prop_assert_eq!(same.as_slice(), value.as_slice());
        prop_assert!(all_close(of_x.as_slice(), of_x_by_hand.as_slice(), 1e-12), "{of_x:?} {of_x_by_hand:?}");

        // Of one row, with how much each of the others counts.
        let root = b.indices().next_back().unwrap();
        let one = b.data(|row| if row == root { 1.0 } else { 0.0 });
        let (same, (of_rows, of_x)) = gradient_of(&b, &x, root);
        let (of_rows_by_hand, of_x_by_hand) = reverse_by_hand(&b, &x, &value, &one);
        prop_assert_eq!(same.as_slice(), value.as_slice());
        let (_, also) = gradient(&b, &x, &one);
        prop_assert_eq!(also.as_slice(), of_x.as_slice());
        prop_assert!(all_close(of_x.as_slice(), of_x_by_hand.as_slice(), 1e-12), "{of_x:?} {of_x_by_hand:?}");
        prop_assert!(all_close(of_rows.as_slice(), of_rows_by_hand.as_slice(), 1e-12), "{of_rows:?} {of_rows_by_hand:?}");

        // Against dual numbers.
        let (same, dot) = along(&b, &x, &dx);
        let dual = forward_by_hand(&b, &x, &dx);
        prop_assert_eq!(same.as_slice(), value.as_slice());
        prop_assert!(all_close(dot.as_slice(), dual.map(|dual| dual.1).as_slice(), 1e-12), "{dot:?}");
        let (by_levels, dot_by_levels) = along_levels(&b, &x, &dx);
        prop_assert_eq!((by_levels.as_slice(), dot_by_levels.as_slice()), (value.as_slice(), dot.as_slice()));
        let product: f64 = of_x.iter().zip(&dx).map(|(a, b)| a * b).sum();
        prop_assert!(close(product, dot[root], 1e-10), "{product} {}", dot[root]);

        // Against finite differences, away from where another branch is taken.
        let at_an_edge = b.indices().any(|row| matches!(b.node(row), Math::If(c, ..) if (value[c] - 0.5).abs() < 1e-3));
        if !at_an_edge && value.iter().all(|value| value.abs() < 10.0) {
            let step = 1e-6;
            for v in vars.indices() {
                let shifted = |by: f64| {
                    let mut x = x.clone();
                    x[v] += by;
                    energies(&b, &x)[root]
                };
                let difference = (shifted(step) - shifted(-step)) / (2.0 * step);
                prop_assert!(close(difference, of_x[v], 1e-4), "{difference} {}", of_x[v]);
            }
        }
    }
}

#[derive(Payload, Clone, Copy, Debug, PartialEq)]
enum Rate {
    Mean,
    Twice,
    Half,
}

#[derive(Node, Clone, Copy)]
enum Net<'b, I: Child> {
    In(u32),
    Layer(Rate, List<'b, I>),
    Pair(I, I),
    Nothing,
}

schedule! {
    space net: Batch<Net>;
    space shifts;
    const SLOPE: f64 = 0.25;
    extern(cpu) pure factor(&Rate) -> f64;

    val act(x: f64, steep: f64) -> f64 { returns x if x > 0.0 else SLOPE * steep * x }
    // of no float, so the derivative does not go through it
    val size(n: Net) -> u32 { returns match n { In | Nothing => 1, Layer(_, of) => 1 + sum(size[of]), Pair(args..) => sum(size[args]) } }
    // read by the other one
    val norm(n: Net, weight: f64) -> f64 {
        returns match n {
            In(at) => weight * at as f64,
            Layer(_, of) => sum(norm[c] * norm[c] for c in of if size[c] < 9) + max(norm[of]),
            Pair(args..) => product(norm[args]),
            Nothing(args..) => 1.0 + sum(norm[args]) + max(0.0, sum(norm[a] for a in args)),
        }
    }
    val out(n: Net, weight: f64, steep: f64, shift: Data<shifts, f64>) -> f64 {
        here :- norm[n] + sum(s * s for s in shift);
        returns match n {
            In | Nothing => act(weight - here, steep),
            Layer(Rate::Mean, of) => here / len(of) as f64 + sum(exp(out[c] * SLOPE) * norm[c] for c in of),
            Layer(rate, of) => factor(rate) * min(out[of]) + sum(sum(out[c] * sin(s) for c in of) for s in shift),
            Pair(a, b) => match a {
                Pair(x, _) => out[x] * out[b],
                _ => act(out[a], steep) + out[b] * size[b] as f64,
            },
        }
    }
    fn outs(b: &Batch<net>, weight: &Data<net, f64>, steep: f64, shift: &Data<shifts, f64>) -> Data<net, f64> impls out { bottom_up(b) }
    fn reverse_of_nets(b: &Batch<net>, weight: &Data<net, f64>, steep: f64, shift: &Data<shifts, f64>, seed: &Data<net, f64>)
        -> (Data<net, f64>, (Data<net, f64>, f64, Data<shifts, f64>)) impls vjp(out) { bottom_up(b).wavefront() }
    fn by_steep(b: &Batch<net>, weight: &Data<net, f64>, steep: f64, shift: &Data<shifts, f64>, root: Idx<net>)
        -> (Data<net, f64>, f64) impls vjp(out, steep) { bottom_up(b) }
    fn forward_of_nets(b: &Batch<net>, weight: &Data<net, f64>, steep: f64, shift: &Data<shifts, f64>,
        dweight: &Data<net, f64>, dsteep: f64, dshift: &Data<shifts, f64>) -> (Data<net, f64>, Data<net, f64>)
        impls jvp(out) { bottom_up(b).wavefront().parallel().chunk(4) }
}

fn factor(rate: &Rate) -> f64 {
    if *rate == Rate::Twice { 2.0 } else { 0.5 }
}

proptest! {
    #[test]
    fn vals_that_read_others_lists_and_columns(
        nodes in prop::collection::vec((0..6u8, prop::collection::vec(0..64usize, 0..4)), 1..16),
        point in prop::collection::vec(-1.0..1.0, 40),
        tangent in prop::collection::vec(-1.0..1.0, 40),
        factors in prop::collection::vec(-1.0..1.0, 20),
    ) {
        space!(Nets, guard);
        let mut b = Builder::<Nets, NetLang>::new(guard);
        let mut rows = vec![b.push(Net::In(3))];
        for (kind, of) in &nodes {
            let of: Vec<_> = of.iter().map(|x| rows[rows.len() - 1 - x % rows.len().min(4)]).collect();
            let pair = |at: usize| of.get(at).copied().unwrap_or(rows[0]);
            let node = match kind {
                0 => Net::In(of.len() as u32),
                1 => Net::Nothing,
                2 if !of.is_empty() => Net::Layer(Rate::Mean, List::new(&of)),
                3 => Net::Layer(if of.len() > 1 { Rate::Twice } else { Rate::Half }, List::new(&of)),
                _ => Net::Pair(pair(0), pair(1)),
            };
            let row = b.push(node);
            rows.push(row);
        }
        let b = b.freeze();
        space!(Shifts, guard);
        let shifts = guard.rows(3);
        let make = |numbers: &[f64]| {
            let weight = b.data(|row| numbers[4 + row.raw() as usize]);
            (weight, numbers[0], shifts.collect([numbers[1], numbers[2], numbers[3]]).unwrap())
        };
        let f = |numbers: &[f64]| {
            let (weight, steep, shift) = make(numbers);
            outs(&b, &weight, steep, &shift)
        };
        let (weight, steep, shift) = make(&point);
        let value = f(&point);
        prop_assume!(value.iter().all(|value| value.abs() < 100.0));
        let seed = b.data(|row| factors[row.raw() as usize]);
        let (same, (of_weight, of_steep, of_shift)) = reverse_of_nets(&b, &weight, steep, &shift, &seed);
        prop_assert_eq!(same.as_slice(), value.as_slice());
        let (dweight, dsteep, dshift) = make(&tangent);
        let (same, dot) = forward_of_nets(&b, &weight, steep, &shift, &dweight, dsteep, &dshift);
        prop_assert_eq!(same.as_slice(), value.as_slice());
        let gradient: Vec<f64> = [of_steep].into_iter().chain(of_shift.iter().copied()).chain(of_weight.iter().copied()).collect();
        let product: f64 = gradient.iter().zip(&tangent).map(|(a, b)| a * b).sum();
        let also: f64 = seed.iter().zip(&dot).map(|(a, b)| a * b).sum();
        prop_assert!(close(product, also, 1e-9), "{product} {also}");
        let total: f64 = b.indices().map(|root| seed[root] * by_steep(&b, &weight, steep, &shift, root).1).sum();
        prop_assert!(close(total, of_steep, 1e-9), "{total} {of_steep}");

        let step = 1e-6;
        let mut off = 0;
        for at in 0..gradient.len() {
            let shifted = |by: f64| {
                let mut numbers = point.clone();
                numbers[at] += by;
                f(&numbers).iter().zip(&seed).map(|(a, b)| a * b).sum::<f64>()
            };
            let (down, here, up) = (shifted(-step), shifted(0.0), shifted(step));
            // Where the slopes of the two sides differ another branch is taken.
            let smooth = close((up - here) / step, (here - down) / step, 1e-3);
            off += usize::from(smooth && !close((up - down) / (2.0 * step), gradient[at], 1e-3));
        }
        prop_assert!(off == 0, "{off} of {} differ", gradient.len());
    }
}

schedule! {
    space short: Batch<Math<u8>>;
    // read by another one, and not differentiated through
    val large(n: short, w: f32) -> bool { returns total[n] > 2.0 }
    val total(n: short, w: f32) -> f32 {
        returns match n { Num(c) => w * c as f32, Var => w, _(args..) => hypot(w, sum(total[args])) }
    }
    val last(n: short, w: f32) -> f32 { returns total[n] * w if large[n] else total[n] }
    fn by_w(b: &Batch<short>, w: f32, root: Idx<short>) -> (Data<short, f32>, f32) impls vjp(last) { bottom_up(b) }
    fn along_w(b: &Batch<short>, w: f32, w_dot: f32) -> (Data<short, f32>, Data<short, f32>) impls jvp(last) { bottom_up(b) }
}

#[test]
fn short_floats_and_what_is_decided_by_them() {
    space!(Exprs, guard);
    let mut b = Builder::<Exprs, MathLang<u8>>::new(guard);
    let x = b.add(Math::Var(1));
    let three = b.add(Math::Num(3.0));
    let sum = b.add(Math::Add(three, x));
    let b = b.freeze();
    // By hand: 4·w, so the whole is √(w² + 16·w²) · w, which is √17 · w².
    let (value, by) = by_w(&b, 1.0, sum);
    let root = 17.0_f32.sqrt();
    assert!((value[sum] - root).abs() < 1e-5 && (by - 2.0 * root).abs() < 1e-5, "{} {by}", value[sum]);
    let (_, dot) = along_w(&b, 1.0, 0.5);
    assert!((dot[sum] - root).abs() < 1e-5 && dot[x] == 0.5 && dot[three] == 3.0, "{dot:?}");
}
