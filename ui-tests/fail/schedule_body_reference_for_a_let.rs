use polarnet::schedule;

schedule! {
    val same(a: i64) -> i64 { returns a }
    fn same_impl(a: &i64) -> i64 impls same {
        a = 1;
        *a
    }
}

fn main() {}
