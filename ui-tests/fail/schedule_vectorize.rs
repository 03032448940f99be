use polarnet::{columns::Node, schedule};

#[derive(Node, Clone, Copy)]
enum Math<I> {
    Num(f64),
    X,
    Add(I, I),
}

schedule! {
    space expr: Batch<Math>;
    space points;
    space outs;
    val value(n: Math, x: f64) -> f64 {
        returns match n { Num(v) => v, X => x, Add(a, b) => value[a] + value[b] }
    }
    val guarded(n: Math, x: f64) -> f64 {
        returns match n { Num(v) if v < x => v, Num | X => x, Add(a, b) => guarded[a] + guarded[b] }
    }
    fn one(b: &Batch<expr>, x: &Data<points, f64>) -> Data<outs, Data<points, f64>> impls value { bottom_up(b) }
    fn two(b: &Batch<expr>, roots: &Mapping<outs, expr>, x: &Data<points, f64>) -> Data<outs, f64> impls value { bottom_up(b) }
    fn three(b: &Batch<expr>, x: f64) -> Data<expr, f64> impls value { bottom_up(b).vectorize(8) }
    fn four(b: &Batch<expr>, roots: &Mapping<outs, expr>, x: &Data<points, f64>) -> Data<outs, Data<points, f64>> impls value {
        bottom_up(b).vectorize(8).wavefront().parallel()
    }
    fn five(b: &Batch<expr>, roots: &Mapping<outs, expr>, x: &Data<points, f64>) -> Data<outs, Data<points, f64>> impls guarded {
        bottom_up(b).vectorize(8)
    }
    fn six(b: &Batch<expr>, roots: &Mapping<outs, expr>, x: &Data<points, f64>) -> Data<outs, Data<points, f64>> impls value {
        bottom_up(b).vectorize(0)
    }
}

fn main() {}
