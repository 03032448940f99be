use polarnet::schedule;

schedule! {
    val one(a: i64, b: i64) -> i64 { returns a + b }
    fn one_impl(a: i64) -> i64 impls one {
        a + 1
    }
}

fn main() {}
