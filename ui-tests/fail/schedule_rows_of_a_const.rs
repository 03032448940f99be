use polarnet::schedule;

schedule! {
    space dims;
    const COUNT: usize = len(dims);
    val scaled(x: f64) -> f64 { returns x * COUNT as f64 }
    fn scale(x: f64) -> f64 impls scaled { eval(x) }
}

fn main() {}
