use polarnet::schedule;

schedule! {
    val foo(x: i64, y: i64) -> i64 { returns max(x, y) }
    fn foo_impl(x: i64, y: i64) -> i64 impls foo { min(x, y) }
}

fn main() {}
