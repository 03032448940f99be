use polarnet::schedule;

schedule! {
    val same(x: i32) -> i32 { returns x }
    tmln one_encoder(e: Event) -> Event {
        loc, rem :- encode_event(e)
        returns loc
    }
    fn same_impl(x: i32) -> i32 impls same, one_encoder {
        let e = encode_begin(gpu);
        encode e.copy[x_gpu <- x];
        let f = submit e;
        x
    }
}

fn main() {}
