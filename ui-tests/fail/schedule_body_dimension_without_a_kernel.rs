use polarnet::schedule;

schedule! {
    val foo(a: i64) -> i64 { returns a + _dim0 }
    fn foo_impl(a: i64) -> i64 impls foo { a + 1 }
}

fn main() {}
