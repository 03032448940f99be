use polarnet::schedule;

schedule! {
    val foo(x: i64) -> i64 { returns x + 1 }
    fn foo_impl(x: i64) -> i64 impls foo {
        let y = x * 7;
        let again = x + 1;
        var z = y - 2;
        z = z + 1;
        x + 1
    }
}

fn main() {
    assert_eq!(foo_impl(1), 2);
}
