use polarnet::schedule;

schedule! {
    space s;
    val f(xs: Data<s, f64>) -> f64 reassoc { returns sum(x * x if x > 0.0 else -x for x in xs) }
    fn df(xs: &Data<s, f64>) -> (f64, Data<s, f64>) impls vjp(f) { eval(xs).over(s).vectorize(8) }
}

fn main() {}
