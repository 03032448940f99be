use polarnet::schedule;

schedule! {
    val bar(x: i64) -> (i64, i64) { returns (x + 1, x + 2) }
    val foo(x: i64) -> i64 {
        res1, res2 :- bar(x)
        returns res1
    }
    fn bar_impl(x: i64) -> (i64, i64) impls bar { (x + 1, x + 2) }
    fn foo_impl(x: i64) -> i64 impls foo {
        let a, b = bar_impl(x);
        a
    }
}

fn main() {
    assert_eq!(foo_impl(1), 2);
}
