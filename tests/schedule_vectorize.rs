//! `schedule!`: vals at sample points, several at a time.

use polarnet::{
    columns::{Batch, Builder, Child, Guard, List, Mapping, Node, Space, space},
    schedule,
};
use proptest::prelude::*;

#[derive(Node, Clone, Copy, Debug)]
enum Math<'b, I: Child> {
    Num(f64),
    X,
    Y,
    Less(I, I, I),
    Mul(I, I),
    Sum(List<'b, I>),
}

schedule! {
    space expr: Batch<Math>;
    space points;
    space outs;
    const SCALE: f64 = 0.5;

    val value(n: Math, x: f64, y: f64, shift: f64) -> f64 {
        returns match n {
            Num(v) => v + shift,
            X => x,
            Y => { twice :- y + y; returns twice * SCALE },
            Less(a, b, c) => if value[a] < x { value[b] } else { -value[c] },
            Mul(a, b) => value[a] * value[b],
            Sum(args..) => sum(value[args]) + max(value[args]),
        }
    }
    fn at(b: &Batch<expr>, x: f64, y: f64, shift: f64) -> Data<expr, f64> impls value { bottom_up(b) }
    fn by_one(b: &Batch<expr>, roots: &Mapping<outs, expr>, x: &Data<points, f64>, y: &Data<points, f64>, shift: f64)
        -> Data<outs, Data<points, f64>> impls value { bottom_up(b) }
    fn by_eight(b: &Batch<expr>, roots: &Mapping<outs, expr>, x: &Data<points, f64>, y: &Data<points, f64>, shift: f64)
        -> Data<outs, Data<points, f64>> impls value { bottom_up(b).vectorize(8) }
    fn planned(b: &Batch<expr>, roots: &Mapping<outs, expr>, x: &Data<points, f64>, y: f64, shift: f64)
        -> Data<outs, Data<points, f64>> impls value { bottom_up(b).vectorize(4).by_operator() }
}

fn batch<S: Space>(guard: Guard<S>, choices: &[(u8, usize, usize, usize, f64)]) -> Batch<S, MathLang> {
    let mut b = Builder::<S, MathLang>::new(guard);
    let mut rows = vec![b.push(Math::X), b.push(Math::Y)];
    for &(kind, i, j, k, number) in choices {
        let [i, j, k] = [i, j, k].map(|at| rows[at % rows.len()]);
        rows.push(match kind {
            0 => b.push(Math::Num(number)),
            1 => b.push(Math::Less(i, j, k)),
            2 => b.push(Math::Mul(i, j)),
            3 => b.push(Math::Sum(List::new(&[]))),
            _ => b.push(Math::Sum(List::new(&[i, j, k]))),
        });
    }
    b.freeze()
}

proptest! {
    #[test]
    fn points_have_the_bits_that_they_have_alone(
        choices in prop::collection::vec((0..6u8, any::<usize>(), any::<usize>(), any::<usize>(), -2.0..2.0), 0..30),
        points in prop::collection::vec((-2.0..2.0, -2.0..2.0), 0..20),
        shift in -1.0..1.0,
    ) {
        space!(Exprs, guard);
        let batch = batch(guard, &choices);
        space!(Points, guard);
        let xs = guard.column(points.iter().map(|it| it.0).collect());
        let ys = xs.rows().data(|p| points[p.raw() as usize].1);
        space!(Outs, guard);
        let roots: Mapping<Outs, Exprs> = guard.column(batch.indices().rev().take(5).collect());
        let columns = [by_one(&batch, &roots, &xs, &ys, shift), by_eight(&batch, &roots, &xs, &ys, shift)];
        for p in xs.indices() {
            let alone = at(&batch, xs[p], ys[p], shift);
            for column in &columns {
                for out in roots.indices() {
                    prop_assert_eq!(column[out][p].to_bits(), alone[roots[out]].to_bits());
                }
            }
        }
        let column = planned(&batch, &roots, &xs, 0.75, shift);
        for p in xs.indices() {
            let alone = at(&batch, xs[p], 0.75, shift);
            for out in roots.indices() {
                prop_assert_eq!(column[out][p].to_bits(), alone[roots[out]].to_bits());
            }
        }
    }
}
