use polarnet::schedule;

schedule! {
    val foo(x: i64) -> i64 { returns (x - 2 if x < 0 else x * 2) + 1 }
    fn foo_impl(x: i64) -> i64 impls foo {
        let r = if x < 0 { x - 2 } else { x * 3 };
        r + 1
    }
}

fn main() {}
