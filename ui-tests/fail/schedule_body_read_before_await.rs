use polarnet::schedule;

schedule! {
    val same(x: i32) -> i32 { returns x }
    tmln one_trip(e: Event) -> Event {
        loc, rem :- encode_event(e)
        sub :- submit_event(rem)
        returns sync_event(loc, sub)
    }
    fn same_impl(x: i32) -> i32 impls same, one_trip {
        let e = encode_begin(gpu);
        encode e.copy[x_gpu <- x];
        let f = submit e;
        f.x_gpu
    }
}

fn main() {}
