use polarnet::schedule;

schedule! {
    const N: i64 = 10;
    val foo(x: i64) -> i64 { returns x + N }
    fn foo_impl(x: i64) -> i64 impls foo { x + 10 }
}

fn main() {}
