use polarnet::schedule;

schedule! {
    val same(x: i32) -> i32 { returns x }
    fn same_impl(x: i32) -> i32 impls same {
        let e = encode_begin(gpu);
        encode e.copy[x_gpu <- x];
        (await submit e).x_gpu
    }
}

fn main() {}
