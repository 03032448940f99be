use polarnet::schedule;

schedule! {
    val square(x: u64) -> u64 { returns x * x }
    fn squares(x: u64) -> u64 impls square { eval(x).memoize() }
}

fn main() {}
