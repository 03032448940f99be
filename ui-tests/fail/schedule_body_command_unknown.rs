use polarnet::schedule;

schedule! {
    val same(x: i32) -> i32 { returns x }
    fn same_impl(x: i32) -> i32 impls same {
        let e = encode_begin(gpu);
        encode e.move[x_gpu <- x];
        x
    }
}

fn main() {}
