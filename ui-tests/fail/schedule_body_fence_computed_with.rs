use polarnet::schedule;

schedule! {
    val inc(x: i32) -> i32 { returns x + 1 }
    tmln one_trip(e: Event) -> Event {
        loc, rem :- encode_event(e)
        sub :- submit_event(rem)
        returns sync_event(loc, sub)
    }
    fn inc_impl(x: i32) -> i32 impls inc, one_trip {
        let e = encode_begin(gpu);
        encode e.copy[x_gpu <- x];
        let f = submit e;
        f + 1
    }
}

fn main() {}
