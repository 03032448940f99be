use polarnet::schedule;

schedule! {
    val same(x: i32) -> i32 { returns x }
    tmln twice(e: Event) -> Event {
        loc, rem :- encode_event(e)
        one :- submit_event(rem)
        other :- submit_event(rem)
        returns loc
    }
    fn same_impl(x: i32) -> i32 impls same, twice {
        let e = encode_begin(gpu);
        encode e.copy[x_gpu <- x];
        let f = submit e;
        x
    }
}

fn main() {}
