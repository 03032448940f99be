use polarnet::schedule;

schedule! {
    val foo(x: i64) -> i64 { returns x + 1 }
    fn foo_impl(x: i64) -> i64 impls foo {
        let y = ???;
        x + 1
    }
}

fn main() {}
