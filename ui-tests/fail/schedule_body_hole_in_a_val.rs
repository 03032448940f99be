use polarnet::schedule;

schedule! {
    val same(a: i64) -> i64 { returns ??? }
    fn same_impl(a: i64) -> i64 impls same { a }
}

fn main() {}
