//! What does nothing goes: after a rule was applied, and after like terms were gathered.

use polarnet::schedule;
use polarnet_fpcore::{Names, Number, Real, RealLang};

schedule! {
    space before: Batch<Real>;
    space after: Batch<Real>;

    extern(cpu) pure is(&Names, Number, i32) -> bool;

    val simple(n: before, names: &Names) -> Idx<after> {
        returns match n {
            Neg(x) => match simple[x] {
                Neg(a) => a,
                Sub(a, b) => Sub(b, a),
                Number(k) if is(names, k, 0) => simple[x],
                _ => n,
            },
            Add(x, y) => match (simple[x], simple[y]) {
                (Number(k), _) if is(names, k, 0) => simple[y],
                (_, Number(k)) if is(names, k, 0) => simple[x],
                (_, Neg(b)) => Sub(simple[x], b),
                (Neg(a), _) => Sub(simple[y], a),
                _ => n,
            },
            Sub(x, y) => match (simple[x], simple[y]) {
                (Number(k), _) if is(names, k, 0) => Neg(simple[y]),
                (_, Number(k)) if is(names, k, 0) => simple[x],
                (_, Neg(b)) => Add(simple[x], b),
                _ => n,
            },
            Mul(x, y) => match (simple[x], simple[y]) {
                (Number(k), _) if is(names, k, 1) => simple[y],
                (_, Number(k)) if is(names, k, 1) => simple[x],
                (Number(k), _) if is(names, k, -1) => Neg(simple[y]),
                (_, Number(k)) if is(names, k, -1) => Neg(simple[x]),
                (Neg(a), Neg(b)) => Mul(a, b),
                _ => n,
            },
            Div(x, y) => match (simple[x], simple[y]) {
                (_, Number(k)) if is(names, k, 1) => simple[x],
                (_, Number(k)) if is(names, k, -1) => Neg(simple[x]),
                (Neg(a), Neg(b)) => Div(a, b),
                _ => n,
            },
            _ => n,
        }
    }

    /// A batch of the same expressions, and where they are.
    pub fn simplified(b: &Batch<before>, names: &Names, guard: Guard<after>) -> (Batch<after>, Mapping<before, after>)
        impls simple { bottom_up(b).dedup() }
}

fn is(names: &Names, number: Number, value: i32) -> bool {
    *names.value(number) == num_rational::BigRational::from_integer(value.into())
}
