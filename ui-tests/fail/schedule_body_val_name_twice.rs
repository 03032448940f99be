use polarnet::schedule;

schedule! {
    val foo(x: i64) -> i64 { a :- x a :- 1 returns a }
    fn foo_impl(x: i64) -> i64 impls foo { x }
}

fn main() {}
