use polarnet::schedule;

schedule! {
    val foo(x: i64) -> i64 { a :- x + 1 returns x }
    fn foo_impl(x: i64) -> i64 impls foo {
        x
    }
}

fn main() {}
