use polarnet::schedule;

schedule! {
    space s;
    val f(xs: Data<s, f64>) -> f64 { returns sum(x * x for x in xs) }
    fn df(xs: &Data<s, f64>) -> (f64, Data<s, f64>) impls vjp(f) { eval(xs).over(s).vectorize(8) }
}

fn main() {}
