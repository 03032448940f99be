use polarnet::schedule;

schedule! {
    space xs;
    val swap(a: Data<xs, u64>, b: Data<xs, u64>, n: u64) -> u64 { returns if n == 0 { 0 } else { 1 + swap(b, a, n - 1) } }
    fn swaps(a: &Data<xs, u64>, b: &Data<xs, u64>, n: u64) -> u64 impls swap { eval(a, b, n).memoize() }
}

fn main() {}
