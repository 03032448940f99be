use polarnet::schedule;

schedule! {
    val same(x: i32) -> i32 { returns x }
    fn same_impl(x: i32) -> i32 impls same {
        encode x.copy[x_gpu <- x];
        x
    }
}

fn main() {}
