use polarnet::schedule;

schedule! {
    type R = { x: i32::<storage, map_reed> };
    val same(x: i32) -> i32 { returns x }
    fn same_impl(x: i32) -> i32 impls same { x }
}

fn main() {}
