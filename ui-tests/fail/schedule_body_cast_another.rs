use polarnet::schedule;

schedule! {
    val foo(x: i32) -> i64 { returns x as i64 + 1 }
    fn foo_impl(x: i32) -> i64 impls foo { (x + 1) as i64 }
}

fn main() {}
