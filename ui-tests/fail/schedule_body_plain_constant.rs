use polarnet::schedule;

schedule! {
    val min() -> i64 { returns (2 if 2 < 1 else 1) + 1 }
    fn min_impl() -> i64 impls min {
        2
    }
}

fn main() {}
