use polarnet::schedule;

schedule! {
    val same(x: f64) -> f64 { returns x }
    fn same_vjp(x: f64) -> f64 impls vjp(same) {
        let y = x;
        y
    }
}

fn main() {}
