use polarnet::schedule;

schedule! {
    val same(x: i32) -> i32 { returns x }
    tmln one_trip(e: Event) -> Event {
        loc, rem :- encode_event(e)
        sub :- submit_event(rem)
        snc :- sync_event(loc, sub)
        returns snc
    }
    fn same_impl(x: i32) -> i32 impls same, one_trip {
        let e @ node(tmln.(loc, rem)) = encode_begin(gpu);
        encode e.copy[x_gpu <- x];
        let f @ node(tmln.sub) = submit e;
        let r @ node(tmln.snc) = await f;
        r.x_gpu
    }
}

fn main() {
    assert_eq!(same_impl(7), 7);
}
