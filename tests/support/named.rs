//! A language whose nodes have rows of another space, and points that have more than numbers: on any device as row by row.

use polarnet::{
    columns::{Builder, Data, Mapping, Node, Payload, space},
    device::Device,
    schedule,
};

#[derive(Payload, Clone, Copy, PartialEq, Debug)]
enum Kind {
    Half,
    Twice,
}

#[derive(Node, Clone, Copy, Debug)]
enum Named<I, V: Payload> {
    At(u8),
    By(V),
    Call(Kind, I),
    Add(I, I),
}

schedule! {
    space names;
    space expr: Batch<Named<Idx<names>>>;
    space points;
    space outs;

    val scaled(kind: Kind, x: f64) -> f64 { returns match kind { Kind::Half => 0.5 * x, Kind::Twice => 2.0 * x } }
    val value(n: expr, x: [f64; 3], pair: (f64, bool), price: &Data<names, f64>) -> f64 {
        returns match n {
            At(at) => x[at as usize],
            By(name) => if pair.1 { price[name] * pair.0 } else { price[name] },
            Call(Kind::Half, a) => 0.5 * value[a],
            Call(kind, a) => scaled(kind, value[a]),
            Add(a, b) => value[a] + value[b],
        }
    }
    fn alone(b: &Batch<expr>, x: [f64; 3], pair: (f64, bool), price: &Data<names, f64>) -> Data<expr, f64> impls value {
        bottom_up(b)
    }
    fn at_once(
        b: &Batch<expr>, roots: &Mapping<outs, expr>, x: &Data<points, [f64; 3]>, pair: &Data<points, (f64, bool)>,
        price: &Data<names, f64>
    ) -> Data<outs, Data<points, f64>> impls value { bottom_up(b).vectorize(4) }
    fn there(
        b: &Batch<expr>, roots: &Mapping<outs, expr>, x: &Data<points, [f64; 3]>, pair: &Data<points, (f64, bool)>,
        price: &Data<names, f64>, gpu: &Device
    ) -> Result<Data<outs, Data<points, f64>>, polarnet::device::Error> impls value { bottom_up(b).vectorize(4).on(gpu) }
}

/// The values on a device are those of each point alone.
pub fn check(device: &Device) {
    space!(Names, guard);
    let price = guard.column(vec![3.0, 7.0]);
    space!(Exprs, guard);
    let mut b = Builder::<Exprs, NamedLang<_>>::new(guard);
    let mut rows: Vec<_> = (0..3).map(|at| b.add(Named::At(at))).collect();
    rows.extend(price.indices().map(|name| b.add(Named::By(name))));
    for at in 0..20 {
        let (x, y) = (rows[at], rows[at / 2]);
        rows.push(b.add(Named::Call(if at % 3 == 0 { Kind::Half } else { Kind::Twice }, x)));
        rows.push(b.add(Named::Add(x, y)));
    }
    let b = b.freeze();
    space!(Points, guard);
    let x = guard.column((0..9).map(|at| [f64::from(at), 0.25, -1.5]).collect());
    let pair: Data<Points, _> = x.map(|x| (x[0] + 0.5, x[0] > 4.0));
    space!(Outs, guard);
    let roots: Mapping<Outs, Exprs> = guard.column(rows);
    let all = [at_once(&b, &roots, &x, &pair, &price), there(&b, &roots, &x, &pair, &price, device).unwrap()];
    for point in x.indices() {
        let alone = alone(&b, x[point], pair[point], &price);
        for values in &all {
            for out in roots.indices() {
                assert_eq!(values[out][point].to_bits(), alone[roots[out]].to_bits());
            }
        }
    }
}
