use polarnet::schedule;

schedule! {
    val add(a: i64, b: i64) -> i64 { returns a + b }
    val main(a: i64) -> i64 { returns add(a, 1) }
    fn add_impl(a: i64, b: i64) -> i64 impls add { a + b }
    fn main_impl(a: i64) -> i64 impls main {
        add_impl(a)
    }
}

fn main() {}
