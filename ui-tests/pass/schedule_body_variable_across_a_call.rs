use polarnet::schedule;

schedule! {
    val bar(x: i64) -> i64 { returns x * 2 }
    val foo(x: i64) -> i64 {
        y :- bar(x)
        returns x + 1
    }
    fn bar_impl(x: i64) -> i64 impls bar { x * 2 }
    fn foo_impl(x: i64) -> i64 impls foo {
        var v = x;
        bar_impl(v);
        v + 1
    }
}

fn main() {
    assert_eq!(foo_impl(4), 5);
}
