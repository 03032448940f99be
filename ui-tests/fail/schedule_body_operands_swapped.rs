use polarnet::schedule;

schedule! {
    val add(a: i64, b: i64) -> i64 { returns a + b }
    fn add_impl(a: i64, b: i64) -> i64 impls add {
        b + a
    }
}

fn main() {}
