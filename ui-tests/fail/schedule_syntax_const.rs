use polarnet::schedule;

schedule! {
    const K = 1.0;
    const L: f64;
}

fn main() {}
