use polarnet::schedule;

schedule! {
    val inc(a: i64) -> i64 { returns a + 1 }
    fn inc_impl(a: i64) -> i64 impls inc {
        *a + 1
    }
}

fn main() {}
