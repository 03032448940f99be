use polarnet::schedule;

schedule! {
    val twice(x: f64) -> f64 default 0.0 join add { returns x * 2.0 }
}

fn main() {}
