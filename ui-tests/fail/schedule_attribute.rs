polarnet::schedule! {
    #![numbers(native)]
    val half(x: f64) -> f64 { returns x / 2.0 }
    fn halved(x: f64) -> f64 impls half { eval(x) }
}

fn main() {}
