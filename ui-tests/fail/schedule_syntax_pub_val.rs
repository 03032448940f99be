use polarnet::schedule;

schedule! {
    pub val f(a: f64) -> f64 { returns a }
}

fn main() {}
