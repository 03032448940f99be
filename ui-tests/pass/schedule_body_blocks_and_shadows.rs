use polarnet::schedule;

schedule! {
    val foo(x: i64) -> i64 { returns (x + 1) * (x - 1) }
    fn foo_impl(x: i64) -> i64 impls foo {
        let y = {
            let x = x + 1;
            x
        };
        let x = x - 1;
        y * x
    }
}

fn main() {
    assert_eq!(foo_impl(4), 15);
}
