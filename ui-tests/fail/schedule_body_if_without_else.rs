use polarnet::schedule;

schedule! {
    val same(a: i64) -> i64 { returns a }
    fn same_impl(a: i64) -> i64 impls same {
        let b = if a < 0 { a };
        b
    }
}

fn main() {}
