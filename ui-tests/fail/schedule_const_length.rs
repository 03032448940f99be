use polarnet::schedule;

schedule! {
    const K: usize = 2 + 1;
    const L: u32 = 4;
    const N: usize = 4;
    val total(xs: [f64; K], ys: [f64; L], zs: [f64; 2 * N]) -> f64 { returns sum(xs) + sum(ys) + sum(zs) }
    val table(x: f64) -> [f64; 3] { returns [x for k in 0..K] }
    fn totals(xs: [f64; 3], ys: [f64; 4], zs: [f64; 8]) -> f64 impls total { eval(xs, ys, zs) }
    fn tables(x: f64) -> [f64; 3] impls table { eval(x) }
}

fn main() {}
