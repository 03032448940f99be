use polarnet::schedule;

schedule! {
    let x = 1;
    type T = f64;
    val f(a: f64) -> f64 { returns a }
}

fn main() {}
