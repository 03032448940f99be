use polarnet::schedule;

schedule! {
    space s;
    space t;
    val f(k: Idx<s>, xs: Data<s, Data<t, f64>>) -> f64 { returns sum(x * x for x in xs[k]) }
    fn df(k: Idx<s>, xs: &Data<s, Data<t, f64>>) -> (f64, Data<s, Data<t, f64>>) impls vjp(f) { eval(k, xs) }
}

fn main() {}
