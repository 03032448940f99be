use polarnet::schedule;

schedule! {
    space s;
    space t;
    val f(xs: Data<s, f64>, ys: Data<t, f64>) -> f64 reassoc { returns sum(x * x for x in xs) * sum(ys) }
    fn one(xs: &Data<s, f64>, ys: &Data<t, f64>) -> (f64, (Data<s, f64>, Data<t, f64>)) impls vjp(f) {
        eval(xs, ys).over(s).vectorize(8)
    }
    fn two(xs: &Data<s, f64>, ys: &Data<t, f64>) -> (f64, (Data<s, f64>, Data<t, f64>)) impls vjp(f) {
        eval(xs, ys).parallel()
    }
    fn value(xs: &Data<s, f64>, ys: &Data<t, f64>) -> f64 impls f { eval(xs, ys).over(s) }
}

fn main() {}
