use polarnet::schedule;

schedule! {
    val both(a: i64, b: i64) -> (i64, i64) { returns (b + 1, a) }
    fn both_impl(a: i64, b: i64) -> (i64, i64) impls both {
        (b + 1, b)
    }
}

fn main() {}
