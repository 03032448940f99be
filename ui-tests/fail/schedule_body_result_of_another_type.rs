use polarnet::schedule;

schedule! {
    val less(a: i64, b: i64) -> bool { returns a < b }
    fn less_impl(a: i64, b: i64) -> bool impls less {
        a + b
    }
}

fn main() {}
