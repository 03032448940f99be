use polarnet::schedule;

schedule! {
    val same(x: i32) -> i32 { returns x }
    val other(x: i32) -> i32 { returns x }
    fn same_impl(x: i32) -> i32 impls same, other {
        x
    }
}

fn main() {}
